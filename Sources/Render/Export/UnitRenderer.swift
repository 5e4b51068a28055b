import Planning
import MediaIO
import MediaTime
import Pictures
import Transitions

/// Renders encode units into packet files, one after the other: one thread composes, the caller's encodes. Each file
/// notes what was wrong with the data that went into it.
struct UnitRenderer {
    let plan: RenderPlan
    let checkpoint: Checkpoint
    let decoderThreads: Int
    let cancellation: Cancellation

    /// - Parameter encoded: called after every encoded frame.
    /// - Throws: `RenderError.cancelled`; units finished before are kept.
    func render(
        _ units: [EncodeUnit], encoded: () -> Void
    ) throws {
        guard !units.isEmpty else { return }
        let composer = try Composer(
            plan, frames: units.map(\.frames), decoderThreads: decoderThreads, cancellation)
        defer { composer.stop() }
        for unit in units { try render(unit, from: composer, encoded) }
    }

    private func render(_ unit: EncodeUnit, from composer: Composer, _ encoded: () -> Void) throws {
        let path = checkpoint.path(of: unit)
        RenderLog.logger.trace("encoding frames \(unit.frames.lowerBound) to \(unit.frames.upperBound - 1) to \(path)")
        let before = composer.damage
        let encoder = try VideoEncoder(plan.encoder(of: unit))
        let writer = try PacketFileWriter(
            path: path, label: PartCheck.label(unit.name, of: checkpoint.digest), configuration: encoder.configuration)
        let write = { (packet: Packet) in
            try packet.withBytes {
                try writer.write(
                    presentation: plan.ticks(ofFrame: packet.presentation), isKeyFrame: packet.isKeyFrame, bytes: $0)
            }
        }
        for index in unit.frames {
            guard !cancellation.isCancelled, let picture = try composer.next() else { throw RenderError.cancelled }
            try encoder.encode(picture, frame: index, to: write)
            encoded()
        }
        try encoder.finish(to: write)
        try plan.checkInputs()
        let damage = composer.damage.map { ($0, $1.since(before[$0] ?? Damage())) }
        try writer.finish(notes: try PartNotes(Dictionary(uniqueKeysWithValues: damage)).bytes)
    }
}
