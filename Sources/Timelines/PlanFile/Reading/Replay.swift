import MediaTime
import Planning
import Timeline

/// The film's clock for shots in any order of time.
///
/// A film's clock only runs forward. If a shot shows something that was recorded before the previous shot, or repeats
/// it, the recording is treated as if it were played again: its takes are placed on the session clock a second time,
/// later.
///
/// ```
/// shots     ━A━━━ ━━C━━ ━B━━                    B was recorded before C
/// session   ━A━━━━━━B━━━━━━C━━━ · · · ━A━━━━━━B━━━━━━C━━━
/// clock      ───────────→ ─────→             ──→
/// ```
struct Replay {
    struct Shot {
        var frame, end: Int64
        /// On the session clock; `nil` for black.
        var time: MediaTime?
    }

    /// A take that is placed on the session clock a second time.
    struct Copy: Hashable {
        var take: Int
        var shift: MediaTime
    }

    private(set) var clock = TimeMap.identity
    private(set) var copies: [Copy] = []

    /// Beyond a shot's ends, for transitions and fading sound.
    private static let handle = MediaTime.seconds(60)

    /// - Parameter takes: all takes.
    /// - Throws: `PlanError` if there are more repetitions than a session has room for.
    init(_ shots: [Shot], rate: FrameRate, takes: [Take]) throws(PlanError) {
        var pieces: [TimeMap.Piece] = []
        var round: Int64 = 0
        var shown: [Int64: TimeRange] = [:]
        let whole = takes.dropFirst().reduce(takes.first?.range) { $0?.union($1.range) }
        let period = (whole?.duration ?? .zero) + Self.handle * 4
        for shot in shots {
            guard let time = shot.time else { continue }
            let start = rate.time(ofFrame: shot.frame)
            let range = TimeRange(
                start: time - Self.handle, end: time + rate.time(ofFrame: shot.end) - start + Self.handle)
            if let last = pieces.last {
                let now = last.target(at: start)
                if (now - time - period * round).magnitude <= .leastEdit {
                    shown[round] = shown[round]?.union(range) ?? range
                    continue
                }
                if time + period * round < now { round += 1 }
            }
            guard round < 10_000 else { throw PlanError("its clips jump back in time more than 10000 times") }
            shown[round] = shown[round]?.union(range) ?? range
            pieces.append(.init(source: start, target: time + period * round))
        }
        // Black before the first clip also needs a clock.
        if let first = pieces.first, first.source > .zero {
            pieces[0] = .init(source: .zero, target: first.target - first.source)
        }
        if let clock = TimeMap(pieces: pieces) { self.clock = clock }
        for (round, range) in shown.sorted(by: { $0.key < $1.key }) where round > 0 {
            for (index, take) in takes.enumerated() where !take.range.intersection(range).isEmpty {
                copies.append(Copy(take: index, shift: period * round))
            }
        }
    }
}
