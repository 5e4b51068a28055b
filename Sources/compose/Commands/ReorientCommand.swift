import ArgumentParser
import MediaIO
import MediaTime
import Pictures
import Placing
import Planning
import Render
import Timeline

struct ReorientCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reorient",
        abstract: "Turns a recording that plays the wrong way around.",
        usage: "compose reorient FILE [--rotate DEGREES] [--mirror] -o FILE",
        discussion: """
            EXAMPLES
              compose reorient clip.mov --rotate 90 -o fixed.mov
              compose reorient selfie.mp4 --mirror -o fixed.mp4
              compose reorient clip.mov --rotate 180 --bake -o fixed.mp4

            Only the display matrix of an MP4 or MOV file is rewritten (36 bytes). For
            players or sites that ignore it, --bake rotates the pixels and re-encodes.
            """)

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"), completion: .file())
    var file: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Rotate the picture as currently shown, clockwise, by 90, 180 or 270 degrees.", valueName: "degrees"),
        transform: reading("use 90, 180 or 270 degrees.") {
            Int($0).flatMap { $0 % 90 == 0 && (-270...270).contains($0) ? $0 : nil }
        })
    var rotate: Int = 0
    @Flag(help: "Mirror the picture left to right, after rotating it.") var mirror = false

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
    var output: String
    @Flag(help: "Replace the output if it exists.") var overwrite = false

    @Flag(help: "Rotate the pixels and re-encode them.") var bake = false
    @Option(
        help: ArgumentHelp("With --bake: the encoder's preset. (default: medium)", valueName: "name"),
        completion: .presets, transform: encoderPreset)
    var preset: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --bake: constant rate factor, lower is better. (default: 18; 20 for hevc)", valueName: "number"),
        transform: constantRateFactor)
    var crf: Double?
    @Option(
        help:
            "How to report progress: auto (a bar on a terminal), json (lines on standard output) or none.")
    var progress: ProgressStyle = .auto
    @OptionGroup var log: LogOptions

    func run() throws {
        try log.install()
        guard rotate != 0 || mirror else {
            throw UsageError("nothing to do: use --rotate 90, 180 or 270, or --mirror.")
        }
        guard bake || preset == nil && crf == nil else {
            throw UsageError(
                "\(preset == nil ? "--crf" : "--preset") has no effect without --bake, because nothing is encoded.")
        }
        let info = try MediaInfo(probing: file)
        guard let video = info.video else { throw MediaError.noVideo(path: file, hasAudio: !info.audio.isEmpty) }
        let orientation = video.orientation
            .then(Orientation(quarterTurns: rotate / 90)).then(Orientation(quarterTurns: 0, mirrored: mirror))
        if bake { return try bake(orientation) }
        try DisplayMatrixEditor.write(
            file, track: video.trackID, orientation: orientation, to: output, mayReplace: overwrite)
        let upright = orientation.apply(to: video.squareSize)
        guard progress != .json else {
            return Console.output(
                jsonLine(
                    ReorientEvent(
                        output: output, width: upright.width, height: upright.height, orientation: "\(orientation)",
                        bytes: info.byteCount)))
        }
        Console.error(
            "\(output): \(upright) upright, \(orientation == .upright ? "not rotated" : "\(orientation)"); packets untouched"
        )
    }

    private func bake(_ orientation: Orientation) throws {
        var request = CompositionRequest()
        request.container = try Container(path: output)
        request.smart = .off
        request.copiesAudio = true
        request.preset = preset
        request.quality = crf.map(Quality.constantRateFactor)
        let recording = try Recording([Input(path: file, angle: "clip")]) { _, _ in orientation }
        let planned = try request.plan(recording)
        try planned.plan.checkContainer(of: output)
        let renderer = Renderer(
            plan: planned.plan, output: output, mayReplace: overwrite)
        try AtomicFile.check(destination: output, inputs: [file], mayReplace: overwrite)
        let report = PlanReport(planned, output: output, purpose: .reorientation)
        try progress.following(report, renderer) { try $0.run(progress: $1) }
    }
}

/// The file that was written without encoding, for programs.
private struct ReorientEvent: Encodable {
    var event = "reorient"
    var output: String
    /// Upright.
    var width, height: Int
    var orientation: String
    var bytes: Int64
}
