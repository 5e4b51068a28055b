import Platform
import MediaTime
import Pictures

extension VideoEncoderSettings {
    /// How many bytes so many frames take, about: exactly what a bit rate asks for, and else what phones' footage takes.
    /// A camera on a tripod takes a fifth of it, leaves in the wind three times as much.
    public func usualBytes(frames: Int64) -> Int64 {
        if case .bitRate(let rate) = quality { return bytes(Double(rate) * seconds(frames)) }
        let bits = usualBitsPerPixel * Double(codedSize.area) * Double(frames)
        return bytes(min(bits, rateLimit.map { Double($0) * seconds(frames) } ?? .infinity))
    }

    /// How many bytes so many frames take at least, about: exactly what a bit rate asks for, and else what quiet footage
    /// takes, so that no render is refused that would have fitted.
    public func leastBytes(frames: Int64) -> Int64 {
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
