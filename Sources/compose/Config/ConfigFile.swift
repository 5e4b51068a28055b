import ArgumentParser
import MediaIO
import Parameters
import Platform

/// Options in a file, which apply as if typed before those of the command line.
struct ConfigFile {
    static let usualName = "compose.yaml"

    let path: String
    /// Whether it was found, and not named: it may have come with somebody's recordings.
    let isFound: Bool
    /// As on a command line: the options in order, each with its line number.
    private var arguments: [(option: OptionList.Option, words: [String], line: Int)] = []

    /// Groups of alternatives: choosing one on the command line overrides the others in the file.
    private static let alternatives: [Set<String>] = [
        ["switch", "switch-every", "switch-at"], ["to", "duration"], ["loudness", "normalize"], ["crf", "bitrate"],
    ]
    /// - Throws: `MediaError` if it cannot be read, `UsageError` with the line of the error.
    init(_ path: String, isFound: Bool = false) throws {
        (self.path, self.isFound) = (path, isFound)
        guard try checkInputFile(path) < 1 << 20 else {
            throw UsageError(
                "\(path) has more than 1 MB, which are no options\(isFound ? "; --config none ignores it" : "").")
        }
        guard let data = FileSystem.contents(ofFile: path) else {
            throw MediaError.cannotRead(path: path, reason: lastError())
        }
        do {
            for (key, value) in try YAMLMapping(parsing: data).entries {
                guard let option = Self.known[key.text], OptionUse.of(key.text) != .perCall else {
                    throw YAMLMapping.Failure(line: key.line, reason: Self.unknown(key.text, Self.known))
                }
                let words = try Self.words(option, key.text, value).map {
                    OptionUse.of(key.text) == .reads ? fromFolder($0) : $0
                }
                do { try ArgumentText.checkValues(words) } catch {
                    throw YAMLMapping.Failure(
                        line: key.line, reason: "'\(key.text)' has no value; add one, or remove the line.")
                }
                arguments.append((option, words, key.line))
            }
            // The line at fault is searched for only if there is an error.
            if (try? RenderCommand.parse(arguments.flatMap(\.words))) == nil {
                for (_, words, line) in arguments { try Self.check(words, line: line) }
            }
        } catch let failure as YAMLMapping.Failure {
            throw UsageError(
                "\(path):\(failure.line): \(failure.reason)\(failure.reason.last.map { ".?".contains($0) } == true ? "" : ".")"
            )
        }
    }

    private static let known = OptionList(of: RenderCommand.self)

    private static func unknown(_ name: String, _ known: OptionList) -> String {
        let names = known.options.compactMap(\.name).filter { OptionUse.of($0) != .perCall }
        let suggestion = nearestWord(to: name, in: names).map { "; did you mean '\($0)'?" }
        return "there is no option '\(name)'" + (suggestion ?? "; 'compose init' writes a file with all options.")
    }

    /// "look: {front: warm}" is --look front=warm, "duck: {depth: 9dB, release: 2s}" is --duck depth=9dB,release=2s.
    private static func words(
        _ option: OptionList.Option, _ name: String, _ value: YAMLMapping.Value
    ) throws(YAMLMapping.Failure) -> [String] {
        switch value {
        case .word(let word):
            guard
                let answer = ["yes": true, "true": true, "on": true, "no": false, "false": false, "off": false][
                    word.text.lowercased()]
            else { return ["--\(name)=\(word.text)"] }
            // --smart off is a value; --mono off means that the option is not set.
            if word.text.lowercased() == "off", !option.isFlag { return ["--\(name)=off"] }
            guard answer else {
                // An option that is not set; where that means a default, such as a dissolve, it must name a value.
                let hasDefault = option.defaultValue == nil && option.abstract?.contains("(default: ") == true
                return option.isFlag || !hasDefault ? [] : ["--\(name)=\(word.text)"]
            }
            // An option with an optional value would take the next word for it.
            return [option.isFlag ? "--\(name)" : "--\(name)=\(option.defaultValue ?? word.text)"]
        case .list(let words): return joined(option, name, words.map(\.text))
        case .mapping(let pairs): return joined(option, name, pairs.map { "\($0.key.text)=\($0.value.text)" })
        }
    }

