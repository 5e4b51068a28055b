import Pictures

/// A plane of both pictures side by side, which goes on beyond the canvas; past the far edges the last sample
/// is repeated.
struct Strip {
    let first: Plane
    let second: Plane
    let seam: Int
    let firstOffset: Int
    let secondOffset: Int

    init(_ first: Plane, _ second: Plane, _ seam: Seam, isChroma: Bool) {
        self.first = first
        self.second = second
        self.seam = isChroma ? (seam.position + 1) / 2 : seam.position
        firstOffset = isChroma ? seam.firstOffset / 2 : seam.firstOffset
        secondOffset = isChroma ? seam.secondOffset / 2 : seam.secondOffset
    }

    /// Writes the samples of a row from `-margin` to `width + margin`, as 14-bit values.
    func fill<Sample: RowSample>(
        _ out: UnsafeMutablePointer<UInt16>, row y: Int, margin: Int, width: Int, as type: Sample.Type
    ) {
        let middle = seam + margin
        widenRow(first.row(y, as: type), first.width, from: -margin - firstOffset, into: out, count: middle)
        widenRow(
            second.row(y, as: type), second.width, from: seam - secondOffset, into: out + middle,
            count: width + margin - seam)
    }
}
