/// Why a camera is avoided.
package enum PictureFault: String, Hashable, Sendable, Codable, CaseIterable {
    /// It shows nothing but black.
    case black
    /// The lens is covered.
    case covered
    /// It repeats one picture.
    case frozen
    /// It moves quickly, and not in one direction.
    case shaky

    /// Whether nobody would recognize anybody: shake is unpleasant, but shows who speaks.
    package var hidesEverything: Bool { self != .shaky }
}

extension PictureTrack {
    /// A time in which the camera is avoided.
    package struct Fault: Hashable, Sendable {
        /// Seconds.
        package var start, end: Double
        /// The most certain kind, if several apply.
        package var kind: PictureFault
    }

    /// When the camera is avoided, and why: from the last good glance before to the first one after. In doubt, it is usable.
    package func faults() -> [Fault] {
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

    /// Seconds: more than between glances, or from the last one to the end of a file.
    private static let beyond = 10.0

    /// For each kind, the glances that show it; the most certain kinds first.
    private func flags() -> [(PictureFault, [Bool])] {
        let levels = sights.map { $0.flatLevel ?? .max }
        return [
            (.black, levels.map { $0 <= Self.blackest }), (.covered, levels.map { $0 <= Self.darkest }),
            (.frozen, frozen()), (.shaky, shaky()),
        ]
    }

    /// Whether at least two glances show it, for long enough.
    private func lasts(_ run: Range<Int>, _ kind: PictureFault) -> Bool {
        let length = sights[run.upperBound - 1].time - sights[run.lowerBound].time
        switch kind {
        case .black, .covered: return length >= 0.5
        case .shaky: return length >= 3
        case .frozen: return length >= 4
        }
    }

    /// The highest code values of a picture without detail that is black (16 by standard), and of a covered lens: walls and
    /// sky are brighter.
    private static let (blackest, darkest) = (26, 70)
}

extension PictureTrack {
    /// The picture repeats for long, and otherwise never; slides and screens repeat often.
    private func frozen() -> [Bool] {
        let repeats = sights.map(\.isRepeat)
        let runs = repeats.runs.filter { lasts($0, .frozen) }
        let still = runs.reduce(0) { $0 + $1.count }
        let others = repeats.count(where: { $0 }) - still
        let alive = repeats.count - still
        guard alive * 2 >= repeats.count, others * 20 <= alive else { return repeats.map { _ in false } }
        return repeats
    }

    /// The picture moves quickly, and not in one direction, as in a pan.
    private func shaky() -> [Bool] {
        let isUnsteady = sights.indices.map { index in
            let turns = sights[max(0, index - 2)...min(sights.count - 1, index + 2)].compactMap(\.turn)
            let speeds = turns.map { abs($0.x) + abs($0.y) }.sorted()
            let total = speeds.reduce(0, +)
            let (x, y) = (turns.reduce(0) { $0 + $1.x }, turns.reduce(0) { $0 + $1.y })
            // A single quick movement is not shake.
            return speeds.count >= 4 && speeds[1] >= Self.quick / 4 && total >= Self.quick * Double(speeds.count)
                && abs(x) + abs(y) < total / 2
        }
        return sights.indices.map { index in
            isUnsteady[index]
                || sights[index].speed >= Self.quick / 2
                    && isUnsteady[max(0, index - 2)...min(sights.count - 1, index + 2)].contains(true)
        }
    }

    /// Widths and heights per second: about twice as fast as a camera held by somebody who walks.
    private static let quick = 0.5
}
