import Placing
import ArgumentParser
import MediaIO
import MediaTime
import Parameters
import Planning
import Platform
import Timeline
import Transitions

/// What was probably meant by words that are not accepted. What is suggested would be accepted.
enum Hint {
    /// Examples of our options for names that other programs use.
    static let options = [
        "no-audio": "--audio none", "no-sound": "--audio none", "an": "--audio none", "volume": "--gain front=-6dB",
        "force": "--overwrite", "yes": "--overwrite", "y": "--overwrite", "out": "--output FILE.mp4",
        "outfile": "--output FILE.mp4", "resolution": "--size 1080p", "resize": "--size 720p", "scale": "--size 720p",
        "aspect": "--size 9:16", "aspect-ratio": "--size 9:16", "vertical": "--size 9:16", "portrait": "--size 9:16",
        "framerate": "--fps 30", "frame-rate": "--fps 30", "r": "--fps 30", "interval": "--switch-every 5s",
        "every": "--switch-every 5s", "cut": "--switch-at 3s,6s", "cuts": "--switch-at 3s,6s", "auto": "--switch auto",
        "order": "--start-with front", "start": "--from 0:10", "ss": "--from 0:10", "end": "--to 1:00",
        "length": "--duration 20s", "t": "--duration 20s", "trim": "--from 0:10 --to 1:00", "quality": "--crf 20",
        "layout": "--view pip", "pip": "--view pip", "split": "--view split", "grid": "--view grid",
        "border": "--view pip:border=0.01", "pip-position": "--view pip:corner=top-left",
        "pip-corner": "--view pip:corner=top-left", "pip-size": "--view pip:size=0.25", "filter": "--look warm",
        "lut": "--look lut:FILE.cube", "flip": "--mirror front", "fade": "--fade-in 500ms --fade-out 500ms",
        "brightness": "--adjust exposure=0.3", "contrast": "--adjust contrast=1.1",
        "saturation": "--adjust saturation=1.1", "crop": "--size 9:16 --fit fill", "blur": "--fit blur",
        "effect": "--transition wipe", "xfade": "--transition wipe", "bgm": "--music FILE.mp3",
        "music-volume": "--music FILE.mp3:gain=-18dB", "music-gain": "--music FILE.mp3:gain=-18dB",
        "mix": "--audio mix", "mic": "mic=FILE.wav --audio mic", "swap": "front=FILE.mp4 back=FILE.mp4",
        "lufs": "--loudness -14", "loudnorm": "--loudness -14", "delay": "--offset front=1s",
        "shift": "--offset front=1s", "acodec": "--audio-codec aac", "vcodec": "--codec h264",
        "gpu": "--encoder auto", "threads": "--jobs 4", "quiet": "--progress none", "silent": "--progress none",
        "q": "--progress none", "text": "--title Hello@2s-6s", "titles": "--title Hello@2s-6s",
        "lower-third": "--title Anna@2s-6s:place=lower-third", "caption": "--captions FILE",
        "subs": "--subtitles FILE.srt", "srt": "--subtitles FILE.srt",
        "watermark": "--logo logo.png", "overlay": "--logo logo.png", "stabilise": "--stabilize cinematic",
        "stabilization": "--stabilize cinematic", "deshake": "--stabilize cinematic",
        "steady": "--stabilize cinematic", "push-in": "--view single:zoom=1..1.15",
        "ken-burns": "--view single:zoom=1..1.15",
    ]

