import Planning

/// How another program's file refers to the recordings.
public struct FileNames {
    /// By URL, relative where possible.
    public var url: (String) -> String
    public var absoluteURL: (String) -> String
    /// By path, relative where possible.
    public var path: (String) -> String

    public init(
        url: @escaping (String) -> String, absoluteURL: @escaping (String) -> String,
        path: @escaping (String) -> String
    ) {
        (self.url, self.absoluteURL, self.path) = (url, absoluteURL, path)
    }

    /// For a file at a path.
    public init(besides other: String) {
        self.init(
            url: { PlanFile.url(of: $0, besides: other) }, absoluteURL: PlanFile.absoluteURL(of:),
            path: { PlanFile.path(of: $0, besides: other) })
    }
}

extension ExchangeFormat {
    /// - Parameters:
    ///   - planned: the plan.
    ///   - name: of the film.
    ///   - files: how to refer to files.
    /// - Throws: `PlanError`, `MediaError`.
    public func text(_ planned: PlannedRender, name: String, files: FileNames) throws -> Exchanged {
        let cuts = CutList(planned.plan.composition)
        switch self {
        case .csv: return CutTable(cuts).exchanged
        case .edl: return EditDecisionList(cuts, planned.plan, name: name).exchanged
        case .fcp7xml:
            return try FinalCut7Sequence(cuts, planned.plan, name: name, url: files.absoluteURL).exchanged
        case .fcpxml: return FinalCutTimeline(cuts, planned.plan, name: name, url: files.absoluteURL).exchanged
        case .mlt: return MeltTimeline(cuts, planned.plan, name: name, path: files.path).exchanged
        case .otioCuts, .otioMulticam:
            let bytes = try planned.document(name: name).openTimelineIO(
                self == .otioCuts ? .cuts : .multicam, url: files.url)
            return Exchanged(text: String(decoding: bytes, as: UTF8.self), notes: cuts.notes(keepsKinds: false))
        }
    }
}
