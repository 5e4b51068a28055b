import FixtureMedia
import MediaIO
import MediaTime
import Pictures
import Export
import Frames
import Planning
import Synchronization
import Testing
import Timeline
import Transitions

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
                TransitionSpecification(parsing: "wipe:angle=30,softness=0.1")!, duration: .milliseconds(200))
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
        #expect(plan.digest() == planned.plan.digest())
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

    @Test func aChangedRecordingIsNoticed() throws {
        let folder = try TemporaryFolder()
        let path = try folder.add(try FixtureRecording().file(), as: "back.mp4")
        let planned = try CompositionRequest().plan(try Recording([Input(path: path, angle: "back")]))
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        #expect(try PlanFile.read(folder("film.otio")).media[0].take.path == path, "relative to the plan's folder")
        try folder.remove("back.mp4")
        try folder.add(try FixtureRecording().with { $0.camera = .front }.file(), as: "back.mp4")
        #expect { try RenderPlan(try PlanFile.read(folder("film.otio"))) } throws: { "\($0)".contains("planned with") }
    }

    private func fileName(_ path: String) -> String { String(path.split(separator: "/").last!) }
}
