import MediaIO
import MediaTime
import Pictures
import Placing
import Timeline

/// A camera's recording cut to the start and length of a film without encoding: which packets, and when they are shown.
///
/// The first picture is the one the film would show of this camera at its start, at time zero; the sound begins at
/// exactly that moment. From there on the file keeps its own clock.
package struct CameraCut: Sendable {
    /// The camera whose recording is cut.
    package let angle: Angle
    /// The camera's one file that covers the whole film.
    package let source: Source
    /// The start of the film, on the file's clock.
    package let start: MediaTime
    /// The same for its sound, in whose time stamps samples may be missing.
    package let soundStart: MediaTime
    /// Of the film.
    package let duration: MediaTime
    /// The largest deviation between the clocks of the file and the film by the end of the film.
    package let deviation: MediaTime
    package let index: GOPIndex
    package let selection: PacketSelection

    /// Pictures that are shown.
    package var pictureCount: Int { selection.pictureCount }
    /// Pictures that are in the file because others refer to them.
    package var hiddenPictureCount: Int { selection.packets.count - selection.pictureCount }

    /// Approximate size of the file: its packets' share of the recording.
    package var estimatedBytes: Int64 {
        rescale(source.info.byteCount, Int64(selection.packets.count), over: Int64(index.entries.count), .nearest)
    }

    /// Codecs whose packets show where a decoder can start.
    private static let codecs = ["h264", "hevc"]

    /// Reads the recording's packets, unless the plan already has their index.
    ///
    /// - Throws: `CutError` if it cannot be cut this way, `MediaError` if it cannot be read.
    init(_ plan: RenderPlan, of angle: Angle) throws {
        let composition = plan.composition
        guard composition.skippedPartCount == 0 else { throw CutError.filmJumps }
        let film = TimeRange(start: composition.sessionTime(ofFrame: 0), duration: composition.duration)
        let half = composition.frameRate.frameDuration / 2
        let number = try Self.take(of: angle, in: composition.session, covering: film, tolerance: half)
        let (take, source) = (composition.session.takes[number], plan.sources[number])
        let fail = { (reason: CutError.Reason) in CutError.cannotCut(path: take.path, reason) }
        (self.angle, self.source, duration) = (angle, source, film.duration)
        start = take.fileTime(at: film.start)
        deviation = take.deviation(in: film)
        // A larger deviation would show a different picture.
        guard deviation <= half else { throw fail(.otherClock(by: deviation)) }
        let jumps = source.soundJumps ?? .identity
        soundStart = jumps.source(at: start)
        // Copied sound cannot jump.
        guard jumps.piece(at: soundStart) == jumps.piece(at: jumps.source(at: take.fileTime(at: film.end))),
            jumps.target(at: soundStart) == start
        else { throw fail(.lostSound) }
        guard Self.codecs.contains(source.video.codec) else { throw fail(.codec(source.video.codec)) }
        index = try plan.join?.indexes[number] ?? source.packets.index(of: source)
        if let blocker = index.blocker { throw fail(.packets(blocker)) }
        do throws(CutError.Reason) {
            selection = try PacketSelection(
                index, from: start, for: duration, frame: source.video.frameRate.frameDuration,
                tolerance: min(half, source.video.frameRate.frameDuration / 2))
        } catch {
            throw fail(error)
        }
    }

    /// The one file that covers the whole film.
    private static func take(
        of angle: Angle, in session: Session, covering film: TimeRange, tolerance: MediaTime
    ) throws(CutError) -> Int {
        let takes = session.takes.indices.filter { session.takes[$0].angle == angle }
        let covers = { (take: Int) in
            let range = session.takes[take].range
            return range.start <= film.start + tolerance && range.end >= film.end - tolerance
        }
        if let take = takes.first(where: covers) { return take }
        guard takes.count == 1 else { throw .severalFiles(angle, count: takes.count) }
        let range = session.takes[takes[0]].range.shifted(by: -film.start)
        throw .cannotCut(path: session.takes[takes[0]].path, .noFootage(has: range, film: film.duration))
    }
}

extension Take {
    /// How far its clock deviates from the session's over a range of the session, if both start together.
    fileprivate func deviation(in range: TimeRange) -> MediaTime {
        let start = fileTime(at: range.start)
        let places = clock.pieces.map(\.target).filter(range.contains) + [range.end]
        return places.map { (fileTime(at: $0) - start - ($0 - range.start)).magnitude }.max() ?? .zero
    }
}
