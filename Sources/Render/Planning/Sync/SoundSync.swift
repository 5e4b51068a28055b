import Analysis
import MediaIO

/// How recordings lie in time beside the first of them, by their sound.
public struct SoundSync: Sendable {
    /// One recording; `sound` is nil where it has none that can be decoded.
    public struct File: Sendable {
        public var path: String
        public var sound: HeardSound?
        /// Where it lies on the clock of the reference; nil of the reference, and where one of both has no sound.
        public var alignment: Alignment?
    }

    /// The reference first.
    public private(set) var files: [File] = []
    public var reference: File { files[0] }

    /// Hears all of each file, and windows of each pair a second time.
    ///
    /// - Parameter paths: of at least one file, the reference first.
    /// - Throws: `MediaError`.
    public init(_ paths: [String]) throws {
        let transforms = FourierTransforms { try RealTransform(size: $0) }
        for path in paths {
            let info = try MediaInfo(probing: path)
            var file = File(path: path)
            if let track = info.heardTrack {
                let (stream, clock) = (track.streamIndex, info.clock)
                file.sound = try HeardSound(transforms) {
                    try AnalysisReader(path: path, stream: stream, clock: clock)
                }
            }
            if let reference = files.first?.sound, let sound = file.sound {
                file.alignment = try SoundAligner(transforms).align(reference, sound)
            }
            files.append(file)
        }
    }
}

extension MediaInfo {
    /// The sound that a player would choose, as far as it can be decoded.
    var heardTrack: AudioInfo? { audio.first { $0.isDefault && $0.isDecodable } ?? audio.first { $0.isDecodable } }
}
