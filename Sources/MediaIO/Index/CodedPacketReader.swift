import CFFmpeg
import MediaTime

/// Reads the compressed packets of a video stream by their place in its index. Not thread-safe.
package final class CodedPacketReader {
    private let demuxer: Demuxer
    private let stream: Int
    private let index: GOPIndex
    /// The entry of the packet that was read last; −1 at the beginning of the file.
    private var position = -1

    /// - Throws: `MediaError` if the file can no longer be read.
    package init(path: String, video: VideoInfo, index: GOPIndex) throws(MediaError) {
        demuxer = try Demuxer(path: path, clock: video.clock)
        stream = video.streamIndex
        self.index = index
        demuxer.select(stream)
    }

    /// Passes the bytes of the packets of `range`, in decode order, to `body`.
    ///
    /// - Throws: `MediaError.changed` when the file is no longer the one that was indexed.
    package func read(_ range: Range<Int>, _ body: (Int, [UInt8]) throws -> Void) throws {
        for entry in range {
            try move(to: entry)
            let packet = demuxer.packet.pointee
            guard packet.pts == index.entries[entry].presentation else { throw changed() }
            try body(entry, Array(UnsafeBufferPointer(start: packet.data, count: Int(packet.size))))
        }
    }

    /// Reads entry `target`: reads on if it is near, otherwise seeks.
    private func move(to target: Int) throws {
        if !(position...position + 64).contains(target) { position = try seek(to: target) }
        while position < target {
            guard try demuxer.read() else { throw changed() }
            position += 1
        }
    }

    /// Seeks to a key frame at or before the time of entry `target`; the time of the first packet shows which.
    private func seek(to target: Int) throws -> Int {
        if demuxer.seek(to: index.time(of: target), stream: stream), try demuxer.read(),
            let landed = index.entries[...target].lastIndex(where: {
                $0.presentation == demuxer.packet.pointee.pts
            })
        {
            return landed
        }
        guard demuxer.seek(to: .zero, stream: stream) else { throw changed() }
        return -1
    }

    private func changed() -> MediaError { .changed(path: demuxer.path) }
}
