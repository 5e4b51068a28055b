import MediaIO
import MediaTime
import Pictures
import Placing
import Timeline

/// A recording with a picture as a plan uses it, the same in a plan file and in a plan's digest.
package struct PlannedTake: Hashable, Sendable, Codable {
    package var angle: Angle
    /// Absolute, or relative to the current folder, not to the plan's; in a plan file, a URL.
    package var path: String
    /// From the clock of the file to the session clock.
    package var clock: TimeMap
    /// From the first picture to the end of the last, on the clock of the file.
    package var footage: TimeRange
    /// The index of the video stream to use; `nil` for the one a player would choose.
    package var videoStream: Int?
    /// Turns its pictures upright.
    package var orientation: Orientation
    /// The index of the audio stream to use; `nil` for a silent file.
    package var audioStream: Int?
    /// Of that stream; `nil` for all.
    package var audioChannels: SoundChannels?
    /// The time that has sound, if that begins or ends a second or more before or after the footage.
    package var soundExtent: TimeRange?
    /// See `Source.soundJumps`.
    package var soundJumps: TimeMap?
    /// Shows whether the file is still the one that the plan was made with.
    package var fingerprint: String

    package enum CodingKeys: String, CodingKey {
        case angle, path = "url", clock, footage, videoStream, orientation, audioStream, audioChannels, soundExtent,
            soundJumps,
            fingerprint
    }

    package init(
        _ take: Take, videoStream: Int? = nil, orientation: Orientation, audio: SoundSelection?,
        soundExtent: TimeRange? = nil,
        soundJumps: TimeMap? = nil, fingerprint: String
    ) {
        (angle, path, clock, footage) = (take.angle, take.path, take.clock, take.footage)
        self.videoStream = videoStream
        (self.orientation, audioStream, audioChannels) = (orientation, audio?.stream, audio?.channels)
        (self.soundExtent, self.soundJumps, self.fingerprint) = (soundExtent, soundJumps, fingerprint)
    }

    /// The sound to use; `nil` for a silent file.
    package var audio: SoundSelection? {
        audioStream.map { SoundSelection(stream: $0, channels: audioChannels) }
    }
    package var take: Take { Take(angle: angle, path: path, clock: clock, footage: footage) }
    /// From the first picture or sound to the last.
    package var extent: TimeRange { soundExtent.map { footage.union($0) } ?? footage }
}

/// A file that is only heard, as a plan uses it.
package struct PlannedSound: Hashable, Sendable, Codable {
    /// Its name, as for a camera; "music" or "voice-over" for added sounds.
    package var angle: Angle
    /// As for a take.
    package var path: String
    /// From the clock of the file to the session clock.
    package var clock: TimeMap
    /// The range of the file that is used, on its own clock.
    package var extent: TimeRange
    /// The index of the sound stream in the file.
    package var stream: Int
    /// Of that stream; `nil` for all.
    package var channels: SoundChannels?
    /// What it is for; only a recording is on the session clock.
    package var role: SoundRole
    /// As for a take.
    package var fingerprint: String

    package enum CodingKeys: String, CodingKey {
        case angle, path = "url", clock, extent, stream, channels, role, fingerprint
    }

    package init(
        angle: Angle, path: String, clock: TimeMap, extent: TimeRange, selection: SoundSelection,
        role: SoundRole = .recording, fingerprint: String
    ) {
        (self.angle, self.path, self.clock, self.extent) = (angle, path, clock, extent)
        (stream, channels) = (selection.stream, selection.channels)
        (self.role, self.fingerprint) = (role, fingerprint)
    }

    package var selection: SoundSelection { SoundSelection(stream: stream, channels: channels) }
}

extension RenderPlan {
    /// One per take of the session, in its order.
    ///
    /// - Throws: `MediaError` if a file cannot be read.
    package func plannedTakes() throws(MediaError) -> [PlannedTake] {
        try zip(composition.session.takes, sources).map { (take, source) throws(MediaError) in
            let sound = source.info.audio.first { $0.streamIndex == source.audioStream }.map {
                $0.sounding(in: $0.heard(withPictures: take.footage))
            }
            return PlannedTake(
                take, videoStream: source.info.isUsual(source.video) ? nil : source.video.streamIndex,
                orientation: source.orientation, audio: source.audio,
                soundExtent: sound == take.footage ? nil : sound, soundJumps: source.soundJumps,
                fingerprint: try FileFingerprint(path: take.path).description)
        }
    }

    /// One per file in `sounds`.
    ///
    /// - Throws: `MediaError` if a file cannot be read.
    package func plannedSounds() throws(MediaError) -> [PlannedSound] {
        try sounds.map { source throws(MediaError) in
            PlannedSound(
                angle: source.angle, path: source.path, clock: source.clock, extent: source.extent,
                selection: source.selection, role: source.role,
                fingerprint: try FileFingerprint(path: source.path).description)
        }
    }
}
