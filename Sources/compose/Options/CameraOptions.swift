import ArgumentParser
import MediaIO
import MediaTime
import Pictures
import Placing
import Planning
import Timeline

/// When each camera started, the orientation of its picture, and which of its sound tracks is used.
struct CameraOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How to determine when each camera started: audio compares their sound, and also finds drift; timecode and clock (whole seconds) use the times in the files; none assumes that they start together. auto tries timecode, sound and dates in this order and uses the first reliable one; sound overrides a timecode that it contradicts. If the requested method fails, a note is printed, and the camera starts together with the others. --offset and --drift override it for a camera.",
            valueName: "method"))
    var sync: SyncMethod = .auto

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "When a camera or a sound file started, relative to the others: front=0.25s if it started a quarter of a second late. Repeatable.",
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
            "Rotate a camera's picture clockwise by 0, 90, 180 or 270 degrees, ignoring the rotation and mirroring in its file. Repeatable.",
            valueName: "camera=degrees"))
    var rotate: [String] = []

    @Option(
        help: ArgumentHelp("Mirror a camera's picture left to right. Repeatable.", valueName: "camera"),
        completion: .cameras)
    var mirror: [String] = []

    @Option(
        help: ArgumentHelp("Ignore the mirroring set in a camera's file. Repeatable.", valueName: "camera"),
        completion: .cameras)
    var noMirror: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Which audio track to use, counting from 1: 2, or front=2 for one camera; 'compose probe' lists them. Repeatable. (default: the one a player would choose)",
            valueName: "camera=number"))
    var audioTrack: [String] = []

    /// Places the files, and sets the orientation of their pictures.
    ///
    /// - Parameters:
    ///   - infos: of the inputs, if already probed.
    ///   - isSilent: hides the status while the sound of long files is read.
    /// - Returns: the inputs, including the options for their cameras.
    func recording(
        of inputs: [Input], infos: [MediaInfo]? = nil, isSilent: Bool = false
    ) throws -> (recording: Recording, inputs: [Input]) {
        let infos = try infos ?? inputs.map { try MediaInfo(probing: $0.path) }
        if let image = infos.first(where: { $0.container.hasSuffix("_pipe") || $0.container == "image2" }) {
            throw UsageError("\(image.path) is a picture, not a video; name recordings only.", status: .badData)
        }
        let isSound = infos.map { $0.video == nil }
        let angles = Recording.angles(of: inputs, isSound: isSound)
        let cameras = zip(angles, isSound).filter { !$0.1 }.map(\.0)
        let settings = try settings(angles, cameras)
        var placed = inputs
        for (index, angle) in angles.enumerated() {
            // Later files of a camera follow its first, and files that are already placed move together.
            if let own = settings.offsets[angle], placed[index].offset != nil || !angles[..<index].contains(angle) {
                placed[index].offset = (placed[index].offset ?? .zero) + own
            }
            placed[index].drift = settings.drifts[angle]
            placed[index].audioTrack = settings.tracks[angle] ?? settings.track
        }
        let status = HearingStatus(isSilent: isSilent)
        defer { status.finish() }
        let recording = try Recording(placed, infos: infos, sync: sync) { angle, own in
            var orientation = settings.turns[angle].map { Orientation(quarterTurns: $0, mirrored: false) } ?? own
            if settings.unmirrored.contains(angle), orientation.mirrored {
                orientation = Orientation(quarterTurns: orientation.quarterTurns)
            }
            // Mirrored as seen, after rotation.
            if settings.mirrored.contains(angle) {
                orientation = orientation.then(Orientation(quarterTurns: 0, mirrored: true))
            }
            return orientation
        } hearing: {
            status.update($0)
        }
        return (recording, placed)
    }

    private struct Settings {
        var offsets: [Angle: MediaTime]
        var drifts: [Angle: ClockRate]
        var turns: [Angle: Int]
        var mirrored, unmirrored: Set<Angle>
        var track: Int?
        var tracks: [Angle: Int]
    }

    /// Checks all that the names of the cameras decide.
    func check(_ angles: [Angle]) throws { _ = try settings(angles, angles) }

    /// - Parameter cameras: those of the names that have a picture.
    private func settings(_ angles: [Angle], _ cameras: [Angle]) throws -> Settings {
        let offsets = try keyed(offset, "--offset", angles, "write a time, such as front=0.25s") {
            MediaTime(parsing: $0)
        }
        let drifts = try keyed(
            drift, "--drift", angles, "write parts per million from -1200 to 1200, such as front=35ppm"
        ) { ClockRate(parsingDrift: $0) }
        let turns = try keyed(rotate, "--rotate", cameras, "use 0, 90, 180 or 270 degrees, such as front=90") {
            ["0": 0, "90": 1, "180": 2, "270": 3, "-90": 3][$0]
        }
        let mirrored = Set(try mirror.map { try cameras.camera($0, of: "--mirror \($0)") })
        let unmirrored = Set(try noMirror.map { try cameras.camera($0, of: "--no-mirror \($0)") })
        let (track, tracks) = try audioTracks(angles)
        return Settings(
            offsets: offsets, drifts: drifts, turns: turns, mirrored: mirrored, unmirrored: unmirrored, track: track,
            tracks: tracks)
    }

    /// The track for all files, and the tracks of single cameras.
    private func audioTracks(_ angles: [Angle]) throws -> (all: Int?, ofCameras: [Angle: Int]) {
        let number = { (text: String) in Int(text).flatMap { (1...1000).contains($0) ? $0 : nil } }
        let texts = audioTrack.filter { !$0.contains("=") }
        let all = try texts.map { text in
            guard let track = number(text) else {
                throw UsageError("--audio-track \(text): write a number from 1, or CAMERA=NUMBER such as front=2.")
            }
            return track
        }
        guard all.count < 2 else {
            throw UsageError(
                "--audio-track was given twice for all cameras (\(list(texts, "and"))); give it once, or once for each camera."
            )
        }
        let ofCameras = try keyed(
            audioTrack.filter { $0.contains("=") }, "--audio-track", angles, "write a number from 1, such as front=2",
            number)
        return (all.first, ofCameras)
    }

    /// Reads "camera=value", at most once per camera.
    ///
    /// - Parameter takes: continues the message after "--option text:", and ends with an example.
    private func keyed<Value>(
        _ texts: [String], _ option: String, _ angles: [Angle], _ takes: String, _ parse: (String) -> Value?
    ) throws -> [Angle: Value] {
        var result: [Angle: Value] = [:]
        for text in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                let example = parse(text) == nil ? takes.split(separator: " ").last.map(String.init) : "front=\(text)"
                throw UsageError(
                    "\(option) \(text): write CAMERA=VALUE, such as \(angles.example(example ?? "")).")
            }
            guard let value = parse(parts[1]) else {
                throw UsageError("\(option) \(text): \(angles.example(takes)).")
            }
            let angle = try angles.camera(parts[0], of: "\(option) \(text)")
            guard result.updateValue(value, forKey: angle) == nil else {
                throw UsageError("\(option) was given twice for the \(angle) camera; give it once for each camera.")
            }
        }
        return result
    }
}

extension SyncMethod: ExpressibleByArgument {}
