import CFontconfig

/// Finds font files with fontconfig.
package enum FontFile {
    /// Families that mean any font of a kind: any such font with the characters is used.
    private static let generic: Set<String> = ["sans", "sans-serif", "serif", "mono", "monospace"]

    /// Whether a font is given by its file and not by its family.
    package static func isPath(_ font: String) -> Bool {
        font.contains("/") || [".ttf", ".otf", ".ttc", ".otc", ".pfb"].contains { font.lowercased().hasSuffix($0) }
    }

    /// The file of a font.
    ///
    /// - Parameters:
    ///   - font: a family, such as "DejaVu Sans" or "sans", or the path of a font file.
    ///   - text: the text to draw with it.
    /// - Throws: `MediaError` if there is no such font, or if it lacks characters of the text.
    package static func path(of font: String, covering text: String) throws(MediaError) -> String {
        let wanted = CharacterSet(text)
        guard !isPath(font) else {
            try checkInputFile(font)
            var faces: Int32 = 0
            guard let face = Pattern(FcFreeTypeQuery(font, 0, nil, &faces)) else { throw .notFont(path: font) }
            try check(face, wanted, font)
            return font
        }
        let isGeneric = generic.contains(font.lowercased())
        // For a font requested by name, the family matters more than its characters.
        guard let face = match(font, covering: isGeneric ? wanted : nil), let path = face.string(FC_FILE),
            isGeneric || isInstalled(font) || path != match("no such family")?.string(FC_FILE)
        else { throw .noFont(name: font, installed: families()) }
        try check(face, wanted, font)
        return path
    }

    /// The family of a font file, by which libass finds it.
    ///
    /// - Throws: `MediaError` if it is no font.
    package static func family(ofFile path: String) throws(MediaError) -> String {
        try checkInputFile(path)
        var faces: Int32 = 0
        guard let face = Pattern(FcFreeTypeQuery(path, 0, nil, &faces)), let family = face.string(FC_FAMILY) else {
            throw .notFont(path: path)
        }
        return family
    }

    /// - Throws: `MediaError.noFont` if there is none at all that has outlines.
    package static func checkInstalled() throws(MediaError) {
        guard let face = match("sans"), face.isDrawable else { throw .noFont(name: "sans", installed: []) }
    }

    /// The characters that libass cannot draw, each once; marks and other things without a shape are not counted.
    ///
    /// Where the font of a text lacks a character, libass takes the first in fontconfig's order that has it, and draws
    /// outlines, not the pictures of color fonts.
    package static func undrawn(in text: String) -> String {
        let missing = missingEverywhere(in: text)
        // Fonts of letters come first.
        let candidates = String(String.UnicodeScalarView(Set(text.unicodeScalars).filter { $0.value > 0x2000 }))
        guard !candidates.isEmpty, let pattern = Pattern(family: "sans-serif") else { return missing }
        FcPatternAddBool(pattern.pointer, FC_OUTLINE, FcBool(FcTrue))
        FcConfigSubstitute(nil, pattern.pointer, FcMatchPattern)
        FcDefaultSubstitute(pattern.pointer)
        FcPatternDel(pattern.pointer, FC_LANG)
        var result = FcResultMatch
        guard let sorted = FcFontSort(nil, pattern.pointer, FcBool(FcTrue), nil, &result) else { return missing }
        defer { FcFontSetDestroy(sorted) }
        let faces = (0..<Int(sorted.pointee.nfont)).compactMap { sorted.pointee.fonts[$0] }
        let undrawn = candidates.unicodeScalars.filter { scalar in
            let first = faces.first { face in
                var own: OpaquePointer?
                return FcPatternGetCharSet(face, FC_CHARSET, 0, &own) == FcResultMatch
                    && FcCharSetHasChar(own, scalar.value) != FcBool(FcFalse)
            }
            return first.map { !Pattern.isDrawable($0) } ?? false
        }
        let both = Set(missing.unicodeScalars).union(undrawn)
        var seen: Set<Unicode.Scalar> = []
        return String(
            String.UnicodeScalarView(text.unicodeScalars.filter { both.contains($0) && seen.insert($0).inserted }))
    }

    /// The characters that no installed font has, each once.
    private static func missingEverywhere(in text: String) -> String {
        let all = CharacterSet(text)
        guard let pattern = Pattern(family: nil), let fields = FcObjectSetCreate() else { return "" }
        defer { FcObjectSetDestroy(fields) }
        FcObjectSetAdd(fields, FC_CHARSET)
        guard let fonts = FcFontList(nil, pattern.pointer, fields) else { return "" }
        defer { FcFontSetDestroy(fonts) }
        let faces = (0..<Int(fonts.pointee.nfont)).compactMap { fonts.pointee.fonts[$0] }
        return all.missing(in: faces)
    }

    private static func check(_ face: Pattern, _ wanted: CharacterSet, _ font: String) throws(MediaError) {
        let missing = wanted.missing(in: face)
        guard missing.isEmpty else { throw .noCharacters(missing, font: font) }
    }

    /// The font that fontconfig picks for a family: the nearest, if there is none of that name.
    private static func match(_ family: String, covering characters: CharacterSet? = nil) -> Pattern? {
        guard let pattern = Pattern(family: family) else { return nil }
        if let characters { FcPatternAddCharSet(pattern.pointer, FC_CHARSET, characters.pointer) }
        FcPatternAddBool(pattern.pointer, FC_SCALABLE, FcBool(FcTrue))
        FcConfigSubstitute(nil, pattern.pointer, FcMatchPattern)
        FcDefaultSubstitute(pattern.pointer)
        var result = FcResultMatch
        return Pattern(FcFontMatch(nil, pattern.pointer, &result))
    }

    private static func isInstalled(_ family: String) -> Bool { !families(family).isEmpty }

    /// The names of the installed families, in order.
    package static func families(_ family: String? = nil) -> [String] {
        guard let pattern = Pattern(family: family), let fields = FcObjectSetCreate() else { return [] }
        defer { FcObjectSetDestroy(fields) }
        FcObjectSetAdd(fields, FC_FAMILY)
        guard let fonts = FcFontList(nil, pattern.pointer, fields) else { return [] }
        defer { FcFontSetDestroy(fonts) }
        let names = (0..<Int(fonts.pointee.nfont)).compactMap { index -> String? in
            var name: UnsafeMutablePointer<FcChar8>?
            guard FcPatternGetString(fonts.pointee.fonts[index], FC_FAMILY, 0, &name) == FcResultMatch else {
                return nil
            }
            return name.map { String(cString: $0) }
        }
        return Set(names).sorted()
    }

    /// An `FcPattern`: a requested font, or an installed one.
    private final class Pattern {
        let pointer: OpaquePointer

        init?(_ pointer: OpaquePointer?) {
            guard let pointer else { return nil }
            self.pointer = pointer
        }

        /// - Parameter family: `nil` for any.
        convenience init?(family: String?) {
            self.init(FcPatternCreate())
            if let family { FcPatternAddString(pointer, FC_FAMILY, family) }
        }

        deinit { FcPatternDestroy(pointer) }

        var isDrawable: Bool { Self.isDrawable(pointer) }

        /// Whether its letters are outlines without colors.
        static func isDrawable(_ face: OpaquePointer) -> Bool {
            let value = { (field: String, usual: Bool) -> Bool in
                var value = FcBool(FcFalse)
                return FcPatternGetBool(face, field, 0, &value) == FcResultMatch ? value != FcBool(FcFalse) : usual
            }
            return value(FC_OUTLINE, true) && !value(FC_COLOR, false)
        }

        func string(_ field: String) -> String? {
            var value: UnsafeMutablePointer<FcChar8>?
            guard FcPatternGetString(pointer, field, 0, &value) == FcResultMatch else { return nil }
            return value.map { String(cString: $0) }
        }
    }

    /// An `FcCharSet`: the characters of a text.
    private final class CharacterSet {
        let pointer: OpaquePointer?
        private let text: String

        init(_ text: String) {
            self.text = text
            pointer = FcCharSetCreate()
            for scalar in text.unicodeScalars { FcCharSetAddChar(pointer, scalar.value) }
        }

        deinit { FcCharSetDestroy(pointer) }

        /// The characters that a font lacks, each once.
        func missing(in face: Pattern) -> String {
            missing(in: [face.pointer])
        }

        /// The characters that all of several fonts lack, each once.
        func missing(in faces: [OpaquePointer]) -> String {
            let sets = faces.compactMap { face -> OpaquePointer? in
                var own: OpaquePointer?
                return FcPatternGetCharSet(face, FC_CHARSET, 0, &own) == FcResultMatch ? own : nil
            }
            guard !sets.isEmpty else { return "" }
            var seen: Set<Unicode.Scalar> = []
            let missing = text.unicodeScalars.filter { scalar in
                !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
                    && scalar.properties.generalCategory != .control && seen.insert(scalar).inserted
                    && !sets.contains { FcCharSetHasChar($0, scalar.value) != FcBool(FcFalse) }
            }
            return String(String.UnicodeScalarView(missing))
        }
    }
}
