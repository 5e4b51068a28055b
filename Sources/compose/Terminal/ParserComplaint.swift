import Archive
import ArgumentParser
import MediaIO
import Parameters

/// ArgumentParser's complaint about a command line, as one sentence in our style.
struct ParserComplaint {
    /// ArgumentParser's own message, without usage and help.
    let message: String
    /// The command named, if any.
    let command: String?
    let arguments: [String]

    init(message: String, command: String?, arguments: [String]) {
        self.message = message.split { $0.isWhitespace }.joined(separator: " ")
        self.command = command
        self.arguments = arguments
    }

    /// "--codec mpeg2: use 'h264' or 'hevc'.", "unknown option '--swich'. 'compose help render' lists the options."
    var sentence: String {
        dashedFile ?? dashedValue ?? secondFile ?? otherName ?? missing ?? otherCommand ?? badValue ?? farGuess
            ?? "\(lowercased)\(end) \(hint)"
    }

    /// "--gain front -6dB", "--duck -12dB".
    private var dashedValue: String? {
        guard let match = message.firstMatch(of: /^Unknown option '(-[0-9.][^']*)'/),
            let place = arguments.firstIndex(of: String(match.1)), place > 0
        else { return nil }
        let before = arguments[max(0, place - 2)..<place]
        guard let option = before.last(where: { $0.hasPrefix("--") }) else { return nil }
        let typed = before.drop { $0 != option }.joined(separator: " ")
        return "\(typed) \(match.1): write \(typed)=\(match.1)."
    }

    /// A file name that begins with a dash was parsed as an option.
    private var dashedFile: String? {
        let file = arguments.first { word in
            let ending = word.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
            return word.hasPrefix("-") && !word.contains("=")
                && (FileIdentity(path: word) != nil || MediaFileName.videoEndings.contains(ending))
        }
        return file.map {
            "\($0): a word that begins with a dash is an option; for a file with this name, write ./\($0)."
        }
    }

    /// "compose export front.mov back.mov".
    private var secondFile: String? {
        let recordings = arguments.filter { MediaFileName.isRecording($0) }
        guard command == "export", recordings.count > 1 else { return nil }
        return "'compose export' takes one plan file (.otio); write one with 'compose plan … -o plan.otio'."
    }

    /// Names that other programs use for our options.
    private static let otherNames = [
        "no-audio": "--audio none", "no-sound": "--audio none", "an": "--audio none", "volume": "--gain",
        "force": "--overwrite", "yes": "--overwrite", "out": "--output", "outfile": "--output",
        "resolution": "--size", "aspect": "--size", "aspect-ratio": "--size", "framerate": "--fps",
        "frame-rate": "--fps", "interval": "--switch-every", "start": "--from", "end": "--to", "length": "--duration",
        "trim": "--from and --to", "quality": "--crf", "layout": "--view", "filter": "--look", "lut": "--look lut:FILE",
        "pip": "--view pip", "split": "--view split", "grid": "--view grid", "border": "--view pip:border=0.01",
        "vertical": "--size 9:16", "portrait": "--size 9:16", "flip": "--mirror", "fade": "--fade-in and --fade-out",
        "music-volume": "--music FILE:gain=-18dB", "music-gain": "--music FILE:gain=-18dB",
        "brightness": "--adjust exposure=0.3", "contrast": "--adjust contrast=1.1", "swap": "front=FILE back=FILE",
        "pip-position": "--view pip:corner=top-left", "pip-corner": "--view pip:corner=top-left",
        "pip-size": "--view pip:size=0.25", "mic": "mic=FILE --audio mic", "lufs": "--loudness",
        "loudnorm": "--loudness", "delay": "--offset", "shift": "--offset", "every": "--switch-every",
        "mix": "--audio mix", "crop": "--zoom front=1.5@0.5,0.4", "ss": "--from", "blur": "--fit blur",
        "y": "--overwrite", "bgm": "--music", "auto": "--switch auto", "acodec": "--audio-codec", "vcodec": "--codec",
        "resize": "--size", "scale": "--size", "quiet": "--progress none", "silent": "--progress none",
        "q": "--progress none", "gpu": "--encoder", "threads": "--jobs", "cut": "--switch-at", "order": "--start-with",
        "effect": "--transition", "xfade": "--transition",
    ]

    /// What other programs have and this one does not.
    private static let absent = [
        (
            ["title", "titles", "text", "subtitle", "subtitles", "srt", "caption", "captions"],
            "compose draws no titles or subtitles; --label shows the cameras' names"
        ),
        (["watermark", "logo", "overlay"], "compose lays no images over the film"),
        (["speed", "slow", "reverse"], "compose does not change the speed of recordings"),
        (["i", "input"], "name the files without an option"),
    ]

    private var missing: String? {
        guard let name = unknownOption, let why = Self.absent.first(where: { $0.0.contains(name) })?.1,
            let word = arguments.first(where: { $0.isOption(named: name) })
        else { return nil }
        return "there is no option \(word.prefix { $0 != "=" }): \(why). \(hint)"
    }

    /// ArgumentParser suggests options that share few letters with the unknown one.
    private var farGuess: String? {
        guard let match = message.wholeMatch(of: /(Unknown option '-+([^' =]+)[^']*')\. Did you mean '-+([^']+)'\?/),
            nearestWord(to: String(match.2), in: [String(match.3)]) == nil
        else { return nil }
        return "\(match.1.prefix(1).lowercased())\(match.1.dropFirst()). \(hint)"
    }

    /// The name of the option that is unknown.
    private var unknownOption: String? {
        message.firstMatch(of: /^Unknown option '-+([^' =]+)/).map { String($0.1) }
    }

    private var otherName: String? {
        guard let name = unknownOption, let ours = Self.otherNames[name],
            let word = arguments.first(where: { $0.isOption(named: name) })
        else { return nil }
        return "there is no option \(word.prefix { $0 != "=" }); use \(ours). \(hint)"
    }

    /// The command with an option that the others do not have.
    private static let owners = [
        "jobs": "render", "verify": "render", "strict": "render", "dry-run": "render", "n": "render",
        "progress": "render", "chunk": "render", "fresh": "render", "explain": "plan", "json": "plan", "at": "still",
        "sheet": "transitions", "cell": "transitions", "columns": "transitions", "bake": "reorient", "deep": "probe",
    ]

    private var otherCommand: String? {
        guard let name = unknownOption, let owner = Self.owners[name], owner != command ?? "render",
            let word = arguments.first(where: { $0.isOption(named: name) })
        else { return nil }
        return "\(word.prefix { $0 != "=" }) belongs to 'compose \(owner)', not to 'compose \(command ?? "render")'."
    }

    private var badValue: String? {
        guard
            let match = message.wholeMatch(
                of: /The value '(.*?)' is invalid for '(\S+)[^']*'(?:: |\. Please provide )(.+)/)
        else { return nil }
        let takes = Self.choice(match.3)
        let value = match.1.isEmpty ? "''" : match.1
        return "\(match.2) \(value): \(takes.replacing("' and '", with: "' or '"))"
    }

    /// "use 'h264' or 'hevc'." from "one of 'h264' and 'hevc'." or, as long lists are, from "one of the following: - h264
    /// - hevc".
    private static func choice(_ text: Substring) -> String {
        let start = "one of the following: - "
        guard text.hasPrefix(start) else {
            return text.hasPrefix("one of") ? "use" + text.dropFirst("one of".count) : String(text)
        }
        let words = text.dropFirst(start.count).split(separator: " - ").map { "'\($0)'" }
        return "use \(list(words, "or"))."
    }

    private var lowercased: String { message.prefix(1).lowercased() + message.dropFirst() }
    private var end: String { message.last.map { ".?!".contains($0) } == true ? "" : "." }

    private var hint: String { "'compose help \(command ?? "render")' lists the options." }
}

extension String {
    /// "--jobs", "--jobs=2", "-n".
    fileprivate func isOption(named name: String) -> Bool {
        hasPrefix("-") && drop { $0 == "-" }.prefix { $0 != "=" } == name
    }
}
