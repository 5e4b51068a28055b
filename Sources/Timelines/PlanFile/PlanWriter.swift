import Audio
import MediaIO
import MediaTime
import Placing
import Planning
import Timeline

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes a plan as OpenTimelineIO's objects.
struct PlanWriter {
    let document: PlanDocument
    let composition: Composition
    let url: (String) -> String
    let form: TimelineForm
    private let timecodes: [String: MediaTime]
    private let streams: [String: [AudioInfo]]
    var isPlain: Bool { form != .plan }
    /// By the segments that they lead to.
    let transitions: [Int: Composition.Transition]
    private var soundTracks = ""

    init(
        document: PlanDocument, composition: Composition, form: TimelineForm, timecodes: [String: MediaTime],
        streams: [String: [AudioInfo]], url: @escaping (String) -> String
    ) {
        (self.document, self.composition, self.url) = (document, composition, url)
        (self.form, self.timecodes, self.streams) = (form, timecodes, streams)
        transitions = Dictionary(uniqueKeysWithValues: composition.transitions.map { ($0.incoming, $0) })
    }

    /// The names that readers will compute.
    mutating func nameSoundTracks() throws {
        let nodes = try JSONDecoder().decode([TimelineNode].self, from: JSONEncoder().encode(audio))
        let media = document.media.map { url($0.path) }
        let sounds = document.sounds.map { url($0.path) }
        soundTracks = SoundFingerprint { url in
            media.firstIndex(of: url).map { "\(SourceID.take($0))" }
                ?? sounds.firstIndex(of: url).map { "\(SourceID.sound($0))" } ?? url
        }.text(nodes)
    }

    var timeline: OpenTimelineIO.Root {
        .init(
            name: document.name, global_start_time: time(0),
            tracks: .init(children: [video] + audio), metadata: isPlain ? nil : .init(compose: metadata))
    }

    private var metadata: OpenTimelineIO.PlanMetadata {
        .init(
            clock: document.clock,
            media: document.media.map { located($0, \.path) }, sounds: document.sounds.map { located($0, \.path) },
            files: document.files.isEmpty ? nil : document.files.map { located($0, \.path) },
            output: document.output, cuts: PlannedCuts(composition), soundTracks: soundTracks, edits: document.edits)
    }

    private func located<Input>(_ input: Input, _ path: WritableKeyPath<Input, String>) -> Input {
        var input = input
        input[keyPath: path] = url(input[keyPath: path])
        return input
    }

