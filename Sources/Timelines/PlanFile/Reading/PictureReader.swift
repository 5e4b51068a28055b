import MediaTime
import Placing
import Planning
import Timeline

/// The contents of a timeline's picture tracks: the segments of a film, and when their files were recorded.
///
/// If all clips are where the plan's own clock has them, the plan stays as it is. Otherwise the timeline defines it.
struct PictureReader {
    /// A clip or a gap in whole frames of the film.
    struct Shot {
        var frames: Range<Int64>
        var use: Lane.Use?
        /// What is shown, and its session time.
        var scene: Scene?
        var time: MediaTime?
        /// The planned segment.
        var number: Int?
        /// The first time shown, on the file's clock.
        var fileTime = MediaTime.zero
        var take: Take?
    }

    let rate: FrameRate
    let finder: MediaFinder
    /// What compose planned; `nil` for another program's timeline.
    let plan: OpenTimelineIO.PlanMetadata?
    private var clock: TimeMap? { plan?.clock }
    /// The takes of the plan; `nil` if there are none.
    private let planned: Session?

    init(rate: FrameRate, finder: MediaFinder, plan: OpenTimelineIO.PlanMetadata?) {
        (self.rate, self.finder, self.plan) = (rate, finder, plan)
        planned = try? Session(takes: finder.media.prefix(finder.plannedMedia).map(\.take))
    }

    /// The result of reading.
    struct Seen {
        var segments: [Composition.Segment] = []
        var transitions: [Composition.Transition] = []
        var decisions: [Int: DirectorDecision] = [:]
        var clock: TimeMap
        /// Takes that are placed on the session clock a second time.
        var copies: [Replay.Copy] = []
        /// Whether something is shown at another time than planned.
        var isRetimed = false
        var replaced: [TimelineNote] = []
        /// Whether the cuts are not those of the plan.
        var isRecut = false
        var hasOtherTransitions = false

        /// Whether sound that follows the recording's clock, or the visible camera, would play at other times than
        /// planned.
        func movesSound(of plan: OpenTimelineIO.PlanMetadata) -> Bool {
            let isFollowing = plan.output.audio.choice == .follow && (isRecut || isRetimed)
            return isFollowing || isRetimed && clock != plan.clock
        }
    }

    /// - Throws: `PlanError` naming the clip or transition that cannot be rendered.
    func read(_ lane: Lane) throws -> Seen {
        var result = Seen(clock: clock ?? .identity)
        var shots: [Shot] = []
        let lane = lane.withBlackEnds(rate.frameDuration)
        for item in lane.items {
            guard var shot = try shot(item) else { continue }
            if item.use != nil { try place(&shot, item, after: shots.last, &result) }
            shots.append(shot)
        }
        let fades = try windows(lane.fades)
        let fadesByCut = Dictionary(fades.map { ($0.cut, $0) }) { one, _ in one }
        let replay = try Replay(
            shots.map { .init(frame: $0.frames.lowerBound, end: $0.frames.upperBound, time: $0.time) },
            rate: rate, takes: finder.media.map(\.take))
        let isPlanned = !result.isRetimed && clock != nil
        let end = rate.time(ofFrame: shots.last?.frames.upperBound ?? 0)
        if isPlanned, let clock {
            result.clock = TimeMap(pieces: clock.pieces.filter { $0.source < end || $0 == clock.pieces[0] }) ?? clock
        } else {
            (result.clock, result.copies) = (replay.clock, replay.copies)
        }
        try join(shots, fadesByCut, &result)
        if plan == nil || result.isRetimed { result.replaced += held(shots, fades) }
        if let cuts = plan?.cuts {
            result.isRecut = !cuts.areThose(of: shots.map { ($0.number, $0.frames) })
            result.hasOtherTransitions = !cuts.haveThose(transitions: fades.map { ($0.cut, $0.frames) })
        }
        return result
    }

    private func shot(_ item: Lane.Item) throws(PlanError) -> Shot? {
        let frames = rate.frame(at: item.range.start, .nearest)..<rate.frame(at: item.range.end, .nearest)
        guard frames.upperBound < Self.mostFrames else { throw PlanError("it is longer than any film can be") }
        guard frames.isEmpty else { return Shot(frames: frames) }
        guard let use = item.use else { return nil }
        throw PlanError("\(use.title) is shorter than a frame of the film; remove it")
    }

