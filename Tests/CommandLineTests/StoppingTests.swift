import FixtureMedia
import Foundation
import Pictures
import Testing

/// A render that is stopped loses nothing that was there before, and nothing that is finished.
@Suite struct StoppingTests {
    /// Seconds of work on any machine: the slowest preset, two units of 450 frames.
    private static let arguments = [
        "front.mp4", "back.mp4", "--switch-every", "5s", "--preset", "veryslow", "--smart", "off", "-o", "out.mp4",
        "--progress", "json",
    ]

    /// 16 macroblocks wide: where the number is no multiple of 8, the AVX-512 code of x264 (0.164) reads memory that it
    /// never wrote, and no two encodes of one process need be the same.
    private static let size = PictureSize(width: 256, height: 144)

    private func longPair() throws -> TemporaryFolder {
        try folderWithPair {
            $0.timing = .constant(.thirty, frames: 900)
            $0.size = Self.size
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
        // Of the signal itself: a shell ends its loop only then.
        #expect(outcome.isSignalled && outcome.status == signal, "\(outcome.status): \(outcome.error)")
        let last = try json(try #require(outcome.outputLines.last))
        #expect(last["kind"] as? String == "interrupted" && last["status"] as? Int32 == 128 + signal, "\(last)")
        #expect(outcome.errorLines.last?.contains("stopped") == true, "\(outcome.error)")
        expectNothingUnsaid(folder, outcome)
    }

    /// Killed without a chance to clean up, at several moments, and run again until it finishes: what was finished before
    /// is not encoded again, and the film is the same.
    @Test(arguments: ["off", "require"])
    func aKilledRenderContinuesToTheSameFilm(_ smart: String) throws {
        let folder = try folderWithPair {
            $0.timing = .constant(.thirty, frames: 1300)
            $0.size = Self.size
            $0.video.gop = 30
        }
        let arguments = { (output: String) in
            [
                "front.mp4", "back.mp4", "--switch-every", smart == "off" ? "7s" : "3s", "--smart", smart, "--preset",
                "veryfast", "--audio", "follow", "--progress", "json", "-vv", "-o", output,
            ]
        }
        let other = try folderWithPair {
            $0.timing = .constant(.thirty, frames: 1300)
            $0.size = Self.size
            $0.video.gop = 30
        }
        let whole = try Program.run(arguments("out.mp4"), in: other)
        #expect(whole.status == 0, "\(whole.error)")
        // At the first picture, when one part is finished, when two are, when the film is put together.
        let moments: [@Sendable ([String]) -> Bool] = [
            { _ in true }, { $0.count >= 1 }, { $0.count >= 2 }, { $0.contains { $0.hasSuffix(".part") } },
        ]
        let all = encodedParts(whole)
        var resumed = 0
        var round = 0
        while !folder.contents.contains("out.mp4") {
            let finished = finishedVideo(folder)
            let outcome = try Program.run(arguments("out.mp4"), in: folder) { program in
                guard round < moments.count else { return }
                program.wait { $0.contains("\"progress\"") && moments[round](finishedParts(folder)) }
                program.send(SIGKILL)
            }
            round += 1
            let encoded = encodedParts(outcome)
            #expect(encoded.isDisjoint(with: finished), "\(encoded) though \(finished) were finished")
            resumed += finished.isEmpty ? 0 : 1
            if folder.contents.contains("out.mp4") {
                #expect(encoded.union(finished) == all)
            } else {
                try #require(round <= moments.count, "\(outcome.error)")
            }
        }
        #expect(resumed > 0, "no kill left a finished part")
        #expect(folder.bytes("out.mp4") == other.bytes("out.mp4"))
        #expect(folder.contents == ["back.mp4", "front.mp4", "out.mp4"], "nothing is left beside it")
    }

    /// A part whose bytes never reached the disk is noticed and rendered again.
    @Test func aDamagedPartIsRenderedAgain() throws {
        let folder = try longPair()
        let first = try Program.run(Self.fast, in: folder) { program in
            program.wait { _ in finishedParts(folder).contains { $0.contains("video") } }
            program.send(SIGKILL)
        }
        let part = try #require(finishedParts(folder).first { $0.contains("video") }, "\(first.error)")
        var bytes = folder.bytes(part)
        bytes.replaceSubrange(bytes.count / 2..<bytes.count / 2 + 64, with: [UInt8](repeating: 0, count: 64))
        try folder.write(bytes, part)
        let finished = finishedVideo(folder)
        let resumed = try Program.run(Self.fast + ["-vv"], in: folder)
        #expect(resumed.status == 0, "\(resumed.error)")
        #expect(encodedParts(resumed).intersection(finished).map { "\($0)" } == [part.split(separator: "/").last!])
        let made = folder.bytes("out.mp4")
        let fresh = try Program.run(Self.fast + ["--fresh", "--overwrite"], in: folder)
        #expect(fresh.status == 0, "\(fresh.error)")
        #expect(made == folder.bytes("out.mp4"))
        #expect(folder.contents == ["back.mp4", "front.mp4", "out.mp4"])
    }

    /// What is finished for one film is not used for another, and is gone with it.
    @Test func otherOptionsUseNothingOfBefore() throws {
        let folder = try longPair()
        _ = try Program.run(Self.fast, in: folder) { program in
            program.wait { _ in finishedParts(folder).contains { $0.contains("video") } }
            program.send(SIGKILL)
        }
        let mixed = try Program.run(Self.fast + ["--crf", "35"], in: folder)
        #expect(mixed.status == 0, "\(mixed.error)")
        let made = folder.bytes("out.mp4")
        #expect(folder.contents == ["back.mp4", "front.mp4", "out.mp4"])
        let alone = try Program.run(Self.fast + ["--crf", "35", "--overwrite"], in: folder)
        #expect(alone.status == 0, "\(alone.error)")
        #expect(made == folder.bytes("out.mp4"))
    }

    /// Two at once to one name: one film, whole, and a clear word to whoever is in the way.
    @Test(arguments: [[], ["--crf", "35"], ["--overwrite", "--fresh"]])
    func twoRendersToOneNameDoNotMix(_ more: [String]) throws {
        let folder = try longPair()
        var second: Program.Outcome?
        let first = try Program.run(Self.fast, in: folder) { program in
            program.wait { $0.contains("\"progress\"") }
            // Held, so that it is not done before the second has begun.
            program.send(SIGSTOP)
            defer { program.send(SIGCONT) }
            second = try Program.run(Self.fast + more, in: folder)
        }
        let outcomes = [first, try #require(second)]
        #expect(first.status == 0, "\(outcomes.map(\.error))")
        #expect(second?.status == 73, "\(outcomes.map(\.error))")
        #expect(second?.errorLines.last?.contains("rendered by another compose process") == true)
        #expect(folder.contents == ["back.mp4", "front.mp4", "out.mp4"])
        let made = folder.bytes("out.mp4")
        let alone = try Program.run(Self.fast + ["--overwrite"], in: folder)
        #expect(alone.status == 0 && made == folder.bytes("out.mp4"), "\(alone.error)")
    }

    private static let fast = arguments.map { $0 == "veryslow" ? "veryfast" : $0 }

    /// Names, inside `folder`, of parts that a render has finished, and of a film that is being put together.
    private func finishedParts(_ folder: TemporaryFolder) -> [String] {
        folder.contents.filter { $0.hasPrefix(".out.mp4.") }.flatMap { name -> [String] in
            guard name.hasSuffix(".compose") else { return [name] }
            let parts = (try? FileManager.default.contentsOfDirectory(atPath: folder(name))) ?? []
            return parts.filter { $0.hasSuffix(".packets") && !$0.hasPrefix(".") }.map { "\(name)/\($0)" }
        }
    }

    /// The files of pictures among them.
    private func finishedVideo(_ folder: TemporaryFolder) -> Set<Substring> {
        Set(finishedParts(folder).compactMap { $0.split(separator: "/").last }.filter { $0.hasPrefix("video-") })
    }

    /// The parts that a render with `-vv` says it encodes.
    private func encodedParts(_ outcome: Program.Outcome) -> Set<Substring> {
        Set(outcome.errorLines.filter { $0.contains("encoding frames") }.compactMap { $0.split(separator: "/").last })
    }

    /// Beside the recordings there is nothing, or what the program says it has kept.
    private func expectNothingUnsaid(_ folder: TemporaryFolder, _ outcome: Program.Outcome) {
        let left = folder.contents.filter { $0 != "back.mp4" && $0 != "front.mp4" }
        #expect(left.isEmpty || (outcome.error.contains("kept") && left.allSatisfy { $0.hasPrefix(".") }), "\(left)")
    }
}
