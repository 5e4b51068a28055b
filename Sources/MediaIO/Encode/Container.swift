import MediaTime
import Platform

/// The container for a file name, and the codecs it supports.
public enum Container: String, Sendable, CaseIterable {
    /// `.mp4` and `.m4v`: H.264, HEVC, AV1 or VP9, with AAC or Opus.
    case mp4
    /// `.mov` and `.qt`, QuickTime: H.264, HEVC or ProRes, with AAC or PCM.
    case mov
    /// `.mkv`, Matroska: all codecs.
    case mkv
    /// `.webm`: VP9 or AV1, with Opus.
    case webm

    /// - Throws: `MediaError.unsupportedExtension`, or `.outputIsDirectory` for a folder.
    package init(path: String) throws(MediaError) {
        let name = path.split(separator: "/").last ?? ""
        var status = stat()
        guard !path.hasSuffix("/"), FileSystem.stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else {
            throw .outputIsDirectory(path: path)
        }
        guard let dot = name.lastIndex(of: "."),
            let container = Self(ending: name[name.index(after: dot)...].lowercased())
        else { throw .unsupportedExtension(path: path, supported: Self.allCases.map { ".\($0)" }) }
        self = container
    }

    private init?(ending: String) {
        switch ending {
        case "mp4", "m4v": self = .mp4
        case "mov", "qt": self = .mov
        case "mkv": self = .mkv
        case "webm": self = .webm
        default: return nil
        }
    }

    package static func usual(_ video: VideoCodec, _ audio: AudioCodec?) -> Container {
        allCases.first { $0.holds(video) && audio.map($0.holds) ?? true } ?? .mkv
    }

    package func holds(_ codec: VideoCodec) -> Bool { row.video.contains(codec) }
    package func holds(_ codec: AudioCodec) -> Bool { row.audio.contains(codec) }

    /// The default codec of a film in it, if that differs from the default for the colors.
    package var usualCodec: VideoCodec? { holds(.h264) ? nil : row.video.first }

    /// As people write it: "WebM".
    package var title: String { row.title }

    /// Whether it can store the orientation of pictures. FFmpeg writes and reads Matroska's `ProjectionPoseRoll` only
    /// from 6.0 on.
    package var carriesOrientation: Bool { row.isISO }

    /// How far a time in it may be from the one that was written: Matroska's unit is milliseconds.
    package var rounding: MediaTime { row.isISO ? .zero : .milliseconds(1) / 2 }

    /// Whether it can contain a cover picture; WebM leaves out Matroska's attachments.
    package var holdsCover: Bool { self != .webm }

    /// Checks that a film can be written to `path`.
    ///
    /// - Parameter audio: `nil` for a silent film.
    /// - Throws: `MediaError.notHeld` with the containers and the codecs that fit.
    package func check(_ video: VideoCodec, _ audio: AudioCodec?, path: String) throws(MediaError) {
        let endings = { (fits: (Container) -> Bool) in Self.allCases.filter(fits).map { ".\($0)" } }
        guard holds(video) else {
            throw .notHeld(
                path: path, container: title, what: "\(video.title) video",
                endings: endings { $0.holds(video) && audio.map($0.holds) ?? true },
                codecs: row.video.map(\.rawValue))
        }
        guard let audio, !holds(audio) else { return }
        throw .notHeld(
            path: path, container: title, what: "\(audio.title) sound",
            endings: endings { $0.holds(video) && $0.holds(audio) }, codecs: row.audio.map(\.rawValue))
    }
}

extension Container {
    struct Row {
        let title: String
        /// FFmpeg's muxer.
        let muxer: String
        /// The default one first.
        let video: [VideoCodec]
        let audio: [AudioCodec]
        /// Boxes of ISO/IEC 14496-12.
        let isISO: Bool
    }

    var row: Row {
        switch self {
        case .mp4:
            // ProRes has no registered sample entry there; FFmpeg writes PCM (ISO/IEC 23003-5) only from 6.1 on.
            Row(title: "MP4", muxer: "mp4", video: [.h264, .hevc, .av1, .vp9], audio: [.aac, .opus], isISO: true)
        case .mov:
            Row(title: "MOV", muxer: "mov", video: [.h264, .hevc, .prores], audio: [.aac, .pcm], isISO: true)
        case .mkv:
            Row(
                title: "MKV", muxer: "matroska", video: VideoCodec.allCases, audio: AudioCodec.allCases, isISO: false)
        case .webm: Row(title: "WebM", muxer: "webm", video: [.vp9, .av1], audio: [.opus], isISO: false)
        }
    }
}
