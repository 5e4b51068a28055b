import ArgumentParser
import MediaTime
import Parameters
import Planning
import Timeline
import Transitions

/// The parts of the recording to show, and where the film switches.
struct CutOptions: DescribedOptions {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Switch cameras every 5s, 500ms, 1:30; or never. (default: 5s)", valueName: "time"),
        transform: SwitchInterval.read)
    var switchEvery: SwitchInterval?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Switch at these times: 3s,7.5s:circle,12s:front,20s:pip, or @FILE, such as a table from 'compose export --format csv'. Repeatable.",
            valueName: "list"))
    var switchAt: [String] = []

    @Option(
        help: ArgumentHelp(
            "A camera or a view with parameters: pip:corner=top-left. Several are shown in turn; 'compose views' lists them. (default: each camera full)",
            valueName: "view"), completion: .views)
    var view: [String] = []

    @Option(
        help: ArgumentHelp("The camera the film begins with. (default: the primary)", valueName: "camera"),
        completion: .cameras)
    var startWith: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The shortest shot that automatic cuts may leave. (default: 1s, or twice the transition; with --switch auto, that of --style)",
            valueName: "time"), transform: time(.zero ... .seconds(3600), "write a time, such as 1s or 500ms."))
    var minShot: MediaTime?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The longest shot of --switch auto: then it shows the listener, the --wide camera or the other view. (default: that of --style)",
            valueName: "time"), transform: time(.seconds(1) ... .seconds(3600), "write a time from 1s, such as 12s."))
    var maxShot: MediaTime?

    @Option(
        help: ArgumentHelp(
            "One of 'compose transitions', with parameters: wipe:angle=30,softness=0.1; none for hard cuts. (default: dissolve; none with --switch auto)",
            valueName: "name"), completion: .transitions)
    var transition: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How long a transition takes. (default: 0.5s)", valueName: "time"),
        transform: time(.zero ... .seconds(60), "write a time from 0s (hard cuts) to 60s, such as 500ms."))
    var transitionDuration: MediaTime?

    @Option(
        help: ArgumentHelp(
            "Where the transition goes: centered on its cut, starting at it, or ending at it.", valueName: "place"))
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
        defaultAsFlag: "min=1s", parsing: .next,
        help: ArgumentHelp(
            "Leave out pauses, of 1s or more unless specified: min=1s,keep=0.2s,join=morph. 'compose plan --explain' lists them.",
            valueName: "values"))
    var cutSilence: String?

    @Option(
        help: ArgumentHelp(
            "From the first picture of any camera to the last, or only what all cameras recorded. (default: union; intersection with --deliver-set)"
        ))
    var span: Excerpt.Span?

    static let traits = [
        OptionTraits("view start-with min-shot max-shot transition-duration transition-align from skip span"),
        OptionTraits("switch-every", excludes: ["switch-at", "switch"]),
        OptionTraits("switch-at", filesFollow: ["@"] + matteFiles, overrides: ["switch"]),
        OptionTraits("transition", filesFollow: matteFiles),
        OptionTraits("to", excludes: ["duration"]),
        OptionTraits("duration"),
        OptionTraits("cut-silence", isValueOptional: true),
    ]
    private static let matteFiles = OptionTraits.filesFollow(in: TransitionCatalogue.standard.entries)

    /// Whether they say what is shown when.
    var decideCuts: Bool { switchEvery != nil || !switchAt.isEmpty || !view.isEmpty || startWith != nil }

    /// - Parameter sounds: sound-only files, which cannot be shown.
    func policy(_ angles: [Angle], sounds: [Angle] = []) throws -> SwitchPolicy {
        guard switchAt.isEmpty else {
            return .at(try times(angles, sounds: sounds))
        }
        switch switchEvery {
        case .never?: return .never
        case .every(let interval)?: return .every(interval)
        // A single view is used for the whole film, unless it is one of each camera.
        case nil:
            let views = try views(angles, sounds: sounds)
            return views.count == 1 && !views[0].isOfAnyCamera ? .never : .every(.seconds(5))
        }
    }

    /// The cuts of --switch-at.
    func times(_ angles: [Angle], sounds: [Angle] = []) throws -> [SwitchTime] {
        try switchAt.flatMap { try SwitchList.read($0) { try switchTimes($0, angles, sounds) } }
    }

    private func switchTimes(_ text: String, _ angles: [Angle], _ sounds: [Angle]) throws(UsageError) -> [SwitchTime] {
        var times: [SwitchTime] = []
        let fields = SwitchTime.fields(of: text)
        for field in fields.isEmpty ? [text] : fields {
            do throws(TimelineError) { times += try SwitchTime.list(parsing: field, angles: angles) } catch {
                throw UsageError("--switch-at: \(error)")
            }
            if let name = times[times.count - 1].transition?.name, let sound = sounds.named(name) {
                throw UsageError("--switch-at \(field): \(Self.cannotBeShown(sound, angles))")
            }
            try checkTransition(of: times[times.count - 1], field, angles)
        }
        return times
    }

    /// A word after a time that is not a camera was parsed as a transition: either may have been intended.
    ///
    /// - Parameter field: the cut as typed.
    private func checkTransition(of time: SwitchTime, _ field: String, _ angles: [Angle]) throws(UsageError) {
        guard let transition = time.transition else { return }
        do throws(ParameterError) { try TransitionCatalogue.standard.validate(transition) } catch {
            if case .valueUnreadable(let value, _, _, _) = error, time.view == nil,
                let last = value.split(separator: ":").last, View(parsing: String(last), angles: angles) != nil
            {
                throw UsageError(
                    "--switch-at \(field): write '\(last)' before the transition, as in 3s:\(last):\(transition.name).")
            }
            guard case .unknownName(let name, _, let nearest) = error else {
                throw UsageError("--switch-at \(field): \(sentence(for: error))")
            }
            let cameras = angles.map(\.name).joined(separator: ", ")
            if let camera = time.view?.camera, name.contains("=") {
                throw UsageError(
                    "--switch-at \(field): a camera takes no parameters here; use a view of it, such as single:camera=\(camera),\(name)."
                )
            }
            if time.view != nil, View(parsing: name, angles: angles) != nil {
                throw UsageError(
                    "--switch-at \(field): a cut shows one camera or view; '\(name)' is a second one. Leave one out.")
            }
            if let hint = secondsHint(field) { throw UsageError("--switch-at \(field): \(hint)") }
            let words = angles.map(\.name) + Catalogue<ViewEntry>.standard.entries.map(\.name)
            let near = nearestWord(to: name, in: [nearest].compactMap(\.self) + words)
            // Another letter makes another word of a short one: a face is not a fade.
            let isSlip = near.map { $0.count != name.count || name.count > 4 || $0.sorted() == name.sorted() } ?? false
            throw UsageError(
                "--switch-at \(field): '\(name)' is not a camera (\(cameras)), a view or a transition"
                    + (isSlip ? "; did you mean '\(near ?? "")'?" : angles.whose(name) ?? ".")
                    + " 'compose transitions' and 'compose views' list them.")
        }
    }

    /// - Parameter usual: the default transition.
    func transitionRequest(usual: String) throws -> TransitionRequest {
        try Self.transitionRequest(
            transition ?? usual, transitionDuration, transitionAlign,
            several: "to give each cut its own, list them, such as --switch-at 3s:wipe,6s:circle")
    }

    /// - Parameter several: what to do instead of giving several.
    static func transitionRequest(
        _ transition: String, _ duration: MediaTime?, _ alignment: TransitionRequest.Alignment, several: String
    ) throws -> TransitionRequest {
        guard let specification = Specification(parsing: transition) else {
            throw UsageError(
                "--transition '\(transition)': write a name with optional parameters, each once, such as wipe:angle=30,softness=0.1."
            )
        }
        guard !specification.name.contains(",") else {
            throw UsageError("--transition \(transition): only one transition can be given here; \(several).")
        }
        do throws(ParameterError) { try TransitionCatalogue.standard.validate(specification) } catch {
            var hint = ""
            switch error {
            case .valueUnreadable(let text, _, _, _) where MediaTime(parsing: text) != nil:
                hint = " How long it takes is --transition-duration \(text)."
            default: break
            }
            if case .unknownParameter("duration", _, _, _) = error {
                hint = " --transition-duration sets how long it takes."
            }
            throw UsageError("--transition \(transition): \(sentence(for: error))\(hint)")
        }
        let duration = duration ?? TransitionRequest.usualDuration
        return TransitionRequest(duration == .zero ? .none : specification, duration: duration, alignment: alignment)
    }

    /// "min=1s,keep=0.2s,join=morph"; `nil` if pauses stay.
    func pauses() throws(UsageError) -> PauseRule? {
        guard let text = cutSilence, !["off", "no", "false"].contains(text.lowercased()) else { return nil }
        let option = "--cut-silence \(text)"
        guard let specification = Specification(parsing: "cut-silence:\(text)") else {
            throw UsageError("\(option): write each value once, with its name, such as min=1.5s,keep=0.2s.")
        }
        do { return try PauseRule(specification) } catch { throw UsageError("\(option): \(sentence(for: error))") }
    }

    /// The part to keep of a recording, on its own clock. A length counts from the beginning of the film.
    func range(of session: Session) throws -> TimeRange? {
        guard from != nil || to != nil || duration != nil else { return nil }
        let recording = session.union.duration
        let common = span == .intersection ? session.recordingClock.source(at: session.intersection.start) : .zero
        let start = from ?? (duration == nil ? .zero : max(.zero, common))
        let end = to ?? duration.map { start + $0 } ?? .distantFuture
        guard start < recording else {
            throw UsageError(
                "--from \(start) is past the end of the recording (\(recording.clockDescription)); use an earlier time."
            )
        }
        guard start < end else { throw UsageError("--to \(end) is not after --from \(start); use a later time.") }
        return TimeRange(start: start, end: end)
    }
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

/// How often a rule switches.
enum SwitchInterval {
    case never
    case every(MediaTime)

    /// "5s", "never"; "none" is also accepted.
    static func read(_ text: String) throws -> SwitchInterval {
        if ["never", "none"].contains(text.lowercased()) { return .never }
        let interval = time(
            .milliseconds(1) ... .seconds(1 << 20), "write a time above zero, such as 5s, 500ms or 1:30, or never.")
        return .every(try interval(text))
    }
}
