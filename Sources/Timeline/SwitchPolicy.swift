import MediaTime
import Parameters

/// When to change the view, before the footage is considered.
public enum SwitchPolicy: Hashable, Sendable {
    /// The opening view is shown throughout.
    case never
    /// At every multiple of the interval.
    case every(MediaTime)
    /// At the listed times.
    case at([SwitchTime])
}

/// One entry of a list of switches: `7.5s`, `7.5s:circle`, `12s:front`, `12s:pip:corner=top-left:wipe:angle=30`.
public struct SwitchTime: Hashable, Sendable {
    /// Counted from the start of the recording.
    public var time: MediaTime
    /// What to switch to; `nil` for the next in turn.
    public var view: View?
    /// The transition; `nil` for the film's.
    public var transition: Specification?

    /// By default the next view in turn, with the film's transition.
    public init(time: MediaTime, view: View? = nil, transition: Specification? = nil) {
        self.time = time
        self.view = view
        self.transition = transition
    }

    /// Reads a comma-separated list. A word after a time is a camera if it names one, ignoring case, or a view if it
    /// names one, with its parameters after the next colon; anything else is a transition.
    package static func list(
        parsing text: String, angles: [Angle], views: Catalogue<ViewEntry> = .standard
    ) throws(TimelineError) -> [SwitchTime] {
        let fields = fields(of: text)
        guard !fields.isEmpty else { throw .cutPointUnreadable(text: text) }
        return try fields.map { field throws(TimelineError) in
            try SwitchTime(parsing: field, angles: angles, views: views)
        }
    }

    /// The entries of a list as written; a field without a time (`softness=0.1`) continues the previous one, and so does
    /// the second number of a point.
    package static func fields(of text: String) -> [String] {
        var fields: [String] = []
        for field in text.split(separator: ",").map({ trimmed($0) }) {
            if let last = fields.last, isContinued(last, by: field) {
                fields[fields.count - 1] += "," + field
            } else {
                fields.append(field)
            }
        }
        return fields
    }

    private static func isContinued(_ entry: String, by field: String) -> Bool {
        let words = field.split(separator: ":").map { trimmed($0) }
        let setting = entry.split { $0 == ":" || $0 == "," }.last ?? ""
        if points.contains(where: { setting.hasPrefix("\($0)=") }),
            Specification.isSecondNumber(words.first ?? "", after: setting)
        {
            return true
        }
        return MediaTime(parsing: words.first ?? "") == nil && field.contains("=")
    }

    /// The parameters of views whose values are points, `focus=0.5,0.4`.
    private static let points = Catalogue<ViewEntry>.standard.entries.flatMap(\.parameters).filter(\.isPoint).map(
        \.name)

    private init(parsing field: String, angles: [Angle], views: Catalogue<ViewEntry>) throws(TimelineError) {
        // Clock times contain colons themselves: the longest prefix that is a time is used.
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
        let view = View(taking: &words, angles: angles, views: views)
        let rest = words.joined(separator: ":")
        let transition = Specification(parsing: rest)
        guard rest.isEmpty || transition != nil else { throw .cutPointUnreadable(text: field) }
        self.init(time: time, view: view, transition: transition)
    }
}

extension View {
    /// A camera, or a view of the catalogue with parameters; `nil` if the text is neither.
    public init?(parsing text: String, angles: [Angle], views: Catalogue<ViewEntry> = .standard) {
        var words = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        self.init(taking: &words, angles: angles, views: views)
        guard words.isEmpty else { return nil }
    }

