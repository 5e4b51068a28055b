import FixtureMedia
import MediaIO
import MediaTime
import Pictures
import Testing
import Timeline
import Platform

@testable import Render
@testable import Planning
@testable import Placing

/// Cameras that are cut to the film without being encoded.
@Suite struct DeliverySetTests {
    /// A film of what both cameras recorded: the front camera starts late, in the middle of the back camera's groups of
    /// pictures, and a third of a frame beside its frames.
    private func job(_ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            $0.back.timing = .constant(.thirty, frames: 90)
            $0.front!.timing = .constant(.thirty, frames: 90)
            $0.back.container = .mov
            $0.request.span = .intersection
            $0.offsets = ["back": .zero, "front": .seconds(71) / 90]
            change(&$0)
        }
    }

    /// Writes the three files and decodes the cameras' with a reader that is not under test.
    private func deliver(
        _ job: Job, in folder: TemporaryFolder
    ) throws -> (set: DeliverySet, movies: [Angle: Movie], film: Movie) {
        let plan = try job.plan().plan
        let set = try DeliverySet(of: plan, in: folder.path)
        var renderer = Renderer(plan: plan, output: set.film, mayReplace: false)
        renderer.cuts = set.files
        try renderer.run()
        #expect(set.files.allSatisfy { FileState(path: $0.path)?.size ?? 0 > 0 })
        #expect(folder.contents.count == set.files.count + 1, "nothing else is left: \(folder.contents)")
        var movies: [Angle: Movie] = [:]
        for file in set.files {
            movies[file.cut.angle] = try Movie(file.path)
            #expect(movies[file.cut.angle]!.errorCount == 0)
        }
        return (set, movies, try Movie(set.film))
    }

    /// Every picture of a cut is the one that the rule chooses for its frame, at the time of the frame.
    private func check(
        _ movie: Movie, _ recording: FixtureRecording, startsAt start: MediaTime, frames: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let first = recording.timing.frame(at: start, tolerance: FrameRate.thirty.frameDuration / 2)
        let shown = (first..<recording.timing.count).prefix {
            recording.timing.time($0) - recording.timing.time(first)
                < FrameRate.thirty.time(ofFrame: Int64(frames)) - FrameRate.thirty.frameDuration / 4
        }
        #expect(movie.frames.count == shown.count, sourceLocation: sourceLocation)
        for (frame, number) in zip(movie.frames, shown) {
            #expect(
                Barcode.read(frame.luma) == Barcode(camera: recording.camera, frame: number),
                sourceLocation: sourceLocation)
            let time = recording.timing.time(number) - recording.timing.time(first)
            // A tick of the movie's clock, 1/90000 s.
            #expect(
                (frame.time - time).magnitude <= MediaTime(1, in: .perSecond(90_000)), "\(number) at \(frame.time)",
                sourceLocation: sourceLocation)
        }
        let length = movie.video!.duration
        #expect(
            (length - FrameRate.thirty.time(ofFrame: Int64(frames))).magnitude < FrameRate.thirty.frameDuration / 4,
            "\(length)", sourceLocation: sourceLocation)
    }

    /// Kinds of streams: closed and open groups, reordered pictures, several containers and codecs of sound.
    private static let streams: [(String, @Sendable (inout FixtureRecording) -> Void)] = [
        ("plain", { _ in }),
        ("reordered", { $0.video.bFrames = 2 }),
        ("open groups", { ($0.video.bFrames, $0.video.isOpenGOP) = (2, true) }),
        ("hevc", { ($0.video.encoder, $0.video.bFrames, $0.video.isOpenGOP) = ("libx265", 3, true) }),
        ("one group", { $0.video.gop = 300 }),
        ("pcm", { ($0.container, $0.sound!.encoder) = (.mov, "pcm_s16le") }),
        ("late sound", { $0.sound!.firstSample = 4800 }),
        ("early picture", { $0.timing = .ticks((0..<90).map { ($0 - 3) * 1000 }, timescale: 30_000) }),
        (
            "transport stream",
            {
                $0.container = .ts
                $0.timing = .ticks((0..<90).map { $0 * 3000 }, timescale: 90_000)
            }
        ),
    ]

    @Test(arguments: streams.indices)
    func theCamerasBeginAndEndWithTheFilm(_ kind: Int) throws {
        let folder = try TemporaryFolder()
        let change = Self.streams[kind].1
        let job = job {
            change(&$0.back)
            change(&$0.front!)
        }
        let plan = try job.plan().plan
        let (set, movies, film) = try deliver(job, in: folder)
        let frames = film.frames.count
        #expect((60...75).contains(frames), "\(Self.streams[kind].0): \(frames)")
        let start = plan.composition.sessionTime(ofFrame: 0)
        for (take, camera) in zip(plan.composition.session.takes, [Camera.back, .front]) {
            // A transport stream's clock begins with its sound, whose first packet comes before the picture.
            let zero = job.recording(camera).container == .ts ? take.footage.start : .zero
            let begins = take.fileTime(at: start) - zero
            check(movies[take.angle]!, job.recording(camera), startsAt: begins, frames: frames)
            // At every second, or as far beside it as in the recording, whose own edit list rounds. One at the very
            // beginning has no silence before it by which it is found.
            let beeps = movies[take.angle]!.beeps().map(\.seconds).filter { $0 > 0.1 }
            let last = zero == .zero ? try Movie(take.path).beeps().last!.seconds : 0
            #expect((1...2).contains(beeps.count), "\(beeps)")
            // They are found a sample beside their place at most, and time stamps of transport streams are 1/90000 s.
            for beep in beeps.map({ $0 + begins.approximateSeconds - (last - last.rounded()) }) {
                #expect(abs(beep - beep.rounded()) <= 2.0 / 48_000, "\(beep)")
            }
        }
        // A beep at every second of the file's clock: in the film's sound, the back camera's, and in its file at one time.
        let (heard, own) = (film.beeps().map(\.seconds), movies["back"]!.beeps().map(\.seconds))
        #expect(heard.count == 2 && own.count == 2, "\(heard) \(own)")
        // The film's sound went through another encoder; beeps are found to within two samples of it.
        for (a, b) in zip(heard, own) { #expect(abs(a - b) <= 2.0 / 48_000, "\(a) \(b)") }
        #expect(set.files.map(\.cut.angle) == ["back", "front"])
    }

    @Test func nothingIsEncoded() throws {
        let folder = try TemporaryFolder()
        let job = job { $0.back.video.bFrames = 2 }
        let (set, _, _) = try deliver(job, in: folder)
        let packets = { (path: String) in
            let info = try MediaInfo(probing: path)
            return try ([info.video!.streamIndex] + info.audio.map(\.streamIndex)).map { index in
                let stream = try CopiedStream(path: path, stream: index, clock: info.clock)
                var all: [[UInt8]] = []
                while let packet = try stream.next() { all.append(packet.bytes) }
                return all
            }
        }
        for file in set.files {
            let (before, after) = (try packets(file.cut.source.path), try packets(file.path))
            for (before, after) in zip(before, after) {
                let start = try #require(before.firstIndex(of: after[0]))
                #expect(before[start..<start + after.count] == after[...])
            }
            #expect(after[0].count == file.cut.pictureCount + file.cut.hiddenPictureCount)
        }
    }

    /// A camera whose frames come as they like keeps its own times.
    @Test func aVariableRateIsKept() throws {
        let folder = try TemporaryFolder()
        let job = job {
            $0.front!.timing = .ticks(FixtureRecording.variableTicks(seconds: 3), timescale: 90_000)
            $0.offsets = ["back": .milliseconds(750), "front": .zero]
        }
        let plan = try job.plan().plan
        let (_, movies, film) = try deliver(job, in: folder)
        check(
            movies["front"]!, job.front!,
            startsAt: plan.composition.session.takes[1].fileTime(at: plan.composition.sessionTime(ofFrame: 0)),
            frames: film.frames.count)
    }

    @Test func whatACameraSaysOfItsTracksIsKept() throws {
        let folder = try TemporaryFolder()
        let job = job {
            $0.back.orientation = Orientation(quarterTurns: 1)
            $0.front!.orientation = Orientation(quarterTurns: 3, mirrored: true)
            $0.back.sound!.isDefault = false
            $0.back.moreAudio = [FixtureRecording.Sound(channels: 1)]
            $0.back.metadata = [Pair("creation_time", "2026-05-01T09:30:00.000000Z"), Pair("make", "Compose")]
        }
        let (set, movies, _) = try deliver(job, in: folder)
        for file in set.files {
            let info = try MediaInfo(probing: file.path)
            #expect(info.video?.orientation == file.cut.source.orientation)
            #expect(info.video?.color == file.cut.source.video.color)
            #expect(info.audio.map(\.isDefault) == file.cut.source.info.audio.map(\.isDefault))
            #expect(info.audio.map(\.channels) == file.cut.source.info.audio.map(\.channels))
            #expect(!info.isComposed, "it is the recording of one camera")
        }
        #expect(movies["back"]!.metadata["make"] == "Compose")
    }

    @Test func whatCannotBeCutIsRefusedByName() throws {
        let reason = { (change: (inout Job) -> Void) throws -> CutError? in
            do {
                _ = try DeliverySet(of: try self.job(change).plan().plan, in: "folder")
                return nil
            } catch let error as CutError {
                #expect("\(error)".hasSuffix(".") && !"\(error)".contains("--"), "\(error)")
                return error
            }
        }
        guard case .cannotCut(let path, .codec("mpeg4"))? = try reason({ $0.front!.video.encoder = "mpeg4" }) else {
            Issue.record("an MPEG-4 recording is cut")
            return
        }
        #expect("\(CutError.cannotCut(path: path, .codec("mpeg4")))".hasPrefix(path))
        guard case .cannotCut(_, .noFootage)? = try reason({ $0.request.span = .union }) else {
            Issue.record("a camera is cut that did not record all of the film")
            return
        }
        #expect(
            try reason { $0.request.skipped = [TimeRange(start: .seconds(1), end: .milliseconds(1500))] } == .filmJumps)
        #expect(try reason { _ in } == nil)
    }

    /// The clock of a file that is not encoded cannot be stretched: half a frame is as far as it may go.
    @Test func aDriftIsToldAndAGreatOneRefused() throws {
        let set = { (ppm: String, frames: Int) in
            let job = self.job {
                $0.back.timing = .constant(.thirty, frames: frames)
                $0.front!.timing = .constant(.thirty, frames: frames)
            }
            let recording = try Recording([
                Input(path: try job.back.file(), angle: "back"),
                Input(path: try job.front!.file(), angle: "front", offset: .zero, drift: ClockRate(parsingDrift: ppm)),
            ])
            return try DeliverySet(of: try job.request.plan(recording).plan, in: "folder")
        }
        let cut = try set("1000ppm", 90).files[1].cut
        // Of the session's clock and of the file's by turns.
        #expect(abs(cut.deviation.approximateSeconds - 0.001 * cut.duration.approximateSeconds) < 1e-5)
        #expect(try set("0ppm", 90).files[1].cut.deviation == .zero)
        // 20 ms in 20 s are more than half a frame.
        #expect(throws: CutError.self) { try set("1000ppm", 600) }
    }

    @Test func theNamesBelongTogether() throws {
        #expect(DeliverySet.stem(["a/Trip_Front_20260501_093000.mov", "a/Trip_Back_20260501_093000.mov"]) == "Trip")
        #expect(DeliverySet.stem(["IMG_1234_back.mov", "IMG_1234_front.mov"]) == "IMG_1234")
        #expect(DeliverySet.stem(["front.mov", "back.mov"]) == "Recording")
        #expect(DeliverySet.stem(["one.mov", "two.mov"]) == "Recording")
        let plain = try DeliverySet(of: try job().plan().plan, in: "folder/")
        #expect(plain.date == nil && plain.film == "folder/Recording_Combined.mov")
        let dated = try DeliverySet(
            of: try job {
                $0.back.metadata = [Pair("creation_time", "2026-05-01T09:30:59.000000Z")]
                // The film begins when the front camera does.
                $0.offsets = ["back": .zero, "front": .milliseconds(1200)]
            }.plan().plan, in: "folder")
        #expect(dated.film == "folder/Recording_Combined_20260501_093100.mov", "\(dated.film)")
        #expect(dated.files.map(\.path).allSatisfy { $0.hasSuffix("_20260501_093100.mov") })
    }

    @Test func nothingAppearsWhereOneFileIsInTheWay() throws {
        let folder = try TemporaryFolder()
        let plan = try job().plan().plan
        let set = try DeliverySet(of: plan, in: folder.path)
        try folder.write("mine", FilePath(set.files[1].path).name)
        var renderer = Renderer(plan: plan, output: set.film, mayReplace: false)
        renderer.cuts = set.files
        #expect(throws: MediaError.self) { try renderer.run() }
        #expect(folder.contents == [FilePath(set.files[1].path).name])
    }
}
