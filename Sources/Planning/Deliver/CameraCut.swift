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

/// The packets of a stream needed for a piece of it that begins and ends with given pictures.
package struct PacketSelection: Sendable {
    /// The index entry that is shown first.
    package let first: Int
    /// In decode order, from a point where a decoder can start.
    package let packets: Range<Int>
    /// Pictures that are shown.
    let pictureCount: Int
    /// How long they are shown: as requested, or slightly less if a picture kept only for reference would become
    /// visible.
    package let shownDuration: MediaTime

    /// - Parameters:
    ///   - start: on the clock of the file.
    ///   - frame: the nominal frame duration.
    ///   - tolerance: for the first picture, see `FrameReader`.
    init(
        _ index: GOPIndex, from start: MediaTime, for duration: MediaTime, frame: MediaTime, tolerance: MediaTime
    ) throws(CutError.Reason) {
        let shown = index.entries.indices.filter { index.entries[$0].isShown }
        let byTime = { (a: Int, b: Int) in index.entries[a].presentation < index.entries[b].presentation }
        let before = shown.filter { index.time(of: $0) < start + tolerance }
        guard let first = before.max(by: byTime) ?? shown.min(by: byTime) else { throw .noBeginning }
        let begins = index.entries[first].presentation
        guard let entry = index.entries[...first].lastIndex(where: { $0.canStart && $0.presentation <= begins }) else {
            throw .noBeginning
        }
        // A picture visible for less than a quarter of a frame goes unnoticed: timestamps jitter by as much.
        let end = index.time(of: first) + duration - frame / 4
        let isIn = { (entry: Int) in
            index.entries[entry].presentation >= begins && index.time(of: entry) < end
        }
        packets = entry..<(shown.last(where: isIn) ?? first) + 1
        let inside = packets.filter(isIn)
        guard inside.allSatisfy({ index.entries[$0].isShown }) else { throw .editLists }
        let intruder = packets.lazy.filter { !isIn($0) }.map { index.entries[$0].presentation }.filter { $0 >= begins }
        shownDuration = intruder.min().map { min(duration, MediaTime($0 - begins, in: index.timeBase)) } ?? duration
        pictureCount = inside.count
        self.first = first
    }
}

/// Why recordings cannot be cut to a film without encoding.
package enum CutError: Error, Hashable, Sendable {
    /// Applies to one file.
    case cannotCut(path: String, Reason)
    /// No single file of the camera covers the film.
    case severalFiles(Angle, count: Int)
    /// The film skips a part.
    case filmJumps
    /// Two of the files would have this name.
    case sameName(String)

    /// Why one file cannot be cut.
    package enum Reason: Error, Hashable, Sendable {
        /// Its codec, by FFmpeg's name, is neither H.264 nor HEVC.
        case codec(String)
        /// A problem with its packets.
        case packets(String)
        /// The range it has, on the film's clock.
        case noFootage(has: TimeRange, film: MediaTime)
        /// No picture at or before the start of the film can be decoded without earlier ones.
        case noBeginning
        /// By the end of the film, its clock drifts this far from the film's: more than half a frame.
        case otherClock(by: MediaTime)
        /// The device lost samples of its sound during the film, which copied sound cannot make up for.
        case lostSound
        /// Its edit list hides pictures in the middle of the film.
        case editLists
    }
}

extension CutError: CustomStringConvertible {
    /// The message for the user: what is wrong, and what to do.
    package var description: String {
        switch self {
        case .severalFiles(let angle, let count):
            "the \(angle) camera has \(count) files, and none of them covers the whole film, so it cannot be delivered as one; use one file of each camera."
        case .filmJumps:
            "a part of the recording is skipped, which is not possible in files that are not encoded; keep that part, or write only the film."
        case .sameName(let name): "two of the files would be called \(name); give the cameras other names."
        case .cannotCut(let path, .noFootage(let has, let film)):
            "\(path) cannot be cut to the film: it has pictures only from \(has.start.clockDescription) to \(has.end.clockDescription) of the film's \(film.clockDescription); limit the film to what all cameras recorded."
        case .cannotCut(let path, .otherClock(let deviation)):
            "\(path) cannot be cut without encoding: by the end of the film, its clock drifts \(deviation) from the film's; make a shorter film, or write only the film."
        case .cannotCut(let path, .codec(let codec)): Self.uncut(path, "it is \(codec), and only H.264 and HEVC can be")
        case .cannotCut(let path, .packets(let blocker)): Self.uncut(path, blocker)
        case .cannotCut(let path, .noBeginning):
            Self.uncut(path, "no picture before the start of the film can be decoded independently")
        case .cannotCut(let path, .lostSound): Self.uncut(path, "it lost samples of its sound during the film")
        case .cannotCut(let path, .editLists): Self.uncut(path, "its edit list leaves out pictures in the middle")
        }
    }

    private static func uncut(_ path: String, _ reason: String) -> String {
        "\(path) cannot be cut without encoding: \(reason); write only the film."
    }
}
