import MediaIO

final class PacketJoiner {
    init(_ join: StreamJoin, _ plan: RenderPlan) throws {}
    func presentationTimes(_ span: CopySpan) throws -> [Int64] { [] }
    func packets(_ span: CopySpan, _ write: (StoredPacket) throws -> Void) throws {}
    func rewrite(_ packet: StoredPacket, of unit: EncodeUnit) throws -> StoredPacket { packet }
}
