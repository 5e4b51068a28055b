import Audio
import MediaTime
import Placing
import Planning
import Timeline

/// All cameras and microphones of a recording in sync, as editing programs switch between them.
///
/// Its clock counts frames of the film. Where a device's clock drifts by half a frame, its file is cut and continues a
/// frame earlier or later: editing programs play all files at one speed.
struct Multicam {
    /// A part of a file.
    struct Piece {
        var frames: Range<Int64>
        var input: SourceID
        /// The first time, on the file's clock.
        var start: MediaTime
    }

    /// A camera or a microphone.
    struct Channel {
        var name: String
        var hasPicture: Bool
        /// Whether its pieces are heard as well.
        var hasSound: Bool
        var pieces: [Piece]
    }

    /// Cameras first, then the sounds that are not in step with a camera's pictures.
    private(set) var channels: [Channel] = []
    private let plan: RenderPlan
    private let origin: MediaTime
    /// The channel that shows a take, and the one in which a source is heard.
    private(set) var cameras: [Int: Int] = [:]
    private(set) var microphones: [SourceID: Int] = [:]

    init(_ plan: RenderPlan) {
        self.plan = plan
        let (composition, rate) = (plan.composition, plan.composition.frameRate)
        let sounds = plan.inputs.filter { plan.isRecorded($0) && ($0.take == nil || !plan.isInStep($0)) }
            .compactMap { input in plan.audioSource(input).map { (input, $0) } }
        // The film's first frame is a whole frame of the clock, and nothing was recorded before it.
        let first = composition.sessionTime(ofFrame: 0)
        let begin = sounds.map(\.1.range.start).reduce(composition.session.union.start, min)
        origin = first - rate.time(ofFrame: max(0, rate.frame(at: first - begin, .up)))
        for angle in composition.session.angles {
            let takes = composition.session.takes.indices.filter {
                composition.session.takes[$0].angle == angle && !composition.session.takes[$0].footage.isEmpty
            }
            add(
                takes.map(SourceID.take), angle.name, hasPicture: true,
                hasSound: takes.contains { plan.sources[$0].audioStream != nil && plan.isInStep(.take($0)) })
        }
        for (name, all) in Dictionary(grouping: sounds, by: \.1.angle.name).sorted(by: { $0.value[0].0 < $1.value[0].0 }
        ) {
            let isTaken = channels.contains { $0.name == name }
            add(all.map(\.0), isTaken ? "\(name) sound" : name, hasPicture: false, hasSound: true)
        }
    }

    /// The frame at which it shows what a segment of the film shows at one of the film's.
    func frame(at frame: Int64, inSegment segment: Int) -> Int64 {
        let time = plan.composition.sessionTime(ofFrame: frame, inSegment: segment)
        return max(0, plan.composition.frameRate.frame(at: time - origin, .nearest))
    }

    /// The frame at which it plays the beginning of a clip.
    func frame(at heard: HeardClip) -> Int64 {
        let time = plan.audioSource(heard.input)?.clock.target(at: heard.start) ?? origin
        return max(0, plan.composition.frameRate.frame(at: time - origin, .nearest))
    }

    /// The only channel that is heard, at its own level and as long as anything is shown; `nil` if there are others.
    func microphone(ofAll tracks: [[HeardClip]], in cuts: CutList) -> Int? {
        guard tracks.count == 1, let first = tracks[0].first, let only = microphones[first.input] else { return nil }
        let isAlone = tracks[0].allSatisfy { microphones[$0.input] == only && $0.isAtItsLevel }
        let isThroughout = cuts.events.allSatisfy { event in
            event.take != nil
                && tracks[0].contains { heard in
                    heard.frames.lowerBound <= event.frames.lowerBound
                        && event.frames.upperBound <= heard.frames.upperBound
                        && frame(at: heard) + event.frames.lowerBound - heard.frames.lowerBound
                            == frame(at: event.frames.lowerBound, inSegment: event.segment)
                }
        }
        return isAlone && isThroughout ? only : nil
    }

