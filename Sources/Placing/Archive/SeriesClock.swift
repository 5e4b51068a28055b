import MediaIO
import MediaTime
import Timeline

/// Places the files of a found recording on one clock, whose zero is the start of the first file
/// (docs/decisions/0023-archives.md).
///
/// File names carry whole seconds, so a file stamped within a second of the end of the previous ones begins there:
/// rounding by one second per file is how tools lose a second at every seam. If all files have timecode, it gives the
/// start to the frame.
struct SeriesClock {
    /// A file of the recording with its own metadata.
    struct File {
        var file: FoundRecording.File
        var info: MediaInfo
        var video: VideoInfo
    }

    /// The time zero of each file.
    private(set) var offsets: [MediaTime] = []
    /// The start of each moment.
    private(set) var moments: [Int: MediaTime] = [:]

    private let files: [File]
    private let starts: [Int64]

    /// Each stamp is truncated to whole seconds independently.
    private static let stampDoubt = MediaTime.seconds(1)

    /// - Parameters:
    ///   - files: in time order; at least one.
    ///   - starts: of each moment according to the names; empty if they give none.
    init(_ files: [File], starts: [Int64]) {
        (self.files, self.starts) = (files, starts)
        var ends: [Angle: MediaTime] = [:]
        let exact = timecodes
        for moment in Set(files.map(\.file.moment)).sorted() {
            let own = files.filter { $0.file.moment == moment }
            let start = exact == nil ? begin(of: moment, own.map(\.file.angle), after: ends) : nil
            for file in own {
                let begin = start ?? exact![file.file.path]!
                moments[moment] = min(moments[moment] ?? begin, begin)
                ends[file.file.angle] = begin + file.video.footage.duration
            }
        }
        offsets = files.map { file in
            (exact?[file.file.path] ?? moments[file.file.moment]!) - file.video.footage.start
        }
    }

    /// Where files begin together: at the end of the longest previous file if the stamps allow it, since cameras lose
    /// different amounts at a seam; otherwise at the stamp.
    private func begin(of moment: Int, _ angles: [Angle], after ends: [Angle: MediaTime]) -> MediaTime {
        let before = angles.compactMap { ends[$0] }
        guard !starts.isEmpty else { return ends.values.max() ?? .zero }
        let stamp = MediaTime.seconds(starts[moment] - starts[files[0].file.moment])
        guard !ends.isEmpty else { return .zero }
        return before.filter { ($0 - stamp).magnitude < Self.stampDoubt }.max() ?? stamp
    }

    /// The position of each file's first picture by timecode, relative to that of the first; `nil` unless all files
    /// have timecode and it agrees with the names.
    private var timecodes: [String: MediaTime]? {
        guard let first = files.first, files.count > 1 else { return nil }
        var places: [String: MediaTime] = [:]
        for file in files {
            guard let offset = StatedTime.timecodeOffset(of: file.info, beside: first.info) else { return nil }
            let place = offset + file.video.footage.start - first.video.footage.start
            if !starts.isEmpty {
                let stamp = MediaTime.seconds(starts[file.file.moment] - starts[first.file.moment])
                guard (place - stamp).magnitude <= StatedTime.agreement else { return nil }
            } else if place < .zero {
                return nil
            }
            places[file.file.path] = place
        }
        return places
    }
}

extension SeriesClock {
    /// Anything shorter is just the rounding of a last frame's duration.
    private func frame(_ file: File) -> MediaTime { file.video.frameRate.time(ofFrame: 1) }

    /// Lost and repeated pictures between neighboring files, per camera.
    var seams: [Diagnostic] {
        var notes: [Diagnostic] = []
        for angle in files.reduce(into: [Angle](), { if !$0.contains($1.file.angle) { $0.append($1.file.angle) } }) {
            let own = files.indices.filter { files[$0].file.angle == angle }
            var lost: [MediaTime] = []
            var repeated: [MediaTime] = []
            for (one, next) in zip(own, own.dropFirst())
            where files[next].file.moment == files[one].file.moment + 1 {
                let end = offsets[one] + files[one].video.footage.end
                let gap = offsets[next] + files[next].video.footage.start - end
                if gap >= frame(files[one]) { lost.append(gap) }
                if -gap >= frame(files[one]) { repeated.append(-gap) }
            }
            let sum = { (times: [MediaTime]) in times.reduce(.zero, +) }
            if let most = lost.max() {
                notes.append(.framesLost(angle, seams: lost.count, total: sum(lost), most: most))
            }
            if !repeated.isEmpty {
                notes.append(.framesRepeated(angle, seams: repeated.count, total: sum(repeated)))
            }
        }
        return notes
    }

    /// From the start of a moment to the start of the next.
    ///
    /// - Parameter end: of the recording.
    func range(of moment: Int, end: MediaTime) -> TimeRange? {
        guard let start = moments[moment] else { return nil }
        let next = moments.filter { $0.key > moment }.min { $0.key < $1.key }?.value ?? end
        return TimeRange(start: start, end: max(start, next))
    }
}
