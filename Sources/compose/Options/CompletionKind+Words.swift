import ArgumentParser
import MediaIO
import Transitions

/// What a shell offers for words that are not files.
extension CompletionKind {
    static var cameras: CompletionKind { .list(["front", "back"]) }
    static var sounds: CompletionKind { .list(["front", "back", "follow", "none"]) }
    static var transitions: CompletionKind { .list(TransitionCatalogue.standard.entries.map(\.name)) }
    static var presets: CompletionKind { .list(VideoEncoderSettings.presets) }
    static var sizes: CompletionKind { .list(["720p", "1080p", "4k"]) }
}
