import Platform

/// Finds `.cube` files (Adobe, Cube LUT Specification 1.0) that FFmpeg accepts although they yield no color.
public enum CubeFile {
    private static let mark = "\u{FEFF}"

    /// What is wrong with it, as the end of a sentence; `nil` if nothing is, or if it is not a `.cube` file.
    ///
    /// - Throws: `MediaError` if it cannot be read.
    public static func problem(in path: String) throws(MediaError) -> String? {
        guard path.lowercased().hasSuffix(".cube") else { return nil }
        var domain: (least: [Float], most: [Float]) = ([0, 0, 0], [1, 1, 1])
        var (has1D, has3D) = (false, false)
        for (index, line) in try lines(of: path).enumerated() {
            var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            // FFmpeg reads past a byte order mark, but not a keyword after it.
            if index == 0, let first = words.first, first.hasPrefix(mark) {
                words[0] = String(first.unicodeScalars.dropFirst())
                if words[0].hasPrefix("LUT_3D_SIZE") {
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
            case "DOMAIN_MIN": domain.least = words.dropFirst().compactMap(Float.init)
            case "DOMAIN_MAX": domain.most = words.dropFirst().compactMap(Float.init)
            default:
                guard Float(first) != nil else { continue }
                guard words.allSatisfy({ Float($0)?.isFinite == true }) else {
                    return "line \(index + 1) is not three numbers"
                }
            }
        }
        guard domain.least.count == 3, domain.most.count == 3 else { return "its domain is not three numbers" }
        let isOrdered = zip(domain.least, domain.most).allSatisfy { $0.isFinite && $1.isFinite && $0 < $1 }
        return isOrdered ? nil : "its domain ends before it begins"
    }

    /// A table of 256 nodes takes 500 MB; longer files are refused.
    private static let mostBytes = 1 << 29

    private static func lines(of path: String) throws(MediaError) -> [Substring] {
        let size = Int(try checkInputFile(path))
        guard size <= mostBytes else { throw .notColorTable(path: path, reason: "it is too large") }
        guard let file = fopen(path, "rb") else { throw .cannotRead(path: path, reason: lastError()) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = fread(&bytes, 1, size, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
}
