import MediaTime
import Pictures
import Planning
import Testing
import Timeline

@testable import compose

@Suite struct GraphicsOptionTests {
    private func request(_ words: [String]) throws -> CompositionRequest {
        var request = CompositionRequest()
        try GraphicsOptions.parse(words).apply(to: &request, [])
        return request
    }

    @Test func fadesArePictureAndSoundInAnyColor() throws {
        let both = try request(["--fade-in", "1s", "--fade-out", "500ms:white"])
        #expect(both.graphics.fadeIn == .init(.seconds(1)) && both.mix.fadeIn == .seconds(1))
        #expect(both.graphics.fadeOut == .init(.milliseconds(500), color: .white))
        let one = try request(["--fade-in", "0:02:picture", "--fade-out", "2s:sound"])
        #expect(one.graphics.fadeIn == .init(.seconds(2)) && one.mix.fadeIn == .zero)
        #expect(one.graphics.fadeOut == nil && one.mix.fadeOut == .seconds(2))
        for wrong in ["fast", "1s:pictures", "1s:white:black", "2m", "1s:sound:white", "1s:", "-1s"] {
            #expect(throws: UsageError.self, "\(wrong)") { try request(["--fade-in=\(wrong)"]) }
        }
    }

    @Test func aTitleMayContainWhatSeparatesItFromItsTimes() throws {
        let titles = try request([
            "--title", "Anna @ home: part 2@1:30-1:35.5:place=lower-third,style=card", "--title", "Two\\nlines@2s-6s",
        ]).graphics.titles
        #expect(titles[0].text == "Anna @ home: part 2")
        #expect(titles[0].range == TimeRange(start: .seconds(90), end: .milliseconds(95_500)))
        #expect(try TitleStyle(titles[0].style).place == .lowerThird)
        #expect(titles[1].text == "Two\nlines")
        for wrong in ["Our trip", "@1s-2s", "a@6s-2s", "a@1s", "a@1s-2s:place=left", "a@1s-2s:plaice=top", "a@-1s-2s"] {
            #expect(throws: UsageError.self, "\(wrong)") { try request(["--title", wrong]) }
        }
    }

    @Test func aLogoHasACornerAndMayHaveTimes() throws {
        let logo = try #require(try request(["--logo", "my:logo.png:corner=top-left,size=10%"]).graphics.logo)
        #expect(logo.path == "my:logo.png")
        #expect(try LogoStyle(logo.style).size == 0.1 && LogoStyle(logo.style).corner == .topLeft)
        #expect(throws: UsageError.self) { try request(["--logo", "logo.png:size=2"]) }
    }

    @Test func aLogoWithoutACornerLeavesTextsAlone() throws {
        for (taken, corner) in [
            ([.topRight], .topLeft), ([.bottomLeft], .topRight), ([.topLeft, .topRight], .bottomRight),
            ([.topLeft, .topRight, .bottomLeft, .bottomRight], .top),
        ] as [([TextStyle.Corner], TextStyle.Corner)] {
            var logo = try #require(try request(["--logo", "logo.png"]).graphics.logo)
            logo.avoid(taken)
            #expect(try LogoStyle(logo.style).corner == corner)
            var chosen = try #require(try request(["--logo", "logo.png:corner=top-right"]).graphics.logo)
            chosen.avoid(taken)
            #expect(try LogoStyle(chosen.style).corner == .topRight)
        }
    }
}
