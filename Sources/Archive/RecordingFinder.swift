import Timeline

/// Groups files into recordings by their names. Files are opened only if the manufacturer puts no time into names.
public struct RecordingFinder: Sendable {
    /// When a file began according to its own metadata, in seconds since 1970; `nil` if unknown.
    private let fileStart: @Sendable (String) -> Int64?

    /// - Parameter fileStart: when a file began according to its own metadata, in seconds since 1970; `nil` if unknown.
    ///   Called only for names of schemes whose kind is `numbered`.
    public init(fileStart: @escaping @Sendable (String) -> Int64?) { self.fileStart = fileStart }

    /// Groups files by folder and name. Files that are neither video nor sound by their extension are in no list of the
    /// result.
    public func find(_ files: [ListedFile]) -> Findings {
        var findings = Findings()
        var series: [SeriesKey: [SeriesFile]] = [:]
        var named: [String: [ListedFile]] = [:]
        for file in files {
            let path = FilePath(file.path)
            if MediaFileName.soundEndings.contains(path.ending) {
                findings.unused.append(UnusedFile(path: file.path, reason: .sound))
            } else if !MediaFileName.videoEndings.contains(path.ending) {
                continue
            } else if MediaFileName.isFilm(path) {
                findings.unused.append(UnusedFile(path: file.path, reason: .film))
            } else if let (index, reading) = Self.scheme(of: path.stem) {
                sort(file, path, index, reading, into: &series, &findings.unused)
            } else {
                named[path.folder, default: []].append(file)
            }
        }
        for (key, files) in series { SeriesGrouping(key, files).group(into: &findings) }
        for files in named.values { WordGrouping(files).group(into: &findings) }
        findings.recordings.sort { ($0.folder, $0.scene, $0.scheme) < ($1.folder, $1.scene, $1.scheme) }
        findings.unused.sort { $0.path < $1.path }
        return findings
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
        var key = SeriesKey(scheme: index, folder: path.folder)
        let folder = FilePath(path.folder)
        if scheme.cameraFolders.contains(folder.name.lowercased()) { key.folder = folder.folder }
        var start = reading.start
        switch scheme.kind {
        case .series, .takes: break
        case .numbered:
            guard file.byteCount > 0 else { return unused.append(UnusedFile(path: file.path, reason: .empty)) }
            start = fileStart(file.path)
            guard start != nil else { return unused.append(UnusedFile(path: file.path, reason: .noTime)) }
        case .chapters:
            // GH and GX are codecs of different recordings; GOPR and GP belong to the same recording.
            let letters = path.stem.prefix(2).lowercased()
            key.number = (letters == "go" ? "gp" : letters) + String(reading.number ?? 0)
        }
        series[key, default: []].append(
            SeriesFile(
                path: file.path, angle: angle, start: start, chapter: reading.chapter ?? 0,
                isEmpty: file.byteCount == 0))
    }
}