    /// Other names of our commands.
    static let commands = [
        "render": ["combine", "make", "create", "encode", "convert", "compose", "build", "film"],
        "stitch": ["concat", "concatenate", "merge", "append", "sequence"],
        "probe": ["info", "inspect", "analyze", "metadata", "show", "mediainfo", "check"],
        "plan": ["dry-run", "explain", "simulate"], "preview": ["proxy", "draft"],
        "still": [
            "frame", "thumbnail", "screenshot", "snapshot", "grab", "picture", "image", "contact-sheet", "sheet",
        ],
        "reorient": ["rotate", "flip", "mirror", "turn", "orient"],
        "sync": ["align", "synchronize", "offset"], "scan": ["list", "ls", "find", "search"],
        "batch": ["watch", "all", "process"], "looks": ["look", "filters", "luts", "colors"],
        "transitions": ["transition", "effects", "wipes"], "views": ["view", "layouts", "layout"],
        "init": ["config", "configure", "setup"], "serve": ["server", "daemon"],
        "submit": ["cluster", "slurm", "farm"],
        "export": ["edl", "xml", "fcpxml"],
    ]

    /// Other words for the values of options that take one of a few.
    static let values = [
        "--delivery": [
            "social": ["facebook", "twitter", "x", "whatsapp", "web", "linkedin"],
            "youtube": ["yt"], "shorts": ["vertical", "youtube-shorts"], "tiktok": ["tik-tok"],
            "instagram": ["reels", "insta", "ig"], "podcast": ["podcasts", "spotify", "apple-podcasts"],
            "maximum-quality": [
                "max", "maximum", "best", "archive", "4k", "high", "high-quality", "quality", "master",
            ],
            "high-efficiency": ["small", "efficient", "hevc", "email", "low"],
            "balanced": ["normal", "default", "standard", "medium", "tv"],
        ],
        "--codec": ["h264": ["h.264", "avc1", "mpeg4", "mp4", "libx264"], "hevc": ["h.265", "hvc1", "libx265"]],
        "--audio-codec": ["aac": ["mp3", "mp4a", "m4a"], "pcm": ["wav", "lpcm"], "opus": ["ogg", "vorbis"]],
        "--fit": ["fill": ["cover", "crop", "zoom"], "fit": ["contain", "letterbox", "bars", "pad"]],
        "--smart": ["auto": ["on", "yes", "true"], "off": ["no", "none", "never"], "require": ["force", "always"]],
        "--sync": ["audio": ["sound", "waveform"], "clock": ["date", "dates", "time"], "none": ["off", "no"]],
        "--dynamic-range": ["auto": ["hdr", "keep"], "sdr": ["bt709", "standard"]],
        "--style": ["calm": ["slow", "quiet"], "lively": ["fast", "quick"], "normal": ["medium", "default"]],
        "--span": ["union": ["all", "whole", "longest"], "intersection": ["common", "shortest"]],
        "--transition-align": ["center": ["middle"], "start": ["after"], "end": ["before"]],
        "--gaps": ["close": ["cut", "skip", "remove"], "hold": ["freeze"]],
        "--progress": ["none": ["off", "no", "quiet"], "auto": ["bar", "on"]],
        "--audio": [
            "mix": ["both", "all", "together", "everyone", "stereo", "sum"],
            "follow": ["current", "active", "shown", "switch"], "speaker": ["auto", "speakers", "speech", "talk"],
            "none": ["off", "no", "mute", "silent", "0"],
        ],
        "--view": [
            "split:axis=horizontal": ["side-by-side", "sbs", "hstack"],
            "split:axis=vertical": ["stacked", "top-bottom", "vstack"], "split": ["split-screen", "splitscreen"],
            "pip": ["picture-in-picture", "inset", "overlay"], "grid": ["quad", "mosaic", "tiles"],
        ],
    ]

    static func value(_ typed: String, of option: String) -> String? {
        values[option]?.first { $0.value.contains(typed.lowercased()) }?.key
    }

    /// What a word is that is neither a file nor a command; `nil` if it may be a file.
    static func unknownCommand(_ word: String) -> String? {
        guard !word.isEmpty, !word.hasPrefix("-"), !word.contains(where: { "./=".contains($0) }),
            !Compose.commands.contains(where: { $0.name == word }), FileIdentity(path: word) == nil
        else { return nil }
        return "\(word) is neither a file nor a command"
            + (command(for: word).map { "; did you mean 'compose \($0)'?" } ?? ";")
            + " 'compose --help' lists the commands."
    }

