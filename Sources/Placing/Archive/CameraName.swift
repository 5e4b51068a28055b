import Platform
import Timeline

extension Substring {
    /// "audioAnnaSmith21" as "audio", "Anna", "Smith" and "21".
    package var words: [String] {
        reduce(into: []) { words, character in
            let last = words.last?.last
            let begins =
                last.map { $0.isNumber != character.isNumber || $0.isLowercase && character.isUppercase } ?? true
            if begins { words.append("") }
            words[words.count - 1].append(character)
        }
    }
}

/// Identifies cameras by the words that people and phones use in file names.
package enum CameraName {
    private static let words: [(Angle, Set<String>)] = [
        ("front", ["front", "selfie", "user", "face", "facecam", "frontcam", "frontcamera"]),
        ("back", ["back", "rear", "main", "backcam", "rearcam", "backcamera", "environment"]),
    ]
    private static let allWords = words.reduce(into: Set<String>()) { $0.formUnion($1.1) }
    /// Words that mean a camera in the name of a file, but usually something else in that of a folder.
    private static let doubtfulInFolders: Set<String> = ["user", "main", "environment"]

    /// Words in file names that devices and programs choose, and those that say only that it is a recording.
    private static let generic: Set<String> = [
        "img", "vid", "mov", "mvi", "dsc", "dscn", "dscf", "pxl", "movie", "movies", "video", "videos", "clip", "clips",
        "film", "recording", "recordings", "record", "rec", "footage", "file", "media", "capture", "untitled",
        "unnamed",
        "new", "copy", "final", "edit", "edited", "export", "output", "out", "input", "test", "sample", "scene", "take",
        "shot", "part", "camera", "cam", "camcorder", "phone", "iphone", "android", "gopro", "screen", "whatsapp",
        "trim",
        "raw", "original", "aufnahme", "datei", "kamera", "vidéo", "enregistrement", "grabación", "cámara", "filmato",
        "registrazione", "動画", "ビデオ", "视频", "录像", "видео", "запись",
    ]

    /// The camera of a file, by such a word or as a manufacturer names its files; `nil` if the name has neither, or
    /// words of both cameras.
    package static func angle(inFileName path: String) -> Angle? {
        angle(in: FilePath(path).name) ?? NamingScheme.camera(ofStem: FilePath(path).stem)
    }

    /// The same for the name of a folder.
    static func angle(inFolderName name: String) -> Angle? { angle(in: name, besides: doubtfulInFolders) }

    private static func angle(in name: String, besides doubtful: Set<String> = []) -> Angle? {
        let parts = Set(name.lowercased().split { !$0.isLetter }.map(String.init)).subtracting(doubtful)
        let found = words.filter { !$0.1.isDisjoint(with: parts) }.map(\.0)
        return found.count == 1 ? found[0] : nil
    }

    /// The cameras of files given together, by the words in their names; where a name has none, by those of the nearest
    /// folder that not all files are in.
    ///
    /// - Parameter areAll: whether a word that all of these names share distinguishes nothing, as these are all files.
    package static func angles(inFileNames paths: [String], areAll: Bool) -> [Angle?] {
        let folders = paths.map { FilePath($0).folder.split(separator: "/") }
        let shared = folders.dropFirst().reduce(into: Set(folders.first ?? [])) { $0.formIntersection($1) }
        var known = paths.map(angle(inFileName:))
        if areAll, paths.count > 1, Set(known).count == 1 { known = known.map { _ in nil } }
        return zip(known, folders).map { own, folders in
            own
                ?? folders.reversed().lazy.filter { !shared.contains($0) }
                .compactMap { angle(inFolderName: String($0)) }.first
        }
    }

    /// The file name as the name of a camera that is neither front nor back: "side" for "side.mov"; `nil` if it is not
    /// made of words, as "IMG_1234" and "c", or if a word means the front or back camera.
    package static func word(ofFileName path: String) -> Angle? { name(of: parts(of: FilePath(path).stem)) }

    /// The same for files given together, without the parts that all names share: "anna" and "ben" for
    /// "2026-01-02 anna.mov" and "2026-01-02 ben.mov". Where all have one name, their folders' names are used; a name
    /// that only some share is none.
    package static func words(ofFileNames paths: [String]) -> [Angle?] {
        let folders = paths.map { FilePath($0).folder }
        if paths.count > 1, Set(paths.map { FilePath($0).stem }).count == 1, folders != paths {
            return words(ofFileNames: folders)
        }
        let parts = paths.map { Self.parts(of: FilePath($0).stem) }
        let folded = parts.map { Set($0.map { $0.lowercased() }) }
        let shared = paths.count > 1 ? folded.dropFirst().reduce(folded[0]) { $0.intersection($1) } : []
        let names = parts.map { Self.name(of: $0.filter { !shared.contains($0.lowercased()) }) }
        return names.map { name in
            name.flatMap { own in names.count { $0?.name.lowercased() == own.name.lowercased() } == 1 ? own : nil }
        }
    }

    /// The words and numbers of a name. All other characters separate them, as some of these have a meaning in options.
    private static func parts(of stem: String) -> [String] {
        stem.filter { $0 != "'" && $0 != "’" }.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// "Anna-Maria". Longer names are titles.
    private static func name(of parts: [String]) -> Angle? {
        let own = parts.filter { !generic.contains($0.lowercased()) }
        let name = own.joined(separator: "-")
        // A letter of an alphabet is no word, one of Chinese is.
        let isWord = name.count > 1 || name.unicodeScalars.contains { $0.value >= 0x2E80 }
        guard isWord, own.count <= 3, name.count <= 24,
            own.allSatisfy({ $0.allSatisfy(\.isLetter) && !allWords.contains($0.lowercased()) })
        else { return nil }
        return Angle(name)
    }

    /// The rest of a name without the words that identify the camera: equal for two files of one scene, except for
    /// case.
    package static func scene(ofFileName path: String) -> [String] {
        FilePath(path).stem.split { !$0.isLetter && !$0.isNumber }.map { part in
            runs(of: part).filter { !allWords.contains($0.lowercased()) }.joined()
        }.filter { !$0.isEmpty }
    }

    /// The name of a further camera of a scene whose front and back cameras have files: "side" for "clip_side" of the
    /// scene "clip".
    package static func word(ofFileName path: String, besides scene: [String]) -> Angle? {
        var rest = parts(of: FilePath(path).stem)
        for part in scene {
            guard let place = rest.firstIndex(where: { $0.lowercased() == part.lowercased() }) else { return nil }
            rest.remove(at: place)
        }
        return rest.count == 1 ? name(of: rest) : nil
    }

    /// The same with the punctuation, to distinguish scenes that differ only in that.
    static func exactScene(ofFileName path: String) -> String {
        let left = runs(of: FilePath(path).stem[...]).filter { !allWords.contains($0.lowercased()) }.joined()
        let isPart = { (character: Character) in character.isLetter || character.isNumber }
        guard let first = left.firstIndex(where: isPart), let last = left.lastIndex(where: isPart) else { return left }
        return String(left[first...last])
    }

    /// "front2" as "front" and "2".
    private static func runs(of part: Substring) -> [Substring] {
        var runs: [Substring] = []
        var rest = part
        while let first = rest.first {
            let run = rest.prefix { $0.isLetter == first.isLetter }
            runs.append(run)
            rest = rest[run.endIndex...]
        }
        return runs
    }
}
