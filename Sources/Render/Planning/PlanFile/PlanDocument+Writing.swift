import MediaTime
import Timeline

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PlanDocument {
    /// The plan as OpenTimelineIO JSON.
    ///
    /// - Parameter url: how the file at a path is referred to, such as a path relative to the plan's folder.
    /// - Throws: `PlanError` when it contradicts itself.
    public func openTimelineIO(url: @escaping (String) -> String) throws -> [UInt8] {
        var writer = Writer(document: self, composition: try composition(), url: url)
        try writer.nameSoundTracks()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(writer.timeline)) + Array("\n".utf8)
    }

    private struct Writer {
        let document: PlanDocument
        let composition: Composition
        let url: (String) -> String
        private var soundTracks = ""

        init(document: PlanDocument, composition: Composition, url: @escaping (String) -> String) {
            (self.document, self.composition, self.url) = (document, composition, url)
        }

        /// As whoever reads them will name them.
        mutating func nameSoundTracks() throws {
            let nodes = try JSONDecoder().decode([TimelineNode].self, from: JSONEncoder().encode(audio))
            let media = document.media.map { url($0.take.path) }
            let sounds = document.sounds.map { url($0.path) }
            soundTracks = SoundFingerprint { url in
                media.firstIndex(of: url).map { "take \($0)" } ?? sounds.firstIndex(of: url).map { "sound \($0)" } ?? url
            }.text(nodes)
        }

        var timeline: OpenTimelineIO.Root {
            .init(
                name: document.name, global_start_time: time(0),
                tracks: .init(children: [video] + audio), metadata: .init(compose: metadata))
        }

        private var metadata: OpenTimelineIO.PlanMetadata {
            .init(
                clock: document.clock,
                media: document.media.map {
                    .init(
                        angle: $0.take.angle, url: url($0.take.path), clock: $0.take.clock, footage: $0.take.footage,
                        orientation: $0.orientation, audioStream: $0.audioStream, fingerprint: $0.fingerprint)
                },
                sounds: document.sounds.map {
                    .init(
                        angle: $0.angle, url: url($0.path), clock: $0.clock, extent: $0.extent, stream: $0.stream,
                        role: $0.role, fingerprint: $0.fingerprint)
                },
                files: document.files.isEmpty
                    ? nil : document.files.map { .init(url: url($0.path), fingerprint: $0.fingerprint) },
                output: document.output, soundTracks: soundTracks)
        }

        private var video: OpenTimelineIO.Track {
            var items: [OpenTimelineIO.Item] = []
            let transitions = Dictionary(uniqueKeysWithValues: composition.transitions.map { ($0.incoming, $0) })
            for (index, segment) in composition.segments.enumerated() {
                if let transition = transitions[index] {
                    items.append(item(transition, cut: segment.frames.lowerBound))
                }
                items += clips(of: segment, index: index)
            }
            let markers = document.markers.map { marker in
                OpenTimelineIO.Marker(
                    name: marker.name, color: marker.color, comment: marker.comment,
                    marked_range: .init(
                        start_time: time(marker.frames.lowerBound), duration: time(Int64(marker.frames.count))))
            }
            return .init(
                name: "picture", kind: "Video", children: items, markers: markers.isEmpty ? nil : markers)
        }

        /// For other programs; compose takes the sound from its own settings as long as nobody changes these tracks.
        private var audio: [OpenTimelineIO.Track] {
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

        private func item(_ transition: Composition.Transition, cut: Int64) -> OpenTimelineIO.Item {
            .transition(
                .init(
                    name: "\(transition.specification)", in_offset: time(cut - transition.frames.lowerBound),
                    out_offset: time(transition.frames.upperBound - cut),
                    metadata: .init(compose: .init(transition: "\(transition.specification)"))))
        }

        private func clips(of segment: Composition.Segment, index: Int) -> [OpenTimelineIO.Item] {
            guard let scene = segment.scene, let angle = scene.mainAngle else { return [gap(segment.frames)] }
            var items: [OpenTimelineIO.Item] = []
            var frame = segment.frames.lowerBound
            let rate = composition.frameRate
            while frame < segment.frames.upperBound {
                let take = composition.session.nearestTake(
                    of: angle, at: composition.sessionTime(ofFrame: frame))
                guard let take else {
                    items.append(gap(frame..<segment.frames.upperBound))
                    break
                }
                let over = rate.frame(
                    at: composition.filmTime(
                        at: composition.session.takes[take].range.end, inSegment: composition.segment(at: frame)),
                    .nearest)
                let end = min(segment.frames.upperBound, max(frame + 1, over))
                items.append(clip(take, frame..<end, segment: index, scene, angle))
                frame = end
            }
            return items
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

        private func reference(_ path: String, _ range: TimeRange) -> OpenTimelineIO.ExternalReference {
            .init(
                target_url: url(path),
                available_range: .init(start_time: time(range.start), duration: time(range.duration)))
        }

        private func clip(_ take: Int, _ frames: Range<Int64>, segment: Int, _ scene: Scene, _ angle: Angle)
            -> OpenTimelineIO.Item
        {
            let source = composition.session.takes[take]
            let start = source.fileTime(at: composition.sessionTime(ofFrame: frames.lowerBound))
            return .clip(
                .init(
                    name: angle.name, source_range: range(start, count: Int64(frames.count)),
                    media_references: ["DEFAULT_MEDIA": reference(source.path, source.footage)],
                    metadata: .init(compose: .init(segment: segment, scene: scene))))
        }

        private func gap(_ frames: Range<Int64>) -> OpenTimelineIO.Item {
            .gap(.init(source_range: range(.zero, count: Int64(frames.count))))
        }

        private func range(_ start: MediaTime, count: Int64) -> OpenTimelineIO.TimeRange {
            .init(start_time: time(start), duration: time(count))
        }
        private func time(_ frames: Int64) -> OpenTimelineIO.RationalTime {
            .init(value: Double(frames), rate: composition.frameRate.framesPerSecond)
        }
        private func time(_ time: MediaTime) -> OpenTimelineIO.RationalTime {
            // Whole frames where they are whole; other programs get fractions, compose reads flicks.
            let frame = composition.frameRate.frame(at: time, .nearest)
            if composition.frameRate.time(ofFrame: frame) == time { return self.time(frame) }
            let rate = composition.frameRate.framesPerSecond
            return .init(value: time.approximateSeconds * rate, rate: rate)
        }
    }
}
