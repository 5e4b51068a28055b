import Parameters
import Pictures
import Testing

@testable import Transitions

private func color(_ primaries: Int, _ transfer: Int, _ matrix: Int, full: Bool = false) -> ColorDescription {
    ColorDescription(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: full)
}

/// Code values of named colors against the tables of the standards.
@Suite struct TransitionColorTests {
    private func codes(_ text: String, _ format: PixelFormat, _ color: ColorDescription) -> [Int] {
        let values = RGBColor(parsing: text)!.codeValues(in: format, color)
        return [values.luma, values.cb, values.cr]
    }

    @Test(
        "the 100 % color bars of BT.601, BT.709 and BT.2020 in limited range, and full range",
        arguments: [
            (color(6, 6, 6), "white", [235, 128, 128]), (color(6, 6, 6), "yellow", [210, 16, 146]),
            (color(6, 6, 6), "cyan", [170, 166, 16]), (color(6, 6, 6), "lime", [145, 54, 34]),
            (color(6, 6, 6), "magenta", [106, 202, 222]), (color(5, 6, 5), "red", [81, 90, 240]),
            (color(5, 6, 5), "blue", [41, 240, 110]), (color(5, 6, 5), "black", [16, 128, 128]),
            (.bt709, "white", [235, 128, 128]), (.bt709, "yellow", [219, 16, 138]),
            (.bt709, "cyan", [188, 154, 16]), (.bt709, "lime", [173, 42, 26]), (.bt709, "magenta", [78, 214, 230]),
            (.bt709, "red", [63, 102, 240]), (.bt709, "blue", [32, 240, 118]), (.bt709, "black", [16, 128, 128]),
            // ITU-T T.871 (JFIF), which is BT.601 in full range.
            (color(6, 6, 6, full: true), "white", [255, 128, 128]),
            (color(6, 6, 6, full: true), "black", [0, 128, 128]),
            (color(6, 6, 6, full: true), "red", [76, 85, 255]), (color(6, 6, 6, full: true), "lime", [150, 44, 21]),
            (color(6, 6, 6, full: true), "blue", [29, 255, 107]), (color(1, 1, 1, full: true), "red", [54, 99, 255]),
            // Unspecified is BT.709.
            (color(2, 2, 2), "red", [63, 102, 240]), (color(9, 14, 9), "white", [235, 128, 128]),
        ])
    func bars(color: ColorDescription, name: String, expected: [Int]) {
        #expect(codes(name, .yuv420p8, color) == expected)
    }

    @Test("10 bits: four times as many steps")
    func tenBits() {
        #expect(codes("white", .yuv420p10, .bt709) == [940, 512, 512])
        #expect(codes("red", .yuv420p10, .bt709) == [250, 409, 960])
        #expect(codes("white", .yuv420p10, color(9, 14, 9, full: true)) == [1023, 512, 512])
    }

    /// BT.2111-2 tables 2 and 3: the colors of BT.709 at 58 % PQ, R′G′B′ in 10 bits, limited and full range.
    private static let perceptualBars: [(name: String, limited: [Int], full: [Int])] = [
        ("white", [572, 572, 572], [593, 593, 593]), ("yellow", [568, 571, 381], [589, 592, 370]),
        ("cyan", [484, 566, 571], [491, 586, 592]), ("lime", [474, 564, 368], [478, 584, 355]),
        ("magenta", [536, 361, 564], [551, 347, 584]), ("red", [530, 350, 256], [544, 334, 225]),
        ("blue", [317, 236, 562], [296, 201, 582]),
    ]

    @Test("PQ: the colors of BT.709 in the color bars of BT.2111, whose white is 203 cd/m²")
    func perceptual() {
        for bar in Self.perceptualBars {
            for (isFull, expected) in [(false, bar.limited), (true, bar.full)] {
                let color = color(9, 16, 9, full: isFull)
                let values = rgb(codes(bar.name, .yuv420p10, color), isFullRange: isFull)
                // The bars are made for 58 %, and 203 cd/m² is 58.07 %: 0.6 of a step; rounding of three values for each
                // of red, green and blue adds up to 1.4.
                #expect(zip(values, expected).allSatisfy { abs($0 - Double($1)) <= 2 }, "\(bar.name): \(values)")
            }
        }
        #expect(codes("white", .yuv420p10, .pq) == [573, 512, 512], "not 940, which is 10000 cd/m²")
        #expect(codes("black", .yuv420p10, .pq) == [64, 512, 512])
    }

