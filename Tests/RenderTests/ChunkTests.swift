import Parameters
import FixtureMedia
import MediaIO
import MediaTime
import Pictures
import Render
import Planning
import Synchronization
import Testing
import Timeline
import Transitions

@testable import Placing
@testable import Timelines

/// A plan goes through its file, is rendered in pieces, and the pieces make the same bytes as the whole.
@Suite struct ChunkTests {
    static let jobs = [
        Job { $0.request.smart = .off },
        Job {
            $0.request.smart = .require
            $0.request.policy = .at([SwitchTime(time: .milliseconds(700))])
            $0.back.video.gop = 5
            $0.front!.video.gop = 5
        },
        Job {
            $0.request.smart = .off
            $0.front!.orientation = Orientation(quarterTurns: 1)
            $0.request.transition = TransitionRequest(
                Specification(parsing: "wipe:angle=30,softness=0.1")!, duration: .milliseconds(200))
            $0.request.sound = .follow
        },
    ]

    private func renderer(_ plan: RenderPlan, _ output: String) -> Renderer {
        Renderer(plan: plan, output: output, mayReplace: false)
    }

    @Test(arguments: jobs.indices, [1, 2, 5])
    func chunksMakeTheSameBytesAsTheWhole(_ job: Int, _ count: Int) throws {
        let folder = try TemporaryFolder()
        let planned = try Self.jobs[job].plan()
        _ = try renderer(planned.plan, folder("whole.mp4")).run()
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        // As another process would: from the file.
        let plan = try RenderPlan(try PlanFile.read(folder("film.otio")))
        #expect(try plan.digest == planned.plan.digest)
        let chunks = (1...count).map { folder("\($0).chunk") }
        for (index, chunk) in chunks.enumerated().reversed() {
            let least = Atomic<Int64>(.max)
            let total = Atomic<Int64>(0)
            let result = try renderer(plan, chunk).runChunk(index + 1, of: count) {
                least.min($0.framesDone, ordering: .relaxed)
                total.store($0.frameCount, ordering: .relaxed)
            }
            // Progress is that of the chunk, from its first frame on.
            if result.frameCount > 0 {
                #expect(least.load(ordering: .relaxed) == 1 && total.load(ordering: .relaxed) == result.frameCount)
            }
        }
        _ = try renderer(plan, folder("joined.mp4")).join(chunks)
        #expect(folder.bytes("joined.mp4") == folder.bytes("whole.mp4"))
        #expect(Set(folder.contents) == Set(["whole.mp4", "film.otio", "joined.mp4"] + chunks.map { fileName($0) }))
    }

