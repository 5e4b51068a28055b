/// Reads the windows of both recordings and correlates them.
struct WindowReading {
    private var one: SoundTape
    private var other: SoundTape
    private let gates: (OnsetGate, OnsetGate)

    init(_ one: HeardSound, _ other: HeardSound) throws {
        self.one = SoundTape(try one.open())
        self.other = SoundTape(try other.open())
        gates = (OnsetGate(one.levels), OnsetGate(other.levels))
    }

    /// Windows whose rises are below this share of the best window's are useless: two hundredths.
    private static let leastRise: Float = 0.02

    /// Skips windows without sound and those in which hardly anything rises.
    mutating func fits(
        _ windows: [Window], _ transforms: FourierTransforms, _ path: LagPath
    ) throws -> [WindowFit] {
        var correlation = try PhaseCorrelation(transforms)
        let fits = try windows.compactMap { try fit($0, path, &correlation) }
        let most = fits.map(\.rise).max() ?? 0
        return fits.filter { $0.rise >= Self.leastRise * most }.map(\.fit)
    }

    /// One window, and how much rises in it; `nil` for silence.
    mutating func fit(
        _ window: Window, _ path: LagPath, _ correlation: inout PhaseCorrelation
    ) throws -> (fit: WindowFit, rise: Float)? {
        let (lead, reach, length) = (OnsetGate.leadIn, correlation.reach, correlation.length)
        let piece = path.pieces[window.piece]
        let long = try one.read(from: window.expected - reach - lead, count: lead + length + 2 * reach)
        let short = try stretched(by: piece.slope, from: window.start, count: length)
        let gated = (gates.0.gated(long), gates.1.gated(short))
        guard let curve = correlation.curve(gated.0, gated.1) else { return nil }
        let fit = WindowFit(
            time: window.time, piece: window.piece, expected: piece.lag(at: window.time), delay: window.delay,
            curve: curve)
        return (fit, (energy(gated.0[reach..<reach + length]) * energy(gated.1[...])).squareRoot())
    }

    /// The second recording at the clock rate of the first one, with a lead-in. The middle of the window keeps its
    /// place.
    private mutating func stretched(by slope: Double, from start: Int, count: Int) throws -> [Float] {
        let lead = OnsetGate.leadIn
        guard slope != 0 else { return try other.read(from: start - lead, count: lead + count) }
        let margin = 2 + Int((abs(slope) * Double(lead + count)).rounded(.up))
        let samples = try other.read(from: start - lead - margin, count: lead + count + 2 * margin)
        let middle = Double(lead + count / 2)
        return (0..<lead + count).map { n in
            let place = middle + (Double(n) - middle) / (1 + slope) + Double(margin)
            return cubic(samples, at: place)
        }
    }
}

private func energy(_ samples: ArraySlice<Float>) -> Float { samples.reduce(0) { $0 + $1 * $1 } }

/// Interpolates between samples, by the cubic through the surrounding four (Catmull and Rom 1974).
private func cubic(_ samples: [Float], at place: Double) -> Float {
    let index = Int(place)
    let part = Float(place - Double(index))
    let (a, b, c, d) = (samples[index - 1], samples[index], samples[index + 1], samples[index + 2])
    return b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)))
}
