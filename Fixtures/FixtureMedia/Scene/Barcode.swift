import Pictures

/// Which camera and which frame a picture is, written into its pixels.
///
/// Two rows of 16 blocks over the whole width along the upright top edge. Row 1: bit 15 (leftmost) is the camera,
/// bits 14…0 the frame number. Row 2: a hash of row 1, so that a barcode that is half wiped or half slid away is
/// not mistaken for another frame. White is 1, black 0, without color: it survives lossy encoding, scaling and
/// any matrix or range.
package struct Barcode: Hashable, Sendable {
    package var camera: Camera
    /// 0…32767.
    package var frame: Int

    package init(camera: Camera, frame: Int) {
        precondition((0..<1 << 15).contains(frame), "a barcode has 15 bits for the frame number, not \(frame)")
        self.camera = camera
        self.frame = frame
    }

    package static let columns = 16
    package static let rows = 2

    /// The bits of both rows, the leftmost first.
    package var bits: [[Bool]] {
        let word = UInt16(camera.rawValue << 15 | frame)
        return [word, Self.hash(word)].map { row in (0..<Self.columns).map { row >> (15 - $0) & 1 == 1 } }
    }

    static func hash(_ word: UInt16) -> UInt16 {
        var v = word ^ 0xA5C3
        v = v &* 0x9E37 &+ 0x79B9
        v ^= v >> 7
        v = v &* 0x85EB &+ 0xCA6B
        v ^= v >> 9
        return v
    }
}

extension Barcode: CustomStringConvertible {
    package var description: String { "\(camera.name) \(frame)" }
}

/// Where a barcode lies on an upright picture.
package struct BarcodeLayout: Hashable, Sendable {
    /// The height of one row, as a share of the picture's: one over this.
    package var rowsPerHeight: Int

    /// For test cards: readable on pictures of a few thousand pixels.
    package static let testCard = BarcodeLayout(rowsPerHeight: 12)
    /// For pictures that people look at.
    package static let discreet = BarcodeLayout(rowsPerHeight: 48)

    /// Rows `y` that a barcode row covers.
    func band(_ row: Int, of size: PictureSize) -> Range<Int> {
        size.height * row / rowsPerHeight..<size.height * (row + 1) / rowsPerHeight
    }

    /// Columns `x` that a block covers.
    func block(_ column: Int, of size: PictureSize) -> Range<Int> {
        size.width * column / Barcode.columns..<size.width * (column + 1) / Barcode.columns
    }

    /// The height of both rows together.
    package func height(of size: PictureSize) -> Int { band(Barcode.rows - 1, of: size).upperBound }
}

extension Barcode {
    /// Reads the barcode of an upright luma plane; `nil` when there is none, or more than one half shown.
    ///
    /// - Parameter area: the part of the plane that the camera's picture covers; the whole plane without it.
    package static func read(
        _ luma: SamplePlane, layout: BarcodeLayout = .testCard, in area: PictureRect? = nil
    ) -> Barcode? {
        let area = area ?? PictureRect(x: 0, y: 0, width: luma.width, height: luma.height)
        var levels: [[Double]] = []
        for row in 0..<rows {
            let band = layout.band(row, of: area.size).middle
            levels.append(
                (0..<columns).map { column in
                    let block = layout.block(column, of: area.size).middle
                    return luma.mean(
                        PictureRect(
                            x: area.x + block.lowerBound, y: area.y + band.lowerBound, width: block.count,
                            height: band.count))
                })
        }
        let all = levels.joined()
        guard let low = all.min(), let high = all.max(), high - low > Double(luma.peak) / 3 else { return nil }
        var words: [UInt16] = []
        for row in levels {
            var word: UInt16 = 0
            for level in row {
                let share = (level - low) / (high - low)
                // Between a third and two thirds: two pictures mixed.
                guard share < 0.33 || share > 0.67 else { return nil }
                word = word << 1 | (share > 0.5 ? 1 : 0)
            }
            words.append(word)
        }
        guard hash(words[0]) == words[1] else { return nil }
        return Barcode(camera: Camera(rawValue: Int(words[0] >> 15))!, frame: Int(words[0] & 0x7FFF))
    }
}

extension Range<Int> {
    /// The middle half, at least one: what scaling and encoding do to the borders does not matter there.
    var middle: Range<Int> {
        guard count > 2 else { return lowerBound + count / 2..<lowerBound + count / 2 + 1 }
        return lowerBound + count / 4..<Swift.max(lowerBound + count / 4 + 1, upperBound - count / 4)
    }
}
