import Platform
import Timeline

/// Pairs the files of one folder whose names contain "front" and "back" or similar words.
struct WordGrouping {
    private struct Named {
        var file: ListedFile
        var angle: Angle
        /// The rest of the name, without its time.
        var scene: [String]
        /// In lower case: what files of one scene share.
        var key: String
        /// What it shares with files of one scene if others differ from it only in case, punctuation or accents.
        var exactKey: FileKey
        /// Seconds since 1970; `nil` if the name has none.
        var time: Int64?
    }

    private let files: [ListedFile]
    private let folder: String

    /// - Parameter files: of one folder.
    init(_ files: [ListedFile]) { (self.files, folder) = (files, FilePath(files[0].path).folder) }

    private init(folder: String) { (files, self.folder) = ([], folder) }

    /// Two apps on one phone do not start at the same instant, and each puts its own time into the name.
    private static let together: Int64 = 2

    func group(into findings: inout Findings) {
        if let pair = onlyPair {
            return findings.recordings.append(recording(pair))
        }
        var own = Findings()
        settle(files.compactMap { Self.named($0) }, &own)
        for file in files where CameraName.angle(inFileName: file.path) == nil {
            if file.byteCount > 0, Self.add(file, to: &own.recordings) { continue }
            own.unused.append(UnusedFile(path: file.path, reason: file.byteCount == 0 ? .empty : .unknownName))
        }
        findings.recordings += own.recordings
        findings.unused += own.unused
    }

    /// Adds a file as a further camera, if it belongs to exactly one scene and the rest of its name is a word.
    private static func add(_ file: ListedFile, to recordings: inout [FoundRecording]) -> Bool {
        let names = recordings.map { recording in
            recording.files.lazy.compactMap { one in
                CameraName.word(ofFileName: file.path, besides: CameraName.scene(ofFileName: one.path))
            }.first
        }
        let fitting = names.indices.filter { names[$0] != nil }
        guard fitting.count == 1, case let (index, angle) = (fitting[0], names[fitting[0]]!),
            !recordings[index].angles.contains(angle)
        else { return false }
        recordings[index].files.append(.init(path: file.path, angle: angle, moment: 0))
        return true
    }

    /// Groups what is left by the folders: "front/clip.mp4" and "back/clip.mp4".
    static func groupByFolders(into findings: inout Findings) {
        var folders: [FileKey: (path: String, files: [Named])] = [:]
        for file in findings.unused {
            switch file.reason {
            case .unknownName, .noPartner: break
            default: continue
            }
            guard let (camera, folder) = cameraFolder(of: file.path),
                let one = named(ListedFile(path: file.path, byteCount: 1), camera)
            else { continue }
            folders[FileKey(folder), default: (folder, [])].files.append(one)
        }
        for (folder, files) in folders.values {
            var own = Findings()
            WordGrouping(folder: folder).settle(files, &own)
            let used = Set(own.recordings.flatMap { $0.files.map { FileKey($0.path) } })
            findings.recordings += own.recordings
            findings.unused.removeAll { used.contains(FileKey($0.path)) }
        }
    }

    /// The nearest folder that a camera has for itself, and the path to the file's folder without it.
    private static func cameraFolder(of path: String) -> (Angle, without: String)? {
        var (folder, inner) = (FilePath(path).folder, "")
        while folder != ".", folder != "/" {
            let last = FilePath(folder)
            if let angle = CameraName.angle(inFolderName: last.name) {
                return (angle, inner.isEmpty ? last.folder : FilePath.join(last.folder, inner))
            }
            (folder, inner) = (last.folder, inner.isEmpty ? last.name : "\(last.name)/\(inner)")
        }
        return nil
    }

    private func settle(_ files: [Named], _ findings: inout Findings) {
        for group in Dictionary(grouping: files, by: \.key).values {
            var rest = group.sorted { ($0.time ?? 0, FileKey($0.file.path)) < ($1.time ?? 0, FileKey($1.file.path)) }[
                ...]
            while let first = rest.first {
                let near = rest.prefix { ($0.time ?? 0) - (first.time ?? 0) <= Self.together }
                rest = rest[near.endIndex...]
                settleScene(Array(near), &findings)
            }
        }
    }

