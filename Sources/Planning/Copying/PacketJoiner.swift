import Bitstream
import MediaIO
import MediaTime

/// Rewrites copied and encoded packets for the splice parameter sets, in output order. Not thread-safe.
package final class PacketJoiner {
    private let join: StreamJoin
    private let plan: RenderPlan
    private var rewriters: [SliceRewriter]
    private var readers: [Int: CodedPacketReader] = [:]
    private var lastSpan: SliceRewriter.SpanEnd?
    private var currentUnit: Int?

    package init(_ join: StreamJoin, _ plan: RenderPlan) {
        self.join = join
        self.plan = plan
        rewriters = join.sets.rewriters
    }

    /// The presentation times of a span's packets, in decode order, in ticks of the output track.
    package func presentationTimes(_ span: CopySpan) -> [Int64] {
        join.kept(span).map { plan.ticks(ofPacket: $0, in: span) }
    }

    /// Passes the rewritten packets of a span to `write`.
    package func packets(_ span: CopySpan, _ write: (StoredPacket) throws -> Void) throws {
        let index = join.indexes[span.take]!
        let reader =
            try readers[span.take]
            ?? CodedPacketReader(
                path: plan.sources[span.take].path, video: plan.sources[span.take].video, index: index)
        readers[span.take] = reader
        let place = join.places[span.take]!
        rewriters[place].beginSpan(
            after: lastSpan, inBand: index.parameterSets(before: span.packets.lowerBound))
        try reader.read(span.packets) { entry, bytes in
            guard index.isKept(entry, enteringAt: span.packets.lowerBound) else { return }
            var bytes = try rewriters[place].rewrite(bytes)
            // If the film should not reveal when and where it was recorded, neither should its packets.
            if plan.output.metadata == nil {
                bytes = try UserData.removed(from: bytes, isHEVC: plan.video.codec == .hevc)
            }
            try write(
                StoredPacket(
                    presentation: plan.ticks(ofPacket: entry, in: span), isKeyFrame: index.entries[entry].canStart,
                    bytes: bytes))
        }
        lastSpan = rewriters[place].spanEnd
        currentUnit = nil
    }

    package func rewrite(_ packet: StoredPacket, of unit: EncodeUnit) throws -> StoredPacket {
        let place = join.encoderPlace
        if currentUnit != unit.index {
            rewriters[place].beginSpan(after: lastSpan)
            currentUnit = unit.index
        }
        var packet = packet
        packet.bytes = try rewriters[place].rewrite(packet.bytes)
        lastSpan = rewriters[place].spanEnd
        return packet
    }

    /// Whether packets of a take were shifted by less than a byte, see `SliceRewriter.hasShiftedBits`.
    func hasShiftedBits(of take: Int) -> Bool { rewriters[join.places[take]!].hasShiftedBits }
}

extension RenderPlan {
    /// The presentation timestamp of a copied packet on the track.
    ///
    /// - Parameter entry: of the index of the span's take.
    package func ticks(ofPacket entry: Int, in span: CopySpan) -> Int64 {
        // The film begins with its first picture, even if that is up to half a frame from time zero.
        if span.frames.lowerBound == 0, entry == span.packets.lowerBound { return 0 }
        return composition.filmTime(
            at: join!.indexes[span.take]!.time(of: entry), ofTake: span.take, inSegment: span.segment
        ).ticks(in: .perSecond(timescale), .nearest)
    }
}
