import Audio
import MediaTime
import Placing
import Timeline

/// One sound at a time: which source is heard when, and which part of each recorded file that needs.
///
/// ```
/// back  ━━━━━━━━━╲          ╱━━━━━━
/// front           ╲━━━━━━━━╱          every change is a cross-fade inside the footage, so nothing clicks
/// ```
struct Lane {
    /// `angle` is heard from `start`, faded in over `fade` samples while the previous one fades out.
    private struct Entry: Hashable {
        var start: Int64
        var fade: Int64
        var angle: Angle?
        /// The part of the film whose clock applies.
        var piece: Int
    }

    private let composition: Composition
    /// The sources that can be heard, by camera or name.
    private let sources: [Angle: Overlaps<SourceID>]
    private let files: [SourceID: HeardFile]
    /// Where a source has sound, on the session clock.
    private let coverage: [Angle: [TimeRange]]
    /// Cameras first, then sound-only files.
    private let audible: [Angle]
    private var entries: [Entry] = []
    /// If one camera is to be heard: it, followed by the others that can replace it.
    private(set) var order: [Angle] = []
    private let settings: MixSettings

    private static let shortestFade = MixPlanner.shortestFade
    /// At the end of the film, another microphone is not worth hearing for less than a shot, a second: the sound fades out
    /// over half of it.
    private static let shortestRest = Int64(AudioBuffer.sampleRate)

    /// - Parameters:
    ///   - wished: heard throughout, where it has sound; `nil` for the camera that is shown.
    ///   - files: all sources with sound; nothing else is ever chosen.
    ///   - audible: their cameras and names, in the order in which they replace others.
    ///   - isOneOfMany: others are added to it.
    init(
        _ wished: Angle?, _ composition: Composition, _ files: [SourceID: HeardFile], audible: [Angle],
        settings: MixSettings, isOneOfMany: Bool = false
    ) {
        (self.composition, self.settings, self.files, self.audible) = (composition, settings, files, audible)
        let byAngle = Dictionary(grouping: files.sorted { $0.key < $1.key }, by: \.value.angle)
        sources = byAngle.mapValues { Overlaps($0.map { ($0.value.range, $0.key) }) }
        // Sound that ends early matters only where there is another to hear instead.
        let hasOthers = isOneOfMany || byAngle.count > 1
        coverage = byAngle.mapValues { own in
            own.flatMap { _, file in
                file.clock.sections(of: hasOthers ? file.sounding : file.extent).map { map, range in
                    TimeRange(start: map.target(at: range.start), end: map.target(at: range.end))
                }
            }.joined()
        }
        if let wished { hear(wished) } else { followPicture() }
    }

    /// `nil` if nothing is ever heard.
    var soundTrack: SoundTrack? {
        entries.isEmpty ? nil : SoundTrack(clips: entries.indices.flatMap(clips(of:)))
    }

    /// What is heard of an entry, from the middle of its fade to the middle of the next. An editing program plays a clip
    /// at one speed, so a file is cut where its clock jumps.
    private func clips(of index: Int) -> [SoundTrack.Clip] {
        let (rate, entry) = (composition.frameRate, entries[index])
        let next = index + 1 < entries.count ? entries[index + 1] : nil
        let piece = composition.clock.pieces[entry.piece]
        let frame = { (position: Int64) in rate.frame(at: MediaTime(position, in: Self.clock), .nearest) }
        let start = frame(entry.start + entry.fade / 2)
        // What fades out to silence is heard to its end.
        let end = next.map { frame($0.start + ($0.angle == nil ? $0.fade : $0.fade / 2)) } ?? composition.frameCount
        return tracks(of: index).flatMap { track -> [SoundTrack.Clip] in
            let file = files[track.source]!
            let heard = max(start, frame(track.range.lowerBound))..<max(start, min(end, frame(track.range.upperBound)))
            return file.clock.sections(of: file.extent).compactMap { map, range in
                let place = { (time: MediaTime) in rate.frame(at: piece.source(at: map.target(at: time)), .nearest) }
                let frames = (place(range.start)..<max(place(range.start), place(range.end))).clamped(to: heard)
                guard !frames.isEmpty else { return nil }
                let (first, over) = (rate.time(ofFrame: frames.lowerBound), rate.time(ofFrame: frames.upperBound))
                return SoundTrack.Clip(
                    input: track.source, range: TimeRange(start: first, end: over),
                    start: map.source(at: piece.target(at: first)), fadeIn: .zero, fadeOut: .zero)
            }
        }.sorted { $0.range.start < $1.range.start }
    }

    /// In no particular order.
    var tracks: [Mix.Track] { entries.indices.flatMap(tracks(of:)) }

