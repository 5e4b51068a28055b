import Audio
import MediaIO
import MediaTime
import Placing
import Timeline

/// A file added to the recording's sound: music or a voice-over. It is placed on the film's clock.
public struct AddedSound: Hashable, Sendable {
    /// The file; of a video, only the sound is used.
    public var path: String
    /// Music or a voice-over. A recording is an `Input` instead.
    public var role: SoundRole

    /// Opens nothing; the file is probed when the film is planned.
    public init(path: String, role: SoundRole) {
        self.path = path
        self.role = role
    }

    /// Probes the file.
    ///
    /// - Throws: `MediaError`, `RequestError.nothingHeard` for a file without sound.
    func source() throws -> AudioSource {
        let info = try MediaInfo(probing: path)
        guard let sound = info.heardTrack else { throw RequestError.nothingHeard(path: path) }
        let extent = try info.extent(ofSound: sound)
        var name: Angle = "voice-over"
        if case .music(let music) = role {
            name = "music"
            guard music.start < extent.duration else {
                throw RequestError.musicStart(music.start, path: path, length: extent.duration)
            }
        }
        return AudioSource(
            angle: name, info: info, stream: sound.streamIndex, clock: .identity, extent: extent, role: role)
    }
}
