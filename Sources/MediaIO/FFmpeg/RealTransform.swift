import Analysis
import CFFmpeg

extension FourierTransforms {
    /// libavutil's.
    package static var standard: FourierTransforms { FourierTransforms { try RealTransform(size: $0) } }
}

/// libavutil's transform of real samples (`av_tx`, `AV_TX_FLOAT_RDFT`). Not thread-safe.
package final class RealTransform: FourierTransform {
    /// Samples of a transform.
    package let size: Int
    private let ways: (forward: Way, inverse: Way)
    private let samples: UnsafeMutablePointer<Float>
    private let spectrum: UnsafeMutablePointer<Float>

    private struct Way {
        var context: OpaquePointer
        var call: av_tx_fn
    }

    /// - Parameter size: a power of two from 2⁴ to 2¹⁸: FFmpeg 5.1 hangs or is silently wrong beyond that.
    /// - Throws: `MediaError.noTransform`.
    package init(size: Int) throws(MediaError) {
        precondition(size.nonzeroBitCount == 1 && (16...1 << 18).contains(size), "no size of a transform: \(size)")
        self.size = size
        do {
            ways = (try Self.way(size, inverse: false), try Self.way(size, inverse: true))
            // Aligned for the processor's widest instructions.
            let bytes = (size + 2) * MemoryLayout<Float>.stride
            samples = try allocated("av_malloc", av_mallocz(bytes)).assumingMemoryBound(to: Float.self)
            spectrum = try allocated("av_malloc", av_mallocz(bytes)).assumingMemoryBound(to: Float.self)
        } catch {
            throw .noTransform(error)
        }
    }
    deinit {
        var contexts: [OpaquePointer?] = [ways.forward.context, ways.inverse.context]
        for n in contexts.indices { av_tx_uninit(&contexts[n]) }
        av_free(samples)
        av_free(spectrum)
    }

    private static func way(_ size: Int, inverse: Bool) throws(FFmpegFailure) -> Way {
        var context: OpaquePointer?
        var call: av_tx_fn?
        // Forward unscaled; backward scaled so that both together change nothing.
        var scale: Float = inverse ? 1 / Float(size) : 1
        try check(
            "av_tx_init", av_tx_init(&context, &call, AV_TX_FLOAT_RDFT, inverse ? 1 : 0, Int32(size), &scale, 0))
        return Way(context: try allocated("av_tx_init", context), call: try allocated("av_tx_init", call))
    }

    /// Unscaled. `spectrum` gets `size + 2` numbers: real and imaginary parts of `size / 2 + 1` values.
    ///
    /// - Precondition: no more than `size` samples; fewer are padded with zeros.
    package func forward(_ samples: ArraySlice<Float>, into spectrum: inout [Float]) {
        precondition(samples.count <= size)
        samples.withUnsafeBufferPointer { self.samples.update(from: $0.baseAddress!, count: $0.count) }
        (self.samples + samples.count).update(repeating: 0, count: size - samples.count)
        // FFmpeg 5.1 does not set the imaginary part of the highest bin.
        self.spectrum[size + 1] = 0
        ways.forward.call(
            ways.forward.context, self.spectrum, self.samples, MemoryLayout<Float>.stride)
        if spectrum.count != size + 2 { spectrum = [Float](repeating: 0, count: size + 2) }
        spectrum.withUnsafeMutableBufferPointer { $0.baseAddress!.update(from: self.spectrum, count: size + 2) }
    }

    /// Scaled by 1 / `size`, so that it restores the samples that `forward` transformed.
    ///
    /// - Precondition: `size + 2` numbers in `spectrum`.
    package func inverse(_ spectrum: [Float], into samples: inout [Float]) {
        precondition(spectrum.count == size + 2)
        spectrum.withUnsafeBufferPointer { self.spectrum.update(from: $0.baseAddress!, count: size + 2) }
        ways.inverse.call(
            ways.inverse.context, self.samples, self.spectrum, 2 * MemoryLayout<Float>.stride)
        if samples.count != size { samples = [Float](repeating: 0, count: size) }
        samples.withUnsafeMutableBufferPointer { $0.baseAddress!.update(from: self.samples, count: size) }
    }
}
