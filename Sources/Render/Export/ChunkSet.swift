import MediaIO
import Planning

/// The units in the chunk files of one plan.
struct ChunkSet: UnitStore {
    private let digest: String
    private let names: Set<String>
    private var check: PartCheck
    private var slices: [String: PacketFileSlice] = [:]

    /// - Throws: `MediaError` when an input of the plan cannot be read.
    init(of plan: RenderPlan) throws(MediaError) {
        digest = try plan.digest
        names = Set(plan.spans.units.map(\.name) + [EncodeUnit.audioName])
        check = PartCheck(plan, digest: digest, continues: false)
    }

    /// Opens a chunk and checks everything in it.
    ///
    /// - Parameter expected: the parts it must have, if known.
    /// - Throws: `MediaError.notChunk` if it is damaged, belongs to another plan, or has other parts.
    mutating func add(_ path: String, having expected: Set<String>? = nil) throws {
        let chunk = try ChunkFile(path: path)
        guard chunk.plan == digest else {
            throw MediaError.notChunk(
                path: path, reason: "is a chunk of another plan; render it again with this one")
        }
        guard names.isSuperset(of: chunk.parts.keys) else {
            throw MediaError.notChunk(
                path: path, reason: "is a chunk with parts that this plan does not have; render it again")
        }
        guard expected == nil || expected == Set(chunk.parts.keys) else {
            throw MediaError.notChunk(path: path, reason: "is another chunk of this plan; render it again")
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

    func slice(of unit: EncodeUnit) -> PacketFileSlice? { slices[unit.name] }
    var sound: PacketFileSlice? { slices[EncodeUnit.audioName] }
}
