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
        let numbers = InputNumbers(finder, copies)
        numbers.renumber(&output.audio)
        if let heard = content.sound {
            var gains = plan.soundTrackGains
            var tracks = numbers.tracks(heard)
            for (index, own) in heard.enumerated() {
                tracks[index].gain = (own.first?.found).flatMap { gains.removeValue(forKey: finder.angle(of: $0)) }
            }
            output.audio.choice = .tracks(tracks)
        }
        document = PlanDocument(
            name: timeline.name, media: finder.media + finder.repeatedMedia(copies), sounds: sounds,
            files: (plan.files ?? []).map { .init(path: path($0.url), fingerprint: $0.fingerprint) },
            clock: content.pictures.clock, segments: content.pictures.segments,
            transitions: content.pictures.transitions.filter { !$0.specification.isHardCut }, output: output)
        (document.markers, document.decisions) = (content.markers, content.pictures.decisions)
        (notes, isEdited) = (content.notes, content.isEdited)
    }

    private static func media(
        _ media: OpenTimelineIO.PlanMetadata.Media, _ path: (String) -> String
    ) throws(PlanError) -> PlanDocument.Media {
        guard isPossible(media.footage, media.clock), isPossible(media.soundExtent ?? media.footage, media.clock),
            isPossible(media.soundJumps, media),
            (0..<4).contains(media.orientation.quarterTurns)
        else { throw PlanError("the times it gives for \(media.url) are impossible") }
        return PlanDocument.Media(
            take: Take(angle: media.angle, path: path(media.url), clock: media.clock, footage: media.footage),
            orientation: media.orientation, audioStream: media.audioStream, soundExtent: media.soundExtent,
            soundJumps: media.soundJumps, fingerprint: media.fingerprint)
    }

    private static func sound(
        _ sound: OpenTimelineIO.PlanMetadata.Sound, _ path: (String) -> String
    ) throws(PlanError) -> PlanDocument.Sound {
        guard isPossible(sound.extent, sound.clock) else {
            throw PlanError("the times it gives for \(sound.url) are impossible")
        }
        return PlanDocument.Sound(
            angle: sound.angle, path: path(sound.url), clock: sound.clock, extent: sound.extent, stream: sound.stream,
            role: sound.role, fingerprint: sound.fingerprint)
    }

    private static func isPossible(_ jumps: TimeMap?, _ media: OpenTimelineIO.PlanMetadata.Media) -> Bool {
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
            let angles = media.map(\.angle) + sounds.map(\.angle)
            let known = tracks.compactMap { track -> (Angle, Float)? in
                // A plan file may contain any number.
                guard let input = track.clips.first?.input, angles.indices.contains(input) else { return nil }
                return track.gain.map { (angles[input], $0) }
            }
            return Dictionary(known) { first, _ in first }
        case .none, .angle, .follow, .speakers: return [:]
        }
    }
}
