import MediaIO
import Placing
import Planning
import Platform
import Timeline
import Transitions

/// A plan document on disk, in OpenTimelineIO's JSON.
///
/// Files in the plan's folder or below are referred to relative to it, so that the folder can be moved; all
/// others by absolute URL (RFC 8089).
public enum PlanFile {
    /// The file extension, without the dot.
    package static let ending = "otio"

    /// Whether a file has the extension of a plan, in any case.
    package static func isPlan(_ path: String) -> Bool { path.lowercased().hasSuffix("." + ending) }

    /// The extensions of other programs' timelines: Final Cut Pro 7's XML, and edit decision lists.
    private static let foreignEndings = ["xml", "edl"]

    /// Whether a file has the extension of something that can be read as a plan, in any case.
    package static func isTimeline(_ path: String) -> Bool {
        isPlan(path) || foreignEndings.contains(FilePath(path).ending)
    }

    /// Writes a document; the file appears only when it is complete.
    ///
    /// - Parameter inputs: additional files that must not be overwritten, besides the recordings.
    public static func write(
        _ document: PlanDocument, to path: String, inputs: [String] = [], mayReplace: Bool,
        catalogue: TransitionCatalogue = .standard
    ) throws {
        let folder = Self.folder(of: path)
        var relative = document
        relative.renameFiles(in: catalogue) { Self.relative($0, to: folder) ?? FileSystem.absolute($0) }
        let bytes = try relative.openTimelineIO { url(of: $0, relativeTo: folder) }
        let inputs = document.media.map(\.path) + document.sounds.map(\.path) + inputs
        let file = try AtomicFile(destination: path, inputs: inputs, mayReplace: mayReplace)
        try bytes.withUnsafeBytes { try file.write($0) }
        try file.commit()
    }

    /// Whether a file is a plan that compose wrote, not another program's timeline.
    package static func isOwn(_ path: String, catalogue: TransitionCatalogue = .standard) -> Bool {
        if case .own = try? contents(of: path, catalogue: catalogue) { true } else { false }
    }

    /// The document of a plan file; a timeline from another program becomes one with compose's default settings.
    ///
    /// - Throws: `MediaError` if a file cannot be read, `PlanError` if it is not a plan or cannot be rendered as
    ///   written; both name the file.
    package static func read(
        _ path: String, catalogue: TransitionCatalogue = .standard
    ) throws -> PlanDocument {
        switch try contents(of: path, catalogue: catalogue) {
        case .own(let reading): return reading.document
        case .foreign(let timeline): return try timeline.planned(catalogue).document(name: name(of: path))
        }
    }

    /// In bytes; reading takes several times as much memory. A clip of a timeline takes a few thousand.
    private static let largest: Int64 = 1 << 27

    /// The contents of a plan file.
    enum Contents {
        case own(PlanReading)
        case foreign(ForeignTimeline)
    }

    static func contents(of path: String, catalogue: TransitionCatalogue) throws -> Contents {
        guard try checkInputFile(path) < largest, let data = FileSystem.contents(ofFile: path) else {
            throw MediaError.cannotRead(path: path, reason: "too large for a plan: more than \(largest >> 20) MB")
        }
        let folder = Self.folder(of: path)
        let file = { (url: String) in Self.path(of: url, relativeTo: folder) }
        do {
            let timeline =
                switch FilePath(path).ending {
                case "xml": try FinalCut7File(try XMLNode(parsing: data)).timeline()
                case "edl": try EditDecisionFile(data, folder: folder, open: { try MediaInfo(probing: $0) }).timeline()
                default: try TimelineFile(data)
                }
            guard let plan = timeline.plan else { return .foreign(try ForeignTimeline(timeline, path: file)) }
            var reading = try PlanReading(timeline, plan, path: file)
            reading.document.renameFiles(in: catalogue) { $0.hasPrefix("/") ? $0 : here($0, in: folder) }
            return .own(reading)
        } catch let error as PlanError {
            throw PlanError("\(path): \(error)")
        } catch is EncodingError, is DecodingError {
            throw PlanError("\(path): one of its values is impossible, or it is nested too deeply; export it again")
        }
    }

    /// The name of a plan without its extension.
    package static func name(of path: String) -> String {
        let name = FilePath(path).name
        return isTimeline(name) ? FilePath(name).stem : name
    }

    /// The reference to a file from a plan at another path: relative if the file is in the plan's folder or below.
    package static func url(of path: String, besides other: String) -> String {
        url(of: path, relativeTo: folder(of: other))
    }

    /// The same as a path.
    package static func path(of path: String, besides other: String) -> String {
        relative(path, to: folder(of: other)) ?? FileSystem.absolute(path)
    }

    private static func folder(of path: String) -> String { FilePath(FileSystem.absolute(path)).folder }

    /// The URL of a file (RFC 8089).
    package static func absoluteURL(of path: String) -> String {
        "file://" + escaped(FileSystem.absolute(path))
    }

    private static func url(of path: String, relativeTo folder: String) -> String {
        relative(path, to: folder).map(escaped) ?? absoluteURL(of: path)
    }

    /// `nil` for files that are not in the folder or below.
    private static func relative(_ path: String, to folder: String) -> String? {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        let absolute = FileSystem.absolute(path)
        // Names of folders are compared by bytes: texts may be equal if they are not.
        return absolute.utf8.starts(with: prefix.utf8) ? String(absolute.utf8.dropFirst(prefix.utf8.count)) : nil
    }

    private static func path(of url: String, relativeTo folder: String) -> String {
        let paths: [String]
        if url.lowercased().hasPrefix("file:") {
            // RFC 8089: file:///path, file://localhost/path and file:/path.
            var path = url.dropFirst("file:".count)
            if path.hasPrefix("//") { path = path.dropFirst(2).drop { $0 != "/" } }
            paths = [String(path), unescaped(String(path))]
        } else {
            paths = [url, unescaped(url)].map { $0.hasPrefix("/") ? $0 : here($0, in: folder) }
        }
        // Some programs write names without escaping; a percent sign may then be part of the name.
        return paths.first { FileIdentity(path: $0) != nil } ?? spelled(paths[1])
    }

    /// The path as the disk has it: programs differ in how they compose accents (Unicode's NFC and NFD).
    private static func spelled(_ path: String) -> String {
        let file = FilePath(path)
        guard FileIdentity(path: path) == nil, file.folder != path else { return path }
        let folder = spelled(file.folder)
        let name = FileSystem.names(inFolder: folder)?.first { $0 == file.name }
        return FilePath.join(folder, name ?? file.name)
    }

    /// Relative to the current folder if the plan is in it: messages then name files as the user does.
    private static func here(_ path: String, in folder: String) -> String {
        folder.utf8.elementsEqual(FileSystem.workingFolder.utf8) ? path : "\(folder)/\(path)"
    }

    /// Percent-encoding of all but unreserved characters and the slash (RFC 3986 §2.3).
    private static func escaped(_ text: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        let digits = Array("0123456789ABCDEF")
        return text.fileNameBytes.reduce(into: "") { result, byte in
            if plain.contains(byte) {
                result.append(Character(Unicode.Scalar(byte)))
            } else {
                result += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }

    private static func unescaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(fileName: bytes)
    }
}

extension PlanDocument {
    /// Renames the files that transitions, looks and text need.
    fileprivate mutating func renameFiles(in catalogue: TransitionCatalogue, _ path: (String) -> String) {
        transitions = transitions.map { $0.renamingFiles(in: catalogue, path) }
        output.finish.renameFiles(path)
    }
}
