import Analysis
import MediaTime
import Platform

/// The motions in a part of a recording, kept so that the next render need not look for them again: one line per frame
/// with its start in flicks, x, y and angle, and a last line that shows that the file is whole.
package enum MotionFile {
    private static let end = "end"

    /// - Returns: `nil` if there is no such file, or it is damaged.
    package static func read(_ path: String) -> [MotionReader.Motion]? {
        guard let bytes = FileSystem.contents(ofFile: path) else { return nil }
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard lines.popLast() == end[...] else { return nil }
        var motions: [MotionReader.Motion] = []
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count == 4, let flicks = Int64(words[0]), let x = Double(words[1]), let y = Double(words[2]),
                let angle = Double(words[3]), [x, y, angle].allSatisfy({ abs($0) < 10 })
            else { return nil }
            motions.append(.init(start: MediaTime(flicks: flicks), motion: FrameMotion(x: x, y: y, angle: angle)))
        }
        return motions
    }

    /// Writes it whole, or not at all: it only saves time.
    package static func write(_ motions: [MotionReader.Motion], to path: String) {
        let lines = motions.map { "\($0.start.flicks) \($0.motion.x) \($0.motion.y) \($0.motion.angle)\n" }
        let partial = "\(path).\(getpid()).part"
        guard let file = FileSystem.fopen(partial, "wbx") else { return }
        let bytes = Array((lines.joined() + end + "\n").utf8)
        let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
        guard fclose(file) == 0, isWritten, FileSystem.rename(partial, path) == 0 else {
            FileSystem.unlink(partial)
            return
        }
    }
}
