import Analysis
import MediaIO
import MediaTime
import Placing
import Platform

/// The faces in recordings, looked for in parts of ten seconds where somebody asks: kept for the next plan, and in the
/// user's cache for the next film of the same recordings.
struct FaceTable {
    /// A part of a recording.
    struct Part: Hashable {
        var take: Int
        /// From the start of its footage.
        var number: Int
    }

    private let sources: [Source]
    private var looks: [Part: [FaceReader.Look]] = [:]
    private static let length = MediaTime.seconds(10)

    init(_ sources: [Source]) { self.sources = sources }

    /// The parts of a take that a range of its file touches.
    func parts(of take: Int, in range: Range<MediaTime>) -> [Part] {
        let footage = sources[take].video.footage
        let number = { (time: MediaTime) in
            Int((min(max(time, footage.start), footage.end) - footage.start).flicks / Self.length.flicks)
        }
        return (number(range.lowerBound)...max(number(range.lowerBound), number(range.upperBound))).map {
            Part(take: take, number: $0)
        }
    }

    /// Looks at parts, on all cores at once.
    ///
    /// - Throws: `MediaError`.
    mutating func load(_ parts: Set<Part>, with finder: FaceFinder) throws {
        for part in parts { looks[part] = looks[part] ?? sources[part.take].faces.known(part.number) }
        let missing = parts.filter { looks[$0] == nil }.sorted { ($0.take, $0.number) < ($1.take, $1.number) }
        let folders = try Dictionary(
            uniqueKeysWithValues: Set(missing.map(\.take)).map { ($0, try AnalysisFolder.faces.path(of: sources[$0])) })
        let found = try concurrently(missing.count) { [sources] index in
            let (part, source) = (missing[index], sources[missing[index].take])
            let start = source.video.footage.start + Self.length * Int64(part.number)
            let range = start..<start + Self.length
            let turn = source.orientation
            let file = folders[part.take]!.map {
                "\($0)/\(part.number)-\(turn.quarterTurns)\(turn.mirrored ? "m" : "")"
            }
            return try source.faces.looks(part.number) {
                if let file, let known = FaceFile.read(file, of: range) { return known }
                let looks = try Trace.span("find faces", source.path) {
                    try FaceReader.looks(
                        path: source.path, info: source.video, orientation: turn, in: range, finder: finder)
                }
                if let file { FaceFile.write(looks, to: file) }
                return looks
            }
        }
        for (part, looks) in zip(missing, found) { self.looks[part] = looks }
    }

    /// What was seen in a range of a take's file, in time order.
    func looks(at take: Int, in range: Range<MediaTime>) -> [FaceReader.Look] {
        parts(of: take, in: range).flatMap { looks[$0] ?? [] }.filter { range.contains($0.time) }
    }
}
