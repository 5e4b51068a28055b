import Placing
import ArgumentParser
import Timelines
import MediaIO
import MediaTime
import Planning
import Timeline
import Parameters

/// The input files, and which camera each is.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The recordings: FILE, CAMERA=FILE, or the folder of one recording. A sound file (mic=voice.wav) is heard and never shown. Without any, the only pair in this folder.",
            valueName: "file"),
        completion: .recordings)
    var files: [String] = []

    @OptionGroup var cameras: CameraOptions

    /// The plan file given instead of recordings, without options that it determines; `nil` for recordings.
    func planFile() throws -> String? {
        try checkForStrayWords()
        // The first word may have been meant as a command.
        if let complaint = files.first.flatMap(Hint.unknownCommand) { throw UsageError(complaint) }
        try checkForTimelines()
        guard let plan = files.first(where: PlanFile.isTimeline) else { return nil }
        guard files.count == 1 else {
            throw UsageError("\(plan) already lists its recordings; give the plan file alone.")
        }
        let about = OptionList(of: FilmArguments.self).options.filter { option in
            FurtherOptions.traits[option.name] == nil && CommandWords.current.contains(where: option.isSpelled)
        }
        guard about.isEmpty else {
            let traits = [OptionTraits](of: FilmOptions.self)
            let version =
                about.allSatisfy { traits[$0.name]?.also != nil }
                ? " Another version is written with --also FILE:\(about.map { "\($0.name)=…" }.joined(separator: ","))."
                : ""
            throw UsageError(
                "\(plan) already determines how the film is cut and encoded. Leave out \(list(about.map { "--\($0.name)" }, "and")), or make a new plan: 'compose plan' with the recordings and these options.\(version)"
            )
        }
        return plan
    }

    /// Files of other programs that cannot be read, though 'compose export' writes them.
    private func checkForTimelines() throws(UsageError) {
        for file in files {
            guard let format = ExchangeFormat(exportedTo: file), FileIdentity(path: file) != nil else { continue }
            guard format != .csv else {
                throw UsageError("\(file) is a list of cuts; name the recordings, and add --switch-at @\(file).")
            }
            guard !PlanFile.isTimeline(file) else { continue }
            throw UsageError(
                "\(file): of other programs' timelines, OpenTimelineIO (.otio), Final Cut Pro 7 XML (.xml) and edit decision lists (.edl) are read; export one of these."
            )
        }
    }

    /// Probes and places the files.
    ///
    /// - Parameters:
    ///   - isSilent: hides the status while the sound of long files is read.
    ///   - probing: probes files; may return cached results.
    ///   - hearing: is told about the sound that is read.
    func recording(
        isSilent: Bool = false, probing: (([Input]) throws -> [MediaInfo]) = { try MediaInfo.probing($0) },
        hearing: @escaping @Sendable (Hearing) -> Void = { _ in }
    ) throws -> (recording: Recording, inputs: [Input]) {
        guard !files.contains("") else {
            throw UsageError("'' is not a file name; name the recordings, such as front.mov back.mov.")
        }
        try checkForStrayWords()
        try checkForOutput()
        let production = try files.count <= 1 ? Self.production(files.first ?? ".") : nil
        if production == nil, files.count == 1, isFolder(files[0]) {
            let found = try RecordingPair.found(in: files[0])
            var result = try cameras.recording(
                of: found.inputs, isSilent: isSilent, probing: { _ in found.infos }, hearing: hearing)
            result.recording.notes = found.notes + result.recording.notes
            return result
        }
        let inputs =
            try production?.inputs ?? (files.isEmpty ? RecordingPair.inCurrentFolder() : files.map(Self.input))
        try Self.checkDistinct(inputs)
        var result = try cameras.recording(of: inputs, isSilent: isSilent, probing: probing, hearing: hearing)
        result.recording.live = production?.cut
        return result
    }

    /// The folder of a live production, or its live cut.
    private static func production(_ path: String) throws -> LiveProduction? {
        do { return try LiveProduction(path) } catch { throw UsageError("\(error).", status: .badData) }
    }

    /// What continues the value of an option after a space is taken for a file.
    private func checkForStrayWords() throws(UsageError) {
        let arguments = CommandWords.current
        for word in files where FileIdentity(path: word) == nil && !MediaFileName.isRecording(word) {
            let place = arguments.firstIndex(of: word)
            let before = place.flatMap { Hint.option(before: $0, in: arguments) }
            if let (option, value) = before, !value.isEmpty, let place {
                let start = value.hasSuffix(",") ? String(value.dropLast()) : value
                let rest = arguments[place...].prefix { other in
                    !other.hasPrefix("-") && FileIdentity(path: other) == nil && !MediaFileName.isRecording(other)
                }
                if let (count, meant) = Hint.continued(option, start, Array(rest), in: arguments) {
                    let typed = ([option, value] + rest.prefix(count)).joined(separator: " ")
                    throw UsageError("\(typed): write \(meant).")
                }
                if Hint.takesValue(option), !word.contains(where: { "./=".contains($0) }) {
                    throw UsageError("\(word) is not a file, and \(option) takes one value; '\(value)' is one already.")
                }
            }
            guard (try? SwitchTime.list(parsing: word, angles: [])) != nil else { continue }
            if let (option, value) = before, !value.isEmpty, option != "--switch-at" {
                throw UsageError("\(word) is not a file, and \(option) takes one value; '\(value)' is one already.")
            }
            throw UsageError(
                "\(word) is not a file; a list of times is written without spaces, such as --switch-at 3s,6s.")
        }
    }

    /// The film's name typed after the recordings, as for 'cp'.
    private func checkForOutput() throws(UsageError) {
        let arguments = CommandWords.current
        guard files.count > 2, let last = files.last, (try? FileIdentity(path: Self.input(last).path)) == nil,
            files.dropLast().allSatisfy({ FileIdentity(path: $0) != nil }),
            MediaFileName.videoEndings.contains(where: { last.lowercased().hasSuffix("." + $0) }),
            !arguments.contains(where: { $0 == "-o" || $0.hasPrefix("--output") })
        else { return }
        throw UsageError("\(last): no such file. If it is the film to write, use -o \(last).")
    }

    /// A file is only given again under another name, or for another of its sounds.
    static func checkDistinct(_ inputs: [Input]) throws(UsageError) {
        guard let (path, other) = repeated(inputs).first else { return }
        throw UsageError(
            other == path
                ? "\(path) was given twice; name each use of it, such as anna=\(path) ben=\(path), or a sound in it, such as \(path):channel=1."
                : "\(path) is the same file as \(other), so it was given twice; name each recording once.")
    }

    /// For commands that compare whole files.
    static func checkDistinct(_ paths: [String]) throws(UsageError) {
        guard let (path, other) = repeated(paths.map { Input(path: $0) }).first else { return }
        throw UsageError(
            "\(path) \(other == path ? "was given twice" : "is the same file as \(other)"); name each recording once.")
    }

    /// The files that were given before: by the same path, another spelling, a symbolic or a hard link.
    private static func repeated(_ inputs: [Input]) -> [(path: String, other: String)] {
        var seen: [FileIdentity: [Input]] = [:]
        return inputs.compactMap { input in
            guard let identity = FileIdentity(path: input.path) else { return nil }
            let others = seen[identity] ?? []
            seen[identity, default: []].append(input)
            let same = others.first { other in
                other.path != input.path
                    || (other.angle == nil || input.angle == nil || other.angle == input.angle)
                        && other.part == input.part
            }
            return same.map { (input.path, $0.path) }
        }
    }

    /// "FILE", or "CAMERA=FILE"; either may end in ":channel=1" or another part of the file.
    static func input(_ text: String) throws -> Input {
        // If a file has the whole text as its name, that file is used, equals sign or not.
        guard FileIdentity(path: text) == nil, let equals = text.firstIndex(of: "="),
            !text[..<equals].contains("/"), equals != text.startIndex, !isPart(text[..<equals])
        else { return try part(of: Input(path: text)) }
        let (name, path) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
        guard !["none", "follow", "mix", "speaker"].contains(name.lowercased()) else {
            throw UsageError("\(text): '\(name)' is reserved for --audio; give the camera another name.")
        }
        guard !path.isEmpty else {
            throw UsageError("\(text): there is no file name after the equals sign; write \(name)=FILE.")
        }
        return try part(of: Input(path: path, angle: Angle(name)))
    }

    /// Whether the text before an equals sign is the name of a file and the beginning of a part: "lav.wav:channel".
    private static func isPart(_ text: Substring) -> Bool {
        text.lastIndex(of: ":").map { FileIdentity(path: String(text[..<$0])) != nil } == true
    }

    /// The input with the part that its path ends in, unless a file has that name.
    private static func part(of input: Input) throws -> Input {
        guard FileIdentity(path: input.path) == nil, let colon = input.path.lastIndex(of: ":") else { return input }
        let (path, text) = (String(input.path[..<colon]), input.path[input.path.index(after: colon)...])
        var input = input
        do {
            if let part = try FilePart(parsing: text) {
                (input.path, input.part) = (path, part)
            } else if FileIdentity(path: path) != nil {
                throw UsageError(
                    "\(input.path): after the name of a file come channel=1, track=2, video=2 or split.")
            }
        } catch let error as FilePartError {
            throw UsageError("\(path):\(error).")
        }
        return input
    }
}
