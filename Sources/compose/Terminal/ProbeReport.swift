import MediaIO
import MediaTime
import Pictures

/// The contents of a file: five lines for people, everything for programs.
struct ProbeReport {
    let info: MediaInfo
    /// The result of decoding everything, if requested.
    let scan: DamageScan?

    /// For each decodable track, if requested.
    let loudness: [TrackLoudness]?

    var text: String {
        ([file, "  picture  \(picture)", "  color    \(color)", "  sound    \(sound)"]
            + (loudness ?? []).map { "  loudness \(LoudnessText($0.loudness).details)" }
            + ["  damage   \(damage)"]).joined(separator: "\n")
    }

    /// Name, container, length, size; when and with what it was recorded.
    private var file: String {
        let tags = info.portableMetadata
        let device = [tags["make"], tags["model"]].compactMap {
            $0?.split(whereSeparator: \.isNewline).joined(separator: " ")
        }
        // Some model names begin with the maker's name.
        let camera = device.count == 2 && device[1].hasPrefix(device[0]) ? device[1] : device.joined(separator: " ")
        // Devices whose clock was never set write the epoch of their clock.
        let day = tags["creation_time"].flatMap { $0.hasPrefix("1970-01-01") ? nil : " on \($0.prefix(10))" } ?? ""
        let recorded =
            camera.isEmpty && day.isEmpty ? "" : ", recorded\(day)" + (camera.isEmpty ? "" : " with \(camera)")
        return
            "\(info.path): \(container), \(info.duration.clockDescription), \(byteCountText(info.byteCount))\(recorded)"
    }

    private var container: String {
        switch info.container {
        // FFmpeg has one demuxer for both; the file tells which it is (ISO/IEC 14496-12 §4.3).
        case "mov": info.metadata["major_brand"].map { $0.hasPrefix("qt") ? "MOV" : "MP4" } ?? "MOV"
        case "matroska": info.path.lowercased().hasSuffix(".webm") ? "WebM" : "Matroska"
        case "mpegts": "transport stream"
        case "avi": "AVI"
        case "wav", "mp3", "flac", "aiff": info.container.uppercased()
        case "ogg": "Ogg"
        default: info.container
        }
    }

    private var picture: String {
        guard let video = info.video else { return "none" }
        let stored = [
            video.orientation == .upright && video.squareSize == video.storedSize ? nil : "stored \(video.storedSize)",
            video.pixelAspect.width == video.pixelAspect.height
                ? nil : "pixels \(video.pixelAspect.width):\(video.pixelAspect.height)",
            video.orientation == .upright ? nil : "\(video.orientation)",
        ].compactMap { $0 }
        let others = info.furtherVideos.map { "; another video track \($0.text)" }.joined()
        return "\(video.uprightSize) upright" + (stored.isEmpty ? "" : " (\(stored.joined(separator: ", ")))")
            + ", \(video.frameRate) fps \(video.hasVariableFrameRate ? "variable" : "constant")"
            + (video.isInterlaced ? ", interlaced" : "")
            + (video.footage.start == .zero ? "" : ", from \(video.footage.start)") + others
    }

    private var color: String {
        guard let video = info.video else { return "none" }
        let assumed = video.color.resolved(for: video.storedSize)
        let sampling =
            ["420": " 4:2:0", "422": " 4:2:2", "444": " 4:4:4"].first { video.pixelFormat.contains($0.key) }?.value
            ?? " \(video.pixelFormat)"
        let space = video.color.matrix == assumed.matrix ? "\(assumed)" : "untagged, assumed to be \(assumed)"
        return
            "\(video.codec)\(video.profile.map { " \($0)" } ?? ""), \(video.bitDepth)-bit\(sampling), \(space)\(brightness)\(dolbyVision)"
    }

    /// How it is handled: films have none.
    private var dolbyVision: String {
        guard let found = info.video?.dolbyVision else { return "" }
        return
            ", \(found) (\(found.needsItsOwnDecoder ? "cannot be shown without its decoder" : "its \(found.baseLayer) is used, the rest is dropped"))"
    }

    /// For PQ, whose values are in cd/m².
    private var brightness: String {
        guard let levels = info.video?.lightLevels else { return "" }
        let most = levels.brightestPixel > 0 ? levels.brightestPixel : (levels.display?.maximum ?? 0) / 10_000
        return most > 0 ? ", up to \(most) cd/m²" : ""
    }

