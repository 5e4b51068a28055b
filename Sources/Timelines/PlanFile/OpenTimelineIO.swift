// The properties are named as the JSON's fields are.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import MediaIO
import MediaTime
import Pictures
import Placing
import Planning
import Timeline

/// OpenTimelineIO has its own `TimeRange`.
typealias FootageRange = TimeRange

/// The part of OpenTimelineIO's JSON that plans use, checked against the official library (0.18).
///
/// Everything that other programs need to show the cut is in the standard fields; what OpenTimelineIO cannot express is
/// under `metadata.compose`.
enum OpenTimelineIO {
    struct RationalTime: Codable {
        var OTIO_SCHEMA = "RationalTime.1"
        /// In frames of `rate`; may be fractional.
        var value: Double
        var rate: Double
    }

    struct TimeRange: Codable {
        var OTIO_SCHEMA = "TimeRange.1"
        var start_time: RationalTime
        var duration: RationalTime
    }

    struct ExternalReference: Encodable {
        var OTIO_SCHEMA = "ExternalReference.1"
        var target_url: String
        var available_range: TimeRange
    }

    struct Clip: Encodable {
        var OTIO_SCHEMA = "Clip.2"
        var name: String
        var source_range: TimeRange
        var media_references: [String: ExternalReference]
        var active_media_reference_key = "DEFAULT_MEDIA"
        var metadata: ClipMetadatas?
    }

    /// compose's own, and what Resolve calls the sound of a clip.
    struct ClipMetadatas: Encodable {
        var compose: ComposeMetadata?
        var Resolve_OTIO: ResolveMetadata?

        enum ComposeMetadata: Encodable {
            case picture(ClipMetadata)
            case sound(SoundMetadata)

            func encode(to encoder: any Encoder) throws {
                switch self {
                case .picture(let picture): try picture.encode(to: encoder)
                case .sound(let sound): try sound.encode(to: encoder)
                }
            }
        }
    }

    /// The channels of a sound clip, as DaVinci Resolve names them.
    struct ResolveMetadata: Encodable {
        struct Channel: Encodable {
            var stream, channel: Int

            enum CodingKeys: String, CodingKey { case stream = "Source Track ID", channel = "Source Channel ID" }
        }
        var Channels: [Channel]
    }

    struct Gap: Encodable {
        var OTIO_SCHEMA = "Gap.1"
        var source_range: TimeRange
    }

    struct Transition: Encodable {
        var OTIO_SCHEMA = "Transition.1"
        var name: String
        /// Always a dissolve: converters drop types that they do not know.
        var transition_type = "SMPTE_Dissolve"
        var in_offset: RationalTime
        var out_offset: RationalTime
        var metadata: Metadata<TransitionMetadata>?
    }

