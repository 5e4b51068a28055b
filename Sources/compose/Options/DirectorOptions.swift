import ArgumentParser
import Planning
import Timeline

/// Automatic cuts based on the content, decided from the whole recording.
struct DirectorOptions: ParsableArguments {
    @Option(
        name: .customLong("switch"),
        help: ArgumentHelp(
            "auto: cut to whoever speaks, told by comparing the sound of the cameras; each should be nearest to one speaker. 'compose plan --explain' gives the reason of every cut.",
            valueName: "auto"), completion: .list(["auto"]),
        transform: reading("use auto, or auto:speech; for a fixed interval there is --switch-every.") { text in
            ["auto", "auto:speech"].contains(text.lowercased()) ? Subject.speech : nil
        })
    var subject: Subject?

    @Option(
        help:
            "How long automatic shots are: calm (3.5s and more), normal (2s and more) or lively (1.2s and more). (default: normal)"
    )
    var style: DirectorRequest.Style?

    @Option(
        help: ArgumentHelp(
            "What automatic cuts show while several speak at once for a while: a view or a camera, such as split. (default: the shot stays)",
            valueName: "view"), completion: .views)
    var both: String?

    @Option(
        help: ArgumentHelp(
            "The camera that shows everybody: shown while several speak at once, and now and then in a long shot. (default: a camera without sound)",
            valueName: "camera"), completion: .cameras)
    var wide: String?

    @Flag(help: "Let automatic cuts interrupt a long shot by a short one of the listener.")
    var reactions = false

    /// What cuts follow.
    enum Subject { case speech }

    /// - Returns: `nil` where nobody asked for automatic cuts.
    /// - Throws: `UsageError`.
    func request(_ cuts: CutOptions, _ angles: [Angle], sounds: [Angle]) throws(UsageError) -> DirectorRequest? {
        guard subject != nil else {
            if let name = needless { throw UsageError("\(name) is for automatic cuts; add --switch auto.") }
            return nil
        }
        guard cuts.switchEvery == nil, cuts.switchAt.isEmpty else {
            throw UsageError(
                "--switch auto cannot be used together with \(cuts.switchEvery == nil ? "--switch-at" : "--switch-every"); give one."
            )
        }
        guard cuts.view.isEmpty else {
            throw UsageError(
                "--view and --switch auto cannot be used together; --both names the view for when several speak.")
        }
        var request = DirectorRequest()
        if let style { request.style = style }
        request.both = try both.map { text throws(UsageError) in
            try cuts.view(text, of: "--both", angles, sounds: sounds)
        }
        request.wide = try wide.map { name throws(UsageError) in try angles.camera(name, of: "--wide \(name)") }
        request.hasReactions = reactions
        return request
    }

    /// An option that has no effect on its own.
    private var needless: String? {
        style != nil ? "--style" : both != nil ? "--both" : wide != nil ? "--wide" : reactions ? "--reactions" : nil
    }
}

extension DirectorRequest.Style: ExpressibleByArgument {}
