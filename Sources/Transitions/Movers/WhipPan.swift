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
            ? canvas.size.width + margins + 16
            : max(
                (canvas.size.height / 4 + margins / 4 + 4) * Self.tileWidth,
                (Self.bandHeight + 2 * 16) * canvas.size.width)
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
        // A long smear leaves nothing that a quarter of the samples does not show.
        switch (direction.isHorizontal, smear >= 16) {
        case (true, true): smearRowQuarters(strip, smear, into: out, as: type)
        case (true, false): smearRows(strip, BoxLength(smear), into: out, as: type)
        case (false, true): smearColumnQuarters(strip, smear, into: out, as: type)
        case (false, false): smearColumns(strip, BoxLength(smear), into: out, as: type)
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

    private func smearRowQuarters<Sample: RowSample>(
        _ strip: Strip, _ smear: Double, into out: Plane, as type: Sample.Type
    ) {
        let length = BoxLength(smear / 4)
        // One value more on both sides for the enlargement.
        let quarters = (out.width + 3) / 4 + 2
        let margin = 4 * (length.margin + 1)
        for y in 0..<out.height {
            strip.fillQuarters(values.base, row: y, margin: margin, width: 4 * (quarters - 2), as: type)
            let smeared = boxBlur(values.base, spare.base, length, count: quarters)
            Sample.quadruple(rowSet, smeared, out.row(y, as: type), out.bytes(from: y, to: y + 3), out.width)
        }
    }

    /// Some rows at a time, which stay in the cache through all passes.
    private func smearColumns<Sample: RowSample>(
        _ strip: Strip, _ length: BoxLength, into out: Plane, as type: Sample.Type
    ) {
        let bytes = out.width * MemoryLayout<Sample>.size
        for top in stride(from: 0, to: out.height, by: Self.bandHeight) {
            let rows = top..<min(top + Self.bandHeight, out.height)
            for y in rows.lowerBound - length.margin..<rows.upperBound + length.margin {
                rows_prefetch(strip.row(y + 3, as: type), bytes)
                Sample.widen(strip.row(y, as: type), values.base + (y + length.margin - top) * out.width, out.width)
            }
            let smeared = boxBlur(values.base, spare.base, length, step: out.width, count: rows.count * out.width)
            for y in rows {
                rows_prefetch(out.row(min(y + 3, rows.upperBound - 1), as: type), bytes)
                Sample.narrow(smeared + (y - top) * out.width, out.row(y, as: type), out.width)
            }
        }
    }

    private func smearColumnQuarters<Sample: RowSample>(
        _ strip: Strip, _ smear: Double, into out: Plane, as type: Sample.Type
    ) {
        let length = BoxLength(smear / 4)
        // One value more on both sides for the enlargement.
        let quarters = (out.height + 3) / 4 + 2
        for left in stride(from: 0, to: out.width, by: Self.tileWidth) {
            let width = min(Self.tileWidth, out.width - left)
            for index in 0..<quarters + 2 * length.margin {
                let top = 4 * (index - length.margin - 1)
                strip.stack(top, left: left, width: width, into: values.base + index * width, as: type)
            }
            let smeared = boxBlur(values.base, spare.base, length, step: width, count: quarters * width)
            for y in 0..<out.height {
                let (here, phase) = (smeared + (y / 4 + 1) * width, y % 4)
                Sample.between(
                    rowSet, here, phase < 2 ? here - width : here + width, phase == 0 || phase == 3 ? 3 : 1,
                    out.row(y, as: type) + left, out.bytes(from: y, to: y + 3), width)
            }
        }
    }

    /// What stays in a cache of the second level for most of the passes; fewer columns cost more than they save.
    private static let tileWidth = 2048
    private static let bandHeight = 32
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
