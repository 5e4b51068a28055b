import Parameters
import Pictures
import Timeline

/// The available transitions.
public struct TransitionCatalogue: Sendable {
    private var list: Catalogue<TransitionEntry>
    /// In listing order: the most common ones first.
    public var entries: [TransitionEntry] { list.entries }

    /// All built-in transitions.
    public static let standard = TransitionCatalogue(
        list: Catalogue([
            .none, .dissolve,
            // Mattes: a shape determines when each sample changes.
            .wipe, .diagonal, .circle, .iris, .clock, .barnDoor, .blinds, .randomBlocks, .matte,
            // Movers: the pictures themselves move.
            .slide, .push, .cover, .reveal, .zoom, .flip, .whipPan, .blur, .fadeThrough, .morph,
        ]))

    /// Adds a transition, at the end of the listing.
    ///
    /// ```swift
    /// var catalogue = TransitionCatalogue.standard
    /// try catalogue.register(.checkerboard)
    /// ```
    ///
    /// - Throws: `ParameterError` if its name or an alias is taken, or could not be written on a command line.
    public mutating func register(_ entry: TransitionEntry) throws(ParameterError) {
        let known = self
        try list.register(entry) { known.entry(named: $0)?.name }
    }

    /// The entry with this name or alias, ignoring case; also by its name in FFmpeg's xfade.
    public func entry(named name: String) -> TransitionEntry? {
        list.entry(named: name) ?? XfadeNames.table[name.lowercased()].flatMap { list.entry(named: $0.name) }
    }

    /// The names of `entry` in FFmpeg's xfade, and what each of them stands for, such as "wipe:angle=left".
    package func xfadeNames(of entry: TransitionEntry) -> [(name: String, meaning: Specification)] {
        XfadeNames.table.filter { $0.value.name == entry.name }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Checks the name and every parameter (name, type, range) without drawing.
    public func validate(_ specification: Specification) throws(ParameterError) {
        _ = try resolve(specification)
    }

    /// A renderer with everything precomputed for pictures of this size and format.
    ///
    /// - Parameters:
    ///   - color: the meaning of the pictures' code values: named colors depend on it.
    ///   - matteLoader: returns the picture of `matte:IMAGE`; this module opens no files.
    /// - Throws: `ParameterError`, and any error from `matteLoader`.
    package func renderer(
        for specification: Specification, size: PictureSize, format: PixelFormat,
        color: ColorDescription = .bt709, matteLoader: (String) throws -> MatteImage
    ) throws -> TransitionRenderer {
        let (entry, values) = try resolve(specification)
        return try withoutActuallyEscaping(matteLoader) { loadMatte in
            let kernel = try entry.makeKernel(
                values, TransitionCanvas(size: size, format: format, color: color, loadImage: loadMatte))
            let easing = entry.isEased ? Easing(rawValue: values.word("easing"))! : .linear
            return TransitionRenderer(kernel, easing: easing, size: size, format: format)
        }
    }

    /// The easing of a transition that moves the layers of scenes; `nil` for one that mixes pictures.
    package func layerEasing(of specification: Specification) throws(ParameterError) -> Easing? {
        let (entry, values) = try resolve(specification)
        return entry.movesLayers ? Easing(rawValue: values.word("easing")) : nil
    }

    private func resolve(
        _ specification: Specification
    ) throws(ParameterError) -> (TransitionEntry, ParameterValues) {
        // A transition registered under an xfade name takes precedence over it.
        if list.entry(named: specification.name) != nil { return try list.resolve(specification) }
        let name = specification.name.lowercased()
        guard XfadeNames.table[name] != nil else {
            if let nearest = XfadeNames.nearest[name] {
                throw .unknownName(specification.name, kind: TransitionEntry.kind, nearest: nearest)
            }
            throw list.unknownName(specification.name, others: XfadeNames.table.keys.sorted())
        }
        return try list.resolve(specification.inOurWords)
    }
}
