/// The decode times of a track whose packets keep their presentation times, in its ticks.
///
/// Sorted presentation times are what a decoder shows at its k-th output; moving them back by the largest reordering gives
/// decode times that increase strictly and are never later than the picture.
struct DecodeTimes {
    /// Presentation times in the order in which they are shown.
    let sorted: [Int64]
    private let delay: Int64

    /// - Parameter inDecodeOrder: the presentation times of all packets of the track.
    init(_ inDecodeOrder: [Int64]) {
        sorted = inDecodeOrder.sorted()
        delay = zip(sorted, inDecodeOrder).map { $0 - $1 }.max() ?? 0
    }

    /// Of the packet with this place in decode order.
    subscript(index: Int) -> Int64 { sorted[index] - delay }
}
