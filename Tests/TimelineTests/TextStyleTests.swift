import Parameters
import Pictures
import Testing

@testable import Timeline

/// Texts of the picture, as people ask for them.
@Suite struct TextStyleTests {
    private func style(_ text: String) throws -> TextStyle {
        try TextStyle(#require(Specification(parsing: text)))
    }

    @Test func eachKindHasACornerOfItsOwn() throws {
        let corners = try ["label", "clock", "timecode"].map { try style($0).corner }
        #expect(Set(corners).count == 3)
        // Where an inset is by default, there is none.
        #expect(!corners.contains(.bottomRight))
    }

    @Test func whatIsSaidIsRead() throws {
        #expect(
            try style("clock:bottom,size=5%,font=DejaVu Serif,color=gold,box=#0000,margin=0")
                == TextStyle(
                    corner: .bottom, size: 0.05, margin: 0, font: "DejaVu Serif", color: RGBColor(parsing: "gold")!,
                    box: RGBColor(parsing: "#00000000")!))
        #expect(try style("label:font=My Fonts/a:b.ttf").font == "My Fonts/a:b.ttf")
    }

    @Test(
        arguments: [
            ("label:corner=center", "top-left"), ("label:size=1", "0.01 to 0.2"), ("label:crner=top", "'corner'"),
            ("timecode:font=", "an installed family, or a font file"), ("clock:colour=red", "'color'"),
        ])
    func whatCannotBeReadIsAnswered(_ text: String, _ says: String) {
        #expect { try style(text) } throws: { "\($0)".contains(says) }
    }
}
