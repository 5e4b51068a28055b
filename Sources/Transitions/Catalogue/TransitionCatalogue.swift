import Parameters
import Pictures
import Timeline

/// Every transition there is.
public struct TransitionCatalogue: Sendable {
    private var list: Catalogue<TransitionEntry>
    /// In the order of listing: the everyday ones first.
    public var entries: [TransitionEntry] { list.entries }

    public static let standard = TransitionCatalogue(
        list: Catalogue([
            .none, .dissolve,
            // Mattes: a shape says what changes when.
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
    /// - Throws: `ParameterError` where its name or an alias is taken, or could not be written on a command line.
    public mutating func register(_ entry: TransitionEntry) throws(ParameterError) {
        let known = self
        try list.register(entry) { known.entry(named: $0)?.name }
    }

    /// The entry with this name or alias, in any case; also by the name that FFmpeg's xfade has for it.
    public func entry(named name: String) -> TransitionEntry? {
        list.entry(named: name) ?? XfadeNames.table[name.lowercased()].flatMap { list.entry(named: $0.name) }
    }

    /// What FFmpeg's xfade calls `entry`, and what each of these names stands for, such as "wipe:angle=left".
    public func xfadeNames(of entry: TransitionEntry) -> [(name: String, meaning: Specification)] {
        XfadeNames.table.filter { $0.value.name == entry.name }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Checks the name and every parameter (name, type, range) without drawing.
    public func validate(_ specification: Specification) throws(ParameterError) {
        _ = try resolve(specification)
    }

    /// A renderer that has computed all it needs for pictures of this size and format.
    ///
    /// - Parameters:
    ///   - color: what the code values of the pictures mean: named colors depend on it.
    ///   - matteLoader: gives the picture of `matte:IMAGE`; this module opens no files.
    /// - Throws: `ParameterError`, or what `matteLoader` throws.
    public func renderer(
        for specification: Specification, size: PictureSize, format: PixelFormat,
        color: ColorDescription = .bt709, matteLoader: (String) throws -> MatteImage
    ) throws -> any TransitionRenderer {
        let (entry, values) = try resolve(specification)
        return try withoutActuallyEscaping(matteLoader) { loadMatte in
            let kernel = try entry.makeKernel(
                values, TransitionCanvas(size: size, format: format, color: color, loadImage: loadMatte))
            let easing = entry.isEased ? Easing(rawValue: values.word("easing"))! : .linear
            return EasedRenderer(kernel, easing: easing, size: size, format: format)
        }
    }

    /// How a transition that moves the layers of scenes is eased; `nil` for one that mixes pictures.
    ///
    /// - Throws: `ParameterError`.
    public func layerEasing(of specification: Specification) throws(ParameterError) -> Easing? {
        let (entry, values) = try resolve(specification)
        return entry.movesLayers ? Easing(rawValue: values.word("easing")) : nil
    }

    private func resolve(
        _ specification: Specification
    ) throws(ParameterError) -> (TransitionEntry, ParameterValues) {
        // A transition that was registered under a name of xfade is meant itself.
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