    enum Item: Encodable {
        case clip(Clip)
        case gap(Gap)
        case transition(Transition)
        case stack(Stack)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .clip(let clip): try clip.encode(to: encoder)
            case .gap(let gap): try gap.encode(to: encoder)
            case .transition(let transition): try transition.encode(to: encoder)
            case .stack(let stack): try stack.encode(to: encoder)
            }
        }
    }

    struct Track: Encodable {
        var OTIO_SCHEMA = "Track.1"
        var name: String
        var kind: String
        var children: [Item]
        var markers: [Marker]?
        /// Written only if it is `false`.
        var enabled: Bool?
    }

    /// A place that a user marked.
    struct Marker: Codable {
        var OTIO_SCHEMA = "Marker.2"
        var name: String
        var color: String
        var comment: String
        var marked_range: TimeRange

        init(name: String, color: String, comment: String, marked_range: TimeRange) {
            (self.name, self.color, self.comment) = (name, color, comment)
            self.marked_range = marked_range
        }

        /// Of `Marker.1` and `Marker.2`; programs have their own formats for colors.
        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            name = try fields.decodeIfPresent(String.self, forKey: .name) ?? ""
            color = (try? fields.decode(String.self, forKey: .color)) ?? "RED"
            comment = (try? fields.decode(String.self, forKey: .comment)) ?? ""
            marked_range = try fields.decode(TimeRange.self, forKey: .marked_range)
        }
    }

    struct Stack: Encodable {
        var OTIO_SCHEMA = "Stack.1"
        var name = "tracks"
        var source_range: TimeRange?
        var children: [Track]
    }

    /// `Timeline.1`.
    struct Root: Encodable {
        var OTIO_SCHEMA = "Timeline.1"
        var name: String
        var global_start_time: RationalTime?
        var tracks: Stack
        var metadata: Metadata<PlanMetadata>?
    }

    /// Our own part of a `metadata` object; other programs' keys are left alone.
    struct Metadata<Content: Codable>: Codable { var compose: Content? }

    struct ClipMetadata: Codable {
        /// The segment of this clip. Where one recording of a camera follows another, a segment has several clips.
        var segment: Int
        var scene: Scene
        /// Where its cameras point.
        var aims: [Aim]?
        /// Why the clip begins where it does.
        var decision: DirectorDecision?
    }
    /// What a sound clip plays, if not what its file plays at its level.
    struct SoundMetadata: Codable {
        struct Sound: Codable {
            var stream: Int
            var channels: SoundChannels?
            /// A linear gain; `nil` for 1.
            var gain: Float?

            var selection: SoundSelection { SoundSelection(stream: stream, channels: channels) }
        }
        var sound: Sound?
    }
    struct TransitionMetadata: Codable { var transition: String }

    /// Enough to decide whether the rest can be read.
    struct Version: Decodable {
        struct Plan: Codable { var version: Int }
        var metadata: Metadata<Plan>?
    }

    struct PlanMetadata: Codable {
        static let currentVersion = 14
        /// Plans since then can be read; what came later is missing in them.
        static let oldestVersion = 11
        var version = Self.currentVersion
        var clock: TimeMap
        var media: [PlannedTake]
        var sounds: [PlannedSound]
        var files: [PlanDocument.File]?
        var output: OutputSettings
        var cuts: PlannedCuts
        /// Identifies the sound tracks as they were written: while they are unchanged, or if this is missing, `output`
        /// determines the sound.
        var soundTracks: String?
        /// What the studio keeps beside the film.
        var edits: JSONValue?
    }
}

/// The positions of a plan's shots and transitions, to find out which of them were edited.
struct PlannedCuts: Codable {
    /// The first frame of each segment, and the end of the film.
    var frames: [Int64]
    /// What each segment shows; `nil` for black.
    var cameras: [Angle?]
    /// For each transition: the segment that it leads to, its first and its last frame.
    var transitions: [[Int64]]

    /// A year at 60 fps is less.
    private static let mostFrames: Int64 = 1 << 31

    init(_ composition: Composition) {
        frames = composition.segments.map(\.frames.lowerBound) + [composition.frameCount]
        cameras = composition.segments.map { $0.scene?.mainAngle }
        transitions = composition.transitions.map {
            [Int64($0.incoming), $0.frames.lowerBound, $0.frames.upperBound - 1]
        }
    }

    /// Whether clips show the planned shots from their planned first to their planned last frame, in one piece or in several.
    ///
    /// - Parameter shots: in order, without holes; `number` of the planned shot, `nil` for black.
    func areThose(of shots: [(number: Int?, frames: Range<Int64>)]) -> Bool {
        joined(shots) == joined(cameras.indices.map { (cameras[$0] == nil ? nil : $0, frames[$0]..<frames[$0 + 1]) })
    }

    /// Each shot once, as its number and its last frame.
    private func joined(_ shots: [(number: Int?, frames: Range<Int64>)]) -> [[Int64?]] {
        var ends: [[Int64?]] = []
        for (number, frames) in shots {
            let number = number.map(Int64.init)
            if let last = ends.last, last[0] == number { ends.removeLast() }
            ends.append([number, frames.upperBound])
        }
        return ends
    }

    func haveThose(transitions now: [(cut: Int64, frames: Range<Int64>)]) -> Bool {
        now.map { [$0.cut, $0.frames.lowerBound, $0.frames.upperBound - 1] }
            == transitions.map { [frames[Int($0[0])], $0[1], $0[2]] }
    }

    /// Whether compose could have written it.
    var isPossible: Bool {
        frames.count == cameras.count + 1 && zip(frames, frames.dropFirst()).allSatisfy { $0 < $1 }
            && transitions.allSatisfy { $0.count == 3 && cameras.indices.contains(Int(clamping: $0[0])) }
            && (frames + transitions.joined()).allSatisfy((0...Self.mostFrames).contains)
    }
}
