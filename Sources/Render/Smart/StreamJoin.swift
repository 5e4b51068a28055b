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

    public var configuration: [UInt8] { sets.configurationRecord }
}
