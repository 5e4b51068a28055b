import CFFmpeg
import Pictures

/// Converts the colors of one source to those of the canvas, with its look.
struct ColorConversion: Sendable {
    /// First, for R′G′B′: filters at the source's own size, odd or not; the result is Y′CbCr 4:4:4 in the canvas's
    /// colors.
    var fromRGB: (filters: String, format: AVPixelFormat)?
    /// The change of the colors, after `fromRGB` where there is one.
    var change: Change

    enum Change: Hashable, Sendable {
        /// The code values already mean the same.
        case none
        /// Filters for Y′CbCr 4:2:0 of the canvas's size; the result is in the canvas's format.
        case filters(String)
        /// For a lookup table: filters for Y′CbCr 4:4:4 of the source's depth that output as much with 16 bits.
        case table(String)
    }

    /// - Parameters:
    ///   - source: resolved, nothing unspecified.
    ///   - depth: of the source's samples, in bits.
    ///   - peak: the brightest light that an HDR source shows, in cd/m², if it is declared.
    ///   - looks: filters for R′G′B′ of full range with 16 bits, or none.
    init(
        from source: ColorDescription, depth: Int, peak: Int? = nil, to canvas: ColorDescription, format: PixelFormat,
        looks: String = ""
    ) {
        // With limited range, changing the depth is a shift. With full range 255 and 1023 are both white, which needs
        // more.
        let isRescaled = canvas.isFullRange && (depth > 8) != (format.bitDepth > 8)
        let isToneMapped = source.isHighDynamicRange && !canvas.isHighDynamicRange
        let converted =
            isToneMapped
            ? Self.toneMapped(source, peak, canvas) : "zscale=\(source.asInput):\(canvas.asOutput(for: source))"
        let curve = "t=\(canvas.transfer):p=\(canvas.primaries)"
        let graded =
            "zscale=\(canvas.asInput):m=0:r=1:\(curve),format=gbrp16le,\(looks),zscale=agamma=0:min=0:rin=1:"
            + "tin=\(canvas.transfer):pin=\(canvas.primaries):m=\(canvas.matrix):r=\(canvas.isFullRange ? 1 : 0):\(curve)"
        if source.matrix == 0 {
            let name = format == .yuv420p8 ? "yuv444p" : "yuv444p10le"
            fromRGB = (
                "format=\(depth > 8 ? "gbrp10le" : "gbrp"),\(converted),format=\(name)",
                format == .yuv420p8 ? AV_PIX_FMT_YUV444P : AV_PIX_FMT_YUV444P10LE
            )
            change = looks.isEmpty ? .none : .table(graded)
        } else if source.meansTheSame(as: canvas) && !isRescaled {
            change = looks.isEmpty ? .none : .table(graded)
        } else if !looks.isEmpty {
            change = .table("\(converted),format=yuv444p16le,\(graded)")
        } else if !isToneMapped, source.primaries == canvas.primaries, source.hasSameCurve(as: canvas), !isRescaled,
            let from = source.matrixName, let to = canvas.matrixName
        {
            // Only the matrix or the range differs: integers suffice (0.5 ms for 1080p, a third of a table). The curve
            // and the primaries named here are stand-ins, the same on both sides: the filter then leaves them alone.
            let depth = format == .yuv420p8 ? "yuv420p" : "yuv420p10"
            change = .filters(
                "colorspace=ispace=\(from):irange=\(source.rangeName):itrc=bt709:iprimaries=bt709"
                    + ":space=\(to):range=\(canvas.rangeName):trc=bt709:primaries=bt709:format=\(depth)")
        } else {
            change = .table(converted)
        }
    }

    /// The change without a table, for a single picture of Y′CbCr 4:2:0; `nil` if there is none.
    func filters(to format: PixelFormat) -> String? {
        switch change {
        case .none: nil
        case .filters(let text): text
        case .table(let text): "\(text),format=\(format == .yuv420p8 ? "yuv420p" : "yuv420p10le")"
        }
    }

    /// The recipe of the lookup table; `nil` if none is needed.
    func table(from source: PixelFormat, to target: PixelFormat, isFullRange: Bool) throws(FFmpegFailure) -> ColorTable?
    {
        guard case .table(let filters) = change else { return nil }
        return try ColorTable.table(
            ColorTable.Recipe(filters: filters, source: source, target: target, isFullRange: isFullRange))
    }

