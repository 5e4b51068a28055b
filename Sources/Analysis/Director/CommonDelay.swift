/// The delay between two microphones that is the same for all speakers, over time. It changes slowly where the clocks
/// of two devices drift in another way than the sync assumes, and suddenly where one of them lost samples. Without it,
/// the delay of one speaker at the beginning can be that of the other at the end.
///
/// Found by aligning the histograms of the delays of successive windows.
struct CommonDelay {
    /// In bins of the histogram, one for each hop.
    private var shifts: [Int] = []

    /// Samples per bin, a quarter of a millisecond.
    static let bin = 4
    /// Bins of a histogram.
    static let count = 2 * ArrivalTrack.reach / bin + 1
    /// Steps between windows, and of a window: 10 s and 20 s. Both speakers rarely pause longer.
    private static let (hop, length) = (10 * VoiceTrack.rate, 20 * VoiceTrack.rate)
    /// Steps of clear delays that a window must have to say anything.
    private static let least = Float(VoiceTrack.rate)
    /// Where the template has this share of its maximum, somebody sits: who speaks more must not attract the others.
    private static let seat: Float = 0.25
    /// The delay jumps if that puts so many times more sound where somebody sits.
    private static let jump: Float = 1.6
    /// The delay moves by a bin or two if the histograms match by this factor better.
    private static let drift: Float = 1.05

    /// Two speakers are more than this many bins apart.
    private static let apart = 5
    /// A speaker has at least this share of the other's speech; otherwise there is only one.
    private static let leastShare: Float = 0.12

    /// - Parameter weights: how much the peak of each step counts, 0…1.
    init(_ track: ArrivalTrack, weights: [Float]) {
        let windows = stride(from: 0, to: max(1, weights.count), by: Self.hop).map { start in
            let first = max(0, start - (Self.length - Self.hop) / 2)
            return Self.histogram(track, weights, first..<min(weights.count, first + Self.length), shift: { _ in 0 })
        }
        shifts = [Int](repeating: 0, count: windows.count)
        let sums = windows.map { $0.reduce(0, +) }
        guard let middle = sums.indices.max(by: { sums[$0] < sums[$1] }), sums[middle] > Self.least else { return }
        var template = windows[middle]
        for window in Array(middle + 1..<max(middle + 1, windows.count)) + (0..<middle).reversed() {
            let before = shifts[window > middle ? window - 1 : window + 1]
            shifts[window] = before
            guard sums[window] > Self.least else { continue }
            shifts[window] = Self.shift(of: windows[window], to: template, from: before)
            for bin in template.indices {
                let source = bin + shifts[window]
                if windows[window].indices.contains(source) { template[bin] += windows[window][source] }
            }
        }
    }

    /// In bins.
    func shift(at step: Int) -> Int { shifts[min(step / Self.hop, shifts.count - 1)] }

    /// In samples.
    func samples(at step: Int) -> Float { Float(shift(at: step) * Self.bin) }

    /// The smoothed histogram of the delays.
    ///
    /// - Parameter shift: what to subtract at each step, in bins.
    static func histogram(
        _ track: ArrivalTrack, _ weights: [Float], _ steps: Range<Int>, shift: (Int) -> Int
    ) -> [Float] {
        var sums = [Float](repeating: 0, count: count)
        for step in steps {
            let bin = (Int(track.peaks[step].delay) + ArrivalTrack.reach) / bin - shift(step)
            if sums.indices.contains(bin) { sums[bin] += weights[step] }
        }
        let kernel: [Float] = [0.25, 0.5, 1, 0.5, 0.25]
        return sums.indices.map { n in
            kernel.indices.reduce(0) { sum, k in
                sums.indices.contains(n + k - 2) ? sum + sums[n + k - 2] * kernel[k] : sum
            }
        }
    }

    /// The delays of the speakers, the most frequent first, in samples.
    static func places(_ histogram: [Float], _ speakers: Int) -> [Float] {
        var rest = histogram
        var found: [Float] = []
        let most = histogram.max() ?? 0
        while found.count < speakers, let height = rest.max(), height > 0, height > leastShare * most {
            let place = rest.firstIndex(of: height)!
            found.append(Float(place * bin - ArrivalTrack.reach) + Float(bin - 1) / 2)
            for near in max(0, place - apart)...min(rest.count - 1, place + apart) { rest[near] = 0 }
        }
        return found
    }

    private static func shift(of window: [Float], to template: [Float], from before: Int) -> Int {
        let seat = seat * (template.max() ?? 0)
        let seats = template.map { min(1, $0 / seat) }
        let match = { (template: [Float], shift: Int) in
            template.indices.reduce(Float(0)) { sum, bin in
                window.indices.contains(bin + shift) ? sum + template[bin] * window[bin + shift] : sum
            }
        }
        let near = { (shift: Int) in shift - 2...shift + 2 }
        let stay = near(before).map { match(seats, $0) }.max() ?? 0
        let best = (-count / 2...count / 2).max { match(seats, $0) < match(seats, $1) } ?? before
        let start = match(seats, best) > jump * stay ? best : before
        // Between speakers who cannot be separated, the delay would follow who speaks.
        guard places(template, 2).count > 1 else { return start }
        let finest = near(start).max { match(template, $0) < match(template, $1) } ?? start
        return match(template, finest) > drift * match(template, start) ? finest : start
    }
}
