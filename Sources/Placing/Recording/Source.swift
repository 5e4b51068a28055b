import Logging
import MediaIO
import MediaTime
import Pictures
import Platform
import Synchronization
import Timeline

/// A take's file: the probe result and how its pictures are turned upright.
package struct Source: Sendable {
    /// Of the whole file, as probed.
    package var info: MediaInfo
    /// The video stream that is used.
    package var video: VideoInfo
    /// The file's own orientation, or the user's override.
    package var orientation: Orientation
    /// The sound to use, if the file has one that can be decoded.
    package var audio: SoundSelection?
    /// From the time stamps of the sound to the file's clock, which the pictures follow: a jump wherever the device
    /// lost samples. `nil` if it lost none.
    package var soundJumps: TimeMap?

    package init(
        info: MediaInfo, video: VideoInfo, orientation: Orientation, audio: SoundSelection? = nil,
        soundJumps: TimeMap? = nil
    ) {
        self.info = info
        self.video = video
        self.orientation = orientation
        self.audio = audio
        self.soundJumps = soundJumps
    }
    /// Read when a plan first asks for it, and kept for the next plan of the same recording.
    package let packets = PacketTable()
    /// Looked for when a plan first asks for them.
    package let faces = FaceParts()

    /// The file, as named by the user.
    package var path: String { info.path }
    /// The same for sources that show the same video stream of one file.
    package var pictureKey: String { "\(path)\0\(video.streamIndex)" }
    /// The index of the sound stream to use.
    package var audioStream: Int? { audio?.stream }
    /// Upright, with square pixels.
    package var uprightSize: PictureSize { orientation.apply(to: video.squareSize) }
}

extension Source {
    /// The tags of a film that begins during this recording, with the film's own date.
    package func metadata(of composition: Composition, as take: Take) -> [String: String] {
        let start = take.clock.source(at: composition.clock.target(at: .zero))
        return info.portableMetadata(from: start, length: composition.duration)
    }
}

/// The packet index of a source, read once.
package final class PacketTable: Sendable {
    private let index = Mutex<GOPIndex?>(nil)

    /// If it has been read.
    package var known: GOPIndex? { index.withLock { $0 } }

    /// - Throws: `MediaError` if the file cannot be read.
    package func index(of source: Source) throws(MediaError) -> GOPIndex {
        try index.withLock { known throws(MediaError) in
            if let known { return known }
            let read = try Trace.span("read packet index", source.path) { () throws(MediaError) in
                try GOPIndex(reading: source.path, video: source.video)
            }
            known = read
            return read
        }
    }
}

/// The faces in parts of a source, looked for once.
package final class FaceParts: Sendable {
    private let parts = Mutex<[Int: [FaceReader.Look]]>([:])

    package init() {}

    package func known(_ part: Int) -> [FaceReader.Look]? { parts.withLock { $0[part] } }

    /// - Parameter find: called if they are not known yet.
    package func looks(
        _ part: Int, _ find: () throws -> [FaceReader.Look]
    ) rethrows -> [FaceReader.Look] {
        if let known = known(part) { return known }
        let found = try find()
        parts.withLock { $0[part] = found }
        return found
    }
}

/// Log messages of placing, planning and rendering: steps at debug level, details that repeat within a step at trace level.
package enum RenderLog {
    package static let logger = Logger(label: "render")
}

extension Take {
    /// From the time stamps of its sound to the session clock.
    ///
    /// - Parameter jumps: see `Source.soundJumps`.
    package func clock(ofSound jumps: TimeMap?) -> TimeMap { jumps.flatMap { $0.followed(by: clock) } ?? clock }

    /// The time stamps of its sound while it has pictures.
    package func soundExtent(_ jumps: TimeMap?) -> TimeRange {
        guard let jumps else { return footage }
        return TimeRange(start: jumps.source(at: footage.start), end: jumps.source(at: footage.end))
    }
}

extension Source {
    /// Logs the findings in one line.
    package func log(as take: Take) {
        let sound = info.audio.first { $0.streamIndex == audioStream }.map { "\($0.codec) \($0.sampleRate) Hz" }
        RenderLog.logger.debug(
            """
            \(take.angle) is \(path): \(video.codec) \(video.pixelFormat) \(video.storedSize), \(orientation), \
            \(video.color), \(video.frameRate) fps, \(take.range.start.clockDescription) to \
            \(take.range.end.clockDescription), \(sound ?? "no sound")
            """)
    }
}
