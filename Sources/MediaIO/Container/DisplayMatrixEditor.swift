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
public enum DisplayMatrixEditor {
    /// Writes a copy of `path` whose picture is turned upright by `orientation`.
    ///
    /// What the matrix stretches stays stretched, and a matrix of the whole movie is reckoned with.
    ///
    /// - Parameter track: the track's id, see `VideoInfo.trackID`.
    /// - Throws: `MediaError.noDisplayMatrix` for other containers.
    public static func write(
        _ path: String, track: Int, orientation: Orientation, to output: String, mayReplace: Bool
    ) throws(MediaError) {
        let size = try checkInputFile(path)
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw .cannotRead(path: path, reason: String(cString: strerror(errno))) }
        defer { close(source) }
        guard let movie = MovieFile(descriptor: source, size: Int(size)),
            let header = movie.trackHeaders.first(where: { $0.trackID == track })
        else { throw .noDisplayMatrix(path: path) }
        // Players ignore a matrix that is no symmetry, and so does this.
        let own = header.matrix.orientation == nil ? .identity : header.matrix
        guard
            let matrix = own.turned(
                to: orientation, within: movie.matrix ?? .identity, width: header.width, height: header.height)
        else { throw .noDisplayMatrix(path: path) }
        try AtomicFile.check(destination: output, inputs: [path], mayReplace: mayReplace)
        try AtomicFile.checkSpace(for: output, needed: size)
        let file = try AtomicFile(destination: output, inputs: [path], mayReplace: mayReplace)
        try copy(source, path, size, to: file, replacing: header.matrixOffset, with: matrix.bytes)
        try file.commit()
    }

    private static func copy(
        _ source: Int32, _ path: String, _ size: Int64, to file: AtomicFile, replacing offset: Int, with words: [UInt8]
    ) throws(MediaError) {
        let target = open(file.partial, O_WRONLY | O_CLOEXEC)
        guard target >= 0 else {
            throw .writeFailed(path: file.destination, reason: String(cString: strerror(errno)))
        }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var place: Int64 = 0
        while place < size {
            let count = pread(source, &buffer, buffer.count, off_t(place))
            guard count > 0 else {
                throw .cannotRead(
                    path: path, reason: count < 0 ? String(cString: strerror(errno)) : "it became shorter")
            }
            guard write(buffer[..<count], to: target, at: place) else {
                throw .writeFailed(path: file.destination, reason: String(cString: strerror(errno)))
            }
            place += Int64(count)
        }
        guard write(words[...], to: target, at: Int64(offset)) else {
            throw .writeFailed(path: file.destination, reason: String(cString: strerror(errno)))
        }
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, at offset: Int64) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = pwrite(
                    descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset) + off_t(done))
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }
}
