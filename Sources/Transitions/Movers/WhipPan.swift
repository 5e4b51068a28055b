import CRows
import Pictures

/// A push so fast that the pictures smear along their way: most in the middle, not at all at the ends.
final class WhipPanKernel: TransitionKernel {
    private let direction: Direction
    /// The longest smear, in luma samples.
    private let longest: Double
    private let values: Scratch<UInt16>
    private let spare: Scratch<UInt16>

    init(direction: Direction, blur: Double, _ canvas: Canvas) {
        self.direction = direction
        longest = blur * (direction.isHorizontal ? canvas.width : canvas.height)
        let margins = 2 * BoxLength(longest).margin
        let count =
            direction.isHorizontal
            ? canvas.size.width + margins + 16 : (canvas.size.height + margins) * Self.tileWidth
        values = Scratch(count: count + PlacedLine.spare, filledWith: 0)
        spare = Scratch(count: count + PlacedLine.spare, filledWith: 0)
    }

    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        let length = direction.isHorizontal ? destination.size.width : destination.size.height
        let seam = Seam(direction, length: length, progress: progress)
        let (first, second) = seam.isIncomingFirst ? (incoming, outgoing) : (outgoing, incoming)
        let smear = longest * 4 * progress * (1 - progress)
        for index in 0..<3 {
            let strip = Strip(first.plane(index), second.plane(index), seam, isChroma: index > 0)
            let smear = index > 0 ? smear / 2 : smear
            if destination.format == .yuv420p8 {
                draw(strip, smear, into: destination.plane(index), as: UInt8.self)
            } else {
                draw(strip, smear, into: destination.plane(index), as: UInt16.self)
            }
        }
    }

    private func draw<Sample: RowSample>(_ strip: Strip, _ smear: Double, into out: Plane, as type: Sample.Type) {
        let length = BoxLength(smear)
        if direction.isHorizontal, smear >= Self.long {
            smearQuarters(strip, smear, into: out, as: type)
        } else if direction.isHorizontal {
            smearRows(strip, length, into: out, as: type)
        } else {
            smearColumns(strip, length, into: out, as: type)
        }
    }

    private func smearRows<Sample: RowSample>(
        _ strip: Strip, _ length: BoxLength, into out: Plane, as type: Sample.Type
    ) {
        for y in 0..<out.height {
            strip.prefetch(row: min(y + 3, out.height - 1), width: out.width, as: type)
            rows_prefetch(out.row(min(y + 3, out.height - 1), as: type), out.width * MemoryLayout<Sample>.size)
            strip.fill(values.base, row: y, margin: length.margin, width: out.width, as: type)
            let smeared = boxBlur(values.base, spare.base, length, count: out.width)
            Sample.narrow(smeared, out.row(y, as: type), out.width)
        }
    }

    /// A long smear leaves nothing that a quarter of the samples does not show.
    private func smearQuarters<Sample: RowSample>(
        _ strip: Strip, _ smear: Double, into out: Plane, as type: Sample.Type
    ) {
        let length = BoxLength(smear / 4)
        // One value more on both sides for the enlargement.
        let quarters = (out.width + 3) / 4 + 2
        let margin = 4 * (length.margin + 1)
        let width = 4 * (quarters - 2)
        for y in 0..<out.height {
            strip.prefetch(row: min(y + 3, out.height - 1), width: out.width, as: type)
            rows_prefetch(out.row(min(y + 3, out.height - 1), as: type), out.width * MemoryLayout<Sample>.size)
            strip.fillQuarters(values.base, row: y, margin: margin, width: width, as: type)
            let smeared = boxBlur(values.base, spare.base, length, count: quarters)
            let row = out.row(y, as: type)
            Sample.quadruple(smeared, row, out.width / 4)
            guard out.width % 4 > 0 else { continue }
            withUnsafeTemporaryAllocation(of: Sample.self, capacity: 4) { last in
                Sample.quadruple(smeared + out.width / 4, last.baseAddress!, 1)
                (row + out.width / 4 * 4).update(from: last.baseAddress!, count: out.width % 4)
            }
        }
    }

    /// Tiles of a few columns, which stay in the cache through all passes.
    private func smearColumns<Sample: RowSample>(
        _ strip: Strip, _ length: BoxLength, into out: Plane, as type: Sample.Type
    ) {
        for left in stride(from: 0, to: out.width, by: Self.tileWidth) {
            let width = min(Self.tileWidth, out.width - left)
            for y in -length.margin..<out.height + length.margin {
                let tileRow = values.base + (y + length.margin) * width
                widenRow(strip.row(y, as: type) + left, width, from: 0, into: tileRow, count: width)
            }
            let smeared = boxBlur(values.base, spare.base, length, step: width, count: out.height * width)
            for y in 0..<out.height {
                Sample.narrow(smeared + y * width, out.row(y, as: type) + left, width)
            }
        }
    }

    private static let tileWidth = 64
    /// A smear of four quarters.
    private static let long = 16.0
}

