import Parameters
import MediaIO
import Timeline
import Transitions

/// Reads the pictures of `matte:IMAGE`.
package enum MatteFile {
    /// - Throws: `MediaError.notPicture` if the file exists but cannot be used.
    @Sendable package static func load(_ path: String) throws(MediaError) -> MatteImage {
        do {
            let image = try GrayImage(path: path)
            return MatteImage(width: image.size.width, height: image.size.height, samples: image.samples)
        } catch { throw aboutPicture(error, path) }
    }

    /// An error about a recording, reworded for a picture.
    static func aboutPicture(_ error: MediaError, _ path: String) -> MediaError {
        reason(error).map { .notPicture(path: path, reason: $0) } ?? error
    }

    /// `nil` for errors that fit both.
    private static func reason(_ error: MediaError) -> String? {
        switch error {
        case .isDirectory: "it is a folder"
        case .isEmpty: "it is empty"
        case .notMedia(_, let reason): reason
        case .incomplete, .noPicture: "it is incomplete"
        case .noVideo(_, let hasAudio): hasAudio ? "it contains only sound" : "it contains no picture"
        case .decodingFailed(_, let failure): "\(failure)"
        default: nil
        }
    }
}

extension RenderPlan {
    /// The images used by transitions, in order of first use.
    var imageFiles: [String] {
        var seen: Set<String> = []
        return composition.transitions.flatMap { $0.specification.files(in: catalogue) }.filter {
            seen.insert($0).inserted
        }
    }

    /// Every file read for the film: none of them may be overwritten.
    package var inputFiles: [String] {
        sources.map(\.path) + sounds.map(\.path) + namedFiles + otherInputs
    }
}

extension Composition.Transition {
    /// The same transition with its files renamed.
    package func renamingFiles(
        in catalogue: TransitionCatalogue, _ rename: (String) -> String
    ) -> Composition.Transition {
        var renamed = self
        renamed.specification = specification.renamingFiles(in: catalogue, rename)
        return renamed
    }
}

extension Specification {
    /// The files this transition uses.
    package func files(in catalogue: TransitionCatalogue) -> [String] {
        catalogue.entry(named: name).map { files(of: $0) } ?? []
    }

    /// The files named in a specification of `entry`.
    func files(of entry: some CatalogueEntry) -> [String] {
        entry.parameters.enumerated().compactMap { index, parameter in
            guard parameter.kind == .path else { return nil }
            return parameters[parameter.name] ?? (index == 0 ? parameters[""] : nil)
        }
    }

    /// The same transition with its files renamed.
    func renamingFiles(
        in catalogue: TransitionCatalogue, _ rename: (String) -> String
    ) -> Specification {
        catalogue.entry(named: name).map { renamingFiles(of: $0, rename) } ?? self
    }

    /// A specification of `entry` with its files renamed.
    func renamingFiles(of entry: some CatalogueEntry, _ rename: (String) -> String) -> Specification {
        var renamed = self
        for (index, parameter) in entry.parameters.enumerated() where parameter.kind == .path {
            for key in index == 0 ? [parameter.name, ""] : [parameter.name] {
                renamed.parameters[key] = parameters[key].map(rename)
            }
        }
        return renamed
    }

    /// Checks name and parameters, and reads the files it uses.
    ///
    /// - Throws: `ParameterError`, `MediaError`.
    package func check(in catalogue: TransitionCatalogue) throws {
        try catalogue.validate(self)
        for file in files(in: catalogue) { _ = try MatteFile.load(file) }
    }
}
