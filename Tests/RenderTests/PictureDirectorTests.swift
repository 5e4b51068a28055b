import Analysis
import FixtureMedia
import MediaIO
import MediaTime
import Parameters
import Testing
import Timeline

@testable import Planning
@testable import Placing

/// Films whose cuts look at the pictures.
@Suite struct PictureDirectorTests {
    /// A camera for 29 s at 10 frames a second, with the microphone of one speaker or none.
    private func camera(_ angle: Angle, _ mishap: FixtureRecording.Mishap? = nil, hasSound: Bool = true) throws -> Input
    {
        let recording = FixtureRecording().with {
            $0.camera = angle == "front" ? .front : .back
            $0.timing = .constant(FrameRate(10)!, frames: 290)
            $0.sound = hasSound ? .init(sampleRate: 16_000, channels: 1) : nil
            $0.sound?.seat = angle == "front" ? 0 : 1
            $0.mishap = mishap
        }
        return Input(path: try recording.file(), angle: angle)
    }

    private func planned(
        _ inputs: [Input], _ subject: DirectorRequest.Subject = .auto,
        _ change: (inout CompositionRequest) -> Void = { _ in }
    ) throws -> PlannedRender {
        var request = CompositionRequest()
        request.director = DirectorRequest()
        request.director?.subject = subject
        request.transition = .hardCut
        request.smart = .off
        change(&request)
        return try request.plan(try Recording(inputs))
    }

    /// When each shot begins in seconds, and its camera.
    private func shots(_ planned: PlannedRender) -> [(start: Double, camera: String)] {
        planned.plan.composition.segments.map { (Double($0.frames.lowerBound) / 10, $0.scene.map { "\($0)" } ?? "") }
    }

    @Test(arguments: FixtureRecording.Mishap.Kind.allCases.filter { $0 != .shaky })
    func aCameraIsLeftWhileItIsUnusableThoughItsSpeakerTalksOn(_ kind: FixtureRecording.Mishap.Kind) throws {
        // The front camera's speaker talks from 1 s to 6 s and from 11.5 s on.
        let planned = try planned([camera("front", .init(kind, from: 3, to: 9)), camera("back")])
        let shots = shots(planned)
        #expect(shots.map(\.camera) == ["front", "back", "front", "back", "front"])
        // Glances are a second apart.
        #expect((1.9...3.1).contains(shots[1].start) && shots[2].start > 9, "\(shots)")
        #expect(planned.decisions[1]?.reason == .unusable("front", PictureFault(rawValue: kind.rawValue)!))
        let notes = planned.notes.filter { if case .avoided = $0 { true } else { false } }
        guard case .avoided("front", PictureFault(rawValue: kind.rawValue), let lost, _)? = notes.first
        else {
            Issue.record("\(planned.notes)")
            return
        }
        // From 3 s to the end of the turn, and at most while it is so; glances are a second apart.
        #expect((2...7).contains(lost.approximateSeconds) && notes.count == 1)
    }

    /// A walking selfie.
    @Test(arguments: [nil, "standard"])
    func whoSpeaksIsShownHoweverTheirCameraShakes(_ strength: String?) throws {
        let shaky = FixtureRecording.Mishap(.shaky, from: 0, to: 29)
        for cameras in try [
            [camera("front", shaky), camera("back")], [camera("front", shaky), camera("back", shaky)],
        ] {
            let planned = try planned(cameras) { request in
                request.stabilization = strength.map { ["front": Specification(name: $0)] } ?? [:]
            }
            let shots = shots(planned)
            #expect(shots.map(\.camera) == ["front", "back", "front", "back", "front"], "\(shots)")
            for (shot, turn) in zip(shots, Talk.turns).dropFirst() {
                #expect((turn.start - 0.7...turn.start + 0.1).contains(shot.start), "\(shots)")
            }
            #expect(!planned.notes.contains { if case .avoided = $0 { true } else { false } })
        }
    }

