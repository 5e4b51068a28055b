import MediaIO
import MediaTime
import Pictures
import Timeline

/// The files of a found recording as inputs, placed by their own start times, and what is missing.
package struct FoundInputs: Sendable {
    /// The usable files. Those of a series have an offset, from their start times.
    package var inputs: [Input]
    /// One for each input.
    package var infos: [MediaInfo]
    /// Gaps, seams and unusable files.
    package var notes: [Diagnostic]

    /// Probes all files. An unusable file counts as a gap if another one is usable.
    ///
    /// - Throws: `MediaError` of the first file if none is usable.
    package init(_ found: FoundRecording) throws {
        var files: [SeriesClock.File] = []
        var first: (any Error)?
        notes = []
        for file in found.files {
            do {
                let info = try MediaInfo(probing: file.path)
                guard let video = info.video else {
                    throw MediaError.noVideo(path: file.path, hasAudio: !info.audio.isEmpty)
                }
                files.append(SeriesClock.File(file: file, info: info, video: video))
            } catch {
                first = first ?? error
                notes.append(.fileLeftOut(path: file.path, file.angle, reason: "\(error)"))
            }
        }
        if files.isEmpty {
            if let first { throw first }
            throw TimelineError.noFootage(paths: found.files.map(\.path))
        }
        infos = files.map(\.info)
        // A name with another meaning in options is none.
        inputs = files.map { file in
            let isFree = !Recording.meaningful.contains(file.file.angle.name.lowercased())
            return Input(path: file.file.path, angle: isFree ? file.file.angle : nil)
        }
        for sound in found.sounds {
            do {
                infos.append(try MediaInfo(probing: sound.path, ignoresPicture: true))
                var input = Input(path: sound.path, angle: sound.angle)
                input.isSoundOnly = true
                inputs.append(input)
            } catch {
                notes.append(.fileLeftOut(path: sound.path, sound.angle, reason: "\(error)"))
            }
        }
        guard found.isSeries else {
            notes += found.holes.map { .fileMissing($0.angle, nil, emptyFile: $0.emptyFile) }
            return
        }
        let clock = SeriesClock(files, starts: found.starts)
        for index in inputs.indices { inputs[index].offset = clock.offsets[index] }
        let end = zip(clock.offsets, files).map { $0 + $1.video.footage.end }.max()!
        notes += found.holes.map {
            found.starts.isEmpty
                ? .chapterMissing($0.moment + 1, of: found.momentCount)
                : .fileMissing($0.angle, clock.range(of: $0.moment, end: end), emptyFile: $0.emptyFile)
        }
        notes += clock.seams
    }
}
