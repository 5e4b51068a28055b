import CFFmpeg
import Pictures

/// Draws lines of text with FFmpeg's `drawtext`, as masks. Not thread-safe.
///
/// A filter is set up once for a size and a length. Texts are passed as metadata of the frame, so that none of their
/// characters are parsed as its syntax; but only a text that it knows from the beginning is written from right to left,
/// and its letters joined (FriBidi).
package final class TextRasterizer {
    /// How much of each sample is text.
    package struct Mask: Sendable {
        /// In samples; the text fills only a part of it.
        package let size: PictureSize
        /// Row by row, 0 (nothing) to 255.
        package let samples: [UInt8]
        /// The columns that contain text; empty for a blank text.
        package let columns: Range<Int>
        /// The rows that contain text.
        package let rows: Range<Int>
        /// The row of the letters' baseline.
        package let baseline: Int
    }

    private struct Form: Hashable {
        var em: Int
        var width: Int
        /// The only text that the filter draws; `nil` for any.
        var text: String?
    }

    private struct Strip {
        let frame: FrameOwner
        let graph: FilterGraph
    }

    private static let filterName = "drawtext"
    private static let key = "text"
    private static let mostStrips = 8

    private let fontFile: String
    private var strips: [Form: Strip] = [:]

    /// - Parameter fontFile: see `FontFile`.
    /// - Throws: `MediaError.noTextFilter` if FFmpeg was built without it.
    package init(fontFile: String) throws(MediaError) {
        guard avfilter_get_by_name(Self.filterName) != nil else { throw .noTextFilter }
        self.fontFile = fontFile
    }

    /// A line of text. Texts of one length and size begin at the same column and have the same baseline.
    ///
    /// - Parameter em: the size of the type, in samples.
    package func mask(_ text: String, em: Int) throws(MediaError) -> Mask {
        do {
            // Few letters are wider than an em; in steps, so that few filters are set up.
            let width = 2 * em + (text.unicodeScalars.count + 3) / 4 * 5 * em
            let strip = try strip(
                Form(em: em, width: min(width, Self.mostWidth), text: Self.isRightToLeft(text) ? text : nil))
            av_dict_set(&strip.frame.pointer.pointee.metadata, Self.key, text, 0)
            return Self.mask(try strip.graph.converted(strip.frame), baseline: Self.baseline(em))
        } catch {
            throw .failed(path: fontFile, error)
        }
    }

    private static let mostWidth = 16_384

    /// Whether it contains letters of such a script: Hebrew to Arabic Extended, and their presentation forms.
    private static func isRightToLeft(_ text: String) -> Bool {
        text.unicodeScalars.contains {
            (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFDFF).contains($0.value)
                || (0xFE70...0xFEFF).contains($0.value)
        }
    }

    /// The row of the baseline, below the accents of capitals.
    private static func baseline(_ em: Int) -> Int { em * 3 / 2 }

    private func strip(_ form: Form) throws(FFmpegFailure) -> Strip {
        if let strip = strips[form] { return strip }
        if strips.count >= Self.mostStrips { strips = [:] }
        FFmpegLog.install()
        // R′G′B′: the one kind of format in which white is the largest code in every version of FFmpeg.
        let frame = try FrameOwner(
            size: PictureSize(width: form.width, height: form.em * 5 / 2), AV_PIX_FMT_RGB24)
        let picture = frame.pointer.pointee
        picture.data.0!.update(repeating: 0, count: Int(picture.linesize.0) * Int(picture.height))
        let filter =
            "\(Self.filterName)=fontfile=\(try Self.escaped(fontFile)):fontsize=\(form.em):fontcolor=white"
            + ":x=\(form.em):y=\(Self.baseline(form.em))-ascent"
            + (form.text == nil ? "" : ":expansion=none")
            + ":text=\(try Self.escaped(form.text ?? "%{metadata:\(Self.key)}"))"
        let strip = Strip(frame: frame, graph: try FilterGraph(filter, like: frame))
        strips[form] = strip
        return strip
    }

    /// As the value of an option in the description of a graph (FFmpeg's documentation of filters, "Notes on
    /// filtergraph escaping").
    private static func escaped(_ text: String) throws(FFmpegFailure) -> String {
        var result = text
        for special in ["\\':", "\\'[],;"] {
            var escaped: UnsafeMutablePointer<CChar>?
            try check("av_escape", av_escape(&escaped, result, special, AV_ESCAPE_MODE_BACKSLASH, 0))
            defer { av_free(escaped) }
            result = String(cString: try allocated("av_escape", escaped))
        }
        return result
    }

    private static func mask(_ drawn: FrameOwner, baseline: Int) -> Mask {
        defer { withExtendedLifetime(drawn) {} }
        let picture = drawn.pointer.pointee
        let size = PictureSize(width: Int(picture.width), height: Int(picture.height))
        var samples = [UInt8](repeating: 0, count: size.area)
        var (left, right, top, bottom) = (size.width, 0, size.height, 0)
        for y in 0..<size.height {
            let row = picture.data.0! + y * Int(picture.linesize.0)
            for x in 0..<size.width where row[3 &* x] > 0 {
                samples[y &* size.width &+ x] = row[3 &* x]
                (left, right, top, bottom) = (min(left, x), max(right, x + 1), min(top, y), y + 1)
            }
        }
        return Mask(
            size: size, samples: samples, columns: left..<max(left, right), rows: top..<max(top, bottom),
            baseline: baseline)
    }
}
