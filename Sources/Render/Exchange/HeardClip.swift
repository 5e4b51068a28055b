import MediaTime
import Planning
import Timeline

/// A stretch of a file that is heard.
struct HeardClip: Hashable {
    /// Of the film.
    var frames: Range<Int64>
    /// The number of the file: takes, and then sound files.
    var input: Int
    /// What is heard first, on the clock of the file.
    var start: MediaTime
}

extension RenderPlan {
    /// The camera that is heard throughout; `nil` for any other sound.
    var heardAngle: Angle? {
        guard case .angle(let angle) = output.audio.choice, composition.session.angles.contains(angle) else {
            return nil
        }
        return angle
    }

    /// All that is heard of the recording, track by track.
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

    /// Of the camera that is heard throughout.
    var heardTakes: [HeardClip] { heardAngle == nil ? [] : heardTracks.first ?? [] }

    /// Whether music or a voice was added to the film.
    var hasAddedSound: Bool { sounds.contains { $0.role != .recording } }
}
