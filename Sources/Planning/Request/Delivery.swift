import Audio
import MediaIO
import MediaTime
import Pictures
import Placing
import Timeline

/// A named set of choices for a film's purpose. Each fills in values that the request leaves open.
package enum Delivery: String, Sendable, CaseIterable, Codable {
    /// Small files: HEVC at rate factor 24, up to 1080p and 30 fps.
    case highEfficiency = "high-efficiency"
    /// H.264 at rate factor 20, up to 1080p and 30 fps.
    case balanced
    /// HEVC at rate factor 17, up to 4K and 60 fps.
    case maximumQuality = "maximum-quality"
    /// For any upload: H.264 at rate factor 21 and at most 8 Mb/s, up to 1080p and 30 fps, at −14 LUFS.
    case social
    /// Up to 4K and 60 fps at YouTube's bit rates, at −14 LUFS.
    case youtube
    /// 1080x1920, otherwise as `youtube`.
    case shorts
    /// 1080x1920 with up to 60 fps.
    case tiktok
    /// 1080x1920 with up to 60 fps, and AAC with 128 kb/s.
    case instagram
    /// Up to 1080p and 30 fps, at −16 LUFS.
    case podcast

    var codec: VideoCodec { self == .highEfficiency || self == .maximumQuality ? .hevc : .h264 }

    /// Rate factors for about half of what a careful viewer sees, about all of it, and more. What platforms get is
    /// encoded again.
    var factor: Double {
        switch self {
        case .highEfficiency: 24
        case .balanced: 20
        case .maximumQuality, .youtube, .shorts, .tiktok, .instagram: 17
        case .social, .podcast: 21
        }
    }

    /// Whether films are vertical, 9:16, whatever the recordings are. TikTok wants at least 720x1280 ("Video Ads
    /// Specifications", read in November 2026).
    package var isVertical: Bool { [.shorts, .tiktok, .instagram].contains(self) }

    /// TikTok and Instagram accept 23 to 60 frames a second; YouTube asks for the recording's own.
    var mostFrames: Double {
        switch self {
        case .highEfficiency, .balanced, .social, .podcast: 30
        case .maximumQuality, .youtube, .shorts, .tiktok, .instagram: 60
        }
    }

    package var largest: PictureSize { self == .maximumQuality || self == .youtube ? .uhd : .fullHD }

    /// In bits per second: what platforms recommend, because they compress away anything above. YouTube's figures for
    /// standard dynamic range (YouTube Help, "Recommended upload encoding settings", answer 1722171, November 2026) serve
    /// for TikTok and Instagram, too; Instagram's limit is quoted as 25 Mb/s.
    func rateLimit(_ size: PictureSize, isFast: Bool) -> Int64? {
        switch self {
        case .highEfficiency, .balanced, .maximumQuality: return nil
        case .social, .podcast: return 8_000_000
        case .youtube, .shorts, .tiktok, .instagram:
            let lines = min(size.width, size.height)
            let rates: [(lines: Int, slow: Int64, fast: Int64)] = [
                (720, 5_000_000, 7_500_000), (1080, 8_000_000, 12_000_000), (1440, 16_000_000, 24_000_000),
            ]
            let rate = rates.first { lines <= $0.lines } ?? (2160, 45_000_000, 68_000_000)
            return min(isFast ? rate.fast : rate.slow, destination?.mostBits ?? .max)
        }
    }

    /// Instagram takes at most 128 kb/s, YouTube recommends 384 for stereo.
    var soundBitRate: Int64? {
        switch self {
        case .instagram: 128_000
        case .youtube, .shorts: 384_000
        default: nil
        }
    }

    /// −14 LUFS is what YouTube and Spotify are known to reduce louder films to. Apple asks podcasts for −16 ("Audio
    /// requirements", as quoted in November 2026).
    package var level: LevelTarget? {
        switch self {
        case .highEfficiency, .balanced, .maximumQuality: nil
        case .podcast: LevelTarget(loudness: -16)
        case .social, .youtube, .shorts, .tiktok, .instagram: LevelTarget(loudness: -14)
        }
    }
}

extension CompositionRequest {
    /// Fills in codec, quality, size, fit, frame rate and sound if unset.
    ///
    /// - Parameters:
    ///   - recording: its primary camera decides the picture's orientation, size and rate, within the limits of the
    ///     delivery.
    ///   - film: the size of the film that this is another version of, instead of the camera's.
    package mutating func fill(for delivery: Delivery, _ recording: Recording, of film: PictureSize? = nil) {
        let isUsual = codec == nil || codec == delivery.codec
        codec = codec ?? delivery.codec
        if isUsual, quality == nil { quality = .constantRateFactor(delivery.factor) }
        level = level ?? delivery.level
        soundBitRate = soundBitRate ?? delivery.soundBitRate
        let camera = primary(of: recording.session.angles)
        guard let take = recording.session.takes.firstIndex(where: { $0.angle == camera }) else { return }
        let source = recording.sources[take]
        let own = film ?? source.uprightSize
        fillPicture(for: delivery, recording, own, source.video.filmRate)
        let isAverage = if case .bitRate = quality { true } else { false }
        let rate = frameRate ?? source.video.filmRate
        if !isAverage, codec?.canLimitRate == true {
            finish.rateLimit =
                finish.rateLimit
                ?? delivery.rateLimit(size ?? own, isFast: rate.framesPerSecond > 31)
        }
    }

    /// Fills in shape and frame rate of a vertical delivery if unset, for another version of its film.
    package mutating func fillShape(for delivery: Delivery, _ recording: Recording) {
        let camera = primary(of: recording.session.angles)
        guard delivery.isVertical, let take = recording.session.takes.firstIndex(where: { $0.angle == camera }) else {
            return
        }
        let source = recording.sources[take]
        fillPicture(for: delivery, recording, source.uprightSize, source.video.filmRate)
    }

    private mutating func fillPicture(
        for delivery: Delivery, _ recording: Recording, _ own: PictureSize, _ rate: FrameRate
    ) {
        destination = delivery.destination
        if delivery.isVertical {
            if finish.fit == .auto, size?.isPortrait ?? true { finish.fit = .fill }
            size = size ?? PictureSize.fullHD.transposed
        }
        size = size ?? own.atMost(delivery.largest)
        if frameRate == nil,
            recording.sources.contains(where: { $0.video.filmRate.framesPerSecond > delivery.mostFrames })
        {
            frameRate = delivery.mostFrames > 30 ? FrameRate(60) : rate.nearThirty
        }
    }

    /// What the app leaves free of a film of this size.
    func safeArea(_ size: PictureSize) -> SafeArea? { size.isPortrait ? destination?.safeArea : nil }

    /// The rate of a film of cameras with this rate.
    func filmRate(_ rate: FrameRate) -> FrameRate {
        frameRate == nil ? destination?.rate(for: rate) ?? rate : rate
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
