import MediaIO
import Platform
import Timeline

/// What a file's own metadata says.
package struct FileTimes: Hashable, Sendable {
    /// When it began, in seconds since 1970; `nil` if unknown.
    package var start: Int64?
    /// In seconds; `nil` if unknown.
    package var length: Int64?

    /// Whether `compose` made it.
    package var isFilm = false

    package init(start: Int64? = nil, length: Int64? = nil, isFilm: Bool = false) {
        (self.start, self.length, self.isFilm) = (start, length, isFilm)
    }
}

/// Groups files into recordings by their names. Files are opened only if the manufacturer puts no time into names, or if
/// by their names two files of one camera overlap.
package struct RecordingFinder: Sendable {
    private let times: @Sendable (String) -> FileTimes
    private let isOne: Bool

    /// - Parameters:
    ///   - isOne: files of people or sources in a folder are of one recording, because a user says so.
    ///   - times: reads what a file says.
    package init(isOne: Bool = false, times: @escaping @Sendable (String) -> FileTimes) {
        (self.isOne, self.times) = (isOne, times)
    }

    /// The recordings in folders and their subfolders. Files are opened only if their names have no time (Garmin), or
    /// contradict each other, or if they are named after people.
    ///
    /// - Throws: `MediaError.notFound` for a path that does not exist.
    package static func find(below paths: [String], isOne: Bool = false) throws -> Findings {
        for path in paths where FileIdentity(path: path) == nil { throw MediaError.notFound(path: path) }
        let finder = RecordingFinder(isOne: isOne) { path in
            let info = try? MediaInfo(probing: path)
            return FileTimes(
                start: info?.recordedAt.map { $0.ticks(in: .perSecond(1), .nearest) },
                length: info?.duration.ticks(in: .perSecond(1), .nearest), isFilm: info?.isComposed ?? false)
        }
        let (files, unreadable) = FolderTree.files(below: paths)
        var findings = finder.find(files)
        findings.unused += unreadable.map { UnusedFile(path: $0, reason: .unreadableFolder) }
        findings.unused.sort { FileKey($0.path) < FileKey($1.path) }
        return findings
    }

    /// Groups files by folder and name. Files that are neither video nor sound by their extension are in no list of the
    /// result.
    package func find(_ files: [ListedFile]) -> Findings {
        var findings = Findings()
        var series: [SeriesKey: [SeriesFile]] = [:]
        var named: [FileKey: [ListedFile]] = [:]
        for file in files {
            let path = FilePath(file.path)
            if MediaFileName.soundEndings.contains(path.ending) {
                findings.unused.append(UnusedFile(path: file.path, reason: file.byteCount == 0 ? .empty : .sound))
            } else if !MediaFileName.videoEndings.contains(path.ending) {
                continue
            } else if MediaFileName.isFilm(path) {
                findings.unused.append(UnusedFile(path: file.path, reason: .film))
            } else if let (index, reading) = Self.scheme(of: path.stem) {
                sort(file, path, index, reading, into: &series, &findings.unused)
            } else {
                named[FileKey(path.folder), default: []].append(file)
            }
        }
        Self.joinCameraFolders(of: &series)
        SeriesGrouping.joinLockedClips(of: &series, times)
        for (key, files) in series { SeriesGrouping(key, files, times).group(into: &findings) }
        for files in named.values { WordGrouping(files).group(into: &findings) }
        WordGrouping.groupByFolders(into: &findings)
        SessionGrouping(times: times, isOne: false).group(into: &findings)
        if isOne, findings.recordings.isEmpty { SessionGrouping(times: times, isOne: true).group(into: &findings) }
        SessionGrouping(times: times, isOne: isOne).addSounds(to: &findings)
        findings.recordings.sort { $0.order.lexicographicallyPrecedes($1.order) }
        findings.unused.sort { FileKey($0.path) < FileKey($1.path) }
        return findings
    }

    /// Each camera has a folder of its own. Where cameras do not name themselves, the folders do.
    private static func joinCameraFolders(of series: inout [SeriesKey: [SeriesFile]]) {
        let inFolders = series.keys.filter { CameraName.angle(inFolderName: $0.folderName) != nil }
        for (joined, keys) in Dictionary(grouping: inFolders, by: \.above) {
            guard Set(keys.map { CameraName.angle(inFolderName: $0.folderName) }).count > 1 else { continue }
            let isNamed = NamingScheme.all[joined.scheme].cameras.count > 1
            let angles = keys.map { Set(series[$0]!.map(\.angle)) }
            // Folders that hold the same camera are two cars.
            guard !isNamed || Set(angles.joined()).count == angles.map(\.count).reduce(0, +) else { continue }
            for key in keys {
                let angle = CameraName.angle(inFolderName: key.folderName)!
                series[joined, default: []] += series.removeValue(forKey: key)!.map { file in
                    var file = file
                    if !isNamed { file.angle = angle }
                    return file
                }
            }
        }
    }

    private static func scheme(of stem: String) -> (Int, NamePattern.Reading)? {
        for (index, scheme) in NamingScheme.all.enumerated() {
            if let reading = scheme.reading(of: stem) { return (index, reading) }
        }
        return nil
    }

    private func sort(
        _ file: ListedFile, _ path: FilePath, _ index: Int, _ reading: NamePattern.Reading,
        into series: inout [SeriesKey: [SeriesFile]], _ unused: inout [UnusedFile]
    ) {
        let scheme = NamingScheme.all[index]
        guard let angle = scheme.cameras[reading.camera] ?? nil else {
            return unused.append(UnusedFile(path: file.path, reason: .smallCopy))
        }
        let folder = FilePath(path.folder)
        let isOfCamera = scheme.cameraFolders.contains(folder.name.lowercased())
        var number = ""
        var start = reading.start
        switch scheme.kind {
        case .series, .takes: break
        case .numbered:
            guard file.byteCount > 0 else { return unused.append(UnusedFile(path: file.path, reason: .empty)) }
            start = times(file.path).start
            guard start != nil else { return unused.append(UnusedFile(path: file.path, reason: .noTime)) }
        case .chapters:
            // GH and GX are codecs of different recordings; GOPR and GP belong to the same recording.
            let letters = path.stem.prefix(2).lowercased()
            number = (letters == "go" ? "gp" : letters) + String(reading.number ?? 0)
        }
        let key = SeriesKey(scheme: index, folder: isOfCamera ? folder.folder : path.folder, number: number)
        series[key, default: []].append(
            SeriesFile(
                path: file.path, angle: angle, start: start, number: reading.number, chapter: reading.chapter ?? 0,
                isEmpty: file.byteCount == 0))
    }
}

extension FoundRecording {
    /// The place among the results of a search.
    fileprivate var order: [FileKey] { [folder, scene, scheme].map { FileKey($0) } }
}
