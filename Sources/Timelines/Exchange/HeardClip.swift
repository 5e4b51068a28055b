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
    /// Whether the sound of a file has the time stamps of its pictures: it lost no samples.
    func isInStep(_ input: Int) -> Bool { input >= sources.count || sources[input].soundJumps == nil }

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

    /// The only sound track, if all of it is cameras' sound; otherwise empty.
    var heardTakes: [HeardClip] {
        let tracks = heardTracks
        guard tracks.count == 1, tracks[0].allSatisfy({ $0.input < sources.count }) else { return [] }
        return tracks[0]
    }
}