    /// The diffuse white of HDR video, in cd/m² (ITU-R BT.2408 §2).
    static let referenceWhite = 203.0
    /// The assumed peak of a source that declares none, in cd/m²: HLG's nominal display, HDR10's usual grade.
    static let usualPeak = 1000

    /// Linear light in units of diffuse white, the canvas's primaries, tone curve, display curve.
    ///
    /// Möbius leaves everything up to 0.3 unchanged: skin, which is graded around 40 to 70 cd/m², keeps its level.
    /// Above, it bends so that the source's peak just reaches white and diffuse white is at 0.68 of the light, 85 %
    /// of the signal. It acts on the largest of R, G, B and scales all three equally, so hues stay and no channel
    /// clips.
    private static func toneMapped(_ source: ColorDescription, _ peak: Int?, _ canvas: ColorDescription) -> String {
        // Below twice the diffuse white there is nothing to compress; nothing is graded above 10000 (SMPTE ST 2084).
        let peak = Double(source.transfer == 16 ? peak ?? usualPeak : usualPeak)
        let relative = min(max(2, peak / referenceWhite), 10_000 / referenceWhite)
        return "zscale=\(source.asInput):t=linear:p=\(canvas.primaries):npl=\(Int(referenceWhite)),format=gbrpf32le,"
            + "tonemap=tonemap=mobius:param=0.3:peak=\(relative):desat=0,"
            // Through integers: values outside the canvas's primaries are clipped there, and the rest is three times
            // faster.
            + "zscale=tin=linear:t=\(canvas.transfer):pin=\(canvas.primaries):p=\(canvas.primaries):m=0:r=1,"
            + "format=gbrp12le,zscale=min=0:m=\(canvas.matrix):r=\(canvas.isFullRange ? 1 : 0)"
    }
}

extension ColorDescription {
    /// BT.709, BT.601 and both depths of BT.2020 share one transfer function (H.273 table 3, values 1, 6, 14, 15).
    /// Players show sRGB (13) through the same display curve, so it is treated as the same.
    func hasSameCurve(as other: ColorDescription) -> Bool {
        let curve = { (code: Int) in [1, 6, 13, 14, 15].contains(code) ? 1 : code }
        return curve(transfer) == curve(other.transfer)
    }

    /// Equal code values look equal. The two BT.601 matrices are one (H.273 table 4, values 5 and 6).
    func meansTheSame(as other: ColorDescription) -> Bool {
        let matrix = { (code: Int) in code == 5 ? 6 : code }
        return matrix(self.matrix) == matrix(other.matrix) && primaries == other.primaries && hasSameCurve(as: other)
            && isFullRange == other.isFullRange
    }

    /// This source, resolved, with primaries that are guessed from its size replaced by the canvas's: a guess between
    /// BT.709 and BT.601 is no reason to change colors. Phones' sensors have neither.
    func withoutGuessedPrimaries(_ tagged: ColorDescription, canvas: ColorDescription) -> ColorDescription {
        let standard = [1, 5, 6]
        guard [0, 2, 3].contains(tagged.primaries), standard.contains(primaries), standard.contains(canvas.primaries)
        else { return self }
        var result = self
        result.primaries = canvas.primaries
        return result
    }

    /// As zscale's options, which are H.273's numbers. Its approximate curves are off by tens of code values for
    /// colors outside the canvas's primaries, and apply HLG's display gamma to each channel instead of to the
    /// luminance.
    fileprivate var asInput: String {
        "agamma=0:min=\(matrix):tin=\(transfer):pin=\(primaries):rin=\(isFullRange ? 1 : 0)"
    }

    /// The same for the output, without a change of the curve where both have the same one under two names.
    fileprivate func asOutput(for source: ColorDescription) -> String {
        let curve = hasSameCurve(as: source) ? source.transfer : transfer
        return "m=\(matrix):t=\(curve):p=\(primaries):r=\(isFullRange ? 1 : 0)"
    }

    fileprivate var rangeName: String { isFullRange ? "pc" : "tv" }

    /// The `colorspace` filter's name of the matrix, if it has one that needs no linear light.
    fileprivate var matrixName: String? {
        switch matrix {
        case 1: "bt709"
        case 5: "bt470bg"
        case 6: "smpte170m"
        case 7: "smpte240m"
        case 9: "bt2020nc"
        default: nil
        }
    }
}
