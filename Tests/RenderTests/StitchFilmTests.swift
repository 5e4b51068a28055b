import Analysis
import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Parameters
import Pictures
import Testing
import Timeline

@testable import Render
@testable import Planning
@testable import Placing
@testable import Timelines

/// Clips that were recorded one after the other, as one film.
@Suite struct StitchFilmTests {
    /// A clip that hears the scene from a second of it on, whose file says when that was.
    static func clip(
        _ camera: Camera, from second: Double, frames: Int, created: Int? = nil, year: Int = 2026
    ) throws -> Input {
        let recording = FixtureRecording().with {
            $0.camera = camera
            $0.timing = .constant(.thirty, frames: frames)
            $0.video.gop = 10
            $0.sound?.scene = Int64(second * 48_000)
            if let created {
                let second = created < 10 ? "0\(created)" : "\(created)"
                $0.metadata = [Pair("creation_time", "\(year)-05-01T09:30:\(second).000000Z")]
            }
        }
        return Input(path: try recording.file())
    }

    /// Three seconds; 1.3 s later 2.5 s of the other camera; half a second before its end the first one again.
    static func clips(stamped: Bool = true) throws -> [Input] {
        [
            try clip(.back, from: 10, frames: 90, created: stamped ? 10 : nil),
            try clip(.front, from: 14.3, frames: 75, created: stamped ? 14 : nil),
            try clip(.back, from: 16.3, frames: 60, created: stamped ? 16 : nil),
        ]
    }

    static func request(_ stitch: Stitch, gaps: GapTreatment = .close, _ smart: SmartMode = .off) -> CompositionRequest
    {
        var request = CompositionRequest()
        request.transition = TransitionRequest(Specification(name: "dissolve"), duration: .milliseconds(400))
        request.heldHandles = .milliseconds(300)
        (request.preset, request.smart) = ("ultrafast", smart)
        stitch.fill(&request, gaps: gaps)
        return request
    }

    private static func film(
        _ stitch: Stitch, gaps: GapTreatment = .close, _ smart: SmartMode = .off, in folder: TemporaryFolder
    ) throws -> (plan: RenderPlan, movie: Movie) {
        let plan = try request(stitch, gaps: gaps, smart).plan(try stitch.recording()).plan
        _ = try Renderer(plan: plan, output: folder("out.mp4"), mayReplace: false).run()
        return (plan, try Movie(folder("out.mp4")))
    }

    @Test func eachSeamSaysWhatItIsKnownFrom() throws {
        let clips = try Self.clips()
        let stitch = try Stitch([clips[2], clips[0], clips[1]])
        #expect(stitch.clips.map(\.input.path) == clips.map(\.path), "in the order of their own times")
        #expect(stitch.seams[0].knownFrom == .stamps)
        // 14 s less 13 s; truly 1.3 s.
        #expect((stitch.seams[0].gap - .seconds(1)).magnitude <= .milliseconds(1))
        guard case .overlap(let confidence) = stitch.seams[1].knownFrom else {
            Issue.record("both heard the same for half a second")
            return
        }
        #expect(confidence > 0.5)
        // A sample of 16 kHz, and the 0.01 ms that places are rounded to.
        #expect((stitch.seams[1].gap + .milliseconds(500)).magnitude < .milliseconds(1) / 10)
        #expect(stitch.reading?.moment == .start && stitch.knowsOrder)
    }

    /// Longer than the session clock counts from any of them.
    @Test func clipsMayBeManyYearsApart() throws {
        let years = [2004, 2015, 2026]
        let clips = try years.enumerated().map { index, year in
            try Self.clip(.back, from: 100 * Double(index), frames: 30, created: 10, year: year)
        }
        let stitch = try Stitch(clips.reversed())
        #expect(stitch.clips.map(\.input.path) == clips.map(\.path))
        let film = try Self.request(stitch).plan(try stitch.recording()).plan.composition
        #expect(film.frameCount == 90)
        let shown = [Int64(15), 45, 75].map { frame -> Int? in
            let instant = film.frame(at: frame).instants[0]
            return instant.scene.angles.first.flatMap { film.session.nearestTake(of: $0, at: instant.time) }
        }
        #expect(shown == [0, 1, 2])
    }

    @Test func camerasThatRecordedAtTheSameTimeAreRefused() throws {
        let clips = [try Self.clip(.back, from: 10, frames: 180), try Self.clip(.front, from: 10.1, frames: 180)]
        #expect(throws: StitchError.within(path: clips[1].path, other: clips[0].path)) { try Stitch(clips) }
    }

    @Test func withoutStampsOrSoundNothingIsClaimed() throws {
        let stitch = try Stitch(Array(try Self.clips(stamped: false).prefix(2)))
        #expect(!stitch.knowsOrder && stitch.reading == nil)
        #expect(stitch.seams.map(\.knownFrom) == [.nothing])
    }

