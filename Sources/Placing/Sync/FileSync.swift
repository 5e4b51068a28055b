import Analysis
import MediaIO
import MediaTime
import Timeline

/// The positions of files in time relative to one of them, found as for the cameras of a film.
package struct FileSync: Sendable {
    /// One of the files, and its position if one was found.
    package struct File: Sendable {
        /// The file, as named by the user.
        package var path: String
        /// Its name in a film.
        package var angle: Angle
        /// Its position; `nil` for the reference, and if no reliable one was found.
        package var place: SyncPlace?
        /// Why there is no position, if known.
        package var failure: NoSync?
        /// The result for its sound, if it was compared.
        package var heard: SoundSync.File?
        /// How long both recorded, in seconds, given this position.
        package var overlap = 0.0
        /// Whether both timecode and date confirm it.
        package var isBorneOut = false
    }

    /// In the given order.
    package private(set) var files: [File] = []
    /// The first file; if sync by sound was requested, the first with sound.
    package private(set) var referenceIndex = 0
    /// The file that the others are placed relative to.
    package var reference: File { files[referenceIndex] }

    /// - Parameters:
    ///   - inputs: at least one file; its offset and drift have no effect.
    ///   - hearing: called with the progress of reading a file's sound.
    /// - Throws: `MediaError`.
    package init(
        _ inputs: [Input], by method: SyncMethod, hearing: @escaping (Hearing) -> Void = { _ in }
    ) throws {
        let infos = try inputs.map { try MediaInfo(probing: $0.path) }
        let angles = Recording.angles(of: inputs, isSound: infos.map { $0.video == nil })
        var takes: [Take] = []
        for (info, angle) in zip(infos, angles) {
            let before = takes.last { $0.angle == angle }?.range.end
            takes.append(try Self.take(info, angle, after: before))
        }
        var notes: [Diagnostic] = []
        Recording.bringTogether(&takes, takes.map { _ in false }, &notes)
        var placing = TakeSync(
            method, takes, infos.map { TakeSync.File(info: $0, audioStream: $0.heardTrack?.streamIndex) },
            drifts: takes.map { _ in nil }, isFixed: takes.map { _ in false }, cameraCount: takes.count, reference: 0,
            hearing: hearing)
        try placing.run()
        referenceIndex = placing.reference
        files = inputs.indices.map { Self.file($0, placing, infos) }
    }

    private static func take(_ info: MediaInfo, _ angle: Angle, after end: MediaTime?) throws(MediaError) -> Take {
        let footage: TimeRange
        if let video = info.video {
            footage = video.footage
        } else if let track = info.heardTrack {
            footage = try info.extent(ofSound: track)
        } else {
            throw .noVideo(path: info.path, hasAudio: !info.audio.isEmpty)
        }
        // Files of one camera follow each other, as in a film.
        let clock = TimeMap(offset: end.map { $0 - footage.start } ?? .zero)
        return Take(angle: angle, path: info.path, clock: clock, footage: footage)
    }

    private static func file(_ index: Int, _ placing: TakeSync, _ infos: [MediaInfo]) -> File {
        let take = placing.takes[index]
        var file = File(
            path: take.path, angle: take.angle, place: placing.places[index], failure: placing.failures[index])
        if let (sync, takes) = placing.sound, let place = takes.firstIndex(of: index) { file.heard = sync.files[place] }
        guard file.place != nil else { return file }
        file.overlap = take.range.intersection(placing.takes[placing.reference].range).duration.approximateSeconds
        let (one, other) = (infos[placing.reference], infos[index])
        if let timecode = StatedTime.timecodeOffset(of: other, beside: one),
            let date = StatedTime.dateOffset(of: other, beside: one)
        {
            file.isBorneOut = (timecode - date).magnitude <= StatedTime.agreement
        }
        return file
    }
}

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
