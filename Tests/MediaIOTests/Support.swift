import CFFmpeg
import FixtureMedia
import Foundation
import MediaTime
import Pictures
import Audio
import Testing

@testable import MediaIO

/// A recording that differs from the plain one in one thing.
struct Variant: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var recording: FixtureRecording
    init(_ name: String, _ change: (inout FixtureRecording) -> Void = { _ in }) {
        testDescription = name
        recording = FixtureRecording().with(change)
    }

    /// One of each codec, container and structure.
    static let all = [
        Variant("plain"),
        Variant("B-frames") { $0.video.bFrames = 3 },
        Variant("open GOP") {
            $0.video.bFrames = 2
            $0.video.isOpenGOP = true
            $0.video.gop = 8
        },
        Variant("one key frame") { $0.video.gop = 600 },
        Variant("HEVC") { $0.video.encoder = "libx265" },
        Variant("HEVC with checksums") {
            $0.video.encoder = "libx265"
            $0.video.options = [
                Pair("x265-params", "log-level=none:pools=1:frame-threads=1:scenecut=0:bframes=0:hash=1")
            ]
        },
        Variant("HEVC, open GOP, 10 bit") {
            $0.video.encoder = "libx265"
            $0.video.pixelFormat = "yuv420p10le"
            $0.video.bFrames = 2
            $0.video.isOpenGOP = true
        },
        Variant("variable rate") {
            $0.timing = .ticks(FixtureRecording.variableTicks(seconds: 2), timescale: 90_000)
            $0.video.bFrames = 2
        },
        Variant("long pauses") {
            $0.timing = .ticks([0, 3000, 6000, 400_000, 403_000, 900_000, 903_000], timescale: 90_000)
            $0.sound = nil
        },
        Variant("trimmed head") {
            $0.timing = .constant(.thirty, frames: 57, firstFrame: -12)
            $0.video.bFrames = 2
        },
        // The first picture is only there for those before the second key frame to refer to.
        Variant("trimmed head before an open GOP") {
            $0.timing = .constant(.thirty, frames: 46, firstFrame: -1)
            $0.video.bFrames = 2
            $0.video.isOpenGOP = true
            $0.video.gop = 3
            $0.sound = nil
        },
        Variant("starts late") { $0.timing = .constant(.thirty, frames: 30, firstFrame: 20) },
        Variant("fragmented") {
            $0.muxerOptions = [Pair("movflags", "frag_keyframe+empty_moov+delay_moov")]
            $0.video.bFrames = 2
        },
        Variant("index first") { $0.muxerOptions = [Pair("movflags", "faststart")] },
        Variant("MPEG-4 in MP4") { $0.video.encoder = "mpeg4" },
        Variant("MPEG-4 in AVI") {
            $0.video.encoder = "mpeg4"
            $0.container = .avi
            $0.sound?.encoder = "pcm_s16le"
        },
        Variant("Motion JPEG in MOV") {
            $0.video.encoder = "mjpeg"
            $0.video.pixelFormat = "yuvj420p"
            $0.container = .mov
        },
        Variant("ProRes") {
            $0.video.encoder = "prores_ks"
            $0.video.pixelFormat = "yuv422p10le"
            $0.container = .mov
        },
        Variant("AV1") {
            $0.video.encoder = "libsvtav1"
            // The fastest presets smear the barcode.
            $0.video.options = [Pair("preset", "9"), Pair("crf", "5")]
        },
        Variant("VP8 in WebM") {
            $0.milliseconds()
            $0.video.encoder = "libvpx"
            $0.container = .webm
            $0.sound = nil
        },
        Variant("VP9 in WebM") {
            $0.milliseconds()
            $0.video.encoder = "libvpx-vp9"
            $0.container = .webm
            $0.sound = nil
        },
        Variant("H.264 in Matroska, B-frames") {
            $0.milliseconds()
            $0.container = .mkv
            $0.video.bFrames = 3
            $0.sound = nil
        },
        Variant("transport stream, B-frames") {
            $0.timing = .ticks((0..<45).map { $0 * 3000 }, timescale: 90_000)
            $0.container = .ts
            $0.video.bFrames = 2
            // Without sound, as above and below: its priming would be the earliest packet, and so the start of the clock.
            $0.sound = nil
        },
        Variant("HEVC in a transport stream") {
            $0.timing = .ticks((0..<45).map { $0 * 3000 }, timescale: 90_000)
            $0.container = .ts
            $0.video.encoder = "libx265"
            $0.sound = nil
        },
    ]
}

extension FixtureRecording {
    /// 30 fps in stamps of whole milliseconds, as Matroska rounds them.
    mutating func milliseconds() { timing = .ticks((0..<45).map { ($0 * 100 + 2) / 3 }, timescale: 1000) }

    static func transportStream(firstTick: Int64 = 0, _ change: (inout FixtureRecording) -> Void = { _ in })
        -> FixtureRecording
    {
        FixtureRecording().with {
            $0.container = .ts
            $0.timing = .ticks((0..<45).map { firstTick + $0 * 3000 }, timescale: 90_000)
            $0.sound = Sound(encoder: "ac3", firstSample: firstTick * 48 / 90)
            change(&$0)
        }
    }
}

extension DecodedFrame {
    /// Which camera and frame it is.
    var barcode: Barcode? {
        let depth = av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format)).map { $0.pointee.comp.0.depth } ?? 8
        let plane = Plane(
            base: UnsafeMutableRawPointer(compose_frame_plane(pointer, 0)), width: Int(pointer.pointee.width),
            height: Int(pointer.pointee.height), strideInBytes: Int(compose_frame_stride(pointer, 0)))
        return Barcode.read(SamplePlane(plane, format: depth > 8 ? .yuv420p10 : .yuv420p8))
    }
}

func video(_ path: String) throws -> VideoInfo {
    let info = try MediaInfo(probing: path)
    guard let video = info.video else { throw MediaError.noVideo(path: path, hasAudio: !info.audio.isEmpty) }
    return video
}

/// Where beeps begin, in seconds on the clock of the file, read in blocks as a render does.
func beeps(_ path: String, track: Int = 0, seconds: Int = 3) throws -> [(seconds: Double, camera: Camera)] {
    let info = try MediaInfo(probing: path)
    let reader = try AudioReader(path: path, stream: info.audio[track].streamIndex, clock: info.clock)
    var samples: [Float] = []
    while samples.count < 48_000 * seconds {
        samples += try reader.read(from: Int64(samples.count), count: 1024).channels[0]
    }
    return Beeps.find(samples, rate: 48_000).map { (Double($0.position) / 48_000, $0.camera) }
}

/// The bytes of files one after the other, as a recorder that was restarted leaves them.
func joined(_ paths: [String], in folder: TemporaryFolder, as name: String) throws -> String {
    try folder.write(paths.flatMap { FileManager.default.contents(atPath: $0).map { [UInt8]($0) } ?? [] }, name)
    return folder(name)
}