    @Test func aContinuousRecordingPlacesEveryClip() throws {
        // Clips of which nothing says when they were made: eight seconds, two and a half, and some before the recording.
        let clips = [
            try Self.clip(.front, from: 27, frames: 240), try Self.clip(.back, from: 16.25, frames: 75),
            try Self.clip(.front, from: 2, frames: 120),
        ]
        let sound = try Self.clip(.back, from: 12, frames: 750).path
        let stitch = try Stitch(clips, continuous: sound)
        #expect(stitch.clips.map(\.input.path) == [clips[1], clips[0], clips[2]].map(\.path))
        #expect(stitch.clips.map { $0.place != nil } == [true, true, false] && !stitch.knowsOrder)
        let places = Dictionary(uniqueKeysWithValues: stitch.clips.map { ($0.input.path, $0.input.offset!) })
        // A tenth of a millisecond is what is promised to be reported.
        #expect((places[clips[0].path]! - .seconds(15)).magnitude < .milliseconds(1) / 10)
        #expect((places[clips[1].path]! - .milliseconds(4250)).magnitude < .milliseconds(1) / 10)
        let seam = try #require(zip(stitch.clips, stitch.seams).first { $0.0.input.path == clips[1].path }?.1)
        guard case .continuous = seam.knownFrom else {
            Issue.record("both are in the recording")
            return
        }
        #expect((seam.gap - .milliseconds(8250)).magnitude < .milliseconds(1) / 5)
        #expect(throws: StitchError.nowhere(path: sound)) { try Stitch([clips[2]], continuous: sound) }
    }

    /// Its place in the continuous recording is a guess: another moment's sound would be heard.
    @Test func aClipThatDoesNotMatchTheContinuousSoundKeepsItsOwn() throws {
        let clips = [try Self.clip(.front, from: 14, frames: 240), try Self.clip(.back, from: 2, frames: 120)]
        let sound = try Self.clip(.back, from: 12, frames: 700).path
        let stitch = try Stitch(clips, continuous: sound)
        try #require(stitch.clips.map { $0.place != nil } == [true, false])
        let planned = try Self.request(stitch).plan(try stitch.recording())
        let plan = planned.plan
        let tracks = try #require(plan.mix).tracks
        // The continuous sound is behind the clips; the film's second clip is 1.
        #expect(tracks.map(\.source) == [.sound(0), 1])
        #expect(tracks[0].range.upperBound >= 8 * 48_000 && tracks[0].range.upperBound <= 8 * 48_000 + 480)
        #expect(abs(tracks[1].range.upperBound - 12 * 48_000) <= 1)
        let document = try planned.document(name: "stitch")
        let read = try RenderPlan(try PlanDocument(openTimelineIO: try document.openTimelineIO { $0 }) { $0 })
        #expect(read.mix == plan.mix)
    }

