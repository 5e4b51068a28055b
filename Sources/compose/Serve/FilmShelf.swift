import MediaIO
import Placing
import Planning
import Render
import Synchronization

/// What a server caches between requests, while the files are unchanged.
final class FilmShelf: Sendable {
    // Plain values of some kilobytes; packet indexes take some megabytes for an hour of footage.
    private let infos = Shelf<MediaInfo>(count: 64)
    private let recordings = Shelf<Recording>(count: 16)
    /// Few: each has an open file, decoders and some tens of pictures for every camera that was shown.
    private let films = Shelf<ViewedFilm>(count: 2)

    func info(_ path: String) throws -> MediaInfo {
        try info(Input(path: path))
    }

    private func info(_ input: Input) throws -> MediaInfo {
        try infos.use(
            input.isSoundOnly ? "sound:\(input.path)" : input.path, isCurrent: \.isCurrent,
            make: { try MediaInfo.probing([input])[0] }, use: { $0 })
    }

    func recording(_ input: InputOptions) throws -> Recording {
        let read = { try input.recording(isSilent: true, probing: { try $0.map(self.info) }).recording }
        // The pair in the folder may be different next time.
        guard !input.files.isEmpty else { return try read() }
        return try recordings.use("\(input)", isCurrent: \.isCurrent, make: read, use: { $0 })
    }

    /// - Parameter words: command-line arguments: everything that determines the film.
    func viewing<Result: Sendable>(
        _ words: [String], _ plan: () throws -> RenderPlan, _ look: (ViewedFilm) throws -> Result
    ) throws -> Result {
        // Recorded before the files are read.
        let states = ViewedFilm.states(of: words)
        // The pair in the folder may be different next time.
        guard !states.isEmpty else { return try look(try ViewedFilm(try plan())) }
        return try films.use(
            words.joined(separator: "\0"), isCurrent: \.isCurrent, make: { try ViewedFilm(try plan(), states) },
            use: look)
    }
}

/// A film being viewed, with decoders at the positions where the last request left them.
///
/// Never used by two threads at the same time: the shelf serializes access.
final class ViewedFilm: @unchecked Sendable {
    let plan: RenderPlan
    let source: FrameSource
    /// The files named on the command line: plans, lists of cuts, options.
    private let states: [String: FileState]

    /// - Throws: `MediaError` if a recording to be stabilized cannot be read.
    init(_ plan: RenderPlan, _ states: [String: FileState] = [:]) throws {
        let steadying = try Steadying([plan], cancellation: Cancellation()) { Console.showAnalysis($0) }
        source = FrameSource(plan, threads: 1, steadying: steadying)
        (self.plan, self.states) = (plan, states)
    }

    /// The state of every file that an argument names, including `camera=FILE` and `@FILE`.
    static func states(of words: [String]) -> [String: FileState] {
        words.flatMap { word in [word[...], word.drop { $0 != "=" }.dropFirst(), word.drop { $0 != "@" }.dropFirst()] }
            .reduce(into: [:]) { states, path in states[String(path)] = FileState(path: String(path)) }
    }

    var isCurrent: Bool {
        (try? plan.checkInputs()) != nil && states.allSatisfy { FileState(path: $0.key) == $0.value }
    }
}

extension MediaInfo {
    fileprivate var isCurrent: Bool { FileState(path: path) == state }
}

extension Recording {
    fileprivate var isCurrent: Bool { (sources.map(\.info) + sounds.map(\.info)).allSatisfy(\.isCurrent) }
}

/// Values that are expensive to make, each cached under a name; the least recently used are dropped.
final class Shelf<Value: Sendable>: Sendable {
    private final class Place: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private let count: Int
    /// In order of use, the most recent last.
    private let places = Mutex<[(name: String, place: Place)]>([])

    /// - Parameter count: the capacity.
    init(count: Int) { self.count = count }

    /// Uses the value of a name; concurrent calls for the same name wait.
    ///
    /// - Parameters:
    ///   - isCurrent: whether a cached value may still be used.
    ///   - make: makes a new value. If it or `use` throws, nothing is cached.
    func use<Result: Sendable>(
        _ name: String, isCurrent: (Value) -> Bool, make: () throws -> Value, use: (Value) throws -> Result
    ) throws -> Result {
        try place(name).value.withLock { kept in
            let value = try kept.flatMap { isCurrent($0) ? $0 : nil } ?? make()
            kept = nil
            let result = try use(value)
            kept = value
            return result
        }
    }

    private func place(_ name: String) -> Place {
        places.withLock { places in
            let known = places.firstIndex { $0.name == name }.map { places.remove(at: $0).place }
            let place = known ?? Place()
            places.append((name, place))
            if places.count > count { places.removeFirst() }
            return place
        }
    }
}
