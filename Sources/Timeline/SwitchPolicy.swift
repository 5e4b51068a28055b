import Parameters
import MediaTime

/// When to change the camera, before anybody has looked at the footage.
public enum SwitchPolicy: Hashable, Sendable {
    case never
    /// At every multiple of the interval.
    case every(MediaTime)
    /// At the times listed.
    case at([SwitchTime])
}

/// One entry of a list of switches: `7.5s`, `7.5s:circle`, `12s:front`, `12s:front:wipe:angle=30`.
public struct SwitchTime: Hashable, Sendable {
    /// Counted from the beginning of the recording.
    public var time: MediaTime
    /// The camera to switch to; `nil` for the next in turn.
    public var angle: Angle?
    /// The transition; `nil` for the film's.
    public var transition: Specification?

    public init(time: MediaTime, angle: Angle? = nil, transition: Specification? = nil) {
        self.time = time
        self.angle = angle
        self.transition = transition
    }

    /// Reads a comma-separated list. A word after a time that names a camera of the session is the camera, in any case
    /// of its letters, and anything else a transition.
    public static func list(parsing text: String, angles: [Angle]) throws(TimelineError) -> [SwitchTime] {
        let fields = fields(of: text)
        guard !fields.isEmpty else { throw .cutPointUnreadable(text: text) }
        return try fields.map { field throws(TimelineError) in try SwitchTime(parsing: field, angles: angles) }
    }

    /// The entries of a list as they are written; a field without a time (`softness=0.1`) continues the one before it.
    public static func fields(of text: String) -> [String] {
        var fields: [String] = []
        for field in text.split(separator: ",").map({ trimmed($0) }) {
            let head = trimmed(field.split(separator: ":").first ?? "")
            if MediaTime(parsing: head) == nil, let last = fields.indices.last, field.contains("=") {
                fields[last] += "," + field
            } else {
                fields.append(field)
            }
        }
        return fields
    }

    private init(parsing field: String, angles: [Angle]) throws(TimelineError) {
        // Clock times contain colons themselves: the longest prefix that is a time is the time.
        var words = field.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        var taken = 0
        var time: MediaTime?
        for count in 1...min(3, words.count) {
            if let parsed = MediaTime(parsing: words[..<count].map { trimmed($0) }.joined(separator: ":")) {
                (time, taken) = (parsed, count)
            }
        }
        guard let time, time >= .zero else { throw .cutPointUnreadable(text: field) }
        words.removeFirst(taken)
        let angle = words.first.flatMap { angles.named(trimmed($0)) }
        if angle != nil { words.removeFirst() }
        let rest = words.joined(separator: ":")
        let transition = Specification(parsing: rest)
        guard rest.isEmpty || transition != nil else { throw .cutPointUnreadable(text: field) }
        self.init(time: time, angle: angle, transition: transition)
    }
}

extension SwitchPolicy {
    /// Once a second for forty-eight days.
    private static let mostCuts: Int64 = 1 << 22

    /// The cut points this policy asks for, in order of time; the first one, at zero, is the opening view.
    ///
    /// - Parameters:
    ///   - angles: the cameras in turn, the opening one first. With one camera there is nothing to switch.
    ///   - duration: of the film. Cuts of a list that lie beyond its end are kept: the planner reports them.
    ///   - transition: for every cut that does not say its own.
    ///   - filmTime: when the film shows a time of the recording, which is what a list names.
    public func cutPoints(
        angles: [Angle], duration: MediaTime, transition: TransitionRequest,
        filmTime: (MediaTime) -> MediaTime = { $0 }
    ) throws(TimelineError) -> [CutPoint] {
        guard let opening = angles.first else { return [] }
        var cuts = [CutPoint(time: .zero, view: .single(opening), transition: .hardCut)]
        switch self {
        case .never: break
        case .every(let interval):
            // A millisecond: shorter than any frame; guards the loop, not the taste.
            guard interval >= .milliseconds(1) else {
                throw .intervalTooShort(interval: interval, atLeast: .milliseconds(1))
            }
            guard transition.specification.isHardCut || transition.duration < interval else {
                throw .transitionLongerThanInterval(transition: transition.duration, interval: interval)
            }
            guard angles.count > 1 else { break }
            // A broken offset makes a film of decades: cutting it must not fill the memory.
            let shortest = MediaTime(flicks: duration.flicks / Self.mostCuts)
            guard interval > shortest else { throw .intervalTooShort(interval: interval, atLeast: shortest) }
            var index: Int64 = 1
            while interval * index < duration {
                let angle = angles[Int(index % Int64(angles.count))]
                cuts.append(
                    CutPoint(time: interval * index, view: .single(angle), transition: transition, isAutomatic: true))
                index += 1
            }
        case .at(let times):
            var current = 0
            var before: SwitchTime?
            for entry in times.sorted(by: { $0.time < $1.time }) {
                if let angle = entry.angle {
                    guard let index = angles.firstIndex(of: angle) else {
                        throw .unknownAngle(name: angle.name, known: angles.map(\.name))
                    }
                    current = index
                } else if entry.time != before?.time {
                    current = (current + 1) % angles.count
                } else {
                    // A time that is listed twice is one cut, and not one there and one back.
                    cuts.removeLast()
                }
                var request = transition
                if let own = entry.transition ?? (entry.time == before?.time ? before?.transition : nil) {
                    request.specification = own
                }
                before = entry
                cuts.append(CutPoint(time: filmTime(entry.time), view: .single(angles[current]), transition: request))
            }
        }
        return cuts
    }
}