/// A plane of both pictures side by side, which goes on beyond the canvas; past the far edges the last sample
/// is repeated.
fileprivate struct Strip {
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

    /// The row at `y` of a strip that lies vertically.
    func row<Sample: RowSample>(_ y: Int, as type: Sample.Type) -> UnsafePointer<Sample> {
        let (plane, offset) = y < seam ? (first, firstOffset) : (second, secondOffset)
        return UnsafePointer(plane.row(min(max(y - offset, 0), plane.height - 1), as: type))
    }

    /// What `fill` will read soon of a strip that lies horizontally.
    @inline(__always)
    func prefetch<Sample: RowSample>(row y: Int, width: Int, as type: Sample.Type) {
        let size = MemoryLayout<Sample>.size
        let (firstStart, secondStart) = (max(0, -firstOffset), max(0, seam - secondOffset))
        rows_prefetch(first.row(y, as: type) + firstStart, min(seam, first.width - firstStart) * size)
        rows_prefetch(
            second.row(y, as: type) + secondStart, min(width - seam, second.width - secondStart) * size)
    }

    /// Writes the samples from `-margin` to `width + margin` of a strip that lies horizontally.
    @inline(__always)
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

extension Strip {
    /// Writes the means of every four samples from `-margin` to `width + margin`, both multiples of four.
    @inline(__always)
    fileprivate func fillQuarters<Sample: RowSample>(
        _ out: UnsafeMutablePointer<UInt16>, row y: Int, margin: Int, width: Int, as type: Sample.Type
    ) {
        let (firstRow, secondRow) = (first.row(y, as: type), second.row(y, as: type))
        let (before, count) = ((seam + margin) / 4, (width + 2 * margin) / 4)
        meanRow(firstRow, first.width, from: -margin - firstOffset, into: out, count: before)
        var start = 4 * before - margin
        if start < seam {
            // Four samples of both pictures.
            let (left, right) = (seam - start, start - secondOffset)
            var sum: UInt16 = 0
            for x in 0..<4 {
                let row = x < left ? firstRow : secondRow
                let column = x < left ? start - firstOffset + x : right + x
                sum += UInt16(truncatingIfNeeded: row[min(max(column, 0), (x < left ? first : second).width - 1)])
            }
            out[before] = sum << (Sample.headroom - 2)
            start += 4
        }
        let done = (start + margin) / 4
        meanRow(secondRow, second.width, from: start - secondOffset, into: out + done, count: count - done)
    }
}

extension TransitionEntry {
    static let whipPan = TransitionEntry(
        "whip-pan", aliases: ["whip", "swish", "swish-pan"],
        summary: "A fast push that smears the pictures along its way.",
        parameters: [
            .direction(default: "left"),
            .fraction("blur", 0...0.5, default: 0.2, "length of the smear, as a part of the way"),
        ], easing: .cubic
    ) { values, canvas in
        WhipPanKernel(
            direction: Direction(rawValue: values.word("direction"))!, blur: values.number("blur"), canvas)
    }
}
