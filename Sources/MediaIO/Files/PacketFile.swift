import CFFmpeg
import Platform

/// One packet of a finished chunk.
package struct StoredPacket: Sendable {
    /// In the time base of the output track.
    package var presentation: Int64
    package var isKeyFrame: Bool
    package var bytes: [UInt8]

    package init(presentation: Int64, isKeyFrame: Bool, bytes: [UInt8]) {
        self.presentation = presentation
        self.isKeyFrame = isKeyFrame
        self.bytes = bytes
    }

    package init(_ packet: Packet, isKeyFrame: Bool) {
        self.init(
            presentation: packet.presentation, isKeyFrame: isKeyFrame, bytes: packet.withBytes { Array($0) })
    }
}

/// A file of compressed packets on disk: what is left of a render that is killed.
///
/// Little-endian: the magic, the label, which names the part and the film, and the codec's configuration (each
/// length, bytes), then per packet its length (4 bytes), presentation timestamp (8), key-frame flag (4) and bytes; at
/// the end the length −1, the number of packets (8), notes of the writer and their length (4), and the SHA-256 of
/// everything before. The file appears under its name only when it is complete.
enum PacketFile {
    static let magic: [UInt8] = Array("compose packets 3\n".utf8)
    static let end: UInt32 = .max
}

/// Where a packet file is: a file of its own, or a part of a larger one.
package struct PacketFileSlice: Hashable, Sendable {
    package var path: String
    /// In bytes from the beginning of the file.
    package var offset: Int
    /// In bytes; `nil` to the end of the file.
    package var length: Int?

    package init(path: String, offset: Int = 0, length: Int? = nil) {
        self.path = path
        self.offset = offset
        self.length = length
    }
}

