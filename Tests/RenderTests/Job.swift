import Audio
import Parameters
import FixtureMedia
import MediaIO
import MediaTime
import Pictures
import Render
import Planning
import Testing
import Timeline
import Transitions

@testable import Placing

/// A pair of recordings, what is asked for, and what came out.
struct Job {
    var back = FixtureRecording()
    var front: FixtureRecording? = FixtureRecording().with { $0.camera = .front }
    var request = CompositionRequest()
    /// Starts of the cameras on the session clock.
    var offsets: [Angle: MediaTime] = [:]

    init(_ change: (inout Job) -> Void = { _ in }) {
        request.policy = .every(.milliseconds(500))
        request.transition = TransitionRequest(
            Specification(name: "dissolve"), duration: .milliseconds(200))
        request.preset = "ultrafast"
        // Films of a second or two: every cut counts. `EdgeTests` look at what happens otherwise.
        request.shortestShot = .zero
        request.smart = .off
        change(&self)
    }

    func recording(_ camera: Camera) -> FixtureRecording { camera == .back ? back : front! }

    func plan() throws -> PlannedRender {
        var inputs = [Input(path: try back.file(), angle: "back", offset: offsets["back"])]
        if let front { inputs.append(Input(path: try front.file(), angle: "front", offset: offsets["front"])) }
        return try request.plan(try Recording(inputs))
    }

    /// Renders into `folder` and decodes the result with a reader that is not under test.
    func render(in folder: TemporaryFolder, as name: String = "out.mp4") throws -> Movie {
        var renderer = Renderer(
            plan: try plan().plan, output: folder(name), mayReplace: false)
        renderer.verifies = true
        _ = try renderer.run()
        #expect(folder.contents == [name], "nothing is left beside the output")
        let movie = try Movie(folder(name))
        #expect(movie.errorCount == 0, "the output decodes without errors")
        return movie
    }
}

/// What an output of a job must show, worked out by hand from the rules and not by the planner.
struct Expectation {
    var frameCount: Int
    var rate = FrameRate.thirty
    /// Output frames at which the camera changes.
    var cuts: [Int]
    /// Frames that a transition mixes, centerd on its cut.
    var transition: Int
    var opening = Camera.back
    /// The session time of output frame 0.
    var start = MediaTime.zero
    var offsets: [Camera: MediaTime] = [:]

    func window(_ cut: Int) -> Range<Int> { cut - transition / 2..<cut - transition / 2 + transition }

    /// The camera of a frame; two inside a transition.
    func cameras(_ frame: Int) -> [Camera] {
        let other = opening == .back ? Camera.front : .back
        let camera = { (index: Int) in index % 2 == 0 ? opening : other }
        if let index = cuts.firstIndex(where: { window($0).contains(frame) }) {
            return [camera(index), camera(index + 1)]
        }
        return [camera(cuts.filter { $0 <= frame }.count)]
    }

    /// The source frame that the rule chooses: the latest that starts before the instant plus half an output frame
    /// or half a source frame, whichever is shorter.
    func sourceFrame(_ frame: Int, of recording: FixtureRecording, nominal: FrameRate = .thirty) -> Int {
        let time = start + rate.time(ofFrame: Int64(frame)) - (offsets[recording.camera] ?? .zero)
        let tolerance = min(rate.frameDuration, nominal.frameDuration) / 2
        return recording.timing.frame(at: time, tolerance: tolerance)
    }
}

extension Movie {
    /// Reads the barcode of every frame and compares it with what must be there.
    func check(
        _ job: Job, _ expected: Expectation, nominal: [Camera: FrameRate] = [:],
        area: (Camera) -> PictureRect? = { _ in nil }, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(frames.count == expected.frameCount, sourceLocation: sourceLocation)
        for (index, frame) in frames.enumerated() {
            let time = expected.rate.time(ofFrame: Int64(index))
            #expect(
                (frame.time - time).magnitude < .milliseconds(1), "frame \(index) is shown at \(frame.time)",
                sourceLocation: sourceLocation)
            let cameras = expected.cameras(index)
            let wanted = cameras.map {
                Barcode(
                    camera: $0,
                    frame: expected.sourceFrame(index, of: job.recording($0), nominal: nominal[$0] ?? .thirty))
            }
            let read = Set(Camera.allCases.compactMap { Barcode.read(frame.luma, in: area($0)) })
            if cameras.count == 1 {
                #expect(read == Set(wanted), "frame \(index)", sourceLocation: sourceLocation)
            } else {
                // Mixed: unreadable, or one of the two where it is nearly alone.
                #expect(read.isSubset(of: wanted), "frame \(index)", sourceLocation: sourceLocation)
            }
        }
    }
}

/// A take's index, as tests write it.
extension SourceID: ExpressibleByIntegerLiteral {
    /// A take.
    public init(integerLiteral index: Int) { self = .take(index) }
}
