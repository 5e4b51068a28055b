import Pictures
import Timeline

/// Every transition there is.
public struct TransitionCatalogue: Sendable {
    /// In the order of listing: the everyday ones first.
    public var entries: [TransitionEntry]

    public init(entries: [TransitionEntry]) { self.entries = entries }

    public static let standard = TransitionCatalogue(entries: [
        .none, .dissolve,
        // Mattes: a shape says what changes when.
        .wipe, .diagonal, .circle, .iris, .clock, .barnDoor, .blinds, .randomBlocks, .matte,
        // Movers: the pictures themselves move.
        .slide, .push, .cover, .reveal, .zoom, .flip, .whipPan, .blur, .fadeThrough,
    ])

    /// The entry with this name or alias, in any case.
    public func entry(named name: String) -> TransitionEntry? {
        let name = name.lowercased()
        return entries.first { $0.name == name } ?? entries.first { $0.aliases.contains(name) }
    }

    /// Checks the name and every parameter (name, type, range) without drawing.
    public func validate(_ specification: TransitionSpecification) throws(TransitionError) {
        _ = try resolve(specification)
    }

    /// A renderer that has computed all it needs for pictures of this size and format.
    ///
    /// - Parameter matteLoader: gives the picture of `matte:IMAGE`; this module opens no files.
    /// - Throws: `TransitionError`, or what `matteLoader` throws.
    public func renderer(
        for specification: TransitionSpecification, size: PictureSize, format: PixelFormat,
        matteLoader: (String) throws -> MatteImage
    ) throws -> any TransitionRenderer {
        let (entry, values) = try resolve(specification)
        return try withoutActuallyEscaping(matteLoader) { loadMatte in
            let kernel = try entry.makeKernel(values, Canvas(size: size, format: format, loadMatte: loadMatte))
            let easing =
                entry.parameters.contains { $0.name == "easing" } ? Easing(rawValue: values.word("easing"))! : .linear
            return EasedRenderer(kernel, easing: easing, size: size, format: format)
        }
    }

    private func resolve(
        _ specification: TransitionSpecification
    ) throws(TransitionError) -> (TransitionEntry, ParameterValues) {
        guard let entry = entry(named: specification.name) else {
            let names = entries.flatMap { [$0.name] + $0.aliases }
            throw .unknownTransition(
                name: specification.name, nearest: nearestWord(to: specification.name.lowercased(), in: names))
        }
        return (entry, try ParameterValues(specification, for: entry))
    }
}
