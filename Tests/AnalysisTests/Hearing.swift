import MediaIO

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

func transforms() -> FourierTransforms { FourierTransforms { try RealTransform(size: $0) } }

func heard(_ samples: [Float]) throws -> HeardSound {
    try HeardSound(transforms()) { HeardSamples(samples) }
}

func aligned(_ one: [Float], _ other: [Float]) throws -> Alignment {
    try SoundAligner(transforms()).align(heard(one), heard(other))
}
