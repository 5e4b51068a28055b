import Analysis
import MediaIO
import MediaTime
import Timeline

/// Clips recorded one after the other, in time order, and what is known about the seams between them
/// (docs/decisions/0021-stitch-what-is-known.md).
package struct Stitch: Sendable {
    /// A clip on the session clock: that of the continuous recording, or else of the first clip.
    package struct Clip: Sendable {
        /// The file with its camera, its place and its drift.
        package var input: Input
        /// The range of its pictures, on the session clock.
        package var range: TimeRange
        /// Its place in the continuous recording; `nil` if not found.
        package var place: ClipPlace?
        /// Whether it has sound that can be decoded.
        package var hasSound: Bool
    }

    /// The boundary between two clips.
    package struct Seam: Hashable, Sendable {
        /// From the end of the previous clip to the start of the next; negative if they overlap.
        package var gap: MediaTime
        /// How the gap was determined, and so how exact it is.
        package var knownFrom: Knowledge
        /// By how much more than their rounding the time stamps let the clips overlap, which no sound confirms: they are
        /// placed end to end. `nil` if not at all.
        package var stampedOverlap: MediaTime?
        /// The room tone near the end of the previous clip and near the start of the next; `nil` for a clip without
        /// sound.
        package var tones: Tones
    }

    package struct Tones: Hashable, Sendable {
        package var before: RoomTone?
        package var after: RoomTone?
    }

    /// The evidence for a seam, best first.
    package enum Knowledge: Hashable, Sendable {
        /// Both clips are found in the continuous recording. The confidence is the lower of the two.
        case continuous(confidence: Double)
        /// The end of one clip and the start of the other contain the same sound.
        case overlap(confidence: Double)
        /// Both are linked to other clips by sound.
        case sound
        /// Time stamps: accurate to a second.
        case stamps
        /// Only the order is known.
        case nothing
    }

    /// The sound heard throughout.
    package struct ContinuousSound: Sendable {
        /// Its clock is the session's.
        package var source: AudioSource
    }

    /// In film order.
    package private(set) var clips: [Clip] = []
    /// One fewer than clips.
    package private(set) var seams: [Seam] = []
    /// `nil` if none was given.
    package private(set) var continuous: ContinuousSound?
    /// How time stamps were interpreted; `nil` if no file has any.
    package private(set) var reading: StampReading?
    package var knowsOrder: Bool { undated.isEmpty }
    /// Clips whose position is unknown: each follows the clip given before it.
    package private(set) var undated: [String] = []
    /// By how many seconds the cameras' clocks are ahead of the first one's, according to the sound; their stamps are
    /// corrected.
    package private(set) var clockErrors: [Angle: Double] = [:]
    /// By how many seconds time stamps contradict the sound; 0 if they agree within two seconds.
    package private(set) var clockError = 0.0

    /// The name of the continuous sound among the cameras.
    static let continuousName: Angle = "continuous sound"
    /// Below this, whole-second stamps of two phones count as agreeing.
    private static let agreement = 2.0

    /// Analyzes the sound of all clips and the continuous recording.
    ///
    /// - Parameters:
    ///   - inputs: of at least one clip; `angle` if the user specified the camera.
    ///   - continuous: a file whose sound covers the whole scene.
    ///   - hearing: called with the progress of reading a file's sound.
    /// - Throws: `MediaError`, `StitchError`, `TimelineError`.
    package init(
        _ inputs: [Input], continuous: String? = nil, hearing: (Hearing) -> Void = { _ in }
    ) throws {
        let transforms = FourierTransforms.standard
        let infos = try MediaInfo.probing(inputs.map(\.path))
        let footage = try infos.map { info throws(MediaError) in
            guard let video = info.video else { throw .noVideo(path: info.path, hasAudio: !info.audio.isEmpty) }
            return video.footage
        }
        if let empty = footage.firstIndex(where: \.isEmpty) {
            throw TimelineError.noFootage(paths: [inputs[empty].path])
        }
        try Self.checkDistinct(inputs)
        let heard = try Self.heard(infos, in: continuous, transforms, hearing)
        let spans = footage.map { $0.start.approximateSeconds...$0.end.approximateSeconds }
        let statements = zip(infos, spans).map { ClipStamps.Statement($0, length: $1.upperBound) }
        let anchors = heard.map { $0.place?.offset }
        let stamps = ClipStamps(statements, places: anchors)
        // The order is the same even if end stamps are interpreted as start stamps.
        let links = try ClipLinks.links(
            heard, order: Self.guessedOrder(stamps.starts), starts: stamps.starts, lengths: spans.map(\.upperBound),
            transforms)
        let tied = ClipPlaces.tied(anchors, links)
        let cameras = inputs.map { $0.angle ?? CameraName.angle(inFileName: $0.path) }
        let clocks = CameraClocks(
            of: cameras, groups: tied.groups.map(\.clips), places: tied.places, starts: stamps.starts)
        let starts = clocks.corrected(stamps.starts, of: cameras)
        let places = ClipPlaces(anchors: anchors, links: links, starts: starts, spans: spans)
        self.continuous = try continuous.map(Self.continuousSound)
        reading = stamps.reading
        clockErrors = clocks.errors
        undated = places.unordered.sorted().map { inputs[$0].path }
        clockError = places.contradiction > Self.agreement ? places.contradiction : 0
        clips = Self.clips(inputs, footage, places, heard)
        seams = Self.seams(clips, places, links, heard)
        for (index, pair) in zip(places.order, places.order.dropFirst()).enumerated()
        where seams[index].knownFrom == .stamps {
            guard seams[index].gap == .zero, let one = starts[pair.0], let next = starts[pair.1] else { continue }
            let overlap = one + spans[pair.0].upperBound - next - spans[pair.1].lowerBound
            if overlap > StampReading.doubt {
                seams[index].stampedOverlap = MediaTime(measured: overlap)
            }
        }
        try checkOrder()
    }

    /// The order by stamps; a clip without one follows the clip given before it.
    private static func guessedOrder(_ starts: [Double?]) -> [Int] {
        var last = -Double.infinity
        let guesses = starts.map { start in
            last = start ?? last
            return last
        }
        return starts.indices.sorted { (guesses[$0], $0) < (guesses[$1], $1) }
    }

    /// - Throws: `StitchError.copy`, `MediaError`.
    private static func checkDistinct(_ inputs: [Input]) throws {
        var seen: [String: String] = [:]
        for path in inputs.map(\.path) {
            guard let other = seen.updateValue(path, forKey: try FileFingerprint(path: path).description) else {
                continue
            }
            throw StitchError.copy(path: path, other: other)
        }
    }

    private static func continuousSound(_ path: String) throws -> ContinuousSound {
        let info = try MediaInfo(probingSoundOf: path)
        guard let track = info.heardTrack else { throw StitchError.noSound(path: path) }
        return ContinuousSound(
            source: AudioSource(
                angle: continuousName, info: info, stream: track.streamIndex, clock: .identity,
                extent: try info.extent(ofSound: track)))
    }

    private static func seams(
        _ clips: [Clip], _ places: ClipPlaces, _ links: [ClipLinks.Link], _ heard: [ClipLinks.Heard]
    ) -> [Seam] {
        zip(places.order, places.order.dropFirst()).enumerated().map { index, pair in
            // Places are known to 0.01 ms; smaller gaps count as none.
            let gap = clips[index + 1].range.start - clips[index].range.end
            return Seam(
                gap: gap.magnitude < .milliseconds(1) ? .zero : gap,
                knownFrom: knowledge(pair.0, pair.1, places, links, heard),
                tones: Tones(
                    before: heard[pair.0].quiet.last.map { RoomTone($0, ofTake: index) },
                    after: heard[pair.1].quiet.first.map { RoomTone($0, ofTake: index + 1) }))
        }
    }

    private static func heard(
        _ infos: [MediaInfo], in continuous: String?, _ transforms: FourierTransforms, _ hearing: (Hearing) -> Void
    ) throws -> [ClipLinks.Heard] {
        let whole = try continuous.map { path in
            guard let sound = try sound(of: MediaInfo(probingSoundOf: path), transforms, hearing) else {
                throw StitchError.noSound(path: path)
            }
            return sound
        }
        let finder = EndOverlapFinder(transforms)
        // One after the other: little is kept of each.
        let heard = try infos.map { info in
            guard let sound = try sound(of: info, transforms, hearing), let track = info.heardTrack else {
                return ClipLinks.Heard(quiet: (nil, nil))
            }
            var heard = ClipLinks.Heard(
                ends: try finder.ends(of: sound),
                sound: sound.forgetting {
                    try AnalysisReader(path: info.path, stream: track.streamIndex, clock: info.clock)
                },
                quiet: (sound.quietest(nearEnd: false), sound.quietest(nearEnd: true)))
            if let whole, let ends = heard.ends {
                heard.place = try ClipFinder(transforms).place(of: sound, ends, in: whole)
            }
            return heard
        }
        if let continuous, heard.allSatisfy({ $0.place == nil }) { throw StitchError.nowhere(path: continuous) }
        return heard
    }

    private static func sound(
        of info: MediaInfo, _ transforms: FourierTransforms, _ hearing: (Hearing) -> Void
    ) throws -> HeardSound? {
        try info.heardTrack.map { try HeardSound(info, SoundSelection(stream: $0.streamIndex), transforms, hearing) }
    }

    /// In order, named and placed.
    private static func clips(
        _ inputs: [Input], _ footage: [TimeRange], _ places: ClipPlaces, _ heard: [ClipLinks.Heard]
    ) -> [Clip] {
        let angles = angles(of: places.order.map { inputs[$0] })
        return zip(places.order, angles).map { index, angle in
            // To 0.01 ms and 0.01 ppm, the accuracy of the measurement.
            let offset = MediaTime(Int64((places.places[index] * 100_000).rounded()), in: .perSecond(100_000))
            let drift = Int64(((heard[index].place?.drift ?? 0) * 100).rounded()) * 10
            let clock = TimeMap(offset: offset, rate: ClockRate(partsPerBillion: drift) ?? .one)
            var input = inputs[index]
            (input.angle, input.offset, input.drift) = (angle, clock.pieces[0].target, clock.pieces[0].rate)
            let (start, end) = (footage[index].start, footage[index].end)
            return Clip(
                input: input, range: TimeRange(start: clock.target(at: start), end: clock.target(at: end)),
                place: heard[index].place, hasSound: heard[index].sound != nil)
        }
    }

    /// The user's choice, then the file names; a clip with no known camera gets its own, without guessing between two.
    private static func angles(of inputs: [Input]) -> [Angle] {
        let known = inputs.map { $0.angle ?? CameraName.angle(inFileName: $0.path) }
        let words = inputs.map { CameraName.word(ofFileName: $0.path) }
        return inputs.indices.map { index in
            if let angle = known[index] { return angle }
            guard let own = words[index], !known.contains(own), words.count(where: { $0 == own }) == 1,
                !Recording.meaningful.contains(own.name.lowercased())
            else { return Angle("clip\(index + 1)") }
            return own
        }
    }

    private static func knowledge(
        _ one: Int, _ next: Int, _ places: ClipPlaces, _ links: [ClipLinks.Link], _ heard: [ClipLinks.Heard]
    ) -> Knowledge {
        if let first = heard[one].place, let second = heard[next].place {
            return .continuous(confidence: min(first.confidence, second.confidence))
        }
        if let link = links.first(where: { ($0.earlier, $0.later) == (one, next) }) {
            return .overlap(confidence: link.overlap.confidence)
        }
        if places.groups[one] == places.groups[next] { return .sound }
        return places.unordered.contains(one) || places.unordered.contains(next) ? .nothing : .stamps
    }

    /// Two cameras that recorded at the same time have at least this share of the shorter one in common, in percent.
    private static let simultaneous: Int64 = 90

    /// - Throws: `StitchError.within`.
    private func checkOrder() throws(StitchError) {
        for (clip, next) in zip(clips, clips.dropFirst()) {
            let shorter = min(clip.range.duration, next.range.duration)
            let common = clip.range.intersection(next.range).duration
            if next.range.end <= clip.range.end || common * 100 >= shorter * Self.simultaneous {
                throw .within(path: next.input.path, other: clip.input.path)
            }
        }
    }
}

package enum StitchError: Error, Equatable, Sendable {
    /// One was recorded entirely during the other.
    case within(path: String, other: String)
    /// Both are the same recording.
    case copy(path: String, other: String)
    /// The continuous recording has no decodable sound.
    case noSound(path: String)
    /// None of the clips match the continuous recording.
    case nowhere(path: String)
}

extension StitchError: CustomStringConvertible {
    /// The message for the user: what is wrong, and what to do.
    package var description: String {
        switch self {
        case .within(let path, let other):
            "\(path) was recorded during \(other), not after it; compose the two as cameras of one recording, or leave one out."
        case .copy(let path, let other): "\(path) is a copy of \(other); leave one of them out."
        case .noSound(let path): "\(path) has no sound that can be decoded; name another recording of the sound."
        case .nowhere(let path):
            "none of the clips matches the sound of \(path), so it cannot be placed; leave it out, or name a recording of the same scene."
        }
    }
}
