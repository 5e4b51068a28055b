import Testing

@testable import Pictures

@Suite("Color")
struct ColorDescriptionTests {
    /// Primaries, transfer, matrix.
    typealias Codes = [Int]

    @Test(
        "what is unspecified takes the default of the picture's size; what is said stays",
        arguments: [
            ([2, 2, 2], (1920, 1080), [1, 1, 1]), ([2, 2, 2], (1080, 1920), [1, 1, 1]),
            ([2, 2, 2], (1280, 720), [1, 1, 1]),
            ([2, 2, 2], (1280, 544), [1, 1, 1]), ([2, 2, 2], (960, 720), [1, 1, 1]),
            ([2, 2, 2], (640, 480), [6, 6, 6]),
            ([2, 2, 2], (720, 576), [5, 6, 5]), ([2, 2, 2], (576, 720), [5, 6, 5]),
            ([2, 2, 2], (720, 480), [6, 6, 6]),
            ([2, 2, 2], (1, 1), [6, 6, 6]), ([2, 2, 2], (1278, 718), [6, 6, 6]), ([3, 3, 3], (1920, 1080), [1, 1, 1]),
            // One word tells the others.
            ([1, 2, 2], (640, 480), [1, 1, 1]), ([2, 2, 1], (640, 480), [1, 1, 1]),
            ([9, 2, 2], (640, 480), [9, 14, 9]),
            ([2, 2, 9], (1920, 1080), [9, 14, 9]), ([5, 2, 2], (1920, 1080), [5, 6, 5]),
            ([6, 2, 2], (1920, 1080), [6, 6, 6]),
            ([2, 2, 5], (1920, 1080), [5, 6, 5]), ([9, 18, 2], (1920, 1080), [9, 18, 9]),
            ([9, 16, 9], (320, 240), [9, 16, 9]),
            ([1, 1, 1], (320, 240), [1, 1, 1]), ([6, 6, 6], (3840, 2160), [6, 6, 6]),
            ([12, 13, 0], (64, 64), [12, 13, 0]),
        ] as [(Codes, (Int, Int), Codes)])
    func resolved(codes: Codes, size: (Int, Int), expected: Codes) {
        for isFullRange in [false, true] {
            let color = ColorDescription(
                primaries: codes[0], transfer: codes[1], matrix: codes[2], isFullRange: isFullRange)
            let resolved = color.resolved(for: PictureSize(width: size.0, height: size.1))
            #expect([resolved.primaries, resolved.transfer, resolved.matrix] == expected)
            #expect(resolved.isFullRange == isFullRange)
            #expect(resolved.resolved(for: PictureSize(width: size.0, height: size.1)) == resolved)
        }
    }

    @Test("HLG and PQ are high dynamic range, nothing else is")
    func highDynamicRange() {
        #expect(ColorDescription.hlg.isHighDynamicRange && ColorDescription.pq.isHighDynamicRange)
        #expect(!ColorDescription.bt709.isHighDynamicRange)
    }

    @Test(
        "colors have the names people use",
        arguments: [
            (ColorDescription.bt709, "BT.709"), (.hlg, "HLG BT.2020"), (.pq, "PQ BT.2020"),
            (ColorDescription(primaries: 6, transfer: 6, matrix: 6, isFullRange: true), "BT.601, full range"),
            (ColorDescription(primaries: 2, transfer: 2, matrix: 2, isFullRange: false), "untagged"),
        ])
    func names(color: ColorDescription, name: String) { #expect(color.description == name) }
}
