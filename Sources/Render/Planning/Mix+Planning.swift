import Audio
import MediaTime
import Timeline

/// Which camera is heard when, and what it takes of each recorded file.
///
/// ```
/// back  ━━━━━━━━━╲          ╱━━━━━━
/// front           ╲━━━━━━━━╱          every change is a cross-fade inside of the footage, so nothing clicks
/// ```
struct MixPlanner {
    /// From `start` on `angle` is heard, faded in over `fade` samples while what was before fades out.
    private struct Entry: Hashable {
        var start: Int64
        var fade: Int64
        var angle: Angle?
        /// The part of the film by whose clock it is heard.
        var piece: Int
    }

    private let composition: Composition
    /// The takes that have sound.
    private let takes: [Int]
    private let audible: [Angle]
    private var entries: [Entry] = []
    /// Where one camera is to be heard: it, and then the others that take its place.
    private var order: [Angle] = []

    /// Long enough not to click, too short to be noticed: 10 ms.
    static let shortestFade = Int64(AudioBuffer.sampleRate / 100)

    /// - Parameter takes: those that have sound; the others are never chosen.
    init(_ choice: AudioSettings.Choice, _ composition: Composition, takes: [Int]) {
        self.composition = composition
        self.takes = takes
        let angles = Set(takes.map { composition.session.takes[$0].angle })
        audible = composition.session.angles.filter(angles.contains)
        switch choice {
        case .none: break
        case .angle(let wished): hear(wished)
        case .follow: followPicture()
        }
    }

    /// `nil` when there is nothing to be heard.
    var mix: Mix? {
        let tracks = entries.indices.flatMap(tracks(of:))
        return tracks.isEmpty ? nil : Mix(tracks: tracks, frameCount: frameCount)
    }

    /// When another camera is heard than before, and why, on the film's clock.
    func changes() -> [(time: MediaTime, from: Angle, to: Angle?, why: Diagnostic.AudioChange)] {
        zip(entries, entries.dropFirst()).compactMap { old, new in
            guard let from = old.angle, from != new.angle else { return nil }
            // What comes first in the order is heard wherever it has footage.
            let begins = order.prefix { $0 != from }.contains { $0 == new.angle }
            return (MediaTime(new.start, in: Self.clock), from, new.angle, begins ? .footageBegins : .footageEnds)
        }
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
        // What is heard fades out before its footage ends.
        let end = last.angle.flatMap { ends(of: $0, piece: last.piece).first { $0 > start - fade } }
        let early = end.map { max(last.start + last.fade, min(start, $0 - fade)) } ?? start
        entries.append(Entry(start: early, fade: fade, angle: angle, piece: piece))
    }

    private func ends(of angle: Angle, piece: Int) -> [Int64] {
        composition.session.coverage(of: angle).map { position(at: $0.end, piece: piece) }
    }

    /// One camera, and where it has no footage the next that has.
    private mutating func hear(_ wished: Angle) {
        order = [wished].filter(audible.contains) + audible.filter { $0 != wished }
        let coverage = order.map { angle in (angle, composition.session.coverage(of: angle)) }
        let ends = coverage.flatMap { $0.1.flatMap { [$0.start, $0.end] } }
        let pieces = composition.clock.pieces
        for (piece, own) in pieces.enumerated() {
            let over =
                piece + 1 < pieces.count ? own.target(at: pieces[piece + 1].source) : MediaTime.distantFuture
            let start = max(own.target, own.target(at: .zero))
            for edge in Set(ends + [start]).sorted() where edge >= start && edge < over {
                let heard = coverage.first { $0.1.contains { $0.contains(edge) } }?.0
                change(at: position(at: edge, piece: piece), fade: Self.shortestFade, to: heard, piece: piece)
            }
        }
    }

    /// The camera that is seen, and where it has no sound another one that is there.
    private mutating func followPicture() {
        let windows = Dictionary(uniqueKeysWithValues: composition.transitions.map { ($0.incoming, $0.frames) })
        for (index, segment) in composition.segments.enumerated() {
            let first = segment.frames.lowerBound
            let time = composition.sessionTime(ofFrame: first, inSegment: index)
            let heard = segment.scene.flatMap { scene in
                scene.mainAngle.flatMap { audible.contains($0) ? $0 : nil }
                    ?? audible.first { composition.session.take(of: $0, at: time) != nil }
            }
            let start = position(ofFrame: windows[index]?.lowerBound ?? first)
            let end = position(ofFrame: windows[index]?.upperBound ?? first)
            let piece = composition.clock.piece(at: composition.frameRate.time(ofFrame: first))
            change(at: start, fade: max(Self.shortestFade, end - start), to: heard, piece: piece)
        }
    }

    /// Every take of an entry's camera, heard while it has footage, so that takes of one camera never sound together.
    private func tracks(of index: Int) -> [Mix.Track] {
        let entry = entries[index]
        guard let angle = entry.angle else { return [] }
        let next = index + 1 < entries.count ? entries[index + 1] : nil
        var gain = GainEnvelope([.init(entry.start, entry.fade == 0 ? 1 : 0)])
        if entry.fade > 0 { gain.change(to: 1, at: entry.start, over: entry.fade) }
        if let next { gain.change(to: 0, at: next.start, over: next.fade) }
        let heard = entry.start..<(next.map { $0.start + $0.fade } ?? frameCount)
        let piece = composition.clock.pieces[entry.piece]
        let offset = piece.target.ticks(in: Self.clock, .nearest) - piece.source.ticks(in: Self.clock, .nearest)
        return takes.compactMap { take in
            let recorded = composition.session.takes[take]
            guard recorded.angle == angle else { return nil }
            let (start, end) = (recorded.range.start, recorded.range.end)
            let range =
                (start.ticks(in: Self.clock, .nearest) - offset)..<(end.ticks(in: Self.clock, .nearest) - offset)
            let own = range.clamped(to: heard).clamped(to: 0..<frameCount)
            return own.isEmpty ? nil : Mix.Track(source: take, range: own, offset: offset, gain: gain)
        }
    }
}

extension RenderPlan {
    /// What the film sounds like; `nil` without sound.
    package var mix: Mix? {
        guard output.audio.choice == .follow, let tones = output.audio.roomTones else { return mixPlanner.mix }
        return SeamMix(composition, tones, takes: sources.indices.filter { sources[$0].audioStream != nil }).mix
    }

    var mixPlanner: MixPlanner {
        MixPlanner(output.audio.choice, composition, takes: sources.indices.filter { sources[$0].audioStream != nil })
    }
}
