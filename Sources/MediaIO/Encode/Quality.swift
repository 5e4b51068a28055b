/// How much the picture may lose.
public enum Quality: Hashable, Sendable {
    /// The encoder's constant rate factor: lower is better; `VideoCodec.factors` has the range.
    case constantRateFactor(Double)
    /// Average bits per second.
    case bitRate(Int64)
    /// The quality of the encoder's preset, if that alone decides.
    case ofPreset
}

extension Quality: Codable {
    private enum CodingKeys: String, CodingKey { case constantRateFactor, bitRate }

    /// One of the keys `bitRate` and `constantRateFactor`; neither for `ofPreset`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let bits = try values.decodeIfPresent(Int64.self, forKey: .bitRate) {
            self = .bitRate(bits)
        } else if let factor = try values.decodeIfPresent(Double.self, forKey: .constantRateFactor) {
            self = .constantRateFactor(factor)
        } else {
            self = .ofPreset
        }
    }

    /// One of the keys `bitRate` and `constantRateFactor`; neither for `ofPreset`.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .constantRateFactor(let factor): try values.encode(factor, forKey: .constantRateFactor)
        case .bitRate(let bits): try values.encode(bits, forKey: .bitRate)
        case .ofPreset: break
        }
    }
}