    @Test func aMissingADamagedAndAForeignChunkAreRefused() throws {
        let folder = try TemporaryFolder()
        let plan = try Self.jobs[0].plan().plan
        let other = try Self.jobs[2].plan().plan
        _ = try renderer(plan, folder("1.chunk")).runChunk(1, of: 1) { _ in }
        _ = try renderer(other, folder("other.chunk")).runChunk(1, of: 1) { _ in }
        #expect { try renderer(plan, folder("a.mp4")).join([]) } throws: { "\($0)".contains("render every chunk") }
        #expect { try renderer(plan, folder("a.mp4")).join([folder("other.chunk")]) } throws: {
            "\($0)".contains("another plan")
        }
        try DamagedCopy.flipped(folder("1.chunk"), from: 0.4, to: 0.6, count: 3, to: folder("2.chunk"))
        #expect { try renderer(plan, folder("a.mp4")).join([folder("2.chunk")]) } throws: {
            "\($0)".contains("damaged")
        }
        #expect(!folder.contents.contains("a.mp4"))
    }

    /// What a chunk that comes from elsewhere may be instead of what it should be. All digests are right.
    enum Forgery: CaseIterable {
        case namesExchanged, anotherPlansParts, repeatedName, unknownPart, reversed, missingPacket, repeatedPacket,
            foreignPacket, noKeyFrame, extremeTime, anotherConfiguration, shiftedSound, missingSound, malformedNotes,
            extremeNotes, notesOfNobody
    }

    @Test(arguments: Forgery.allCases)
    func aChunkThatIsNotWhatItShouldBeIsRefused(_ forgery: Forgery) throws {
        let folder = try TemporaryFolder()
        let plan = try Self.jobs[0].plan().plan
        let other = try Job {
            $0.request.smart = .off
            $0.request.transition.duration = .milliseconds(400)
        }.plan().plan
        _ = try renderer(plan, folder("right.chunk")).runChunk(1, of: 1) { _ in }
        _ = try renderer(other, folder("other.chunk")).runChunk(1, of: 1) { _ in }
        let right = try ChunkFile(path: folder("right.chunk"))
        let unit = try #require(plan.units.first)
        let digest = try plan.digest
        var parts: [(name: String, path: String)] = []
        for (name, slice) in right.parts.sorted(by: { $0.key > $1.key }) {
            var part = try Part(slice)
            part.forge(forgery, isSound: name == EncodeUnit.audioName)
            try part.write(to: folder(name))
            parts.append((name, folder(name)))
        }
        switch forgery {
        case .namesExchanged: parts = [(parts[0].name, parts[1].path), (parts[1].name, parts[0].path)]
        case .repeatedName: parts.append(parts[0])
        case .unknownPart: parts.append(("video-7-9", parts[0].path))
        case .anotherPlansParts:
            parts = try ChunkFile(path: folder("other.chunk")).parts.map { name, slice in
                try Part(slice).write(to: folder(name))
                return (name, folder(name))
            }
        default: break
        }
        _ = try ChunkFile.write(
            parts, plan: digest, number: 1, of: 1, versions: RenderVersions(withProcessor: false),
            to: folder("forged.chunk"), mayReplace: false)
        #expect(unit.frames == 0..<45)
        #expect {
            try renderer(plan, folder("out.mp4")).join([folder("forged.chunk")])
        } throws: { error in
            "\(error)".hasPrefix(folder("forged.chunk")) && (error as? MediaError)?.kind == .badData
        }
        #expect(!folder.contents.contains("out.mp4"))
    }

    /// A part written again as it was is as good as before: what `Forgery` changes is what is refused.
    @Test func aChunkWrittenAgainIsTheSame() throws {
        let folder = try TemporaryFolder()
        let plan = try Self.jobs[0].plan().plan
        _ = try renderer(plan, folder("right.chunk")).runChunk(1, of: 1) { _ in }
        var parts: [(name: String, path: String)] = []
        for (name, slice) in try ChunkFile(path: folder("right.chunk")).parts.sorted(by: { $0.key > $1.key }) {
            try Part(slice).write(to: folder(name))
            parts.append((name, folder(name)))
        }
        _ = try ChunkFile.write(
            parts, plan: try plan.digest, number: 1, of: 1, versions: RenderVersions(withProcessor: false),
            to: folder("again.chunk"), mayReplace: false)
        #expect(folder.bytes("again.chunk") == folder.bytes("right.chunk"))
        _ = try renderer(plan, folder("out.mp4")).join([folder("again.chunk")])
    }

    /// What is in a packet file, to be written again.
    private struct Part {
        var label, configuration, notes: [UInt8]
        var packets: [StoredPacket] = []

        init(_ slice: PacketFileSlice) throws {
            let reader = try PacketFileReader(slice)
            (label, configuration) = (reader.label, reader.configuration)
            while let packet = try reader.next() { packets.append(packet) }
            notes = reader.notes
        }

        func write(to path: String) throws {
            let writer = try PacketFileWriter(
                path: path, label: String(decoding: label, as: UTF8.self), configuration: configuration)
            for packet in packets {
                try packet.bytes.withUnsafeBytes {
                    try writer.write(presentation: packet.presentation, isKeyFrame: packet.isKeyFrame, bytes: $0)
                }
            }
            try writer.finish(notes: notes)
        }

        mutating func forge(_ forgery: Forgery, isSound: Bool) {
            switch (forgery, isSound) {
            case (.reversed, false): packets.reverse()
            case (.missingPacket, false), (.missingSound, true): packets.remove(at: packets.count / 2)
            case (.repeatedPacket, false): packets.insert(packets[20], at: 20)
            case (.foreignPacket, false): packets[20].presentation += 1
            case (.noKeyFrame, false): packets[0].isKeyFrame = false
            case (.extremeTime, false): packets[20].presentation = .max
            case (.extremeTime, true): packets[20].presentation = .min
            case (.anotherConfiguration, true): configuration[0] ^= 8
            case (.shiftedSound, true): for index in packets.indices { packets[index].presentation += 1024 }
            case (.malformedNotes, _): notes = Array("{nonsense".utf8)
            case (.extremeNotes, _):
                notes = Array(
                    """
                    {"damage":{"0":{"isTruncated":false,"pictures":{"times":[],"further":9223372036854775807},\
                    "sounds":{"times":[],"further":1}}}}
                    """.utf8)
            case (.notesOfNobody, _):
                notes = Array(
                    """
                    {"damage":\
                    {"7":{"isTruncated":true,"pictures":{"times":[],"further":1},"sounds":{"times":[],"further":0}}}}
                    """.utf8)
            default: break
            }
        }
    }

    @Test func aChangedRecordingIsNoticed() throws {
        let folder = try TemporaryFolder()
        let path = try folder.add(try FixtureRecording().file(), as: "back.mp4")
        let planned = try CompositionRequest().plan(try Recording([Input(path: path, angle: "back")]))
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        #expect(try PlanFile.read(folder("film.otio")).media[0].path == path, "relative to the plan's folder")
        try folder.remove("back.mp4")
        try folder.add(try FixtureRecording().with { $0.camera = .front }.file(), as: "back.mp4")
        #expect { try RenderPlan(try PlanFile.read(folder("film.otio"))) } throws: { "\($0)".contains("planned with") }
    }

    private func fileName(_ path: String) -> String { String(path.split(separator: "/").last!) }
}