    private static func command(for word: String) -> String? {
        let names = Compose.commands.map(\.name)
        let word = word.lowercased()
        let near = nearestWord(to: word, in: names + commands.values.flatMap(\.self).sorted()) ?? word
        return names.contains(near) ? near : commands.first { $0.value.contains(near) }?.key
    }

    /// "--size 9:16": an example of our option for another program's, with the typed value if it takes that.
    static func option(for name: String, in arguments: [String]) -> String? {
        guard let example = options[name] else { return nil }
        let words = example.split(separator: " ").map(String.init)
        if words.count == 2, !words[1].contains("="), let typed = self.typed(name, in: arguments),
            accepts([words[0], typed], in: arguments)
        {
            return "\(words[0]) \(typed)"
        }
        guard let camera = cameras(in: arguments).first?.angle.name, !example.contains("FILE") else { return example }
        return example.replacing("front", with: camera)
    }

    private static func typed(_ name: String, in arguments: [String]) -> String? {
        guard let place = arguments.firstIndex(where: { $0.isOption(named: name) }) else { return nil }
        let word = arguments[place]
        if let equals = word.firstIndex(of: "=") { return String(word[word.index(after: equals)...]) }
        return arguments.indices.contains(place + 1) ? arguments[place + 1] : nil
    }

    /// "--music song.mp3" or "--music=song.mp3" before a word.
    static func option(before place: Int, in arguments: [String]) -> (option: String, value: String)? {
        let words = arguments[max(0, place - 2)..<place]
        guard let start = words.lastIndex(where: { $0.hasPrefix("--") }) else { return nil }
        let parts = words[start...].joined(separator: " ").split(maxSplits: 1) { "= ".contains($0) }.map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
    }

    /// One of the ways to write an option, its value and a word that was typed after it: "--music song.mp3:gain=-18dB".
    static func joined(_ option: String, _ value: String, _ word: String, in arguments: [String]) -> String? {
        joinedWords(option, value, word, in: arguments).map(written)
    }

    private static func joinedWords(
        _ option: String, _ value: String, _ word: String, in arguments: [String]
    ) -> [String]? {
        guard let known = self.known(option) else { return nil }
        let ways = ways(known, option, value, word, angles(in: arguments)).map { [option] + $0 }
        return ways.first { accepts($0, in: arguments) }
    }

    /// An option, its value and all words after it that belong to it: "--label front=Anna,back=Ben".
    ///
    /// - Parameter words: what was typed after the value, up to an option or a file.
    /// - Returns: how much of that belongs to it, and how it is written.
    static func continued(
        _ option: String, _ value: String, _ words: [String], in arguments: [String]
    ) -> (count: Int, meant: String)? {
        // The words of a title are no values of their own.
        if known(option)?.valueName == "text@from-to" {
            let titles = words.indices.lazy.map { [option, ([value] + words[...$0]).joined(separator: " ")] }
            return titles.enumerated().first { accepts($0.element, in: arguments) }
                .map { ($0.offset + 1, written($0.element)) }
        }
        guard let first = words.first, var found = joinedWords(option, value, first, in: arguments) else { return nil }
        var count = 1
        while count < words.count, found.count == 2,
            let longer = joinedWords(option, found[1], words[count], in: arguments)
        {
            (found, count) = (longer, count + 1)
        }
        return (count, written(found))
    }

    private static func known(_ option: String) -> OptionList.Option? {
        OptionList(of: RenderCommand.self)[String(option.drop { $0 == "-" })]
    }

    private static func written(_ words: [String]) -> String {
        words.map { $0.contains(" ") ? quoted($0) : $0 }.joined(separator: " ")
    }

    /// Whether an option takes a value.
    static func takesValue(_ option: String) -> Bool { known(option)?.isFlag == false }

