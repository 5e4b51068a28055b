import FixtureMedia
import Foundation
import Testing

@testable import MediaIO

/// Text as masks, and the fonts that it is written with.
@Suite struct TextRasterizerTests {
    private func rasterizer() throws -> TextRasterizer {
        try TextRasterizer(fontFile: try FontFile.path(of: "sans", covering: "front"))
    }

    /// What is syntax to filters, to their expansion or to a shell.
    @Test(arguments: ["%{n}", "a:b", "100%", "it's", "[in],;", "\\n", "%{pts\\:hms}", "text=x:y=0", "\"quoted\""])
    func everyCharacterStandsForItself(_ text: String) throws {
        let rasterizer = try rasterizer()
        let whole = try rasterizer.mask(text, em: 40)
        // Each character has its own width: what is left out or put in makes another.
        let pieces = try text.map { try rasterizer.mask("I\($0)I", em: 40).columns.count }
        let gap = try rasterizer.mask("II", em: 40).columns.count
        let expected = pieces.reduce(gap) { $0 + $1 - gap }
        let actual = try rasterizer.mask("I\(text)I", em: 40).columns.count
        // Advances are rounded to samples once for each letter, and kerning brings letters together.
        #expect(abs(actual - expected) <= 2 * text.count, "\(actual) and \(expected)")
        #expect(!whole.columns.isEmpty)
    }

    /// Alef is to the right of bet, and two Arabic letters touch. Characters of the filter's syntax are still themselves.
    @Test func hebrewAndArabicRunFromRightToLeft() throws {
        let rasterizer = try TextRasterizer(fontFile: try FontFile.path(of: "sans", covering: "אבב"))
        let (alef, both) = try (rasterizer.mask("א", em: 40), rasterizer.mask("אב", em: 40))
        func column(_ mask: TextRasterizer.Mask, _ x: Int) -> [UInt8] {
            mask.rows.map { mask.samples[$0 * mask.size.width + x] }
        }
        #expect(both.rows == alef.rows)
        for n in 1...alef.columns.count {
            #expect(column(both, both.columns.upperBound - n) == column(alef, alef.columns.upperBound - n))
        }
        let joined = try TextRasterizer(fontFile: try FontFile.path(of: "sans", covering: "ببب")).mask("ببب", em: 40)
        #expect(joined.columns.allSatisfy { column(joined, $0).contains { $0 > 0 } }, "no gap between the letters")
        let signs = try rasterizer.mask("א%{n}':,\\", em: 40)
        #expect(signs.columns.count > both.columns.count * 2)
    }

    @Test func lettersStandOnOneLineWhateverHangsBelowIt() throws {
        let rasterizer = try rasterizer()
        for text in ["H", "0", "B0"] {
            let mask = try rasterizer.mask(text, em: 40)
            // Round letters reach a sample below the line.
            #expect((0...1).contains(mask.rows.upperBound - mask.baseline), "\(text): \(mask.rows)")
        }
        let hanging = try rasterizer.mask("gp", em: 40)
        #expect(hanging.rows.upperBound > hanging.baseline + 4)
        #expect(
            try rasterizer.mask("front", em: 40).columns.lowerBound - rasterizer.mask("H", em: 40).columns.lowerBound
                < 5)
    }

    @Test func aMaskIsBlackAndWhiteAndTheSameAgain() throws {
        let (one, other) = (try rasterizer(), try rasterizer())
        let mask = try one.mask("00:00:12:24", em: 32)
        _ = try one.mask("00:00:12:25", em: 32)
        #expect(try one.mask("00:00:12:24", em: 32).samples == mask.samples)
        #expect(try other.mask("00:00:12:24", em: 32).samples == mask.samples)
        #expect(mask.samples.max() == 255 && mask.samples.min() == 0)
        #expect(try one.mask("00:00:12:25", em: 32).samples != mask.samples)
        #expect(try one.mask("  ", em: 32).columns.isEmpty)
    }

    @Test func aFontFileMayHaveAnyName() throws {
        let folder = try TemporaryFolder()
        let font = try FontFile.path(of: "sans", covering: "a")
        let odd = folder("it's, [a]; font:1\\2 %.ttf")
        try FileManager.default.copyItem(atPath: font, toPath: odd)
        #expect(try FontFile.path(of: odd, covering: "front") == odd)
        let mask = try TextRasterizer(fontFile: odd).mask("front", em: 30)
        #expect(try mask.samples == TextRasterizer(fontFile: font).mask("front", em: 30).samples)
    }

    @Test func aFontThatIsNotThereIsSaid() throws {
        #expect { try FontFile.path(of: "Compose Sans of Nowhere", covering: "a") } throws: {
            guard case MediaError.noFont(_, let installed) = $0 else { return false }
            return !installed.isEmpty && "\($0)".contains("Compose Sans of Nowhere")
        }
        let folder = try TemporaryFolder()
        #expect { try FontFile.path(of: folder("none.ttf"), covering: "a") } throws: {
            if case MediaError.notFound = $0 { true } else { false }
        }
        try Data("no font".utf8).write(to: URL(fileURLWithPath: folder("text.ttf")))
        #expect { try FontFile.path(of: folder("text.ttf"), covering: "a") } throws: {
            if case MediaError.notFont = $0 { true } else { false }
        }
        // A private-use character, which no font that is meant for people has.
        #expect { try FontFile.path(of: "sans", covering: "a\u{10FFFD}b") } throws: {
            if case MediaError.noCharacters("\u{10FFFD}", _) = $0 { true } else { false }
        }
    }

    @Test func aFamilyIsFoundInAnyCase() throws {
        var name: String?
        do { _ = try FontFile.path(of: "Compose Sans of Nowhere", covering: "a") } catch {
            if case .noFont(_, let installed) = error { name = installed.first { $0.contains("Sans") } }
        }
        let family = try #require(name)
        #expect(try FontFile.path(of: family.uppercased(), covering: "a") == FontFile.path(of: family, covering: "a"))
    }
}
