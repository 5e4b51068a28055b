import Bitstream
import MediaIO
import Pictures

/// The parameter sets of the copied cameras, and how an encoder must be set up to join them.
struct CameraStreams {
    private enum Sets {
        case h264([H264.ParameterSets])
        case hevc([HEVC.ParameterSets])
    }
    private let sets: Sets
    /// In the order of `sets`, the primary first.
    let takes: [Int]
    let indexes: [Int: GOPIndex]

    /// A take whose header cannot be read.
    struct Unreadable: Error {
        var take: Int
        var error: BitstreamError
    }

    /// - Throws: `Unreadable` for the first unreadable take, checking the primary first.
    init(_ indexes: [Int: GOPIndex], primary: Int, codec: VideoCodec) throws(Unreadable) {
        takes = [primary] + indexes.keys.sorted().filter { $0 != primary }
        self.indexes = indexes
        switch codec {
        case .h264:
            sets = .h264(
                try takes.map { take throws(Unreadable) in
                    do throws(BitstreamError) {
                        let inBand = indexes[take]!.parameterSets.flatMap(\.units)
                        var sets = try H264.ParameterSets(extradata: indexes[take]!.configuration, inBand: inBand)
                        sets.measuredReorderDepth = indexes[take]!.reorderDepth
                        return sets
                    } catch { throw Unreadable(take: take, error: error) }
                })
        case .hevc:
            sets = .hevc(
                try takes.map { take throws(Unreadable) in
                    do throws(BitstreamError) {
                        return try HEVC.ParameterSets(extradata: indexes[take]!.configuration)
                    } catch { throw Unreadable(take: take, error: error) }
                })
        case .av1, .prores, .vp9: preconditionFailure("packets of \(codec) are not copied")
        }
    }

    /// The settings of an encoder whose stream can share the cameras' parameter sets.
    func joined(_ settings: VideoEncoderSettings) throws(BitstreamError) -> VideoEncoderSettings {
        var settings = settings
        let size = settings.canvas.size
        let area: CodedArea
        var ownSize = size
        switch sets {
        case .h264(let sets):
            let constraints = try H264.EncoderConstraints(sets)
            settings.splice = SpliceEncoding(constraints, preset: settings.preset)
            area = constraints.area
            // x264 rounds up to macroblocks on its own.
            ownSize = PictureSize(width: (size.width + 15) / 16 * 16, height: (size.height + 15) / 16 * 16)
        case .hevc(let sets):
            let constraints = try HEVC.EncoderConstraints(sets)
            settings.splice = SpliceEncoding(constraints, preset: settings.preset)
            area = constraints.area
        }
        let window = CodedWindow(
            size: PictureSize(width: area.codedWidth, height: area.codedHeight),
            left: area.shownLeft, top: area.shownTop)
        let shown = PictureSize(width: area.shownWidth, height: area.shownHeight)
        let isOwn = window == CodedWindow(size: ownSize, left: 0, top: 0)
        // A container may show fewer columns and rows than the parameter set (GoPro: 854 of 864). FFmpeg's H.264 decoder
        // then shows as many (init_dimensions in h264_slice.c); with HEVC, both sizes are those of the parameter set.
        let isWithin = size.width <= shown.width && size.height <= shown.height
        if !isOwn || shown != size, isWithin { settings.coded = window }
        return settings
    }

    /// - Parameters:
    ///   - encoder: the encoder's own header, in Annex B.
    ///   - isPadded: whether its pictures are to be cropped like the cameras'.
    /// - Throws: `BitstreamError` with the source and the reason if they cannot be joined.
    func join(
        encoder: [UInt8], isPadded: Bool
    ) throws(BitstreamError) -> ParameterSetJoin {
        switch sets {
        case .h264(let sets):
            var own = try H264.ParameterSets(extradata: encoder, framing: .annexB)
            own.takesCroppingOfFirst = isPadded
            return try .h264(sets + [own])
        case .hevc(let sets):
            var own = try HEVC.ParameterSets(extradata: encoder, framing: .annexB)
            own.takesCroppingOfFirst = isPadded
            own.hasOneSliceInEachPicture = true
            return try .hevc(sets + [own])
        }
    }
}

/// How packets of several sources and of the encoder become one stream.
package struct StreamJoin: Sendable {
    /// The common parameter sets, and how each source's packets are rewritten for them.
    package let sets: ParameterSetJoin
    /// The indexes of the copied takes.
    package let indexes: [Int: GOPIndex]
    /// For each copied take, its position among the sources of `sets`; the encoder is last.
    let places: [Int: Int]
    var encoderPlace: Int { sets.rewriters.count - 1 }

    init(_ cameras: CameraStreams, _ sets: ParameterSetJoin) {
        self.sets = sets
        indexes = cameras.indexes
        places = Dictionary(uniqueKeysWithValues: cameras.takes.enumerated().map { ($1, $0) })
    }

    /// The packets of a span that are written: index entries, without the leading pictures of the key frame where the
    /// copy starts.
    package func kept(_ span: CopySpan) -> [Int] {
        let index = indexes[span.take]!
        return span.packets.filter { index.isKept($0, enteringAt: span.packets.lowerBound) }
    }

    /// The content of the film's `avcC` or `hvcC` box.
    package var configuration: [UInt8] { sets.configurationRecord }
}
