import Synchronization

/// How much a note matters to somebody who did not ask for it, ascending. By default, people are told the three most
/// important notes, and no details.
///
/// A note gets it where its `Message` is made.
enum Importance: Int, Comparable {
    /// As expected or asked for, or without effect on what is seen and heard; everything about copying.
    case detail
    /// How a picture looks, where a transition is.
    case minor
    /// What is heard, and how loud.
    case sound
    /// Something that was recorded, or should have been, is missing.
    case lost
    /// When something was recorded, or by which camera, is a guess.
    case guessed
    /// The film is shorter or other than asked for, or lacks a camera.
    case other

    static func < (one: Importance, other: Importance) -> Bool { one.rawValue < other.rawValue }
}

/// What people are told about a run: at most three lines altogether, the most important one first; everything with `-v`,
/// in a dry run and with `--explain`.
enum Notes {
    private struct State {
        var tellsAll = false
        var kept: [Message] = []
        /// Lines of this run so far.
        var told = 0
    }
    private static let state = Mutex(State())
    private static let most = 3

    static var tellsAll: Bool { state.withLock { $0.tellsAll } }
    static func tellAll() { state.withLock { $0.tellsAll = true } }
    /// A process that serves several runs begins another one.
    static func begin() { state.withLock { $0.told = 0 } }

    /// Keeps a note until those about the film are known, and tells it with them.
    ///
    /// - Parameter path: a file that it names.
    static func add(_ text: String, _ importance: Importance, about path: String? = nil) {
        state.withLock { $0.kept.append(Message(importance, text, path: path)) }
    }

    /// Tells these notes and those that were kept.
    ///
    /// - Parameter paths: files that they may name.
    static func tell(_ notes: [Message] = [], about paths: [String] = []) {
        let lines = state.withLock { state in
            let lines = Self.lines(
                state.kept + notes, about: paths, all: state.tellsAll, most: max(0, most - state.told))
            state.kept = []
            state.told += lines.count
            return lines
        }
        for line in lines { Console.error("note: \(line)") }
    }

    /// Tells what was found when the film was finished.
    ///
    /// - Returns: what was not told, because there were three lines already.
    static func tell(last remarks: [String]) -> [String] {
        let room = state.withLock { state in
            let room = state.tellsAll ? remarks.count : min(remarks.count, max(0, most - state.told))
            state.told += room
            return room
        }
        for remark in remarks.prefix(room) { Console.error("note: \(remark)") }
        return Array(remarks.dropFirst(room))
    }

    static func lines(_ notes: [Message], about paths: [String], all: Bool, most: Int = most) -> [String] {
        guard !all else { return notes.byImportance.map(\.message) }
        let paths = paths + notes.compactMap(\.path)
        var lines = notes.byImportance.filter { $0.importance > .detail }.map { withFileNames($0.message, paths) }
        let rest = lines.count - most
        if rest > 0, most == 0 { return [] }
        if rest > 0 {
            lines = Array(lines.prefix(most))
            lines[most - 1] += " (\(counted(rest, "more note", "more notes")): -v)"
        }
        return lines
    }

    /// A text with names of files instead of their paths, and with folders where several have the same name.
    static func withFileNames(_ text: String, _ paths: [String]) -> String {
        let paths = Set(paths).sorted { ($1.count, $0) < ($0.count, $1) }
        return paths.filter { $0.contains("/") && text.contains($0) }.reduce(text) { text, path in
            let parts = path.split(separator: "/")
            let name = (1...max(1, parts.count)).lazy.map { parts.suffix($0).joined(separator: "/") }.first { name in
                !paths.contains { $0 != path && ($0 == name || $0.hasSuffix("/\(name)")) }
            }
            return text.replacing(path, with: name ?? path)
        }
    }
}

extension [Message] {
    /// The most important ones first, and those of equal importance in their order.
    var byImportance: [Message] {
        enumerated().sorted { ($1.element.importance, $0.offset) < ($0.element.importance, $1.offset) }.map(\.element)
    }
}