    private var sound: String {
        let tracks = info.audio.map { track in
            let names = (0..<track.channels).compactMap { track.channelNames[$0] }
            let titles = [track.title].compactMap(\.self) + (names.isEmpty ? [] : [names.joined(separator: ", ")])
            let code = info.soundTimecode.flatMap { $0.stream == track.streamIndex ? $0 : nil }
            return
                "\(track.codec) \(track.sampleRate) Hz \(track.areMicrophones ? "\(track.channels) microphones" : track.layout)"
                + (titles.isEmpty ? "" : " (\(titles.joined(separator: "; ")))")
                + (code.map { ", timecode in channel \($0.channel + 1) from \($0.text)" } ?? "")
                + (track.start == .zero ? "" : " from \(track.start)")
                + (track.isDefault && info.audio.count > 1 ? " (default)" : "")
                + (track.isDecodable ? "" : " (cannot be decoded)")
        }
        return tracks.isEmpty
            ? "none" : (tracks.count > 1 ? "\(tracks.count) tracks: " : "") + tracks.joined(separator: "; ")
    }

    private var damage: String {
        if let scan {
            let codec = info.video?.codec ?? ""
            let blind =
                ["hevc", "vp8", "vp9"].contains(codec) ? "; single changed bytes in \(codec) are rarely detected" : ""
            return "\(scan.damage) (\(scan.pictureCount) pictures decoded\(blind))"
                + (flaws.isEmpty ? "" : "; \(flaws)")
        }
        return flaws.isEmpty ? "none found without decoding (--deep decodes everything)" : flaws
    }

    /// Problems with the index, the timestamps and the header.
    private var flaws: String {
        guard let video = info.video else { return "" }
        return [
            video.missingEnd > .zero ? "ends \(video.missingEnd) before the time in its header" : nil,
            info.clock.hasJumps ? "its clock jumps" : nil,
            info.clock.ignoresEditLists ? "its edit list is unusable and is ignored" : nil,
            video.hasUnusableDisplayMatrix
                ? "its display matrix is neither a rotation nor a mirror image and is ignored" : nil,
        ].compactMap { $0 }.joined(separator: ", ")
    }

    /// For programs.
    var document: some Encodable { Document(info, loudness, scan) }

    private struct Document: Encodable {
        var event = "probe"
        struct Video: Encodable {
            var stream: Int, codec: String, profile: String?, pixelFormat: String, bitDepth: Int
            var storedWidth, storedHeight, uprightWidth, uprightHeight: Int
            var pixelAspect: String
            var rotation: Int, mirrored: Bool, displayMatrixUnusable: Bool
            var primaries, transfer, matrix: Int, fullRange, interlaced: Bool
            var timeBase, frameRate: String
            var variableFrameRate: Bool
            var start, end, missingEnd: Double
            var bitRate: Int64?
            /// The assumptions for untagged colors.
            var assumedPrimaries, assumedTransfer, assumedMatrix: Int
            /// In cd/m²: MaxCLL, MaxFALL, and the peak of the mastering display.
            var brightestPixel, brightestPicture: Int?, masteringPeak: Double?
            var dolbyVision: DolbyVision?
            var clockJumps, editListsIgnored: Bool
        }
        struct DolbyVision: Encodable {
            var profile, level, compatibility: Int
        }
        struct Sound: Encodable {
            var stream: Int, codec: String, sampleRate, channels: Int, layout: String
            var start: Double, duration: Double?, isDefault, isDecodable: Bool
            /// Three or more channels without a layout; `names` has those that a recorder named, from channel 1 on.
            var microphones: Bool, title: String?, names: [String]?
            /// Only if requested.
            var loudness: LoudnessEvent?
        }
        struct FurtherVideo: Encodable {
            var stream: Int, codec, kind: String
        }
        struct Timecode: Encodable {
            var stream, channel: Int, start: String
        }
        var path, container: String
        var bytes: Int64
        var duration: Double
        var video: Video?
        var furtherVideos: [FurtherVideo]?
        /// In a sound channel, counted from 1.
        var soundTimecode: Timecode?
        var audio: [Sound]
        var otherStreams: [String]
        var metadata: [String: String]
        /// Only where it was requested.
        var damage: DamageReport?

