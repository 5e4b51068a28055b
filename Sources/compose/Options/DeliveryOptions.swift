import ArgumentParser
import MediaIO
import MediaTime
import Planning

/// The purpose of the file, and what it contains besides picture and sound.
struct DeliveryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A set of size, rate, codec and quality; single options override it. 'social' also sets the loudness.",
            valueName: "purpose"))
    var delivery: Delivery?

    @Flag(help: "Start a chapter at every switch, named after what is shown.")
    var chapters = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Use the frame at this time of the film as the file's cover picture (.mp4, .mov and .mkv).",
            valueName: "time"),
        transform: time(.zero ... .seconds(1 << 30), "write a time of the film, such as 12.5s."))
    var poster: MediaTime?
}

extension Delivery: ExpressibleByArgument {}
