import MediaTime
import Placing
import Planning
import Timeline

extension PlanDocument {
    /// Reads a plan that `openTimelineIO(url:)` wrote, possibly edited by another program: its tracks define the film.
    ///
    /// - Parameter path: the file that a reference points to.
    /// - Throws: `PlanError` naming what cannot be rendered as written.
    package init(openTimelineIO bytes: [UInt8], path: @escaping (String) -> String) throws {
        let timeline = try TimelineFile(bytes)
        guard let plan = timeline.plan else {
            throw PlanError("it is OpenTimelineIO, but not a plan written by compose")
        }
        self = try PlanReading(timeline, plan, path: path).document
    }
}

/// A plan file that compose wrote: the plan as its tracks are now.
struct PlanReading {
    var document: PlanDocument
    let notes: [TimelineNote]
    let isEdited: Bool

    /// - Parameter path: the file that a reference points to.
    init(
        _ timeline: TimelineFile, _ plan: OpenTimelineIO.PlanMetadata, path: @escaping (String) -> String,
        open: @escaping (String) throws -> LinkedFile = { try LinkedFile(path: $0) }
    ) throws {
        guard plan.cuts.isPossible else { throw PlanError("the cuts it was planned with are impossible") }
        let finder = MediaFinder(
            media: try plan.media.map { media throws(PlanError) in try Self.media(media, path) },
            sounds: try plan.sounds.map { sound throws(PlanError) in try Self.sound(sound, path) },
            path: path, open: open)
        let content = try timeline.content(finder)
        let copies = content.pictures.copies
        let sounds = finder.sounds + finder.repeatedSounds(copies)
        var output = plan.output
        output.frameRate = content.rate
        output.audio.repeatSources(of: finder, copies)
        if var tracks = content.sound {
            var gains = plan.soundTrackGains
            for index in tracks.indices {
                tracks[index].gain =
                    (tracks[index].clips.first?.input).flatMap {
                        gains.removeValue(forKey: finder.angle(of: $0))
                    }
            }
            output.audio.choice = .tracks(tracks)
        }
        document = PlanDocument(
            name: timeline.name, media: finder.media + finder.repeatedMedia(copies), sounds: sounds,
            files: (plan.files ?? []).map { .init(path: path($0.path), fingerprint: $0.fingerprint) },
            clock: content.pictures.clock, segments: content.pictures.segments,
            transitions: content.pictures.transitions.filter { !$0.specification.isHardCut }, output: output)
        (document.markers, document.decisions) = (content.markers, content.pictures.decisions)
        document.edits = plan.edits
        (notes, isEdited) = (content.notes, content.isEdited)
    }

    private static func media(_ media: PlannedTake, _ path: (String) -> String) throws(PlanError) -> PlannedTake {
        guard isPossible(media.footage, media.clock), isPossible(media.soundExtent ?? media.footage, media.clock),
            isPossible(media.soundJumps, media),
            (0..<4).contains(media.orientation.quarterTurns)
        else { throw PlanError("the times it gives for \(media.path) are impossible") }
        var media = media
        media.path = path(media.path)
        return media
    }

    private static func sound(_ sound: PlannedSound, _ path: (String) -> String) throws(PlanError) -> PlannedSound {
        guard isPossible(sound.extent, sound.clock) else {
            throw PlanError("the times it gives for \(sound.path) are impossible")
        }
        var sound = sound
        sound.path = path(sound.path)
        return sound
    }

    private static func isPossible(_ jumps: TimeMap?, _ media: PlannedTake) -> Bool {
        guard let jumps else { return true }
        return isPossible(media.footage, jumps) && jumps.pieces[0].source == jumps.pieces[0].target
            && jumps.pieces.allSatisfy { $0.rate == .one }
    }

    private static func isPossible(_ range: TimeRange, _ clock: TimeMap) -> Bool {
        let times = [range.start, range.end] + clock.pieces.flatMap { [$0.source, $0.target] }
        return range.start <= range.end
            && times.allSatisfy { $0.magnitude < .century }
    }
}

extension OpenTimelineIO.PlanMetadata {
    /// The gains of the sound tracks that were written with the plan, by what each contains: the equal shares of a mix.
    fileprivate var soundTrackGains: [Angle: Float] {
        let takes = media.filter { $0.audioStream != nil }.map(\.angle)
        switch output.audio.choice {
        case .mix:
            let heard = Set(takes + sounds.filter { $0.role == .recording }.map(\.angle))
                .filter { output.audio.mix.factor(of: $0) > 0 }
            return Dictionary(uniqueKeysWithValues: heard.map { ($0, 1 / Float(heard.count)) })
        case .tracks(let tracks):
            let known = tracks.compactMap { track -> (Angle, Float)? in
                // A plan file may contain any number.
                let angle: Angle? =
                    switch track.clips.first?.input {
                    case .take(let index)?: media.indices.contains(index) ? media[index].angle : nil
                    case .sound(let index)?: sounds.indices.contains(index) ? sounds[index].angle : nil
                    case nil: nil
                    }
                return angle.flatMap { angle in track.gain.map { (angle, $0) } }
            }
            return Dictionary(known) { first, _ in first }
        case .none, .angle, .follow, .speakers: return [:]
        }
    }
}
