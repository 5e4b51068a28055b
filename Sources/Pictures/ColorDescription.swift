/// The meaning of a picture's code values: the code points of ITU-T H.273 (ISO/IEC 23091-2), with 2 for
/// "unspecified", and the range.
public struct ColorDescription: Hashable, Sendable, Codable {
    /// Color primaries, H.273 §8.1: 1 BT.709, 5 BT.601 625 lines, 6 BT.601 525 lines, 9 BT.2020.
    package var primaries: Int
    /// Transfer characteristics, §8.2: 1 BT.709, 6 BT.601, 16 PQ, 18 HLG.
    package var transfer: Int
    /// Matrix coefficients, §8.3: 1 BT.709, 5 and 6 BT.601, 9 BT.2020 non-constant luminance.
    package var matrix: Int
    /// Full range (0…255 at 8 bits) instead of limited (16…235).
    package var isFullRange: Bool

    /// Code points of H.273; 2 for unspecified ones.
    package init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// "Unspecified", for all three kinds of code points.
    package static let unspecifiedCode = 2

    /// BT.709, limited range.
    public static let bt709 = ColorDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
    /// BT.2100 HLG, limited range, with the primaries and the matrix of BT.2020.
    package static let hlg = ColorDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: false)
    /// BT.2100 PQ, limited range, with the primaries and the matrix of BT.2020.
    package static let pq = ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)

    /// HLG or PQ: more than a standard display can show.
    package var isHighDynamicRange: Bool { transfer == 16 || transfer == 18 }

    /// BT.709 or BT.601 with their common transfer curve: any of them can be written unchanged, and looks the same
    /// when it is tagged.
    package var isStandardTelevision: Bool {
        [1, 5, 6].contains(primaries) && [1, 6, 13, 14, 15].contains(transfer) && [1, 5, 6].contains(matrix)
    }

    /// This description with unspecified values replaced by the usual defaults: BT.709 from 720 lines of the shorter
    /// side up, BT.601 below (625 lines when the height indicates it), as players assume.
    package func resolved(for size: PictureSize) -> ColorDescription {
        let isHighDefinition = min(size.width, size.height) >= 720 || max(size.width, size.height) >= 1280
        let is625 = size.height == 576 || size.width == 576
        var resolved = self
        // The primaries and the matrix of one standard share a number.
        let known = [1, 5, 6, 9]
        if isUnspecified(matrix) {
            resolved.matrix = known.contains(primaries) ? primaries : isHighDefinition ? 1 : is625 ? 5 : 6
        }
        if isUnspecified(primaries) {
            resolved.primaries = known.contains(resolved.matrix) ? resolved.matrix : isHighDefinition ? 1 : 6
        }
        if isUnspecified(transfer) {
            resolved.transfer = resolved.primaries == 9 ? 14 : resolved.primaries == 1 ? 1 : 6
        }
        return resolved
    }

    // 0 is "reserved" in the standard but "identity" for matrices of RGB; 3 is reserved everywhere.
    private func isUnspecified(_ code: Int) -> Bool { code == Self.unspecifiedCode || code == 3 }
}

extension ColorDescription: CustomStringConvertible {
    /// "BT.709", "BT.601, full range", "HLG BT.2020".
    public var description: String {
        let space =
            switch matrix {
            case 1: "BT.709"
            case 5, 6: "BT.601"
            case 9, 10: "BT.2020"
            case 0: "RGB"
            case Self.unspecifiedCode: "untagged"
            default: "matrix \(matrix)"
            }
        let curve = transfer == 18 ? "HLG " : transfer == 16 ? "PQ " : ""
        return curve + space + (isFullRange ? ", full range" : "")
    }
}
