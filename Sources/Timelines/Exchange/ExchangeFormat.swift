import Planning

/// The formats in which a plan can be exported to other programs: only text, without media.
package enum ExchangeFormat: String, CaseIterable, Sendable {
    /// A table (RFC 4180) of the time, view and transition of each cut.
    case csv
    /// A CMX 3600 edit decision list: cuts, dissolves and wipes.
    case edl
    /// Final Cut Pro 7's XML (xmeml 5), which Premiere Pro and DaVinci Resolve read.
    case fcp7xml
    /// Final Cut Pro's XML 1.10: clips, gaps and cross dissolves.
    case fcpxml
    /// XML of the MLT framework, for melt, Kdenlive and Shotcut.
    case mlt
    /// OpenTimelineIO with only clips, gaps and dissolves; see `TimelineForm.cuts`.
    case otioCuts = "otio-cuts"
    /// OpenTimelineIO with all cameras of each shot in sync; see `TimelineForm.multicam`.
    case otioMulticam = "otio-multicam"

    /// The file extension, without the dot.
    package var ending: String {
        switch self {
        case .csv: "csv"
        case .edl: "edl"
        case .fcp7xml: "xml"
        case .fcpxml: "fcpxml"
        case .mlt: "mlt"
        case .otioCuts, .otioMulticam: "otio"
        }
    }

    /// A short description.
    package var summary: String {
        switch self {
        case .csv: "the cuts as a table, for other films"
        case .edl: "CMX 3600: cuts, dissolves and wipes, four sound tracks, source timecode"
        case .fcp7xml: "Final Cut Pro 7's XML (Premiere Pro, DaVinci Resolve), with dissolves, views and sound tracks"
        case .fcpxml: "Final Cut Pro's XML 1.10, with clips, gaps and cross dissolves"
        case .mlt: "MLT (melt, Kdenlive, Shotcut), with dissolves, straight wipes and views"
        case .otioCuts: "OpenTimelineIO with only clips, gaps and dissolves"
        case .otioMulticam: "the same, with all cameras of each shot in sync, the shown one on top"
        }
    }
}

/// Something that the format cannot express, and its substitute.
package enum ExchangeNote: Hashable, Sendable {
    /// This many shots show several cameras; only the largest is exported.
    case views(Int)
    /// This many transitions are exported as dissolves.
    case transitions(Int)
    /// This many shots are at times of the recording that a list of cuts cannot express.
    case skipped(Int)
    /// All sound is dropped: the format has only one track, for cameras' sound.
    case sound
    /// This many sound tracks are dropped.
    case soundTracks(Int)
    /// This many shots have corners, borders or shadows, which are dropped.
    case edges(Int)
    /// This many times a picture is held; the frames next to it are exported instead.
    case heldPictures(Int)
    /// It has this many events, more than an edit decision list has numbers for.
    case events(Int)
    /// In this many events the timecode passes midnight, and starts over.
    case midnight(Int)
    /// These are dropped.
    case without([Part])

    /// A part of a film for which a format has no place.
    package enum Part: Hashable, Sendable {
        /// Which parts of the recording are left out.
        case ranges
        /// How long transitions take, and where they are beside their cut.
        case timing
        /// Zoom and crop of cameras that are shown alone.
        case framing
        /// The blurred picture beside a picture of another shape.
        case backdrop
        /// Changed colors of cameras.
        case looks
        case stabilization
        case graphics
        /// Labels, clocks and timecode in the picture.
        case text
        /// Sounds that were added to the recorded ones.
        case music, voiceOvers
        /// Changed levels of single cameras or sound files.
        case gains
        /// Filters of the recorded sound.
        case cleaning
        /// Of the whole sound, at its ends.
        case fades
        /// Background sound of a quiet room in the gaps of the sound.
        case roomTone
        /// The target loudness or peak.
        case loudness
        /// Places that a user marked on the timeline; the chapters of the finished file.
        case markers, chapters
    }
}

/// A plan in another program's format.
package struct Exchanged: Sendable {
    /// The contents of the file, to be written in UTF-8.
    package var text: String
    /// What the format could not express; empty if nothing was lost.
    package var notes: [ExchangeNote]
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
