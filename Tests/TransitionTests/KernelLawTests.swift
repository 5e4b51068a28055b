import Parameters
import Pictures
import Testing

@testable import Transitions

/// What every transition promises, whatever it looks like.
@Suite struct KernelLawTests {
    static let sizes = [(35, 21), (18, 40), (2, 2), (1, 1), (1, 7), (9, 1), (3, 2)].map(PictureSize.init)

    @Test("progress 0 is the outgoing picture and 1 the incoming one, bit for bit", arguments: variants)
    func ends(_ variant: String) throws {
        for size in Self.sizes {
            for format in PixelFormat.allCases {
                let (from, to) = (noise(size, format, 1), noise(size, format, 2))
                let out = testPicture(size, format)
                let drawing = try renderer(variant, size, format)
                drawing.render(from: from, to: to, progress: .start, into: out)
                #expect(out.samples == from.samples, "\(size) \(format)")
                drawing.render(from: from, to: to, progress: .end, into: out)
                #expect(out.samples == to.samples, "\(size) \(format)")
            }
        }
    }

    @Test("every sample is written and nothing else, from any stride to any stride", arguments: variants)
    func everySample(_ variant: String) throws {
        for size in Self.sizes {
            for format in PixelFormat.allCases {
                let (from, to) = (noise(size, format, 3), noise(size, format, 4, padding: 34))
                let before = (from.samples, to.samples)
                let one = testPicture(size, format, padding: 2, poison: 0xA5)
                let other = testPicture(size, format, padding: 70, poison: 0x5A)
                // Two renderers: what one remembers from frame to frame must not matter.
                let (first, second) = (try renderer(variant, size, format), try renderer(variant, size, format))
                for step in [1, 5, 8, 11, 15] as [Int64] {
                    first.render(from: from, to: to, progress: .fraction(step, over: 16), into: one)
                    second.render(from: from, to: to, progress: .fraction(step, over: 16), into: other)
                    #expect(one.samples == other.samples, "\(size) \(format) at \(step)/16")
                }
                #expect(one.keepsPadding(poison: 0xA5) && other.keepsPadding(poison: 0x5A), "\(size) \(format)")
                #expect(one.samples.joined().allSatisfy { $0 < 1 << format.bitDepth }, "\(size) \(format)")
                #expect(from.samples == before.0 && to.samples == before.1, "inputs are only read")
            }
        }
    }

    @Test("between two equal flat pictures nothing changes", arguments: pureVariants)
    func flat(_ variant: String) throws {
        for size in Self.sizes {
            for format in PixelFormat.allCases {
                for (luma, cb, cr) in [(0, 0, 0), (81, 90, 240), (255, 255, 255)] {
                    let flat = testPicture(size, format).filled(luma, cb, cr)
                    let out = testPicture(size, format)
                    try renderer(variant, size, format).render(
                        from: flat, to: flat, progress: .fraction(2, over: 5), into: out)
                    #expect(out.samples == flat.samples, "\(size) \(format)")
                }
            }
        }
    }

    @Test("a picture larger than a block, a tile and a margin", arguments: variants)
    func larger(_ variant: String) throws {
        let size = PictureSize(width: 161, height: 121)
        let (from, to) = (noise(size, .yuv420p8, 5), noise(size, .yuv420p8, 6))
        let one = testPicture(size, .yuv420p8, padding: 0, poison: 0xA5)
        let other = testPicture(size, .yuv420p8, padding: 31, poison: 0x5A)
        let drawing = try renderer(variant, size)
        drawing.render(from: from, to: to, progress: .fraction(1, over: 3), into: one)
        drawing.render(from: from, to: to, progress: .fraction(1, over: 3), into: other)
        #expect(one.samples == other.samples)
        #expect(one.keepsPadding(poison: 0xA5) && other.keepsPadding(poison: 0x5A))
    }

    private func noise(_ size: PictureSize, _ format: PixelFormat, _ seed: UInt64, padding: Int = 6) -> Picture {
        testPicture(size, format, padding: padding).noisy(seed: seed)
    }
}
