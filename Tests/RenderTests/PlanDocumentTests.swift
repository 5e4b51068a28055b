import Parameters
import Foundation
import MediaIO
import MediaTime
import Pictures
import TestSupport
import Testing

@testable import Planning
import Timeline

@testable import Timelines

@Suite("Plan documents")
struct PlanDocumentTests {
    @Test func cutsOfNoFilmAreRefused() throws {
        let cuts = { (frames: String, transitions: String) in
            try JSONDecoder().decode(
                PlannedCuts.self,
                from: Data(
                    #"{"frames": [\#(frames)], "cameras": ["back", "front"], "transitions": [\#(transitions)]}"#.utf8)
            ).isPossible
        }
        #expect(try cuts("0, 15, 45", "[1, 12, 18]"))
        #expect(try !cuts("0, 15", "[1, 12, 18]"))
        #expect(try !cuts("0, 45, 15", "[1, 12, 18]"))
        #expect(try !cuts("0, 15, 45", "[2, 12, 18]"))
        #expect(try !cuts("0, 15, 45", "[1, 12]"))
        for absurd in [Int64.min, -1, 1 << 40, .max] {
            #expect(try !cuts("0, 15, 45", "[1, 12, \(absurd)]"), "\(absurd)")
            #expect(try !cuts("0, 15, 45", "[\(absurd), 12, 18]"), "\(absurd)")
            #expect(try !cuts("\(absurd), 15, \(Int64.max)", "[1, 12, 18]"), "\(absurd)")
        }
    }

    /// What is heard again has the clock it is mixed with again, whether it is a camera's or of a sound file.
    @Test func repeatedSoundsKeepTheirAlignment() throws {
        let document = try Self.document()
        let extent = TimeRange(start: .zero, duration: .seconds(12))
        let sounds = [
            PlannedSound(
                angle: "mic", path: "/films/mic.wav", clock: .identity, extent: extent,
                selection: .init(stream: 0), fingerprint: "m"),
            PlannedSound(
                angle: "music", path: "/films/music.mp3", clock: .identity, extent: extent,
                selection: .init(stream: 0), role: .music(.init()), fingerprint: "n"),
        ]
        let finder = MediaFinder(
            media: document.media, sounds: sounds, path: { $0 }, open: { try LinkedFile(path: $0) })
        let shift = MediaTime.seconds(100)
        let copies = [Replay.Copy(take: 0, shift: shift), Replay.Copy(take: 1, shift: shift)]
        var audio = document.output.audio
        let clock = { (milliseconds: Int64) in TimeMap(offset: .milliseconds(milliseconds)) }
        audio.mix.measurements = [.init(input: 1, clock: clock(1)), .init(input: .sound(0), clock: clock(2))]
        audio.repeatSources(of: finder, copies)
        // Three takes, two of them repeated; two sound files, of which only the recorded one is repeated.
        #expect(
            audio.mix.measurements == [
                .init(input: 1, clock: clock(1)), .init(input: 4, clock: clock(1).shifted(by: shift)),
                .init(input: .sound(0), clock: clock(2)), .init(input: .sound(2), clock: clock(2).shifted(by: shift)),
            ])
        #expect(finder.repeatedSounds(copies).map(\.path) == ["/films/mic.wav"])
    }

    static func document() throws -> PlanDocument {
        let rate = FrameRate(30000, 1001)!
        let take = { (angle: Angle, path: String, start: MediaTime, seconds: Int64) in
            Take(
                angle: angle, path: path, start: start,
                footage: TimeRange(start: .milliseconds(21), duration: .seconds(seconds)))
        }
        let takes = [
            take("back", "/films/a b%20c.mov", .zero, 12), take("front", "/films/front.mov", .milliseconds(333), 5),
            take("front", "/elsewhere/front2.mov", .milliseconds(5333), 5),
        ]
        let composition = Composition(
            session: try Session(takes: takes), frameRate: rate, clock: TimeMap(offset: MediaTime(flicks: 14_817_601)),
            segments: [
                .init(frames: 0..<60, scene: .single("back")), .init(frames: 60..<240, scene: .single("front")),
                .init(frames: 240..<250, scene: nil), .init(frames: 250..<300, scene: .single("back")),
            ],
            transitions: [
                .init(
                    incoming: 1, frames: 53..<68,
                    specification: Specification(parsing: "wipe:angle=30,softness=0.1")!)
            ])
        let media = takes.enumerated().map {
            PlannedTake(
                $1, orientation: Orientation(quarterTurns: $0, mirrored: $0 == 1),
                audio: $0 == 2 ? nil : .init(stream: 1),
                fingerprint: "\($0)")
        }
        var output = OutputSettings(
            canvas: Canvas(
                size: PictureSize(width: 1080, height: 1920), format: .yuv420p8, color: .bt709),
            frameRate: rate, codec: .h264, quality: .constantRateFactor(18.5), preset: "medium", threads: 6,
            audio: AudioSettings(choice: .angle("back"), mayCopy: true), stretches: .copy, primary: "back",
            metadata: ["make": "Ünïcode \"quoted\""])
        (output.rateLimit, output.hasChapters, output.poster) = (8_000_000, true, .milliseconds(1234))
        return PlanDocument(
            name: "a film", media: media, clock: composition.clock, segments: composition.segments,
            transitions: composition.transitions, output: output)
    }

