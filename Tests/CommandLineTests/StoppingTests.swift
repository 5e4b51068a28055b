import FixtureMedia
import Foundation
import Testing

/// A render that is stopped loses nothing that was there before, and nothing that is finished.
@Suite struct StoppingTests {
    /// Seconds of work on any machine: the slowest preset, two units of 450 frames.
    private static let arguments = [
        "front.mp4", "back.mp4", "--switch-every", "5s", "--preset", "veryslow", "--smart", "off", "-o", "out.mp4",
        "--progress", "json",
    ]

    private func longPair() throws -> TemporaryFolder {
        try folderWithPair {
            $0.timing = .constant(.thirty, frames: 900)
            $0.size = .init(width: 320, height: 192)
        }
    }

    /// Interrupted by Ctrl-C or by a polite kill, at the first frames.
    @Test(arguments: [SIGINT, SIGTERM])
    func aStoppedRenderLeavesNothing(_ signal: Int32) throws {
        let folder = try longPair()
        let outcome = try Program.run(Self.arguments, in: folder) { program in
            program.wait { $0.contains("\"progress\"") }
            program.send(signal)
        }
        #expect(outcome.status == 75, "\(outcome.error)")
        #expect(outcome.errorLines.last?.contains("stopped") == true, "\(outcome.error)")
        expectNothingUnsaid(folder, outcome)
    }

    /// Beside the recordings there is nothing, or what the program says it has kept.
    private func expectNothingUnsaid(_ folder: TemporaryFolder, _ outcome: Program.Outcome) {
        let left = folder.contents.filter { $0 != "back.mp4" && $0 != "front.mp4" }
        #expect(left.isEmpty || (outcome.error.contains("kept") && left.allSatisfy { $0.hasPrefix(".") }), "\(left)")
    }
}
