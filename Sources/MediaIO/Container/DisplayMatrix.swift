import Pictures

/// The nine words of a display matrix, row by row: a b u c d v x y w (ISO/IEC 14496-12 §6.2.2).
///
/// A point goes from (x, y) to (a·x + c·y + tx, b·x + d·y + ty), y downward. All are 16.16 fixed-point numbers except
/// u, v, w, which are 2.30.
struct DisplayMatrix: Hashable, Sendable {
    var words: [Int32]

    static let identity = DisplayMatrix(words: [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30])

    init(words: [Int32]) {
        precondition(words.count == 9)
        self.words = words
    }

    /// The orientation that it specifies; `nil` when it is none of the eight symmetries.
    var orientation: Orientation? {
        Orientation(displayMatrix: Int(words[0]), Int(words[1]), Int(words[3]), Int(words[4]))
    }

    /// The matrix for `orientation`, for a track of this size with the stretch of this matrix, with the turned
    /// picture in the corner of the positive quadrant, as phones write it.
    ///
    /// - Parameters:
    ///   - movie: the matrix of the whole movie, which players apply after the track's.
    ///   - width, height: of the track, 16.16.
    func turned(to orientation: Orientation, within movie: DisplayMatrix, width: Int, height: Int) -> DisplayMatrix? {
        guard let own = self.orientation, let outer = movie.orientation else { return nil }
        // How much the two directions of the stored picture are stretched, whichever way they point.
        let across = magnitude(own.swapsAxes ? words[1] : words[0])
        let down = magnitude(own.swapsAxes ? words[3] : words[4])
        let signs = orientation.then(outer.inverse).displayMatrix
        // Where the movie stretches the axes differently, its effect on the other axis is undone and redone.
        let (u, v) = (
            magnitude(outer.swapsAxes ? movie.words[1] : movie.words[0]),
            magnitude(outer.swapsAxes ? movie.words[3] : movie.words[4])
        )
        let wasSwapped = own.swapsAxes
        let isSwapped = orientation.then(outer.inverse).swapsAxes
        let x = wasSwapped == isSwapped ? across : isSwapped ? across * u / v : across * v / u
        let y = wasSwapped == isSwapped ? down : isSwapped ? down * v / u : down * u / v
        let (a, b, c, d) = (signs.a * x, signs.b * x, signs.c * y, signs.d * y)
        // Larger ones fit no matrix, and their products no integer; a picture stretched by zero is invisible.
        guard min(x, y) > 0, max(x, y) <= Int32.max else { return nil }
        let place = { (first: Int, second: Int) in
            ((first < 0 ? -first * width : 0) + (second < 0 ? -second * height : 0)) >> 16
        }
        let turned = [a, b, 0, c, d, 0, place(a, c), place(b, d), 1 << 30].map { Int32(exactly: $0) }
        return turned.contains(nil) ? nil : DisplayMatrix(words: turned.map { $0! })
    }

    /// Whether FFmpeg took this pixel aspect from the matrix: FFmpeg reads how much the matrix stretches the axes of
    /// the screen (mov.c, `mov_read_tkhd`), which are not those of the stored picture if that is turned.
    func isWhatFFmpegTakes(for aspect: Double) -> Bool {
        let length = { (one: Int32, other: Int32) in
            (Double(one) * Double(one) + Double(other) * Double(other)).squareRoot()
        }
        let (across, down) = (length(words[0], words[3]), length(words[1], words[4]))
        // One percent is FFmpeg's own threshold.
        return across > 1 && down > 1 && abs(across / down - 1) > 0.01 && abs(across / down - aspect) < 1e-4 * aspect
    }

    private func magnitude(_ word: Int32) -> Int { Int(word.magnitude) }

    var bytes: [UInt8] {
        words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }
}
