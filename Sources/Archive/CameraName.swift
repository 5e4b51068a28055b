import Timeline

/// Tells cameras by the words people and phones put into file names.
public enum CameraName {
    private static let words: [(Angle, Set<String>)] = [
        ("front", ["front", "selfie", "user", "face", "facecam", "frontcam", "frontcamera"]),
        ("back", ["back", "rear", "main", "backcam", "rearcam", "backcamera", "environment"]),
    ]
    private static let allWords = words.reduce(into: Set<String>()) { $0.formUnion($1.1) }

    /// `nil` when the name says nothing, or both.
    public static func angle(inFileName path: String) -> Angle? {
        let parts = Set(FilePath(path).name.lowercased().split { !$0.isLetter }.map(String.init))
        let found = words.filter { !$0.1.isDisjoint(with: parts) }.map(\.0)
        return found.count == 1 ? found[0] : nil
    }

    /// What is left of a name without the words that tell the camera: two of one scene have the same but for case.
    public static func scene(ofFileName path: String) -> [String] {
        FilePath(path).stem.split { !$0.isLetter && !$0.isNumber }.map { part in
            runs(of: part).filter { !allWords.contains($0.lowercased()) }.joined()
        }.filter { !$0.isEmpty }
    }

    /// The same with the punctuation between, for scenes that differ in nothing else.
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
