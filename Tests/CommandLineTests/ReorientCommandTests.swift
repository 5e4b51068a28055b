import FixtureMedia
import Foundation
import MediaTime
import Pictures
import Testing

/// `compose reorient`, as a person types it.
@Suite struct ReorientCommandTests {
    private static let recording = FixtureRecording().with {
        $0.orientation = Orientation(quarterTurns: 1)
        $0.container = .mov
    }

    @Test(arguments: [
        (["--rotate", "90"], Orientation(quarterTurns: 1)), (["--rotate", "270"], Orientation(quarterTurns: 3)),
        (["--mirror"], Orientation(quarterTurns: 0, mirrored: true)),
        (
            ["--rotate", "90", "--mirror"],
            Orientation(quarterTurns: 1).then(Orientation(quarterTurns: 0, mirrored: true))
        ),
    ])
    func turnsByTheMatrixOrInPixels(_ arguments: [String], _ change: Orientation) throws {
        let folder = try TemporaryFolder()
        try folder.add(try Self.recording.file(), as: "in.mov")
        let plain = try Program.run(["reorient", "in.mov", "-o", "plain.mov"] + arguments, in: folder)
        #expect(plain.status == 0, "\(plain.error)")
        let baked = try Program.run(
            ["reorient", "in.mov", "-o", "baked.mp4", "--bake", "--preset", "ultrafast", "--crf", "5"] + arguments,
            in: folder)
        #expect(baked.status == 0, "\(baked.error)")
        #expect(folder.contents == ["baked.mp4", "in.mov", "plain.mov"])
        let (before, matrix, pixels) = (
            try Movie(folder("in.mov")), try Movie(folder("plain.mov")), try Movie(folder("baked.mp4"))
        )
        #expect(folder.bytes("in.mov").count == folder.bytes("plain.mov").count)
        #expect(pixels.video?.hasDisplayMatrix == false)
        #expect(before.frames.count == matrix.frames.count && before.frames.count == pixels.frames.count)
        #expect(before.sound == matrix.sound && !pixels.sound.isEmpty)
        let upright = before.frames[3].size
        let size = change.swapsAxes ? PictureSize(width: upright.height, height: upright.width) : upright
        #expect(matrix.frames[3].size == size && pixels.frames[3].size == size)
        // Both ways show the same picture; x264 at this quality is within a few code values on average.
        let difference = zip(matrix.frames[3].luma.samples, pixels.frames[3].luma.samples)
            .reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(difference) / Double(size.width * size.height) < 2)
        // And it is not the one from before.
        #expect(matrix.frames[3].luma != before.frames[3].luma)
    }

    /// Only the pixels are encoded again.
    @Test func bakingLeavesTheSoundAsItIs() throws {
        let folder = try TemporaryFolder()
        let recording = Self.recording.with {
            $0.sound!.sampleRate = 44_100
            $0.sound!.channels = 1
        }
        try folder.add(try recording.file(), as: "in.mov")
        let outcome = try Program.run(
            "reorient", "in.mov", "--rotate", "90", "--bake", "--preset", "ultrafast", "-o", "out.mp4", in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        let summary = try #require(outcome.errorLines.last)
        #expect(summary.contains("sound copied") && !summary.contains("switch") && !summary.contains("%"), "\(summary)")
        let probe = try Program.run("probe", "out.mp4", in: folder).output
        #expect(probe.contains("44100 Hz mono"), "\(probe)")
    }

    @Test func whatCannotBeDoneIsSaid() throws {
        let folder = try TemporaryFolder()
        try folder.add(try Self.recording.with { $0.container = .mkv }.file(), as: "in.mkv")
        try folder.add(try Self.recording.file(), as: "in.mov")
        for (arguments, status, words) in [
            (["in.mkv", "--rotate", "90", "-o", "out.mkv"], Int32(65), "--bake"),
            (["in.mov", "-o", "out.mov"], 64, "nothing to do"),
            (["in.mov", "--rotate", "45", "-o", "out.mov"], 64, "90"),
            (["in.mov", "--rotate", "90", "--crf", "20", "-o", "out.mov"], 64, "--crf has no effect without --bake"),
            (["in.mov", "--rotate", "90", "--preset", "fast", "-o", "out.mov"], 64, "--preset has no effect"),
            (["in.mov", "--rotate", "90", "-o", "in.mov", "--overwrite"], 64, "input"),
            (["in.mov", "--rotate", "90", "-o", "in.mkv"], 79, "--overwrite"),
        ] {
            let outcome = try Program.run(["reorient"] + arguments, in: folder)
            #expect(outcome.status == status && outcome.error.contains(words), "\(arguments): \(outcome.error)")
            #expect(outcome.errorLines.count == 1)
        }
        #expect(folder.contents == ["in.mkv", "in.mov"])
    }
}
