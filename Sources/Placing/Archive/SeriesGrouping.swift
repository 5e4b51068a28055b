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

    private let times: (String) -> FileTimes

    init(_ key: SeriesKey, _ files: [SeriesFile], _ times: @escaping (String) -> FileTimes) {
        (self.key, self.files, self.times) = (key, files, times)
        scheme = NamingScheme.all[key.scheme]
    }

    func group(into findings: inout Findings) {
        var (moments, repeated) = Self.moments(of: files, scheme)
        findings.unused += repeated.map { UnusedFile(path: $0.path, reason: .severalOf($0.angle)) }
        // If every file is empty, nothing was recorded.
        for moment in moments where moment.files.allSatisfy(\.isEmpty) {
            findings.unused += moment.files.map { UnusedFile(path: $0.path, reason: .empty) }
        }
        moments.removeAll { $0.files.allSatisfy(\.isEmpty) }
        var scenes: Set<String> = []
        for run in runs(of: moments) {
            guard let clash = clash(in: run) else {
                let drives = countsBackward(run) ? drives(of: run.flatMap(\.files)) : nil
                for drive in drives ?? [run] { add(drive, to: &findings, &scenes) }
                continue
            }
            guard let drives = drives(of: run.flatMap(\.files)) else {
                for file in run.flatMap(\.files) {
                    let other = file == clash.0 ? clash.1 : clash.0
                    findings.unused.append(UnusedFile(path: file.path, reason: .clockSetBack(other: other.path)))
                }
                continue
            }
            for drive in drives { add(drive, to: &findings, &scenes) }
        }
    }

    /// - Parameter scenes: the names that others of this series have.
    private func add(_ run: [Moment], to findings: inout Findings, _ scenes: inout Set<String>) {
        let angles = Set(run.flatMap(\.files).filter { !$0.isEmpty }.map(\.angle))
        // A camera that has only empty files did not take part.
        findings.unused += run.flatMap(\.files).filter { !angles.contains($0.angle) }
            .map { UnusedFile(path: $0.path, reason: .empty) }
        guard !angles.isEmpty else { return }
        var found = recording(of: run, angles)
        // Two drives that began at the same time, by a clock that was set back in between.
        let scene = found.scene
        if scenes.contains(scene) { found.scene = (2...).lazy.map { "\(scene)_\($0)" }.first { !scenes.contains($0) }! }
        scenes.insert(found.scene)
        findings.recordings.append(found)
    }

    /// The stamps of one device's cameras may differ by a second: each is taken when its file is created.
    private static let together: Int64 = 1

    /// - Returns: in order of time; and files whose chapter another file already is.
    private static func moments(
        of files: [SeriesFile], _ scheme: NamingScheme
    ) -> (moments: [Moment], repeated: [SeriesFile]) {
        let isChapters = scheme.kind == .chapters
        let timed = files.map { (time: isChapters ? Int64($0.chapter) : $0.start ?? 0, file: $0) }
            .sorted {
                ($0.time, $0.file.angle.name, FileKey($0.file.path)) < (
                    $1.time, $1.file.angle.name, FileKey($1.file.path)
                )
            }
        var (moments, repeated): ([Moment], [SeriesFile]) = ([], [])
        for (time, file) in timed {
            let isTogether = moments.last.map { time - $0.start <= (isChapters ? 0 : together) } ?? false
            let isOther = moments.last?.files.allSatisfy { $0.angle != file.angle } ?? true
            if isTogether, isOther {
                moments[moments.count - 1].files.append(file)
            } else if isTogether, isChapters {
                repeated.append(file)
            } else {
                moments.append(Moment(start: time, files: [file]))
            }
        }
        return (moments, repeated)
    }

    /// The file lengths, in seconds, that manufacturers offer.
    private static let usualLengths: [Int64] = [30, 60, 120, 180, 300, 600]

    /// Files end at a key frame, so their length varies by a few seconds.
    private static func tolerance(_ length: Int64) -> Int64 { max(3, length / 20) }

    private static func usualLength(near seconds: Int64) -> Int64? {
        usualLengths.first { abs($0 - seconds) <= tolerance($0) }
    }

    /// The length of files: the standard length near the median interval between their starts, otherwise one minute,
    /// the default of nearly all cameras.
    private func length(of moments: [Moment]) -> Int64 {
        let distances = zip(moments, moments.dropFirst()).map { $1.start - $0.start }
            .filter { $0 > Self.together && $0 <= Self.usualLengths.last! + 3 }.sorted()
        guard !distances.isEmpty else { return 60 }
        let length = Self.usualLength(near: distances[distances.count / 2]) ?? 60
        // Half a minute may also be the interval between files of a minute from two drives.
        guard length == Self.usualLengths[0], let first = moments.lazy.flatMap(\.files).first(where: { !$0.isEmpty })
        else { return length }
        return times(first.path).length.flatMap(Self.usualLength) ?? length
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
        // Of the name, also where the files' own dates were used.
        let first = scheme.reading(of: FilePath(run[0].files[0].path).stem)?.start
        return Self.dateText(first ?? run[0].start)
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

// A clock that is set back, as by a flat battery or at the end of summer time, makes two drives seem simultaneous.
extension SeriesGrouping {
    /// Two files that one camera cannot have recorded in one drive: they overlap by more than half a file, or there is an
    /// overlap at every seam.
    private func clash(in run: [Moment]) -> (SeriesFile, SeriesFile)? {
        guard scheme.kind == .series || scheme.kind == .numbered else { return nil }
        let length = length(of: run)
        let cameras = Dictionary(grouping: run.flatMap(\.files).filter { !$0.isEmpty }, by: \.angle)
        for (_, files) in cameras.sorted(by: { $0.key.name < $1.key.name }) {
            let seams = Array(zip(files, files.dropFirst()))
            let overlaps = seams.map { overlap($0, $1, length) }
            if let worst = overlaps.firstIndex(where: \.isMost) { return seams[worst] }
            if seams.count > 1, overlaps.allSatisfy({ $0.seconds > Self.tolerance(length) }) { return seams[0] }
        }
        return nil
    }

    /// Whether the numbers in the names say that the files of a time came before those of an earlier time: the clock was set
    /// back by more than the drive had lasted. The files that seem first continue the count of those that seem last; a
    /// counter that begins anew, and that of locked files, does not.
    private func countsBackward(_ run: [Moment]) -> Bool {
        guard scheme.kind == .series || scheme.kind == .numbered else { return false }
        return Dictionary(grouping: run.flatMap(\.files), by: \.angle).values.contains { files in
            let numbers = files.compactMap(\.number)
            guard numbers.count == files.count else { return false }
            return numbers.indices.dropFirst().contains { index in
                let (before, after) = (numbers[..<index], numbers[index...])
                return after.max()! < before.min()! && (1...Self.mostCameras).contains(before[0] - after.last!)
            }
        }
    }

    /// That share a counter.
    private static let mostCameras = 6

    /// By how much a file continues after the start of the next. Files that end in time by their camera's rhythm are not
    /// opened; one that cannot be opened may have been cut short, but not to nothing.
    private func overlap(
        _ one: SeriesFile, _ next: SeriesFile, _ length: Int64
    ) -> (seconds: Int64, isMost: Bool) {
        let interval = (next.start ?? 0) - (one.start ?? 0)
        guard interval < length - Self.tolerance(length) else { return (0, false) }
        guard let own = times(one.path).length else { return (0, interval <= Self.together) }
        let seconds = max(0, min(own - interval, times(next.path).length ?? length))
        return (seconds, seconds * 2 > own)
    }

    /// The same files by the numbers in their names, or else by the files' own dates, or else by their rhythm; `nil` if
    /// nothing tells the drives apart.
    private func drives(of files: [SeriesFile]) -> [[Moment]]? {
        for parts in [{ self.byNumber(files) }, { self.byDate(files) }, { self.byRhythm(files) }] {
            let runs = parts().flatMap { self.runs(of: Self.moments(of: $0, scheme).moments) }
            if !runs.isEmpty, runs.allSatisfy({ clash(in: $0) == nil }) { return runs }
        }
        return nil
    }

    /// Chains of files that begin where the one before ends, as two drives an hour apart on a clock that was set back: one
    /// at 13:10:10, 13:11:10 …, one at 13:10:35, 13:11:35 …. Empty if a file may belong to two of them.
    private func byRhythm(_ files: [SeriesFile]) -> [[SeriesFile]] {
        var chains: [(end: Int64, files: [SeriesFile])] = []
        for moment in Self.moments(of: files, scheme).moments {
            let lengths = moment.files.compactMap { times($0.path).length }
            guard let length = lengths.max(), length > 0 else { return [] }
            let fitting = chains.indices.filter { abs(chains[$0].end - moment.start) <= Self.tolerance(length) }
            guard fitting.count < 2 else { return [] }
            if let index = fitting.first {
                chains[index] = (moment.start + length, chains[index].files + moment.files)
            } else {
                chains.append((moment.start + length, moment.files))
            }
        }
        return chains.map(\.files)
    }

    private func byNumber(_ files: [SeriesFile]) -> [[SeriesFile]] {
        guard files.allSatisfy({ $0.number != nil }) else { return [] }
        let length = length(of: Self.moments(of: files, scheme).moments)
        let cameras = Dictionary(grouping: files, by: \.angle).sorted { $0.key.name < $1.key.name }
            .map { chains($0.value, length) }
        // Cameras may count on their own.
        guard let first = cameras.first, cameras.contains(where: { $0.count != first.count }) else {
            return cameras.first?.indices.map { index in cameras.flatMap { $0[index] } } ?? []
        }
        return joined(cameras) ?? chains(files, length)
    }

    /// The chains of all cameras, of which one lacks a drive: its files are of the drive in which they begin with others;
    /// `nil` if that may be several.
    private func joined(_ cameras: [[[SeriesFile]]]) -> [[SeriesFile]]? {
        let most = cameras.indices.max { cameras[$0].count < cameras[$1].count }!
        var drives = cameras[most]
        for chain in cameras.indices.filter({ $0 != most }).flatMap({ cameras[$0] }) {
            let starts = chain.compactMap(\.start)
            let own = cameras[most].indices.filter { drive in
                cameras[most][drive].contains { file in
                    starts.contains { abs($0 - (file.start ?? 0)) <= Self.together }
                }
            }
            guard own.count == 1 else { return nil }
            drives[own[0]] += chain
        }
        return drives
    }

    /// Chains of files in the order of their numbers; the clock was not set back within any of them.
    private func chains(_ files: [SeriesFile], _ length: Int64) -> [[SeriesFile]] {
        let order = files.sorted {
            ($0.number!, $0.start ?? 0, FileKey($0.path)) < ($1.number!, $1.start ?? 0, FileKey($1.path))
        }
        return order.reduce(into: []) { chains, file in
            guard let last = chains.last?.last, (file.start ?? 0) >= (last.start ?? 0) - Self.together,
                chains.last?.last(where: { $0.angle == file.angle }).map({ overlap($0, file, length).isMost }) != true
            else { return chains.append([file]) }
            chains[chains.count - 1].append(file)
        }
    }

    private func byDate(_ files: [SeriesFile]) -> [[SeriesFile]] {
        let dated = files.compactMap { file -> SeriesFile? in
            guard let start = times(file.path).start else { return nil }
            var file = file
            file.start = start
            return file
        }
        return dated.count == files.count ? [dated] : []
    }
}

// Dashcams move the file of a crash into another folder, out of the middle of its drive.
extension SeriesGrouping {
    private static let lockedFolders: Set<String> = [
        "ro", "evt_rec", "event_rec", "event", "events", "evt", "emergency", "emr", "locked", "lock", "protected",
        "protect", "saved", "sos", "crash",
    ]

    /// Moves locked files that continue the rhythm of a drive next to their folder, or above it, into that drive.
    static func joinLockedClips(
        of series: inout [SeriesKey: [SeriesFile]], _ times: @escaping (String) -> FileTimes
    ) {
        let isLocked = { (key: SeriesKey) in lockedFolders.contains(key.folderName.lowercased()) }
        let keys = series.keys.filter { NamingScheme.all[$0.scheme].kind == .series }.sorted { $0.order < $1.order }
        for key in keys where isLocked(key) {
            for drive in keys where !isLocked(drive) && (drive == key.above || drive.above == key.above) {
                let joining = Set(SeriesGrouping(drive, series[drive]!, times).continued(by: series[key]!))
                series[drive]! += joining
                series[key]!.removeAll { joining.contains($0) }
            }
            if series[key]!.isEmpty { series[key] = nil }
        }
    }

    /// The other files that fit between these, or adjoin them, without an overlap.
    private func continued(by others: [SeriesFile]) -> [SeriesFile] {
        let length = length(of: Self.moments(of: files + others, scheme).moments)
        let starts = Dictionary(grouping: files + others, by: \.angle).mapValues { $0.compactMap(\.start) }
        let fitting = others.filter { file in
            guard let start = file.start else { return false }
            return starts[file.angle]!.count { abs($0 - start) < length - Self.tolerance(length) } == 1
        }
        let (own, runs) = (Set(files), runs(of: Self.moments(of: files + fitting, scheme).moments))
        return runs.filter { run in run.contains { !own.isDisjoint(with: $0.files) } }.flatMap { $0.flatMap(\.files) }
            .filter { !own.contains($0) }
    }
}

/// What the files of one series share.
struct SeriesKey: Hashable {
    /// The index in `NamingScheme.all`.
    let scheme: Int
    let folder: String
    /// The number of the recording, if files are chapters.
    let number: String
    private let folderKey: FileKey

    init(scheme: Int, folder: String, number: String = "") {
        (self.scheme, self.folder, self.number, folderKey) = (scheme, folder, number, FileKey(folder))
    }

    /// The place among the keys of a search.
    var order: FileKey { folderKey }
    var folderName: String { FilePath(folder).name }
    /// The key of the same series in the folder above.
    var above: SeriesKey { SeriesKey(scheme: scheme, folder: FilePath(folder).folder, number: number) }

    static func == (one: SeriesKey, other: SeriesKey) -> Bool {
        (one.scheme, one.folderKey, one.number) == (other.scheme, other.folderKey, other.number)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(folderKey)
        hasher.combine(number)
    }
}

/// A file, with the fields of its name.
struct SeriesFile: Hashable {
    var path: String
    var angle: Angle
    var start: Int64?
    /// The number that counts the files of a camera.
    var number: Int?
    var chapter: Int
    var isEmpty: Bool
}
