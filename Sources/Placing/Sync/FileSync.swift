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
        _ inputs: [Input], by method: SyncMethod, hearing: @escaping @Sendable (Hearing) -> Void = { _ in }
    ) throws {
        var infos = try MediaInfo.probing(inputs.map(\.path))
        if [.auto, .timecode].contains(method) { for index in infos.indices { try infos[index].findSoundTimecode() } }
        let angles = Recording.angles(of: inputs, isSound: infos.map { $0.video == nil })
        var found: [PlacedFile] = []
        for (info, angle) in zip(infos, angles) {
            let before = found.last { $0.take.angle == angle }?.take.range.end
            let take = try Self.take(info, angle, after: before)
            found.append(PlacedFile(take, info, audio: info.heardTrack.map(info.selection(of:))))
        }
        var notes: [Diagnostic] = []
        Recording.bringTogether(&found, &notes)
        var placing = TakeSync(method, found, reference: 0, hearing: hearing)
        try placing.run()
        referenceIndex = placing.reference
        files = placing.files.indices.map { Self.file($0, placing) }
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

    private static func file(_ index: Int, _ placing: TakeSync) -> File {
        let (one, other) = (placing.files[placing.reference], placing.files[index])
        var file = File(
            path: other.take.path, angle: other.take.angle, place: other.place, failure: other.failure)
        if let (sync, files) = placing.sound, let place = files.firstIndex(of: index) { file.heard = sync.files[place] }
        guard file.place != nil else { return file }
        file.overlap = other.take.range.intersection(one.take.range).duration.approximateSeconds
        if let timecode = StatedTime.timecodeOffset(of: other.info, beside: one.info),
            let date = StatedTime.dateOffset(of: other.info, beside: one.info)
        {
            file.isBorneOut = (timecode - date).magnitude <= StatedTime.agreement
        }
        return file
    }
}
