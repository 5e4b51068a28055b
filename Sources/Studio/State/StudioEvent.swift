import MediaTime
import Planning
import Timeline

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A line that pages get: fields of one's own, and others' in one object.
struct StudioEvent: Encodable {
    private enum Key: CodingKey { case event, id }
    var event: String?
    /// Of the request that it answers.
    var id: UInt32?
    var parts: [any Encodable] = []

    func encode(to encoder: any Encoder) throws {
        for part in parts { try part.encode(to: encoder) }
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encodeIfPresent(event, forKey: .event)
        try fields.encodeIfPresent(id, forKey: .id)
    }

    var line: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }
}

extension StudioEvent {
    /// What stays the same of a film: its timeline, which is all of the recording.
    struct Film: Encodable {
        struct Camera: Encodable {
            var name: String
            /// Width of the pictures of its filmstrip, in samples.
            var thumbWidth: Int
            /// Where it has footage, in seconds.
            var footage: [[Double]]
        }
        struct Transition: Encodable { var name, summary: String }
        /// Of new cuts, in seconds.
        struct Usual: Encodable { var transition: String; var duration: Double }
        var cameras: [Camera]
        /// The names of everything that was recorded with a sound.
        var heard: [String]
        /// Recipes of views that are more than one camera.
        var views: [String]
        /// Where each of these has its cameras: a camera's number, x, y, width and height as fractions of the picture.
        var layouts: [[[Double]]]
        var transitionKinds: [Transition]
        var usual: Usual
        /// Those that a name alone is.
        var looks: [String]
        /// The plan file's name, and a name for the film.
        var plan, film: String
        /// What to know of the plan file.
        var message: String?
        /// There are cuts that were not saved.
        var restore: Bool
        /// Frames per second.
        var rate: Double
    }

    /// The state of the film that is shown now. Frames and seconds are the timeline's.
    struct Cut: Encodable {
        /// Something drawn over the film; the frame after its last one comes second.
        struct Graphic: Encodable { var label: String; var frames: [Int64] }
        struct Switch: Encodable {
            var id: Int
            var frame: Int64
            var show, transition: String
            /// In seconds.
            var duration: Double
            var align: String
            var decision: String?
            /// Frames of the transition as planned; absent for a hard cut.
            var window: [Int64]?
            /// Where the inset of its view is: x, y, width and height, as fractions of the picture.
            var inset: [Double]?
        }
        var version: Int
        var opening: String
        var switches: [Switch]
        var inset: [Double]?
        /// What the film is of, what is left out of it, and what it therefore has: first frames of the timeline, and the
        /// ones after the last.
        var range: [Int64]
        var leftOut, kept: [[Int64]]
        /// Where In and Out were before they were marked.
        var unmarked: FilmState.Marks
        /// As plan files have it; an edit sets parts of it.
        var finish: Finish
        /// Where titles, subtitles, logo and fades are.
        var graphics: [Graphic]
        /// When each microphone is open, in seconds; absent unless everybody is heard by their own.
        var open: [String: [[Double]]]?
        var undo, redo: String?
        var saved: Bool
    }

    struct Marks: Encodable {
        var kind: String
        var frames: [[Int64]]
    }

    struct Version: Encodable { var version: Int }

    struct Hearing: Encodable {
        var path: String
        /// 0 to 1.
        var work: Double
    }
}