        init(_ info: MediaInfo, _ loudness: [TrackLoudness]?, _ scan: DamageScan?) {
            (path, container, bytes, duration) = (
                info.path, info.container, info.byteCount, info.duration.approximateSeconds
            )
            video = info.video.map {
                let assumed = $0.color.resolved(for: $0.storedSize)
                return Video(
                    stream: $0.streamIndex, codec: $0.codec, profile: $0.profile, pixelFormat: $0.pixelFormat,
                    bitDepth: $0.bitDepth, storedWidth: $0.storedSize.width, storedHeight: $0.storedSize.height,
                    uprightWidth: $0.uprightSize.width, uprightHeight: $0.uprightSize.height,
                    pixelAspect: "\($0.pixelAspect.width):\($0.pixelAspect.height)",
                    rotation: $0.orientation.quarterTurns * 90, mirrored: $0.orientation.mirrored,
                    displayMatrixUnusable: $0.hasUnusableDisplayMatrix, primaries: $0.color.primaries,
                    transfer: $0.color.transfer, matrix: $0.color.matrix, fullRange: $0.color.isFullRange,
                    interlaced: $0.isInterlaced, timeBase: "\($0.timeBase)",
                    frameRate: "\($0.frameRate.numerator)/\($0.frameRate.denominator)",
                    variableFrameRate: $0.hasVariableFrameRate, start: $0.footage.start.approximateSeconds,
                    end: $0.footage.end.approximateSeconds,
                    missingEnd: $0.missingEnd.approximateSeconds, bitRate: $0.bitRate,
                    assumedPrimaries: assumed.primaries, assumedTransfer: assumed.transfer,
                    assumedMatrix: assumed.matrix, brightestPixel: $0.lightLevels?.brightestPixel,
                    brightestPicture: $0.lightLevels?.brightestPicture,
                    masteringPeak: $0.lightLevels?.display.map { Double($0.maximum) / 10_000 },
                    dolbyVision: $0.dolbyVision.map {
                        DolbyVision(profile: $0.profile, level: $0.level, compatibility: $0.compatibility)
                    },
                    clockJumps: info.clock.hasJumps,
                    editListsIgnored: info.clock.ignoresEditLists)
            }
            if !info.furtherVideos.isEmpty {
                furtherVideos = info.furtherVideos.map {
                    FurtherVideo(stream: $0.streamIndex, codec: $0.codec, kind: $0.kind.name)
                }
            }
            soundTimecode = info.soundTimecode.map {
                Timecode(stream: $0.stream, channel: $0.channel + 1, start: $0.text)
            }
            audio = info.audio.map { track in
                Sound(
                    stream: track.streamIndex, codec: track.codec, sampleRate: track.sampleRate,
                    channels: track.channels, layout: track.layout, start: track.start.approximateSeconds,
                    duration: track.duration?.approximateSeconds, isDefault: track.isDefault,
                    isDecodable: track.isDecodable, microphones: track.areMicrophones, title: track.title,
                    names: track.channelNames.isEmpty ? nil : (0..<track.channels).map { track.channelNames[$0] ?? "" },
                    loudness: loudness?.first { $0.track.streamIndex == track.streamIndex }
                        .map { LoudnessEvent($0.loudness) })
            }
            otherStreams = info.otherStreams
            metadata = info.metadata
            damage = scan.map { DamageReport($0) }
        }
    }
}

/// The result of a deep probe, for programs.
struct DamageReport: Encodable {
    var pictures, gapsInAudio: Int
    /// In seconds on the file's clock.
    var pictureTimes, audioTimes: [Double]
    var truncated: Bool
    /// Of all that were looked at.
    var decodedPictures: Int

    init(_ scan: DamageScan) {
        (pictures, gapsInAudio) = (scan.damage.pictureCount, scan.damage.audioCount)
        pictureTimes = scan.damage.pictureTimes.map(\.approximateSeconds)
        audioTimes = scan.damage.audioTimes.map(\.approximateSeconds)
        (truncated, decodedPictures) = (scan.damage.isTruncated, scan.pictureCount)
    }
}

extension FurtherVideo.Kind {
    fileprivate var name: String {
        switch self {
        case .camera: "camera"
        case .copy: "copy"
        case .half: "half"
        case .brief: "brief"
        case .unknown: "unknown"
        }
    }
}

extension FurtherVideo {
    fileprivate var text: String {
        switch kind {
        case .camera(let video): "is a second camera's (\(video.uprightSize), \(video.frameRate) fps)"
        case .copy: "has the same picture and is not used"
        case .half: "is the other half of one picture and is not used"
        case .brief: "has only a few pictures and is not used"
        case .unknown: "cannot be decoded"
        }
    }
}
