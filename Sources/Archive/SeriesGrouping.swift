import Platform
import Timeline

/// Splits the files of one naming scheme in one folder into recordings.
struct SeriesGrouping {
    private let key: SeriesKey
    private let scheme: NamingScheme
    private let files: [SeriesFile]

    /// Files of several cameras that began together.
    private struct Moment {
        /// Seconds since 1970, or the number of a chapter.
        var start: Int64
        var files: [SeriesFile]
    }

    init(_ key: SeriesKey, _ files: [SeriesFile]) {
        (self.key, self.files) = (key, files)
        scheme = NamingScheme.all[key.scheme]
    }

    func group(into findings: inout Findings) {
        var (moments, repeated) = self.moments
        findings.unused += repeated.map { UnusedFile(path: $0.path, reason: .severalOf($0.angle)) }
        // If every file is empty, nothing was recorded.
        for moment in moments where moment.files.allSatisfy(\.isEmpty) {
            findings.unused += moment.files.map { UnusedFile(path: $0.path, reason: .empty) }
        }
        moments.removeAll { $0.files.allSatisfy(\.isEmpty) }
        for run in runs(of: moments) {
            let angles = Set(run.flatMap(\.files).filter { !$0.isEmpty }.map(\.angle))
            // A camera that has only empty files did not take part.
            findings.unused += run.flatMap(\.files).filter { !angles.contains($0.angle) }
                .map { UnusedFile(path: $0.path, reason: .empty) }
            findings.recordings.append(recording(of: run, angles))
        }
    }

    /// The stamps of one device's cameras may differ by a second: each is taken when its file is created.
    private static let together: Int64 = 1

    /// - Returns: in order of time; and files whose chapter another file already is.
    private var moments: (moments: [Moment], repeated: [SeriesFile]) {
        let isChapters = scheme.kind == .chapters
        let timed = files.map { (time: isChapters ? Int64($0.chapter) : $0.start ?? 0, file: $0) }
            .sorted { ($0.time, $0.file.angle.name, $0.file.path) < ($1.time, $1.file.angle.name, $1.file.path) }
        var (moments, repeated): ([Moment], [SeriesFile]) = ([], [])
        for (time, file) in timed {
            if isChapters, moments.last?.start == time {
                repeated.append(file)
            } else if !isChapters, let last = moments.last, time - last.start <= Self.together,
                !last.files.contains(where: { $0.angle == file.angle })
            {
                moments[moments.count - 1].files.append(file)
            } else {
                moments.append(Moment(start: time, files: [file]))
            }
        }
        return (moments, repeated)
    }

    /// The file lengths, in seconds, that manufacturers offer.
    private static let usualLengths: [Int64] = [30, 60, 120, 180, 300, 600]

    /// The length of files: the standard length near the median interval between their starts, otherwise one minute,
    /// the default of nearly all cameras.
    private func length(of moments: [Moment]) -> Int64 {
        let distances = zip(moments, moments.dropFirst()).map { $1.start - $0.start }
            .filter { $0 > Self.together && $0 <= Self.usualLengths.last! + 3 }.sorted()
        guard !distances.isEmpty else { return 60 }
        let middle = distances[distances.count / 2]
        // Files end at a key frame, so their length varies by a few seconds.
        return Self.usualLengths.first { abs($0 - middle) <= max(3, $0 / 20) } ?? 60
    }

    /// A recording continues if the next files begin no later than half a file after the expected end. After a longer
    /// gap of all cameras, the device must have been switched off.
    private func runs(of moments: [Moment]) -> [[Moment]] {
        guard scheme.kind != .chapters else { return moments.isEmpty ? [] : [moments] }
        guard scheme.kind != .takes else { return moments.map { [$0] } }
        let longest = length(of: moments) * 3 / 2
        var runs: [[Moment]] = []
        for moment in moments {
            if let last = runs.last?.last, moment.start - last.start <= longest {
                runs[runs.count - 1].append(moment)
            } else {
                runs.append([moment])
            }
        }
        return runs
    }

    private func recording(of run: [Moment], _ angles: Set<Angle>) -> FoundRecording {
        var files: [FoundRecording.File] = []
        var holes: [FoundRecording.Hole] = []
        // Chapters are numbered, and missing ones leave their number free: GX01 is the first, and GOPR comes before
        // GP01.
        let first = min(run[0].start, key.number.hasPrefix("gp") ? 0 : 1)
        let byNumber = Dictionary(
            uniqueKeysWithValues: run.enumerated().map { index, moment in
                (scheme.kind == .chapters ? Int(moment.start - first) : index, moment)
            })
        for index in 0...byNumber.keys.max()! {
            for angle in angles.sorted(by: { $0.name < $1.name }) {
                let file = byNumber[index]?.files.first { $0.angle == angle }
                if let file, !file.isEmpty {
                    files.append(.init(path: file.path, angle: angle, moment: index))
                } else {
                    holes.append(.init(angle: angle, moment: index, emptyFile: file?.path))
                }
            }
        }
        return FoundRecording(
            scheme: scheme.name, folder: key.folder, scene: scene(of: run), files: files, holes: holes,
            starts: scheme.kind == .chapters ? [] : run.map(\.start),
            main: angles.contains("front") ? "front" : nil)
    }

    /// "2026-01-02_13-04-05", or the name of the first chapter.
    private func scene(of run: [Moment]) -> String {
        guard scheme.kind != .chapters else { return FilePath(run[0].files[0].path).stem }
        return Self.dateText(run[0].start)
    }

    /// "2026-01-02_13-04-05": sorts by time and is a valid name on every file system.
    ///
    /// - Parameter seconds: since 1970, as if in UTC.
    static func dateText(_ seconds: Int64) -> String {
        var (time, date) = (time_t(seconds), tm())
        gmtime_r(&time, &date)
        let two = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(date.tm_year + 1900)-\(two(date.tm_mon + 1))-\(two(date.tm_mday))"
            + "_\(two(date.tm_hour))-\(two(date.tm_min))-\(two(date.tm_sec))"
    }
}

/// What the files of one series share.
struct SeriesKey: Hashable {
    /// The index in `NamingScheme.all`.
    var scheme: Int
    var folder: String
    /// The number of the recording, if files are chapters.
    var number = ""
}

/// A file, with the fields of its name.
struct SeriesFile: Hashable {
    var path: String
    var angle: Angle
    var start: Int64?
    var chapter: Int
    var isEmpty: Bool
}
