import Pictures

/// Where a camera points during a segment in which its picture is cropped: found by planning, because of what it shows.
///
/// The scene says what was asked for; this, what it leads to. Whoever edits the film gets another one.
public struct Aim: Hashable, Sendable, Codable {
    /// The point to keep in view from a frame on; between two frames, it moves from one to the other.
    public struct Key: Hashable, Sendable, Codable {
        /// From the segment's first frame; negative during the transition before it.
        public var frame: Int64
        /// As `Framing.focus`.
        public var focus: UnitPoint

        /// A point inside the picture.
        package init(frame: Int64, focus: UnitPoint) { (self.frame, self.focus) = (frame, focus) }
    }

    /// The camera.
    public var angle: Angle
    /// In order, at least one. Before the first and after the last, it stands still.
    public var keys: [Key]

    /// - Parameter keys: in order, at least one.
    package init(_ angle: Angle, _ keys: [Key]) { (self.angle, self.keys) = (angle, keys) }

    /// Whether the keys are in order, inside the picture.
    package var isValid: Bool {
        !keys.isEmpty && keys.allSatisfy { $0.frame.magnitude < 1 << 40 }
            && zip(keys, keys.dropFirst()).allSatisfy { $0.frame < $1.frame }
            && keys.allSatisfy { (0...1).contains($0.focus.x) && (0...1).contains($0.focus.y) }
    }

    /// How often it moves.
    package var moveCount: Int { zip(keys, keys.dropFirst()).count { $0.focus != $1.focus } }

    /// The focus at a frame of the segment, and whether it is moving there: slowly at both ends.
    package func focus(atFrame frame: Int64) -> (point: UnitPoint, isMoving: Bool) {
        guard let next = keys.firstIndex(where: { $0.frame > frame }) else { return (keys.last!.focus, false) }
        guard next > 0, keys[next - 1].focus != keys[next].focus else { return (keys[max(0, next - 1)].focus, false) }
        let (from, to) = (keys[next - 1], keys[next])
        guard frame > from.frame else { return (from.focus, false) }
        let progress = Double(frame - from.frame) / Double(to.frame - from.frame)
        let eased = progress * progress * (3 - 2 * progress)
        return (
            UnitPoint(
                x: from.focus.x + (to.focus.x - from.focus.x) * eased,
                y: from.focus.y + (to.focus.y - from.focus.y) * eased), true
        )
    }
}

extension Composition.Segment {
    /// The scene as it is seen most of the time, in its middle.
    package var aimedScene: Scene? {
        guard let aims, var seen = scene?.aimed(aims, atFrame: Int64(frames.count / 2)) else { return scene }
        for index in seen.layers.indices { seen.layers[index].framing.isMoving = false }
        return seen
    }
}

extension Scene {
    /// The scene at a frame of its segment, with cameras pointing where they aim. A focus that was asked for stays.
    package func aimed(_ aims: [Aim], atFrame frame: Int64) -> Scene {
        var scene = self
        for index in scene.layers.indices where layers[index].framing.focus == .center {
            guard let aim = aims.first(where: { $0.angle == layers[index].angle }) else { continue }
            let focus = aim.focus(atFrame: frame)
            scene.layers[index].framing.focus = focus.point
            if focus.isMoving { scene.layers[index].framing.isMoving = true }
        }
        return scene
    }
}
