import CFFmpeg

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One packet of a finished chunk.
public struct StoredPacket {
    /// In the time base of the output track.
    public var presentation: Int64
    public var isKeyFrame: Bool
    public var bytes: [UInt8]

    public init(presentation: Int64, isKeyFrame: Bool, bytes: [UInt8]) {
        self.presentation = presentation
        self.isKeyFrame = isKeyFrame
        self.bytes = bytes
    }
}

/// A chunk of compressed packets on disk: what a render keeps when it is killed.
///
/// Little-endian: the magic, the codec's configuration (length, bytes), then per packet its length (4
/// bytes), presentation timestamp (8), key-frame flag (4) and bytes; at the end the length −1, the number of
/// packets (8), notes of whoever wrote it and their length (4), and the SHA-256 of everything before. The file
/// appears under its name only when it is whole.
public enum PacketFile {
    static let magic: [UInt8] = Array("compose packets 2\n".utf8)
    static let end: UInt32 = .max
    /// A packet larger than this is a broken file, not a picture.
    static let mostBytes: UInt32 = 1 << 29
}

/// Where a packet file is: a file of its own, or a part of a larger one.
public struct PacketFileSlice: Hashable, Sendable {
    public var path: String
    public var offset: Int
    /// In bytes; `nil` to the end of the file.
    public var length: Int?

    public init(path: String, offset: Int = 0, length: Int? = nil) {
        self.path = path
        self.offset = offset
        self.length = length
    }
}

/// Writes a chunk file. Lives in one thread.
public final class PacketFileWriter {
    private let file: AtomicFile
    private let handle: UnsafeMutablePointer<FILE>
    private let digest = Digest()
    public private(set) var packetCount: Int64 = 0
    public private(set) var byteCount: Int64 = 0

    /// - Parameter configuration: the codec's own header (avcC, hvcC, AudioSpecificConfig).
    public init(path: String, configuration: [UInt8]) throws(MediaError) {
        file = try AtomicFile(destination: path, inputs: [], mayReplace: true)
        guard let handle = fopen(file.partial, "wb") else {
            throw .cannotCreate(path: path, reason: String(cString: strerror(errno)))
        }
        self.handle = handle
        try put(PacketFile.magic)
        try put(littleEndian(UInt32(configuration.count)))
        try put(configuration)
    }
    deinit { if !isClosed { fclose(handle) } }
    private var isClosed = false

    public func write(presentation: Int64, isKeyFrame: Bool, bytes: UnsafeRawBufferPointer) throws(MediaError) {
        try put(littleEndian(UInt32(bytes.count)))
        try put(littleEndian(presentation))
        try put(littleEndian(UInt32(isKeyFrame ? 1 : 0)))
        try put(bytes)
        packetCount += 1
    }

    /// Completes the file and gives it its name.
    ///
    /// - Parameter notes: what `PacketFileReader.notes` gives back.
    public func finish(notes: [UInt8] = []) throws(MediaError) {
        try put(littleEndian(PacketFile.end))
        try put(littleEndian(packetCount))
        try put(notes)
        try put(littleEndian(UInt32(notes.count)))
        let sum = digest.finish()
        guard sum.withUnsafeBytes({ fwrite($0.baseAddress!, 1, $0.count, handle) }) == sum.count, fflush(handle) == 0
        else {
            throw failure()
        }
        isClosed = true
        guard fclose(handle) == 0 else { throw failure() }
        try file.commit()
    }

    private func put(_ bytes: [UInt8]) throws(MediaError) {
        var result = true
        bytes.withUnsafeBytes { result = append($0) }
        if !result { throw failure() }
    }
    private func put(_ bytes: UnsafeRawBufferPointer) throws(MediaError) { if !append(bytes) { throw failure() } }

