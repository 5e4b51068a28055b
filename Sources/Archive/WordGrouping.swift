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
        /// The punctuation between the words and numbers of the name.
        var punctuation: String
        /// Seconds since 1970; `nil` if the name has none.
        var time: Int64?
    }

    private let files: [ListedFile]

    init(_ files: [ListedFile]) { self.files = files }

    /// Two apps on one phone do not start at the same instant, and each puts its own time into the name.
    private static let together: Int64 = 2

    func group(into findings: inout Findings) {
        if let pair = onlyPair {
            return findings.recordings.append(recording(pair))
        }
        var named: [String: [Named]] = [:]
        for file in files {
            guard let one = Self.named(file) else {
                findings.unused.append(
                    UnusedFile(path: file.path, reason: file.byteCount == 0 ? .empty : .unknownName))
                continue
            }
            named[one.key, default: []].append(one)
        }
        for group in named.values {
            var rest = group.sorted { ($0.time ?? 0, $0.file.path) < ($1.time ?? 0, $1.file.path) }[...]
            while let first = rest.first {
                let near = rest.prefix { ($0.time ?? 0) - (first.time ?? 0) <= Self.together }
                rest = rest[near.endIndex...]
                settle(Array(near), &findings)
            }
        }
    }

    /// Handles the files of one scene: a pair, or unused files.
    ///
    /// - Parameter isExact: whether their names have the same punctuation.
    private func settle(_ files: [Named], isExact: Bool = false, _ findings: inout Findings) {
        let angles = Set(files.map(\.angle))
        let whole = files.filter { $0.file.byteCount > 0 }
        guard angles.count == files.count else {
            // "a-b" and "a_b" are two scenes if both exist.
            let scenes = Dictionary(grouping: files, by: \.punctuation)
            if scenes.count > 1 {
                for files in scenes.values { settle(files, isExact: true, &findings) }
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
        let named = files.compactMap(Self.named)
        guard named.count == 1, let other = files.first(where: { $0.path != named[0].file.path }) else { return nil }
        var partner = named[0]
        partner.file = other
        partner.angle = named[0].angle == "front" ? "back" : "front"
        return [named[0], partner]
    }

    private func recording(_ files: [Named], isExact: Bool = false) -> FoundRecording {
        let inOrder = files.sorted { $0.angle.name < $1.angle.name }
        let folder = FilePath(files[0].file.path).folder
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
    private static func named(_ file: ListedFile) -> Named? {
        guard let angle = CameraName.angle(inFileName: file.path) else { return nil }
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
        return Named(
            file: file, angle: angle, scene: scene, key: rest.joined(separator: " ").lowercased(),
            punctuation: FilePath(file.path).stem.filter { !$0.isLetter && !$0.isNumber }, time: time)
    }

    private static func digits(_ text: String, _ count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { (48...57).contains($0) }
    }
}
