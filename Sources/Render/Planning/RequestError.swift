import MediaIO
import MediaTime
import Pictures

/// A request that cannot be met, whatever the footage is.
public enum RequestError: Error, Equatable, Sendable {
    case size(PictureSize)
    case frameRate(FrameRate)
    case preset(String, VideoCodec)
    /// A rate factor beyond the codec's.
    case factor(Double, VideoCodec)
    /// A rate factor or a bit rate for a codec whose preset alone decides.
    case noQuality(VideoCodec)
    case bitRate(Int64)
    case rateLimit(VideoCodec)
    /// A device for a codec that devices do not write as software does.
    case softwareOnly(VideoCodec)
    case poster(MediaTime, film: MediaTime)
}

extension RequestError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .size(let size):
            "a \(size) picture cannot be encoded; width and height must be even numbers from 16 to 16384."
        case .frameRate(let rate): "\(rate) frames per second is out of range; use 1 to 480."
        case .preset(let preset, let codec):
            "\(codec.title) has no preset '\(preset)'; use one of \(codec.presets.joined(separator: ", "))."
        case .factor(let factor, let codec):
            "\(codec.title) has no rate factor \(factor); use \(Int(codec.factors?.lowerBound ?? 0)) (best) to \(Int(codec.factors?.upperBound ?? 0)) (worst)."
        case .noQuality(let codec):
            "\(codec.title) takes neither a rate factor nor a bit rate; its preset decides: \(codec.presets.joined(separator: ", "))."
        case .bitRate(let bits): "\(bits) bits per second are out of range; use 10k to 1000M."
        case .rateLimit(let codec):
            "\(codec.title) has no limit of the bit rate beside its quality; use \(VideoCodec.allCases.filter(\.canLimitRate).map(\.rawValue).joined(separator: " or ")), or an average bit rate."
        case .softwareOnly(let codec): "\(codec.title) is encoded by software only; ask for no other encoder."
        case .poster(let time, let film):
            "the film has no frame at \(time.clockDescription) for its poster; it lasts \(film.clockDescription). Name an earlier time."
        }
    }
}

extension VideoCodec {
    /// Checks what an encoder is asked for.
    func check(_ quality: Quality, limit: Int64?, preset: String, kind: EncoderKind) throws(RequestError) {
        guard presets.contains(preset) else { throw .preset(preset, self) }
        guard kind == .software || canUseDevices else { throw .softwareOnly(self) }
        switch quality {
        case .constantRateFactor(let factor):
            guard let factors else { throw .noQuality(self) }
            guard factors.contains(factor) else { throw .factor(factor, self) }
        case .bitRate(let bits):
            guard factors != nil else { throw .noQuality(self) }
            guard Self.bitRates.contains(bits) else { throw .bitRate(bits) }
        case .ofPreset:
            guard factors == nil else { throw .noQuality(self) }
        }
        guard let limit else { return }
        guard canLimitRate else { throw .rateLimit(self) }
        guard Self.bitRates.contains(limit) else { throw .bitRate(limit) }
    }

    private static let bitRates: ClosedRange<Int64> = 10_000...1_000_000_000
}
