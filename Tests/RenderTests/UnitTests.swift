import FixtureMedia
import MediaIO
import MediaTime
import Pictures
@testable import Planning
@testable import Render
import Testing
import Timeline

/// How a film is divided into units, and how many a machine renders at once: the first depends on the plan alone.
struct UnitTests {
    /// A plan that encodes every frame of a short film, then as if it were longer.
    private static func plan(
        frames: Int64, _ size: PictureSize = PictureSize(width: 1920, height: 1080),
        change: (inout VideoEncoderSettings) -> Void = { _ in }
    ) throws -> RenderPlan {
        var plan = try AudioTests.job {
            $0.front = nil
            $0.request.policy = .never
            $0.request.smart = .off
        }.plan().plan
        let all = 0..<frames
        plan.spans = [.encode(EncodeSpan(frames: all, parts: [EncodeSpan.Part(frames: all, reason: .full)]))]
        plan.video.canvas.size = size
        plan.video.threads = VideoEncoderSettings.threads(for: size)
        change(&plan.video)
        return plan
    }

    @Test(arguments: [(1, 1), (150, 1), (151, 2), (1800, 12), (1801, 13), (14_400, 48), (216_000, 360)])
    func unitsCoverTheFilmInPiecesOfFiveSecondsAndLongOnesInPiecesOfTwenty(_ frames: Int64, _ count: Int) throws {
        let units = try Self.plan(frames: frames).units
        #expect(units.count == count)
        #expect(units.first?.frames.lowerBound == 0 && units.last?.frames.upperBound == frames)
        #expect(zip(units, units.dropFirst()).allSatisfy { $0.frames.upperBound == $1.frames.lowerBound })
        #expect(units.allSatisfy { (1...(frames > 1801 ? 600 : 150)).contains($0.frames.count) })
    }

    @Test func whatOneEncoderMustSeeMoreOfIsDividedLess() throws {
        let all = { (change: (inout VideoEncoderSettings) -> Void) throws in
            try Self.plan(frames: 1800, change: change).units.count
        }
        #expect(try all { _ in } == 12)
        #expect(try all { $0.quality = .bitRate(8_000_000) } == 3, "an average over the unit")
        #expect(try all { $0.rateLimit = 8_000_000 } == 12, "the buffer is of two seconds")
        #expect(try all { $0.kind = .nvenc } == 3)
        #expect(try all { $0.codec = .av1 } == 3)
        #expect(try all { $0.frameRate = FrameRate(60, 1)! } == 6, "five seconds of 60 fps")
        #expect(try all { $0.frameRate = FrameRate(24, 1)! } == 12)
    }

    /// Shorter films have fewer units, and each gets more threads.
    @Test(arguments: [(300, 6), (600, 6), (900, 4), (1200, 3), (1800, 3), (1_000_000, 3)])
    func threadsTimesUnitsFillSixteenCores(_ frames: Int64, _ threads: Int) throws {
        let plan = try Self.plan(frames: frames)
        #expect(plan.encoderThreads == threads)
        #expect(plan.encoder(of: plan.units[0]).threads == threads)
        let jobs = Machine.jobs(for: plan, cores: 16, memory: 1 << 37)
        #expect(min(jobs, plan.units.count) * threads >= 12 && jobs * threads <= (plan.units.count < 16 ? 36 : 26))
        #expect(plan.units.count >= 16 || jobs >= plan.units.count, "no second round for a few")
    }

    /// One encoder with three threads takes about as much memory as a plain transcode, two take twice as much.
    @Test func aMachineWithTwoCoresRendersOneUnitAtATime() throws {
        let jobs = { (plan: RenderPlan) in Machine.jobs(for: plan, cores: 2, memory: 1 << 37) }
        #expect(jobs(try Self.plan(frames: 300)) == 1)
        #expect(jobs(try Self.plan(frames: 1800)) == 1)
        // One thread encodes, and one decodes for it.
        #expect(jobs(try Self.plan(frames: 1800) { $0.rateLimit = 8_000_000 }) == 2)
    }

    @Test func shortStretchesHaveTwoThreadsAndTwoAtATime() throws {
        var plan = try Self.plan(frames: 1800)
        plan.spans = (0..<Int64(40)).map { index in
            let frames = index * 45..<index * 45 + 20
            return .encode(EncodeSpan(frames: frames, parts: [EncodeSpan.Part(frames: frames, reason: .full)]))
        }
        #expect(plan.encoderThreads == 2 && plan.hasShortUnits)
        #expect(Machine.jobs(for: plan, cores: 2, memory: 1 << 37) == 2)
    }

    @Test func anEncoderOfLargePicturesHasMoreThreads() throws {
        let plan = try Self.plan(frames: 100_000, PictureSize(width: 7680, height: 4320))
        #expect(plan.encoderThreads == 6)
        let machines = [(2, 8), (4, 16), (16, 16), (64, 256)].map { cores, gigabytes in
            Machine.jobs(for: plan, cores: cores, memory: Int64(gigabytes) << 30)
        }
        #expect(machines.first == 1 && machines == machines.sorted() && machines[2] < machines[3])
        // Half of the memory: each takes more than a gigabyte.
        #expect(machines[2] <= 8)
    }
}
