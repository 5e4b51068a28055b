import ArgumentParser
import MediaIO
import MediaTime
import Planning

/// The purpose of the file, and what it contains besides picture and sound.
struct DeliveryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What the film is for: high-efficiency (up to 1080p, up to 30 fps, hevc, crf 24), balanced (up to 1080p, up to 30 fps, h264, crf 20), maximum-quality (up to 4K, up to 60 fps, hevc, crf 17) or social (up to 1080p, up to 30 fps, h264, crf 21, at most 8M, -14 LUFS). Individual options override it; another --codec has its own usual quality, and only h264 and hevc limit the bit rate. 29.97 fps stays 29.97.",
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
