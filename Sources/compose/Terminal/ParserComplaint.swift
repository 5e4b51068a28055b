import Placing
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
        otherWord ?? dashedFile ?? dashedValue ?? secondFile ?? otherName ?? missing ?? otherCommand
            ?? badValue
            ?? guess
            ?? "\(lowercased)\(end) \(hint)"
    }

    /// "--gain front -6dB", "--music song.mp3 -18", "--duck -12dB".
    private var dashedValue: String? {
        guard let match = message.firstMatch(of: /^Unknown option '(-[0-9.][^']*)'/),
            let place = arguments.firstIndex(of: String(match.1))
        else { return nil }
        guard let (option, value) = Hint.option(before: place, in: arguments) else { return nil }
        let typed = [option, value, String(match.1)].filter { !$0.isEmpty }.joined(separator: " ")
        return Hint.joined(option, value, String(match.1), in: arguments).map { "\(typed): write \($0)." }
            ?? "\(typed): what begins with a dash is an option. \(hint)"
    }

    /// "compose rotate clip.mov --degrees 90".
    private var otherWord: String? {
        guard command == nil, unknownOption != nil else { return nil }
        return arguments.first.flatMap(Hint.unknownCommand)
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

    /// What other programs have and this one does not.
    private static let absent = [
        (["speed", "slow", "reverse"], "compose does not change the speed of recordings"),
        (["i", "input"], "name the files without an option"),
    ]

    private var missing: String? {
        guard let name = unknownOption, let why = Self.absent.first(where: { $0.0.contains(name) })?.1,
            let word = arguments.first(where: { $0.isOption(named: name) })
        else { return nil }
        return "there is no option \(word.prefix { $0 != "=" }): \(why). \(hint)"
    }

    /// "unknown option '--swich'; did you mean '--switch'?": ArgumentParser suggests options that share few letters.
    private var guess: String? {
        guard let match = message.firstMatch(of: /^Unknown option '-+([^' =]+)[^']*'/) else { return nil }
        let name = String(match.1)
        if Compose.commands.contains(where: { $0.name == name }) {
            return
                "there is no option --\(name); it is a command: compose \(name) … 'compose help \(name)' explains it."
        }
        let longer = options.filter { $0.hasPrefix(name) }
        let parts = options.filter { $0.split(separator: "-").contains(match.1) }
        let near =
            [longer, parts].first { (1...3).contains($0.count) } ?? nearestWord(to: name, in: options).map { [$0] }
        let meant = near.map { list($0.map { "'--\($0)'" }, "or") }
        return "unknown\(match.0.dropFirst("Unknown".count))\(meant.map { "; did you mean \($0)?" } ?? ".") \(hint)"
    }

    /// The names of the command's options.
    private var options: [String] {
        Compose.commandTypes.first { $0._commandName == command ?? "render" }.map { type in
            OptionList(of: type).options.filter(\.shouldDisplay).map(\.name).filter {
                $0 != "help" && $0 != "version"
            }
        } ?? []
    }

    /// The name of the option that is unknown.
    private var unknownOption: String? {
        message.firstMatch(of: /^Unknown option '-+([^' =]+)/).map { String($0.1) }
    }

    private var otherName: String? {
        guard let name = unknownOption, let ours = Hint.option(for: name, in: arguments),
            ours.split(separator: " ").allSatisfy({ !$0.hasPrefix("--") || options.contains(String($0.dropFirst(2))) }),
            let word = arguments.first(where: { $0.isOption(named: name) })
        else { return nil }
        return "there is no option \(word.prefix { $0 != "=" }); use \(ours). \(hint)"
    }

    /// An option that only other commands have.
    private var otherCommand: String? {
        guard let name = unknownOption, let word = arguments.first(where: { $0.isOption(named: name) }) else {
            return nil
        }
        let owners = Compose.commandTypes.filter { type in
            OptionList(of: type).options.contains { $0.shouldDisplay && $0.isSpelled(word) }
        }.map { $0._commandName }
        guard let owner = owners.contains("render") ? "render" : owners.first else { return nil }
        return "\(word.prefix { $0 != "=" }) belongs to 'compose \(owner)', not to 'compose \(command ?? "render")'."
    }

    private var badValue: String? {
        guard
            let match = message.wholeMatch(
                of: /The value '(.*?)' is invalid for '(\S+)[^']*'(?:: |\. Please provide )(.+)/)
        else { return nil }
        // "--skip 1:00 1:20": what follows belongs to it.
        if let place = arguments.firstIndex(of: String(match.1)), arguments.indices.contains(place + 1),
            case let next = arguments[place + 1], FileIdentity(path: next) == nil,
            let meant = Hint.joined(String(match.2), String(match.1), next, in: arguments)
        {
            return "\(match.2) \(match.1) \(next): write \(meant)."
        }
        let takes = Self.choice(match.3)
        let value = match.1.isEmpty ? "''" : String(match.1)
        let words = takes.matches(of: /'([^']+)'/).map { String($0.1) }
        let meant =
            Hint.value(value, of: String(match.2)) ?? nearestWord(to: value.lowercased(), in: words)
            ?? words.first { value.count > 2 && ($0.hasPrefix(value) || value.hasPrefix($0)) }
        let sentence = "\(match.2) \(value): \(takes.replacing("' and '", with: "' or '"))"
        guard let meant, sentence.hasSuffix(".") else { return sentence }
        return "\(sentence.dropLast()); did you mean '\(meant)'?"
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
