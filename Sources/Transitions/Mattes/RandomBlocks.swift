import Parameters

/// Square blocks that change one after the other, in pseudo-random order.
struct RandomBlocks: MatteShape {
    private let side: Double
    private let columns: Int
    /// When each block changes, row by row: every moment once, evenly spaced, so the picture changes steadily.
    private let moments: [Double]

    /// Blocks do not move: their edges are on sample boundaries and need no smoothing.
    var slope: Double { 0 }

    init(count: Double, seed: Double, width: Double, height: Double) {
        // Even, so that a chroma sample belongs to one block.
        side = max(2, (max(width, height) / count / 2).rounded() * 2)
        columns = Int((width / side).rounded(.up))
        let total = columns * Int((height / side).rounded(.up))
        var order = Array(0..<total)
        var state = UInt64(seed)
        for index in stride(from: total - 1, to: 0, by: -1) {
            order.swapAt(index, Int(Self.next(&state) % UInt64(index + 1)))
        }
        moments = order.map { Double($0) / Double(max(1, total - 1)) }
    }

    /// SplitMix64 (Steele, Lea, Flood 2014).
    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    func moment(x: Double, y: Double) -> Double {
        // A chroma sample of an odd last row is just below the canvas.
        moments[min(Int(y / side) * columns + Int(x / side), moments.count - 1)]
    }
}

extension TransitionEntry {
    static let randomBlocks = matte(
        "random-blocks", aliases: ["blocks", "mosaic"],
        summary: "Square blocks change one by one, all over the picture.",
        parameters: [
            .count("count", 2...200, default: 24, "blocks along the longer side"),
            .count("seed", 0...1_000_000, default: 1, "a different number gives a different order"),
        ], softness: 0.15, borderUnit: nil
    ) { values, canvas in
        RandomBlocks(
            count: values.number("count"), seed: values.number("seed"), width: canvas.width, height: canvas.height)
    }
}
