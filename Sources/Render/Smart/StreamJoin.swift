import Bitstream
import MediaIO

/// How packets of several sources and of the encoder become one stream with one set of parameters.
public struct StreamJoin: Sendable {
    public let sets: ParameterSetJoin
    /// The indexes of the takes that are copied.
    public let indexes: [Int: GOPIndex]
    /// For each take that is copied, its place among the sources of `sets`; the encoder is the last.
    let places: [Int: Int]
    var encoderPlace: Int { sets.rewriters.count - 1 }

    /// - Parameters:
    ///   - indexes: of the takes that may be copied.
    ///   - primary: the take whose parameter sets are kept where possible.
    ///   - encoder: the encoder's own header, in Annex B.
    /// - Throws: `BitstreamError` with the source and the reason when they cannot be joined.
    init(
        _ indexes: [Int: GOPIndex], primary: Int, codec: VideoCodec, encoder: [UInt8]
    ) throws(BitstreamError) {
        let takes = Self.order(Array(indexes.keys), primary: primary)
        switch codec {
        case .h264:
            var sources: [H264.ParameterSets] = []
            for take in takes {
                var sets = try H264.ParameterSets(extradata: indexes[take]!.configuration)
                sets.measuredReorderDepth = indexes[take]!.reorderDepth
                sources.append(sets)
            }
            sources.append(try H264.ParameterSets(extradata: encoder, framing: .annexB))
            sets = try ParameterSetJoin.h264(sources)
        case .hevc:
            var sources: [HEVC.ParameterSets] = []
            for take in takes { sources.append(try HEVC.ParameterSets(extradata: indexes[take]!.configuration)) }
            var own = try HEVC.ParameterSets(extradata: encoder, framing: .annexB)
            own.takesCroppingOfFirst = true
            sets = try ParameterSetJoin.hevc(sources + [own])
        }
        self.indexes = indexes
        places = Dictionary(uniqueKeysWithValues: takes.enumerated().map { ($1, $0) })
    }

    /// The order in which takes are given to the join.
    static func order(_ takes: [Int], primary: Int) -> [Int] { [primary] + takes.sorted().filter { $0 != primary } }

    public var configuration: [UInt8] { sets.configurationRecord }
}
