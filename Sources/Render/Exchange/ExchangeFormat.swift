/// What a plan can be written as for other programs: text alone, without media.
public enum ExchangeFormat: String, CaseIterable, Sendable {
    case csv
    case edl
    case fcp7xml
    case fcpxml
    case mlt
    case otioCuts = "otio-cuts"
    case otioMulticam = "otio-multicam"

    /// Of its files, without the dot.
    public var ending: String {
        switch self {
        case .csv: "csv"
        case .edl: "edl"
        case .fcp7xml: "xml"
        case .fcpxml: "fcpxml"
        case .mlt: "mlt"
        case .otioCuts, .otioMulticam: "otio"
        }
    }

    /// In a few words.
    public var summary: String {
        switch self {
        case .csv: "the cuts as a table, for other films"
        case .edl: "CMX 3600: cuts, dissolves and wipes, four sound tracks, source timecode"
        case .fcp7xml: "Final Cut Pro 7's XML (Premiere Pro, DaVinci Resolve), with dissolves, views and sound tracks"
        case .fcpxml: "Final Cut Pro's XML 1.10, with clips, gaps and cross dissolves"
        case .mlt: "MLT (melt, Kdenlive, Shotcut), with dissolves, straight wipes and views"
        case .otioCuts: "OpenTimelineIO with clips, gaps and dissolves alone"
        case .otioMulticam: "the same with all cameras in sync in each shot, the one that is shown on top"
        }
    }
}

/// What a format has no word for, and what stands for it.
public enum ExchangeNote: Hashable, Sendable {
    /// Of so many shots that show several cameras, the largest stands for all.
    case views(Int)
    /// So many transitions are dissolves.
    case transitions(Int)
    /// So many shots stand at times of the recording that a list of cuts cannot say.
    case skipped(Int)
    /// Sound is left out: all of it, or what is not one camera's.
    case sound
    /// So many sound tracks are left out.
    case soundTracks(Int)
    /// Music and voice-overs are left out.
    case addedSound
    /// So many shots have corners, borders or shadows, which are left out.
    case edges(Int)
    /// Text in the picture is left out.
    case text
    /// Looks are left out.
    case looks
}

/// A plan in the words of another program.
public struct Exchanged: Sendable {
    public var text: String
    public var notes: [ExchangeNote]
}
