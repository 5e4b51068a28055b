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
        let writer = Writer(document: self, composition: try composition(), url: url)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(writer.timeline)) + Array("\n".utf8)
    }

    private struct Writer {
        let document: PlanDocument
        let composition: Composition
        let url: (String) -> String

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
                output: document.output)
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
            return .init(name: "picture", kind: "Video", children: items)
        }

        /// For other programs; compose itself takes the sound from its own settings.
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
                }
            return items.map { .init(name: "audio", kind: "Audio", children: $0) }
        }

        private var recorded: [PlanDocument.Sound] { document.sounds.filter { $0.role == .recording } }

        private func audioClips(of angle: Angle) -> [OpenTimelineIO.Item] {
            recorded.contains { $0.angle == angle }
                ? soundClips(of: angle)
                : clips(of: .init(frames: 0..<composition.frameCount, scene: .single(angle)), index: 0)
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

        /// What is only heard, from its beginning in the film to its end.
        private func soundClips(of angle: Angle) -> [OpenTimelineIO.Item] {
            var items: [OpenTimelineIO.Item] = []
            var frame: Int64 = 0
            let place = { (time: MediaTime) in
                min(
                    composition.frameCount,
                    composition.frameRate.frame(at: composition.clock.source(at: time), .nearest))
            }
            for sound in recorded where sound.angle == angle {
                let range = sound.clock.target(at: sound.extent.start)..<sound.clock.target(at: sound.extent.end)
                let start = max(frame, place(range.lowerBound))
                let end = place(range.upperBound)
                guard start < end else { continue }
                if start > frame { items.append(gap(frame..<start)) }
                let first = sound.clock.source(at: composition.sessionTime(ofFrame: start))
                items.append(
                    .clip(
                        .init(
                            name: angle.name, source_range: self.range(first, count: end - start),
                            media_references: ["DEFAULT_MEDIA": reference(sound.path, sound.extent)])))
                frame = end
            }
            return items
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
