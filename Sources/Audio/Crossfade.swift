/// The gains of two sources during a cross-fade.
enum Crossfade {
    /// The gain of the incoming source at `position` in 0…1, with equal power: the squares of both gains add up to
    /// one, so uncorrelated sounds keep their loudness. Exactly 0 and 1 at and beyond the ends.
    static func incomingGain(at position: Float) -> Float {
        guard position > 0 else { return 0 }
        guard position < 1 else { return 1 }
        let quarters = Double(position)
        return Float(quarters <= 0.5 ? series(quarters, from: 1) : series(1 - quarters, from: 0))
    }

    /// The gain of the outgoing source: the mirror image.
    static func outgoingGain(at position: Float) -> Float { incomingGain(at: 1 - position) }

    /// The sine (`first` 1) or cosine (`first` 0) of up to half a right angle, by its Taylor series.
    ///
    /// Not the library's `sin`, whose last bit differs between platforms. The truncation error is below 1e-12.
    private static func series(_ quarters: Double, from first: Double) -> Double {
        let angle = quarters * (.pi / 2)
        var sum = 1.0
        for n in stride(from: first + 12, to: first, by: -2) { sum = 1 - angle * angle * sum / (n * (n - 1)) }
        return first == 1 ? angle * sum : sum
    }
}
