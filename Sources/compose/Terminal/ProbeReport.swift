import MediaIO
import MediaTime
import Pictures

/// What a file holds: five lines for people, everything for programs.
struct ProbeReport {
    let info: MediaInfo
    init(_ info: MediaInfo) { self.info = info }

    var text: String {
        var lines = [
            "\(info.path): \(info.container), \(info.duration.clockDescription), \(byteCountText(info.byteCount))"
        ]
        if let video = info.video {
            let turned = video.orientation == .upright ? "" : " (stored \(video.storedSize), \(video.orientation))"
            lines.append(
                "  picture  \(video.uprightSize) upright\(turned), \(video.frameRate) fps\(video.hasVariableFrameRate ? " variable" : "")"
                    + (video.isInterlaced ? ", interlaced" : ""))
            lines.append(
                "  codec    \(video.codec)\(video.profile.map { " \($0)" } ?? ""), \(video.bitDepth)-bit, \(video.colour)"
            )
            lines.append(
                "  footage  \(video.footage.start.clockDescription) to \(video.footage.end.clockDescription)"
                    + (video.hasUnusableDisplayMatrix ? ", display matrix unusable" : ""))
        } else {
            lines.append("  picture  none")
        }
        let sounds = info.audio.map {
            "\($0.codec) \($0.sampleRate) Hz \($0.layout)" + ($0.start == .zero ? "" : " from \($0.start)")
                + ($0.isDecodable ? "" : " (cannot be decoded)")
        }
        lines.append("  sound    " + (sounds.isEmpty ? "none" : sounds.joined(separator: "; ")))
        return lines.joined(separator: "\n")
    }

    var json: String { jsonLine(Document(info)) }

    private struct Document: Encodable {
        struct Video: Encodable {
            var stream: Int, codec: String, profile: String?, pixelFormat: String, bitDepth: Int
            var storedWidth, storedHeight, uprightWidth, uprightHeight: Int
            var pixelAspect: String
            var rotation: Int, mirrored: Bool, displayMatrixUnusable: Bool
            var primaries, transfer, matrix: Int, fullRange, interlaced: Bool
            var timeBase, frameRate: String
            var variableFrameRate: Bool
            var start, end: Double
            var bitRate: Int64?
        }
        struct Audio: Encodable {
            var stream: Int, codec: String, sampleRate, channels: Int, layout: String
            var start: Double, duration: Double?, isDefault, isDecodable: Bool
        }
        var path, container: String
        var bytes: Int64
        var duration: Double
        var video: Video?
        var audio: [Audio]
        var otherStreams: [String]
        var metadata: [String: String]

        init(_ info: MediaInfo) {
            (path, container, bytes, duration) = (
                info.path, info.container, info.byteCount, info.duration.approximateSeconds
            )
            video = info.video.map {
                Video(
                    stream: $0.streamIndex, codec: $0.codec, profile: $0.profile, pixelFormat: $0.pixelFormat,
                    bitDepth: $0.bitDepth, storedWidth: $0.storedSize.width, storedHeight: $0.storedSize.height,
                    uprightWidth: $0.uprightSize.width, uprightHeight: $0.uprightSize.height,
                    pixelAspect: "\($0.pixelAspect.width):\($0.pixelAspect.height)",
                    rotation: $0.orientation.quarterTurns * 90, mirrored: $0.orientation.mirrored,
                    displayMatrixUnusable: $0.hasUnusableDisplayMatrix, primaries: $0.colour.primaries,
                    transfer: $0.colour.transfer, matrix: $0.colour.matrix, fullRange: $0.colour.isFullRange,
                    interlaced: $0.isInterlaced, timeBase: "\($0.timeBase)",
                    frameRate: "\($0.frameRate.numerator)/\($0.frameRate.denominator)",
                    variableFrameRate: $0.hasVariableFrameRate, start: $0.footage.start.approximateSeconds,
                    end: $0.footage.end.approximateSeconds, bitRate: $0.bitRate)
            }
            audio = info.audio.map {
                Audio(
                    stream: $0.streamIndex, codec: $0.codec, sampleRate: $0.sampleRate, channels: $0.channels,
                    layout: $0.layout, start: $0.start.approximateSeconds, duration: $0.duration?.approximateSeconds,
                    isDefault: $0.isDefault, isDecodable: $0.isDecodable)
            }
            otherStreams = info.otherStreams
            metadata = info.metadata
        }
    }
}
