import Pictures

/// How the colours of one source become those of the canvas: as libavfilter filters, or not at all.
enum ColourConversion: Hashable, Sendable {
    /// The code values mean the same already.
    case none
    /// Filters whose output has the canvas's meaning, still at the source's size.
    case filters(String)

    /// Tone mapping: high dynamic range to standard.
    var isToneMapping: Bool {
        if case .filters(let text) = self { text.contains("tonemap") } else { false }
    }

    /// - Parameters:
    ///   - source: resolved, nothing unspecified.
    ///   - isPlain420: the source is planar Y′CbCr of 8 to 12 bits, which the `colorspace` filter takes.
    init(from source: ColourDescription, to canvas: ColourDescription, format: PixelFormat, isPlanarYUV: Bool) {
        guard source.meansTheSame(as: canvas) == false else {
            self = .none
            return
        }
        let pixels = format == .yuv420p8 ? "yuv420p" : "yuv420p10le"
        let into = "m=\(canvas.matrix):t=\(canvas.transfer):p=\(canvas.primaries):r=\(canvas.isFullRange ? 1 : 0)"
        let from =
            "min=\(source.matrix):tin=\(source.transfer):pin=\(source.primaries):rin=\(source.isFullRange ? 1 : 0)"
        if source.isHighDynamicRange && !canvas.isHighDynamicRange {
            // Linear light, BT.709 primaries, tone curve, display curve. Nominal peak 203 cd/m²: the diffuse white of
            // ITU-R BT.2408, so that a white shirt stays white. 10-bit 4:2:0 input is up-sampled by zscale.
            self = .filters(
                "zscale=\(from):t=linear:npl=203,format=gbrpf32le,zscale=p=\(canvas.primaries),"
                    + "tonemap=tonemap=mobius:param=0.6:desat=0,zscale=t=\(canvas.transfer):m=\(canvas.matrix):r=\(canvas.isFullRange ? 1 : 0),format=\(pixels)"
            )
        } else if isPlanarYUV, source.primaries == canvas.primaries, source.hasSameCurve(as: canvas),
            let matrix = source.matrixName
        {
            // Only the matrix or the range differs: integers suffice (0.5 ms for 1080p; zscale takes 2.3).
            self = .filters(
                "colorspace=all=bt709:range=tv:ispace=\(matrix):itrc=bt709:iprimaries=bt709:irange=\(source.isFullRange ? "pc" : "tv"):format=\(format == .yuv420p8 ? "yuv420p" : "yuv420p10")"
            )
        } else {
            self = .filters("zscale=\(from):\(into),format=\(pixels)")
        }
    }
}

extension ColourDescription {
    /// BT.709, BT.601 and both depths of BT.2020 share one transfer function (H.273 table 3, values 1, 6, 14, 15).
    func hasSameCurve(as other: ColourDescription) -> Bool {
        let curve = { (code: Int) in [1, 6, 14, 15].contains(code) ? 1 : code }
        return curve(transfer) == curve(other.transfer)
    }

    /// Equal code values look equal. The two BT.601 matrices are one (H.273 table 4, values 5 and 6).
    func meansTheSame(as other: ColourDescription) -> Bool {
        let matrix = { (code: Int) in code == 5 ? 6 : code }
        return matrix(self.matrix) == matrix(other.matrix) && primaries == other.primaries && hasSameCurve(as: other)
            && isFullRange == other.isFullRange
    }

    /// The `colorspace` filter's name of the matrix, where it has one that needs no linear light.
    fileprivate var matrixName: String? {
        switch matrix {
        case 1: "bt709"
        case 5: "bt470bg"
        case 6: "smpte170m"
        default: nil
        }
    }
}
