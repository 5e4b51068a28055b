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
                guard let option = Self.known[key.text], Self.known.traits(of: key.text).use != .perCall else {
                    throw YAMLMapping.Failure(line: key.line, reason: Self.unknown(key.text))
                }
                guard let value = OptionValue(value) else {
                    throw YAMLMapping.Failure(
                        line: key.line, reason: "'\(key.text)' has no value; add one, or remove the line.")
                }
                arguments.append((option, option.words(value).map { fromFolder($0, of: option) }, key.line))
            }
        } catch let failure as YAMLMapping.Failure {
            throw usage(failure)
        }
    }

    private static var known: OptionList { OptionList(of: RenderCommand.self) }

    private func usage(_ failure: YAMLMapping.Failure) -> UsageError {
        let end = failure.reason.last.map { ".?".contains($0) } == true ? "" : "."
        return UsageError("\(path):\(failure.line): \(failure.reason)\(end)")
    }

    private static func unknown(_ name: String) -> String {
        let names = known.options.map(\.name).filter { known.traits(of: $0).use != .perCall }
        let suggestion = nearestWord(to: name, in: names).map { "; did you mean '\($0)'?" }
        return "there is no option '\(name)'" + (suggestion ?? "; 'compose init' writes a file with all options.")
    }

    /// "--look=front=lut:a.cube:amount=0.5" with the path from the folder of this file, if the file is there.
    private func fromFolder(_ word: String, of option: OptionList.Option) -> String {
        let folder = FilePath(path).folder
        guard folder != "." else { return word }
        let name = Self.names(in: word, of: option).first { name in
            name.contains(".") && !name.hasPrefix("/") && FileIdentity(path: "\(folder)/\(name)") != nil
        }
        guard let name else { return word }
        return word[..<name.startIndex] + "\(folder)/" + word[name.startIndex...]
    }

    /// What may be the name of a file in the value of an option, the longest first: "a.cube:amount=0.5", "a.cube".
    private static func names(in word: String, of option: OptionList.Option) -> [Substring] {
        let value = word.dropFirst("--\(option.name)=".count)
        let starts = known.traits(of: option.name).filesFollow.flatMap { mark in
            mark.isEmpty ? [value.startIndex] : value.ranges(of: mark).map(\.upperBound)
        }
        let ends = [value.endIndex] + value.indices.reversed().filter { ":@,".contains(value[$0]) }
        return starts.flatMap { start in ends.filter { start < $0 }.map { value[start..<$0] } }
    }

    /// The files that it names outside its folder, wherever links lead.
    private func namesOutside() -> [String] {
        let folder = FileSystem.canonical(FilePath(path).folder)
        return arguments.flatMap { option, words, _ in
            words.compactMap { word in
                Self.names(in: word, of: option).map(String.init).first { name in
                    guard name.contains(where: { "./".contains($0) }), FileIdentity(path: name) != nil else {
                        return false
                    }
                    let place = FileSystem.canonical(name)
                    return !place.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
                }
            }
        }
    }

    /// Checks everything that does not need the recordings.
    ///
    /// - Throws: `UsageError` with the first line at fault.
    func check() throws(UsageError) {
        for (_, words, line) in arguments {
            do { _ = try RenderCommand.parse(words) } catch {
                let complaint = ParserComplaint(
                    message: RenderCommand.message(for: error), command: "render", arguments: words)
                throw usage(YAMLMapping.Failure(line: line, reason: complaint.sentence))
            }
        }
    }

    /// The command line with the file's options inserted: those that the command has and that are not typed.
    ///
    /// - Throws: `UsageError` for an option that this file may not set.
    func expanded(_ typed: [String], for known: OptionList) throws(UsageError) -> [String] {
        let given = known.options.filter { typed.contains(where: $0.isSpelled) }.map(\.name)
        var used = self
        used.arguments = arguments.filter { option, words, _ in
            known[option.name] != nil && !words.isEmpty
                && !given.contains { $0 == option.name || known.overrides($0, option.name) }
        }
        if isFound {
            for (option, _, line) in used.arguments where known.traits(of: option.name).use == .writes {
                throw UsageError(
                    "\(path):\(line): '\(option.name)' decides what is written or replaced, which a file that was only found may not; add --config \(path) if it is yours, or --config none to ignore it."
                )
            }
            let names = used.namesOutside()
            if !names.isEmpty {
                Notes.add(
                    "\(path) names \(list(names, "and")), outside its folder (--config none ignores it)", .other,
                    about: path)
            }
        }
        return used.arguments.flatMap(\.words) + typed
    }

    /// An error message about an option of this file, with its line.
    func located(_ sentence: String, _ typed: [String]) -> String {
        let place = arguments.first { option, words, _ in
            let names = words.flatMap { Self.names(in: $0, of: option) }
            return !typed.contains(where: option.isSpelled)
                && (["--\(option.name) ", "--\(option.name):"] + names.map { "\($0): " } + names.map { "\($0) is " })
                    .contains(where: sentence.hasPrefix)
        }
        return place.map { "\(path):\($0.line): \(sentence)" } ?? sentence
    }
}

extension OptionValue {
    /// `nil` for an empty word.
    fileprivate init?(_ value: YAMLMapping.Value) {
        switch value {
        case .word(let word):
            guard !word.text.isEmpty else { return nil }
            self.init(word.text)
        case .list(let words):
            guard !words.contains(where: \.text.isEmpty) else { return nil }
            self = .list(words.map(\.text))
        case .mapping(let pairs): self = .mapping(pairs.map { ($0.key.text, $0.value.text) })
        }
    }
}