    /// What was typed as several words, and is one with quotes around it: the name of a file that is there, or of the
    /// film to write.
    static func unquoted(in arguments: [String]) -> (typed: String, meant: String)? {
        let words = arguments.prefix { $0 != "--" }
        for start in words.indices.dropLast() where !words[start].hasPrefix("-") || words[start].contains("=") {
            let isOutput = start > 0 && ["-o", "--output"].contains(words[start - 1])
            for end in words.index(after: start)..<min(start + 8, words.endIndex) {
                guard !words[end].hasPrefix("-") else { break }
                let parts = words[start...end]
                let whole = parts.joined(separator: " ")
                // NAME=FILE begins with the name.
                let equals = words[start].contains("=") ? whole.firstIndex(of: "=") : nil
                let path = FileIdentity(path: whole) == nil ? equals.map { String(whole[$0...].dropFirst()) } : whole
                let isThere = path.map { FileIdentity(path: $0) != nil } ?? false
                let isFilm =
                    isOutput && FileIdentity(path: words[end]) == nil && (try? Container(path: whole)) != nil
                    && (try? Container(path: words[start])) == nil
                guard isThere || isFilm, parts.contains(where: { FileIdentity(path: $0) == nil }) else { continue }
                return (whole, quoted(whole))
            }
        }
        return nil
    }

    /// A file that is there, by a name that differs by a slip: "front.mov" for "frnot.mov", "Front.mov" or "front.mp4".
    static func file(like path: String) -> String? {
        let (folder, name) = (FilePath(path).folder, FilePath(path).name)
        guard !name.isEmpty, folder != path else { return nil }
        guard let names = FileSystem.names(inFolder: folder) else {
            let near = file(like: folder).map { FilePath.join($0, name) }
            return near.flatMap { FileIdentity(path: $0) == nil ? nil : $0 }
        }
        let typed = name.lowercased()
        let most = typed.count < 8 ? 1 : 2
        let shown = names.sorted().filter { !$0.hasPrefix(".") }
        let near = shown.compactMap { other -> (name: String, distance: Int)? in
            let word = other.lowercased()
            if word == typed { return (other, 0) }
            guard abs(word.count - typed.count) <= most else { return nil }
            let distance = editDistance(typed, word)
            if distance <= 1 { return (other, distance) }
            // Names that cameras give differ in their numbers.
            return distance <= most && word.filter(\.isNumber) == typed.filter(\.isNumber) ? (other, distance) : nil
        }
        let stem = FilePath(name).stem.lowercased()
        let renamed = shown.first { other in
            FilePath(other).stem.lowercased() == stem && MediaFileName.isRecording(other)
        }
        return (near.min { $0.distance < $1.distance }?.name ?? renamed).map { FilePath.join(folder, $0) }
    }

    private static func ways(
        _ known: OptionList.Option, _ option: String, _ value: String, _ word: String, _ angles: [Angle]
    ) -> [[String]] {
        let decibels = number(word, unit: "dB").map { _ in word.lowercased().hasSuffix("db") ? word : "\(word)dB" }
        guard !value.isEmpty else { return [[word], [String(word.drop { $0 == "-" })]] }
        switch known.valueName {
        case "file", "file@time":
            let isTime = known.valueName == "file@time"
            return [
                decibels.map { "\(value):gain=\($0)" }, isTime ? "\(value)@\(word)" : nil,
                word == "loop" || word.contains("=") ? "\(value):\(word)" : "\(value):start=\(word)",
            ].compactMap { $0.map { [$0] } }
        case "style":
            // A name may have several words.
            let ways = [["\(value),\(word)"], ["\(value) \(word)"]]
            return word.contains("=") ? ways : ways.reversed()
        case "text@from-to": return [["\(value) \(word)"]]
        default: break
        }
        var ways: [[String]] = known.valueName?.contains("=") == true ? [["\(value)=\(word)"]] : []
        if option == "--transition" {
            // Seconds, unless that is too long for a transition.
            let seconds = Double(word)
            let time = seconds == nil ? word : (0...10).contains(seconds ?? -1) ? "\(word)s" : nil
            if let time { ways.append([value, "\(option)-duration", time]) }
        }
        if option == "--audio" { ways.append(["mix"]) }
        ways += [",", ":", "x", "-", ""].map { ["\(value)\($0)\(word)"] }
        let isCamera = angles.named(word) != nil
        let parameters = places.flatMap(\.entries).first { $0.name == value }?.parameters ?? []
        ways += parameters.filter { $0.isCamera == isCamera }.map { ["\(value):\($0.name)=\(word)"] }
        if known.isRepeating { ways.append([value, option, word]) }
        return ways
    }

