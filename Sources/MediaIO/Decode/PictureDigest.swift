import CFFmpeg
import MediaTime
import Pictures

/// A decoded picture in 16 bytes: MurmurHash3 (FFmpeg's `av_murmur3`) over its visible samples, row by row.
package struct PictureDigest: Hashable, Sendable {
    private let low, high: UInt64

    /// - Parameter part: the part to hash, in luma samples; `nil` for all.
    init(_ frame: UnsafeMutablePointer<AVFrame>, part: PictureRect? = nil) {
        let part = part ?? PictureRect(x: 0, y: 0, width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        let hash = av_murmur3_alloc()!
        defer { av_free(UnsafeMutableRawPointer(hash)) }
        av_murmur3_init(hash)
        let format = AVPixelFormat(frame.pointee.format)
        let planes = max(0, Int(av_pix_fmt_count_planes(format)))
        let (offsets, bytes) = (Self.rowBytes(part.x, format), Self.rowBytes(part.width, format))
        let shift = Int(av_pix_fmt_desc_get(format)?.pointee.log2_chroma_h ?? 0)
        for plane in 0..<planes {
            let isChroma = plane == 1 || plane == 2
            let (top, rows) = isChroma ? (part.y >> shift, -(-part.height >> shift)) : (part.y, part.height)
            for row in top..<top + rows {
                let stride = Int(compose_frame_stride(frame, Int32(plane)))
                let start = compose_frame_plane(frame, Int32(plane)) + row * stride + offsets[plane]
                av_murmur3_update(hash, start, bytes[plane])
            }
        }
        var words: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &words) {
            av_murmur3_final(hash, $0.baseAddress!.assumingMemoryBound(to: UInt8.self))
        }
        (low, high) = words
    }

    /// How many bytes so many samples of a row take in each plane.
    private static func rowBytes(_ width: Int, _ format: AVPixelFormat) -> [Int] {
        var widths: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        withUnsafeMutablePointer(to: &widths) {
            $0.withMemoryRebound(to: Int32.self, capacity: 4) {
                _ = av_image_fill_linesizes($0, format, Int32(width))
            }
        }
        return [widths.0, widths.1, widths.2, widths.3].map(Int.init)
    }
}

package struct DigestedPicture: Hashable, Sendable {
    /// On the clock of the file.
    package var time: MediaTime
    /// The digest of all its samples.
    package var digest: PictureDigest
}

/// Decodes stretches of a file to digests. Not thread-safe.
package final class DigestReader {
    private let decoder: VideoDecoder
    private let path: String
    private let start: MediaTime

    /// - Throws: `MediaError` if the file cannot be opened or decoded.
    package init(path: String, video: VideoInfo) throws(MediaError) {
        self.path = path
        start = video.footage.start
        decoder = try VideoDecoder(path: path, info: video, threads: 1)
    }

    /// Every picture from the key frame at or before `time` to the last one before `end`, in order of time.
    ///
    /// - Throws: `MediaError.damaged` when anything does not decode cleanly.
    package func pictures(fromKeyFrameBefore time: MediaTime, to end: MediaTime) throws(MediaError) -> [DigestedPicture]
    {
        var (target, step) = (time, MediaTime.seconds(1))
        try decoder.seek(to: target)
        var next = try decoder.next()
        // A key frame that is decoded before `time` may be shown after it, after its leading pictures.
        while let first = next, first.start > time, target > start {
            target = max(start, target - step)
            step = step * 4
            try decoder.seek(to: target)
            next = try decoder.next()
        }
        var pictures: [DigestedPicture] = []
        while let frame = next, frame.start < end {
            pictures.append(DigestedPicture(time: frame.start, digest: PictureDigest(frame.pointer)))
            next = try decoder.next()
        }
        guard decoder.damage.isEmpty else { throw .damaged(path: path, summary: "\(decoder.damage)") }
        return pictures
    }
}

/// Decodes packets that are not in a file yet to digests. Not thread-safe.
package final class PacketDecoder {
    private let context: CodecOwner
    private let frame: FrameOwner
    private let part: PictureRect?
    /// Of all pictures so far, in order of presentation.
    package private(set) var digests: [PictureDigest] = []

    /// - Parameters:
    ///   - configuration: the codec's own header.
    ///   - part: the visible part of the pictures; `nil` for all.
    ///   - path: the file that errors name.
    package init(configuration: [UInt8], codec: VideoCodec, part: PictureRect? = nil, path: String) throws {
        guard let decoder = avcodec_find_decoder(codec.row.id) else {
            throw MediaError.noDecoder(path: path, codec: codec.rawValue)
        }
        self.part = part
        frame = try FrameOwner()
        context = try CodecOwner(decoder)
        context.pointer.pointee.extradata = try extradata(configuration)
        context.pointer.pointee.extradata_size = Int32(configuration.count)
        context.pointer.pointee.thread_count = 1
        try check("avcodec_open2", avcodec_open2(context.pointer, decoder, nil))
    }

    /// Decodes the next packet in decode order.
    ///
    /// - Parameter presentation: presentation timestamp, in any time base.
    /// - Throws: `FFmpegFailure` if the decoder refuses it.
    package func decode(_ bytes: [UInt8], presentation: Int64) throws {
        let packet = try Packet(bytes)
        packet.pointer.pointee.pts = presentation
        try withExtendedLifetime(packet) {
            _ = try check("avcodec_send_packet", avcodec_send_packet(context.pointer, packet.pointer))
        }
        try drain()
    }

    /// After this, nothing more can be decoded.
    package func finish() throws {
        try check("avcodec_send_packet", avcodec_send_packet(context.pointer, nil))
        try drain()
    }

    private func drain() throws {
        while case let result = avcodec_receive_frame(context.pointer, frame.pointer),
            result != compose_error_again, result != compose_error_eof
        {
            try check("avcodec_receive_frame", result)
            digests.append(PictureDigest(frame.pointer, part: part))
        }
    }

    /// The digests of all pictures of a packet file, in order of presentation.
    package static func digests(
        _ packets: PacketFileReader, codec: VideoCodec, part: PictureRect
    ) throws -> [PictureDigest] {
        let decoder = try PacketDecoder(
            configuration: packets.configuration, codec: codec, part: part, path: packets.path)
        while let stored = try packets.next() { try decoder.decode(stored.bytes, presentation: stored.presentation) }
        try decoder.finish()
        return decoder.digests
    }
}
