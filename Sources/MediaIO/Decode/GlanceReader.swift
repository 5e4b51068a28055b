import Analysis
import CFFmpeg
import MediaTime
import Pictures

/// Samples the pictures of one file every one to ten seconds, decoding as few as possible. Not thread-safe.
package final class GlanceReader {
    private let looks: LookReader
    private let grids = LumaGridMaker()

    /// - Parameter range: on the clock of the file; the first glance may be shortly before.
    /// - Throws: `MediaError` for a file that cannot be decoded.
    package init(path: String, info: VideoInfo, in range: Range<MediaTime>) throws(MediaError) {
        let load = Double(info.storedSize.width * info.storedSize.height) * info.frameRate.framesPerSecond
        // Up to 1080p at 30 frames per second decodes quickly enough for a glance every two seconds; 4K does not.
        let interval = load <= 7e6 ? MediaTime.seconds(1) : load <= 70e6 ? .seconds(2) : .seconds(4)
        // Small pictures decode so quickly that key frames do not matter.
        looks = try LookReader(
            path: path, info: info, in: range, interval: interval, longest: load <= 7e6 ? interval : .seconds(10))
    }

    /// The next glance and its time on the clock of the file; `nil` at the end. The glance's own time is zero.
    ///
    /// - Throws: `MediaError` for system failures; damaged pictures are used as decoded.
    package func next() throws(MediaError) -> (time: MediaTime, glance: Glance)? {
        guard let look = try looks.next() else { return nil }
        do {
            let picture = try grids.grid(of: look.frame)
            let next = try look.next.map {
                (try grids.grid(of: $0), ($0.start - look.frame.start).approximateSeconds)
            }
            return (look.frame.start, Glance(time: 0, picture: picture, next: next))
        } catch {
            throw error as? MediaError ?? .decoding(looks.path, error)
        }
    }

    /// Where a file can be divided for several readers: its start, and times shortly after key frames.
    ///
    /// - Parameter length: the least between two of them.
    package static func starts(
        _ path: String, _ info: VideoInfo, every length: MediaTime
    ) throws(MediaError) -> [MediaTime] {
        var starts = [info.footage.start]
        guard info.footage.duration > length else { return starts }
        let demuxer = try Demuxer(path: path, clock: info.clock)
        var time = info.footage.start + length
        while time < info.footage.end {
            if let key = demuxer.keyFrame(before: time, stream: info.streamIndex), key > time - .seconds(10) {
                starts.append(time)
            }
            time = time + length
        }
        return starts
    }

    /// The pictures of a file at these times, which increase; `nil` where none can be decoded.
    static func grids(
        _ path: String, _ info: VideoInfo, at times: [MediaTime]
    ) throws(MediaError) -> [LumaGrid?] {
        let decoder = try VideoDecoder(path: path, info: info, threads: 1)
        let maker = LumaGridMaker()
        return try times.map { time throws(MediaError) in
            try decoder.seek(to: time)
            guard let frame = try decoder.next() else { return nil }
            do { return try maker.grid(of: frame) } catch { throw .decoding(path, error) }
        }
    }
}

/// Makes grids from decoded frames; deeper luma is converted row by row, other formats by a scaler.
private final class LumaGridMaker {
    private var scaler: (key: [Int32], scaler: Scaler, frame: FrameOwner)?

    func grid(of frame: DecodedFrame) throws(FFmpegFailure) -> LumaGrid {
        let format = AVPixelFormat(frame.pointer.pointee.format)
        let luma = format.planarLuma
        let owner = luma == nil ? try converted(frame.owner) : frame.owner
        var grid = grid(of: owner, shift: (luma ?? 8) - 8)
        grid.isBlue = Self.isBlue(owner)
        return grid
    }

    /// Whether its mean is a strong blue, which is dark in luma.
    private static func isBlue(_ frame: FrameOwner) -> Bool {
        guard let format = av_pix_fmt_desc_get(AVPixelFormat(frame.pointer.pointee.format))?.pointee,
            format.nb_components > 2
        else { return false }
        let blue = format.comp.1
        let width = Int(frame.pointer.pointee.width) >> Int(format.log2_chroma_w)
        let height = Int(frame.pointer.pointee.height) >> Int(format.log2_chroma_h)
        guard let plane = compose_frame_plane(frame.pointer, blue.plane), width > 0, height > 0 else { return false }
        var (sum, count) = (0, 0)
        for y in stride(from: 0, to: height, by: max(1, height / 16)) {
            let row =
                UnsafeRawPointer(plane) + y * Int(compose_frame_stride(frame.pointer, blue.plane)) + Int(blue.offset)
            for x in stride(from: 0, to: width, by: max(1, width / 16)) {
                let sample = row + x * Int(blue.step)
                let value =
                    blue.depth > 8 ? Int(sample.loadUnaligned(as: UInt16.self)) : Int(sample.load(as: UInt8.self))
                sum += value >> Int(blue.shift + blue.depth - 8)
                count += 1
            }
        }
        return sum >= strongBlue * count
    }

    /// The code value of blue-difference chroma: half of what pure blue has. What shines through a finger is red.
    private static let strongBlue = 184

    /// - Parameter shift: the lowest bits of a sample, which are dropped.
    private func grid(of frame: FrameOwner, shift: Int) -> LumaGrid {
        let (width, height) = (Int(frame.pointer.pointee.width), Int(frame.pointer.pointee.height))
        let base = UnsafeRawPointer(compose_frame_plane(frame.pointer, 0)!)
        let stride = Int(compose_frame_stride(frame.pointer, 0))
        guard shift > 0 else {
            return LumaGrid(width: width, height: height) {
                (base + $0 * stride).assumingMemoryBound(to: UInt8.self)
            }
        }
        let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: width)
        defer { scratch.deallocate() }
        return LumaGrid(width: width, height: height) { line in
            let samples = (base + line * stride).assumingMemoryBound(to: UInt16.self)
            for x in 0..<width { scratch[x] = UInt8(truncatingIfNeeded: samples[x] >> shift) }
            return UnsafePointer(scratch)
        }
    }

    private func converted(_ frame: FrameOwner) throws(FFmpegFailure) -> FrameOwner {
        let own = frame.pointer.pointee
        let key = [own.width, own.height, own.format]
        if scaler?.key != key {
            let size = PictureSize(width: Int(own.width), height: Int(own.height))
            scaler = (
                key, try Scaler(from: size, AVPixelFormat(own.format), to: size, AV_PIX_FMT_YUV420P),
                try FrameOwner(size: size, AV_PIX_FMT_YUV420P)
            )
        }
        try scaler!.scaler.scale(frame, into: scaler!.frame)
        return scaler!.frame
    }
}

extension AVPixelFormat {
    /// The bits of a luma sample, 8 to 16, if luma is a plane of its own; `nil` otherwise.
    fileprivate var planarLuma: Int? {
        guard let format = av_pix_fmt_desc_get(self)?.pointee, !isRGB else { return nil }
        let other = UInt64(
            AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BITSTREAM)
        let (luma, depth) = (format.comp.0, Int(format.comp.0.depth))
        let isPlain = luma.plane == 0 && luma.offset == 0 && luma.shift == 0 && luma.step == (depth > 8 ? 2 : 1)
        return isPlain && format.flags & other == 0 && (8...16).contains(depth) ? depth : nil
    }
}
