import Audio
import MediaIO
import MediaTime
import Placing
import Planning
import Timeline

/// The open recordings of a film. Not thread-safe.
///
/// Where a part of the recording is left out, both sides of a transition show a camera at different times. The incoming
/// side then has a reader of its own: one alone would go back and forth.
final class TakeReaders {
    /// Of the same recordings throughout.
    var plan: RenderPlan
    private let footage: SharedFootage
    private let steadying: Steadying
    private let decoderThreads: Int
    private let keptPictures: Int
    private var readers: [Int: CameraReader] = [:]
    private var incoming: [Int: CameraReader] = [:]
    /// The takes of the frame that is drawn.
    private var used: Set<Int> = []
    /// What `incoming` is for in the frame that is drawn.
    private var shown: (time: MediaTime, angles: Set<Angle>)?
    /// The decoder of each of `readers`; the other side is for `incoming`.
    private var sides: [Int: SharedFootage.Side] = [:]
    /// Damage from readers that are already closed.
    private var pastDamage: [SourceID: Damage] = [:]

    init(
        _ plan: RenderPlan, footage: SharedFootage, steadying: Steadying, decoderThreads: Int, keptPictures: Int
    ) {
        (self.plan, self.footage, self.steadying) = (plan, footage, steadying)
        (self.decoderThreads, self.keptPictures) = (decoderThreads, keptPictures)
    }

    /// The damage in each take's data so far.
    var damage: [SourceID: Damage] {
        [readers, incoming].joined().reduce(into: pastDamage) { damage, entry in
            damage[.take(entry.key), default: Damage()].merge(entry.value.damage)
        }
        .filter { !$0.value.isEmpty }
    }

    /// To be called before each frame: after a transition, its incoming side is the only one.
    func prepare(for frame: Composition.Frame) {
        restUnused(until: frame)
        if case .transition(_, let before?, let after?, _, _) = frame, before.time != after.time {
            shown = (after.time, Set(before.scene.angles).intersection(after.scene.angles))
            return
        }
        shown = nil
        for (take, reader) in incoming {
            closeReaders(unusedFor: take)
            close(take)
            readers[take] = reader
            sides[take] = sides[take, default: .one].other
        }
        incoming = [:]
    }

    private func restUnused(until frame: Composition.Frame) {
        defer { used = [] }
        guard case .scene(let instant) = frame else { return }
        for (take, reader) in readers where !used.contains(take) {
            reader.rest(until: plan.composition.session.takes[take].fileTime(at: instant.time))
        }
    }

    /// - Parameter time: of the session, of what is shown next.
    func reader(_ take: Int, at time: MediaTime) throws -> CameraReader {
        used.insert(take)
        let angle = plan.composition.session.takes[take].angle
        if let shown, shown.time == time, shown.angles.contains(angle) {
            let reader = try incoming[take] ?? opened(take, sides[take, default: .one].other)
            incoming[take] = reader
            return reader
        }
        if let reader = readers[take] { return reader }
        closeReaders(unusedFor: take)
        let reader = try opened(take, sides[take, default: .one])
        readers[take] = reader
        return reader
    }

    private func opened(_ take: Int, _ side: SharedFootage.Side) throws -> CameraReader {
        let source = plan.sources[take]
        return CameraReader(
            try footage.reader(of: source, side, for: plan, threads: decoderThreads), info: source.video,
            orientation: source.orientation, canvas: plan.output.canvas, fit: plan.output.fit,
            grade: try plan.output.finish.grade(of: plan.composition.session.takes[take].angle),
            steadiedBy: steadying.take(take, of: plan), outputRate: plan.output.frameRate, keeping: keptPictures)
    }

    /// A camera shows one take at a time: other takes of the same angle are over, or will be reopened.
    private func closeReaders(unusedFor take: Int) {
        let takes = plan.composition.session.takes
        for other in readers.keys where other != take && takes[other].angle == takes[take].angle { close(other) }
    }

    private func close(_ take: Int) {
        guard let reader = readers.removeValue(forKey: take) else { return }
        pastDamage[.take(take), default: Damage()].merge(reader.damage)
    }
}

/// The decoders of recordings that several compositors of one thread share: each picture of a file is opened once for each side of
/// its transitions, and kept open as long as one of them shows it.
package final class SharedFootage {
    enum Side: Hashable {
        case one, two
        var other: Side { self == .one ? .two : .one }
    }
    private struct Key: Hashable {
        var picture: String
        var side: Side
    }
    private struct Entry { weak var reader: FrameReader? }
    private var entries: [Key: Entry] = [:]

    package init() {}

    /// - Parameter plan: the plan of the first caller.
    func reader(of source: Source, _ side: Side, for plan: RenderPlan, threads: Int) throws(MediaError) -> FrameReader {
        let key = Key(picture: source.pictureKey, side: side)
        if let reader = entries[key]?.reader {
            reader.isShared = true
            return reader
        }
        RenderLog.logger.trace(
            "opening \(source.path) to decode it with \(threads) thread\(threads == 1 ? "" : "s")")
        let reader = try FrameReader(
            path: source.path, info: source.video, outputRate: plan.output.frameRate, threads: threads)
        entries[key] = Entry(reader: reader)
        return reader
    }
}
