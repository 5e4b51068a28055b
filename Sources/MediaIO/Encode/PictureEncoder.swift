import Pictures

/// Encodes pictures to packets, in this process or in another one.
public protocol PictureEncoder {
    /// The codec's own header: parameter sets in Annex B, AV1's sequence header; empty if the packets are
    /// self-contained.
    var configuration: [UInt8] { get }
    /// Encodes a picture, frame `index` of the output. Packets come in decoding order, some of them later; their
    /// presentation timestamps are such indexes.
    func encode(_ picture: Picture, frame index: Int64, to sink: (Packet) throws -> Void) throws
    /// Outputs what is left in the encoder. After this, nothing more can be encoded.
    func finish(to sink: (Packet) throws -> Void) throws
}
