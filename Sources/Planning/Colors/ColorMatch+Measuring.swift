import MediaIO
import MediaTime
import Pictures
import Placing
import Platform
import Timeline

extension ColorMatch {
    /// Moments to compare, spread over the time that both cameras show.
    private static let moments = 12
    /// The size pictures are scaled down to: noise and detail do not matter.
    private static let size = PictureSize(width: 96, height: 96)
    /// Corrections are limited to this.
    private static let (mostStops, mostContrast, mostGain) = (1.0, 1.3, 1.5)
    /// A cast must explain this much more of the colors than none, unless nearly everything overlaps already.
    private static let (leastImprovement, wholeOverlap) = (0.05, 0.95)
    /// How alike the cameras must be after the correction. (Measured: of 1,426 pairs of unrelated scenes, 99 % reach 0.71
    /// at most, the highest 0.77. Of two parts of one picture, one of them with a cast, four in five reach 0.72.)
    private static let leastLikeness = 0.71
    /// Smaller corrections, in stops and of a factor, are within the error of the measurement, but would force an encode.
    /// (Of parts of one picture, three in ten are left alone by this; with a cast, the results are as good as without.)
    private static let (leastStops, leastFactor) = (0.1, 0.03)

    /// Compares the pictures of two cameras at the same moments: one correction for the whole recording, so that
    /// nothing drifts or pumps.
    ///
    /// - Parameter color: standard dynamic range, to which both are converted.
    /// - Throws: `MediaError`; `RequestError.nothingToMatch` if they never record at the same time.
    init(_ angle: Angle, to reference: Angle, _ recording: Recording, color: ColorDescription) throws {
        self.init(of: angle, reference: reference)
        let times = Self.times(angle, reference, recording.session)
        guard !times.isEmpty else { throw RequestError.nothingToMatch(angle, reference) }
        // A covered lens or a black beginning says nothing about the light.
        let shown = try concurrently(2) { try Self.pictures(of: [angle, reference][$0], at: times, recording, color) }
        let pairs = zip(shown[0], shown[1]).filter {
            !ColorStatistics.isBlack($0, color) && !ColorStatistics.isBlack($1, color)
        }
        guard !pairs.isEmpty else { return }
        let pictures = pairs.map(\.0)
        let wanted = ColorStatistics(pairs.map(\.1), color)
        let corrected = { (match: ColorMatch) in
            let grade = try Grade([match.correction])
            return ColorStatistics(try pictures.map { try grade.applied(to: $0, color: color) }, color)
        }
        var hasCast = false
        // Each step affects the others, and contrast can be seen only at equal exposure.
        for round in 0..<4 {
            let own = try corrected(self)
            let (found, none) = wanted.cast(of: own)
            if round == 0 {
                hasCast =
                    found.overlap >= Self.wholeOverlap || found.overlap - none.overlap >= Self.leastImprovement
            }
            let levels = wanted.levels(of: own, hasCast ? found : none)
            exposure = Self.limit(exposure + levels.exposure, -Self.mostStops, Self.mostStops)
            if round >= 2 {
                contrast = Self.limit(contrast * levels.contrast, 1 / Self.mostContrast, Self.mostContrast)
            }
            guard hasCast else { continue }
            red = Self.limit(red * exponential(found.red), 1 / Self.mostGain, Self.mostGain)
            blue = Self.limit(blue * exponential(found.blue), 1 / Self.mostGain, Self.mostGain)
        }
        isComparable = wanted.likeness(to: try corrected(self)) >= Self.leastLikeness
        guard isComparable else {
            (exposure, contrast, red, blue) = (0, 1, 1, 1)
            return
        }
        if abs(exposure) < Self.leastStops { exposure = 0 }
        for factor in [\ColorMatch.contrast, \.red, \.blue] where abs(self[keyPath: factor] - 1) < Self.leastFactor {
            self[keyPath: factor] = 1
        }
    }

    private static func limit(_ value: Double, _ low: Double, _ high: Double) -> Double { min(max(value, low), high) }

    private static func times(_ angle: Angle, _ reference: Angle, _ session: Session) -> [MediaTime] {
        let shared = session.coverage(of: angle).flatMap { own in
            session.coverage(of: reference).map { own.intersection($0) }
        }.filter { !$0.isEmpty }
        let total = shared.reduce(MediaTime.zero) { $0 + $1.duration }
        return (0..<moments).compactMap { index in
            var position = total * Int64(2 * index + 1) / Int64(2 * moments)
            for range in shared {
                if position < range.duration { return range.start + position }
                position = position - range.duration
            }
            return nil
        }
    }

    private static func pictures(
        of angle: Angle, at times: [MediaTime], _ recording: Recording, _ color: ColorDescription
    ) throws -> [Picture] {
        var readers: [Int: CameraReader] = [:]
        return try times.compactMap { time in
            guard let take = recording.session.take(of: angle, at: time) else { return nil }
            let source = recording.sources[take]
            let reader =
                try readers[take]
                ?? CameraReader(
                    path: source.path, info: source.video, orientation: source.orientation,
                    canvas: Canvas(size: size, format: .yuv420p8, color: color), fit: .fill,
                    outputRate: source.video.filmRate, threads: 1)
            readers[take] = reader
            return try reader.picture(at: recording.session.takes[take].fileTime(at: time))
        }
    }
}
