import Analysis
import MediaTime

/// The motions in a part of a recording as lines: the start of each frame in flicks, x, y and angle.
package enum MotionFile {
    /// - Parameter range: of the part, in which all frames start.
    /// - Returns: `nil` if there is no such file, it is damaged, or somebody else's.
    package static func read(_ path: String, of range: Range<MediaTime>) -> [MotionReader.Motion]? {
        guard let lines = KeptLines.read(path) else { return nil }
        var motions: [MotionReader.Motion] = []
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count == 4, let flicks = Int64(words[0]), let x = Double(words[1]), let y = Double(words[2]),
                let angle = Double(words[3]), [x, y, angle].allSatisfy({ abs($0) < 10 })
            else { return nil }
            motions.append(.init(start: MediaTime(flicks: flicks), motion: FrameMotion(x: x, y: y, angle: angle)))
        }
        guard motions.allSatisfy({ range.contains($0.start) }),
            zip(motions, motions.dropFirst()).allSatisfy({ $0.start < $1.start })
        else { return nil }
        return motions
    }

    /// Writes it whole, or not at all: it only saves time.
    package static func write(_ motions: [MotionReader.Motion], to path: String) {
        KeptLines.write(
            motions.map { "\($0.start.flicks) \($0.motion.x) \($0.motion.y) \($0.motion.angle)\n" }, to: path)
    }
}