    private var video: OpenTimelineIO.Track {
        var items: [OpenTimelineIO.Item] = []
        for (index, segment) in composition.segments.enumerated() {
            if let transition = transitions[index] {
                items.append(item(transition, cut: segment.frames.lowerBound))
            }
            items += form == .multicam ? cameras(of: segment, index: index) : clips(of: segment, index: index)
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

    func item(_ transition: Composition.Transition, cut: Int64) -> OpenTimelineIO.Item {
        .transition(
            .init(
                name: "\(transition.specification)", in_offset: time(cut - transition.frames.lowerBound),
                out_offset: time(transition.frames.upperBound - cut),
                metadata: isPlain ? nil : .init(compose: .init(transition: "\(transition.specification)"))))
    }

    func clips(of segment: Composition.Segment, index: Int) -> [OpenTimelineIO.Item] {
        guard let scene = segment.scene, let angle = scene.mainAngle else { return [gap(segment.frames)] }
        return composition.parts(ofSegment: index).map { part in
            guard let take = part.take else { return gap(part.frames) }
            let start = isPlain ? composition.clipStart(of: part, inSegment: index) : nil
            return clip(take, part.frames, at: start, segment: index, scene, angle)
        }
    }

    /// A part of a file.
    ///
    /// - Parameters:
    ///   - part: on the file's clock.
    ///   - extent: all of the file.
    func clip(
        _ name: String, _ part: TimeRange, of path: String, _ extent: TimeRange,
        metadata: OpenTimelineIO.ClipMetadatas? = nil
    ) -> OpenTimelineIO.Item {
        // The first picture has the timecode, whatever its time on the file's clock is.
        let shift = timecodes[path].map { $0 - extent.start } ?? .zero
        let reference = OpenTimelineIO.ExternalReference(
            target_url: url(path), available_range: range(extent.shifted(by: shift)))
        return .clip(
            .init(
                name: name, source_range: range(part.shifted(by: shift)),
                media_references: ["DEFAULT_MEDIA": reference], metadata: metadata))
    }

    /// - Parameter start: in the file; `nil` for the time that the first frame shows.
    func clip(
        _ take: Int, _ frames: Range<Int64>, at start: MediaTime? = nil, segment: Int, _ scene: Scene, _ angle: Angle
    ) -> OpenTimelineIO.Item {
        let source = composition.session.takes[take]
        let start = start ?? source.fileTime(at: composition.sessionTime(ofFrame: frames.lowerBound))
        let part = TimeRange(start: start, duration: composition.frameRate.time(ofFrame: Int64(frames.count)))
        return clip(
            angle.name, part, of: source.path, source.footage,
            metadata: isPlain
                ? nil
                : .init(
                    compose: .picture(
                        .init(
                            segment: segment, scene: scene, aims: composition.segments[segment].aims,
                            decision: document.decisions[segment]))))
    }

    func gap(_ frames: Range<Int64>) -> OpenTimelineIO.Item {
        .gap(.init(source_range: range(.zero, count: Int64(frames.count))))
    }

    func range(_ start: MediaTime, count: Int64) -> OpenTimelineIO.TimeRange {
        .init(start_time: time(start), duration: time(count))
    }
    func range(_ range: FootageRange) -> OpenTimelineIO.TimeRange {
        .init(start_time: time(range.start), duration: time(range.duration))
    }
    func time(_ frames: Int64) -> OpenTimelineIO.RationalTime {
        .init(value: Double(frames), rate: composition.frameRate.framesPerSecond)
    }
    func time(_ time: MediaTime) -> OpenTimelineIO.RationalTime {
        // Whole frames where possible; other programs get fractions, compose reads flicks.
        let frame = composition.frameRate.frame(at: time, .nearest)
        if composition.frameRate.time(ofFrame: frame) == time { return self.time(frame) }
        let rate = composition.frameRate.framesPerSecond
        return .init(value: time.approximateSeconds * rate, rate: rate)
    }
}

// A shot as all cameras in sync.
extension PlanWriter {
    /// A stack with a track for each camera that has footage, with the shown camera on top: programs that do not
    /// support disabled tracks show the same. The times of the stack are session times, from the beginning of the
    /// shot's handles.
    func cameras(of segment: Composition.Segment, index: Int) -> [OpenTimelineIO.Item] {
        guard let main = segment.scene?.mainAngle else { return clips(of: segment, index: index) }
        let rate = composition.frameRate
        let windows = [index, index + 1].compactMap { transitions[$0]?.frames }
        let first = min(segment.frames.lowerBound, windows.map(\.lowerBound).min() ?? segment.frames.lowerBound)
        let end = max(segment.frames.upperBound, windows.map(\.upperBound).max() ?? segment.frames.upperBound)
        let time = { (frame: Int64) in composition.sessionTime(ofFrame: frame, inSegment: index) }
        let shown = TimeRange(start: time(first), end: time(end))
        let tracks = composition.session.angles.map { angle in
            OpenTimelineIO.Track(
                name: angle.name, kind: "Video", children: items(of: angle, in: shown),
                enabled: angle == main ? nil : false)
        }
        let start = segment.frames.lowerBound - first
        let part = TimeRange(
            start: rate.time(ofFrame: start), end: rate.time(ofFrame: start + Int64(segment.frames.count)))
        return [
            .stack(
                .init(
                    name: "multicam \(index + 1)", source_range: range(part),
                    children: tracks.filter { $0.name != main.name && !$0.children.isEmpty }
                        + tracks.filter { $0.name == main.name }))
        ]
    }

    /// The footage of a camera in a range of the session.
    private func items(of angle: Angle, in shown: TimeRange) -> [OpenTimelineIO.Item] {
        var items: [OpenTimelineIO.Item] = []
        var end = shown.start
        for take in composition.session.takes(of: angle, in: shown) {
            let source = composition.session.takes[take]
            let own = source.range.intersection(TimeRange(start: end, end: shown.end))
            guard !own.isEmpty else { continue }
            if own.start > end {
                items.append(
                    .gap(.init(source_range: range(TimeRange(start: .zero, duration: own.start - end)))))
            }
            let part = TimeRange(start: source.fileTime(at: own.start), duration: own.duration)
            items.append(clip(angle.name, part, of: source.path, source.footage))
            end = own.end
        }
        return items
    }
}

// The sound tracks of a plan.
extension PlanWriter {
    /// For other programs; compose uses its own sound settings as long as the tracks are unchanged.
    var audio: [OpenTimelineIO.Track] {
        [SoundTrack](document.output.audio, composition, files, primary: document.output.primary).map { track in
            .init(name: "audio", kind: "Audio", children: items(of: track))
        }
    }

    private var files: [SourceID: HeardFile] {
        let takes = document.media.enumerated().filter { $1.audioStream != nil }.map { number, media in
            let extent = media.soundExtent ?? media.take.soundExtent(media.soundJumps)
            let clock = media.take.clock(ofSound: media.soundJumps)
            return (SourceID.take(number), HeardFile(angle: media.angle, clock: clock, extent: extent))
        }
        let sounds = document.sounds.enumerated().filter { $1.role == .recording }.map { number, sound in
            let file = HeardFile(angle: sound.angle, clock: sound.clock, extent: sound.extent)
            return (SourceID.sound(number), file)
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
        return self.clip(
            name, TimeRange(start: clip.start, duration: clip.range.duration), of: path, extent,
            metadata: metadata(of: clip.input, path, gain: clip.gain))
    }

    /// What a clip plays, where its file alone does not say so: to compose by streams, to others by their numbers.
    private func metadata(of id: SourceID, _ path: String, gain: Float?) -> OpenTimelineIO.ClipMetadatas? {
        guard
            let heard = id.take.map({ document.media[$0].audio }) ?? document.sounds[id.sound!].selection
        else { return nil }
        guard isPlain else {
            let usual =
                document.media.first { $0.path == path }?.audio
                ?? document.sounds.first { $0.path == path }?.selection
            guard heard != usual || gain != nil else { return nil }
            return .init(
                compose: .sound(.init(sound: .init(stream: heard.stream, channels: heard.channels, gain: gain))))
        }
        guard let streams = streams[path], let number = streams.firstIndex(where: { $0.streamIndex == heard.stream }),
            number > 0 || heard.channels != nil
        else { return nil }
        let sides = heard.channels.map { [$0.left, $0.right].compactMap(\.self) }
        let channels = sides.map { Set($0).count == 1 ? [$0[0]] : $0 } ?? Array(0..<streams[number].channels)
        return .init(Resolve_OTIO: .init(Channels: channels.map { .init(stream: number, channel: $0) }))
    }

    private func input(_ id: SourceID) -> (name: String, path: String, extent: TimeRange) {
        switch id {
        case .take(let index):
            let media = document.media[index]
            return (media.angle.name, media.path, media.extent)
        case .sound(let index):
            let sound = document.sounds[index]
            return (sound.angle.name, sound.path, sound.extent)
        }
    }
}
