/// A short stretch of the second recording that is looked for in the first.
struct Window: Sendable {
    /// In samples of the second recording.
    var start: Int
    /// Which piece of the path it belongs to.
    var piece: Int
    /// Where it is expected in the first recording, in samples: the middle of the search range.
    var expected: Int

    /// The middle of the window, in seconds of the second recording.
    var time: Double { Double(start + PhaseCorrelation.usualLength / 2) / Double(AnalysisSound.rate) }
    /// The delay according to `expected`, in seconds.
    var delay: Double { Double(expected - start) / Double(AnalysisSound.rate) }
}

extension LagPath {
    /// More windows do not improve the result.
    private static let mostWindows = 150
    /// Windows with less than this share of the activity of the best one are useless: two hundredths.
    private static let leastActivity: Float = 0.02

    /// Windows in which both sounds are active, in order; if there are too many, the best of each stretch.
    func windows(_ one: Envelope, _ other: Envelope) -> [Window] {
        let all = pieces.indices.flatMap { candidates(in: $0, one, other) }
        let best = all.map(\.activity).max() ?? 0
        let lively = all.filter { $0.activity > Self.leastActivity * best }
        guard lively.count > Self.mostWindows else { return lively.map(\.window) }
        return (0..<Self.mostWindows).map { n in
            let share = lively[(n * lively.count / Self.mostWindows)..<((n + 1) * lively.count / Self.mostWindows)]
            return share.max { $0.activity < $1.activity }!.window
        }
    }

    private func candidates(
        in index: Int, _ one: Envelope, _ other: Envelope
    ) -> [(window: Window, activity: Float)] {
        let piece = pieces[index]
        let length = Double(PhaseCorrelation.usualLength) / Double(AnalysisSound.rate)
        let span = piece.range.upperBound - piece.range.lowerBound
        // Short overlaps are read twice, half a window apart, and the shortest four times.
        let hop = span < 4 ? length / 4 : span < 20 ? length / 2 : length
        let starts = stride(from: piece.range.lowerBound, through: max(0, piece.range.upperBound - length), by: hop)
        return starts.map { start in
            let lag = piece.lag(at: start + length / 2)
            let energies = [(one, start + lag), (other, start)].map { envelope, time in
                envelope.activity(from: Int(time * envelope.rate), count: Int(length * envelope.rate))
            }
            let window = Window(
                start: AnalysisSound.position(start), piece: index, expected: AnalysisSound.position(start + lag))
            return (window, (energies[0] * energies[1]).squareRoot())
        }
    }
}
