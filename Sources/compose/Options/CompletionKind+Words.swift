import ArgumentParser
import MediaIO
import Parameters
import Placing
import Planning
import Render
import Timeline
import Timelines
import Transitions

/// Shell completions for a word.
extension CompletionKind {
    /// Includes plans, and names as written by phones: IMG_0001.MOV.
    static var recordings: CompletionKind {
        let endings = MediaFileName.videoEndings + ["wav", "m4a", "mp3", "flac", "ogg"] + [PlanFile.ending]
        return .file(extensions: endings + endings.map { $0.uppercased() })
    }
    static var cameras: CompletionKind { .list(["front", "back"]) }
    static var sounds: CompletionKind { .list(["front", "back", "follow", "speaker", "mix", "none"]) }
    static var views: CompletionKind { .list(Catalogue<ViewEntry>.standard.entries.map(\.name)) }
    static var looks: CompletionKind { .list(Catalogue<LookEntry>.standard.entries.map(\.name)) }
    static var transitions: CompletionKind { .list(TransitionCatalogue.standard.entries.map(\.name)) }
    static var textStyles: CompletionKind { .list(TextStyle.Corner.allCases.map { "corner=\($0.rawValue)" }) }
    static var presets: CompletionKind { .list(VideoCodec.h264.presets + VideoCodec.prores.presets) }
    static var sizes: CompletionKind { .list(["720p", "1080p", "4k"]) }
}
