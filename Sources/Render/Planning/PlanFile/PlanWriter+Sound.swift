import MediaTime
import Timeline

// The sound tracks of a plan.
extension PlanWriter {
    /// For other programs; compose takes the sound from its own settings as long as nobody changes these tracks.
    var audio: [OpenTimelineIO.Track] {
        let items: [[OpenTimelineIO.Item]] =
            switch document.output.audio.choice {
            case .none: []
            case .follow: [composition.segments.enumerated().flatMap { clips(of: $1, index: $0) }]
            case .angle(let angle): [audioClips(of: angle)]
            case .mix:
                Set(document.media.map(\.take.angle) + recorded.map(\.angle))
                    .filter { document.output.audio.mix.factor(of: $0) > 0 }.sorted { $0.name < $1.name }
                    .map(audioClips)
            case .tracks(let tracks): tracks.map(items)
            }
        return items.map { .init(name: "audio", kind: "Audio", children: $0) }
    }

    private var recorded: [PlanDocument.Sound] { document.sounds.filter { $0.role == .recording } }

    private func audioClips(of angle: Angle) -> [OpenTimelineIO.Item] {
        let takes = document.media.filter { $0.take.angle == angle && $0.audioStream != nil }.map(\.take)
        let sounds = recorded.filter { $0.angle == angle }
        return heard(
            takes.map { Heard(path: $0.path, clock: $0.clock, extent: $0.footage) }
                + sounds.map { Heard(path: $0.path, clock: $0.clock, extent: $0.extent) }, as: angle)
    }

    /// A file on the session clock.
    private struct Heard {
        var path: String
        var clock: TimeMap
        var extent: TimeRange
    }

    /// What is heard of files that follow each other, part by part of the film.
    private func heard(_ files: [Heard], as angle: Angle) -> [OpenTimelineIO.Item] {
        var items: [OpenTimelineIO.Item] = []
        var frame: Int64 = 0
        let rate = composition.frameRate
        let pieces = composition.clock.pieces
        for (index, piece) in pieces.enumerated() {
            let over = index + 1 < pieces.count ? rate.frame(at: pieces[index + 1].source, .nearest) : nil
            let part = rate.frame(at: piece.source, .nearest)..<(over ?? composition.frameCount)
            let place = { (file: Heard, time: MediaTime) in
                rate.frame(at: piece.source(at: file.clock.target(at: time)), .nearest)
            }
            for file in files.sorted(by: { place($0, $0.extent.start) < place($1, $1.extent.start) }) {
                let start = max(frame, part.lowerBound, place(file, file.extent.start))
                let end = min(part.upperBound, place(file, file.extent.end))
                guard start < end else { continue }
                if start > frame { items.append(gap(frame..<start)) }
                let first = file.clock.source(at: piece.target(at: rate.time(ofFrame: start)))
                items.append(sound(angle.name, file.path, file.extent, from: first, time(end - start)))
                frame = end
            }
        }
        return items
    }

    private func sound(
        _ name: String, _ path: String, _ extent: TimeRange, from start: MediaTime,
        _ duration: OpenTimelineIO.RationalTime
    ) -> OpenTimelineIO.Item {
        .clip(
            .init(
                name: name, source_range: .init(start_time: time(start), duration: duration),
                media_references: ["DEFAULT_MEDIA": reference(path, extent)]))
    }

    /// A track that somebody cut, each clip up to where the next begins.
    private func items(of track: SoundTrack) -> [OpenTimelineIO.Item] {
        var items: [OpenTimelineIO.Item] = []
        var end = MediaTime.zero
        for (index, clip) in track.clips.enumerated() {
            let next = index + 1 < track.clips.count ? track.clips[index + 1].range.start : .distantFuture
            let start = max(end, clip.range.start)
            let over = min(clip.range.end, max(next, start))
            guard start < over else { continue }
            if start > end {
                items.append(.gap(.init(source_range: .init(start_time: time(0), duration: time(start - end)))))
            }
            let (name, path, extent) = input(clip.input)
            items.append(
                sound(name, path, extent, from: clip.start + start - clip.range.start, time(over - start)))
            end = over
        }
        return items
    }

    private func input(_ number: Int) -> (name: String, path: String, extent: TimeRange) {
        guard number >= document.media.count else {
            let take = document.media[number].take
            return (take.angle.name, take.path, take.footage)
        }
        let sound = document.sounds[number - document.media.count]
        return (sound.angle.name, sound.path, sound.extent)
    }
}
