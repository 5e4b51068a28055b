import CFFmpeg
import MediaTime

/// Reads the compressed packets of a video stream by their place in its index. Lives in one thread.
public final class CodedPacketReader {
    private let demuxer: Demuxer
    private let stream: Int
    private let index: GOPIndex
    private let packet: PacketOwner
    /// The entry that the next packet of the demuxer is; `nil` when that is not known.
    private var position: Int? = 0

    public init(path: String, video: VideoInfo, index: GOPIndex) throws(MediaError) {
        demuxer = try Demuxer(path: path, clock: video.clock)
        stream = video.streamIndex
        self.index = index
        demuxer.select(stream)
        do { packet = try PacketOwner() } catch { throw .failed(path: path, error) }
    }

    /// Gives the bytes of the packets of `range`, in decode order, to `body`.
    ///
    /// - Throws: `MediaError.changed` when the file no longer is what was indexed.
    public func read(_ range: Range<Int>, _ body: (Int, [UInt8]) throws -> Void) throws {
        try move(to: range.lowerBound)
        for entry in range {
            guard try next() else { throw changed() }
            let bytes = UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
            guard packet.pointer.pointee.pts == index.entries[entry].presentation else { throw changed() }
            try body(entry, Array(bytes))
            position = entry + 1
        }
    }

    private func next() throws -> Bool {
        while try demuxer.read(into: packet.pointer) {
            if Int(packet.pointer.pointee.stream_index) == stream { return true }
        }
        return false
    }

    /// Brings the demuxer to just before entry `target`: forward by reading where it is near, else by seeking.
    private func move(to target: Int) throws {
        if let position, position <= target, target - position < 64 { return try skip(from: position, to: target) }
        // A seek goes to a key frame at or before the time; where that is shows in the time of the first packet.
        guard demuxer.seek(to: index.time(of: target), stream: stream), try next(),
            let landed = entry(ofPresentation: packet.pointer.pointee.pts, atMost: target)
        else {
            guard demuxer.seek(to: .zero, stream: stream) else { throw changed() }
            return try skip(from: 0, to: target)
        }
        guard landed < target else {
            // Landed on the very packet: seek again, because it has been read.
            guard demuxer.seek(to: index.time(of: target), stream: stream) else { throw changed() }
            position = target
            return
        }
        try skip(from: landed + 1, to: target)
    }

    private func skip(from: Int, to target: Int) throws {
        for _ in from..<max(from, target) {
            guard try next() else { throw changed() }
        }
        position = target
    }

    private func entry(ofPresentation time: Int64, atMost limit: Int) -> Int? {
        index.entries[...limit].lastIndex { $0.presentation == time }
    }

    private func changed() -> MediaError { .changed(path: demuxer.path) }
}
