import Platform

/// Power spectra of a stream of sound: a Hann window of 512 samples at every hop.
struct PowerSpectra {
    static let window = 512
    private var windowed = [Float](repeating: 0, count: window)
    /// The power in each bin of the current window.
    private(set) var power = [Float](repeating: 0, count: window / 2 + 1)
    private let transform: any FourierTransform
    private let hop: Int
    private let hann = (0..<window).map { 0.5 - 0.5 * cosf(2 * .pi * Float($0) / Float(window - 1)) }
    private var spectrum: [Float] = []
    private var pending: [Float]
    /// Where the next window begins in `pending`.
    private var start = 0

    /// - Parameters:
    ///   - hop: samples from window to window, at most a window's.
    ///   - silence: samples of silence before the first one, so that a window can be centered on it.
    /// - Throws: errors from making a transform.
    init(_ transforms: FourierTransforms, hop: Int, silence: Int = 0) throws {
        transform = try transforms.transform(size: Self.window)
        self.hop = hop
        pending = [Float](repeating: 0, count: silence)
    }

    mutating func append(_ samples: [Float]) {
        pending.removeFirst(start)
        start = 0
        pending += samples
    }

    /// Goes to the next window; `false` if it needs more samples.
    mutating func next() -> Bool {
        guard start + Self.window <= pending.count else { return false }
        for n in windowed.indices { windowed[n] = pending[start + n] * hann[n] }
        transform.forward(windowed[...], into: &spectrum)
        for bin in power.indices {
            power[bin] = spectrum[2 * bin] * spectrum[2 * bin] + spectrum[2 * bin + 1] * spectrum[2 * bin + 1]
        }
        start += hop
        return true
    }
}
