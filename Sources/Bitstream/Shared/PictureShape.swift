/// The shape of all pictures of a sequence, in terms of both standards.
protocol PictureShape {
    /// In luma samples, cropping not yet applied.
    var codedWidth: Int { get }
    var codedHeight: Int { get }
    var cropping: CroppingWindow? { get set }
    /// chroma_format_idc: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4 (H.264 table 6-1, H.265 table 6-1).
    var chromaFormat: Int { get }
    var lumaDepth: Int { get }
    var chromaDepth: Int { get }
}

extension PictureShape {
    /// Throws what no common sample entry can express for both. With `ignoringCropping` the other is cropped like
    /// this one.
    func checkShape(_ other: Self, ignoringCropping: Bool) throws(JoinBlocker) {
        let sizes = [self, other].map { "\($0.codedWidth)x\($0.codedHeight)" }
        guard sizes[0] == sizes[1] else { throw .codedSize(first: sizes[0], other: sizes[1]) }
        guard ignoringCropping || cropping ?? CroppingWindow() == other.cropping ?? CroppingWindow() else {
            throw .cropping
        }
        guard chromaFormat == other.chromaFormat else { throw .chromaFormat }
        guard lumaDepth == other.lumaDepth, chromaDepth == other.chromaDepth else { throw .bitDepth }
    }
}

/// Offsets of a window from the edges of the picture, in chroma units: frame_crop (H.264 §7.4.2.1.1), conf_win and
/// def_disp_win (H.265 §7.4.3.2.1, §E.3.1).
struct CroppingWindow: Hashable, SyntaxTable {
    var left = 0
    var right = 0
    var top = 0
    var bottom = 0

    mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
        try coder.unsigned(&left, 0...65536, "crop_left_offset")
        try coder.unsigned(&right, 0...65536, "crop_right_offset")
        try coder.unsigned(&top, 0...65536, "crop_top_offset")
        try coder.unsigned(&bottom, 0...65536, "crop_bottom_offset")
    }
}

/// The visible part of the coded pictures, by the sequence parameter set; in luma samples.
package struct CodedArea: Equatable, Sendable {
    /// Cropping not yet applied.
    package let codedWidth, codedHeight: Int
    /// The part that is shown.
    package let shownLeft, shownTop, shownWidth, shownHeight: Int

    init(_ shape: some PictureShape) {
        let window = shape.cropping ?? CroppingWindow()
        // SubWidthC and SubHeightC, of frames (H.264 table 6-1, H.265 table 6-1).
        let (across, down) = (1...2 ~= shape.chromaFormat ? 2 : 1, shape.chromaFormat == 1 ? 2 : 1)
        (codedWidth, codedHeight) = (shape.codedWidth, shape.codedHeight)
        (shownLeft, shownTop) = (across * window.left, down * window.top)
        shownWidth = codedWidth - shownLeft - across * window.right
        shownHeight = codedHeight - shownTop - down * window.bottom
    }
}
