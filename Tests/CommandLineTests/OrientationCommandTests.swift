import FixtureMedia
import Foundation
import MediaIO
import Pictures
import Testing

/// `--rotate`, `--mirror` and `--no-mirror` put right what a file says wrong, or does not say.
@Suite struct OrientationCommandTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        /// What would make the stored picture upright.
        var truth: Orientation
        var matrix: FixtureRecording.DisplayMatrix
        var testDescription: String { arguments.joined(separator: " ") }
    }

    private static let mirror = Orientation(quarterTurns: 0, mirrored: true)
    private static func words(_ orientation: Orientation) -> FixtureRecording.DisplayMatrix {
        let (a, b, c, d) = orientation.displayMatrix
        return .words([a, b, 0, c, d, 0, 0, 0].map { Int32($0) << 16 } + [1 << 30])
    }

    static let cases = [
        Case(arguments: ["--rotate", "back=90"], truth: Orientation(quarterTurns: 1), matrix: .absent),
        Case(arguments: ["--rotate", "back=270"], truth: Orientation(quarterTurns: 3), matrix: words(mirror)),
        Case(
            arguments: ["--rotate", "back=0"], truth: .upright,
            matrix: words(Orientation(quarterTurns: 1, mirrored: true))),
        Case(arguments: ["--mirror", "back"], truth: mirror, matrix: .absent),
        Case(
            arguments: ["--rotate", "back=180", "--mirror", "back"], truth: Orientation(quarterTurns: 2).then(mirror),
            matrix: .absent),
        Case(arguments: ["--no-mirror", "back"], truth: .upright, matrix: words(mirror)),
        Case(
            arguments: ["--no-mirror", "back"], truth: Orientation(quarterTurns: 1),
            matrix: words(Orientation(quarterTurns: 1, mirrored: true))),
    ]

    @Test(arguments: cases, ["off", "auto"])
    func whatIsSaidCounts(_ wrong: Case, _ smart: String) throws {
        let folder = try TemporaryFolder()
        let recording = FixtureRecording().with {
            $0.orientation = wrong.truth
            $0.displayMatrix = wrong.matrix
        }
        try folder.add(try recording.file(), as: "back.mp4")
        let always = ["back=back.mp4", "--preset", "ultrafast", "--smart", smart, "-o"]
        #expect(try Program.run(always + ["wrong.mp4"], in: folder).status == 0)
        let outcome = try Program.run(always + ["right.mp4"] + wrong.arguments, in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        let first = try #require(try Movie(folder("right.mp4")).frames.first)
        #expect(first.size == recording.uprightSize)
        // It lies along the top edge and reads from left to right: no other turn of it can be read.
        #expect(Barcode.read(first.luma) == Barcode(camera: .back, frame: 0))
        let unturned = try #require(try Movie(folder("wrong.mp4")).frames.first)
        #expect(Barcode.read(unturned.luma) == nil, "without the options it is not upright")
    }
}
