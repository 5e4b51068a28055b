import MediaIO
import MediaTime
import Timeline

extension Recording {
    /// Places takes and files without a picture by the evidence for when they began.
    ///
    /// - Parameters:
    ///   - sources: receive the jumps of their sound.
    ///   - drifts: the user's values for each take, then for each file without a picture; `isPlaced` likewise tells
    ///     whether the user, or afterwards a method, placed it.
    ///   - hearing: called with the progress of reading a file's sound.
    ///   - assumptions: the notes for those that no method places.
    /// - Returns: the takes whose sound was compared and does not match.
    /// - Throws: `MediaError`.
    static func place(
        _ takes: inout [Take], _ sounds: inout [AudioSource], _ sources: inout [Source], _ drifts: [ClockRate?],
        _ isPlaced: inout [Bool], by method: SyncMethod, _ hearing: @escaping (Hearing) -> Void,
        _ assumptions: [Diagnostic], _ notes: inout [Diagnostic]
    ) throws -> Set<Int> {
        let all = takes + sounds.map { Take(angle: $0.angle, path: $0.path, clock: $0.clock, footage: $0.extent) }
        let files =
            sources.map { TakeSync.File(info: $0.info, audioStream: $0.audioStream) }
            + sounds.map { TakeSync.File(info: $0.info, audioStream: $0.stream) }
        // A file that follows one placed by the user was placed with it.
        let fixed = Set(zip(all, isPlaced).filter(\.1).map(\.0.angle))
        var placing = TakeSync(
            method, all, files, drifts: drifts, isFixed: all.map { fixed.contains($0.angle) }, cameraCount: takes.count,
            hearing: hearing)
        try placing.run()
        for (index, placed) in placing.takes.enumerated() {
            if index < takes.count {
                (takes[index], sources[index].soundJumps) = (placed, placing.soundJumps[index])
            } else {
                sounds[index - takes.count].clock = placed.clock
            }
            if placing.isPlaced[index] { isPlaced[index] = true }
        }
        notes += assumptions.filter { [takes] in !$0.isSettled(by: takes, isPlaced) } + placing.notes
        return placing.unlike
    }
}
