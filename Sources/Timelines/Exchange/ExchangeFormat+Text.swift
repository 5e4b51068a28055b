import Planning

/// How another program's file refers to the recordings.
package struct FileNames {
    /// By URL, relative where possible.
    package var url: (String) -> String
    /// By absolute URL (RFC 8089), wherever the exported file is.
    package var absoluteURL: (String) -> String
    /// By path, relative where possible.
    package var path: (String) -> String

    /// Each function takes the path of a file and returns the reference to it.
    package init(
        url: @escaping (String) -> String, absoluteURL: @escaping (String) -> String,
        path: @escaping (String) -> String
    ) {
        (self.url, self.absoluteURL, self.path) = (url, absoluteURL, path)
    }

    /// For a file at a path.
    package init(besides other: String) {
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
    package func text(_ planned: PlannedRender, name: String, files: FileNames) throws -> Exchanged {
        let (cuts, plan) = (CutList(planned.plan.composition), planned.plan)
        var notes = notes(planned)
        let text: String
        switch self {
        case .csv:
            let table = CutTable(cuts)
            if table.skipped > 0 { notes.append(.skipped(table.skipped)) }
            text = table.text
        case .edl:
            let list = EditDecisionList(cuts, plan, name: name)
            text = list.text
            notes += list.notes
        case .fcp7xml: text = try FinalCut7Sequence(cuts, plan, name: name, url: files.absoluteURL).text
        case .fcpxml: text = FinalCutTimeline(cuts, plan, name: name, url: files.absoluteURL).text
        case .mlt: text = try MeltTimeline(cuts, plan, name: name, path: files.path).text
        case .otioCuts, .otioMulticam:
            let form = self == .otioCuts ? TimelineForm.cuts : .multicam
            let timecodes = plan.sources.compactMap { source in
                source.info.startTimecode.map { (source.path, $0.elapsed) }
            }
            let document = try planned.document(name: name)
            let bytes = try document.openTimelineIO(
                form, timecodes: Dictionary(timecodes) { one, _ in one }, url: files.url)
            text = String(decoding: bytes, as: UTF8.self)
        }
        return Exchanged(text: text, notes: notes)
    }
}