    /// Handles the files of one scene: a pair, or unused files.
    ///
    /// - Parameter isExact: whether their names differ in nothing but the camera and the time.
    private func settleScene(_ files: [Named], isExact: Bool = false, _ findings: inout Findings) {
        let angles = Set(files.map(\.angle))
        let whole = files.filter { $0.file.byteCount > 0 }
        guard angles.count == files.count else {
            // "a-b" and "a_b" are two scenes if both exist.
            let scenes = Dictionary(grouping: files, by: \.exactKey)
            if scenes.count > 1 {
                for files in scenes.values { settleScene(files, isExact: true, &findings) }
                return
            }
            findings.unused += files.map { one in
                UnusedFile(
                    path: one.file.path,
                    reason: files.filter { $0.angle == one.angle }.count > 1
                        ? .severalOf(one.angle) : .noPartner(one.angle))
            }
            return
        }
        guard files.count == 2, !whole.isEmpty else {
            findings.unused += files.map {
                UnusedFile(path: $0.file.path, reason: $0.file.byteCount == 0 ? .empty : .noPartner($0.angle))
            }
            return
        }
        findings.recordings.append(recording(files, isExact: isExact))
    }

    /// The two recordings of a folder that contains no third; one name is then enough, and the other file is the other
    /// camera.
    private var onlyPair: [Named]? {
        guard files.count == 2, files.allSatisfy({ $0.byteCount > 0 }) else { return nil }
        let named = files.compactMap { Self.named($0) }
        guard named.count == 1, let other = files.firstIndex(where: { CameraName.angle(inFileName: $0.path) == nil })
        else { return nil }
        var partner = named[0]
        partner.file = files[other]
        partner.angle =
            CameraName.words(ofFileNames: files.map(\.path))[other] ?? (named[0].angle == "front" ? "back" : "front")
        return [named[0], partner]
    }

    private func recording(_ files: [Named], isExact: Bool = false) -> FoundRecording {
        let inOrder = files.sorted { $0.angle.name < $1.angle.name }
        let scene =
            isExact
            ? CameraName.exactScene(ofFileName: inOrder[0].file.path) : inOrder[0].scene.joined(separator: "_")
        return FoundRecording(
            scheme: "words", folder: folder,
            scene: scene.isEmpty ? (folder == "." || folder == "/" ? "recording" : FilePath(folder).name) : scene,
            files: inOrder.filter { $0.file.byteCount > 0 }.map {
                .init(path: $0.file.path, angle: $0.angle, moment: 0)
            },
            holes: inOrder.filter { $0.file.byteCount == 0 }
                .map { .init(angle: $0.angle, moment: 0, emptyFile: $0.file.path) },
            starts: [], main: nil)
    }

    /// `nil` for a name that does not identify a camera.
    ///
    /// - Parameter camera: that of the folder.
    private static func named(_ file: ListedFile, _ camera: Angle? = nil) -> Named? {
        guard let angle = CameraName.angle(inFileName: file.path) ?? camera else { return nil }
        let scene = CameraName.scene(ofFileName: file.path)
        var rest = scene
        var time: Int64?
        // "20260102_120000", as phones and apps write it.
        if let day = scene.indices.dropLast().first(where: { digits(scene[$0], 8) && digits(scene[$0 + 1], 6) }) {
            let text = scene[day] + scene[day + 1]
            let at = { (from: Int, count: Int) in Int(text.dropFirst(from).prefix(count)) ?? 0 }
            time = NamePattern.seconds([at(0, 4), at(4, 2), at(6, 2), at(8, 2), at(10, 2), at(12, 2)])
            if time != nil { rest.removeSubrange(day...day + 1) }
        }
        let key = rest.joined(separator: " ")
        let punctuation = FilePath(file.path).stem.filter { !$0.isLetter && !$0.isNumber }
        return Named(
            file: file, angle: angle, scene: scene, key: key.lowercased(), exactKey: FileKey("\(key)/\(punctuation)"),
            time: time)
    }

    private static func digits(_ text: String, _ count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { (48...57).contains($0) }
    }
}
