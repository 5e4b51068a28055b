import Foundation
import MediaTime
import Testing

@testable import compose

/// What is said on little room, and in round numbers.
@Suite struct TextTests {
    /// A line that reaches the last column begins another, and the bar would climb down the terminal.
    @Test(arguments: [0, 0.071, 0.5, 1, 1.2], [nil, 0.04, 359, 86_399, 1e9])
    func theBarStaysOnOneLine(_ share: Double, _ left: Double?) {
        for columns in 1...200 {
            let bar = ProgressBar(share: share, fps: left.map { _ in 1234.5 }, speed: 41.15, left: left)
            let line = bar.line(columns: columns)
            #expect(line.count < max(2, columns), "\(columns): \(line)")
            #expect(columns < 40 || (line.hasPrefix("[") && line.contains(" %")), "\(columns): \(line)")
            if let left, left < 1e6, columns >= 40 { #expect(line.hasSuffix("\(durationText(left)) left"), "\(line)") }
        }
    }

    @Test func aWideTerminalShowsAll() {
        let line = ProgressBar(share: 0.25, fps: 60, speed: 2, left: 90).line(columns: 120)
        #expect(
            line
                == "[\(String(repeating: "█", count: 10))\(String(repeating: "·", count: 30))] 25 %  60 fps  2.00× realtime  1 min 30 s left"
        )
    }

    @Test(arguments: [
        (61, "61 seconds"), (119, "119 seconds"), (120, "2 minutes"), (7140, "119 minutes"), (10_800, "3 hours"),
        (172_800, "2 days"), (86400 * 100, "3 months"), (155_369_799, "5 years"),
    ])
    func longTimesAreRounded(_ seconds: Int64, _ text: String) {
        #expect(roughly(.seconds(seconds)) == text)
    }

    /// The libraries report values; only the command line knows what its options are called.
    @Test func noLibraryNamesAFlag() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }
            .filter { $0.pathExtension == "swift" && !$0.path.contains("/Sources/compose/") }
        #expect(files.count > 100)
        for file in files {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                #expect(
                    !line.contains(/"[^"]*(--[a-z]| -[a-z]\b)/), "\(file.lastPathComponent): \(line)")
            }
        }
    }
}
