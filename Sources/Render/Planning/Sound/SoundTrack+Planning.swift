import MediaTime
import Timeline

/// A file of the recording that has sound.
struct HeardFile {
    var angle: Angle
    /// From the clock of the file to the session clock.
    var clock: TimeMap
    /// The range of the file that is used, on its own clock.
    var extent: TimeRange
    var range: TimeRange { TimeRange(start: clock.target(at: extent.start), end: clock.target(at: extent.end)) }
}

extension RenderPlan {
    /// The sound of the recording as an editing program shows it: clips in tracks, without fades.
    package var soundTracks: [SoundTrack] {
        SoundTrackPlanner(
            composition, audioSources.mapValues { HeardFile(angle: $0.angle, clock: $0.clock, extent: $0.extent) }
        ).tracks(output.audio)
    }
}

/// Sound as tracks of clips that begin and end on frames of the film.
struct SoundTrackPlanner {
    private let composition: Composition
    private let files: [Angle: [(key: Int, value: HeardFile)]]

    /// - Parameter files: all files with sound, by number.
    init(_ composition: Composition, _ files: [Int: HeardFile]) {
        self.composition = composition
        self.files = Dictionary(grouping: files.sorted { $0.key < $1.key }, by: \.value.angle)
    }

    func tracks(_ audio: AudioSettings) -> [SoundTrack] {
        switch audio.choice {
        case .none: []
        case .follow: [followPicture()]
        case .angle(let angle): [track(of: [angle] + others(than: angle))]
        case .mix:
            files.keys.filter { audio.mix.factor(of: $0) > 0 }.sorted { $0.name < $1.name }.map { track(of: [$0]) }
        case .tracks(let tracks): tracks.map(\.cut)
        }
    }

    /// What is heard where an angle has nothing: cameras first, then sound-only files.
    private func others(than angle: Angle) -> [Angle] {
        let cameras = composition.session.angles.filter { files[$0] != nil }
        let sounds = files.filter { !cameras.contains($0.key) }.sorted { $0.value[0].key < $1.value[0].key }
        return (cameras + sounds.map(\.key)).filter { $0 != angle }
    }

    private func clip(_ number: Int, _ file: HeardFile, _ frames: Range<Int64>, at session: MediaTime)
        -> SoundTrack.Clip
    {
        let rate = composition.frameRate
        let range = TimeRange(start: rate.time(ofFrame: frames.lowerBound), end: rate.time(ofFrame: frames.upperBound))
        return .init(
            input: number, range: range, start: file.clock.source(at: session), fadeIn: .zero, fadeOut: .zero)
    }

    /// A file of an angle, in frames of the film.
    private struct Piece {
        var frames: Range<Int64>
        var number: Int
        var file: HeardFile
    }

    /// The first of some cameras and sound files that has sound, one part of the film at a time.
    private func track(of order: [Angle]) -> SoundTrack {
        let (rate, pieces) = (composition.frameRate, composition.clock.pieces)
        var clips: [SoundTrack.Clip] = []
        for (index, piece) in pieces.enumerated() {
            let over =
                index + 1 < pieces.count ? rate.frame(at: pieces[index + 1].source, .nearest) : composition.frameCount
            let first = rate.frame(at: piece.source, .nearest)
            let part = first..<max(first, over)
            let place = { (time: MediaTime) in rate.frame(at: piece.source(at: time), .nearest) }
            let found = order.map { angle in
                (files[angle] ?? []).map { number, file in
                    let start = place(file.range.start)
                    return Piece(frames: start..<max(start, place(file.range.end)), number: number, file: file)
                }.sorted { $0.frames.lowerBound < $1.frames.lowerBound }
            }
            var frame = part.lowerBound
            while frame < part.upperBound {
                let rank = found.firstIndex { $0.contains { $0.frames.contains(frame) } }
                // Until something before it in the order begins.
                let next = found[..<(rank ?? found.count)].joined().map(\.frames.lowerBound).filter { $0 > frame }.min()
                guard let rank, let own = found[rank].first(where: { $0.frames.contains(frame) }) else {
                    frame = next ?? part.upperBound
                    continue
                }
                let end = min(part.upperBound, own.frames.upperBound, next ?? .max)
                clips.append(
                    clip(own.number, own.file, frame..<end, at: piece.target(at: rate.time(ofFrame: frame))))
                frame = end
            }
        }
        return SoundTrack(clips: clips)
    }

    /// The visible camera, otherwise the first that has sound there.
    private func followPicture() -> SoundTrack {
        let rate = composition.frameRate
        let order = composition.session.angles.filter { files[$0] != nil }
        let found = files.mapValues { Overlaps($0.map { ($0.value.range, $0) }) }
        var clips: [SoundTrack.Clip] = []
        for (index, segment) in composition.segments.enumerated() {
            guard let scene = segment.scene else { continue }
            var frame = segment.frames.lowerBound
            while frame < segment.frames.upperBound {
                let time = composition.sessionTime(ofFrame: frame, inSegment: index)
                let wished = scene.mainAngle.map { angle in [angle] + order.filter { $0 != angle } } ?? order
                let instant = TimeRange(start: time, duration: MediaTime(flicks: 1))
                guard let heard = wished.lazy.compactMap({ found[$0]?.overlapping(instant).first }).first else { break }
                let over = rate.frame(
                    at: composition.filmTime(at: heard.range.end, inSegment: index), .nearest)
                let end = min(segment.frames.upperBound, max(frame + 1, over))
                clips.append(clip(heard.value.key, heard.value.value, frame..<end, at: time))
                frame = end
            }
        }
        return SoundTrack(clips: clips)
    }
}

extension SoundTrack {
    /// Each clip up to the start of the next.
    fileprivate var cut: SoundTrack {
        var clips: [Clip] = []
        var end = MediaTime.zero
        for (index, clip) in self.clips.enumerated() {
            let next = index + 1 < self.clips.count ? self.clips[index + 1].range.start : .distantFuture
            let start = max(end, clip.range.start)
            let over = min(clip.range.end, max(next, start))
            guard start < over else { continue }
            clips.append(
                Clip(
                    input: clip.input, range: TimeRange(start: start, end: over),
                    start: clip.start + start - clip.range.start, fadeIn: .zero, fadeOut: .zero))
            end = over
        }
        return SoundTrack(clips: clips)
    }
}
