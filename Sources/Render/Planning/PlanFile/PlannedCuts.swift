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

    /// Whether compose could have written it.
    var isPossible: Bool {
        frames.count == cameras.count + 1 && zip(frames, frames.dropFirst()).allSatisfy { $0 < $1 }
            && transitions.allSatisfy { $0.count == 3 && cameras.indices.contains(Int(clamping: $0[0])) }
            && (frames + transitions.joined()).allSatisfy((0...Self.mostFrames).contains)
    }
}
