import MediaTime
import Planning
import Timeline

// The sound tracks of a plan.
extension PlanWriter {
    /// For other programs; compose uses its own sound settings as long as the tracks are unchanged.
    var audio: [OpenTimelineIO.Track] {
        SoundTrackPlanner(composition, files, primary: document.output.primary).tracks(document.output.audio).map {
            track in
            .init(name: "audio", kind: "Audio", children: items(of: track))
        }
    }

    private var files: [Int: HeardFile] {
        let takes = document.media.enumerated().filter { $1.audioStream != nil }.map { number, media in
            let extent = media.soundExtent ?? media.take.soundExtent(media.soundJumps)
            let clock = media.take.clock(ofSound: media.soundJumps)
            return (number, HeardFile(angle: media.take.angle, clock: clock, extent: extent))
        }
        let sounds = document.sounds.enumerated().filter { $1.role == .recording }.map { number, sound in
            let file = HeardFile(angle: sound.angle, clock: sound.clock, extent: sound.extent)
            return (document.media.count + number, file)
        }
        return Dictionary(uniqueKeysWithValues: takes + sounds)
    }

    private func items(of track: SoundTrack) -> [OpenTimelineIO.Item] {
        var end = MediaTime.zero
        return track.clips.flatMap { clip -> [OpenTimelineIO.Item] in
            defer { end = clip.range.end }
            let gap = TimeRange(start: .zero, duration: clip.range.start - end)
            return (gap.isEmpty ? [] : [.gap(.init(source_range: range(gap)))]) + [item(clip)]
        }
    }

    private func item(_ clip: SoundTrack.Clip) -> OpenTimelineIO.Item {
        let (name, path, extent) = input(clip.input)
        return self.clip(name, TimeRange(start: clip.start, duration: clip.range.duration), of: path, extent)
    }

    private func input(_ number: Int) -> (name: String, path: String, extent: TimeRange) {
        guard number >= document.media.count else {
            let media = document.media[number]
            return (media.take.angle.name, media.take.path, media.extent)
        }
        let sound = document.sounds[number - document.media.count]
        return (sound.angle.name, sound.path, sound.extent)
    }
}