    private func read(_ bytes: [UInt8]) throws -> PlanDocument {
        try PlanDocument(openTimelineIO: bytes) { String($0.dropFirst("url:".count)) }
    }

    private func written(_ document: PlanDocument) throws -> [UInt8] {
        try document.openTimelineIO { "url:\($0)" }
    }

    @Test("are read as they were written, to the flick")
    func roundTrip() throws {
        let document = try Self.document()
        let bytes = try written(document)
        #expect(try read(bytes) == document)
        #expect(try written(try read(bytes)) == bytes, "and written the same again")
    }

    @Test("keep scenes of layers, jumps of the film's clock and drift of a camera's")
    func layersAndClocks() throws {
        var document = try Self.document()
        let inset = Layer(
            "front",
            framing: Framing(
                crop: UnitRectangle(x: 0.1, y: 0, width: 0.8, height: 1), fit: .fill, zoom: 1.5,
                focus: UnitPoint(x: 0.25, y: 0.5)),
            rectangle: UnitRectangle(x: 0.7, y: 0.7, width: 0.25, height: 0.25), opacity: 0.75,
            edge: Layer.Edge(
                radius: 0.1, border: 0.01, borderColor: RGBColor(red: 1, green: 2, blue: 3, alpha: 4), shadow: 0.5))
        document.segments[3].scene = Scene(layers: [Layer("back"), inset])
        document.media[1].clock = TimeMap(offset: .milliseconds(333), rate: ClockRate(partsPerBillion: -35_250)!)
        let rate = document.output.frameRate
        document.clock = TimeMap(pieces: [
            .init(source: .zero, target: .milliseconds(21)),
            .init(source: rate.time(ofFrame: 240), target: .seconds(9)),
        ])!
        let again = try read(try written(document))
        #expect(again == document)
        #expect(try again.composition().frame(at: 299).instants[0].scene.angles == ["back", "front"])
        // A part that begins without a cut is a contradiction.
        document.clock = TimeMap(pieces: [
            .init(source: .zero, target: .zero), .init(source: rate.time(ofFrame: 100), target: .seconds(9)),
        ])!
        #expect { try document.composition() } throws: { "\($0)".contains("left out") }
    }

    @Test("follow the schema of OpenTimelineIO")
    func schema() throws {
        let root = try #require(
            JSONSerialization.jsonObject(with: Data(try written(try Self.document()))) as? [String: Any])
        #expect(root["OTIO_SCHEMA"] as? String == "Timeline.1")
        let stack = try #require(root["tracks"] as? [String: Any])
        let tracks = try #require(stack["children"] as? [[String: Any]])
        #expect(tracks.compactMap { $0["kind"] as? String } == ["Video", "Audio"])
        let items = try #require(tracks[0]["children"] as? [[String: Any]])
        // The front camera's two recordings are two clips of one segment.
        #expect(
            items.compactMap { $0["OTIO_SCHEMA"] as? String } == [
                "Clip.2", "Transition.1", "Clip.2", "Clip.2", "Gap.1", "Clip.2",
            ])
        let lengths = items.compactMap { item -> Double? in
            let range = item["source_range"] as? [String: Any]
            return (range?["duration"] as? [String: Any])?["value"] as? Double
        }
        #expect(lengths.reduce(0, +) == 300)
        #expect((items[1]["in_offset"] as? [String: Any])?["value"] as? Double == 7)
        #expect((items[1]["out_offset"] as? [String: Any])?["value"] as? Double == 8)
        #expect(items[1]["transition_type"] as? String == "SMPTE_Dissolve")
    }

    @Test("edited by another program keep the edit")
    func edited() throws {
        var document = try Self.document()
        let text = String(decoding: try written(document), as: UTF8.self)
        document.segments[3].frames = 250..<290
        let shorter = text.replacingOccurrences(
            of: #"("duration" : \{\s*"OTIO_SCHEMA" : "RationalTime.1",\s*"rate" : [0-9.]+,\s*"value" : )50(\s)"#,
            with: "$140$2", options: .regularExpression)
        #expect(shorter != text)
        #expect(try read(Array(shorter.utf8)) == document)
    }

    @Test(
        "that make no sense are refused with a sentence",
        arguments: [
            ("", "OpenTimelineIO"), ("[]", "OpenTimelineIO"),
            (
                #"{"OTIO_SCHEMA":"Timeline.1","name":"x","tracks":{"OTIO_SCHEMA":"Stack.1","name":"t","children":[]}}"#,
                "plan"
            ),
        ])
    func nonsense(_ text: String, _ word: String) {
        #expect { try read(Array(text.utf8)) } throws: { "\($0)".contains(word) }
    }

    @Test("survive any damage without a crash")
    func fuzz() throws {
        let bytes = try written(try Self.document())
        var random = Seeded(11)
        for _ in 0..<300 {
            var mutant = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: mutant.indices, using: &random)
                mutant[place] =
                    Bool.random(using: &random)
                    ? UInt8.random(in: 48...57, using: &random) : UInt8.random(in: 32...126, using: &random)
            }
            if let document = try? read(mutant) { _ = try? document.composition() }
        }
    }

    @Test("that contradict themselves give no composition")
    func contradiction() throws {
        var document = try Self.document()
        document.transitions[0].frames = 100..<110
        #expect { try document.composition() } throws: { "\($0)".contains("touches its cut") }
        document = try Self.document()
        document.segments[1].scene = .single("left")
        #expect { try document.composition() } throws: { "\($0)".contains("left") }
    }
}