    /// Two hundred days at 60 fps.
    static let mostFrames: Int64 = 1 << 30

    /// Finds what a clip shows and its session time.
    private func place(_ shot: inout Shot, _ item: Lane.Item, after last: Shot?, _ result: inout Seen) throws {
        guard let use = item.use else { return }
        guard case .take(let index) = try finder.find(use.url, name: use.name, title: use.title) else {
            throw PlanError("\(use.title) is linked to a file without pictures; put it on a sound track")
        }
        let media = finder.media[index]
        let start = rate.time(ofFrame: shot.frames.lowerBound)
        let fileTime = finder.fileTime(of: use, in: media.footage, media.path) + start - item.range.start
        (shot.use, shot.fileTime, shot.take) = (use, fileTime, media.take)
        shot.number = use.metadata?.segment
        shot.scene = scene(use, media.angle)
        if let planned = plannedTime(at: start, of: media.take, shot.scene), use.metadata?.scene == shot.scene,
            (planned.take.fileTime(at: planned.time) - fileTime).magnitude <= .leastEdit
        {
            shot.time = planned.time
            if !isPlanned(use, shot, planned.take) { try check(use, shot, media.take) }
            return
        }
        if clock != nil, use.metadata?.scene != shot.scene {
            result.replaced.append(.replaced(clip: use.name, path: media.path, at: start))
        }
        result.isRetimed = true
        if !isPlanned(use, shot, media.take) { try check(use, shot, media.take) }
        // A new file is placed where it is first shown.
        let now = last.flatMap { last in last.time.map { $0 + start - rate.time(ofFrame: last.frames.lowerBound) } }
        finder.place(index, at: (now ?? clock?.target(at: start) ?? start) - fileTime)
        shot.time = finder.media[index].take.sessionTime(at: fileTime)
    }

    /// The plan's session time at a time of the film, if the plan shows this file there.
    func plannedTime(at start: MediaTime, of take: Take, _ scene: Scene?) -> (take: Take, time: MediaTime)? {
        guard let clock, let planned, let angle = scene?.mainAngle else { return nil }
        let time = clock.target(at: start)
        // By index: a file that was moved has another path by now.
        guard let shown = planned.nearestTake(of: angle, at: time), finder.media[shown].path == take.path else {
            return nil
        }
        return (finder.media[shown].take, time)
    }

    /// Whether the planned shot of a clip shows everything that the clip does: compose may hold pictures where a file
    /// has none.
    private func isPlanned(_ use: Lane.Use, _ shot: Shot, _ take: Take) -> Bool {
        guard let plan, let number = use.metadata?.segment, plan.cuts.cameras.indices.contains(number) else {
            return false
        }
        let start = plan.clock.source(at: take.sessionTime(at: shot.fileTime))
        let end = start + rate.time(ofFrame: Int64(shot.frames.count))
        let bounds = plan.cuts.frames[number...(number + 1)].map(plan.output.frameRate.time(ofFrame:))
        return bounds[0] - rate.frameDuration <= start && end <= bounds[1] + rate.frameDuration
            && plannedTime(at: max(start, bounds[0]), of: take, shot.scene) != nil
    }

    /// The scene in the clip's metadata, with the file's camera if the clip was relinked to another.
    private func scene(_ use: Lane.Use, _ angle: Angle) -> Scene {
        guard var scene = use.metadata?.scene, let main = scene.mainAngle else { return .single(angle) }
        guard main != angle else { return scene }
        for index in scene.layers.indices where scene.layers[index].angle == main { scene.layers[index].angle = angle }
        return scene
    }

    /// - Throws: `PlanError` if a file does not have the footage that a clip shows.
    private func check(_ use: Lane.Use, _ shot: Shot, _ take: Take) throws(PlanError) {
        let (start, frame) = (shot.fileTime, rate.frameDuration)
        let end = start + rate.time(ofFrame: Int64(shot.frames.count))
        // Half a frame of footage may be shown for a whole frame, at either end.
        guard start >= take.footage.start - frame, end <= take.footage.end + frame else {
            let clock = { (time: MediaTime) in (time - take.footage.start).clockDescription }
            throw PlanError(
                "\(use.title) shows \(clock(start)) to \(clock(end)) of \(take.path), which lasts \(take.footage.duration.clockDescription); move its source_range into the file"
            )
        }
    }
}
