import Bitstream
import MediaIO

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
