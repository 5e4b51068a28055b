import ArgumentParser
import MediaIO
import MediaTime
import Pictures
import Placing
import Planning
import Platform
import Timeline

/// When each camera started, the orientation of its picture, and which of its sound tracks is used.
struct CameraOptions: DescribedOptions {
    @Option(
        help: ArgumentHelp(
            "How to line up the cameras: auto (timecode, sound, then dates), or one of them.",
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

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Use only the sound of these files, as of a microphone: mic, for mic=phone.mov, whose picture may be damaged.",
            valueName: "names"),
        completion: .cameras)
    var soundOnly: [String] = []

    static let traits = [OptionTraits("sync offset drift rotate mirror no-mirror audio-track sound-only")]

    /// The inputs with a mark at those of which only the sound is used.
    private func heardOnly(_ inputs: [Input]) throws(UsageError) -> [Input] {
        var inputs = inputs
        let angles = Recording.angles(of: inputs, isSound: inputs.map { _ in false })
        for name in soundOnly.flatMap({ $0.split(separator: ",").map(String.init) }) {
            let named = angles.named(name)
            let chosen = inputs.indices.filter { index in
                let path = inputs[index].path
                return angles[index] == named || path == name || FilePath(path).name == name
            }
            if chosen.isEmpty { _ = try angles.camera(name, of: "--sound-only \(name)") }
            for index in chosen { (inputs[index].isSoundOnly, inputs[index].angle) = (true, angles[index]) }
        }
        return inputs
    }

    /// Places the files, and sets the orientation of their pictures.
    ///
    /// - Parameters:
    ///   - isSilent: hides the status while the sound of long files is read.
    ///   - probing: probes files; may return cached results.
    ///   - hearing: is told about it.
    /// - Returns: the inputs, including the options for their cameras.
    func recording(
        of inputs: [Input], isSilent: Bool = false,
        probing: (([Input]) throws -> [MediaInfo]) = { try MediaInfo.probing($0) },
        hearing: @escaping @Sendable (Hearing) -> Void = { _ in }
    ) throws -> (recording: Recording, inputs: [Input]) {
        let inputs = try heardOnly(inputs)
        var infos = try probing(inputs)
        for index in inputs.indices where inputs[index].isSoundOnly { infos[index].video = nil }
        if let image = infos.first(where: { $0.container.hasSuffix("_pipe") || $0.container == "image2" }) {
            throw UsageError("\(image.path) is a picture, not a video; name recordings only.", status: .badData)
        }
        var findings: [Diagnostic] = []
        let (parts, partInfos) = try Recording.parts(of: inputs, infos, &findings)
        let isSound = partInfos.map { $0.video == nil }
        let angles = Recording.angles(of: parts, isSound: isSound)
        let cameras = zip(angles, isSound).filter { !$0.1 }.map(\.0)
        let settings = try settings(angles, cameras)
        var placed = parts
        for (index, angle) in angles.enumerated() {
            // Later files of a camera follow its first, and files that are already placed move together.
            if let own = settings.offsets[angle], placed[index].offset != nil || !angles[..<index].contains(angle) {
                placed[index].offset = (placed[index].offset ?? .zero) + own
            }
            placed[index].drift = settings.drifts[angle]
            if let track = settings.tracks[angle] { placed[index].part.track = track }
        }
        let status = HearingStatus(isSilent: isSilent)
        defer { status.finish() }
        let recording = try Recording(placed, infos: partInfos, findings: findings, sync: sync) { angle, own in
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
            hearing($0)
        }
        return (recording, placed)
    }

    private struct Settings {
        var offsets: [Angle: MediaTime]
        var drifts: [Angle: ClockRate]
        var turns: [Angle: Int]
        var mirrored, unmirrored: Set<Angle>
        var tracks: NamedValues<Int>
    }

    /// Checks all that the names of the cameras decide.
    func check(_ angles: [Angle]) throws { _ = try settings(angles, angles) }

    /// - Parameter cameras: those of the names that have a picture.
    private func settings(_ angles: [Angle], _ cameras: [Angle]) throws -> Settings {
        Settings(
            offsets: try NamedValues(
                offset, "--offset", angles, takes: "write a time, such as front=0.25s", forAll: false,
                parse: MediaTime.init(parsing:)
            ).own,
            drifts: try NamedValues(
                drift, "--drift", angles, takes: "write parts per million from -1200 to 1200, such as front=35ppm",
                forAll: false, parse: ClockRate.init(parsingDrift:)
            ).own,
            turns: try NamedValues(
                rotate, "--rotate", cameras, takes: "use 0, 90, 180 or 270 degrees, such as front=90", forAll: false
            ) { ["0": 0, "90": 1, "180": 2, "270": 3, "-90": 3][$0] }.own,
            mirrored: Set(try mirror.map { try cameras.camera($0, of: "--mirror \($0)") }),
            unmirrored: Set(try noMirror.map { try cameras.camera($0, of: "--no-mirror \($0)") }),
            tracks: try NamedValues(
                audioTrack, "--audio-track", angles,
                takes: "write a number from 1, or one for a camera, such as front=2"
            ) { Int($0).flatMap { (1...1000).contains($0) ? $0 : nil } })
    }
}

extension SyncMethod: ExpressibleByArgument {}
