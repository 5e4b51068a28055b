import Planning
import MediaIO

/// Where finished units are.
protocol UnitStore {
    /// `nil` when it is not there.
    func slice(of unit: EncodeUnit) -> PacketFileSlice?
    var sound: PacketFileSlice? { get }
}

/// The units in the files of several chunks of one plan.
struct ChunkSet: UnitStore {
    private var slices: [String: PacketFileSlice] = [:]

    /// Opens every chunk and checks the digests of all that is in them.
    ///
    /// - Throws: `MediaError` when one is damaged, or of another plan.
    init(_ paths: [String], plan digest: String) throws(MediaError) {
        for path in paths {
            let chunk = try ChunkFile(path: path)
            guard chunk.plan == digest else {
                throw .notChunk(path: path, reason: "is a chunk of another plan; render it again with this one")
            }
            slices.merge(chunk.parts) { $1 }
        }
    }

    func slice(of unit: EncodeUnit) -> PacketFileSlice? { slices[unit.name] }
    var sound: PacketFileSlice? { slices[EncodeUnit.audioName] }
}
