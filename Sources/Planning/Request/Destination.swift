import MediaTime
import Pictures
import Timeline

extension Delivery {
    /// The areas are what makers of captions and ads publish, in samples of 1080x1920: Shorts 120 at the top and about 380
    /// at the bottom, TikTok 130, 350, 60 at the left and 164 at the right, Instagram 220, 450 and 120 (blitzcutai.com,
    /// "Best Caption Placement"; socaptions.com, "TikTok safe zones"; houseofmarketers.com, "Stay Within Safe Zones"; read
    /// in November 2026). Apps differ by phone and by account; these are their larger figures.
    ///
    /// Lengths: Shorts have up to three minutes (YouTube Help, answer 15424877), other videos twelve hours and 256 GB
    /// (answer 71673). TikTok: 3 s (docs.emplifi.io, "TikTok Publishing") to 10 minutes, 4 GB, 23 to 60 frames a second, 360
    /// to 4096 samples ("Content Posting API", "Video restrictions"). Instagram: 3 s to 15 minutes, 1 GB, 25 Mb/s, 23 to
    /// 60 frames a second, 1920 samples across ("Reels specifications", as quoted by help.circleboom.com).
    package var destination: Destination? {
        switch self {
        case .highEfficiency, .balanced, .maximumQuality, .social, .podcast: nil
        case .youtube:
            Destination(
                name: "YouTube", longest: .seconds(12 * 3600), frameRates: 1...60, mostBytes: 256_000_000_000)
        case .shorts:
            Destination(
                name: "YouTube Shorts", longest: .seconds(180), frameRates: 1...60, mostBytes: 256_000_000_000,
                safeArea: SafeArea(left: 0.05, top: 0.08, right: 0.15, bottom: 0.2))
        case .tiktok:
            Destination(
                name: "TikTok", longest: .seconds(600), shortest: .seconds(3), frameRates: 23...60,
                mostBytes: 4_000_000_000, leastSide: 360, mostColumns: 4096, mostLines: 4096,
                safeArea: SafeArea(left: 0.06, top: 0.08, right: 0.16, bottom: 0.2))
        case .instagram:
            Destination(
                name: "Instagram", longest: .seconds(900), shortest: .seconds(3), frameRates: 23...60,
                mostBytes: 1_000_000_000, mostBits: 25_000_000, mostColumns: 1920,
                safeArea: SafeArea(left: 0.06, top: 0.12, right: 0.12, bottom: 0.235))
        }
    }
}

extension Destination {
    /// The limits that a film does not keep; its file's size is known when it is written.
    func breaches(_ film: Composition, _ output: OutputSettings) -> [Destination.Breach] {
        var breaches: [Destination.Breach] = []
        if film.duration > longest { breaches.append(.longer(film.duration)) }
        if film.duration < shortest { breaches.append(.shorter(film.duration)) }
        if !accepts(film.frameRate) { breaches.append(.frameRate(film.frameRate)) }
        let size = output.canvas.size
        if size.width > mostColumns ?? .max || size.height > mostLines ?? .max
            || min(size.width, size.height) < leastSide ?? 0
        {
            breaches.append(.size(size))
        }
        let average: Int64? = if case .bitRate(let bits) = output.quality { bits } else { nil }
        if let mostBits, let bits = [average, output.rateLimit].compactMap(\.self).max(), bits > mostBits {
            breaches.append(.bits(bits))
        }
        return breaches
    }

    /// 59.94 and 60 are one, and so are 23.976 and 24.
    private func accepts(_ rate: FrameRate) -> Bool {
        (frameRates.lowerBound - 0.1...frameRates.upperBound + 0.1).contains(rate.framesPerSecond)
    }

    /// The rate itself, or the smallest multiple of it that is taken, so that every picture is shown as long.
    func rate(for rate: FrameRate) -> FrameRate {
        guard rate.framesPerSecond < frameRates.lowerBound - 0.1 else { return rate }
        let times = Int64((frameRates.lowerBound / rate.framesPerSecond).rounded(.up))
        return FrameRate(rate.numerator * times, rate.denominator) ?? rate
    }
}
