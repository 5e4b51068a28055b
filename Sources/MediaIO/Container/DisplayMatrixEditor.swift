import Pictures

/// Turns a recording by rewriting the nine words of its display matrix; every other byte stays as it is.
///
/// MP4 and MOV keep the matrix in the track header: `moov/trak/tkhd` (ISO/IEC 14496-12 §8.3.2).
package enum DisplayMatrixEditor {
    /// Writes a copy of `path` whose picture is turned upright by `orientation`.
    ///
    /// Any stretch in the matrix is kept, and a matrix of the whole movie is taken into account.
    ///
    /// - Parameter track: the track's id, see `VideoInfo.trackID`.
    /// - Throws: `MediaError.noDisplayMatrix` for other containers.
    package static func write(
        _ path: String, track: Int, orientation: Orientation, to output: String, mayReplace: Bool
    ) throws(MediaError) {
        let size = try checkInputFile(path)
        guard let movie = MovieFile(path: path, byteCount: size),
            let header = movie.trackHeaders.first(where: { $0.trackID == track })
        else { throw .noDisplayMatrix(path: path) }
        // Players ignore a matrix that is none of the symmetries, and so does this.
        let own = header.matrix.orientation == nil ? .identity : header.matrix
        guard
            let matrix = own.turned(
                to: orientation, within: movie.matrix ?? .identity, width: header.width, height: header.height)
        else { throw .noDisplayMatrix(path: path) }
        try AtomicFile.check(destination: output, inputs: [path], mayReplace: mayReplace)
        try AtomicFile.checkSpace(for: output, needed: size)
        let file = try AtomicFile(destination: output, inputs: [path], mayReplace: mayReplace)
        try file.write(contentsOf: path, count: size)
        try file.replace(at: header.matrixOffset, with: matrix.bytes)
        try file.commit()
    }
}
