import FixtureMedia
import MediaTime
import Parameters
import Pictures
import Testing
import Timeline

@testable import Planning
@testable import Render

/// Zooms that move during a shot, to a fraction of a sample.
@Suite struct MoveTests {
    private func job(_ zoom: String, _ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            $0.back.timing = .constant(.thirty, frames: 61)
            $0.back.size = PictureSize(width: 1280, height: 768)
            $0.front = nil
            $0.request.policy = .never
            $0.request.views = [.recipe(Specification(parsing: "single:zoom=\(zoom)")!)]
            change(&$0)
        }
    }

    private func row(_ source: FrameSource, _ frame: Int64, _ y: Int) throws -> [Double] {
        let picture = try source.picture(at: FrameRate.thirty.time(ofFrame: frame))
        return UnsafeBufferPointer(start: picture.luma.row(y, as: UInt8.self), count: picture.size.width).map(
            Double.init)
    }

    /// Where the luma crosses half of a step near a column, from the left edge of the picture.
    private func edge(_ row: [Double], near column: Int) -> Double {
        let (before, after) = (row[column - 8], row[column + 8])
        let sum = (column - 8...column + 8).reduce(0.0) { $0 + (row[$1] - before) / (after - before) }
        return Double(column) + 9 - sum
    }

    /// A thousandth a frame: an edge moves by a fraction of a sample, in every frame, and to where it should.
    @Test(arguments: ["1..1.06", "1.5..1.3"])
    func aSlowMoveDoesNotJitter(_ zoom: String) throws {
        // The left edge stays where it is, and the border between the two lower patches moves.
        let source = FrameSource(try job("\(zoom),focus=0/0.5").plan().plan)
        let place = edge(try row(FrameSource(try job("1").plan().plan), 0, 560), near: 640)
        #expect(abs(place - 640) < 0.5)
        let ends = zoom.split(separator: "..").map { Double($0)! }
        for frame: Int64 in 0...60 {
            let t = Double(frame) / 60
            let eased = t * t * (3 - 2 * t)
            let expected = place / (1 / ends[0] + (1 / ends[1] - 1 / ends[0]) * eased)
            let found = edge(try row(source, frame, 560), near: Int(expected))
            #expect(abs(found - expected) < 0.1, "frame \(frame): \(found), not \(expected)")
        }
    }

    @Test func aMovingShotBeginsAndEndsWithItsTransitions() throws {
        let plan = try job("1..2") {
            $0.front = FixtureRecording().with { $0.camera = .front }
            $0.request.policy = .every(.seconds(1))
            $0.request.views = ["back", "front"].map {
                .recipe(Specification(parsing: "single:camera=\($0),zoom=1..2")!)
            }
        }.plan().plan
        let zooms = (0..<plan.composition.frameCount).map { frame in
            plan.composition.frame(at: frame).instants.map { $0.scene.layers[0].framing.zoom }
        }
        #expect(zooms.first == [1] && zooms.last?.last == 2)
        let transition = plan.composition.transitions[0].frames
        #expect(zooms[Int(transition.upperBound) - 1][0] == 2, "the outgoing shot moves until it is gone")
        #expect(zooms[Int(transition.lowerBound)][1] == 1, "the incoming shot begins when it appears")
    }

    @Test func aMoveIsEncodedAndKeptInPlans() throws {
        let plan = try job("1..1.2").plan().plan
        #expect(plan.composition.segments[0].scene?.layers[0].framing.zoomAtEnd == 1.2)
        #expect(plan.composition.segments[0].scene?.untouchedAngle == nil)
        #expect(throws: ParameterError.self) { try job("1..9").plan() }
        #expect(throws: ParameterError.self) { try job("1..").plan() }
    }
}
