import Parameters
import Foundation
import Pictures
import Testing

@testable import Transitions

/// Every transition at 1/4, 1/2 and 3/4 on one small picture, as digests in a text that can be compared.
///
/// `RECORD_GOLDENS=1 swift test` writes the text anew and fails once, so that nobody records by accident.
@Suite struct GoldenTests {
    @Test("the pictures are the ones that were looked at")
    func goldens() throws {
        var lines: [String] = []
        for variant in variants {
            for format in PixelFormat.allCases {
                let size = PictureSize(width: 46, height: 34)
                let (from, to) = (
                    testPicture(size, format).pattern(seed: 1), testPicture(size, format).pattern(seed: 3)
                )
                let renderer = try renderer(variant, size, format)
                let digests = (1...3 as ClosedRange<Int64>).map { quarter in
                    let out = testPicture(size, format)
                    renderer.render(from: from, to: to, progress: .fraction(quarter, over: 4), into: out)
                    return out.digest
                }
                lines.append("\(variant) \(format.bitDepth) \(digests.joined(separator: " "))")
            }
        }
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
            let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens.swift")
            let text =
                "/// Variant, bit depth, digests at 1/4, 1/2 and 3/4. Written by `GoldenTests`.\n"
                + "let transitionGoldens = \"\"\"\n    " + lines.joined(separator: "\n    ") + "\n    \"\"\"\n"
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(lines.count) goldens")
            return
        }
        let expected = transitionGoldens.split(separator: "\n").map(String.init)
        #expect(lines.count == expected.count)
        for (line, golden) in zip(lines, expected) { #expect(line == golden) }
    }
}
