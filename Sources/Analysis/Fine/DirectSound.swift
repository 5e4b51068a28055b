/// Finds the peak of a summed correlation that is the direct sound at both microphones, not a reflection at one of
/// them.
///
/// A reflection at the first microphone comes after the direct sound's peak, one at the second before it. The phone
/// farther from the source picks up more of the room, so most reflections are on one side, and the direct sound is
/// the edge where they begin: often not their highest peak.
struct DirectSound {
    /// Samples from the middle of the curve to the direct sound, or to the best candidate for it.
    let shift: Int

    /// A peak below half the height of the highest may be noise.
    private static let leastHeight: Float = 0.5
    /// The sides of a peak that are compared: from 1 ms, beyond its own width, to 20 ms, when a room's early
    /// reflections have arrived.
    private static let side = AnalysisSound.rate / 1000..<AnalysisSound.rate / 50
    /// Candidates are within 20 ms, the path of 7 m: the loudest reflection may come from a far wall.
    private static let reach = AnalysisSound.rate / 50
    /// Samples to either side of the middle that are needed.
    static let needed = reach + side.upperBound + 1
    /// Where both sides are quieter than this share of the whole curve's mean, neither counts as louder.
    private static let quiet: Float = 0.5

    /// - Parameter curve: `2 · needed + 1` heights, a sample apart.
    init(_ curve: [Float]) {
        let (middle, highest) = (Self.needed, curve.max()!)
        var sums: [Float] = [0]
        for height in curve { sums.append(sums.last! + max(0, height) * max(0, height)) }
        let ground = Self.quiet * sums.last! / Float(curve.count) * Float(Self.side.count)
        var (best, found): (Float, Int) = (0, 0)
        for n in (middle - Self.reach)...(middle + Self.reach) {
            guard curve[n] > curve[n - 1], curve[n] >= curve[n + 1], curve[n] >= Self.leastHeight * highest else {
                continue
            }
            let before = sums[n - Self.side.lowerBound] - sums[n - Self.side.upperBound] + ground
            let after = sums[n + Self.side.upperBound] - sums[n + Self.side.lowerBound] + ground
            // The peak's own power and the ratio between its two sides count equally.
            let score = curve[n] * curve[n] * max(before, after) / min(before, after)
            if score > best { (best, found) = (score, n - middle) }
        }
        shift = found
    }
}
