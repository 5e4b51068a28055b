import Platform

/// Finds color tables that FFmpeg accepts although it misreads them.
package enum ColorTableFile {
    private static let mark = "\u{FEFF}"

    /// What is wrong with it, as the end of a sentence; `nil` if nothing is known to be.
    ///
    /// - Throws: `MediaError` if it cannot be read.
    package static func problem(in path: String) throws(MediaError) -> String? {
        // FFmpeg misreads most .3dl, .dat and .csp files, and crashes on some.
        guard path.lowercased().hasSuffix(".cube") else { return "only .cube files are read" }
        return cubeProblem(try lines(of: path))
    }

    /// Whether it is a curve for each channel (`LUT_1D_SIZE`), not a cube.
    static func isOneDimensional(_ path: String) -> Bool {
        guard path.lowercased().hasSuffix(".cube"), let head = try? lines(of: path, most: 1 << 14) else { return false }
        return head.contains { $0.hasPrefix("LUT_1D_SIZE") }
    }

    /// Adobe, Cube LUT Specification 1.0.
    private static func cubeProblem(_ lines: [Substring]) -> String? {
        var domain = CubeDomain()
        var (has1D, has3D, nodes, wanted) = (false, false, 0, 0)
        for (index, line) in lines.enumerated() {
            var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            // FFmpeg reads past a byte order mark, but not a keyword after it.
            if index == 0, let first = words.first, first.hasPrefix(mark) {
                words[0] = String(first.unicodeScalars.dropFirst())
                if words[0].hasPrefix("LUT_") {
                    return "a byte order mark hides its first line; save it as UTF-8 without one"
                }
            }
            guard let first = words.first else { continue }
            switch first {
            case "LUT_3D_INPUT_RANGE":
                return
                    "FFmpeg does not know its line LUT_3D_INPUT_RANGE; write two lines instead, DOMAIN_MIN with the first number three times and DOMAIN_MAX with the second (where they are 0 and 1, none)"
            case "LUT_1D_SIZE" where has3D, "LUT_3D_SIZE" where has1D:
                return "it has a 1D and a 3D table, of which FFmpeg reads one; export it without a shaper"
            case "LUT_1D_SIZE": (has1D, wanted) = (true, size(words))
            case "LUT_3D_SIZE":
                has3D = true
                wanted = size(words)
                wanted *= wanted * wanted
            case "DOMAIN_MIN", "DOMAIN_MAX", "LUT_1D_INPUT_RANGE":
                guard nodes == 0 else {
                    return
                        "its domain stands below the table, where FFmpeg ignores it; move line \(index + 1) directly below the size"
                }
                domain.read(words, line: index + 1, isEarly: !has1D && !has3D)
            default:
                guard Float(first) != nil else { continue }
                nodes += 1
                guard words.allSatisfy({ Float($0)?.isFinite == true }) else {
                    return "line \(index + 1) is not three numbers"
                }
            }
        }
        // FFmpeg itself finds that there are too few.
        if wanted > 0, nodes > wanted { return "it has more lines than its size says; export it again" }
        return domain.problem
    }

    /// The number of a line such as "LUT_3D_SIZE 33"; 0 for one that FFmpeg refuses.
    private static func size(_ words: [String]) -> Int {
        words.count > 1 ? Int(words[1]).flatMap { (1...65536).contains($0) ? $0 : nil } ?? 0 : 0
    }

    /// The range of colors that a .cube table is for, 0…1 unless it states another.
    private struct CubeDomain {
        private var (least, most): ([Float], [Float]) = ([0, 0, 0], [1, 1, 1])
        /// The number of a line above the size, where FFmpeg ignores it, that states something else.
        private var early: Int?

        mutating func read(_ words: [String], line: Int, isEarly: Bool) {
            let values = words.dropFirst().compactMap(Float.init)
            let before = most
            switch words[0] {
            case "DOMAIN_MIN": least = values
            case "DOMAIN_MAX": most = values
            default:
                (least, most) =
                    values.count == 2
                    ? (.init(repeating: values[0], count: 3), .init(repeating: values[1], count: 3)) : ([], [])
            }
            if isEarly, most != before { early = line }
        }

        var problem: String? {
            guard least.count == 3, most.count == 3 else {
                return least.isEmpty && most.isEmpty
                    ? "its LUT_1D_INPUT_RANGE is not two numbers" : "its domain is not three numbers"
            }
            guard zip(least, most).allSatisfy({ $0.isFinite && $1.isFinite && $0 < $1 }) else {
                return "its domain ends before it begins"
            }
            guard least == [0, 0, 0], most.allSatisfy({ $0 >= 1 }) else {
                return
                    "FFmpeg can use it only if its domain begins at 0 and does not end below 1; export it for colors from 0 to 1"
            }
            return early.map {
                "its domain stands above the size, where FFmpeg ignores it; move line \($0) directly below the size"
            }
        }
    }

    /// A table of 256 nodes takes 500 MB; longer files are refused.
    private static let mostBytes = 1 << 29

    /// - Parameter most: bytes to read.
    private static func lines(of path: String, most: Int = mostBytes) throws(MediaError) -> [Substring] {
        let size = Int(try checkInputFile(path))
        guard size <= mostBytes else { throw .notColorTable(path: path, reason: "it is too large") }
        guard let file = FileSystem.fopen(path, "rb") else { throw .cannotRead(path: path, reason: lastError()) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: min(size, most))
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
}
