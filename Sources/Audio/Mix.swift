/// What a film sounds like: tracks, each with its place and its gain. Whoever mixes knows nothing of cameras.
public struct Mix: Hashable, Sendable {
    public struct Track: Hashable, Sendable {
        /// Whose sound: a number that the reader of the tracks understands.
        public var source: Int
        /// Positions of the film at which the source is heard.
        public var range: Range<Int64>
        /// Added to a position of the film to get one of the source.
        public var offset: Int64
        public var gain: GainEnvelope
        /// A second gain, for what goes on across tracks: fades of the whole, lowering under a voice. `nil` for none.
        public var course: GainEnvelope?
        /// It is lowered where somebody speaks in the other tracks, by `Mix.ducking`.
        public var givesWay: Bool

        public init(
            source: Int, range: Range<Int64>, offset: Int64, gain: GainEnvelope, course: GainEnvelope? = nil,
            givesWay: Bool = false
        ) {
            self.course = course
            self.givesWay = givesWay
            self.source = source
            self.range = range
            self.offset = offset
            self.gain = gain
        }
    }

    public var tracks: [Track]
    /// Length of the film in samples.
    public var frameCount: Int64
    /// How tracks give way that do.
    public var ducking: Ducking?
    /// The gain of the sum; `nil` for 1.
    public var course: GainEnvelope?

    public init(tracks: [Track], frameCount: Int64) {
        self.tracks = tracks
        self.frameCount = frameCount
    }

    /// The largest sum of the tracks' gains at any sample: what full scale in all of them would become.
    public var highestGain: Float {
        // Between two points a sum of gains is highest near one of them, or in the middle of a cross-fade.
        let places = tracks.flatMap { track in
            zip(track.gain.points, track.gain.points.dropFirst()).map { ($0.position + $1.position) / 2 }
                + track.gain.points.map(\.position) + [track.range.lowerBound]
        }
        return Set(places).map { place in
            tracks.reduce(0) { sum, track in
                guard track.range.contains(place) else { return sum }
                return sum + track.gain.gain(at: place) * (track.course?.gain(at: place) ?? 1)
            }
        }.max() ?? 0
    }

    /// Mixes `count` samples of the film from `start`.
    ///
    /// - Parameters:
    ///   - isHeard: which tracks are added.
    ///   - read: gives samples of a track, by its index, from a position of its source.
    public func buffer(
        from start: Int64, count: Int, where isHeard: (Track) -> Bool = { _ in true },
        read: (Int, Int64, Int) throws -> AudioBuffer
    ) rethrows -> AudioBuffer {
        var sum = AudioBuffer(frameCount: count)
        for (index, track) in tracks.enumerated() where isHeard(track) {
            let heard = track.range.clamped(to: start..<start + Int64(count))
            guard !heard.isEmpty else { continue }
            let gain = track.gain.constantGain(in: heard)
            guard gain != 0 else { continue }
            var part = try read(index, heard.lowerBound + track.offset, heard.count)
            if gain != 1 { part.apply { gain ?? track.gain.gain(at: heard.lowerBound + Int64($0)) } }
            if let course = track.course, course.constantGain(in: heard) != 1 {
                part.apply { course.gain(at: heard.lowerBound + Int64($0)) }
            }
            sum.add(part, at: Int(heard.lowerBound - start))
        }
        return sum
    }
}
