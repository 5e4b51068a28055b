import ArgumentParser
import MediaIO
import MediaTime
import Pictures
import Export
import Frames
import Planning
import Timeline

/// Which files, which camera each is, and how its picture stands.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The recordings: FILE, or CAMERA=FILE where the name does not say which camera it is.",
            discussion: "Without any, the one pair of recordings in the current folder is used.", valueName: "file"),
        completion: .recordings)
    var files: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Start of a camera on the common clock: front=0.25s if it started a quarter of a second late. Repeatable.",
            valueName: "camera=time"))
    var offset: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Drift of a camera's clock: front=35ppm if it loses 35 microseconds every second. Repeatable.",
            valueName: "camera=ppm"))
    var drift: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Turn a camera clockwise by 0, 90, 180 or 270 degrees, ignoring the rotation and mirroring in its file. Repeatable.",
            valueName: "camera=degrees"))
    var rotate: [String] = []

    @Option(help: ArgumentHelp("Mirror a camera left to right. Repeatable.", valueName: "camera"), completion: .cameras)
    var mirror: [String] = []

    @Option(
        help: ArgumentHelp("Ignore the mirroring that a camera's file asks for. Repeatable.", valueName: "camera"),
        completion: .cameras)
    var noMirror: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Which audio track to use, counted from 1: 2, or front=2 for one camera; 'compose probe' lists them. Repeatable. (default: the one a player would choose)",
            valueName: "camera=number"))
    var audioTrack: [String] = []

    /// The plan file that is given instead of recordings; `nil` for recordings.
    ///
    /// - Parameter composition: nothing of it may be given beside a plan, which says it all.
    func planFile(_ composition: CompositionOptions) throws -> String? {
        // The first word may have been meant as a command.
        if let word = files.first, !word.isEmpty, !word.contains(where: { "./=".contains($0) }),
            FileIdentity(path: word) == nil
        {
            throw UsageError("\(word) is neither a file nor a command; 'compose --help' lists the commands.")
        }
        guard let plan = files.first(where: { $0.hasSuffix("." + PlanFile.ending) }) else { return nil }
        guard files.count == 1 else { throw UsageError("\(plan) names its recordings itself; give the plan alone.") }
        var others = self
        others.files = []
        guard !composition.isSet, !others.isSet else {
            throw UsageError(
                "\(plan) already says how the film is cut and written; give such options to 'compose plan'.")
        }
        return plan
    }

    /// Probes and places the files.
    func recording() throws -> (recording: Recording, inputs: [Input]) {
        guard !files.contains("") else {
            throw UsageError("'' is no file name; give the recordings by their names, such as front.mov back.mov.")
        }
        let inputs = try files.isEmpty ? RecordingPair.inCurrentFolder() : files.map(Self.input)
        try Self.checkDistinct(inputs.map(\.path))
        let offsets = try keyed(offset, "--offset", "write a time, such as front=0.25s") { MediaTime(parsing: $0) }
        let drifts = try keyed(drift, "--drift", "write parts per million, such as front=35ppm") {
            ClockRate(parsingDrift: $0)
        }
        let turns = try keyed(rotate, "--rotate", "use 0, 90, 180 or 270 degrees, such as front=90") {
            ["0": 0, "90": 1, "180": 2, "270": 3, "-90": 3][$0]
        }
        let (track, tracks) = try audioTracks()
        var placed = inputs
        for index in placed.indices { placed[index].audioTrack = track }
        if !offsets.isEmpty || !drifts.isEmpty || !tracks.isEmpty {
            // Names are only known to the recording; probing twice is cheaper than a second rule for names.
            let angles = try Recording(inputs).session.takes.map(\.angle)
            for (index, angle) in angles.enumerated() {
                placed[index].angle = angle
                // Further files of a camera follow its first.
                if !angles[..<index].contains(angle) { placed[index].offset = offsets[angle.name] }
                placed[index].drift = drifts[angle.name] ?? .one
                placed[index].audioTrack = tracks[angle.name] ?? track
            }
        }
        let recording = try Recording(placed) { angle, own in
            var orientation = turns[angle.name].map { Orientation(quarterTurns: $0, mirrored: false) } ?? own
            if noMirror.contains(angle.name), orientation.mirrored {
                orientation = Orientation(quarterTurns: orientation.quarterTurns)
            }
            // Mirrored as seen: after turning upright.
            if mirror.contains(angle.name) {
                orientation = orientation.then(Orientation(quarterTurns: 0, mirrored: true))
            }
            return orientation
        }
        let known = recording.session.angles.map(\.name)
        for name in Array(offsets.keys) + Array(drifts.keys) + Array(turns.keys) + Array(tracks.keys) + mirror
            + noMirror
        where !known.contains(name) {
            throw TimelineError.unknownAngle(name: name, known: known)
        }
        return (recording, placed)
    }

    /// The track for all files, and those of single cameras.
    private func audioTracks() throws -> (all: Int?, ofCameras: [String: Int]) {
        let number = { (text: String) in Int(text).flatMap { (1...1000).contains($0) ? $0 : nil } }
        var all: Int?
        for text in audioTrack where !text.contains("=") {
            guard let track = number(text) else {
                throw UsageError("--audio-track \(text): write a number from 1, or CAMERA=NUMBER such as front=2.")
            }
            all = track
        }
        let ofCameras = try keyed(
            audioTrack.filter { $0.contains("=") }, "--audio-track", "write a number from 1, such as front=2", number)
        return (all, ofCameras)
    }

    /// One file is no second camera, whatever it is called: another spelling, a symbolic or a hard link.
    private static func checkDistinct(_ paths: [String]) throws {
        var seen: [FileIdentity: String] = [:]
        for path in paths {
            guard let identity = FileIdentity(path: path), let other = seen.updateValue(path, forKey: identity) else {
                continue
            }
            throw UsageError(
                other == path
                    ? "\(path): is given twice; give each recording once."
                    : "\(path): is the same file as \(other), given twice; give each recording once.")
        }
    }

    private static func input(_ text: String) throws -> Input {
        // A file that exists under the whole text is that file, equals sign or not.
        guard FileIdentity(path: text) == nil, let equals = text.firstIndex(of: "="),
            !text[..<equals].contains("/"), equals != text.startIndex
        else { return Input(path: text) }
        let (name, path) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
        guard !["none", "follow"].contains(name) else {
            throw UsageError("\(text): '\(name)' says where the sound comes from; give the camera another name.")
        }
        return Input(path: path, angle: Angle(name))
    }

    /// Reads "camera=value".
    ///
    /// - Parameter takes: goes on after "--option text:", and ends with an example.
    private func keyed<Value>(_ texts: [String], _ option: String, _ takes: String, _ parse: (String) -> Value?)
        throws -> [String: Value]
    {
        var result: [String: Value] = [:]
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                let example = takes.split(separator: " ").last ?? ""
                throw UsageError("\(option) \(text): write a camera, an equals sign and a value, such as \(example).")
            }
            guard let value = parse(parts[1]) else { throw UsageError("\(option) \(text): \(takes).") }
            result[parts[0]] = value
        }
        return result
    }
}
