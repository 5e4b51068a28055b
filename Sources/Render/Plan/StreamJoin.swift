/// How packets of several sources and of the encoder become one stream with one set of parameters.
public struct StreamJoin: Sendable {
    /// avcC or hvcC of the whole track.
    public var configuration: [UInt8]
}