    /// Removes the words of a view from the start: its name and its parameters.
    fileprivate init?(taking words: inout [String], angles: [Angle], views: Catalogue<ViewEntry>) {
        guard let name = words.first.map({ trimmed($0) }) else { return nil }
        if let angle = angles.named(name) {
            words.removeFirst()
            self = .single(angle)
            return
        }
        guard views.entry(named: name) != nil else { return nil }
        // Parameters have an equals sign; a number may continue after a colon (aspect=16:9).
        let own = words.dropFirst().prefix { $0.contains("=") || Int($0) != nil }
        // A zoom may have its point after it, as in --zoom: zoom=2@0.3,0.4.
        let text = ([name] + own).joined(separator: ":").replacing(/zoom=([0-9.]+)@/) { "zoom=\($0.1),focus=" }
        guard let specification = Specification(parsing: text) else { return nil }
        words.removeFirst(1 + own.count)
        self = .recipe(specification)
    }
}

extension SwitchPolicy {
    /// Once a second for 48 days.
    private static let mostCuts: Int64 = 1 << 22

    /// The cut points of this policy, in time order; the first one, at zero, is the opening view.
    ///
    /// - Parameters:
    ///   - views: the views shown in turn, the opening view first. With only one there is nothing to switch.
    ///   - duration: of the film. Listed cuts after its end are kept: the planner reports them.
    ///   - transition: for every cut that does not specify its own.
    ///   - filmTime: maps a recording time, as used in lists, to the film's clock.
    ///   - canShow: whether there is footage for a view at a time of the film. With an interval, the next view that can be
    ///     shown takes the turn of one that cannot.
    package func cutPoints(
        views: [View], duration: MediaTime, transition: TransitionRequest,
        filmTime: (MediaTime) -> MediaTime = { $0 }, canShow: (View, MediaTime) -> Bool = { _, _ in true }
    ) throws(TimelineError) -> [CutPoint] {
        guard let opening = views.first else { return [] }
        var cuts = [CutPoint(time: .zero, view: opening, transition: .hardCut, isAutomatic: true)]
        switch self {
        case .never: break
        case .every(let interval):
            // A millisecond, shorter than any frame: only protects the loop.
            guard interval >= .milliseconds(1) else {
                throw .intervalTooShort(interval: interval, atLeast: .milliseconds(1))
            }
            guard transition.specification.isHardCut || transition.duration < interval else {
                throw .transitionLongerThanInterval(transition: transition.duration, interval: interval)
            }
            guard views.count > 1 else { break }
            // A wrong offset can make a film of decades: cutting it must not exhaust memory.
            let shortest = MediaTime(flicks: duration.flicks / Self.mostCuts)
            guard interval > shortest else { throw .intervalTooShort(interval: interval, atLeast: shortest) }
            // Where the opening view cannot be shown, another one is.
            var turn = views.indices.first { canShow(views[$0], .zero) } ?? 0
            var time = interval
            while time < duration {
                let next = (1..<views.count).map { (turn + $0) % views.count }
                turn = next.first { canShow(views[$0], time) } ?? next[0]
                cuts.append(CutPoint(time: time, view: views[turn], transition: transition, isAutomatic: true))
                time += interval
            }
        case .at(let times):
            var turn = 0
            var before: SwitchTime?
            for entry in times.sorted(by: { $0.time < $1.time }) {
                // A time listed twice is one cut, not a cut there and back.
                let isAgain = entry.time == before?.time && entry.view == nil
                // A view out of turn does not affect which one is next.
                let place =
                    entry.view.map { views.firstIndex(of: $0) ?? turn } ?? (isAgain ? turn : (turn + 1) % views.count)
                turn = place
                let view = entry.view ?? (isAgain ? cuts.last!.view : views[place])
                var request = transition
                if let own = entry.transition ?? (isAgain ? before?.transition : nil) { request.specification = own }
                before = entry
                let time = filmTime(entry.time)
                if isAgain, cuts.count > 1 { cuts.removeLast() }
                if time <= .zero {
                    // Before the film begins there is nothing to cut from.
                    (cuts[0].view, cuts[0].isAutomatic) = (view, false)
                } else {
                    cuts.append(CutPoint(time: time, view: view, transition: request))
                }
            }
        }
        return cuts
    }
}
