import Analysis
import MediaTime

/// The faces in a part of a recording as lines: for each look its time in flicks, the number of its faces, nine numbers
/// for each of them, and how much changes in columns and rows.
package enum FaceFile {
    /// - Parameter range: of the part, which all looks belong to.
    /// - Returns: `nil` if there is no such file, it is damaged, or somebody else's.
    package static func read(_ path: String, of range: Range<MediaTime>) -> [FaceReader.Look]? {
        guard let lines = KeptLines.read(path) else { return nil }
        var looks: [FaceReader.Look] = []
        for line in lines {
            let words = line.split(separator: " ")
            let numbers = words.dropFirst(2).compactMap { Double($0) }
            guard words.count >= 2, let flicks = Int64(words[0]), let count = Int(words[1]), (0...100).contains(count),
                numbers.count == words.count - 2, numbers.count >= 7 * count, numbers.allSatisfy({ abs($0) < 1e9 }),
                (numbers.count - 7 * count) % 2 == 0
            else { return nil }
            let faces = (0..<count).map { index -> SeenFace in
                let own = Array(numbers[7 * index..<7 * index + 7])
                return SeenFace(
                    x: own[0], y: own[1], width: own[2], height: own[3], turn: Int(own[4]), neighbors: Int(own[5]),
                    mouth: own[6])
            }
            let rest = numbers.dropFirst(7 * count)
            looks.append(
                FaceReader.Look(
                    time: MediaTime(flicks: flicks),
                    sight: Sight(
                        faces: faces, columns: Array(rest.prefix(rest.count / 2)),
                        rows: Array(rest.suffix(rest.count / 2)))))
        }
        guard looks.allSatisfy({ $0.time < range.upperBound }),
            zip(looks, looks.dropFirst()).allSatisfy({ $0.time < $1.time })
        else { return nil }
        return looks
    }

    /// Writes it whole, or not at all: it only saves time.
    package static func write(_ looks: [FaceReader.Look], to path: String) {
        KeptLines.write(
            looks.map { look in
                let faces = look.sight.faces.flatMap { face in
                    [face.x, face.y, face.width, face.height, Double(face.turn), Double(face.neighbors), face.mouth]
                }
                let numbers = (faces + look.sight.columns + look.sight.rows).map { " \($0)" }
                return "\(look.time.flicks) \(look.sight.faces.count)\(numbers.joined())\n"
            }, to: path)
    }
}
