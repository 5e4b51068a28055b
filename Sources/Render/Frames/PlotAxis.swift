import MediaTime

/// A scale along the columns of a picture, and its tick marks.
struct PlotAxis {
    let columns: ClosedRange<Int>
    private let range: ClosedRange<Double>
    private let step: Double

    /// Minimum distance between ticks in columns, so that their numbers do not touch.
    private static let leastApart = 70.0

    init(_ range: ClosedRange<Double>, columns: ClosedRange<Int>) {
        (self.range, self.columns) = (range, columns)
        let least = (range.upperBound - range.lowerBound) / Double(columns.count) * Self.leastApart
        // 1, 2 or 5 times a power of ten.
        var power = 0.001
        while power * 10 <= least { power *= 10 }
        step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? least
    }

    /// The multiples of a round number in the range.
    var ticks: [Double] {
        let first = Int((range.lowerBound / step).rounded(.up)), last = Int((range.upperBound / step).rounded(.down))
        return first > last ? [] : (first...last).map { Double($0) * step }
    }

    func column(_ value: Double) -> Int {
        let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        return columns.lowerBound + Int((share * Double(columns.count - 1)).rounded())
    }

    func text(_ tick: Double) -> String {
        Self.text(tick, decimals: step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3)
    }

    static func text(_ number: Double, decimals: Int) -> String {
        var scale: Int64 = 1
        for _ in 0..<decimals { scale *= 10 }
        let value = Int64((number * Double(scale)).rounded())
        let whole = "\(value < 0 ? "−" : "")\(value.magnitude / UInt64(scale))"
        return decimals == 0
            ? whole : whole + "." + String(UInt64(scale) + value.magnitude % UInt64(scale)).dropFirst()
    }
}
