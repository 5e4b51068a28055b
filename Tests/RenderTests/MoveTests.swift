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

    /// Where the luma crosses half of a step near a column, between samples.
    private func edge(_ row: [Double], near column: Int) -> Double {
        let (before, after) = (row[column - 7], row[column + 7])
        let sum = (column - 7...column + 7).reduce(0.0) { $0 + (row[$1] - before) / (after - before) }
        return Double(column) + 7.5 - sum
    }

    /// A thousandth a frame: an edge moves by a few hundredths of a sample, in every frame, where it should.
    @Test(arguments: ["1..1.06", "1.5..1.3"])
    func aSlowMoveDoesNotJitter(_ zoom: String) throws {
        let plan = try job(zoom).plan().plan
        let bare = FrameSource(try job("1").plan().plan)
        let source = FrameSource(plan)
        let y = 384
        let still = try row(bare, 0, y)
        let ends = zoom.split(separator: "..").map { Double($0)! }
        // The steepest edges that stay in the picture.
        let columns = (200..<1080).filter { abs(still[$0 + 1] - still[$0 - 1]) > 40 && abs($0 - 640) > 80 }
            .filter { column in
                let flat = { (range: Range<Int>) in range.allSatisfy { abs(still[$0] - still[range.lowerBound]) < 4 } }
                return flat(column - 9..<column - 2) && flat(column + 3..<column + 10)
            }
        let column = try #require(columns.first)
        let place = edge(still, near: column)
        for frame: Int64 in 0...60 {
            let t = Double(frame) / 60
            let eased = t * t * (3 - 2 * t)
            let factor = 1 / (1 / ends[0] + (1 / ends[1] - 1 / ends[0]) * eased)
            let expected = 640 + (place - 640) * factor
            guard (40..<1240).contains(expected) else { continue }
            let found = edge(try row(source, frame, y), near: Int(expected))
            #expect(abs(found - expected) < 0.12, "frame \(frame): \(found), not \(expected)")
        }
    }

    @Test func aMovingShotBeginsAndEndsWithItsTransitions() throws {
        let plan = try job("1..2") {
            $0.front = FixtureRecording().with { $0.camera = .front }
            $0.request.policy = .every(.seconds(1))
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
