import MediaTime
import Parameters
import Planning
import Timeline

/// Writes a film in the format of another program.
protocol TimelineWriter: SendableMetatype {
    /// Its name, and what it carries.
    static var format: ExchangeFormat { get }

    /// - Throws: `PlanError`, `MediaError` for what the format cannot contain at all.
    init(_ film: ExchangedFilm) throws
    /// The contents of the file.
    func text() throws -> String
    /// What only the writer knows, such as rows left out of a table.
    var notes: [ExchangeNote] { get }
}

extension TimelineWriter {
    var notes: [ExchangeNote] { [] }
}

/// A format in which a plan can be exported to other programs: only text, without media.
package struct ExchangeFormat: Sendable {
    /// The name that users type.
    package let name: String
    /// The file extension, without the dot.
    package let ending: String
    /// A short description.
    package let summary: String
    /// What a film keeps in this format; everything else that it has is named when it is written.
    let carries: Set<PlanPart>
    /// The transitions that are written as they are; others become dissolves.
    let writes: @Sendable (Specification) -> Bool
    /// How many sound tracks there is room for.
    let mostSoundTracks: Int
    /// Shots are the names of views with their parameters, not what is seen of each camera.
    let namesViews: Bool
    /// Whether a file with the extension is one of these if nothing else is said.
    package let isUsual: Bool
    private let writer: any TimelineWriter.Type

    init(
        _ writer: any TimelineWriter.Type, name: String, ending: String, summary: String, carries: Set<PlanPart>,
        mostSoundTracks: Int = .max, namesViews: Bool = false, isUsual: Bool = true,
        writes: @escaping @Sendable (Specification) -> Bool = { $0.name == "dissolve" }
    ) {
        (self.writer, self.name, self.ending, self.summary) = (writer, name, ending, summary)
        (self.carries, self.writes) = (carries, writes)
        (self.mostSoundTracks, self.namesViews, self.isUsual) = (mostSoundTracks, namesViews, isUsual)
    }

    /// - Parameters:
    ///   - planned: the plan.
    ///   - name: of the film.
    ///   - files: how to refer to files.
    /// - Throws: `PlanError`, `MediaError`.
    package func text(_ planned: PlannedRender, name: String, files: FileNames) throws -> Exchanged {
        let film = ExchangedFilm(planned, name: name, files: files)
        let writer = try writer.init(film)
        return Exchanged(text: try writer.text(), notes: notes(on: film) + writer.notes)
    }
}

extension ExchangeFormat: Hashable {
    package static func == (one: ExchangeFormat, other: ExchangeFormat) -> Bool { one.name == other.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ExchangeFormat: CaseIterable {
    /// By name.
    package static let allCases: [ExchangeFormat] = [
        csv, edl, fcp7xml, fcp7xmlMulticam, fcpxml, fcpxmlMulticam, mlt, otioCuts, otioMulticam,
    ]
    /// A table (RFC 4180) of the time, view and transition of each cut.
    package static let csv = CutTable.format
    /// A CMX 3600 edit decision list.
    package static let edl = EditDecisionList.format
    /// Final Cut Pro 7's XML (xmeml 5), which Premiere Pro and DaVinci Resolve read.
    package static let fcp7xml = FinalCut7Sequence.format
    /// The same with multiclips.
    package static let fcp7xmlMulticam = FinalCut7Multicam.format
    /// Final Cut Pro's XML 1.10.
    package static let fcpxml = FinalCutTimeline.format
    /// The same with a multicam clip.
    package static let fcpxmlMulticam = FinalCutMulticam.format
    /// XML of the MLT framework, for melt, Kdenlive and Shotcut.
    package static let mlt = MeltTimeline.format
    /// OpenTimelineIO with only clips, gaps and dissolves; see `TimelineForm.cuts`.
    package static let otioCuts = PlainTimeline.format
    /// OpenTimelineIO with all cameras of each shot in sync; see `TimelineForm.multicam`.
    package static let otioMulticam = MulticamTimeline.format
}

/// A plan as writers see it.
struct ExchangedFilm {
    let planned: PlannedRender
    let cuts: CutList
    let name: String
    let files: FileNames
    /// All sound of the recording, by track.
    let tracks: [[HeardClip]]
    var plan: RenderPlan { planned.plan }
    var composition: Composition { plan.composition }

    init(_ planned: PlannedRender, name: String, files: FileNames) {
        (self.planned, self.name, self.files) = (planned, name, files)
        cuts = CutList(planned.plan.composition)
        tracks = planned.plan.heardTracks
    }
}

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

/// A plan in another program's format.
package struct Exchanged: Sendable {
    /// The contents of the file, to be written in UTF-8.
    package var text: String
    /// What the format could not express; empty if nothing was lost.
    package var notes: [ExchangeNote]
}

/// OpenTimelineIO with only clips, gaps and dissolves.
struct PlainTimeline: TimelineWriter {
    static let format = ExchangeFormat(
        Self.self, name: "otio-cuts", ending: "otio", summary: "OpenTimelineIO with only clips, gaps and dissolves",
        carries: carried)
    static let carried: Set<PlanPart> = [
        .ranges, .timing, .frameRate, .soundTracks, .channels, .markers,
    ]
    let film: ExchangedFilm

    init(_ film: ExchangedFilm) { self.film = film }

    func text() throws -> String { try film.openTimelineIO(.cuts) }
}

/// The same, with all cameras of each shot in sync, the shown one on top.
struct MulticamTimeline: TimelineWriter {
    static let format = ExchangeFormat(
        Self.self, name: "otio-multicam", ending: "otio",
        summary: "the same, with all cameras of each shot in sync, the shown one on top",
        carries: PlainTimeline.carried)
    let film: ExchangedFilm

    init(_ film: ExchangedFilm) { self.film = film }

    func text() throws -> String { try film.openTimelineIO(.multicam) }
}

extension ExchangedFilm {
    fileprivate func openTimelineIO(_ form: TimelineForm) throws -> String {
        let timecodes = plan.sources.compactMap { source in
            source.info.startTimecode.map { (source.path, $0.elapsed) }
        }
        let streams = plan.inputs.compactMap { input in
            plan.audioSource(input).map { ($0.path, $0.info.audio) }
        }
        let bytes = try planned.document(name: name).openTimelineIO(
            form, timecodes: Dictionary(timecodes) { one, _ in one }, streams: Dictionary(streams) { one, _ in one },
            url: files.url)
        return String(decoding: bytes, as: UTF8.self)
    }
}
