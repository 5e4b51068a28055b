/// The decode times of a track whose packets keep their presentation times, in ticks of the track.
///
/// Sorted presentation times are what a decoder shows as its k-th output. Shifting them back by the largest reordering
/// gives decode times that strictly increase and are never later than the picture.
struct DecodeTimes {
    /// Presentation times in display order.
    let sorted: [Int64]
    private let delay: Int64

    /// - Parameter inDecodeOrder: the presentation times of all packets of the track.
    init(_ inDecodeOrder: [Int64]) {
        sorted = inDecodeOrder.sorted()
        delay = zip(sorted, inDecodeOrder).map { $0 - $1 }.max() ?? 0
    }

    /// The decode time of the packet at this position in decode order.
    subscript(index: Int) -> Int64 { sorted[index] - delay }
}
