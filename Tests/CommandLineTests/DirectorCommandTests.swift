import FixtureMedia
import Foundation
import MediaTime
import Testing

@Suite struct DirectorCommandTests {
    /// The files of two cameras, each at one speaker.
    ///
    /// - Parameter change: of the first one's.
    private func cameras(_ change: (inout FixtureRecording) -> Void = { _ in }) throws -> [String] {
        try (0..<2).map { seat in
            try FixtureRecording().with {
                $0.camera = seat == 0 ? .front : .back
                $0.timing = .constant(FrameRate(10)!, frames: 290)
                $0.sound = .init(sampleRate: 16_000, channels: 1)
                $0.sound?.seat = seat
                if seat == 0 { change(&$0) }
            }.file()
        }
    }

    private func plan(_ arguments: String...) throws -> Program.Outcome {
        let files = try cameras()
        return try Program.run(
            ["plan", "front=\(files[0])", "back=\(files[1])"] + arguments, in: TemporaryFolder())
    }

    @Test func eachCutHasItsReasonAndItsScore() throws {
        let outcome = try plan("--switch", "auto", "--explain")
        #expect(outcome.status == 0, "\(outcome.error)")
        let reasons = outcome.outputLines.filter { $0.contains(" speaks from ") }
        #expect(reasons.count == Talk.turns.count)
        for (line, turn) in zip(reasons, Talk.turns) {
            let camera = turn.speaker == 0 ? "front" : "back"
            #expect(line.contains("\(camera): \(camera) speaks from") && line.hasSuffix("of the speech in this shot"))
        }
    }

    @Test func aProgramReadsTheDecisions() throws {
        let outcome = try plan("--switch", "auto:speech", "--style", "normal", "--json")
        #expect(outcome.status == 0, "\(outcome.error)")
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let decisions = try #require(object["decisions"] as? [[String: Any]])
        #expect(decisions.map { $0["view"] as? String } == ["front", "back", "front", "back", "front"])
        #expect(decisions.allSatisfy { $0["reason"] as? String == "speaks" && $0["speaker"] != nil })
        #expect(decisions.allSatisfy { ($0["score"] as? Double).map { (0.9...1).contains($0) } == true })
        // Talk is cut hard.
        #expect((object["transitions"] as? [Any])?.isEmpty == true)
    }

    @Test func aProgramReadsWhyACameraIsNotShown() throws {
        let files = try cameras { $0.mishap = .init(.covered, from: 3, to: 9) }
        let outcome = try Program.run(
            ["plan", "front=\(files[0])", "back=\(files[1])", "--switch", "auto:speech", "--json"],
            in: TemporaryFolder())
        #expect(outcome.status == 0, "\(outcome.error)")
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let decision = try #require((object["decisions"] as? [[String: Any]])?[1])
        #expect(decision["reason"] as? String == "unusable")
        #expect(decision["camera"] as? String == "front" && decision["fault"] as? String == "covered")
    }

    @Test func whatDoesNotGoTogetherIsRefused() throws {
        for (arguments, word) in [
            (["--style", "calm"], "--switch auto"), (["--reactions"], "--switch auto"),
            (["--switch", "auto", "--switch-every", "5s"], "--switch-every"),
            (["--switch", "auto", "--max-shot", "2s", "--min-shot", "3s"], "--max-shot"),
            (["--max-shot", "9s"], "--max-shot"),
            (["--switch", "auto", "--view", "split"], "--both"), (["--switch", "often"], "--switch-every"),
            (["--switch", "auto:music:every=0"], "every=4"), (["--switch", "auto:music:shift=much"], "shift=1"),
            (["--switch", "auto:music", "--both", "split"], "follow who speaks"),
            (["--switch", "auto:picture", "--reactions"], "follow who speaks"),
            (["--switch", "auto", "--both", "splitt"], "did you mean 'split'"),
            (["--switch", "auto", "--wide", "attic"], "--wide attic"),
        ] {
            let files = try cameras()
            let outcome = try Program.run(
                ["plan", "front=\(files[0])", "back=\(files[1])", "--sync", "none"] + arguments, in: TemporaryFolder())
            #expect(outcome.status == 64, "\(arguments)")
            #expect(outcome.error.contains(word), "\(outcome.error)")
        }
    }
}
