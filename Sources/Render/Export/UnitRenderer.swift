import Audio
import Placing
import Planning
import MediaIO
import MediaTime
import Pictures
import Platform

/// Renders encode units into packet files, one after the other. One thread composes, for one film or several side by
/// side; each film has its own encoding thread. Each file notes the damage in the data that went into it.
struct UnitRenderer {
    let steadying: Steadying
    let decoderThreads: Int
    let cancellation: Cancellation

    /// - Parameter encoded: called after every encoded frame, from several threads if there are several films.
    /// - Throws: `RenderError.cancelled`; units finished before are kept.
    func render(_ works: [Film.Work], encoded: @Sendable () -> Void) throws {
        let works = works.filter { !$0.units.isEmpty }
        guard !works.isEmpty else { return }
        try VideoEncoder.takingTurns(works.map(\.plan.video)) { try compose(works, encoded) }
    }

    private func compose(_ works: [Film.Work], _ encoded: @Sendable () -> Void) throws {
        let composer = try Composer(
            works, steadying: steadying, decoderThreads: decoderThreads, cancellation)
        defer { composer.stop() }
        try withoutActuallyEscaping(encoded) { encoded in
            try Workers.run(Array(zip(works, composer.feeds)), stop: composer.stop) { work, feed in
                // A failed film must not make the others wait for its pictures to be taken.
                defer { feed.close() }
                var damage: [SourceID: Damage] = [:]
                for unit in work.units {
                    try Trace.span("encode", "frames \(unit.frames.lowerBound) to \(unit.frames.upperBound - 1)") {
                        try render(unit, of: work, from: feed, &damage, encoded)
                    }
                }
            }
        }
    }

    /// - Parameter damage: in each take's data, up to the end of the last unit.
    private func render(
        _ unit: EncodeUnit, of work: Film.Work, from feed: Composer.Feed, _ damage: inout [SourceID: Damage],
        _ encoded: () -> Void
    ) throws {
        let (plan, path) = (work.plan, work.checkpoint.path(of: unit))
        RenderLog.logger.trace("encoding frames \(unit.frames.lowerBound) to \(unit.frames.upperBound - 1) to \(path)")
        let before = damage
        let encoder = try VideoEncoder(plan.encoder(of: unit))
        let writer = try PacketFileWriter(
            path: path, label: PartCheck.label(unit.name, of: work.checkpoint.digest),
            configuration: encoder.configuration)
        let write = { (packet: Packet) in
            try packet.withBytes {
                try writer.write(
                    presentation: plan.ticks(ofFrame: packet.presentation), isKeyFrame: packet.isKeyFrame, bytes: $0)
            }
        }
        for index in unit.frames {
            guard !cancellation.isCancelled, let composed = try feed.next() else { throw RenderError.cancelled }
            try encoder.encode(composed.picture, frame: index, to: write)
            damage = composed.damage ?? damage
            encoded()
        }
        try encoder.finish(to: write)
        try plan.checkInputs()
        let own = damage.map { ($0, $1.since(before[$0] ?? Damage())) }
        try writer.finish(notes: try PartNotes(Dictionary(uniqueKeysWithValues: own)).bytes)
    }
}
