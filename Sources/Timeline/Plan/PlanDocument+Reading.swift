import MediaTime

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
        let timeline: OpenTimelineIO.Timeline
        do {
            timeline = try JSONDecoder().decode(OpenTimelineIO.Timeline.self, from: Data(bytes))
        } catch let error as PlanError {
            throw error
        } catch {
            throw PlanError("it is not OpenTimelineIO JSON")
        }
        guard let plan = timeline.metadata?.compose else {
            throw PlanError("it is OpenTimelineIO, but not a plan: compose plan … -o FILE writes one")
        }
        guard plan.version == OpenTimelineIO.PlanMetadata.currentVersion else {
            throw PlanError("it was written by another version of compose (plan format \(plan.version)); plan again")
        }
        guard plan.frameRate.count == 2, let rate = FrameRate(plan.frameRate[0], plan.frameRate[1]) else {
            throw PlanError("its frame rate makes no sense")
        }
        guard let track = timeline.tracks.children.first(where: { $0.kind == "Video" }) else {
            throw PlanError("it has no video track")
        }
        let (segments, transitions) = try Self.segments(of: track)
        self.init(
            name: timeline.name, media: try plan.media.map { media throws(PlanError) in try Self.media(media, path) },
            frameRate: rate, start: MediaTime(flicks: plan.start), segments: segments, transitions: transitions,
            output: plan.output)
    }

    private static func media(
        _ media: OpenTimelineIO.PlanMetadata.Media, _ path: (String) -> String
    ) throws(PlanError) -> Media {
        guard (0..<4).contains(media.quarterTurns), media.footageDuration >= 0,
            // A century either way: sums of such times cannot overflow.
            [media.start, media.footageStart, media.footageDuration].allSatisfy({
                $0.magnitude < UInt64(MediaTime.flicksPerSecond) * 3_155_760_000
            })
        else { throw PlanError("what it says about \(media.url) makes no sense") }
        return Media(
            take: Take(
                angle: Angle(media.angle), path: path(media.url), start: MediaTime(flicks: media.start),
                footage: TimeRange(
                    start: MediaTime(flicks: media.footageStart), duration: MediaTime(flicks: media.footageDuration))),
            quarterTurns: media.quarterTurns, isMirrored: media.mirrored, audioStream: media.audioStream,
            fingerprint: media.fingerprint)
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
            guard count > 0, frame + count < Self.mostFrames else { throw PlanError("a clip's length makes no sense") }
            defer { frame += count }
            return frame..<frame + count
        }
        for item in track.children {
            switch item {
            case .transition(let transition): pending = transition
            case .gap(let gap):
                segments.append(.init(frames: try take(gap.source_range), view: nil))
                (pending, last) = (nil, nil)
            case .clip(let clip):
                guard let own = clip.metadata?.compose else {
                    throw PlanError("the clip '\(clip.name)' does not say what it shows (metadata.compose)")
                }
                let frames = try take(clip.source_range)
                let view = View.single(Angle(own.view))
                if last == own.segment, pending == nil, let previous = segments.last, previous.view == view {
                    segments[segments.count - 1].frames = previous.frames.lowerBound..<frames.upperBound
                    continue
                }
                if let transition = pending {
                    transitions.append(try window(transition, into: segments.count, cut: frames.lowerBound))
                }
                segments.append(.init(frames: frames, view: view))
                (pending, last) = (nil, own.segment)
            }
        }
        return (segments, transitions)
    }

    private static func window(
        _ transition: OpenTimelineIO.Transition, into segment: Int, cut: Int64
    ) throws(PlanError) -> Composition.Transition {
        let text = transition.metadata?.compose?.transition ?? "dissolve"
        guard let specification = TransitionSpecification(parsing: text) else {
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
            throw PlanError("a length of \(time.value) frames cannot be: cuts lie on whole frames")
        }
        return Int64(time.value)
    }
}
