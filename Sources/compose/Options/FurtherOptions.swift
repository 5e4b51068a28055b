import ArgumentParser
import MediaIO
import Pictures
import Placing
import Planning
import Platform
import Render

/// Files written in addition to the film.
struct FurtherOptions: DescribedOptions {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Write another version in the same pass: small.mp4:size=720p,crf=28. Also fit, fps, codec, preset, bitrate, delivery and others. Repeatable.",
            valueName: "file[:settings]"),
        completion: .file(extensions: Container.allCases.map(\.rawValue)))
    var also: [String] = []

    @Option(
        help: ArgumentHelp(
            "For editors: write the film, and every camera cut to it without encoding, into this folder. Use instead of -o.",
            valueName: "folder"),
        completion: .directory)
    var deliverSet: String?

    static let traits = [OptionTraits("also deliver-set", .writes)]

    /// Creates the set's folder if it does not exist; a dry run creates nothing.
    ///
    /// - Returns: whether it exists.
    func makeFolder(isDryRun: Bool) throws(MediaError) -> Bool {
        guard let deliverSet else { return true }
        var status = stat()
        if FileSystem.stat(deliverSet, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw .cannotCreate(path: deliverSet, reason: "there is a file with this name")
            }
            return true
        }
        guard !isDryRun else { return false }
        guard FileSystem.mkdir(deliverSet, 0o777) == 0 else {
            throw .cannotCreate(path: deliverSet, reason: lastError())
        }
        return true
    }

    /// The additional films, each planned as if it were the only one.
    ///
    /// - Parameter others: the files written in addition to them.
    func films(
        _ composition: CompositionOptions, _ recording: Recording, beside others: [String]
    ) throws -> [PlannedFilm] {
        try films(beside: others) { spec, container in
            var own = composition
            own.film = try spec.applied(to: composition.film)
            if !container.holdsCover { own.film.delivery.poster = nil }
            var request = try own.request(recording, for: container)
            if deliverSet != nil, composition.cuts.span == nil { request.span = .intersection }
            if spec.isAtMostTheFilm {
                let film = try composition.request(recording)
                let camera = film.primary(of: recording.session.angles)
                if let take = recording.session.takes.firstIndex(where: { $0.angle == camera }) {
                    request.keepSize(below: film.size, recording.sources[take].uprightSize, spec)
                }
            }
            return try request.plan(recording)
        }
    }

    /// The additional versions of a film that is planned.
    ///
    /// - Parameter others: the files written in addition to them.
    func films(of film: PlannedRender, beside others: [String]) throws -> [PlannedFilm] {
        try films(beside: others) { spec, container in
            var request = CompositionRequest(of: film.plan)
            request.container = container
            try spec.applied(to: FilmOptions.parse([])).apply(to: &request, asVersionOf: film.plan)
            if !container.holdsCover { request.poster = nil }
            let size = film.plan.output.canvas.size
            if spec.isAtMostTheFilm { request.keepSize(below: size, size, spec) }
            return try film.version(request)
        }
    }

    private func films(
        beside others: [String], plan: (AlsoSpec, Container) throws -> PlannedRender
    ) throws -> [PlannedFilm] {
        var taken = try others.map(OutputPlace.init)
        return try also.map { text in
            let spec = try AlsoSpec(text)
            let place = try OutputPlace(spec.output)
            guard !taken.contains(place) else {
                throw UsageError(
                    "--also \(text): another file is written to \(spec.output); give each its own name.")
            }
            taken.append(place)
            let planned: PlannedRender
            do {
                planned = try plan(spec, Container(path: spec.output))
            } catch let error as UsageError where !error.description.hasPrefix("--also") {
                throw UsageError("--also \(text): \(error)", status: error.status)
            } catch let error as RequestError {
                throw UsageError("--also \(text): \(sentence(for: error))", status: ExitStatus(for: error) ?? .usage)
            }
            try planned.plan.checkContainer(of: spec.output)
            return PlannedFilm(planned: planned, output: spec.output)
        }
    }
}

extension CompositionRequest {
    /// A size by name makes a smaller file and enlarges nothing: a larger one becomes that of the film.
    ///
    /// - Parameters:
    ///   - film: the size that the film was given.
    ///   - own: the size that it has otherwise.
    fileprivate mutating func keepSize(below film: PictureSize?, _ own: PictureSize, _ spec: AlsoSpec) {
        guard let wished = size else { return }
        let own = film ?? own
        guard min(wished.width, wished.height) > min(own.width, own.height) else { return }
        size = film
        Notes.add(
            "--also \(spec.text): the film is \(own), and a size by name enlarges nothing; size=\(wished) does", .minor)
    }
}

/// A film and its output.
struct PlannedFilm: Sendable {
    var planned: PlannedRender
    var output: String
}

/// The location of a future file, independent of how its folder is spelled.
private struct OutputPlace: Equatable {
    private let folder: FileIdentity?
    private let name: String

    init(_ path: String) throws(MediaError) {
        let (folder, name) = (FilePath(path).folder, FilePath(path).name)
        guard let identity = FileIdentity(path: folder) else { throw .noSuchFolder(path: path, folder: folder) }
        (self.folder, self.name) = (identity, name)
    }
}

/// The default output file.
enum DefaultOutput {
    /// The usual name if it is free or may be replaced, otherwise the next free one, which is reported.
    static func film(_ plan: RenderPlan, mayReplace: Bool) -> String {
        let ending = plan.usualContainer.rawValue
        let name = "composed.\(ending)"
        guard !mayReplace, FileIdentity(path: name) != nil else { return name }
        let free = (2...).lazy.map { "composed-\($0).\(ending)" }.first { FileIdentity(path: $0) == nil }!
        Notes.add("\(name) already exists; writing \(free) (use --overwrite to replace \(name) instead)", .minor)
        return free
    }
}