    private func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return true }
        digest.update(bytes)
        byteCount += Int64(bytes.count)
        return fwrite(base, 1, bytes.count, handle) == bytes.count
    }

    private func failure() -> MediaError {
        .writeFailed(path: file.destination, reason: String(cString: strerror(errno)))
    }
}

/// Reads a chunk file from its beginning. Lives in one thread.
public final class PacketFileReader {
    let path: String
    private let handle: UnsafeMutablePointer<FILE>
    public private(set) var configuration: [UInt8] = []

    /// - Throws: `MediaError.notFound` or `.notMedia` when the file is not a chunk.
    public init(_ slice: PacketFileSlice) throws(MediaError) {
        path = slice.path
        guard let handle = fopen(path, "rb") else { throw .notFound(path: path) }
        self.handle = handle
        fseek(handle, slice.offset, SEEK_SET)
        guard try take(PacketFile.magic.count) == PacketFile.magic else { throw broken() }
        let count = try number(UInt32.self)
        guard count < PacketFile.mostBytes else { throw broken() }
        configuration = try take(Int(count))
    }
    deinit { fclose(handle) }

    /// The next packet, `nil` at the end.
    public func next() throws(MediaError) -> StoredPacket? {
        let count = try number(UInt32.self)
        if count == PacketFile.end { return nil }
        guard count < PacketFile.mostBytes else { throw broken() }
        let presentation = try number(Int64.self)
        let flags = try number(UInt32.self)
        return StoredPacket(presentation: presentation, isKeyFrame: flags & 1 != 0, bytes: try take(Int(count)))
    }

    /// The presentation timestamps of all packets that follow, in order; reads past their bytes.
    public func presentationTimes() throws(MediaError) -> [Int64] {
        var times: [Int64] = []
        while true {
            let count = try number(UInt32.self)
            if count == PacketFile.end { return times }
            times.append(try number(Int64.self))
            _ = try number(UInt32.self)
            guard count < PacketFile.mostBytes, fseek(handle, Int(count), SEEK_CUR) == 0 else { throw broken() }
        }
    }

    /// What whoever wrote the file noted at its end.
    public func notes(_ slice: PacketFileSlice) throws(MediaError) -> [UInt8] {
        let digestSize = 32
        if let length = slice.length {
            fseek(handle, slice.offset + length - digestSize - 4, SEEK_SET)
        } else {
            fseek(handle, -digestSize - 4, SEEK_END)
        }
        let count = try number(UInt32.self)
        guard count < PacketFile.mostBytes, fseek(handle, -Int(count) - 4, SEEK_CUR) == 0 else { throw broken() }
        return try take(Int(count))
    }

    /// Whether a file is there, whole and undamaged: reads all of it and compares its digest.
    public static func isIntact(_ slice: PacketFileSlice) -> Bool {
        guard let handle = fopen(slice.path, "rb") else { return false }
        defer { fclose(handle) }
        fseek(handle, 0, SEEK_END)
        var left = (slice.length ?? (ftell(handle) - slice.offset)) - 32
        guard left > 0, fseek(handle, slice.offset, SEEK_SET) == 0 else { return false }
        let digest = Digest()
        return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
            while left > 0 {
                let count = fread(buffer.baseAddress!, 1, min(left, buffer.count), handle)
                guard count > 0 else { return false }
                digest.update(UnsafeRawBufferPointer(start: buffer.baseAddress, count: count))
                left -= count
            }
            guard fread(buffer.baseAddress!, 1, 32, handle) == 32 else { return false }
            return Array(buffer.prefix(32)) == digest.finish()
        }
    }

    private func take(_ count: Int) throws(MediaError) -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = count == 0 ? 0 : fread(buffer.baseAddress!, 1, count, handle)
        }
        guard bytes.count == count else { throw broken() }
        return bytes
    }

    private func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(MediaError) -> Number {
        try take(MemoryLayout<Number>.size).reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    private func broken() -> MediaError { .notMedia(path: path, reason: "a damaged chunk; remove it and render again") }
}

private func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
