import MediaTime
import Timeline

/// At which output frames each camera has footage.
struct Availability {
    /// For each angle, disjoint runs of frames in order.
    private let runs: [Angle: [Range<Int64>]]
    /// Every frame where a run begins or ends.
    let edges: [Int64]

    init(_ session: Session, _ frameRate: FrameRate, _ frameCount: Int64) {
        let start = session.union.start
        var runs: [Angle: [Range<Int64>]] = [:]
        for angle in session.angles {
            for range in session.coverage(of: angle) {
                // Half a frame of footage is enough to be shown for a whole one.
                let first = max(0, frameRate.frame(at: range.start - start, .nearest))
                let end = min(frameCount, frameRate.frame(at: range.end - start, .nearest))
                guard first < end else { continue }
                if let last = runs[angle]?.last, last.upperBound >= first {
                    runs[angle]![runs[angle]!.count - 1] = last.lowerBound..<max(end, last.upperBound)
                } else {
                    runs[angle, default: []].append(first..<end)
                }
            }
        }
        // Footage too short for a frame is all there is: it is shown for one.
        if runs.isEmpty {
            for angle in session.angles where session.coverage(of: angle).first?.start == start {
                runs[angle] = [0..<1]
            }
        }
        self.runs = runs
        edges = runs.values.flatMap { $0.flatMap { [$0.lowerBound, $0.upperBound] } }
    }

    /// The longest run of frames around `frame` in which every angle of `view` has footage; empty if it has none.
    func run(of view: View, containing frame: Int64) -> Range<Int64> {
        var common: Range<Int64>?
        for angle in view.angles {
            guard let runs = runs[angle] else { return frame..<frame }
            let index = runs.partitioningIndex { $0.upperBound > frame }
            guard index < runs.count, runs[index].contains(frame) else { return frame..<frame }
            let run = runs[index]
            common = common?.clamped(to: run) ?? run
        }
        return common ?? frame..<frame
    }

    func has(_ view: View, at frame: Int64) -> Bool { !run(of: view, containing: frame).isEmpty }
}
