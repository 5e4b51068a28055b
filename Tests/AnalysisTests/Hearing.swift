import MediaIO
import TestSupport

@testable import Analysis

/// Samples that an analysis reads, so many at a time.
final class HeardSamples: SoundStream {
    private let samples: [Float]
    private var position = 0
    private(set) var skipped = 0

    init(_ samples: [Float]) { self.samples = samples }

    func next() -> [Float] {
        let end = min(samples.count, position + 4000)
        defer { position = end }
        return Array(samples[position..<end])
    }

    func skip(to position: Int) {
        skipped += position - self.position
        self.position = min(samples.count, position)
    }
}

/// Counts in one thread.
final class Counter: @unchecked Sendable {
    var count = 0
}

func transforms() -> FourierTransforms { FourierTransforms.standard }

func heard(_ samples: [Float]) throws -> HeardSound {
    try HeardSound(transforms()) { HeardSamples(samples) }
}

func aligned(_ one: [Float], _ other: [Float]) throws -> Alignment {
    try SoundAligner(transforms()).align(heard(one), heard(other))
}

/// The band levels of a scene of an hour, at 25 a second: what `LevelMeter` would note, without the samples.
struct SceneLevels {
    private let syllables: [UInt8]
    /// Of a scene, in seconds: each has levels of its own.
    private static let syllable = 0.17

    init() {
        var random = Seeded(3)
        syllables = (0..<Int(3700 / Self.syllable) * BandLevels.bandCount).map { _ in
            UInt8.random(in: 20...90, using: &random)
        }
    }

    /// - Parameter rate: seconds of the scene in a second of the phone.
    func recorded(from start: Double, seconds: Double, rate: Double = 1) -> BandLevels {
        var result = BandLevels()
        result.hopsPerLevel = 4
        result.sampleCount = Int(seconds) * AnalysisSound.rate
        for n in 0..<Int(seconds * 25) {
            let place = (start + Double(n) / 25 * rate) / Self.syllable
            let (index, part) = (Int(place), place - place.rounded(.down))
            for band in 0..<BandLevels.bandCount {
                let (a, b) = (
                    syllables[index * BandLevels.bandCount + band], syllables[(index + 1) * BandLevels.bandCount + band]
                )
                result.levels.append(UInt8(Double(a) * (1 - part) + Double(b) * part))
            }
        }
        return result
    }
}
