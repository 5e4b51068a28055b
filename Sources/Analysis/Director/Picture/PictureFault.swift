/// Why a camera should not be shown.
public enum PictureFault: String, Hashable, Sendable, Codable, CaseIterable {
    case black
    /// The lens is covered.
    case covered
    /// It repeats one picture.
    case frozen
    case shaky
    /// Out of focus.
    case blurred
}

extension PictureTrack {
    /// A time in which the camera should not be shown.
    public struct Fault: Hashable, Sendable {
        /// Seconds.
        public var start, end: Double
        public var kind: PictureFault
    }

    /// When it should not be shown, and why: from the last glance before to the first one after. Too little is found rather
    /// than too much.
    public func faults() -> [Fault] {
        var isFree = sights.map { _ in true }
        var found: [Fault] = []
        for (kind, flags) in flags() {
            for run in zip(flags, isFree).map({ $0 && $1 }).runs where lasts(run, kind) {
                for index in run { isFree[index] = false }
                found.append(
                    Fault(
                        start: run.lowerBound > 0 ? sights[run.lowerBound - 1].time : sights[0].time - Self.beyond,
                        end: run.upperBound < sights.count
                            ? sights[run.upperBound].time : sights[run.upperBound - 1].time + Self.beyond,
                        kind: kind))
            }
        }
        return found.sorted { $0.start < $1.start }
    }

    /// Seconds: glances are closer to each other and to the ends of a file.
    private static let beyond = 10.0

    /// Of each kind, the glances at which it is seen; the plainest kinds first.
    private func flags() -> [(PictureFault, [Bool])] {
        let levels = sights.map { $0.flatLevel ?? .max }
        return [
            (.black, levels.map { $0 <= Self.blackest }), (.covered, levels.map { $0 <= Self.darkest }),
            (.frozen, frozen()), (.shaky, shaky()), (.blurred, blurred()),
        ]
    }

    /// Whether two glances at least say so, and long enough.
    private func lasts(_ run: Range<Int>, _ kind: PictureFault) -> Bool {
        let length = sights[run.upperBound - 1].time - sights[run.lowerBound].time
        switch kind {
        case .black, .covered: return length >= 0.5
        case .frozen, .shaky: return length >= 3
        case .blurred: return length >= 5
        }
    }

    /// Code values up to which a picture without anything in it is black (16 is), and up to which the lens is covered: a
    /// wall or the sky is brighter.
    private static let (blackest, darkest) = (26, 70)
}

extension PictureTrack {
    /// A picture that repeats for long, of a camera that otherwise never repeats one: a slide, a screen or a title does.
    private func frozen() -> [Bool] {
        let repeats = sights.map(\.isRepeat)
        let runs = repeats.runs.filter { lasts($0, .frozen) }
        let still = runs.reduce(0) { $0 + $1.count }
        let others = repeats.count(where: { $0 }) - still
        let alive = repeats.count - still
        guard alive * 2 >= repeats.count, others * 20 <= alive else { return repeats.map { _ in false } }
        return repeats
    }

    /// The camera turns quickly, and not in one direction as it does to follow somebody.
    private func shaky() -> [Bool] {
        sights.indices.map { index in
            let near = max(0, index - 2)...min(sights.count - 1, index + 2)
            let turns = sights[near].compactMap(\.turn)
            guard turns.count >= 4 else { return false }
            let speeds = turns.map { abs($0.x) + abs($0.y) }
            let (x, y) = (turns.reduce(0) { $0 + $1.x }, turns.reduce(0) { $0 + $1.y })
            let total = speeds.reduce(0, +)
            // One quick turn among quiet ones is none.
            return speeds.sorted()[1] >= Self.quick / 2 && total >= Self.quick * Double(speeds.count)
                && abs(x) + abs(y) < total / 2
        }
    }

    /// Widths and heights a second: whoever walks with a camera in their hand turns it half as fast.
    private static let quick = 0.4

    /// Far less sharp than the camera usually is, and not because it turns.
    private func blurred() -> [Bool] {
        let sharpness = sights.compactMap(\.sharpness).sorted()
        guard sharpness.count >= 10 else { return sights.map { _ in false } }
        let usual = sharpness[sharpness.count * 3 / 4]
        return sights.map { sight in
            guard let own = sight.sharpness else { return false }
            let speed = sight.turn.map { abs($0.x) + abs($0.y) } ?? 0
            return speed < Self.quick / 4 && own * 100 < usual * Self.soft
        }
    }

    /// Percent of the usual sharpness.
    private static let soft = 35
}
