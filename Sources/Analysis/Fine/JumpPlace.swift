/// Finds the jump between two pieces: compares short stretches of sound at the delay before it and at the one after.
struct JumpPlace {
    /// Seconds of the second recording.
    let time: Double

    /// Stretches of 0.2 s every 0.1 s.
    private static let stretch = AnalysisSound.rate / 5
    private static let hop = AnalysisSound.rate / 10
    /// Samples to either side of the delays that are tried.
    private static let slack = 8

    /// - Parameters:
    ///   - range: of the second recording, which contains the jump.
    ///   - delays: by how many seconds the first recording is ahead before and after the jump.
    /// - Throws: what reading throws.
    init(
        between one: any SoundStream, _ other: any SoundStream, in range: ClosedRange<Double>,
        delays: (before: Double, after: Double)
    ) throws {
        let start = max(0, AnalysisSound.position(range.lowerBound))
        let count = max(0, AnalysisSound.position(range.upperBound) - start)
        var (first, second) = (SoundTape(one), SoundTape(other))
        let sound = try second.read(from: start, count: count)
        let shifts = [delays.before, delays.after].map { AnalysisSound.position($0) - Self.slack }
        let lowest = shifts.min()!
        let wide = try first.read(
            from: start + lowest, count: count + shifts.max()! - lowest + 2 * Self.slack)
        let starts = stride(from: 0, through: max(0, count - Self.stretch), by: Self.hop).map { $0 }
        // How much better the earlier delay fits than the later one, summed up to here.
        var (sum, best, place) = (Float(0), Float(0), starts.isEmpty ? 0 : starts[0])
        for from in starts {
            let fits = shifts.map { Self.fit(sound, wide, from, shift: $0 - lowest) }
            sum += fits[0] - fits[1]
            if sum > best { (best, place) = (sum, from + Self.hop) }
        }
        time = Double(start + place) / Double(AnalysisSound.rate)
    }

    /// The best normalized correlation near a shift; 0 for silence.
    private static func fit(_ sound: [Float], _ wide: [Float], _ from: Int, shift: Int) -> Float {
        let length = min(stretch, sound.count - from)
        var best: Float = 0
        var energy: Float = 0
        for n in 0..<length { energy += sound[from + n] * sound[from + n] }
        for slip in 0...(2 * slack) {
            let start = from + shift + slip
            guard start >= 0, start + length <= wide.count else { continue }
            var (product, square): (Float, Float) = (0, 0)
            for n in 0..<length {
                product += sound[from + n] * wide[start + n]
                square += wide[start + n] * wide[start + n]
            }
            best = max(best, product / ((energy * square).squareRoot() + 1e-9))
        }
        return best
    }
}
