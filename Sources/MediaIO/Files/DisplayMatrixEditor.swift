import CFFmpeg
import Pictures

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Turns a recording by rewriting the nine words of its display matrix; every other byte stays as it is.
///
/// MP4 and MOV keep the matrix in the track header: `moov/trak/tkhd` (ISO/IEC 14496-12 §8.3.2).
public struct DisplayMatrixEditor {
    private let path: String
    private let handle: UnsafeMutablePointer<FILE>
    private let size: Int

    /// Where the matrix of a track is, and the size that it turns.
    struct TrackHeader {
        var matrixOffset: Int
        var width, height: Int
    }

    /// Writes a copy of `path` whose picture is turned upright by `orientation`.
    ///
    /// - Parameter track: the track's id, see `VideoInfo.trackID`.
    /// - Throws: `MediaError.noDisplayMatrix` for other containers.
    public static func write(
        _ path: String, track: Int, orientation: Orientation, to output: String, mayReplace: Bool
    ) throws(MediaError) {
        let size = try checkInputFile(path)
        guard let handle = fopen(path, "rb") else {
            throw .cannotRead(path: path, reason: String(cString: strerror(errno)))
        }
        defer { fclose(handle) }
        let editor = DisplayMatrixEditor(path: path, handle: handle, size: Int(size))
        guard let header = editor.trackHeader(id: track) else { throw .noDisplayMatrix(path: path) }
        try AtomicFile.checkSpace(for: output, needed: size)
        let file = try AtomicFile(destination: output, inputs: [path], mayReplace: mayReplace)
        try editor.copy(to: file, replacing: header.matrixOffset, with: Self.words(orientation, header))
        try file.commit()
    }

    /// Big-endian a b u, c d v, x y w: 16.16 but for u, v, w, which are 2.30. The translation brings the turned
    /// picture back into the positive quadrant, as phones write it.
    private static func words(_ orientation: Orientation, _ header: TrackHeader) -> [UInt8] {
        let (a, b, c, d) = orientation.displayMatrix
        let x = (a < 0 ? header.width : 0) + (c < 0 ? header.height : 0)
        let y = (b < 0 ? header.width : 0) + (d < 0 ? header.height : 0)
        return [a << 16, b << 16, 0, c << 16, d << 16, 0, x << 16, y << 16, 1 << 30].flatMap { word in
            withUnsafeBytes(of: Int32(truncatingIfNeeded: word).bigEndian) { Array($0) }
        }
    }

    private func trackHeader(id: Int) -> TrackHeader? {
        guard let movie = boxes(in: 0..<size).first(where: { $0.kind == "moov" }) else { return nil }
        let children = boxes(in: movie.content)
        // A matrix of the whole movie that turns as well would turn ours.
        guard let movieHeader = children.first(where: { $0.kind == "mvhd" }), leavesOrientation(movieHeader) else {
            return nil
        }
        for track in children where track.kind == "trak" {
            guard let box = boxes(in: track.content).first(where: { $0.kind == "tkhd" }),
                let version = bytes(box.content.lowerBound, 1)?.first
            else { continue }
            // Version, flags, two times, track id, reserved, duration; then 16 bytes, then the matrix.
            let idOffset = box.content.lowerBound + (version == 1 ? 20 : 12)
            let matrix = box.content.lowerBound + (version == 1 ? 52 : 40)
            guard matrix + 44 <= box.content.upperBound, number(idOffset) == id, let width = number(matrix + 36),
                let height = number(matrix + 40)
            else { continue }
            return TrackHeader(matrixOffset: matrix, width: width >> 16, height: height >> 16)
        }
        return nil
    }

    private func leavesOrientation(_ box: Box) -> Bool {
        guard let version = bytes(box.content.lowerBound, 1)?.first else { return false }
        // Version, flags, two times, time scale, duration, rate, volume, 10 reserved bytes; then the matrix.
        let matrix = box.content.lowerBound + (version == 1 ? 48 : 36)
        let entries = [0, 4, 12, 16].compactMap { number(matrix + $0).map { Int(Int32(truncatingIfNeeded: $0)) } }
        return entries.count == 4
            && Orientation(displayMatrix: entries[0], entries[1], entries[2], entries[3]) == .upright
    }

    private struct Box {
        var kind: String
        var content: Range<Int>
    }

    /// The boxes that follow each other in a range (§4.2); ends at the first that makes no sense.
    private func boxes(in range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound, let header = bytes(offset, 8), var length = number(offset) {
            var headerSize = 8
            if length == 1 {
                guard let high = number(offset + 8), let low = number(offset + 12), high < 1 << 30 else { break }
                (length, headerSize) = (high << 32 | low, 16)
            } else if length == 0 {
                length = range.upperBound - offset
            }
            guard length >= headerSize, length <= range.upperBound - offset else { break }
            boxes.append(
                Box(
                    kind: String(decoding: header[4..<8], as: UTF8.self),
                    content: offset + headerSize..<offset + length))
            offset += length
        }
        return boxes
    }

    private func number(_ offset: Int) -> Int? {
        bytes(offset, 4)?.reduce(0) { $0 << 8 | Int($1) }
    }

    private func bytes(_ offset: Int, _ count: Int) -> [UInt8]? {
        guard fseek(handle, offset, SEEK_SET) == 0 else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = fread(buffer.baseAddress!, 1, count, handle)
        }
        return bytes.count == count ? bytes : nil
    }

    private func copy(to file: AtomicFile, replacing offset: Int, with words: [UInt8]) throws(MediaError) {
        guard let output = fopen(file.partial, "wb") else {
            throw .cannotCreate(path: file.destination, reason: String(cString: strerror(errno)))
        }
        rewind(handle)
        var isWritten = true
        var left = size
        withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 16) { buffer in
            while isWritten, left > 0 {
                let count = fread(buffer.baseAddress!, 1, min(left, buffer.count), handle)
                isWritten = count > 0 && fwrite(buffer.baseAddress!, 1, count, output) == count
                left -= count
            }
        }
        isWritten = isWritten && fseek(output, offset, SEEK_SET) == 0
        isWritten = isWritten && fwrite(words, 1, words.count, output) == words.count
        isWritten = fclose(output) == 0 && isWritten
        guard isWritten else { throw .writeFailed(path: file.destination, reason: String(cString: strerror(errno))) }
    }
}
