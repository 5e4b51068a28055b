import Audio
import MediaIO
import MediaTime
import Planning
import Timeline

/// The contents of a timeline's sound tracks.
struct SoundReader {
    let finder: MediaFinder
    /// The end of the film: later sound is dropped.
    let end: MediaTime

    /// A clip as cut, without fades.
    private struct Run {
        var range: TimeRange
        var start: MediaTime
        var found: SourceID
        var gain: Double
    }

    /// Sound and pictures of one recording rarely end together.
    private static let slack = MediaTime.seconds(1)
    /// Long enough to avoid clicks, too short to be noticed.
    private static let shortestFade = MediaTime(MixPlanner.shortestFade, in: .perSecond(AudioBuffer.sampleRate))

    /// One track, and another for what its clips play of a second stream on the right side.
    ///
    /// - Throws: `PlanError` naming the clip that cannot be played.
    func tracks(of lane: Lane) throws -> [SoundTrack] {
        let second = SoundTrack(clips: try clips(of: lane, side: 1))
        return [SoundTrack(clips: try clips(of: lane, side: 0))] + (second.clips.isEmpty ? [] : [second])
    }

    private func clips(of lane: Lane, side: Int) throws -> [SoundTrack.Clip] {
        let runs = try runs(of: lane, side: side)
        return runs.indices.map { index in
            heard(runs[index], fades: lane.fades, next: index + 1 < runs.count ? runs[index + 1] : nil)
        }
    }

    private func runs(of lane: Lane, side: Int) throws -> [Run] {
        var runs: [Run] = []
        for item in lane.items where item.range.start < end {
            guard let use = item.use, let next = try run(item, use, side: side) else { continue }
            if let last = runs.last, last.found == next.found, last.gain == next.gain,
                last.range.end == next.range.start,
                !lane.fades.contains(where: { $0.cut == next.range.start }),
                (last.start + last.range.duration - next.start).magnitude <= .leastEdit
            {
                runs[runs.count - 1].range.end = next.range.end
            } else {
                runs.append(next)
            }
        }
        return runs
    }

    /// - Returns: `nil` for a picture without sound, and for the second side of a clip that has none.
    private func run(_ item: Lane.Item, _ use: Lane.Use, side: Int) throws -> Run? {
        let found = try finder.find(use.url, name: use.name, title: use.title)
        let (extent, path) =
            switch found {
            case .take(let index): (finder.media[index].extent, finder.media[index].path)
            case .sound(let index): (finder.sounds[index].extent, finder.sounds[index].path)
            }
        if use.sound == nil, case .take(let index) = found, finder.media[index].audioStream == nil {
            if use.isPicture { return nil }
            throw PlanError("\(use.title) is on a sound track, and \(path) has no sound; remove it")
        }
        guard use.gain <= 4 else {
            throw PlanError("\(use.title) is amplified by more than 12 dB, which compose does not support; lower it")
        }
        let sources = try finder.sources(of: use)
        guard side < sources.count else { return nil }
        let start = finder.fileTime(of: use, in: extent, path)
        guard start >= extent.start - Self.slack, start + item.range.duration <= extent.end + Self.slack else {
            throw PlanError(
                "\(use.title) plays from \((start - extent.start).clockDescription) for \(item.range.duration.clockDescription), and \(path) lasts \(extent.duration.clockDescription); move its source_range into the file"
            )
        }
        return Run(range: item.range, start: start, found: sources[side], gain: use.gain)
    }

    /// Transitions keep their lengths as fades; every other change gets the shortest fade.
    private func heard(_ run: Run, fades: [Lane.Fade], next: Run?) -> SoundTrack.Clip {
        let (start, end) = (run.range.start, run.range.end)
        let rise =
            fades.first { $0.cut == start }?.range
            ?? TimeRange(start: start, duration: start <= .zero ? .zero : Self.shortestFade)
        let fall: TimeRange
        if let fade = fades.first(where: { $0.cut == end }) {
            fall = fade.range
        } else if end >= self.end {
            fall = TimeRange(start: end, end: end)
        } else if let next, next.range.start == end {
            fall = TimeRange(start: end, duration: Self.shortestFade)
        } else {
            fall = TimeRange(start: max(start, end - Self.shortestFade), end: end)
        }
        let range = TimeRange(start: max(.zero, rise.start), end: fall.end)
        return SoundTrack.Clip(
            input: run.found, range: range, start: run.start + range.start - start, fadeIn: rise.end - range.start,
            fadeOut: fall.duration, gain: run.gain == 1 ? nil : Float(run.gain))
    }
}

/// A digest of the sound tracks that does not depend on the program that wrote them, to detect edits.
struct SoundFingerprint {
    /// The identity of the file that a URL points to.
    let name: (String) -> String

    func text(_ tracks: [TimelineNode]) -> String {
        let digest = Digest()
        digest.update(tracks.map(line).joined(separator: "\n"))
        return digest.hexadecimal()
    }

    private func line(_ node: TimelineNode) -> String {
        var words = [node.kind?.rawValue ?? node.schema, node.isEnabled ? "on" : "off"]
        words += [node.range?.start_time, node.range?.duration, node.inOffset, node.outOffset].map(microseconds)
        words += node.effects.filter { $0.changes != nil }.map { "\($0.schema) \($0.speed ?? 0) \($0)" }
        words += node.effects.compactMap(\.gain).filter { $0 != 1 }.map { "gain \($0)" }
        if let url = node.reference?.url { words.append(name(url)) }
        if let sound = node.sound { words.append("\(sound)") }
        return words.joined(separator: " ") + "(" + node.children.map(line).joined(separator: "\n") + ")"
    }

    /// The position within a gap does not matter, and every program writes it differently.
    private func microseconds(_ time: OpenTimelineIO.RationalTime?) -> String {
        guard let time = try? time?.time() else { return "-" }
        return "\(time.ticks(in: .microseconds, .nearest))"
    }
}
