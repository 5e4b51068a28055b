import MediaIO
import Planning

/// The units in the files of several chunks of one plan.
struct ChunkSet: UnitStore {
    private var slices: [String: PacketFileSlice] = [:]

    /// Opens every chunk and checks all that is in them.
    ///
    /// - Throws: `MediaError.notChunk` when one is damaged, of another plan, or holds what the plan does not want.
    init(_ paths: [String], of plan: RenderPlan) throws {
        let digest = try plan.digest
        let names = Set(plan.spans.units.map(\.name) + [EncodeUnit.audioName])
        var check = PartCheck(plan, digest: digest, continues: false)
        for path in paths {
            let chunk = try ChunkFile(path: path)
            guard chunk.plan == digest else {
                throw MediaError.notChunk(
                    path: path, reason: "is a chunk of another plan; render it again with this one")
            }
            guard names.isSuperset(of: chunk.parts.keys) else {
                throw MediaError.notChunk(
                    path: path, reason: "is a chunk with parts that this plan does not have; render it again")
            }
            for (name, slice) in chunk.parts.sorted(by: { $0.value.offset < $1.value.offset }) {
                do {
                    try check.check(slice, is: name)
                } catch MediaError.unusablePart(_, let reason) {
                    throw MediaError.notChunk(
                        path: path, reason: "is a chunk whose part '\(name)' \(reason); render it again")
                }
            }
            slices.merge(chunk.parts) { $1 }
        }
    }

    func slice(of unit: EncodeUnit) -> PacketFileSlice? { slices[unit.name] }
    var sound: PacketFileSlice? { slices[EncodeUnit.audioName] }
}
