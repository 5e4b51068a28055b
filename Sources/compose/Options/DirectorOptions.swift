import Analysis
import ArgumentParser
import Planning
import Timeline

/// Automatic cuts based on the content, decided from the whole recording.
struct DirectorOptions: DescribedOptions {
    @Option(
        name: .customLong("switch"),
        help: ArgumentHelp(
            "Let compose choose the cuts: auto, auto:speech, auto:music[:hits|:every=N|:shift=N] or auto:picture. 'compose plan --explain' gives the reasons.",
            valueName: "auto"), completion: .list(["auto", "auto:speech", "auto:music", "auto:picture"]),
        transform: reading(
            "use auto, auto:speech, auto:music, auto:music:hits, auto:music:every=4, auto:music:shift=1 or auto:picture; for a fixed interval there is --switch-every.",
            DirectorRequest.Subject.init(parsing:)))
    var subject: DirectorRequest.Subject?

    @Option(
        help:
            "How long automatic shots are: 3.5s or more, 2s or more, or 1.2s or more with shots of the listener. (default: normal)"
    )
    var style: DirectorRequest.Style?

    @Option(
        help: ArgumentHelp(
            "What automatic cuts show while several people speak at once for a while: a view or a camera, such as split. (default: keep the current shot)",
            valueName: "view"), completion: .views)
    var both: String?

    @Option(
        help: ArgumentHelp(
            "The camera that shows everybody: at the beginning, after long exchanges, and while several people speak at once. (default: a camera without sound, for the last only)",
            valueName: "camera"), completion: .cameras)
    var wide: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "What shows who speaks into a microphone: anna=wide, or a view of it, such as anna=single:camera=wide,zoom=2@0.3,0.4. Repeatable. (default: by name or sound)",
            valueName: "microphone=view"))
    var speaker: [String] = []

    @Flag(help: "Interrupt long shots with a short one of the listener, as --style lively does.")
    var reactions = false

    static let traits = [
        OptionTraits("switch", overrides: ["switch-at"]), OptionTraits("style both wide speaker reactions"),
    ]

    /// - Returns: `nil` if automatic cuts were not requested.
    /// - Throws: `UsageError`.
    func request(_ cuts: CutOptions, _ angles: [Angle], sounds: [Angle]) throws -> DirectorRequest? {
        guard let subject else {
            if let name = cuts.maxShot == nil ? needless : "--max-shot" {
                throw UsageError("\(name) is for automatic cuts; add --switch auto.")
            }
            return nil
        }
        if let longest = cuts.maxShot, let shortest = cuts.minShot, longest < shortest {
            throw UsageError("--max-shot \(longest) is less than --min-shot \(shortest); make it longer.")
        }
        guard try cuts.views(angles).allSatisfy(\.isOfAnyCamera), cuts.view.count < 2 else {
            throw UsageError(
                "--switch auto decides what is shown; --view can only say how a single camera is: single:zoom=1..1.15. --both sets the view for when several people speak."
            )
        }
        if let other = subject.other, let name = ofSpeech {
            throw UsageError("\(name) is for cuts that follow who speaks, and --switch \(other); leave it out.")
        }
        var request = DirectorRequest()
        request.subject = subject
        if let style { request.style = style }
        request.both = try both.map { text throws(UsageError) in
            try cuts.view(text, of: "--both", angles, sounds: sounds)
        }
        request.wide = try wide.map { name throws(UsageError) in try angles.camera(name, of: "--wide \(name)") }
        for text in speaker {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw UsageError(
                    "--speaker \(text): write MICROPHONE=VIEW, such as \((sounds + angles)[0])=\(angles[0]).")
            }
            let microphone = try (sounds + angles).camera(parts[0], of: "--speaker \(text)")
            let view = try cuts.view(parts[1], of: "--speaker", angles, sounds: sounds)
            guard request.speakers.updateValue(view, forKey: microphone) == nil else {
                throw UsageError("--speaker was given twice for \(microphone); give it once for each microphone.")
            }
        }
        request.hasReactions = reactions
        request.longestShot = cuts.maxShot
        request.pinned = try cuts.times(angles, sounds: sounds)
        return request
    }

    /// An option that has no effect on its own.
    private var needless: String? {
        style != nil ? "--style" : ofSpeech
    }

    /// An option for speech only.
    private var ofSpeech: String? {
        both != nil
            ? "--both" : wide != nil ? "--wide" : speaker.isEmpty ? reactions ? "--reactions" : nil : "--speaker"
    }
}

extension DirectorRequest.Style: ExpressibleByArgument {}

extension DirectorRequest.Subject {
    /// What cuts surely follow instead of who speaks.
    fileprivate var other: String? {
        switch self {
        case .auto, .speech: nil
        case .music: "auto:music cuts on the beat"
        case .picture: "auto:picture does not listen"
        }
    }

    /// "auto", "auto:speech", "auto:music", "auto:music:hits", "auto:music:every=4:shift=-1", "auto:picture".
    init?(parsing text: String) {
        let words = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
        switch words {
        case ["auto"]: self = .auto
        case ["auto", "speech"]: self = .speech
        case ["auto", "picture"]: self = .picture
        default:
            guard words.prefix(2) == ["auto", "music"] else { return nil }
            let shifts = words.filter { $0.hasPrefix("shift=") }
            let rules = words.dropFirst(2).filter { !$0.hasPrefix("shift=") }
            guard rules.count <= 1, shifts.count <= 1, let rule = BeatRule(parsing: rules.first ?? "bars"),
                let shift = shifts.first.map({ Double($0.dropFirst("shift=".count)) }) ?? 0, abs(shift) <= 64
            else { return nil }
            self = .music(rule, shift: shift)
        }
    }
}

extension BeatRule {
    /// "bars", "hits", "every=4".
    fileprivate init?(parsing text: Substring) {
        switch text {
        case "bars": self = .bars
        case "hits": self = .hits
        default:
            guard text.hasPrefix("every="), let count = Int(text.dropFirst("every=".count)), (1...64).contains(count)
            else { return nil }
            self = .every(count)
        }
    }
}