    @Test func aStabilizedCameraCountsAsSteady() throws {
        let cameras = try [camera("front", .init(.shaky, from: 0, to: 29)), camera("back")]
        let shown = { (strength: String?) in
            let planned = try self.planned(cameras, .picture) { request in
                request.stabilization = strength.flatMap { Specification(parsing: $0) }.map { ["front": $0] } ?? [:]
            }
            let notes = planned.notes.filter {
                if case .avoided("front", .shaky, _, of: _) = $0 { true } else { false }
            }
            return (
                planned.plan.composition.segments.filter { $0.scene?.angles == ["front"] }
                    .reduce(0) { $0 + $1.frames.count }, notes.count
            )
        }
        let (plain, steady, useless) = try (shown(nil), shown("standard"), shown("standard:zoom=1"))
        #expect(plain.0 > 0 && plain.0 + 30 < steady.0 && plain == useless, "\(plain) \(steady) \(useless)")
        #expect(plain.1 == 1 && steady.1 == 0)
    }

    @Test func whereAllCamerasAreUnusableTheSpeakerIsShown() throws {
        let black = FixtureRecording.Mishap(.black, from: 3, to: 27)
        let planned = try planned([camera("front", black), camera("back", black)])
        #expect(shots(planned).map(\.camera) == ["front", "back", "front", "back", "front"])
    }

    @Test func aCameraIsNotShownForItsBeatWhileItIsCovered() throws {
        let planned = try planned(
            [camera("front", .init(.covered, from: 8, to: 20)), camera("back")], .music(.every(2))
        ) { request in
            // A beep each second.
            let beeps = try! FixtureRecording().with { $0.timing = .constant(FrameRate(10)!, frames: 290) }.file()
            request.addedSounds = [AddedSound(path: beeps, role: .music(.init()))]
        }
        let shots = shots(planned)
        #expect(shots.count > 3, "\(shots)")
        for (shot, end) in zip(shots, shots.dropFirst().map(\.start) + [29]) where shot.camera == "front" {
            #expect(end <= 8.1 || shot.start >= 19.9, "\(shots)")
        }
    }

    @Test func theFilmShowsWhereSomethingHappens() throws {
        // Half of the time nothing moves before a camera: at the end, and at the beginning.
        let inputs = try [
            camera("front", .init(.frozen, from: 0.1, to: 20), hasSound: false),
            camera("back", .init(.frozen, from: 9, to: 29), hasSound: false),
        ]
        for subject in [DirectorRequest.Subject.picture, .auto] {
            let planned = try planned(inputs, subject)
            let shots = shots(planned)
            #expect(shots.last { $0.start <= 4 }?.camera == "back" && shots.last?.camera == "front", "\(shots)")
            #expect(planned.decisions.values.contains { $0.reason == .happens("front") })
            // Nobody asked for the picture.
            #expect(planned.notes.contains(.followsPicture) == (subject == .auto))
        }
    }

    @Test func soundThatIsTheSameInBothCamerasDoesNotTellWhoSpeaks() throws {
        let inputs = try ["front", "back"].map { angle in
            let camera = FixtureRecording().with {
                $0.camera = angle == "front" ? .front : .back
                $0.timing = .constant(FrameRate(10)!, frames: 290)
                $0.sound = .init(sampleRate: 16_000, channels: 1)
                $0.sound?.seat = 0
            }
            return Input(path: try camera.file(), angle: Angle(angle))
        }
        // The fixture's syllables are as regular as a beat.
        #expect(try planned(inputs).notes.contains { [.followsPicture, .followsMusic].contains($0) })
        #expect { _ = try planned(inputs, .speech) } throws: {
            ($0 as? RequestError)?.description.contains(
                "the sounds of back and front differ neither in level nor in arrival time") == true
        }
    }

    @Test func whatIsDecidedByThePictureIsKeptInAPlanFile() throws {
        let planned = try planned([camera("front", .init(.covered, from: 3, to: 9)), camera("back")])
        let again = try PlannedRender(try planned.document(name: "talk"))
        #expect(again.decisions == planned.decisions)
    }
}