    /// "--look=front=lut:a.cube:amount=0.5" with the path from the folder of this file, if the file is there.
    private func fromFolder(_ word: String) -> String {
        let folder = AtomicFile.split(path).folder
        guard folder != "." else { return word }
        let name = Self.names(in: word).first { name in
            name.contains(".") && !name.hasPrefix("/") && FileIdentity(path: "\(folder)/\(name)") != nil
        }
        guard let name else { return word }
        return word[..<name.startIndex] + "\(folder)/" + word[name.startIndex...]
    }

    /// What may be the name of a file in the value of an option, the longest first: "lut:a.cube:amount=0.5",
    /// "lut:a.cube", "a.cube:amount=0.5" ….
    private static func names(in word: String) -> [Substring] {
        let starts = word.indices.filter { "=:@".contains(word[$0]) }.map(word.index(after:))
        let ends = [word.endIndex] + word.indices.reversed().filter { ":@,".contains(word[$0]) }
        return starts.flatMap { start in ends.filter { start < $0 }.map { word[start..<$0] } }
    }

    /// The files that it names outside its folder, wherever links lead.
    private func namesOutside(_ words: [String]) -> [String] {
        let folder = FileSystem.canonical(AtomicFile.split(path).folder)
        return words.compactMap { word in
            Self.names(in: word).map(String.init).first { name in
                guard name.contains(where: { "./".contains($0) }), FileIdentity(path: name) != nil else { return false }
                let place = FileSystem.canonical(name)
                return !place.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
            }
        }
    }

    private static func joined(_ option: OptionList.Option, _ name: String, _ values: [String]) -> [String] {
        option.isRepeating ? values.map { "--\(name)=\($0)" } : ["--\(name)=\(values.joined(separator: ","))"]
    }

    /// Checks everything that does not need the recordings.
    private static func check(_ words: [String], line: Int) throws(YAMLMapping.Failure) {
        do { _ = try RenderCommand.parse(words) } catch {
            let complaint = ParserComplaint(
                message: RenderCommand.message(for: error), command: "render", arguments: words)
            throw YAMLMapping.Failure(line: line, reason: complaint.sentence)
        }
    }

    /// The command line with the file's options inserted: those that the command has and that are not typed.
    ///
    /// - Throws: `UsageError` for an option that this file may not set.
    func expanded(_ typed: [String], for command: any ParsableCommand.Type) throws(UsageError) -> [String] {
        let known = command == RenderCommand.self ? Self.known : OptionList(of: command)
        let isTyped = { (name: String) in known[name].map { typed.contains(where: $0.isSpelled) } ?? false }
        let added = arguments.filter { option, _, _ in
            guard let name = option.name, known[name] != nil, !isTyped(name) else { return false }
            return !Self.alternatives.contains { $0.contains(name) && $0.contains(where: isTyped) }
        }
        if isFound,
            let (option, _, line) = added.first(where: {
                OptionUse.of($0.option.name ?? "") == .writes && !$0.words.isEmpty
            })
        {
            throw UsageError(
                "\(path):\(line): '\(option.name ?? "")' decides what is written or replaced, which a file that was only found may not; add --config \(path) if it is yours, or --config none to ignore it."
            )
        }
        let reading = added.filter { OptionUse.of($0.option.name ?? "") == .reads }.flatMap(\.words)
        if isFound, case let names = namesOutside(reading), !names.isEmpty {
            Notes.add(
                "\(path) names \(list(names, "and")), outside its folder (--config none ignores it)", .other,
                about: path)
        }
        return added.flatMap(\.words) + typed
    }

    /// An error message about an option of this file, with its line.
    func located(_ sentence: String, _ typed: [String]) -> String {
        let place = arguments.first { option, _, _ in
            option.name.map { sentence.hasPrefix("--\($0) ") || sentence.hasPrefix("--\($0):") } == true
                && !typed.contains(where: option.isSpelled)
        }
        return place.map { "\(path):\($0.line): \(sentence)" } ?? sentence
    }
}
