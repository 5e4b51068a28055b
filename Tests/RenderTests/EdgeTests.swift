import FixtureMedia
import MediaIO
import MediaTime
import Parameters
import Pictures
import Testing
import Timeline
import Transitions

@testable import Render
@testable import Planning
@testable import Placing
@testable import Timelines

/// The ends of a film and the ends of footage: no flashes of another camera that nobody asked for.
@Suite struct EdgeTests {
    /// Ten seconds, switches every four, dissolves of half a second, the rules for short shots as users have them.
    private static func job(_ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            $0.back.timing = .constant(.thirty, frames: 300)
            $0.front!.timing = .constant(.thirty, frames: 300)
            $0.request.policy = .every(.seconds(4))
            $0.request.transition.duration = .milliseconds(500)
            $0.request.shortestShot = nil
            change(&$0)
        }
    }

    private func shots(_ planned: PlannedRender) -> String {
        planned.plan.composition.segments.map { "\($0.scene.map { "\($0)" } ?? "-") \($0.frames.count)" }
            .joined(separator: ", ")
    }

    @Test func aCameraThatEndsAFewFramesEarlyTrimsTheFilm() throws {
        let planned = try Self.job { $0.back.timing = .constant(.thirty, frames: 296) }.plan()
        #expect(shots(planned) == "back 120, front 120, back 56")
        #expect(
            planned.adjustments.map(\.change) == [.filmTrimmed(byFrames: 4, missing: ["back"], atEnd: true)])
        #expect(planned.plan.composition.transitions.count == 2)
    }

    @Test func aCameraThatStartsLateTrimsTheFilm() throws {
        let planned = try Self.job { $0.offsets["back"] = .milliseconds(83) }.plan()
        #expect(planned.plan.composition.segments[0].scene == .single("back"))
        #expect(
            planned.adjustments.map(\.change).contains(
                .filmTrimmed(byFrames: 2, missing: ["back"], atEnd: false)))
        #expect(planned.plan.composition.sessionTime(ofFrame: 0) == FrameRate.thirty.time(ofFrame: 2))
    }

    @Test func anIntervalJustBeforeTheEndMakesNoShot() throws {
        let planned = try Self.job { $0.request.policy = .every(.milliseconds(4900)) }.plan()
        #expect(shots(planned) == "back 147, front 153", "the last switch, at 9.8 s, is left out")
        #expect(planned.adjustments.isEmpty)
        let list = try Self.job { $0.request.policy = .at([SwitchTime(time: .milliseconds(9800))]) }.plan()
        #expect(shots(list) == "back 294, front 6", "a time that somebody named is kept")
    }

    @Test func footageThatBeginsLaterMovesTheCut() throws {
        let planned = try Self.job {
            $0.offsets["front"] = .milliseconds(4300)
            $0.request.policy = .every(.seconds(4))
        }.plan()
        #expect(shots(planned).hasPrefix("back 129, front 111"))
        #expect(planned.adjustments.contains { if case .shotLeftOut = $0.change { false } else { true } })
    }

    /// The recorder pauses for 0.4 s inside a shot of the only camera.
    @Test func aShortGapHoldsThePicture() throws {
        let folder = try TemporaryFolder()
        var job = Self.job {
            $0.front = nil
            $0.back.timing = .constant(.thirty, frames: 90)
        }
        let second = FixtureRecording().with { $0.timing = .constant(.thirty, frames: 90) }
        job.request.smart = .off
        let recording = try Recording([
            Input(path: try job.back.file(), angle: "back", offset: .zero),
            Input(path: try second.file(), angle: "back", offset: .milliseconds(3400)),
        ])
        let planned = try job.request.plan(recording)
        #expect(planned.adjustments.map(\.change) == [.pictureHeld(scene: .single("back"), frames: 12)])
        _ = try Renderer(plan: planned.plan, output: folder("film.mp4"), mayReplace: false).run()
        let movie = try Movie(folder("film.mp4"))
        let numbers = movie.frames.map { Barcode.read($0.luma)?.frame }
        #expect(numbers[89] == 89 && numbers[90...93].allSatisfy { $0 == 89 }, "\(numbers[86...104])")
        #expect(numbers[102] == 0 && !numbers.contains(nil), "and nothing is black")
    }

    /// The film was to begin with the other camera, which has nothing to show yet.
    @Test func aCutToTheCameraThatIsShownAlreadyIsDropped() throws {
        let planned = try Self.job {
            $0.offsets["back"] = .milliseconds(2350)
            $0.request.policy = .at([SwitchTime(time: .seconds(3), view: nil)])
        }.plan()
        #expect(shots(planned).hasPrefix("front 300, back"), "\(shots(planned))")
        #expect(
            planned.adjustments.contains { if case .cutChangesNothing = $0.change { true } else { false } },
            "\(planned.adjustments)")
    }

    @Test func soundThatChangesCameraIsSaid() throws {
        let planned = try Self.job {
            $0.back.timing = .constant(.thirty, frames: 200)
            $0.request.policy = .never
        }.plan()
        #expect(
            planned.notes.contains {
                guard case .audioChanges(let time, "back", "front", nil, .footageEnds) = $0 else { return false }
                return time.clockDescription.hasPrefix("0:06.6")
            })
    }

    /// The part of the recording before the primary camera began.
    @Test func soundOfAnotherCameraThroughoutIsSaid() throws {
        let planned = try Self.job {
            $0.offsets["back"] = .seconds(5)
            $0.request.policy = .never
            $0.request.range = TimeRange(start: .zero, end: .seconds(3))
        }.plan()
        #expect(planned.plan.onlyHeardAngle == "front")
        #expect(
            planned.notes.contains {
                if case .audioChanges(.zero, "back", "front", nil, .footageEnds) = $0 { true } else { false }
            }, "\(planned.notes)")
    }

    /// A few seconds of silence prove nothing.
    @Test(arguments: [(300, false), (310, true)])
    func aCameraThatRecordedOnlySilenceIsNotHeard(_ frames: Int, _ isReplaced: Bool) throws {
        let planned = try Self.job {
            $0.back.timing = .constant(.thirty, frames: frames - 3)
            $0.front!.timing = .constant(.thirty, frames: frames - 3)
            $0.back.sound?.isSilent = true
        }.plan()
        #expect(planned.plan.onlyHeardAngle == (isReplaced ? "front" : "back"))
        #expect(planned.notes.contains(.primarySilent("back", used: "front")) == isReplaced, "\(planned.notes)")
    }

    @Test func aGainOfACameraThatIsNotHeardIsSaid() throws {
        let notes = { (angle: Angle) in
            try Self.job { $0.request.mix.levels = [.init(angle: angle, gain: 6)] }.plan().notes
        }
        #expect(try notes("front").contains { if case .soundUnused("front") = $0 { true } else { false } })
        #expect(!(try notes("back").contains { if case .soundUnused = $0 { true } else { false } }))
    }

    /// Half of the recording would be silent. Matroska does not say when a stream ends.
    @Test(arguments: [FixtureRecording.Container.mov, .mkv])
    func soundThatEndsBeforeItsPicturesLeavesTheRestToTheOtherCamera(_ container: FixtureRecording.Container) throws {
        let planned = try Self.job {
            $0.back.container = container
            $0.back.sound?.sampleCount = 5 * 48_000
            $0.request.policy = .never
        }.plan()
        #expect(
            planned.notes.contains {
                guard case .audioChanges(let time, "back", "front", nil, .footageEnds) = $0 else { return false }
                return (time - .seconds(5)).magnitude < .milliseconds(50)
            }, "\(planned.notes)")
        let beeps = Beeps.find(try MixFilmTests.samples(of: planned.plan), rate: 48_000)
        #expect(beeps.map(\.camera) == Array(repeating: .back, count: 5) + Array(repeating: .front, count: 5))
        // Where it is alone, it is copied as before.
        let alone = try Self.job {
            $0.back.sound?.sampleCount = 5 * 48_000
            $0.front = nil
            $0.request.policy = .never
        }.plan()
        #expect(!alone.notes.contains { if case .audioChanges = $0 { true } else { false } })
    }

    /// A microphone that connects late. Other programs get what is heard, too.
    @Test(arguments: [CompositionRequest.AudioRequest.primary, .follow])
    func soundThatBeginsAfterItsPicturesLeavesTheBeginningToTheOtherCamera(_ sound: CompositionRequest.AudioRequest)
        throws
    {
        let planned = try Self.job {
            $0.back.sound?.firstSample = 3 * 48_000
            $0.back.sound?.sampleCount = 7 * 48_000
            $0.request.policy = .never
            $0.request.sound = sound
        }.plan()
        let beeps = Beeps.find(try MixFilmTests.samples(of: planned.plan), rate: 48_000)
        #expect(beeps.map(\.camera) == Array(repeating: .front, count: 3) + Array(repeating: .back, count: 7))
        let clips = planned.plan.soundTracks.flatMap(\.clips)
        #expect(clips.map(\.input) == [1, 0] && clips[0].range.end == clips[1].range.start)
        // To a packet of AAC and a frame.
        #expect((clips[1].range.start - .seconds(3)).magnitude < .milliseconds(50))
        let document = try planned.document(name: "late")
        let written = String(decoding: try document.openTimelineIO(.cuts) { $0 }, as: UTF8.self)
        #expect(written.split(separator: "\"name\" : \"front\"").count == 2, "\(written)")
        #expect(try PlanDocument(openTimelineIO: try document.openTimelineIO { $0 }) { $0 }.media == document.media)
    }

    /// The sound of the camera that is cut to begins, or ends, during the transition.
    @Test(arguments: [true, false]) func soundThatChangesDuringATransitionIsHeardAfterIt(_ begins: Bool) throws {
        let planned = try Self.job {
            $0.back.sound?.firstSample = begins ? 5 * 48_000 + 4_800 : 0
            $0.back.sound?.sampleCount = begins ? 4 * 48_000 : 5 * 48_000 + 4_800
            $0.request.policy = .every(.seconds(5))
            $0.request.startWith = "front"
            $0.request.sound = .follow
        }.plan()
        let beeps = Beeps.find(try MixFilmTests.samples(of: planned.plan), rate: 48_000)
        #expect(
            beeps.filter { $0.position >= 6 * 48_000 }.allSatisfy { $0.camera == (begins ? .back : .front) }, "\(beeps)"
        )
        #expect(beeps.filter { $0.position >= 6 * 48_000 }.count >= 3)
    }

    /// What others get is what is heard: the microphone, where no camera has sound.
    @Test func soundThatFollowsSilentCamerasIsTheMicrophones() throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(SoundSourceTests.beeps(seconds: 3), rate: 48_000, to: folder("voice.wav"))
        let recording = try Recording([
            Input(path: try SoundSourceTests.back { $0.sound = nil }, angle: "back"),
            Input(path: folder("voice.wav"), angle: "mic"),
        ])
        let follows = try SoundSourceTests.request { $0.sound = .follow }.plan(recording)
        #expect(follows.plan.soundTracks.flatMap(\.clips).map(\.input) == [.sound(0)])
        #expect(follows.plan.recordedTracks.map(\.source) == [.sound(0)])
    }

    /// Somebody who names a microphone and hears the camera is told.
    @Test func aMicrophoneThatIsNotHeardIsSaid() throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(SoundSourceTests.beeps(seconds: 3), rate: 48_000, to: folder("voice.wav"))
        let recording = try Recording([
            Input(path: try SoundSourceTests.back(), angle: "back"), Input(path: folder("voice.wav"), angle: "mic"),
        ])
        for (sound, isUnused) in [
            (CompositionRequest.AudioRequest.primary, true), (.angle("mic"), false), (.mix, false),
        ] {
            let notes = try SoundSourceTests.request { $0.sound = sound }.plan(recording).notes
            #expect(notes.contains(.soundUnused("mic")) == isUnused, "\(sound)")
        }
    }

    /// Who is muted replaces nobody.
    @Test func aMutedCameraIsNotHeardInsteadOfAMicrophoneThatEnds() throws {
        let folder = try TemporaryFolder()
        try SoundFile.write(SoundSourceTests.beeps(seconds: 2), rate: 48_000, to: folder("voice.wav"))
        let silent = try SoundSourceTests.back(seconds: 4)
        let other = try SoundSourceTests.back(seconds: 4) { $0.camera = .front }
        let recording = try Recording([
            Input(path: other, angle: "front"), Input(path: silent, angle: "back"),
            Input(path: folder("voice.wav"), angle: "mic"),
        ])
        let planned = try SoundSourceTests.request {
            $0.mix.levels = [.init(angle: "front", isMuted: true)]
        }.plan(recording)
        #expect(planned.plan.recordedTracks.map(\.source) == [.sound(0), 1])
        #expect(planned.plan.soundTracks.flatMap(\.clips).map(\.input) == [.sound(0), 1])
    }

    @Test func soundThatEndsInAShotThatIsSeenLeavesTheRestToTheOther() throws {
        let planned = try Self.job {
            $0.back.sound?.sampleCount = 7 * 48_000
            $0.request.policy = .every(.seconds(5))
            $0.request.startWith = "front"
            $0.request.sound = .follow
        }.plan()
        let beeps = Beeps.find(try MixFilmTests.samples(of: planned.plan), rate: 48_000)
        let heard = beeps.map { $0.camera == .front ? "f" : "b" }.joined()
        #expect(heard == "fffffbbfff")
        #expect(planned.plan.soundTracks.flatMap(\.clips).map(\.input) == [1, 0, 1])
    }

    @Test func soundThatReturnsToItsCameraSaysThatItBegins() throws {
        let planned = try Self.job {
            $0.offsets["back"] = .seconds(3)
            $0.request.policy = .never
        }.plan()
        let changes = planned.notes.compactMap { note -> Diagnostic.AudioChange? in
            if case .audioChanges(_, "front", "back", _, let why) = note { why } else { nil }
        }
        #expect(changes == [.footageBegins], "\(planned.notes)")
        // Other programs get what is heard: the other camera until then.
        let clips = planned.plan.soundTracks.flatMap(\.clips)
        #expect(clips.map(\.input) == [1, 0] && clips.map(\.range.start) == [.zero, .seconds(3)])
        #expect(clips.map(\.range.end) == [.seconds(3), planned.plan.composition.duration])
    }

    /// However long the shortest shot is to be.
    @Test func aLongerStretchOfTheOtherCameraIsShown() throws {
        let trimmed = { (frames: Int) in
            try Self.job {
                $0.back.timing = .constant(.thirty, frames: frames)
                $0.request.shortestShot = .seconds(5)
                $0.request.policy = .never
            }.plan()
        }
        #expect(shots(try trimmed(270)) == "back 270", "a second may be lost")
        #expect(shots(try trimmed(260)) == "back 260, front 40")
        let named = try Self.job {
            $0.back.timing = .constant(.thirty, frames: 290)
            $0.request.policy = .at([SwitchTime(time: .milliseconds(9800), view: .single("front"))])
        }.plan()
        #expect(shots(named) == "back 290, front 10", "a time that somebody named is kept")
    }

    @Test func aFilmWithoutSwitchesSaysWhy() throws {
        let why = { (change: (inout Job) -> Void) in
            try Self.job(change).plan().notes.compactMap { note -> Diagnostic.NoSwitch? in
                if case .neverSwitches(let why) = note { why } else { nil }
            }
        }
        #expect(try why { _ in } == [])
        #expect(try why { $0.request.policy = .every(.seconds(20)) } == [.filmEnds(firstSwitch: .seconds(20))])
        #expect(
            try why { $0.request.policy = .every(.milliseconds(9500)) }
                == [.shortestShot(.seconds(1), interval: .milliseconds(9500))])
        #expect(
            try why {
                $0.request.policy = .every(.seconds(2))
                $0.request.shortestShot = .seconds(3)
            } == [.shortestShot(.seconds(3), interval: .seconds(2))])
        #expect(try why { $0.front!.timing = .constant(.thirty, frames: 60) } == [.noFootage])
        // The film changes to one camera where the other ends, which is not what was asked for.
        #expect(
            try why {
                $0.front!.timing = .constant(.thirty, frames: 150)
                $0.request.views = [.recipe(Specification(name: "split"))]
            } == [.oneView])
    }

    @Test func oneCameraAloneIsSaidUnlessNothingWasToSwitch() throws {
        for (policy, isSaid) in [(SwitchPolicy.every(.seconds(4)), true), (.never, false)] {
            let planned = try Self.job {
                $0.front = nil
                $0.request.policy = policy
            }.plan()
            #expect(planned.notes.contains(.onlyCamera("back")) == isSaid)
        }
    }

    @Test func aSkippedPartIsNoSwitch() throws {
        let composition = try Self.job {
            $0.front = nil
            $0.request.skipped = [TimeRange(start: .seconds(2), end: .seconds(4))]
        }.plan().plan.composition
        #expect(composition.segments.count == 2 && composition.switchCount == 0 && composition.skippedPartCount == 1)
    }

    @Test func barsAndCroppingAreSaidOfTheCamerasThatAreShown() throws {
        let framing = { (fit: Fit, policy: SwitchPolicy) in
            try Self.job {
                $0.front!.size = PictureSize(width: 96, height: 160)
                $0.request.fit = fit
                $0.request.policy = policy
            }.plan().notes.compactMap { note -> Fit.Effect? in
                if case .framed("front", _, _, let framing) = note { framing } else { nil }
            }
        }
        // 96:160 within 160:96 covers 0.36 of it.
        #expect(try framing(.auto, .every(.seconds(4))) == [.bars(1 - 0.36)])
        #expect(try framing(.fill, .every(.seconds(4))) == [.cropped(1 - 0.36)])
        #expect(try framing(.auto, .never) == [], "it is never shown")
    }

    @Test func whatAViewCropsIsSaidOnce() throws {
        let notes = try Self.job {
            $0.request.views = [.single("back"), .recipe(Specification(name: "split"))]
            $0.request.policy = .every(.seconds(2))
        }.plan().notes.compactMap { note -> ViewCropping? in
            if case .viewCrops(let cropping) = note { cropping } else { nil }
        }
        #expect(notes.map(\.view.name) == ["split"])
        #expect(notes.first?.cameras.map(\.angle) == ["back", "front"])
    }

    @Test func barsBehindAnInsetAreSaid() throws {
        let notes = try Self.job {
            $0.front!.size = PictureSize(width: 96, height: 160)
            $0.request.views = [.recipe(Specification(parsing: "pip:main=front")!)]
            $0.request.policy = .never
        }.plan().notes.compactMap { note -> Fit.Effect? in
            if case .framed("front", _, _, let framing) = note { framing } else { nil }
        }
        #expect(notes == [.bars(1 - 0.36)])
    }

    @Test func timesBeyondTheRecordingAreSaid() throws {
        let beyond = TimeRange(start: .seconds(12), end: .seconds(14))
        let notes = try Self.job {
            $0.request.range = TimeRange(start: .zero, end: .seconds(20))
            $0.request.skipped = [beyond]
        }.plan().notes
        #expect(notes.contains(.endsBeyond(.seconds(20), recording: .seconds(10))))
        #expect(notes.contains(.skipsBeyond(beyond, film: TimeRange(start: .zero, end: .seconds(10)))))
        let film = TimeRange(start: .seconds(4), end: .seconds(8))
        let skipped = [(1, 3), (8, 9), (3, 5)].map { TimeRange(start: .seconds($0), end: .seconds($1)) }
        let parts = try Self.job { ($0.request.range, $0.request.skipped) = (film, skipped) }.plan().notes
        #expect(skipped.map { parts.contains(.skipsBeyond($0, film: film)) } == [true, true, false])
        let plain = try Self.job { $0.request.range = TimeRange(start: .seconds(1), end: .seconds(10)) }.plan().notes
        #expect(!plain.contains { if case .endsBeyond = $0 { true } else { false } })
    }

    /// The film's last frame lasts 13 ms longer than the footage.
    @Test func soundThatEndsWithTheFilmIsNotSaid() throws {
        let planned = try Self.job {
            $0.front = nil
            $0.back.timing = .ticks((0..<59).map { Int64($0) * 3000 } + [58 * 3000 + 2400], timescale: 90_000)
            $0.request.frameRate = .thirty
        }.plan()
        #expect(planned.plan.composition.frameCount == 60)
        #expect(!planned.notes.contains { if case .audioChanges = $0 { true } else { false } }, "\(planned.notes)")
    }

    /// As phones with variable rates leave it; also where the pictures are encoded.
    @Test(arguments: [true, false])
    func soundIsCopiedAlthoughTheLastFrameOutlastsIt(_ copies: Bool) throws {
        let planned = try Self.job {
            $0.front = nil
            $0.back.timing = .ticks((0..<59).map { Int64($0) * 3000 } + [58 * 3000 + 2400], timescale: 90_000)
            $0.request.frameRate = .thirty
            $0.request.copiesAudio = copies
        }.plan()
        #expect((planned.plan.audioCopy != nil) == copies && planned.plan.join == nil)
    }

    @Test func theHigherRateIsTakenWhereNothingIsCopied() throws {
        let slow = { (smart: SmartMode) in
            try Self.job {
                $0.back.timing = .constant(FrameRate(15)!, frames: 150)
                $0.request.smart = smart
            }.plan()
        }
        let encoded = try slow(.off)
        #expect(encoded.plan.composition.frameRate == .thirty)
        #expect(encoded.notes.contains(.higherRate(.thirty, primary: "back", primaryRate: FrameRate(15)!)))
        let copied = try slow(.require)
        #expect(copied.plan.composition.frameRate == FrameRate(15)!)
        #expect(copied.notes.contains(.lowerRate(FrameRate(15)!, primary: "back", highest: .thirty, of: "front")))
    }

    /// The film begins with a whole frame, a little before the camera it opens with.
    @Test func aCameraThatStartsWithinAFrameStillOpensTheTurns() throws {
        let planned = try Self.job {
            $0.offsets = ["front": .zero, "back": .milliseconds(510)]
            $0.request.policy = .every(.seconds(2))
        }.plan()
        let shots = planned.plan.composition.segments.map { ($0.frames.lowerBound, $0.scene?.mainAngle) }
        #expect(shots.prefix(3).map(\.0) == [0, 60, 120] && shots[1].1 == "front", "\(shots)")
    }

    /// Longer than what is trimmed: it is shown for the rest of its turn, if that is long enough for a shot; otherwise the
    /// other camera has the turn.
    @Test func aCameraThatStartsLateKeepsItsTurn() throws {
        let shots = { (offset: Int64) in
            try Self.job {
                $0.offsets = ["front": .zero, "back": .milliseconds(offset)]
                $0.request.policy = .every(.seconds(3))
            }.plan().plan.composition.segments.prefix(4).map { ($0.frames.lowerBound, $0.scene?.mainAngle) }
        }
        let wanted: [(Int64, [Int64])] = [(1500, [0, 45, 90, 180]), (2000, [0, 60, 90, 180]), (2400, [0, 72, 180])]
        for (offset, cuts) in wanted {
            let found = try shots(offset)
            #expect(Array(found.map(\.0).prefix(cuts.count)) == cuts, "\(offset) ms: \(found)")
            #expect(found.prefix(3).map(\.1) == ["front", "back", "front"])
        }
    }

    /// Frames that come irregularly count as 30 fps, which is no reason to leave 29.97; a constant rate is.
    @Test(arguments: [true, false]) func anIrregularCameraDoesNotRetimeAnother(_ isIrregular: Bool) throws {
        let ntsc = FrameRate(30_000, 1001)!
        let planned = try Self.job {
            $0.back.timing = .constant(ntsc, frames: 300)
            $0.front?.timing =
                isIrregular
                ? .ticks((0..<176).map { $0 * 5100 + ($0 % 5 == 4 ? 2000 : 0) }, timescale: 90_000)
                : .constant(.thirty, frames: 300)
            $0.request.smart = .off
        }.plan()
        let front = try #require(planned.plan.sources.last?.video)
        #expect(front.filmRate == .thirty && front.hasVariableFrameRate == isIrregular, "\(front.frameRate)")
        #expect(planned.plan.composition.frameRate == (isIrregular ? ntsc : .thirty))
    }

    /// The front camera runs at twice the rate, but for too short a time to get its turn.
    @Test func aCameraThatIsNeverShownDoesNotDecideTheRate() throws {
        let planned = { (frames: Int) in
            try Self.job {
                $0.front?.timing = .constant(FrameRate(60)!, frames: frames)
                $0.request.smart = .off
            }.plan()
        }
        let (brief, long) = (try planned(30), try planned(600))
        #expect(brief.plan.composition.segments.allSatisfy { $0.scene == .single("back") })
        #expect(brief.plan.composition.frameRate == .thirty)
        #expect(!brief.notes.contains { if case .higherRate = $0 { true } else { false } })
        #expect(long.plan.composition.frameRate == FrameRate(60)!)
    }
}
