import Parameters
import ArgumentParser
import MediaTime
import Timeline
import Transitions

/// What of the recording is shown, and where the film switches.
struct CutOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Switch cameras every 5s, 500ms, 1:30. (default: 5s)", valueName: "time"),
        transform: time(.milliseconds(1) ... .seconds(1 << 20), "write a time above zero, such as 5s, 500ms or 1:30."))
    var switchEvery: MediaTime?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Switch at these times: 3s,7.5s:circle,12s:front,20s:pip. A word after a time is a camera, a view or a transition.",
            valueName: "list"))
    var switchAt: String?

    @Option(
        help: ArgumentHelp(
            "What to show: a camera, or a view of 'compose views' with parameters: pip:corner=top-left. Repeatable: views to switch among, in turn; with a single one, the film does not switch. (default: each camera full)",
            valueName: "view"), completion: .views)
    var view: [String] = []

    @Option(
        help: ArgumentHelp("The camera the film begins with. (default: the primary)", valueName: "camera"),
        completion: .cameras)
    var startWith: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The shortest shot that automatic cuts may leave. (default: the larger of 1s and twice the transition)",
            valueName: "time"), transform: time(.zero ... .seconds(3600), "write a time, such as 1s or 500ms."))
    var minShot: MediaTime?

    @Option(
        help: ArgumentHelp(
            "The transition: a name of 'compose transitions', with parameters: wipe:angle=30,softness=0.1. 'none' for hard cuts.",
            valueName: "name"), completion: .transitions)
    var transition: String = "dissolve"

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How long a transition takes. (default: 0.5s)", valueName: "time"),
        transform: time(.zero ... .seconds(60), "write a time from 0s (hard cuts) to 60s, such as 500ms."))
    var transitionDuration: MediaTime?

    @Option(
        help: ArgumentHelp(
            "Where the transition lies: center on its cut, start at it, or end at it.", valueName: "place"))
    var transitionAlign: TransitionRequest.Alignment = .center

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Begin the film this far into the recording: 1:30.", valueName: "time"),
        transform: time(.zero ... .seconds(1 << 24), "write a time of the recording, such as 12.5s or 1:30."))
    var from: MediaTime?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("End the film this far into the recording.", valueName: "time"),
        transform: time(.zero ... .seconds(1 << 24), "write a time of the recording, such as 12.5s or 1:30."))
    var to: MediaTime?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Use this much of the recording, instead of --to.", valueName: "time"),
        transform: time(.milliseconds(1) ... .seconds(1 << 24), "write a time above zero, such as 20s."))
    var duration: MediaTime?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Leave out this part of the recording: 1:00-1:20. The film closes up, with a transition at the cut. Repeatable.",
            valueName: "from-to"),
        transform: reading("write two times of the recording, the earlier first, such as 1:00-1:20.") {
            TimeRange(parsing: $0)
        })
    var skip: [TimeRange] = []

    @Option(
        help: ArgumentHelp(
            "union: from the first picture of any camera to the last. intersection: only where every camera has pictures."
        ))
    var span: Excerpt.Span = .union

    func policy(_ angles: [Angle]) throws -> SwitchPolicy {
        if let switchAt {
            guard switchEvery == nil else {
                throw UsageError("--switch-every and --switch-at exclude each other; give one.")
            }
            let times: [SwitchTime]
            do throws(TimelineError) { times = try SwitchTime.list(parsing: switchAt, angles: angles) } catch {
                throw UsageError("--switch-at: \(error)")
            }
            try checkTransitions(of: times, angles)
            return .at(times)
        }
        // One view is the whole film.
        if view.count == 1, switchEvery == nil { return .never }
        return .every(switchEvery ?? .seconds(5))
    }

    /// What is shown in turn; empty for each camera by itself.
    func views(_ angles: [Angle]) throws(UsageError) -> [View] {
        guard view.isEmpty || startWith == nil else {
            throw UsageError("--start-with and --view cannot be used together; give the first --view first.")
        }
        return try view.map { text throws(UsageError) in
            guard let view = View(parsing: text, angles: angles) else {
                let name = text.split(separator: ":").first.map(String.init) ?? ""
                let words = angles.map(\.name) + Catalogue<ViewEntry>.standard.entries.map(\.name)
                throw UsageError(
                    "--view \(text): '\(name)' is neither a camera (\(list(angles))) nor a view"
                        + (nearestWord(to: name, in: words).map { "; did you mean '\($0)'?" } ?? ".")
                        + " 'compose views' lists the views.")
            }
            if case .recipe(let specification) = view {
                do { _ = try Catalogue<ViewEntry>.standard.resolve(specification) } catch {
                    throw UsageError("--view: \(error)")
                }
            }
            return view
        }
    }

    /// A word after a time that is no camera was read as a transition: it may have been meant as either.
    private func checkTransitions(of times: [SwitchTime], _ angles: [Angle]) throws(UsageError) {
        for time in times {
            guard let transition = time.transition else { continue }
            do throws(ParameterError) { try TransitionCatalogue.standard.validate(transition) } catch {
                guard case .unknownName(let name, _, let nearest) = error else { continue }
                throw UsageError(
                    "--switch-at \(time.time):\(name): '\(name)' is not a camera (\(list(angles))), a view or a transition"
                        + (nearest.map { "; did you mean '\($0)'?" } ?? ".")
                        + " 'compose transitions' lists the transitions.")
            }
        }
    }

    func transitionRequest() throws -> TransitionRequest {
        guard let specification = Specification(parsing: transition) else {
            throw UsageError(
                "--transition '\(transition)': write a name with optional parameters, such as wipe:angle=30,softness=0.1."
            )
        }
        try TransitionCatalogue.standard.validate(specification)
        let duration = transitionDuration ?? .milliseconds(500)
        return TransitionRequest(
            duration == .zero ? .none : specification, duration: duration, alignment: transitionAlign)
    }

    /// What is kept of the recording, by its own clock.
    func range() throws -> TimeRange? {
        guard from != nil || to != nil || duration != nil else { return nil }
        guard to == nil || duration == nil else {
            throw UsageError("--to and --duration exclude each other; give one.")
        }
        let start = from ?? .zero
        let end = to ?? duration.map { start + $0 } ?? .distantFuture
        guard start < end else { throw UsageError("--to \(end) is not after --from \(start); give a later time.") }
        return TimeRange(start: start, end: end)
    }

    private func list(_ angles: [Angle]) -> String { angles.map(\.name).joined(separator: ", ") }
}

extension TimeRange {
    /// Two times with a dash: "1:00-1:20", "5s-7.5s".
    init?(parsing text: String) {
        let times = text.split(separator: "-", omittingEmptySubsequences: false).map { MediaTime(parsing: String($0)) }
        guard times.count == 2, let start = times[0], let end = times[1], start < end else { return nil }
        self.init(start: start, end: end)
    }
}

extension Excerpt.Span: ExpressibleByArgument {}
extension TransitionRequest.Alignment: ExpressibleByArgument {}
