import CFFmpeg
import MediaTime
import Pictures
import Platform

/// Draws the events of a script over pictures: FFmpeg's `ass` filter (libass), which shapes every alphabet and takes
/// letters that a font lacks from the host's other fonts. Not thread-safe.
///
/// libass keeps everything that it has drawn, up to 200 MB, so it gets a new filter every half minute. And it remembers
/// where it put an event to make room for others; so that a picture does not depend on what was drawn before, a new filter
/// is first shown the beginnings of what makes room for each other.
package final class SubtitleBurner {
    private let script: SubtitleScript
    private let size: PictureSize
    private let format: PixelFormat
    private let frameRate: FrameRate
    /// When something is shown, in milliseconds, sorted, without overlaps.
    private let shown: [Range<Int64>]
    /// Where a new filter may begin.
    private let borders: [Int64]
    /// Whether events make room for each other.
    private let hasCrowd: Bool
    private var open: (graph: FilterGraph, part: Range<Int64>, events: [SubtitleScript.Event], last: Int64)?

    /// The filter has read the script by then.
    private static let fileName = "script.ass"
    /// Half milliseconds: FFmpeg hands libass whole ones, which it cuts from products of floating point, so pictures are
    /// between them.
    private static let timeBase = AVRational(num: 1, den: 2000)
    private static let shortestPart: Int64 = 30_000

    /// - Parameters:
    ///   - size: of the pictures.
    ///   - frameRate: of the film.
    /// - Throws: `MediaError.noTextFilter` if FFmpeg was built without libass.
    package init(
        _ script: SubtitleScript, size: PictureSize, format: PixelFormat, frameRate: FrameRate
    ) throws(MediaError) {
        guard avfilter_get_by_name("ass") != nil else { throw .noTextFilter }
        (self.script, self.size, self.format, self.frameRate) = (script, size, format, frameRate)
        var (shown, borders): ([Range<Int64>], [Int64]) = ([], [])
        var crowdEnd = Int64.min
        for event in script.events.sorted(by: { $0.start < $1.start }) where event.start < event.end {
            if let last = shown.last, event.start <= last.upperBound {
                shown[shown.count - 1] = last.lowerBound..<max(last.upperBound, event.end)
            } else {
                shown.append(event.start..<event.end)
            }
            if event.start >= crowdEnd, event.start >= (borders.last ?? 0) + Self.shortestPart {
                borders.append(event.start)
            }
            if event.avoidsOthers { crowdEnd = max(crowdEnd, event.end) }
        }
        (self.shown, self.borders, hasCrowd) = (shown, borders, crowdEnd > .min)
    }

    private static func milliseconds(_ time: MediaTime) -> Int64 { time.ticks(in: .perSecond(1000), .down) }

    /// Whether something is shown at a time.
    package func isNeeded(at time: MediaTime) -> Bool {
        let time = Self.milliseconds(time)
        let next = shown.firstIndexAfter { $0.lowerBound <= time }
        return next > 0 && time < shown[next - 1].upperBound
    }

    /// The picture with what is shown at a time, in memory of its own.
    package func drawn(_ picture: Picture, at time: MediaTime) throws(MediaError) -> Picture {
        let time = Self.milliseconds(time)
        do {
            if open.map({ !$0.part.contains(time) || time < $0.last && hasCrowd }) ?? true { try reopen(time) }
            // Where frames are left out, too, libass makes room as if it had seen them.
            if hasCrowd, open!.last < time - 2 * Self.milliseconds(frameRate.time(ofFrame: 1)) {
                for before in beginnings(before: time) where before > open!.last { _ = try draw(picture, before) }
            }
            open!.last = time
            return Picture(wrapping: try draw(picture, time), format: format)
        } catch let error as FFmpegFailure {
            throw .failed(path: script.path ?? "titles", error)
        } catch {
            throw error as! MediaError
        }
    }

    private func draw(_ picture: Picture, _ time: Int64) throws(FFmpegFailure) -> FrameOwner {
        let frame = try FrameOwner(form: picture.size, format.ffmpeg)
        let raw = frame.pointer
        (raw.pointee.data.0, raw.pointee.data.1, raw.pointee.data.2) = picture.rawPlanes
        raw.pointee.linesize.0 = Int32(picture.luma.strideInBytes)
        raw.pointee.linesize.1 = Int32(picture.cb.strideInBytes)
        raw.pointee.linesize.2 = Int32(picture.cr.strideInBytes)
        raw.pointee.pts = 2 * time * script.clock + 1
        // A frame without buffers is copied.
        return try withExtendedLifetime(picture) { () throws(FFmpegFailure) in try open!.graph.converted(frame) }
    }

    private func reopen(_ time: Int64) throws {
        let next = borders.firstIndexAfter { $0 <= time }
        let part =
            (next > 0 ? borders[next - 1] : Int64.min)..<(next < borders.count ? borders[next] : Int64.max)
        let events = script.events.filter { $0.start < part.upperBound && $0.end > part.lowerBound }
        open = nil
        open = (try graph(events), part, events, .min)
    }

    /// When the frames before a time are shown in which events began that make room for each other.
    private func beginnings(before time: Int64) -> [Int64] {
        var (times, end): ([Int64], Int64) = ([], .min)
        for event in open!.events.sorted(by: { $0.start < $1.start }) where event.avoidsOthers && event.start <= time {
            if event.start >= end { times = [] }
            end = max(end, event.end)
            let frame = frameRate.frame(at: .milliseconds(event.start), .up)
            let shown = Self.milliseconds(frameRate.time(ofFrame: frame))
            if shown < time, shown != times.last { times.append(shown) }
        }
        return time < end ? times : []
    }

    private func graph(_ events: [SubtitleScript.Event]) throws -> FilterGraph {
        FFmpegLog.install()
        guard let folder = PrivateFolder(in: PrivateFolder.usualBase) else {
            throw MediaError.cannotCreate(path: PrivateFolder.usualBase, reason: lastError())
        }
        defer { folder.remove(with: Self.fileName) }
        let path = "\(folder.path)/\(Self.fileName)"
        guard let stream = FileSystem.fopen(path, "wbx") else {
            throw MediaError.cannotCreate(path: path, reason: lastError())
        }
        let bytes = Array(script.text(events).utf8)
        let isWritten = fwrite(bytes, 1, bytes.count, stream) == bytes.count
        guard fclose(stream) == 0, isWritten else { throw MediaError.cannotCreate(path: path, reason: lastError()) }
        return try FilterGraph(
            "ass=filename=\(filterQuoted(path)):shaping=\(script.isSimple ? "simple" : "complex")",
            like: try FrameOwner(form: size, format.ffmpeg),
            timeBase: Self.timeBase)
    }
}

extension Array {
    /// The first index whose element does not fulfill a condition that all before do.
    fileprivate func firstIndexAfter(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
