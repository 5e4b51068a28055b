import Bitstream
import MediaIO

/// How packets of several sources and of the encoder become one stream.
public struct StreamJoin: Sendable {
    public let sets: ParameterSetJoin
    /// The indexes of the takes that are copied.
    public let indexes: [Int: GOPIndex]
    /// For each take that is copied, its place among the sources of `sets`; the encoder is the last.
    let places: [Int: Int]
    var encoderPlace: Int { sets.rewriters.count - 1 }

    init(_ cameras: CameraStreams, _ sets: ParameterSetJoin) {
        self.sets = sets
        indexes = cameras.indexes
        places = Dictionary(uniqueKeysWithValues: cameras.takes.enumerated().map { ($1, $0) })
    }

    /// The packets of a span that are written: entries of the index, without those that lead a key frame which is entered.
    package func kept(_ span: CopySpan) -> [Int] {
        let index = indexes[span.take]!
        return span.packets.filter { index.isKept($0, enteringAt: span.packets.lowerBound) }
    }

    public var configuration: [UInt8] { sets.configurationRecord }
}
