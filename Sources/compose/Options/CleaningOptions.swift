import ArgumentParser
import MediaIO
import Planning
import Timeline

/// How the sound of cameras and sound files is cleaned, before any other processing.
struct CleaningOptions: DescribedOptions {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Remove frequencies below this many hertz (wind, footsteps, handling noise): 80 for all sounds, or front=80,mic=120.",
            valueName: "[name=]hertz"))
    var highpass: [String] = []

    @Option(
        defaultAsFlag: "12", parsing: .next,
        help: ArgumentHelp(
            "Reduce steady noise, by 12 dB unless specified: 20 for all sounds, front, or front=20,mic=6.",
            valueName: "names"))
    var denoise: String?

    @Option(
        defaultAsFlag: "all", parsing: .next,
        help: ArgumentHelp("Remove clicks, from all sounds or from those named: front,mic.", valueName: "names"))
    var declick: String?

    static let traits = [OptionTraits("highpass"), OptionTraits("denoise declick", isValueOptional: true)]

    /// - Parameter angles: cameras and sound-only files.
    func cleanings(_ angles: [Angle]) throws(UsageError) -> [MixSettings.Cleaning] {
        let (hertz, decibels) = (SoundCleaning.frequencies, SoundCleaning.reductions)
        let highpasses = try NamedValues(
            highpass, "--highpass", angles,
            takes:
                "write hertz from \(Int(hertz.lowerBound)) to \(Int(hertz.upperBound)), such as 80, or front=80 for one"
        ) { text in number(text, unit: "Hz").flatMap { hertz.contains($0) ? $0 : nil } }
        let denoisers = try NamedValues(
            fields(denoise).map { angles.named($0).map { "\($0)=12" } ?? $0 }, "--denoise", angles,
            takes:
                "write decibels from \(Int(decibels.lowerBound)) to \(Int(decibels.upperBound)), such as 12, or names"
        ) { text in number(text, unit: "dB").flatMap { decibels.contains($0) ? $0 : nil } }
        var clicking = Set(angles)
        if declick != "all" {
            clicking = Set(
                try fields(declick).map { name throws(UsageError) in
                    try angles.camera(name, of: "--declick \(name)")
                })
        }
        return angles.map { angle in
            MixSettings.Cleaning(
                angle: angle,
                filters: SoundCleaning(
                    highpass: highpasses[angle], denoise: denoisers[angle], declicks: clicking.contains(angle)))
        }.filter { !$0.filters.isNothing }
    }

    private func fields(_ text: String?) -> [String] { text?.split(separator: ",").map(String.init) ?? [] }
}