    /// The cameras of a command line, or the usual two.
    private static func angles(in arguments: [String]) -> [Angle] {
        let angles = cameras(in: arguments).map(\.angle)
        return angles.count > 1 ? angles : ["front", "back"]
    }

    /// Whether options are accepted, as far as that depends on no recording.
    static func accepts(_ words: [String], in arguments: [String]) -> Bool {
        let needed = zip(arguments, arguments.dropFirst()).filter { option, _ in
            ["--music", "--voice-over", "--switch"].contains(option) && option != words[0]
        }
        do {
            let command = try RenderCommand.parse(needed.flatMap { [$0, $1] } + words)
            guard command.input.files.isEmpty else { return false }
            let angles = angles(in: arguments)
            try command.input.cameras.check(angles)
            try command.composition.check(angles)
            return true
        } catch {
            return false
        }
    }

    /// The files among the words of a command line, without their cameras' names.
    static func operands(_ arguments: [String]) -> [String] { inputs(arguments).map(\.path) }

    private static func inputs(_ arguments: [String]) -> [Input] {
        OptionList(of: RenderCommand.self).operands(in: arguments).compactMap { try? InputOptions.input($0) }
    }

    /// The recordings among the words of a command line, with their cameras.
    static func cameras(in arguments: [String]) -> [(path: String, angle: Angle)] {
        let inputs = inputs(arguments).filter { input in
            let ending = FilePath(input.path).ending
            return (MediaFileName.videoEndings + MediaFileName.soundEndings).contains(ending)
                && FileIdentity(path: input.path) != nil
        }
        let isSound = inputs.map { MediaFileName.soundEndings.contains(FilePath($0.path).ending) }
        return Array(zip(inputs.map(\.path), Recording.angles(of: inputs, isSound: isSound)))
    }

    private static let places: [(kind: String, entries: [any CatalogueEntry])] = [
        ("view", Catalogue<ViewEntry>.standard.entries), ("transition", TransitionCatalogue.standard.entries),
        ("look", Catalogue<LookEntry>.standard.entries),
    ]

    /// What a name is that is none of a kind: "'circle' is a value of 'aspect'; write --view pip:aspect=circle".
    static func elsewhere(_ name: String, than kind: String, option: String? = nil) -> String? {
        let name = name.lowercased()
        for entry in places.first(where: { $0.kind == kind })?.entries ?? [] {
            guard !entry.needsFile, let parameter = entry.parameters.first(where: { $0.hasChoice(name) }) else {
                continue
            }
            return
                "'\(name)' is a value of '\(parameter.name)'; write \(option ?? "--\(kind)") \(entry.name):\(parameter.name)=\(name)."
        }
        for (other, entries) in places where other != kind {
            guard let entry = entries.first(where: { $0.name == name || $0.aliases.contains(name) }) else { continue }
            return "'\(name)' is a \(other), not a \(kind); write --\(other) \(name)\(entry.needsFile ? ":FILE" : "")."
        }
        return nil
    }
}

extension CatalogueEntry {
    fileprivate var needsFile: Bool { parameters.contains { $0.kind == .path } }
}

extension String {
    /// "--jobs", "--jobs=2", "-n".
    func isOption(named name: String) -> Bool {
        hasPrefix("-") && drop { $0 == "-" }.prefix { $0 != "=" } == name
    }
}
