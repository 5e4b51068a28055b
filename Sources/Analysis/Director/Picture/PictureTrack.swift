/// A look at what a camera shows.
public struct Glance: Sendable {
    /// Seconds on the clock of the recording.
    public var time: Double
    public var picture: LumaGrid
    /// The picture about a tenth of a second later, and how much later in seconds; `nil` at the end of a file.
    public var next: (picture: LumaGrid, after: Double)?

    public init(time: Double, picture: LumaGrid, next: (picture: LumaGrid, after: Double)?) {
        (self.time, self.picture, self.next) = (time, picture, next)
    }
}

/// What one camera shows, glance by glance: whether it can be shown, and how much happens before it.
public struct PictureTrack: Sendable {
    /// What a glance tells.
    struct Sight {
        /// Seconds.
        var time: Double
        /// The mean code value where there is nothing to see; `nil` where there is something.
        var flatLevel: Int?
        /// Nothing has changed since the glance before, not even noise.
        var isRepeat: Bool
        /// The turn of the camera, in widths and heights a second; `nil` where there is nothing to see it by.
        var turn: (x: Double, y: Double)?
        var speed: Double { turn.map { abs($0.x) + abs($0.y) } ?? 0 }
        /// How much changed within a tenth of a second besides, in hundredths of a code value.
        var change: Int
    }

    private(set) var sights: [Sight] = []
    private var last: LumaGrid?

    /// A camera that has shown nothing yet.
    public init() {}

    /// Adds a glance; they come in order of time.
    public mutating func see(_ glance: Glance) {
        let motion = glance.next.map { GlobalMotion(from: glance.picture, to: $0.picture) }
        var turn: (x: Double, y: Double)?
        if let motion, let after = glance.next?.after, motion.still >= Self.leastChange, after > 0 {
            turn = (
                Double(motion.x) / Double(LumaGrid.columns) / after, Double(motion.y) / Double(LumaGrid.rows) / after
            )
        }
        let picture = glance.picture
        sights.append(
            Sight(
                time: glance.time, flatLevel: picture.isFlat ? picture.level : nil,
                isRepeat: last.map { isRepeat(glance, of: $0) } ?? false, turn: turn, change: motion?.moved ?? 0))
        last = glance.next?.picture ?? picture
    }

    /// Sooner or later every frame that is repeated is coded anew, which changes samples a little.
    private func isRepeat(_ glance: Glance, of last: LumaGrid) -> Bool {
        guard glance.picture.repeats(last, within: 2, few: 10) else { return false }
        return glance.next.map { glance.picture.repeats($0.picture, within: 1, few: 5) } ?? true
    }

    /// Hundredths of a code value that a turn of the camera changes at least.
    private static let leastChange = 100
}
