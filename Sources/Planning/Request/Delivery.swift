import Audio
import MediaIO
import MediaTime
import Pictures
import Placing
import Timeline

/// A named set of choices for a film's purpose. Each fills in values that the request leaves open.
package enum Delivery: String, Sendable, CaseIterable {
    /// Small files: HEVC at rate factor 24, up to 1080p and 30 fps.
    case highEfficiency = "high-efficiency"
    /// H.264 at rate factor 20, up to 1080p and 30 fps.
    case balanced
    /// HEVC at rate factor 17, up to 4K and 60 fps.
    case maximumQuality = "maximum-quality"
    /// For upload: H.264 at rate factor 21 and at most 8 Mb/s, up to 1080p and 30 fps, at −14 LUFS.
    case social

    var codec: VideoCodec { self == .balanced || self == .social ? .h264 : .hevc }

    /// Rate factors for about half of what a careful viewer sees, about all of it, and more.
    var factor: Double {
        switch self {
        case .highEfficiency: 24
        case .balanced: 20
        case .maximumQuality: 17
        case .social: 21
        }
    }

    /// What platforms recommend for 1080p30 (YouTube: 8 Mb/s): they compress away anything above.
    var rateLimit: Int64? { self == .social ? 8_000_000 : nil }
}

extension Delivery {
    /// The level that platforms reduce louder films to (YouTube, Spotify: −14 LUFS).
    package var level: LevelTarget? { self == .social ? LevelTarget(loudness: -14) : nil }
}

extension CompositionRequest {
    /// Fills in codec, quality, size and frame rate if unset.
    ///
    /// - Parameter recording: its primary camera decides the picture's orientation. `maximumQuality` keeps sizes up to
    ///   4K and rates up to 60; the others keep sizes up to 1080p and rates up to 30.
    package mutating func fill(for delivery: Delivery, _ recording: Recording) {
        let own = codec == nil || codec == delivery.codec
        codec = codec ?? delivery.codec
        if own, quality == nil { quality = .constantRateFactor(delivery.factor) }
        let isAverage = if case .bitRate = quality { true } else { false }
        if !isAverage, codec?.canLimitRate == true { rateLimit = rateLimit ?? delivery.rateLimit }
        level = level ?? delivery.level
        let camera = primary(of: recording.session.angles)
        guard let take = recording.session.takes.firstIndex(where: { $0.angle == camera }) else { return }
        let source = recording.sources[take]
        let isBest = delivery == .maximumQuality
        size = size ?? source.uprightSize.atMost(isBest ? .uhd : .fullHD)
        if frameRate == nil,
            recording.sources.contains(where: { $0.video.filmRate.framesPerSecond > (isBest ? 60 : 30) })
        {
            frameRate = isBest ? FrameRate(60) : source.video.filmRate.nearThirty
        }
    }
}

extension PictureSize {
    fileprivate static let fullHD = PictureSize(width: 1920, height: 1080)
    fileprivate static let uhd = PictureSize(width: 3840, height: 2160)

    /// `nil` if not larger than `limit` in the same orientation; otherwise the largest even size of the same shape that
    /// is not.
    fileprivate func atMost(_ limit: PictureSize) -> PictureSize? {
        let limit = isPortrait ? limit.transposed : limit
        guard width > limit.width || height > limit.height else { return nil }
        let isWide = width * limit.height > height * limit.width
        let (most, own) = isWide ? (limit.width, width) : (limit.height, height)
        let scaled = { (length: Int) in
            max(2, Int(rescale(Int64(length), Int64(most), over: Int64(2 * own), .nearest)) * 2)
        }
        return PictureSize(width: scaled(width), height: scaled(height))
    }
}

extension FrameRate {
    /// 30, or 29.97 for sources at that rate or twice it, so that no frame is repeated.
    fileprivate var nearThirty: FrameRate {
        let television = [30_000, 60_000].contains { self == FrameRate($0, 1001) }
        return television ? FrameRate(30_000, 1001)! : .thirty
    }
}
