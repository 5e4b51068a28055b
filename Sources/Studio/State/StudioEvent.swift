import MediaTime
import Parameters
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
        /// A transition or a view, with what of it can be set.
        struct Kind: Encodable {
            struct Value: Encodable {
                /// number, choice, camera, flag, color or text.
                var name, summary, kind: String
                var least, most: Double?
                var choices: [String]?
                var usual: String?
            }
            var name, summary: String
            var parameters: [Value]
        }
        struct Delivery: Encodable { var name, title: String }
        /// Of new cuts, in seconds.
        struct Usual: Encodable { var transition: String; var duration: Double }
        var cameras: [Camera]
        /// The names of everything that was recorded with a sound.
        var heard: [String]
        /// Recipes of views that are more than one camera.
        var views: [String]
        var transitionKinds, viewKinds: [Kind]
        var stabilizers, styles: [String]
        var deliveries: [Delivery]
        /// Files beside the recordings, by numbers.
        var music, subtitles: [String]
        var usual: Usual
        /// Those that a name alone is.
        var looks: [String]
        /// Where plan and film are written, the plan file's name, and a name for the film.
        var folder, plan, film: String
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
            var layout: [[Double]]?
        }
        struct Level: Encodable { var name: String; var gain: Double; var isMuted: Bool }
        struct Music: Encodable {
            var file: String
            var gain: Double?
            /// Where in its file it begins, in seconds.
            var start: Double
            var loops: Bool
        }
        struct Sound: Encodable {
            /// A name, or none, follow, mix, speakers or tracks.
            var heard: String
            /// Those that are not their own.
            var levels: [Level]
            var music: Music?
            /// Whether music is lowered while somebody speaks.
            var isLowered: Bool
        }
        struct Target: Encodable {
            var delivery: String?
            var lines: Int?
            var width, height: Int
            /// Of the film itself, in samples of its shorter side.
            var ownLines: Int
            /// Codec and size, as people say them.
            var text: String
        }
        /// Where a camera is cropped in a shot, and the part of its picture that is shown, as fractions.
        struct Crop: Encodable {
            var camera: Int
            var frames: [Int64]
            var x, y, width, height: Double
        }
        var version: Int
        var opening: String
        var switches: [Switch]
        /// Where its view has its cameras, unless that is one: a camera's number, x, y, width and height as fractions of
        /// the picture.
        var layout: [[Double]]?
        /// What the film is of, what is left out of it, and what it therefore has: first frames of the timeline, and the
        /// ones after the last.
        var range: [Int64]
        var leftOut, kept: [[Int64]]
        /// Where In and Out were before they were marked.
        var unmarked: FilmState.Marks
        /// As plan files have it; an edit sets parts of it.
        var finish: Finish
        /// The file of the subtitles, by its name.
        var subtitles: String?
        var sound: Sound
        var target: Target
        /// The same for each of the film's views.
        var layouts: [[[Double]]]
        var crops: [Crop]
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

    /// The best moments, in frames of the timeline, and the reasons.
    struct Highlights: Encodable {
        struct Found: Encodable { var start, end: Int64; var why: String }
        var highlights: [Found]
    }

    /// In seconds of the film.
    struct Subtitles: Encodable {
        struct Cue: Encodable { var start, end: Double; var text: String }
        var cues: [Cue]
    }

    struct Version: Encodable { var version: Int }

    struct Hearing: Encodable {
        var path: String
        /// 0 to 1.
        var work: Double
    }
}

extension StudioEvent.Film.Kind {
    init(_ entry: some CatalogueEntry) {
        self.init(
            name: entry.name, summary: entry.summary,
            parameters: entry.parameters.compactMap { parameter in
                var value = Value(
                    name: parameter.name, summary: parameter.summary, kind: "text", usual: parameter.defaultText)
                switch parameter.kind {
                case .number(let range, let usual, _, _):
                    (value.kind, value.least, value.most) = ("number", range.lowerBound, range.upperBound)
                    value.usual = usual.map { "\($0)" }
                case .choice(let choices, _): (value.kind, value.choices) = ("choice", choices)
                case .color: value.kind = "color"
                case .camera: value.kind = "camera"
                case .flag: value.kind = "flag"
                // A move or a file is written.
                case .ramp, .point, .path, .text: break
                }
                return value
            })
    }
}
