import FixtureMedia
import MediaIO
import MediaTime
import Testing
import Timeline

@testable import Planning
@testable import Placing

/// Films whose cuts follow who speaks.
@Suite struct DirectorFilmTests {
    /// Two cameras, each with the microphone of one speaker, for 29 s at 10 frames a second.
    private static func cameras(_ count: Int = 2) throws -> [Input] {
        let names: [Angle] = ["front", "back", "hall"]
        return try (0..<count).map { index in
            let recording = FixtureRecording().with {
                $0.camera = index == 0 ? .front : .back
                $0.timing = .constant(FrameRate(10)!, frames: 290)
                // Distinct files, and a third camera that hears nothing.
                $0.sound = index < 2 ? .init(sampleRate: 16_000, channels: 1) : nil
                $0.sound?.seat = index
            }
            return Input(path: try recording.file(), angle: names[index])
        }
    }

    private func planned(_ inputs: [Input], _ change: (inout CompositionRequest) -> Void = { _ in }) throws
        -> PlannedRender
    {
        var request = CompositionRequest()
        request.director = DirectorRequest()
        request.transition = .hardCut
        request.smart = .off
        change(&request)
        return try request.plan(try Recording(inputs))
    }

    private func shown(_ planned: PlannedRender) -> [String] {
        planned.plan.composition.segments.map { $0.scene.map { "\($0)" } ?? "black" }
    }

    @Test func theFilmShowsWhoSpeaks() throws {
        let planned = try planned(try Self.cameras())
        #expect(shown(planned) == ["front", "back", "front", "back", "front"])
        let rate = planned.plan.composition.frameRate
        for (segment, turn) in zip(planned.plan.composition.segments, Talk.turns).dropFirst() {
            let cut = rate.time(ofFrame: segment.frames.lowerBound).approximateSeconds
            // A frame lasts 0.1 s; the lead is 0.24 s.
            #expect((turn.start - 0.4...turn.start + 0.1).contains(cut), "\(cut) \(turn)")
        }
        #expect(planned.decisions.count == 5)
        #expect(planned.decisions.values.allSatisfy { $0.score > 0.9 && $0.shift == .zero })
        guard case .speaks("back", let start?) = planned.decisions[1]?.reason else {
            Issue.record("\(String(describing: planned.decisions[1]))")
            return
        }
        // Voices are smoothed over 0.2 s.
        #expect(abs(start.approximateSeconds - Talk.turns[1].start) < 0.15)
    }

    @Test func theSameInputMakesTheSamePlan() throws {
        let inputs = try Self.cameras()
        #expect(try planned(inputs).decisions == planned(inputs).decisions)
    }

    @Test func partsThatAreLeftOutAreNotCounted() throws {
        let planned = try planned(try Self.cameras()) {
            $0.skipped = [TimeRange(start: .milliseconds(6200), end: .milliseconds(11_200))]
        }
        // The back camera's first turn is left out; where the film closes up, there is a cut in any case.
        #expect(shown(planned) == ["front", "front", "back", "front"])
        #expect(planned.decisions.keys.sorted() == [0, 2, 3])
    }

    @Test func aCameraIsNotShownWhereItHasNoFootage() throws {
        var inputs = try Self.cameras()
        inputs[1].offset = .zero
        var recording = try Recording(inputs)
        var takes = recording.session.takes
        takes[1].footage = TimeRange(start: takes[1].footage.start, end: .seconds(14))
        recording.session = try Session(takes: takes)
        var request = CompositionRequest()
        request.director = DirectorRequest()
        request.smart = .off
        let planned = try request.plan(recording)
        #expect(planned.decisions.count == 3 && shown(planned) == ["front", "back", "front"])
    }

    @Test func theShortestShotIsTheOneThatIsAskedFor() throws {
        let planned = try planned(try Self.cameras()) { $0.shortestShot = .seconds(6) }
        let segments = planned.plan.composition.segments
        #expect(segments.count > 1 && segments.allSatisfy { $0.frames.count >= 60 })
    }

    @Test func aFilmWithoutCutsIsNoted() throws {
        let never = Diagnostic.neverSwitches(.director)
        #expect(try planned(try Self.cameras()) { $0.shortestShot = .seconds(600) }.notes.contains(never))
        #expect(try !planned(try Self.cameras()).notes.contains(never))
    }

    @Test func aCameraWithoutSoundShowsEverybody() throws {
        let planned = try planned(try Self.cameras(3)) { $0.startWith = "hall" }
        #expect(planned.decisions[0]?.reason == .opening && shown(planned)[0] == "hall")
        #expect(Set(shown(planned)).isSuperset(of: ["front", "back"]))
    }

    @Test func oneMicrophoneTellsNobodyApart() throws {
        let inputs = try Self.cameras(3)
        // The voices here are as regular as music, which automatic cuts would follow.
        #expect(throws: RequestError.fewMicrophones(["front"], wide: nil)) {
            try planned([inputs[0], inputs[2]]) { $0.director?.subject = .speech }
        }
        #expect(throws: RequestError.fewMicrophones(["front"], wide: "back")) {
            try planned(inputs) {
                $0.director?.subject = .speech
                $0.director?.wide = "back"
            }
        }
        #expect(try planned([inputs[0], inputs[2]]).notes.contains(.followsMusic))
    }

    @Test func cutsAreOnTheBeatOfWhatWasRecordedAndOfMusicThatIsAdded() throws {
        let inputs = try ["front", "back"].map { (angle: Angle) in
            let recording = FixtureRecording().with {
                $0.camera = angle == "front" ? .front : .back
                $0.timing = .constant(FrameRate(10)!, frames: 290)
                $0.sound = .init(sampleRate: 16_000, channels: 1)
            }
            return Input(path: try recording.file(), angle: angle)
        }
        // A beep at every full second, and a song that begins 0.3 s later in its file.
        for (start, beat) in [(nil, 0), (MediaTime.milliseconds(300), 7)] {
            let planned = try planned(inputs) {
                $0.director?.subject = .music(.bars)
                if let start {
                    $0.addedSounds = [AddedSound(path: inputs[0].path, role: .music(.init(start: start)))]
                }
            }
            let cuts = planned.plan.composition.segments.dropFirst().map(\.frames.lowerBound)
            #expect(cuts.count >= 3 && cuts.allSatisfy { $0 % 10 == beat }, "\(cuts)")
        }
    }

    @Test func withoutSoundThereIsNoBeat() throws {
        let inputs = try Self.cameras(3)
        #expect(throws: RequestError.noMusic) {
            try planned([inputs[2], Input(path: inputs[2].path, angle: "other")]) {
                $0.director?.subject = .music(.bars)
            }
        }
    }

    @Test func oneCameraIsNotCut() throws {
        let planned = try planned([try Self.cameras()[0]])
        #expect(planned.decisions.isEmpty && shown(planned) == ["front"])
        #expect(planned.notes.contains(.onlyCamera("front")))
    }

    @Test func aPlanFileKeepsTheCuts() throws {
        let planned = try planned(try Self.cameras())
        let document = try planned.document(name: "talk")
        let again = try PlannedRender(document)
        #expect(again.plan.composition.segments == planned.plan.composition.segments)
        #expect(again.decisions == planned.decisions)
        #expect(try again.plan.digest == planned.plan.digest)
    }
}
