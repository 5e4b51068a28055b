import CFFmpeg
import Parameters
import Pictures
import Platform

/// Looks, one after the other, as filters: the color changes of one camera.
package struct Grade: Hashable, Sendable {
    /// libavfilter's, for `gbrp16`; empty for nothing.
    private(set) var filters = ""

    package init() {}

    /// - Throws: `ParameterError` if a look or a value is unknown.
    package init(_ looks: [Specification], catalogue: Catalogue<LookEntry> = .standard) throws(ParameterError) {
        for (index, look) in looks.enumerated() {
            let (entry, values) = try catalogue.resolve(look)
            let chain = entry.filters(values).joined(separator: ",")
            let amount = values.number("amount")
            guard !chain.isEmpty, amount > 0 else { continue }
            if !filters.isEmpty { filters += "," }
            filters +=
                amount == 1
                ? chain
                : "split[o\(index)][k\(index)];[k\(index)]\(chain)[l\(index)];"
                    + "[o\(index)][l\(index)]mix=inputs=2:weights=\(1 - amount) \(amount)"
        }
    }

    /// Whether it leaves all colors as they are.
    package var isEmpty: Bool { filters.isEmpty }

    /// A picture with its colors changed.
    ///
    /// - Parameter color: what its code values mean.
    /// - Throws: `FFmpegFailure` if FFmpeg refuses the filters, such as one that reads a file.
    package func applied(to picture: Picture, color: ColorDescription) throws(FFmpegFailure) -> Picture {
        let format = picture.format
        let conversion = ColorConversion(
            from: color, depth: format.bitDepth, to: color, format: format, looks: filters)
        guard let table = try conversion.table(from: format, to: format, isFullRange: color.isFullRange) else {
            return picture
        }
        let result = PicturePool(format: picture.format, size: picture.size).picture()
        table.apply(picture, into: result)
        return result
    }

    /// Makes sure that FFmpeg takes the filters and can read their files.
    package func check() throws(FFmpegFailure) {
        let conversion = ColorConversion(from: .bt709, depth: 8, to: .bt709, format: .yuv420p8, looks: filters)
        guard let filters = conversion.filters(to: .yuv420p8) else { return }
        let pixels = try FrameOwner(size: PictureSize(width: 2, height: 2), AV_PIX_FMT_YUV420P)
        for (plane, rows) in [Int32(0): 2, 1: 1, 2: 1] {
            memset(
                compose_frame_plane(pixels.pointer, plane), 128, rows * Int(compose_frame_stride(pixels.pointer, plane))
            )
        }
        let graph = try FilterGraph(filters, like: pixels)
        try graph.push(pixels)
        try graph.push(nil)
        _ = try allocated("av_buffersink_get_frame", try graph.pull())
    }
}
