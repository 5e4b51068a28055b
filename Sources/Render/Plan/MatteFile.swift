import MediaIO
import Timeline
import Transitions

/// Reads the pictures of `matte:IMAGE`.
public enum MatteFile {
    @Sendable public static func load(_ path: String) throws -> MatteImage {
        let image = try GreyImage(path: path)
        return MatteImage(width: image.size.width, height: image.size.height, samples: image.samples)
    }
}

extension RenderPlan {
    /// The images that transitions draw from, in the order of their first use.
    var imageFiles: [String] {
        var seen: Set<String> = []
        return composition.transitions.flatMap(\.specification.files).filter { seen.insert($0).inserted }
    }

    /// Every file that was read for the film: none of them may be overwritten.
    public var inputFiles: [String] { sources.map(\.path) + imageFiles + otherInputs }
}

extension TransitionSpecification {
    /// The files that this transition draws from.
    public var files: [String] {
        guard let entry = TransitionCatalogue.standard.entry(named: name) else { return [] }
        return entry.parameters.enumerated().compactMap { index, parameter in
            guard parameter.kind == .path else { return nil }
            return parameters[parameter.name] ?? (index == 0 ? parameters[""] : nil)
        }
    }

    /// Checks name and parameters, and reads the files it draws from.
    ///
    /// - Throws: `TransitionError`, `MediaError`.
    func check() throws {
        try TransitionCatalogue.standard.validate(self)
        for file in files { _ = try MatteFile.load(file) }
    }
}
