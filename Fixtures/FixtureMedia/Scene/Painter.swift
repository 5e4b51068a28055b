import CFFmpeg
import Pictures

/// Draws flat rectangles onto a stored frame in upright coordinates: the inverse of what a player will do.
///
/// Its geometry is written out here, apart from `Pictures`, which is under test.
struct Painter {
    let frame: UnsafeMutablePointer<AVFrame>
    let stored: PictureSize
    let orientation: Orientation
    let color: ColorDescription
    private let depth: Int
    private let bytes: Int
    /// Binary logarithms of the chroma subsampling.
    private let chroma: (x: Int, y: Int)
    private let isRGB: Bool

    init(_ frame: UnsafeMutablePointer<AVFrame>, orientation: Orientation, color: ColorDescription) throws {
        self.frame = frame
        self.orientation = orientation
        self.color = color
        stored = PictureSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        let description = try made(
            "av_pix_fmt_desc_get", av_pix_fmt_desc_get(AVPixelFormat(frame.pointee.format))
        ).pointee
        depth = Int(description.comp.0.depth)
        bytes = depth > 8 ? 2 : 1
        chroma = (Int(description.log2_chroma_w), Int(description.log2_chroma_h))
        isRGB = description.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    }

    var upright: PictureSize {
        orientation.quarterTurns % 2 == 1 ? PictureSize(width: stored.height, height: stored.width) : stored
    }

    func code(_ rgb: RGB) -> ColorCode {
        ColorCode(rgb, matrix: isRGB ? 0 : color.matrix, isFullRange: color.isFullRange || isRGB, depth: depth)
    }

    /// Fills an upright rectangle; with `field` 0 or 1 only every other stored line.
    func fill(_ rect: PictureRect, _ rgb: RGB, field: Int? = nil) {
        let code = code(rgb)
        let area = storedArea(of: rect)
        fill(plane: 0, area, code.luma, field)
        let half = PictureRect(
            x: area.x >> chroma.x, y: area.y >> chroma.y,
            width: halved(area.x + area.width, chroma.x) - (area.x >> chroma.x),
            height: halved(area.y + area.height, chroma.y) - (area.y >> chroma.y))
        fill(plane: 1, half, code.cb, field)
        fill(plane: 2, half, code.cr, field)
    }

    /// Rounded up: a chroma sample belongs to a rectangle that covers any part of it.
    private func halved(_ value: Int, _ shift: Int) -> Int { (value + (1 << shift) - 1) >> shift }

    /// Undoes the clockwise turn, then the mirroring.
    private func storedArea(of rect: PictureRect) -> PictureRect {
        let (w, h) = (upright.width, upright.height)
        var area =
            switch orientation.quarterTurns {
            case 0: rect
            case 1: PictureRect(x: rect.y, y: w - rect.x - rect.width, width: rect.height, height: rect.width)
            case 2:
                PictureRect(
                    x: w - rect.x - rect.width, y: h - rect.y - rect.height, width: rect.width, height: rect.height)
            default: PictureRect(x: h - rect.y - rect.height, y: rect.x, width: rect.height, height: rect.width)
            }
        if orientation.mirrored { area.x = stored.width - area.x - area.width }
        return area
    }

    private func fill(plane: Int, _ area: PictureRect, _ value: Double, _ field: Int?) {
        let base = UnsafeMutableRawPointer(compose_frame_plane(frame, Int32(plane))!)
        let stride = Int(compose_frame_stride(frame, Int32(plane)))
        let code = min(max(0, Int(value.rounded())), 1 << depth - 1)
        for y in area.y..<area.y + area.height where field == nil || y % 2 == field {
            let row = base + y * stride + area.x * bytes
            if bytes == 1 {
                row.assumingMemoryBound(to: UInt8.self).update(repeating: UInt8(code), count: area.width)
            } else {
                row.assumingMemoryBound(to: UInt16.self).update(repeating: UInt16(code), count: area.width)
            }
        }
    }

    /// Makes a frame that was drawn unusable; a frozen one is not drawn at all.
    func spoil(_ mishap: FixtureRecording.Mishap.Kind, _ number: Int) {
        let whole = PictureRect(x: 0, y: 0, width: upright.width, height: upright.height)
        switch mishap {
        case .black: fill(whole, RGB(0, 0, 0))
        // Light shines red through a finger.
        case .covered: fill(whole, RGB(0.16, 0.06, 0.04))
        case .frozen: break
        case .shaky:
            // To and fro within four frames, by a twelfth of the width to either side.
            shift(by: [1, 0, -1, 0][number % 4] * stored.width / 12)
        }
    }

    /// Slides rows of luma sideways; the edge is repeated.
    private func shift(by distance: Int) {
        let base = UnsafeMutableRawPointer(compose_frame_plane(frame, 0)!)
        let stride = Int(compose_frame_stride(frame, 0))
        let length = stored.width * bytes
        for y in 0..<stored.height {
            let row = UnsafeMutableRawBufferPointer(start: base + y * stride, count: length)
            let old = Array(row)
            for x in 0..<length { row[x] = old[min(max(x - distance * bytes, x % bytes), length - bytes + x % bytes)] }
        }
    }

    /// Draws a frame of the test card.
    func testCard(_ barcode: Barcode, block: Int, isInterlaced: Bool) {
        for patch in TestCard.Patch.allCases {
            fill(TestCard.area(of: patch, in: upright), TestCard.color(patch, of: barcode.camera))
        }
        fill(TestCard.strip(in: upright), TestCard.background)
        let white = RGB(0.9, 0.9, 0.9)
        if isInterlaced {
            fill(TestCard.block(2 * block, in: upright), white, field: 0)
            fill(TestCard.block(2 * block + 1, in: upright), white, field: 1)
        } else {
            fill(TestCard.block(block, in: upright), white)
        }
        self.barcode(barcode, TestCard.layout)
    }

    func barcode(_ barcode: Barcode, _ layout: BarcodeLayout) {
        for (row, bits) in barcode.bits.enumerated() {
            let band = layout.band(row, of: upright)
            for (column, bit) in bits.enumerated() {
                let block = layout.block(column, of: upright)
                fill(
                    PictureRect(
                        x: block.lowerBound, y: band.lowerBound, width: block.count, height: band.count),
                    bit ? RGB(1, 1, 1) : RGB(0, 0, 0))
            }
        }
    }
}