/// Writes a chunk file. Not thread-safe.
package final class PacketFileWriter {
    private let file: AtomicFile
    private let digest = Digest()
    /// Bytes still to be written.
    private var buffer: [UInt8] = []
    private var packetCount: Int64 = 0

    /// - Parameters:
    ///   - label: names the part and the film.
    ///   - configuration: the codec's own header (avcC, hvcC, AudioSpecificConfig).
    package init(path: String, label: String, configuration: [UInt8]) throws(MediaError) {
        file = try AtomicFile(destination: path, inputs: [], mayReplace: true)
        buffer += PacketFile.magic
        for bytes in [Array(label.utf8), configuration] { buffer += littleEndian(UInt32(bytes.count)) + bytes }
    }

    package func write(_ packet: StoredPacket) throws(MediaError) {
        let result = packet.bytes.withUnsafeBytes { bytes in
            Result { () throws(MediaError) in
                try write(presentation: packet.presentation, isKeyFrame: packet.isKeyFrame, bytes: bytes)
            }
        }
        try result.get()
    }

    /// Adds a packet; packets are read in the order they were added.
    ///
    /// - Parameter presentation: in the time base of the output track.
    /// - Throws: `MediaError.writeFailed`.
    package func write(presentation: Int64, isKeyFrame: Bool, bytes: UnsafeRawBufferPointer) throws(MediaError) {
        buffer += littleEndian(UInt32(bytes.count)) + littleEndian(presentation)
        buffer += littleEndian(UInt32(isKeyFrame ? 1 : 0))
        buffer.append(contentsOf: bytes)
        packetCount += 1
        if buffer.count > 1 << 16 { try flush() }
    }

    /// Completes the file and gives it its name.
    ///
    /// - Parameter notes: returned by `PacketFileReader.notes`.
    package func finish(notes: [UInt8] = []) throws(MediaError) {
        buffer += littleEndian(PacketFile.end) + littleEndian(packetCount) + notes
        buffer += littleEndian(UInt32(notes.count))
        try flush()
        try file.write(digest.finish())
        try file.commit()
    }

    private func flush() throws(MediaError) {
        buffer.withUnsafeBytes { digest.update($0) }
        try file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}

/// Reads a packet file from its beginning, and compares the digest at its end. Not thread-safe.
///
/// It throws `MediaError.unusablePart` if anything differs from what `PacketFileWriter` writes.
package final class PacketFileReader {
    let path: String
    private let handle: UnsafeMutablePointer<FILE>
    private let digest = Digest()
    /// Bytes that have not been read.
    private var left = 0
    private var packetCount: Int64 = 0
    /// Names the part and the film.
    package private(set) var label: [UInt8] = []
    /// The codec's own header (avcC, hvcC, AudioSpecificConfig).
    package private(set) var configuration: [UInt8] = []
    /// The writer's notes at the end of the file; known after the last packet.
    package private(set) var notes: [UInt8] = []

    private static let digestSize = 32

    /// Opens a packet file and reads its label and configuration.
    ///
    /// - Throws: `MediaError.unusablePart`.
    package init(_ slice: PacketFileSlice) throws(MediaError) {
        path = slice.path
        // Does not wait: a pipe of that name has no writer.
        let descriptor = FileSystem.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0, let handle = fdopen(descriptor, "rb") else {
            let reason = errno == ENOENT ? "has disappeared" : "cannot be read (\(lastError()))"
            if descriptor >= 0 { close(descriptor) }
            throw .unusablePart(path: path, reason: reason)
        }
        self.handle = handle
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw unusable("is \(kindOfFile(status.st_mode)), not a file")
        }
        left = slice.length ?? (Int(status.st_size) - slice.offset)
        guard left >= 0, left <= Int(status.st_size) - slice.offset, fseek(handle, slice.offset, SEEK_SET) == 0,
            try take(PacketFile.magic.count) == PacketFile.magic
        else { throw damaged() }
        label = try take(Int(try number(UInt32.self)))
        configuration = try take(Int(try number(UInt32.self)))
    }
    deinit { fclose(handle) }

    /// The next packet, `nil` at the end.
    package func next() throws(MediaError) -> StoredPacket? {
        let count = try number(UInt32.self)
        guard count != PacketFile.end else {
            try finish()
            return nil
        }
        let presentation = try number(Int64.self)
        let flags = try number(UInt32.self)
        packetCount += 1
        return StoredPacket(presentation: presentation, isKeyFrame: flags & 1 != 0, bytes: try take(Int(count)))
    }

    /// The presentation timestamps of all remaining packets, in order; skips their bytes.
    package func presentationTimes() throws(MediaError) -> [Int64] {
        var times: [Int64] = []
        while case let count = try number(UInt32.self), count != PacketFile.end {
            times.append(try number(Int64.self))
            _ = try number(UInt32.self)
            guard count <= left, fseek(handle, Int(count), SEEK_CUR) == 0 else { throw damaged() }
            left -= Int(count)
        }
        return times
    }

    /// The writer's notes at the end of the file, skipping everything before; nothing can be read afterwards.
    package func readNotes() throws(MediaError) -> [UInt8] {
        let tail = Self.digestSize + MemoryLayout<UInt32>.size
        let most = left - tail
        guard most >= 0, fseek(handle, most, SEEK_CUR) == 0 else { throw damaged() }
        left = tail
        let count = Int(try number(UInt32.self))
        guard count <= most, fseek(handle, -count - MemoryLayout<UInt32>.size, SEEK_CUR) == 0 else { throw damaged() }
        left += count
        return try take(count)
    }

    private func finish() throws(MediaError) {
        guard try number(Int64.self) == packetCount else { throw damaged() }
        notes = try take(left - Self.digestSize - MemoryLayout<UInt32>.size)
        guard try number(UInt32.self) == notes.count else { throw damaged() }
        let sum = digest.finish()
        guard try take(Self.digestSize, digested: false) == sum else { throw damaged() }
    }

    private func take(_ count: Int, digested: Bool = true) throws(MediaError) -> [UInt8] {
        guard count >= 0, count <= left else { throw damaged() }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = count == 0 ? 0 : fread(buffer.baseAddress!, 1, count, handle)
        }
        guard bytes.count == count else {
            throw ferror(handle) != 0 ? unusable("cannot be read (\(lastError()))") : damaged()
        }
        left -= count
        if digested { bytes.withUnsafeBytes { digest.update($0) } }
        return bytes
    }

    private func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(MediaError) -> Number {
        try take(MemoryLayout<Number>.size).reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    private func damaged() -> MediaError { unusable("is damaged") }
    private func unusable(_ reason: String) -> MediaError { .unusablePart(path: path, reason: reason) }
}

private func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
