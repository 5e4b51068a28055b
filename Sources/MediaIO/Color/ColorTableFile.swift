import Platform

/// Finds color tables that FFmpeg accepts although it misreads them.
public enum ColorTableFile {
    private static let mark = "\u{FEFF}"

    /// What is wrong with it, as the end of a sentence; `nil` if nothing is known to be.
    ///
    /// - Throws: `MediaError` if it cannot be read.
    public static func problem(in path: String) throws(MediaError) -> String? {
        switch path.lowercased() {
        case let name where name.hasSuffix(".cube"): cubeProblem(try lines(of: path))
        case let name where name.hasSuffix(".3dl"): lustreProblem(try lines(of: path))
        case let name where name.hasSuffix(".dat"): resolveProblem(try lines(of: path))
        case let name where name.hasSuffix(".csp"): cineSpaceProblem(try lines(of: path))
        default: nil
        }
    }

    /// Whether it is a curve for each channel (`LUT_1D_SIZE`), not a cube.
    static func isOneDimensional(_ path: String) -> Bool {
        guard path.lowercased().hasSuffix(".cube"), let head = try? lines(of: path, most: 1 << 14) else { return false }
        return head.contains { $0.hasPrefix("LUT_1D_SIZE") }
    }

    /// Adobe, Cube LUT Specification 1.0.
    private static func cubeProblem(_ lines: [Substring]) -> String? {
        var domain = CubeDomain()
        var (has1D, has3D, hasNodes) = (false, false, false)
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
            case "LUT_1D_SIZE": has1D = true
            case "LUT_3D_SIZE": has3D = true
            case "DOMAIN_MIN", "DOMAIN_MAX", "LUT_1D_INPUT_RANGE":
                guard !hasNodes else {
                    return
                        "its domain stands below the table, where FFmpeg ignores it; move line \(index + 1) directly below the size"
                }
                domain.read(words, line: index + 1, isEarly: !has1D && !has3D)
            default:
                guard Float(first) != nil else { continue }
                hasNodes = true
                guard words.allSatisfy({ Float($0)?.isFinite == true }) else {
                    return "line \(index + 1) is not three numbers"
                }
            }
        }
        return domain.problem
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

    /// Autodesk Lustre: FFmpeg takes every table for one of 17 nodes a side with 12 bits.
    private static func lustreProblem(_ lines: [Substring]) -> String? {
        let rows = lines.map(numbers).filter { !$0.isEmpty }
        let nodes = rows.filter { $0.count == 3 }
        let most = nodes.joined().max() ?? 0
        // The first line of numbers is the shaper.
        guard rows.count == nodes.count + 1, nodes.count == 17 * 17 * 17, (1024...4096).contains(most) else {
            return "FFmpeg reads .3dl files of 17 nodes a side and 12 bits only; export it as .cube"
        }
        return nil
    }

    /// DaVinci Resolve: FFmpeg crashes on tables that do not have 33 nodes a side.
    private static func resolveProblem(_ lines: [Substring]) -> String? {
        let stated = lines.first { $0.hasPrefix("3DLUTSIZE") }.map { numbers($0.dropFirst(9)) }
        let nodes = lines.map(numbers).filter { !$0.isEmpty }
        guard stated ?? [33] == [33], nodes.count == 33 * 33 * 33, nodes.allSatisfy({ $0.count == 3 }) else {
            return "FFmpeg reads .dat files of 33 nodes a side only; export it as .cube"
        }
        return nil
    }

    /// Rising Sun Research cineSpace: FFmpeg misreads shapers that are more than the end of the scale.
    private static func cineSpaceProblem(_ lines: [Substring]) -> String? {
        var rows = lines.map { $0.split(whereSeparator: \.isWhitespace) }.filter { !$0.isEmpty }
        if let end = rows.firstIndex(where: { $0 == ["END", "METADATA"] }) { rows.removeFirst(end + 1) }
        rows.removeAll { Float($0[0]) == nil }
        // Of each channel: the number of points, their inputs and their outputs.
        let shapers = rows.prefix(9).map { $0.compactMap { Float($0) } }
        guard
            shapers.count == 9,
            stride(from: 0, to: 9, by: 3).allSatisfy({ n in
                shapers[n] == [2] && shapers[n + 1].first == 0 && (shapers[n + 1].last ?? 0) >= 1
                    && shapers[n + 2] == [0, 1]
            })
        else {
            return "FFmpeg misreads its shaper; export it without one, or as .cube"
        }
        guard rows.joined().allSatisfy({ Float($0)?.isFinite == true }) else {
            return "it contains something that is not a number"
        }
        return nil
    }

    /// Empty if any word is not a number.
    private static func numbers(_ line: Substring) -> [Float] {
        let words = line.split(whereSeparator: \.isWhitespace)
        let numbers = words.compactMap { Float($0) }.filter(\.isFinite)
        return numbers.count == words.count ? numbers : []
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
