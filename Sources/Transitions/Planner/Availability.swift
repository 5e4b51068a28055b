import MediaTime
import Timeline

/// The frames at which each camera has footage, on the film's clock as it runs in one part. Beyond the part's ends the
/// clock is extended; that is where the handles are.
struct Availability {
    /// For each angle, disjoint runs of frames in order.
    private let runs: [Angle: [Range<Int64>]]
    /// Every frame where a run begins or ends.
    let edges: [Int64]

    init(_ session: Session, _ frameRate: FrameRate, _ piece: TimeMap.Piece) {
        var runs: [Angle: [Range<Int64>]] = [:]
        for angle in session.angles {
            for range in session.coverage(of: angle) {
                // Half a frame of footage is enough to show a whole frame.
                let first = frameRate.frame(at: piece.source(at: range.start), .nearest)
                let end = frameRate.frame(at: piece.source(at: range.end), .nearest)
                guard first < end else { continue }
                if let last = runs[angle]?.last, last.upperBound >= first {
                    runs[angle]![runs[angle]!.count - 1] = last.lowerBound..<max(end, last.upperBound)
                } else {
                    runs[angle, default: []].append(first..<end)
                }
            }
        }
        // Footage shorter than one frame is still shown for one frame.
        if runs.isEmpty {
            for angle in session.angles where session.coverage(of: angle).first?.start == session.union.start {
                runs[angle] = [0..<1]
            }
        }
        self.runs = runs
        edges = runs.values.flatMap { $0.flatMap { [$0.lowerBound, $0.upperBound] } }
    }

    /// The longest run of frames around `frame` in which every angle of `scene` has footage; empty if it has none.
    func run(of scene: Scene, containing frame: Int64) -> Range<Int64> {
        var common: Range<Int64>?
        for angle in scene.angles {
            guard let runs = runs[angle] else { return frame..<frame }
            let index = runs.partitioningIndex { $0.upperBound > frame }
            guard index < runs.count, runs[index].contains(frame) else { return frame..<frame }
            let run = runs[index]
            common = common?.clamped(to: run) ?? run
        }
        return common ?? frame..<frame
    }

    func has(_ scene: Scene, at frame: Int64) -> Bool { !run(of: scene, containing: frame).isEmpty }
}

/// Camera footage for each part of the film.
struct Footage {
    /// The frames of each part.
    let parts: [Range<Int64>]
    let availability: [Availability]
    /// Where a part begins, except the first: something is skipped there.
    let seams: [Int64]

    init(parts: [Range<Int64>], availability: [Availability]) {
        self.parts = parts
        self.availability = availability
        seams = parts.dropFirst().map(\.lowerBound)
    }

    func part(at frame: Int64) -> Int {
        min(parts.partitioningIndex { $0.upperBound > frame }, parts.count - 1)
    }
    subscript(frame: Int64) -> Availability { availability[part(at: frame)] }

    /// The index of the first seam at or after `frame`; `seams.count` if there is none.
    func seam(from frame: Int64) -> Int { seams.partitioningIndex { $0 >= frame } }

    func isSeam(_ frame: Int64) -> Bool { seams[seam(from: frame)...].first == frame }

    /// The end of the footage of `scene` that is continuous from `frame` on, across skipped parts; `frame` if there is none.
    func end(of scene: Scene, from frame: Int64) -> Int64 {
        var end = frame
        for part in part(at: frame)..<parts.count {
            end = min(availability[part].run(of: scene, containing: end).upperBound, parts[part].upperBound)
            if end < parts[part].upperBound { break }
        }
        return end
    }

    /// The start of the footage of `scene` that is continuous up to `frame`, across skipped parts; `frame` if there is none.
    func start(of scene: Scene, to frame: Int64) -> Int64 {
        var start = frame
        for part in (0...part(at: max(0, frame - 1))).reversed() where start > 0 {
            let run = availability[part].run(of: scene, containing: start - 1)
            guard !run.isEmpty else { break }
            start = max(run.lowerBound, parts[part].lowerBound)
            if start > parts[part].lowerBound { break }
        }
        return start
    }

    func has(_ scene: Scene?, throughout frames: Range<Int64>) -> Bool {
        scene.map { end(of: $0, from: frames.lowerBound) >= frames.upperBound } ?? false
    }

    /// Those of `angles` that have no footage at a frame.
    func lacking(_ angles: [Angle], at frame: Int64) -> [Angle] {
        angles.filter { !self[frame].has(.single($0), at: frame) }
    }

    /// Every frame where a camera's footage begins or ends, or a part begins.
    var edges: [Int64] {
        zip(parts, availability).flatMap { part, own in own.edges.filter(part.contains) + [part.lowerBound] }
    }
}
