import Parameters
import MediaTime
import Timeline

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PlanDocument {
    /// Reads a plan that `openTimelineIO(url:)` wrote, possibly with its cuts moved by another program.
    ///
    /// - Parameter path: the file that a reference means.
    /// - Throws: `PlanError`.
    public init(openTimelineIO bytes: [UInt8], path: (String) -> String) throws(PlanError) {
        let timeline: OpenTimelineIO.Root
        let decoder = JSONDecoder()
        do {
            let version = try decoder.decode(OpenTimelineIO.Version.self, from: Data(bytes)).metadata?.compose?.version
            guard version == OpenTimelineIO.PlanMetadata.currentVersion || version == nil else {
                throw PlanError("it was written by another version of compose (plan format \(version!)); plan again")
            }
            timeline = try decoder.decode(OpenTimelineIO.Root.self, from: Data(bytes))
        } catch let error as PlanError {
            throw error
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            throw PlanError("\(context.codingPath.map(\.stringValue).joined(separator: ".")) cannot be read")
        } catch {
            throw PlanError("it is not OpenTimelineIO JSON")
        }
        guard let plan = timeline.metadata?.compose else {
            throw PlanError("it is OpenTimelineIO, but not a plan written by compose")
        }
        guard let track = timeline.tracks.children.first(where: { $0.kind == "Video" }) else {
            throw PlanError("it has no video track")
        }
        let (segments, transitions) = try Self.segments(of: track)
        self.init(
            name: timeline.name, media: try plan.media.map { media throws(PlanError) in try Self.media(media, path) },
            sounds: try plan.sounds.map { sound throws(PlanError) in try Self.sound(sound, path) },
            files: (plan.files ?? []).map { File(path: path($0.url), fingerprint: $0.fingerprint) },
            clock: plan.clock, segments: segments, transitions: transitions, output: plan.output)
    }

    private static func media(
        _ media: OpenTimelineIO.PlanMetadata.Media, _ path: (String) -> String
    ) throws(PlanError) -> Media {
        guard isPossible(media.footage, media.clock), (0..<4).contains(media.orientation.quarterTurns)
        else { throw PlanError("the times it gives for \(media.url) are impossible") }
        return Media(
            take: Take(angle: media.angle, path: path(media.url), clock: media.clock, footage: media.footage),
            orientation: media.orientation, audioStream: media.audioStream, fingerprint: media.fingerprint)
    }

    private static func sound(
        _ sound: OpenTimelineIO.PlanMetadata.Sound, _ path: (String) -> String
    ) throws(PlanError) -> Sound {
        guard isPossible(sound.extent, sound.clock) else {
            throw PlanError("the times it gives for \(sound.url) are impossible")
        }
        return Sound(
            angle: sound.angle, path: path(sound.url), clock: sound.clock, extent: sound.extent, stream: sound.stream,
            role: sound.role,
            fingerprint: sound.fingerprint)
    }

    /// A century either way: sums of such times cannot overflow.
    private static func isPossible(_ range: TimeRange, _ clock: TimeMap) -> Bool {
        let times = [range.start, range.end] + clock.pieces.flatMap { [$0.source, $0.target] }
        return range.start <= range.end
            && times.allSatisfy { $0.flicks.magnitude < UInt64(MediaTime.flicksPerSecond) * 3_155_760_000 }
    }

    private static func segments(
        of track: OpenTimelineIO.Track
    ) throws(PlanError) -> ([Composition.Segment], [Composition.Transition]) {
        var segments: [Composition.Segment] = []
        var transitions: [Composition.Transition] = []
        var frame: Int64 = 0
        var last: Int?
        var pending: OpenTimelineIO.Transition?
        let take = { (range: OpenTimelineIO.TimeRange) throws(PlanError) -> Range<Int64> in
            let count = try frames(range.duration)
            guard count > 0, frame + count < Self.mostFrames else { throw PlanError("a clip's length is impossible") }
            defer { frame += count }
            return frame..<frame + count
        }
        for item in track.children {
            switch item {
            case .transition(let transition): pending = transition
            case .gap(let gap):
                let frames = try take(gap.source_range)
                if let transition = pending {
                    transitions.append(try window(transition, into: segments.count, cut: frames.lowerBound))
                }
                segments.append(.init(frames: frames, scene: nil))
                (pending, last) = (nil, nil)
            case .clip(let clip):
                guard let own = clip.metadata?.compose else {
                    throw PlanError("the clip '\(clip.name)' does not say what it shows (metadata.compose)")
                }
                let frames = try take(clip.source_range)
                if last == own.segment, pending == nil, let previous = segments.last, previous.scene == own.scene {
                    segments[segments.count - 1].frames = previous.frames.lowerBound..<frames.upperBound
                    continue
                }
                if let transition = pending {
                    transitions.append(try window(transition, into: segments.count, cut: frames.lowerBound))
                }
                segments.append(.init(frames: frames, scene: own.scene))
                (pending, last) = (nil, own.segment)
            }
        }
        return (segments, transitions)
    }

    private static func window(
        _ transition: OpenTimelineIO.Transition, into segment: Int, cut: Int64
    ) throws(PlanError) -> Composition.Transition {
        let text = transition.metadata?.compose?.transition ?? "dissolve"
        guard let specification = Specification(parsing: text) else {
            throw PlanError("'\(text)' is not a transition")
        }
        let (before, after) = (try frames(transition.in_offset), try frames(transition.out_offset))
        guard before + after > 0 else { throw PlanError("the transition '\(text)' takes no time") }
        return .init(incoming: segment, frames: cut - before..<cut + after, specification: specification)
    }

    /// Two hundred days at 60 fps.
    private static let mostFrames: Int64 = 1 << 30

    private static func frames(_ time: OpenTimelineIO.RationalTime) throws(PlanError) -> Int64 {
        guard time.value == time.value.rounded(), (0..<Double(mostFrames)).contains(time.value) else {
            throw PlanError("a length of \(time.value) frames is impossible: cuts lie on whole frames")
        }
        return Int64(time.value)
    }
}
