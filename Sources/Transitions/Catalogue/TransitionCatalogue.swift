import Pictures
import Timeline

/// Every transition there is.
public struct TransitionCatalogue: Sendable {
    /// In the order of listing: the everyday ones first.
    public private(set) var entries: [TransitionEntry]

    public static let standard = TransitionCatalogue(entries: [
        .none, .dissolve,
        // Mattes: a shape says what changes when.
        .wipe, .diagonal, .circle, .iris, .clock, .barnDoor, .blinds, .randomBlocks, .matte,
        // Movers: the pictures themselves move.
        .slide, .push, .cover, .reveal, .zoom, .flip, .whipPan, .blur, .fadeThrough,
    ])

    /// Adds a transition, at the end of the listing.
    ///
    /// ```swift
    /// var catalogue = TransitionCatalogue.standard
    /// try catalogue.register(.checkerboard)
    /// ```
    ///
    /// - Throws: `TransitionError` where its name or an alias is taken, or could not be written on a command line.
    public mutating func register(_ entry: TransitionEntry) throws(TransitionError) {
        for name in [entry.name] + entry.aliases {
            guard !name.isEmpty, name.allSatisfy({ $0 == "-" || $0.isNumber || ($0.isLetter && $0.isLowercase) }) else {
                throw .nameUnusable(name)
            }
            if let other = self.entry(named: name) { throw .nameTaken(name, by: other.name) }
        }
        entries.append(entry)
    }

    /// The entry with this name or alias, in any case; also by the name that FFmpeg's xfade has for it.
    public func entry(named name: String) -> TransitionEntry? {
        let name = name.lowercased()
        if let ours = entries.first(where: { $0.name == name }) { return ours }
        return entries.first { $0.aliases.contains(name) }
            ?? XfadeNames.table[name].flatMap { meant in entries.first { $0.name == meant.name } }
    }

    /// What FFmpeg's xfade calls `entry`, and what each of these names stands for, such as "wipe:angle=left".
    public func xfadeNames(of entry: TransitionEntry) -> [(name: String, meaning: TransitionSpecification)] {
        XfadeNames.table.filter { $0.value.name == entry.name }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Checks the name and every parameter (name, type, range) without drawing.
    public func validate(_ specification: TransitionSpecification) throws(TransitionError) {
        _ = try resolve(specification)
    }

    /// A renderer that has computed all it needs for pictures of this size and format.
    ///
    /// - Parameters:
    ///   - color: what the code values of the pictures mean: named colors depend on it.
    ///   - matteLoader: gives the picture of `matte:IMAGE`; this module opens no files.
    /// - Throws: `TransitionError`, or what `matteLoader` throws.
    public func renderer(
        for specification: TransitionSpecification, size: PictureSize, format: PixelFormat,
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

    private func resolve(
        _ specification: TransitionSpecification
    ) throws(TransitionError) -> (TransitionEntry, ParameterValues) {
        let name = specification.name.lowercased()
        guard let entry = entry(named: name) else {
            let names = entries.flatMap { [$0.name] + $0.aliases } + XfadeNames.table.keys.sorted()
            throw .unknownTransition(
                name: specification.name, nearest: XfadeNames.nearest[name] ?? nearestWord(to: name, in: names))
        }
        // A transition that was registered under a name of xfade is meant itself.
        let isOurs = entry.name == name || entry.aliases.contains(name)
        return (entry, try ParameterValues(isOurs ? specification : specification.inOurWords, for: entry))
    }
}
