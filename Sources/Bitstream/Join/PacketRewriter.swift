/// Moves the packets of one source onto the splice parameter sets, one span after another.
protocol PacketRewriter: Sendable {
    associatedtype Sets: JoinableSets

    init(_ relocation: Relocation<Sets>)
    var spanEnd: SliceRewriter.SpanEnd { get }
    var hasShiftedBits: Bool { get }
    mutating func beginSpan(after previous: SliceRewriter.SpanEnd, inBand: [[UInt8]])
    mutating func rewrite(_ packet: [UInt8]) throws(BitstreamError) -> [UInt8]
}

/// Which parameter sets a stream leaves, and which it comes to.
struct Relocation<Sets: JoinableSets>: Sendable {
    let source: Sets
    let target: Sets
    /// The source's picture parameter sets, by their numbers in `JoinableSets.poolSource` → ids of the target.
    let identifiers: [Int: Int]
    /// Whether the target's sets come again in front of every picture that a decoder can begin with.
    let repeatsParameterSets: Bool

    /// Whether the target holds the source's sets byte for byte.
    var isIdentity: Bool {
        source.framing == target.framing && source.units.allSatisfy(target.units.contains)
    }
}
