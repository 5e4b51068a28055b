import MediaIO
import Pictures
import Placing

/// The size, depth and colors of a film: as requested, or else what its cameras share.
struct FilmCanvas {
    let request: CompositionRequest
    let sources: [Source]
    /// The index of the primary camera's first take.
    let primary: Int
    /// The indexes of the takes whose colors matter; `nil` for all.
    var shown: Set<Int>?

    var canvas: Canvas {
        let upright = sources[primary].uprightSize
        let size = request.size ?? PictureSize(width: upright.width / 2 * 2, height: upright.height / 2 * 2)
        guard toneMapping == nil, let bright = colors.first(where: \.isHighDynamicRange) else {
            let format = request.codec?.canvasFormat(highDynamicRange: false) ?? .yuv420p8
            return Canvas(size: size, format: format, color: standardColor)
        }
        return Canvas(
            size: size, format: .yuv420p10, color: bright.transfer == ColorDescription.pq.transfer ? .pq : .hlg)
    }

    /// Whether all takes have the same colors.
    var isUniform: Bool { Set(colors).count < 2 }

    /// Why high dynamic range is lost; `nil` if it is kept or there is none.
    var toneMapping: Diagnostic.ToneMapping? {
        let bright = colors.filter(\.isHighDynamicRange)
        guard let first = bright.first else { return nil }
        if request.dynamicRange == .sdr { return .asked }
        if !request.looks.isEmpty || !request.matchedColors.isEmpty { return .looks }
        if bright.count < colors.count { return .otherCamera }
        if !bright.allSatisfy({ $0.transfer == first.transfer }) { return .kindsDiffer }
        return request.codec?.carriesHighDynamicRange == false ? .codec : nil
    }

    /// The standard television colors that all cameras share, and that therefore need no conversion; otherwise BT.709.
    private var standardColor: ColorDescription {
        // Each camera has a different name for the same curve.
        guard colors.allSatisfy(\.isStandardTelevision), Set(colors.map { [$0.primaries, $0.matrix] }).count == 1
        else { return .bt709 }
        var shared = color(of: primary)
        shared.isFullRange = false
        return shared
    }

    private var colors: [ColorDescription] {
        sources.indices.filter { shown?.contains($0) ?? true }.map(color)
    }

    private func color(of index: Int) -> ColorDescription {
        sources[index].video.color.resolved(for: sources[index].video.storedSize)
    }
}
