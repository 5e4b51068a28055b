import Platform
import Synchronization

/// Color tables in files: what FFmpeg misreads is refused, and what it only does not know is given to it as it expects it.
package enum ColorTableFile {
    /// What is wrong with it, as the end of a sentence; `nil` if nothing is known to be.
    ///
    /// - Throws: `MediaError` if it cannot be read.
    package static func problem(in path: String) throws(MediaError) -> String? {
        // FFmpeg misreads most .3dl, .dat and .csp files, and crashes on some.
        guard isCube(path) else { return "only .cube files are read" }
        let file = CubeFile(try bytes(of: path))
        if file.problem == nil, file.rewritten != nil, readable(path) == path {
            throw .cannotCreate(path: PrivateFolder.usualBase, reason: lastError())
        }
        return file.problem
    }

    /// Whether it is a curve for each channel (`LUT_1D_SIZE`), not a cube.
    static func isOneDimensional(_ path: String) -> Bool {
        guard isCube(path), let head = try? bytes(of: path, most: 1 << 14) else { return false }
        return CubeFile(head).isCurve
    }

    /// The path of a file that FFmpeg reads as it is meant: its own, or that of a copy with the same table, which is kept
    /// as long as the program runs.
    static func readable(_ path: String) -> String {
        guard isCube(path), let state = FileState(path: path) else { return path }
        return known.withLock { known in
            if let one = known[path], one.state == state { return one.readable }
            var readable = path
            if let bytes = try? bytes(of: path), let text = CubeFile(bytes).rewritten, let copy = copy(text) {
                readable = copy
            }
            known[path] = (state, readable)
            return readable
        }
    }

    private static let known = Mutex<[String: (state: FileState, readable: String)]>([:])
    /// The folders of the copies, which are removed when the program ends.
    private static let folders = Mutex<[PrivateFolder]>([])
    private static let name = "table.cube"

    private static func copy(_ text: String) -> String? {
        guard let folder = PrivateFolder(in: PrivateFolder.usualBase) else { return nil }
        let isFirst = folders.withLock { folders in
            folders.append(folder)
            return folders.count == 1
        }
        if isFirst {
            atexit { ColorTableFile.folders.withLock { $0.forEach { $0.remove(with: ColorTableFile.name) } } }
        }
        let path = "\(folder.path)/\(name)"
        guard let stream = FileSystem.fopen(path, "wbx") else { return nil }
        let bytes = Array(text.utf8)
        let isWritten = fwrite(bytes, 1, bytes.count, stream) == bytes.count
        return fclose(stream) == 0 && isWritten ? path : nil
    }

    private static func isCube(_ path: String) -> Bool { path.lowercased().hasSuffix(".cube") }

    /// A table of 256 nodes takes 500 MB; longer files are refused.
    private static let mostBytes = 1 << 29

    /// - Parameter most: bytes to read.
    private static func bytes(of path: String, most: Int = mostBytes) throws(MediaError) -> [UInt8] {
        let size = Int(try checkInputFile(path))
        guard size <= mostBytes else { throw .notColorTable(path: path, reason: "it is too large") }
        guard let file = FileSystem.fopen(path, "rb") else { throw .cannotRead(path: path, reason: lastError()) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: min(size, most))
        let count = fread(&bytes, 1, bytes.count, file)
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}

/// A .cube file: Adobe's Cube LUT Specification 1.0, and what Resolve writes.
struct CubeFile {
    /// As the end of a sentence; `nil` if nothing is known to be wrong.
    private(set) var problem: String?
    /// Whether it is a curve for each channel.
    private(set) var isCurve = false
    /// What FFmpeg reads as it is meant; `nil` if that is the file itself, or if it has a problem.
    var rewritten: String? { problem == nil && isUnusual && size > 0 ? text : nil }

    private var hasCube = false
    private var size = 0
    /// The lines of the table.
    private var nodes: [Substring] = []
    private var (least, most): ([Float], [Float]) = ([0, 0, 0], [1, 1, 1])
    /// Whether there is something that FFmpeg ignores or refuses although it is clear what it means.
    private var isUnusual = false

    /// FFmpeg's lines have 512 bytes.
    private static let longestLine = 500
    private static let mark = "\u{FEFF}"

    init(_ bytes: [UInt8]) {
        // FFmpeg does not know the line breaks of the first Macintosh.
        isUnusual = !bytes.contains(UInt8(ascii: "\n")) && bytes.contains(UInt8(ascii: "\r"))
        let lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() where problem == nil { read(line, number: index + 1) }
        guard problem == nil else { return }
        let wanted = isCurve ? size : size * size * size
        // FFmpeg itself finds that there are too few.
        problem =
            size > 0 && nodes.count > wanted ? "it has more lines than its size says; export it again" : domainProblem
    }

    private mutating func read(_ line: Substring, number: Int) {
        var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        if number == 1, let first = words.first, first.hasPrefix(Self.mark) {
            // FFmpeg reads past a byte order mark, but not a keyword after it.
            words[0] = String(first.unicodeScalars.dropFirst())
            if words[0].isEmpty { words.removeFirst() }
            isUnusual = true
        }
        if line.utf8.count > Self.longestLine { isUnusual = true }
        guard let first = words.first, !first.hasPrefix("#") else { return }
        let hasSize = isCurve || hasCube
        switch first {
        case "LUT_1D_SIZE" where hasCube, "LUT_3D_SIZE" where isCurve:
            problem = "it has a 1D and a 3D table, of which FFmpeg reads one; export it without a shaper"
        case "LUT_1D_SIZE", "LUT_3D_SIZE":
            (isCurve, hasCube) = (first == "LUT_1D_SIZE", first == "LUT_3D_SIZE")
            size = words.count > 1 ? Int(words[1]).flatMap { (1...65536).contains($0) ? $0 : nil } ?? 0 : 0
            if hasCube, size > 256 { size = 0 }
            if line.first?.isWhitespace == true { isUnusual = true }
        case "DOMAIN_MIN", "DOMAIN_MAX", "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE":
            readDomain(words)
            // FFmpeg reads it between size and table only, and LUT_3D_INPUT_RANGE nowhere.
            isUnusual =
                isUnusual || !hasSize || !nodes.isEmpty || first == "LUT_3D_INPUT_RANGE"
                || (first == "LUT_1D_INPUT_RANGE") == hasCube
        case "TITLE": break
        default:
            guard Float(first) != nil else {
                // Above the size, FFmpeg ignores what it does not know.
                if hasSize {
                    problem =
                        "what its line \(number) means ('\(line.prefix(40))') is unknown; export it without, or remove the line if the table is right without it"
                }
                return
            }
            guard words.allSatisfy({ Float($0)?.isFinite == true }) else {
                problem = "line \(number) is not three numbers"
                return
            }
            nodes.append(line)
        }
    }

    private mutating func readDomain(_ words: [String]) {
        let values = words.dropFirst().compactMap(Float.init)
        switch words[0] {
        case "DOMAIN_MIN": least = values
        case "DOMAIN_MAX": most = values
        default:
            guard values.count == 2 else {
                problem = "its \(words[0]) is not two numbers"
                return
            }
            (least, most) = (.init(repeating: values[0], count: 3), .init(repeating: values[1], count: 3))
        }
    }

    /// The colors that the table is for, 0…1 unless it states others.
    private var domainProblem: String? {
        guard least.count == 3, most.count == 3 else { return "its domain is not three numbers" }
        guard zip(least, most).allSatisfy({ $0.isFinite && $1.isFinite && $0 < $1 }) else {
            return "its domain ends before it begins"
        }
        guard least == [0, 0, 0], most.allSatisfy({ $0 >= 1 }) else {
            return
                "FFmpeg can use it only if its domain begins at 0 and does not end below 1; export it for colors from 0 to 1"
        }
        return nil
    }

    private var text: String {
        let row = { (values: [Float]) in values.map { "\($0)" }.joined(separator: " ") }
        var lines = ["\(isCurve ? "LUT_1D_SIZE" : "LUT_3D_SIZE") \(size)"]
        if most != [1, 1, 1] { lines += ["DOMAIN_MIN \(row(least))", "DOMAIN_MAX \(row(most))"] }
        return (lines + nodes.map(String.init)).joined(separator: "\n") + "\n"
    }
}
