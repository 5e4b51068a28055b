import CFFmpeg
import Pictures

extension VideoInfo {
    /// Checks, before anything is rendered, that the installed FFmpeg has the filters that these pictures need.
    ///
    /// FFmpeg can be built without zscale (zimg), which converts curves and primaries.
    ///
    /// - Parameters:
    ///   - path: for the message.
    ///   - isInstalled: the corresponding C function is `avfilter_get_by_name`.
    /// - Throws: `MediaError.noFilter`.
    package func checkFilters(
        for canvas: Canvas, path: String,
        isInstalled: (String) -> Bool = { avfilter_get_by_name($0) != nil }
    ) throws(MediaError) {
        let own = color.resolved(for: storedSize).withoutGuessedPrimaries(color, canvas: canvas.color)
        let conversion = ColorConversion(from: own, depth: bitDepth, to: canvas.color, format: canvas.format)
        if let missing = conversion.filterNames.first(where: { !isInstalled($0) }) {
            throw .noFilter(
                path: path, filter: missing,
                purpose: own.isHighDynamicRange ? "high dynamic range" : "colors that must be converted (\(own))")
        }
        if isInterlaced, !isInstalled(Deinterlacer.filterName) {
            throw .noFilter(path: path, filter: Deinterlacer.filterName, purpose: "interlaced pictures")
        }
    }
}

extension ColorConversion {
    /// "zscale", "tonemap", …
    fileprivate var filterNames: [String] {
        let texts = [fromRGB?.filters, filters(to: .yuv420p8)].compactMap { $0 }
        return texts.flatMap { $0.split(separator: ",") }.map { String($0.prefix { $0 != "=" }) }
    }
}