    /// Each second of the scene sounds where it is seen, in clips from 14 s and from 23.5 s on and nothing between.
    @Test func theContinuousSoundIsHeardWhereItBelongs() throws {
        let clips = [try Self.clip(.front, from: 14, frames: 240), try Self.clip(.back, from: 23.5, frames: 240)]
        let sound = try Self.clip(.back, from: 12, frames: 700).path
        let stitch = try Stitch(clips, continuous: sound)
        let planned = try Self.request(stitch).plan(try stitch.recording())
        let plan = planned.plan
        let tracks = try #require(plan.mix).tracks
        // The recording's number is behind the clips'; it is 2 s, and 1.5 s of gap more, ahead of the film.
        try #require(tracks.map(\.source) == [.sound(0), .sound(0)])
        #expect(abs(tracks[0].offset - 96_000) <= 1 && abs(tracks[1].offset - (96_000 + 72_000)) <= 800)
        #expect(
            tracks[1].offset - tracks[0].offset
                == (plan.composition.clock.pieces[1].target
                - plan.composition.clock.pieces[1].source - plan.composition.clock.pieces[0].target)
                .ticks(in: .perSecond(48_000), .nearest))
        // A fade of 10 ms from one to the other.
        #expect(tracks[0].range.upperBound - tracks[1].range.lowerBound == 480)
        // Its picture is none of the film's.
        #expect(plan.composition.session.takes.count == 2)
        let document = try planned.document(name: "stitch")
        let read = try RenderPlan(try PlanDocument(openTimelineIO: try document.openTimelineIO { $0 }) { $0 })
        #expect(read.mix == plan.mix)
    }

    @Test(arguments: [SmartMode.off, .require]) func everyFrameIsOfTheRightClip(_ smart: SmartMode) throws {
        let folder = try TemporaryFolder()
        let (plan, movie) = try Self.film(try Stitch(try Self.clips()), smart, in: folder)
        // All frames but the fifteen that two clips share.
        #expect(movie.frames.count == 90 + 75 + 60 - 15)
        let windows = plan.composition.transitions.map(\.frames)
        #expect(windows.map(\.count) == [12, 12])
        for (index, frame) in movie.frames.enumerated() {
            let clip =
                index < 90
                ? Barcode(camera: .back, frame: index)
                : index < 158 ? Barcode(camera: .front, frame: index - 90) : Barcode(camera: .back, frame: index - 150)
            let read = Barcode.read(frame.luma)
            if let window = windows.first(where: { $0.contains(Int64(index)) }) {
                // Held pictures are the last and the first of their clips.
                let other =
                    window == windows[0]
                    ? Barcode(camera: index < 90 ? .front : .back, frame: index < 90 ? 0 : 89)
                    : Barcode(camera: index < 158 ? .back : .front, frame: index < 158 ? index - 150 : index - 90)
                #expect(read == nil || read == clip || read == other, "frame \(index)")
            } else {
                #expect(read == clip, "frame \(index)")
            }
        }
        if smart == .require { #expect(plan.copiedFrameCount > 100, "what is untouched is copied") }
    }

    @Test func gapsMayBeHeldOrBlack() throws {
        let folder = try TemporaryFolder()
        let stitch = try Stitch(try Self.clips())
        let held = try Self.film(stitch, gaps: .hold, in: folder)
        // A second of gap, and the transition into the next clip at its end.
        #expect(held.movie.frames.count == 90 + 30 + 75 + 60 - 15)
        let window = held.plan.composition.transitions[0].frames
        #expect(window.contains(120))
        for index in 90..<Int(window.lowerBound) {
            #expect(Barcode.read(held.movie.frames[index].luma) == Barcode(camera: .back, frame: 89), "frame \(index)")
        }
        let second = try TemporaryFolder()
        let black = try Self.film(stitch, gaps: .black, in: second)
        #expect(black.movie.frames.count == held.movie.frames.count)
        // To black before the gap and from it behind the gap.
        let blackWindows = black.plan.composition.transitions.map(\.frames)
        #expect(blackWindows.prefix(2) == [78..<90, 120..<132])
        for index in 90..<120 {
            // Black is code 16; an encoder may miss it by one or two.
            let mean = black.movie.frames[index].luma.mean(PictureRect(x: 0, y: 0, width: 160, height: 96))
            #expect(abs(mean - 16) < 3, "frame \(index)")
        }
        #expect(Barcode.read(black.movie.frames[77].luma) == Barcode(camera: .back, frame: 77))
        #expect(Barcode.read(black.movie.frames[132].luma) == Barcode(camera: .front, frame: 12))
        // Darker from frame to frame.
        let levels = (77..<90).map { index in
            black.movie.frames[index].luma.mean(PictureRect(x: 0, y: 0, width: 160, height: 96))
        }
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 > $1 })
    }

    @Test func aClipWithinAnotherIsRefused() throws {
        let long = try Self.clip(.back, from: 10, frames: 450)
        let within = try Self.clip(.front, from: 12, frames: 240)
        let sound = try Self.clip(.back, from: 8, frames: 600).path
        #expect(throws: StitchError.within(path: within.path, other: long.path)) {
            try Stitch([long, within], continuous: sound)
        }
    }

    /// With nothing but their sound to tell; eight seconds of 15, and a copy.
    @Test func clipsWithinOthersAreSeenByTheirSoundAlone() throws {
        let long = try Self.clip(.back, from: 10, frames: 450)
        let within = try Self.clip(.front, from: 12, frames: 240)
        #expect(throws: StitchError.within(path: within.path, other: long.path)) { try Stitch([within, long]) }
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: long.path, toPath: folder("copy.mp4"))
        #expect(throws: StitchError.copy(path: folder("copy.mp4"), other: long.path)) {
            try Stitch([long, Input(path: folder("copy.mp4"))])
        }
    }

    /// The ends that are compared are shorter than this overlap of eight seconds.
    @Test func longOverlapsAreFound() throws {
        let clips = [try Self.clip(.back, from: 10, frames: 450), try Self.clip(.front, from: 17, frames: 420)]
        let stitch = try Stitch(clips)
        guard case .overlap = stitch.seams[0].knownFrom else {
            Issue.record("both heard the same for eight seconds")
            return
        }
        #expect((stitch.seams[0].gap + .seconds(8)).magnitude < .milliseconds(1) / 10)
    }

    @Test func aClipWithoutADateLeavesTheOthersTheirs() throws {
        var clips = try Self.clips()
        clips.insert(try Self.clip(.front, from: 600, frames: 45), at: 1)
        let stitch = try Stitch(clips)
        #expect(stitch.clips.map(\.input.path) == clips.map(\.path))
        #expect(stitch.undated == [clips[1].path])
        #expect(stitch.seams.prefix(2).map(\.knownFrom) == [.nothing, .nothing])
        guard case .overlap = stitch.seams[2].knownFrom else {
            Issue.record("the last two heard the same for half a second")
            return
        }
    }

    @Test(arguments: [GapTreatment.hold, .black]) func aPlanFileHoldsTheWholeStitch(_ gaps: GapTreatment) throws {
        let stitch = try Stitch(try Self.clips())
        let planned = try Self.request(stitch, gaps: gaps).plan(try stitch.recording())
        let document = try planned.document(name: "stitch")
        let bytes = try document.openTimelineIO { $0 }
        let read = try RenderPlan(try PlanDocument(openTimelineIO: bytes) { $0 })
        #expect(try read.digest == planned.plan.digest)
        #expect(read.mix == planned.plan.mix)
    }
}
