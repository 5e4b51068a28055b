import ArgumentParser
import Audio
import Planning

/// The loudness of the film, and the format of its sound.
struct LevelOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Bring the film to this integrated loudness (EBU R 128), -40 to -5: -14 for the web, -23 for television. Peaks are limited to -1 dBTP.",
            valueName: "LUFS"),
        transform: reading("write a loudness in LUFS from -40 to -5, such as -14.") { text in
            number(text, unit: "LUFS").flatMap { LevelTarget.loudnesses.contains($0) ? $0 : nil }
        })
    var loudness: Double?

    @Option(
        help: ArgumentHelp(
            "peak: raise or lower the film until its highest true peak is at -1 dBTP.", valueName: "kind"))
    var normalize: Normalization?

    @Flag(help: "Write one channel: the mean of left and right.")
    var mono = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The sample rate of the sound in the output: 8000 to 48000. (default: 48000, or the recording's if it is copied)",
            valueName: "Hz"),
        transform: reading("write a rate in Hz, such as 44100.") { Int32($0) })
    var sampleRate: Int32?

    enum Normalization: String, ExpressibleByArgument, CaseIterable { case peak }

    func apply(to request: inout CompositionRequest) throws(UsageError) {
        guard loudness == nil || normalize == nil else {
            throw UsageError("--loudness and --normalize cannot be used together; give one.")
        }
        if let loudness { request.level = LevelTarget(loudness: loudness) }
        if normalize == .peak { request.level = LevelTarget(loudness: nil) }
        request.channelCount = mono ? 1 : nil
        request.sampleRate = sampleRate
    }
}
