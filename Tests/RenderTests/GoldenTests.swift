import Parameters
import FixtureMedia
import MediaIO
import MediaTime
import Pictures
@testable import Render
@testable import Planning
import Testing
import Timeline
import Transitions

/// Composed pictures before any encoder, by their hashes: a change of a single sample shows.
@Suite struct GoldenTests {
    /// Sources whose decoding is exact by standard, and no floating point on the way to the canvas.
    @Test(arguments: ["dissolve", "wipe", "slide", "circle", "push"])
    func composedPicturesAreAsRecorded(_ transition: String) throws {
        let job = Job {
            $0.request.policy = .at([SwitchTime(time: .milliseconds(700))])
            $0.request.transition.specification = Specification(name: transition)
            $0.front!.orientation = Orientation(quarterTurns: 2)
        }
        let plan = try job.plan().plan
        let compositor = Compositor(plan, decoderThreads: 1, turnedBy: plan.carriedOrientation.inverse)
        var lines: [String] = []
        for index in Int64(16)..<26 {
            let picture = try compositor.picture(ofFrame: index)
            let planes = picture.planes.map { SamplePlane($0, format: picture.format) }
            lines.append("\(index) \(hash(planes))")
        }
        #expect(try Golden.compare(lines.joined(separator: "\n") + "\n", "composed-\(transition)") == .same)
    }

    private func hash(_ planes: [SamplePlane]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for plane in planes {
            for sample in plane.samples { hash = (hash ^ UInt64(sample)) &* 0x100_0000_01b3 }
        }
        return String(hash, radix: 16)
    }
}
