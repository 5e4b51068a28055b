import Timeline

/// The positions of a plan's shots and transitions, to find out which of them were edited.
struct PlannedCuts: Codable {
    /// The first frame of each segment, and the end of the film.
    var frames: [Int64]
    /// What each segment shows; `nil` for black.
    var cameras: [Angle?]
    /// For each transition: the segment that it leads to, its first and its last frame.
    var transitions: [[Int64]]

    /// A year at 60 fps is less.
    private static let mostFrames: Int64 = 1 << 31

    init(_ composition: Composition) {
        frames = composition.segments.map(\.frames.lowerBound) + [composition.frameCount]
        cameras = composition.segments.map { $0.scene?.mainAngle }
        transitions = composition.transitions.map {
            [Int64($0.incoming), $0.frames.lowerBound, $0.frames.upperBound - 1]
        }
    }

    /// Whether clips show the planned shots from their planned first to their planned last frame, in one piece or in several.
    ///
    /// - Parameter shots: in order, without holes; `number` of the planned shot, `nil` for black.
    func areThose(of shots: [(number: Int?, frames: Range<Int64>)]) -> Bool {
        joined(shots) == joined(cameras.indices.map { (cameras[$0] == nil ? nil : $0, frames[$0]..<frames[$0 + 1]) })
    }

    /// Each shot once, as its number and its last frame.
    private func joined(_ shots: [(number: Int?, frames: Range<Int64>)]) -> [[Int64?]] {
        var ends: [[Int64?]] = []
        for (number, frames) in shots {
            let number = number.map(Int64.init)
            if let last = ends.last, last[0] == number { ends.removeLast() }
            ends.append([number, frames.upperBound])
        }
        return ends
    }

    func haveThose(transitions now: [(cut: Int64, frames: Range<Int64>)]) -> Bool {
        now.map { [$0.cut, $0.frames.lowerBound, $0.frames.upperBound - 1] }
            == transitions.map { [frames[Int($0[0])], $0[1], $0[2]] }
    }

    /// Whether compose could have written it.
    var isPossible: Bool {
        frames.count == cameras.count + 1 && zip(frames, frames.dropFirst()).allSatisfy { $0 < $1 }
            && transitions.allSatisfy { $0.count == 3 && cameras.indices.contains(Int(clamping: $0[0])) }
            && (frames + transitions.joined()).allSatisfy((0...Self.mostFrames).contains)
    }
}