    @Test("HLG: white is 75 %, and a display of 1000 cd/m² shows the light that PQ shows")
    func hybrid() {
        #expect(codes("white", .yuv420p10, .hlg) == [721, 512, 512], "75 % of BT.2408 table 1")
        #expect(codes("white", .yuv420p8, .hlg) == [180, 128, 128])
        #expect(codes("black", .yuv420p10, .hlg) == [64, 512, 512])
        for (name, _, _) in Self.perceptualBars {
            let shown = hybridLight(rgb(codes(name, .yuv420p10, .hlg)).map { ($0 - 64) / 876 })
            let expected = rgb(codes(name, .yuv420p10, .pq)).map { perceptualLight(($0 - 64) / 876) }
            for (one, other) in zip(shown, expected) {
                // Steps of 10 bits are up to 3 % of the light, and two of them differ.
                #expect(abs(one - other) <= max(0.06 * other, 0.5), "\(name): \(shown) \(expected)")
            }
        }
    }

    /// R′G′B′ of code values of BT.2020, 10 bits, as 10-bit codes of the same range.
    private func rgb(_ codes: [Int], isFullRange: Bool = false) -> [Double] {
        let (black, luma, chroma) = isFullRange ? (0.0, 1023.0, 1023.0) : (64, 876, 896)
        let y = (Double(codes[0]) - black) / luma
        let (cb, cr) = ((Double(codes[1]) - 512) / chroma, (Double(codes[2]) - 512) / chroma)
        let (red, blue) = (y + 1.4746 * cr, y + 1.8814 * cb)
        let green = (y - 0.2627 * red - 0.0593 * blue) / 0.6780
        return [red, green, blue].map { black + luma * $0 }
    }

    private func perceptualLight(_ signal: Double) -> Double {
        let root = power(max(signal, 0), 32.0 / 2523)
        return 10000
            * power(
                max(root - 3424.0 / 4096, 0) / (2413.0 / 128 - 2392.0 / 128 * root), 16384.0 / 2610)
    }

    private func hybridLight(_ signals: [Double]) -> [Double] {
        let scene = signals.map { signal in
            signal <= 0.5 ? signal * signal / 3 : (exponential((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
        }
        let luminance = 0.2627 * scene[0] + 0.6780 * scene[1] + 0.0593 * scene[2]
        return scene.map { 1000 * power(luminance, 0.2) * $0 }
    }

    private func exponential(_ x: Double) -> Double {
        x < 0 ? 1 / power(2.718281828459045, -x) : power(2.718281828459045, x)
    }

    @Test("a transition draws with the colors of its canvas", arguments: ["fade-through:black", "fade-through:white"])
    func canvas(transition: String) throws {
        let size = PictureSize(width: 8, height: 6)
        for (color, codes) in [
            (ColorDescription.bt709, (64, 940)), (.pq, (64, 573)), (color(1, 1, 1, full: true), (0, 1023)),
        ] {
            let out = testPicture(size, .yuv420p10)
            try TransitionCatalogue.standard.renderer(
                for: .init(parsing: transition)!, size: size, format: .yuv420p10, color: color,
                matteLoader: { _ in MatteImage.example }
            ).render(
                from: testPicture(size, .yuv420p10).filled(90, 128, 128),
                to: testPicture(size, .yuv420p10).filled(120, 128, 128), progress: .fraction(1, over: 2), into: out)
            let expected = transition.hasSuffix("black") ? codes.0 : codes.1
            #expect(out.samples(0).allSatisfy { $0 == expected }, "\(color)")
        }
    }

    @Test("names, hexadecimal, and neither")
    func parsing() {
        #expect(RGBColor(parsing: "00f") == RGBColor(parsing: "#0000FF"))
        #expect(RGBColor(parsing: "ff0000ｆｆ") == nil)
        #expect(RGBColor(parsing: "#12345g") == nil)
        #expect("\(RGBColor(red: 0x33, green: 0x66, blue: 0x99))" == "#336699")
        #expect(Set(RGBColor.names.map(\.name)).count == RGBColor.names.count)
    }

    @Test("powers and logarithms, from square roots alone")
    func functions() {
        #expect(abs(power(2, 10.5) - 1448.1546878700494) < 1e-6 && power(0, 2.4) == 0 && power(7, 0) == 1)
        #expect(abs(power(0.2, 2.4) - 0.02101222) < 1e-8)
        #expect(abs(naturalLogarithm(10) - 2.302585092994046) < 1e-9 && naturalLogarithm(1) == 0)
        #expect(abs(naturalLogarithm(0.001) + 6.907755278982137) < 1e-9)
    }
}
