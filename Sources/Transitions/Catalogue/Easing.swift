/// How progress is eased over time. Every curve maps [0, 1] into [0, 1] and keeps both ends.
///
/// Polynomials only: the same bits on every machine.
public enum Easing: String, CaseIterable, Sendable {
    /// At constant speed: t.
    case linear
    /// Starts slowly: t².
    case easeIn = "ease-in"
    /// Ends slowly.
    case easeOut = "ease-out"
    /// Starts and ends slowly: two parabolas.
    case easeInOut = "ease-in-out"
    /// Starts and ends more slowly: two cubics.
    case cubic
    /// Starts and ends very slowly and is fast in between: two fifth powers.
    case quintic
    /// Arrives at the end early and bounces three times, each lower.
    case bounce

    /// - Parameter t: progress in time, 0…1; not clamped.
    package func callAsFunction(_ t: Double) -> Double {
        switch self {
        case .linear: t
        case .easeIn: t * t
        case .easeOut: 1 - (1 - t) * (1 - t)
        case .easeInOut: Self.symmetric(t) { $0 * $0 }
        case .cubic: Self.symmetric(t) { $0 * $0 * $0 }
        case .quintic: Self.symmetric(t) { $0 * $0 * $0 * $0 * $0 }
        case .bounce: Self.bounce(t)
        }
    }

    /// The curve `start` in the first half, and the same rotated by 180° in the second.
    private static func symmetric(_ t: Double, _ start: (Double) -> Double) -> Double {
        t < 0.5 ? start(2 * t) / 2 : 1 - start(2 - 2 * t) / 2
    }

    /// R. Penner's bounce: parabolas 121/16·(t − c)² + h that touch 1 where they meet.
    private static func bounce(_ t: Double) -> Double {
        let arc = { (center: Double, height: Double) in 121.0 / 16 * (t - center) * (t - center) + height }
        if t >= 1 { return 1 }
        let value =
            switch t * 11 {
            case ..<4: arc(0, 0)
            case ..<8: arc(6.0 / 11, 3.0 / 4)
            case ..<10: arc(9.0 / 11, 15.0 / 16)
            default: arc(10.5 / 11, 63.0 / 64)
            }
        return min(1, value)
    }
}
