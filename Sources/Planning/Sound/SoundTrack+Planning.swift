import Audio
import MediaTime
import Timeline

/// A file of the recording that has sound.
package struct HeardFile {
    var angle: Angle
    /// From the clock of the file to the session clock.
    var clock: TimeMap
    /// The range of the file that is used, on its own clock.
    var extent: TimeRange

    package init(
        angle: Angle, clock: TimeMap, extent: TimeRange
    ) {
        self.angle = angle
        self.clock = clock
        self.extent = extent
    }
    var range: TimeRange { TimeRange(start: clock.target(at: extent.start), end: clock.target(at: extent.end)) }

    /// The parts without a jump of the clock: an editing program plays a clip at one speed.
    var parts: [HeardFile] {
        clock.sections(of: extent).map { HeardFile(angle: angle, clock: $0.map, extent: $0.range) }
    }
}

extension RenderPlan {
    /// The sound of the recording as an editing program shows it: clips in tracks, without fades.
    package var soundTracks: [SoundTrack] {
        SoundTrackPlanner(
            composition,
            audioSources.mapValues { HeardFile(angle: $0.angle, clock: $0.clock, extent: $0.soundingExtent) },
            primary: output.primary
        ).tracks(output.audio)
    }
}

/// Sound as tracks of clips that begin and end on frames of the film.
package struct SoundTrackPlanner {
    private let composition: Composition
    private let files: [Angle: Overlaps<(id: SourceID, file: HeardFile)>]

    /// See `Session.heardAngles`.
    private let audible: [Angle]

    /// - Parameter files: all files with sound.
    package init(_ composition: Composition, _ files: [SourceID: HeardFile], primary: Angle) {
        self.composition = composition
        let byAngle = Dictionary(grouping: files.sorted { $0.key < $1.key }, by: \.value.angle)
        audible = composition.session.heardAngles(byAngle.mapValues { $0[0].key }, primary: primary)
        self.files = byAngle.mapValues { files in
            Overlaps(files.flatMap { id, file in file.parts.map { ($0.range, (id: id, file: $0)) } })
        }
    }

    package func tracks(_ audio: AudioSettings) -> [SoundTrack] {
        switch audio.choice {
        case .none: []
        case .follow: [followPicture(audio.mix)]
        case .angle(let angle): [track(of: [angle] + others(than: angle, audio.mix))]
        case .speakers(let turns):
            Set(turns.map(\.angle)).sorted { $0.name < $1.name }.map { track(of: [$0]) }
        case .mix:
            files.keys.filter { audio.mix.factor(of: $0) > 0 }.sorted { $0.name < $1.name }.map { track(of: [$0]) }
        case .tracks(let tracks): tracks.map(\.cut)
        }
    }

    /// What is heard where an angle has nothing.
    private func others(than angle: Angle?, _ mix: MixSettings) -> [Angle] {
        audible.filter { $0 != angle && mix.factor(of: $0) > 0 }
    }

    private func clip(_ id: SourceID, _ file: HeardFile, _ frames: Range<Int64>, at session: MediaTime)
        -> SoundTrack.Clip
    {
        let rate = composition.frameRate
        let range = TimeRange(start: rate.time(ofFrame: frames.lowerBound), end: rate.time(ofFrame: frames.upperBound))
        return .init(
            input: id, range: range, start: file.clock.source(at: session), fadeIn: .zero, fadeOut: .zero)
    }

    /// A file of an angle, in frames of the film.
    private struct Piece {
        var frames: Range<Int64>
        var id: SourceID
        var file: HeardFile
    }

    /// The first of some cameras and sound files that has sound, one part of the film at a time.
    private func track(of order: [Angle]) -> SoundTrack {
        let (rate, pieces) = (composition.frameRate, composition.clock.pieces)
        let parts = pieces.indices.map { index in
            let first = rate.frame(at: pieces[index].source, .nearest)
            let over =
                index + 1 < pieces.count ? rate.frame(at: pieces[index + 1].source, .nearest) : composition.frameCount
            return clips(first..<max(first, over), pieces[index], order)
        }
        return SoundTrack(clips: parts.flatMap { $0 })
    }

    /// The visible camera, otherwise the first that has sound there.
    private func followPicture(_ mix: MixSettings) -> SoundTrack {
        let parts = composition.segments.compactMap { segment in
            segment.scene.map { scene in
                let start = composition.frameRate.time(ofFrame: segment.frames.lowerBound)
                let piece = composition.clock.pieces[composition.clock.piece(at: start)]
                let main = scene.mainAngle
                return clips(segment.frames, piece, (main.map { [$0] } ?? []) + others(than: main, mix))
            }
        }
        return SoundTrack(clips: parts.flatMap { $0 })
    }

    /// - Parameters:
    ///   - part: frames of the film.
    ///   - piece: the clock of that part.
    ///   - order: what is heard where those before it have no sound.
    private func clips(_ part: Range<Int64>, _ piece: TimeMap.Piece, _ order: [Angle]) -> [SoundTrack.Clip] {
        let rate = composition.frameRate
        let place = { (time: MediaTime) in rate.frame(at: piece.source(at: time), .nearest) }
        let wanted = TimeRange(
            start: piece.target(at: rate.time(ofFrame: part.lowerBound)),
            end: piece.target(at: rate.time(ofFrame: part.upperBound)))
        let found = order.map { angle in
            (files[angle]?.overlapping(wanted) ?? []).map { entry in
                let (id, file) = entry.value
                let start = place(file.range.start)
                return Piece(frames: start..<max(start, place(file.range.end)), id: id, file: file)
            }.sorted { $0.frames.lowerBound < $1.frames.lowerBound }
        }
        var clips: [SoundTrack.Clip] = []
        var frame = part.lowerBound
        while frame < part.upperBound {
            let rank = found.firstIndex { $0.contains { $0.frames.contains(frame) } }
            // Until something before it in the order begins, or the same camera's next file.
            let next = found.prefix((rank ?? found.count) + 1).joined().map(\.frames.lowerBound).filter { $0 > frame }
                .min()
            guard let rank, let own = found[rank].last(where: { $0.frames.contains(frame) }) else {
                frame = next ?? part.upperBound
                continue
            }
            let end = min(part.upperBound, own.frames.upperBound, next ?? .max)
            clips.append(clip(own.id, own.file, frame..<end, at: piece.target(at: rate.time(ofFrame: frame))))
            frame = end
        }
        return clips
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
        return SoundTrack(clips: clips, gain: gain)
    }
}
