import MediaTime
import Planning
import Timeline

/// A part of a file that is played.
struct HeardClip: Hashable {
    /// In the film.
    var frames: Range<Int64>
    /// The number of the file: takes first, then sound files.
    var input: Int
    /// The first time played, on the file's clock.
    var start: MediaTime
}

extension RenderPlan {
    /// The camera whose sound is used throughout; `nil` for any other sound.
    var heardAngle: Angle? {
        guard case .angle(let angle) = output.audio.choice, composition.session.angles.contains(angle) else {
            return nil
        }
        return angle
    }

    /// All sound of the recording, by track.
    var heardTracks: [[HeardClip]] {
        let rate = composition.frameRate
        return soundTracks.map { track in
            track.clips.compactMap { clip in
                let start = rate.frame(at: clip.range.start, .nearest)
                let end = min(rate.frame(at: clip.range.end, .nearest), composition.frameCount)
                return start < end ? HeardClip(frames: start..<end, input: clip.input, start: clip.start) : nil
            }
        }.filter { !$0.isEmpty }
    }

    /// Of the camera whose sound is used throughout.
    var heardTakes: [HeardClip] { heardAngle == nil ? [] : heardTracks.first ?? [] }

    /// Whether music or a voice was added to the film.
    var hasAddedSound: Bool { sounds.contains { $0.role != .recording } }
}
