import Analysis
import CFFmpeg
import MediaTime
import Pictures

/// Where to look in each frame of a recording, by the time at which the frame starts.
package struct SteadyTake: Sendable {
    private let starts: [MediaTime]
    private let path: SteadyPath
    /// The zoom of all frames, at least 1.
    package var zoom: Double { path.zoom }

    /// - Parameters:
    ///   - motions: of all frames that are shown, in order.
    ///   - info: of the recording.
    ///   - smoothing: see `SteadyPath`.
    package init(
        _ motions: [MotionReader.Motion], info: VideoInfo, smoothing: Double, zooms: ClosedRange<Double>
    ) {
        starts = motions.map(\.start)
        path = SteadyPath(
            times: starts.map(\.approximateSeconds), motions: motions.map(\.motion),
            height: Double(info.storedSize.height) / Double(info.storedSize.width), smoothing: smoothing, zooms: zooms)
    }

    /// The correction of the frame that starts at a time, or next to it.
    fileprivate func correction(at start: MediaTime) -> FrameMotion {
        guard !starts.isEmpty else { return .none }
        var range = 0..<starts.count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range = starts[middle] < start ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        let (before, after) = (max(0, range.lowerBound - 1), min(range.lowerBound, starts.count - 1))
        return path.corrections[
            (starts[after] - start).magnitude <= (start - starts[before]).magnitude ? after : before]
    }
}

/// Moves, turns and enlarges decoded frames so that the camera seems steady. Not thread-safe.
final class FrameSteadier {
    private let take: SteadyTake
    private let sampler = FrameSampler()
    private var last: DecodedFrame?

    init(_ take: SteadyTake) { self.take = take }

    func steadied(_ frame: DecodedFrame) throws(FFmpegFailure) -> DecodedFrame {
        let correction = take.correction(at: frame.start)
        guard take.zoom > 1 || correction != .none else { return frame }
        if let last, last.start == frame.start { return last }
        let own = frame.pointer.pointee
        let size = PictureSize(width: Int(own.width), height: Int(own.height))
        let width = Double(size.width)
        let map = AffineSampler.Map(
            drawing: size,
            center: (width * (0.5 + correction.x), Double(size.height) / 2 + width * correction.y),
            degrees: correction.angle * 180 / .pi, zoom: take.zoom)
        let result = DecodedFrame(owner: try sampler.drawn(frame.owner, map, size: size), start: frame.start)
        last = result
        return result
    }
}

/// Draws decoded frames through an `AffineSampler`, in the format of the recording. Not thread-safe.
final class FrameSampler {
    private var scaler: (key: [Int32], scaler: Scaler)?

    /// A frame of the given size that shows a part of another.
    func drawn(_ frame: FrameOwner, _ map: AffineSampler.Map, size: PictureSize) throws(FFmpegFailure) -> FrameOwner {
        let source = try planar(frame)
        let own = source.pointer.pointee
        let format = AVPixelFormat(own.format)
        let owner = try FrameOwner(size: size, format)
        try check("av_frame_copy_props", av_frame_copy_props(owner.pointer, source.pointer))
        let layout = av_pix_fmt_desc_get(format)!.pointee
        let depth = Int(layout.comp.0.depth)
        for index in 0..<Int(layout.nb_components) {
            let isChroma = (index == 1 || index == 2) && layout.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0
            let (columns, rows) =
                isChroma ? (1 << Int(layout.log2_chroma_w), 1 << Int(layout.log2_chroma_h)) : (1, 1)
            let plane = { (frame: FrameOwner) in
                let (width, height) = (Int(frame.pointer.pointee.width), Int(frame.pointer.pointee.height))
                return Plane(
                    base: UnsafeMutableRawPointer(compose_frame_plane(frame.pointer, Int32(index))),
                    width: (width + columns - 1) / columns, height: (height + rows - 1) / rows,
                    strideInBytes: Int(compose_frame_stride(frame.pointer, Int32(index))))
            }
            let (from, to, most) = (plane(source), plane(owner), 1 << depth - 1)
            if depth > 8 {
                AffineSampler.draw(from, into: to, map, columns: columns, rows: rows, most: most, as: UInt16.self)
            } else {
                AffineSampler.draw(from, into: to, map, columns: columns, rows: rows, most: most, as: UInt8.self)
            }
        }
        return owner
    }

    /// The frame with one plane per component; others are converted.
    private func planar(_ frame: FrameOwner) throws(FFmpegFailure) -> FrameOwner {
        let own = frame.pointer.pointee
        let format = AVPixelFormat(own.format)
        guard !format.hasOnePlanePerComponent else { return frame }
        let isDeep = (av_pix_fmt_desc_get(format)?.pointee.comp.0.depth ?? 8) > 8
        let target =
            format.isRGB
            ? (isDeep ? AV_PIX_FMT_GBRP10LE : AV_PIX_FMT_GBRP) : (isDeep ? AV_PIX_FMT_YUV420P10LE : AV_PIX_FMT_YUV420P)
        let size = PictureSize(width: Int(own.width), height: Int(own.height))
        let key = [own.width, own.height, own.format]
        if scaler?.key != key { scaler = (key, try Scaler(from: size, format, to: size, target)) }
        let owner = try FrameOwner(size: size, target)
        try check("av_frame_copy_props", av_frame_copy_props(owner.pointer, frame.pointer))
        try scaler!.scaler.scale(frame, into: owner)
        return owner
    }
}

extension AVPixelFormat {
    /// Samples of 8 to 16 bits, of each component in a plane of its own.
    fileprivate var hasOnePlanePerComponent: Bool {
        guard let format = av_pix_fmt_desc_get(self)?.pointee, (8...16).contains(format.comp.0.depth) else {
            return false
        }
        let other = UInt64(
            AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BITSTREAM
                | AV_PIX_FMT_FLAG_FLOAT)
        let all = [format.comp.0, format.comp.1, format.comp.2, format.comp.3].prefix(Int(format.nb_components))
        let step = format.comp.0.depth > 8 ? 2 : 1
        return format.flags & other == 0 && Set(all.map(\.plane)).count == all.count
            && all.allSatisfy { $0.step == step && $0.offset == 0 && $0.shift == 0 && $0.plane < 4 }
            && av_pix_fmt_count_planes(self) == Int32(all.count)
    }
}
