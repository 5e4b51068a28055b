import Platform
import MediaTime
import Pictures

extension VideoEncoderSettings {
    /// About how many bytes so many frames take: exactly the bit rate if there is one, otherwise the size of phone
    /// footage. A camera on a tripod takes a fifth of it, leaves in the wind three times as much.
    package func usualBytes(frames: Int64) -> Int64 {
        if case .bitRate(let rate) = quality { return bytes(Double(rate) * seconds(frames)) }
        let bits = usualBitsPerPixel * Double(codedSize.area) * Double(frames)
        return bytes(min(bits, rateLimit.map { Double($0) * seconds(frames) } ?? .infinity))
    }

    /// About how many bytes so many frames take at least: exactly the bit rate if there is one, otherwise the size of
    /// quiet footage, so that no render is refused that would have fit.
    package func leastBytes(frames: Int64) -> Int64 {
        if case .bitRate = quality { return usualBytes(frames: frames) }
        return usualBytes(frames: frames) / 5
    }

    private var usualBitsPerPixel: Double {
        let row = codec.row
        let usual = row.bitsPerPixel(preset)
        guard case .constantRateFactor(let factor) = quality else { return usual }
        return usual * exp2((row.carefulFactor - factor) / row.halving)
    }

    private func seconds(_ frames: Int64) -> Double { Double(frames) / frameRate.framesPerSecond }

    private func bytes(_ bits: Double) -> Int64 { Int64(clamping: UInt64(min(bits / 8, 9e18))) }
}
