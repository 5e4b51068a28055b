import Planning

extension ExchangeFormat {
    /// - Parameters:
    ///   - planned: the plan.
    ///   - name: of the film.
    ///   - url: how the file at a path is referred to by a URL.
    ///   - path: how it is by a path.
    /// - Throws: `PlanError`, `MediaError`.
    public func text(
        _ planned: PlannedRender, name: String, url: @escaping (String) -> String, path: @escaping (String) -> String
    ) throws -> Exchanged {
        let cuts = CutList(planned.plan.composition)
        switch self {
        case .csv: return CutTable(cuts).exchanged
        case .edl: return EditDecisionList(cuts, planned.plan, name: name).exchanged
        case .mlt: return MeltTimeline(cuts, planned.plan, name: name, path: path).exchanged
        case .otioCuts:
            let bytes = try planned.document(name: name).openTimelineIO(isPlain: true, url: url)
            return Exchanged(text: String(decoding: bytes, as: UTF8.self), notes: cuts.notes(keepsKinds: false))
        }
    }
}