    /// Where something is heard, with its fades.
    var heardRanges: [Range<Int64>] {
        var ranges: [Range<Int64>] = []
        for (index, entry) in entries.enumerated() where entry.angle != nil {
            let next = index + 1 < entries.count ? entries[index + 1] : nil
            let range = entry.start..<max(entry.start, next.map { $0.start + $0.fade } ?? frameCount)
            if let last = ranges.last, last.upperBound + 2 * Self.shortestFade > range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }

    typealias Change = (time: MediaTime, from: Angle, to: Angle?, until: MediaTime?, why: Diagnostic.AudioChange)

    /// When the camera that is heard changes, and why, on the film's clock.
    func changes() -> [Change] {
        let time = { MediaTime(entries[$0].start, in: Self.clock) }
        let later: [Change] =
            entries.indices.dropFirst().compactMap { index in
                let (old, new) = (entries[index - 1], entries[index])
                guard let from = old.angle, from != new.angle else { return nil }
                // Sources earlier in the order are heard wherever they have footage.
                let begins = order.prefix { $0 != from }.contains { $0 == new.angle }
                let until = new.angle == nil && index + 1 < entries.count ? time(index + 1) : nil
                return (time(index), from, new.angle, until, begins ? .footageBegins : .footageEnds)
            }
        // What was asked for is heard later, or never.
        guard let wished = order.first, let first = entries.first?.angle, first != wished else { return later }
        return [(.zero, wished, first, later.first?.time, .footageEnds)] + later
    }

    private static let clock = TimeBase.perSecond(AudioBuffer.sampleRate)
    private var frameCount: Int64 { composition.duration.ticks(in: Self.clock, .nearest) }

    /// In samples of the film.
    private func position(ofFrame frame: Int64) -> Int64 {
        composition.frameRate.time(ofFrame: frame).ticks(in: Self.clock, .nearest)
    }
    private func position(at sessionTime: MediaTime, piece: Int) -> Int64 {
        composition.clock.pieces[piece].source(at: sessionTime).ticks(in: Self.clock, .nearest)
    }

    private mutating func change(at start: Int64, fade: Int64, to angle: Angle?, piece: Int) {
        guard let last = entries.last else {
            return entries.append(Entry(start: min(start, 0), fade: 0, angle: angle, piece: piece))
        }
        guard last.angle != angle || last.piece != piece, start < frameCount else { return }
        // A source fades out before its footage ends.
        let end = last.angle.flatMap { self.end(of: $0, after: start - fade, piece: last.piece) }
        let early = end.map { max(last.start + last.fade, min(start, $0 - fade)) } ?? start
        entries.append(Entry(start: early, fade: fade, angle: angle, piece: piece))
    }

    /// The first end of a camera's footage after a position.
    private func end(of angle: Angle, after start: Int64, piece: Int) -> Int64? {
        let ranges = coverage[angle] ?? []
        let index = ranges.partitioningIndex { position(at: $0.end, piece: piece) > start }
        return index < ranges.count ? position(at: ranges[index].end, piece: piece) : nil
    }

    /// Whether a source has sound, or will within a frame: nothing replaces it for so short a time.
    private func hasSound(_ angle: Angle, at time: MediaTime) -> Bool {
        let ranges = coverage[angle] ?? []
        let index = ranges.partitioningIndex { $0.end > time }
        return index < ranges.count && ranges[index].start < time + composition.frameRate.frameDuration
    }

    /// One camera; where it has no footage, the next one that does.
    private mutating func hear(_ wished: Angle) {
        // Who is muted replaces nobody.
        order = [wished].filter(audible.contains) + audible.filter { $0 != wished && settings.factor(of: $0) > 0 }
        let pieces = composition.clock.pieces
        for (piece, own) in pieces.enumerated() {
            let over =
                piece + 1 < pieces.count ? own.target(at: pieces[piece + 1].source) : MediaTime.distantFuture
            let start = max(own.target, own.target(at: .zero))
            guard start < over else { continue }
            for edge in [start] + edges(of: order, in: TimeRange(start: start, end: over)) {
                let heard = heard(order, at: edge)
                let start = position(at: edge, piece: piece)
                if let last = entries.last?.angle, let heard, heard != last, frameCount - start < Self.shortestRest {
                    guard !hasSound(last, at: edge) else { continue }
                    return change(at: start, fade: Self.shortestRest / 2, to: nil, piece: piece)
                }
                change(at: start, fade: Self.shortestFade, to: heard, piece: piece)
            }
        }
    }

    /// The visible camera; where it has no sound, another one that does.
    private mutating func followPicture() {
        let windows = Dictionary(uniqueKeysWithValues: composition.transitions.map { ($0.incoming, $0.frames) })
        for (index, segment) in composition.segments.enumerated() {
            let first = segment.frames.lowerBound
            let time = composition.sessionTime(ofFrame: first, inSegment: index)
            let main = segment.scene?.mainAngle.flatMap { audible.contains($0) ? $0 : nil }
            let others = audible.filter { $0 != main && settings.factor(of: $0) > 0 }
            let order = segment.scene == nil ? [] : (main.map { [$0] } ?? []) + others
            let start = position(ofFrame: windows[index]?.lowerBound ?? first)
            let end = position(ofFrame: windows[index]?.upperBound ?? first)
            let piece = composition.clock.piece(at: composition.frameRate.time(ofFrame: first))
            let fade = max(Self.shortestFade, end - start)
            change(at: start, fade: fade, to: heard(order, at: time) ?? main, piece: piece)
            // Where its sound begins or ends between both transitions.
            let over = windows[index + 1]?.lowerBound ?? segment.frames.upperBound
            let settled = max(
                time, composition.clock.pieces[piece].target(at: MediaTime(start + fade, in: Self.clock)))
            let range = TimeRange(
                start: settled, end: composition.sessionTime(ofFrame: max(first, over), inSegment: index))
            guard !range.isEmpty else { continue }
            for edge in [settled] + edges(of: order, in: range) {
                let heard = heard(order, at: edge) ?? main
                change(at: position(at: edge, piece: piece), fade: Self.shortestFade, to: heard, piece: piece)
            }
        }
    }

    /// The first that has sound.
    private func heard(_ order: [Angle], at time: MediaTime) -> Angle? { order.first { hasSound($0, at: time) } }

    /// Where the sound of some begins or ends within a range.
    private func edges(of angles: [Angle], in range: TimeRange) -> [MediaTime] {
        let all = angles.flatMap { angle in
            let ranges = coverage[angle]!
            let first = ranges.partitioningIndex { $0.end > range.start }
            return ranges[first...].prefix { $0.start < range.end }.flatMap { [$0.start, $0.end] }
        }
        return Set(all.filter { range.start < $0 && $0 < range.end }).sorted()
    }

    /// Every take of an entry's camera, heard while it has footage. Where takes overlap, the one that started last is
    /// heard, as it is the one shown.
    private func tracks(of index: Int) -> [Mix.Track] {
        let entry = entries[index]
        guard let angle = entry.angle else { return [] }
        let next = index + 1 < entries.count ? entries[index + 1] : nil
        let gain = { (start: Int64, fade: Int64) in
            var gain = GainEnvelope([.init(start, fade == 0 ? 1 : 0)])
            if fade > 0 { gain.change(to: 1, at: start, over: fade) }
            if let next { gain.change(to: 0, at: next.start, over: next.fade) }
            return gain
        }
        let heard = entry.start..<(next.map { $0.start + $0.fade } ?? frameCount)
        let piece = composition.clock.pieces[entry.piece]
        let offset = piece.target.ticks(in: Self.clock, .nearest) - piece.source.ticks(in: Self.clock, .nearest)
        let wanted = TimeRange(
            start: MediaTime(heard.lowerBound + offset - 1, in: Self.clock),
            end: MediaTime(heard.upperBound + offset + 1, in: Self.clock))
        let takes = (sources[angle]?.overlapping(wanted) ?? []).map { source in
            let (start, end) = (source.range.start, source.range.end)
            return (
                number: source.value,
                range: (start.ticks(in: Self.clock, .nearest) - offset)..<(end.ticks(in: Self.clock, .nearest) - offset)
            )
        }
        var later: [Range<Int64>] = []
        let tracks = takes.flatMap { take, range in
            // Footage may begin only when the camera heard before has faded out.
            let (start, faded) = (range.lowerBound, entry.start + entry.fade)
            let isFirst = !takes.contains { $0.range.contains(start - 1) }
            let gain =
                isFirst && entry.start < start && start <= faded
                ? gain(start, max(Self.shortestFade, faded - start)) : gain(entry.start, entry.fade)
            let own = range.clamped(to: heard).clamped(to: 0..<frameCount)
            defer { if !own.isEmpty { later.append(own) } }
            return later.reduce([own]) { parts, other in parts.flatMap { $0.without(other) } }
                .map { range in
                    Mix.Track(
                        source: take, range: range, offset: offset,
                        gain: gain.scaled(by: settings.factor(of: angle, input: take)),
                        givesWay: settings.givesWay(angle))
                }
        }
        return tracks.sorted { ($0.source, $0.range.lowerBound) < ($1.source, $1.range.lowerBound) }
    }
}

extension Range<Int64> {
    /// The parts of this range that are not in `other`.
    fileprivate func without(_ other: Range) -> [Range] {
        [
            lowerBound..<Swift.max(lowerBound, Swift.min(upperBound, other.lowerBound)),
            Swift.min(upperBound, Swift.max(lowerBound, other.upperBound))..<upperBound,
        ].filter { !$0.isEmpty }
    }
}
