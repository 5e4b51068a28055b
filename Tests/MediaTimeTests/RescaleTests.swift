import TestSupport
import Testing

@testable import MediaTime

@Suite("Rescaling")
struct RescaleTests {
    @Test(
        "each rule brings a value between two ticks to the one it names",
        arguments: [
            // value · numerator / denominator: down, up, nearest
            (7, 1, 2, 3, 4, 4), (-7, 1, 2, -4, -3, -3),
            (1, 1, 3, 0, 1, 0), (-1, 1, 3, -1, 0, 0), (2, 1, 3, 0, 1, 1), (-2, 1, 3, -1, 0, -1),
            (6, 1, 2, 3, 3, 3), (-6, 1, 2, -3, -3, -3), (0, 5, 7, 0, 0, 0), (5, 0, 7, 0, 0, 0),
            (5, -1, 2, -3, -2, -2), (1, 1, 1, 1, 1, 1), (1, 1, Int64.max, 0, 1, 0),
        ] as [(Int64, Int64, Int64, Int64, Int64, Int64)])
    func tabled(value: Int64, numerator: Int64, denominator: Int64, down: Int64, up: Int64, nearest: Int64) {
        #expect(rescale(value, numerator, over: denominator, .down) == down)
        #expect(rescale(value, numerator, over: denominator, .up) == up)
        #expect(rescale(value, numerator, over: denominator, .nearest) == nearest)
    }

    @Test(
        "what does not fit 64 bits is clamped to the nearer end",
        arguments: [
            (Int64.max, Int64.max, 1, Int64.max), (.min, .max, 1, .min), (.min, .min, 1, .max), (.max, .min, 1, .min),
            (.max, 2, 1, .max), (.min, 2, 1, .min), (.max, .max, .max, .max), (.min, .max, .max, .min),
            (.min, -1, 1, .max),
        ] as [(Int64, Int64, Int64, Int64)])
    func clamped(value: Int64, numerator: Int64, denominator: Int64, result: Int64) {
        for rule in [Rounding.down, .up, .nearest] {
            #expect(rescale(value, numerator, over: denominator, rule) == result)
        }
    }

    @Test("the result is within one tick of the exact product, on the side the rule names")
    func definition() {
        var random = Seeded(1)
        var failures: [String] = []
        for _ in 0..<20_000 {
            let (value, numerator) = (random.anyInt64(), random.anyInt64())
            let denominator = max(1, Int64(clamping: random.anyInt64().magnitude))
            for rule in [Rounding.down, .up, .nearest] {
                let result = rescale(value, numerator, over: denominator, rule)
                // What the result leaves over, in units of 1/denominator.
                let rest = Int128(value) * Int128(numerator) - Int128(result) * Int128(denominator)
                let isRight =
                    switch (result, rule) {
                    case (.max, _) where rest > 0, (.min, _) where rest < 0: true
                    case (_, .down): (0..<Int128(denominator)).contains(rest)
                    case (_, .up): (0..<Int128(denominator)).contains(-rest)
                    case (_, .nearest): -Int128(denominator) <= 2 * rest && 2 * rest < Int128(denominator)
                    }
                if !isRight { failures.append("\(value) · \(numerator) / \(denominator) \(rule) = \(result)") }
            }
        }
        #expect(failures.isEmpty, "\(failures.prefix(5))")
    }

    @Test(
        "the greatest common divisor divides both, and can always divide",
        arguments: [
            (12, 18, 6), (-12, 18, 6), (0, 5, 5), (5, 0, 5), (0, 0, 1), (7, 13, 1), (.min, .min, .max), (.min, 6, 2),
        ] as [(Int64, Int64, Int64)])
    func divisor(a: Int64, b: Int64, result: Int64) { #expect(greatestCommonDivisor(a, b) == result) }
}
