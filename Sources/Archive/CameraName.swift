import Timeline

/// Identifies cameras by the words that people and phones use in file names.
public enum CameraName {
    private static let words: [(Angle, Set<String>)] = [
        ("front", ["front", "selfie", "user", "face", "facecam", "frontcam", "frontcamera"]),
        ("back", ["back", "rear", "main", "backcam", "rearcam", "backcamera", "environment"]),
    ]
    private static let allWords = words.reduce(into: Set<String>()) { $0.formUnion($1.1) }

    /// `nil` if the name has no such word, or words of both cameras.
    public static func angle(inFileName path: String) -> Angle? {
        let parts = Set(FilePath(path).name.lowercased().split { !$0.isLetter }.map(String.init))
        let found = words.filter { !$0.1.isDisjoint(with: parts) }.map(\.0)
        return found.count == 1 ? found[0] : nil
    }

    /// The file name as the name of a camera that is neither front nor back: "side" for "side.mov"; `nil` if it is not
    /// a word of at least three letters, as in "IMG_1234" and "c", or if the word means the front or back camera.
    public static func word(ofFileName path: String) -> Angle? {
        let stem = FilePath(path).stem
        let isName = stem.count >= 3 && stem.allSatisfy(\.isLetter) && !allWords.contains(stem.lowercased())
        return isName ? Angle(stem) : nil
    }

    /// The rest of a name without the words that identify the camera: equal for two files of one scene, except for
    /// case.
    public static func scene(ofFileName path: String) -> [String] {
        FilePath(path).stem.split { !$0.isLetter && !$0.isNumber }.map { part in
            runs(of: part).filter { !allWords.contains($0.lowercased()) }.joined()
        }.filter { !$0.isEmpty }
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