    /// The pieces of a channel on the clock of a take's file, in frames of the film from its first picture.
    func pieces(of channel: Int, besides take: Int) -> [Piece] {
        guard let camera = cameras[take] else { return [] }
        let rate = plan.composition.frameRate
        let footage = plan.composition.session.takes[take].footage
        guard channel != camera else {
            let count = max(1, rate.frame(at: footage.duration, .nearest))
            return [Piece(frames: 0..<count, input: .take(take), start: footage.start)]
        }
        var pieces = channels[camera].pieces.filter { $0.input == .take(take) }.flatMap { shown in
            let first = rate.frame(at: shown.start - footage.start, .nearest)
            return channels[channel].pieces.compactMap { piece -> Piece? in
                let common = piece.frames.clamped(to: shown.frames)
                guard !common.isEmpty else { return nil }
                let start = first + common.lowerBound - shown.frames.lowerBound
                return Piece(
                    frames: start..<start + Int64(common.count), input: piece.input,
                    start: piece.start + rate.time(ofFrame: common.lowerBound - piece.frames.lowerBound))
            }
        }
        // Where the shown camera drifts, its file has a frame more or less than the film.
        for index in pieces.indices.dropLast()
        where (pieces[index + 1].frames.lowerBound - pieces[index].frames.upperBound).magnitude <= 1 {
            let first = pieces[index].frames.lowerBound
            pieces[index].frames = first..<max(first, pieces[index + 1].frames.lowerBound)
        }
        return pieces.filter { !$0.frames.isEmpty }
    }

    private mutating func add(_ inputs: [SourceID], _ name: String, hasPicture: Bool, hasSound: Bool) {
        var pieces = inputs.flatMap { self.pieces($0, hasPicture: hasPicture) }
            .sorted { $0.frames.lowerBound < $1.frames.lowerBound }
        // Of files that overlap, the later one is shown.
        for index in pieces.indices.dropLast() {
            let end = min(pieces[index].frames.upperBound, pieces[index + 1].frames.lowerBound)
            pieces[index].frames = pieces[index].frames.lowerBound..<max(end, pieces[index].frames.lowerBound)
        }
        pieces.removeAll(where: \.frames.isEmpty)
        guard !pieces.isEmpty else { return }
        for input in inputs {
            if hasPicture, let take = input.take { cameras[take] = channels.count }
            if hasSound, !hasPicture || plan.isInStep(input) { microphones[input] = channels.count }
        }
        channels.append(Channel(name: name, hasPicture: hasPicture, hasSound: hasSound, pieces: pieces))
    }

    private func pieces(_ input: SourceID, hasPicture: Bool) -> [Piece] {
        let placed: (clock: TimeMap, range: TimeRange)? =
            if hasPicture, let take = input.take.map({ plan.composition.session.takes[$0] }) {
                (take.clock, take.footage)
            } else {
                plan.audioSource(input).map { ($0.clock, $0.extent) }
            }
        guard let placed else { return [] }
        let rate = plan.composition.frameRate
        return placed.clock.sections(of: placed.range).flatMap { map, range in
            let frame = { rate.frame(at: map.target(at: $0) - origin, .nearest) }
            let fileTime = { map.source(at: origin + rate.time(ofFrame: $0)) }
            var (pieces, first, end) = ([Piece](), max(0, frame(range.start)), frame(range.end))
            while first < end {
                // Writers count in frames from the file's beginning.
                let start =
                    placed.range.start
                    + rate.time(ofFrame: max(0, rate.frame(at: fileTime(first) - placed.range.start, .nearest)))
                let drift = { (frame: Int64) in
                    (fileTime(frame) - start - rate.time(ofFrame: frame - first)).magnitude
                }
                var (inStep, out) = (first, end)
                while out - inStep > 1 {
                    let middle = inStep + (out - inStep) / 2
                    if drift(middle) + drift(middle) <= rate.frameDuration { inStep = middle } else { out = middle }
                }
                pieces.append(Piece(frames: first..<out, input: input, start: start))
                first = out
            }
            return pieces
        }
    }
}
