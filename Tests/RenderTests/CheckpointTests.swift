import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Pictures
import Synchronization
import Testing
import Timeline
import Transitions

@testable import Export
@testable import Frames
@testable import Planning

/// What is kept beside the output, for whom, and when it goes.
@Suite struct CheckpointTests {
    private func renderer(_ plan: RenderPlan, _ output: String) -> Renderer {
        Renderer(plan: plan, output: output, mayReplace: false)
    }

    /// One camera, which is copied whole: there is nothing to encode, and the film is put together at once.
    private func copied(_ rate: Int64 = 30) throws -> RenderPlan {
        let plan = try Job {
            $0.front = nil
            $0.back.timing = .constant(FrameRate(rate)!, frames: 60)
            $0.request.smart = .require
            $0.request.policy = .never
        }.plan().plan
        #expect(plan.spans.units.isEmpty)
        return plan
    }

    @Test func nobodyElseRendersToAFilmThatIsBeingPutTogether() throws {
        let folder = try TemporaryFolder()
        let refusals = Atomic<Int>(0)
        let (first, second) = (try copied(), try copied(25))
        _ = try renderer(first, folder("out.mp4")).run { progress in
            guard progress.bytesWritten > 0 else { return }
            do { _ = try renderer(second, folder("out.mp4")).run() } catch MediaError.outputBusy {
                refusals.add(1, ordering: .relaxed)
            } catch {}
        }
        #expect(refusals.load(ordering: .relaxed) > 0)
        #expect(try Movie(folder("out.mp4")).frames.count == 60)
        #expect(folder.contents == ["out.mp4"])
    }

    @Test(arguments: [true, false])
    func aFilmStopsWhileItIsPutTogether(_ isCopied: Bool) throws {
        let folder = try TemporaryFolder()
        let renderer = renderer(isCopied ? try copied() : try Job().plan().plan, folder("out.mp4"))
        #expect {
            _ = try renderer.run { if $0.bytesWritten > 0 { renderer.cancellation.cancel() } }
        } throws: { error in
            guard case RenderError.interrupted(let kept, _) = error else { return false }
            // What is encoded is kept, and continued from.
            return (kept == 0) == isCopied
        }
        #expect(folder.contents.contains("out.mp4") == false)
        #expect(folder.contents.isEmpty == isCopied)
    }

    @Test func anotherImageMakesAnotherFilm() throws {
        let folder = try TemporaryFolder()
        let image = folder("matte.pgm")
        let draw = { (samples: [UInt8]) in
            try (Data("P5 2 2 255\n".utf8) + samples).write(to: URL(fileURLWithPath: image))
        }
        let plan = {
            try Job {
                $0.request.transition.specification = TransitionSpecification(parsing: "matte:\(image)")!
            }.plan().plan
        }
        try draw([0, 100, 150, 255])
        let ramp = try plan().digest()
        #expect(try plan().digest() == ramp)
        try draw([255, 100, 150, 0])
        #expect(try plan().digest() != ramp)
        #expect(try plan().inputFiles.contains(image))
        #expect { _ = try renderer(try plan(), image).run() } throws: { "\($0)".contains("one of the inputs") }
    }
}
