/// A sample of a camera's picture.
package struct Glance: Sendable {
    /// Seconds on the clock of the recording.
    package var time: Double
    package var picture: LumaGrid
    /// The picture about a tenth of a second later, and how many seconds later; `nil` at the end of a file.
    package var next: (picture: LumaGrid, after: Double)?

    package init(time: Double, picture: LumaGrid, next: (picture: LumaGrid, after: Double)?) {
        (self.time, self.picture, self.next) = (time, picture, next)
    }
}

/// The pictures of one camera, glance by glance: when they are unusable, and how much happens in them.
package struct PictureTrack: Sendable {
    struct Sight {
        /// Seconds.
        var time: Double
        /// The mean code value of a picture without detail; `nil` with detail.
        var flatLevel: Int?
        /// Nothing has changed since the previous glance, not even the noise.
        var isRepeat: Bool
        /// The motion of the whole picture, in widths and heights per second; `nil` if too little changes to measure it.
        var turn: (x: Double, y: Double)?
        var speed: Double { turn.map { abs($0.x) + abs($0.y) } ?? 0 }
        /// How much else changes within a tenth of a second, in hundredths of a code value.
        var change: Int
    }

    private(set) var sights: [Sight] = []
    private var last: LumaGrid?

    package init() {}

    /// Adds a glance; glances are in order of time.
    package mutating func see(_ glance: Glance) {
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
                time: glance.time, flatLevel: picture.isFlat && !picture.isBlue ? picture.level : nil,
                isRepeat: last.map { isRepeat(glance, of: $0) } ?? false, turn: turn, change: motion?.moved ?? 0))
        last = glance.next?.picture ?? picture
    }

    /// At the next key frame a repeated picture is coded again, which changes its samples slightly.
    private func isRepeat(_ glance: Glance, of last: LumaGrid) -> Bool {
        guard glance.picture.repeats(last, within: 2, few: 10) else { return false }
        return glance.next.map { glance.picture.repeats($0.picture, within: 1, few: 5) } ?? true
    }

    /// The least change, in hundredths of a code value, that motion can be measured from.
    private static let leastChange = 100
}
