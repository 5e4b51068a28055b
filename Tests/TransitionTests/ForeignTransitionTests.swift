import Parameters
import Pictures
import Testing
import Timeline
// Not `@testable`: transitions can be added from outside of the package.
import Transitions

extension TransitionEntry {
    /// All that a transition needs.
    fileprivate static let checkerboard = TransitionEntry(
        "checkerboard", aliases: ["chess"], summary: "The black squares change first, then the white ones.",
        parameters: [.count("squares", 2...64, default: 8, "squares along the width")], easing: .linear
    ) { values, canvas in
        let side = canvas.width / values.number("squares")
        return SampleKernel { place, outgoing, incoming, progress in
            let isFirst = (Int(place.x / side) + Int(place.y / side)) % 2 == 0
            let part = min(max(2 * progress - (isFirst ? 0 : 1), 0), 1)
            let (from, to) = (outgoing[place.column, place.row], incoming[place.column, place.row])
            return from + Int((Double(to - from) * part).rounded())
        }
    }

    /// A shape, with softness, border and easing for nothing.
    fileprivate static let steps = matte(
        "steps", summary: "A staircase comes down.", parameters: []
    ) { _, canvas in Steps(width: canvas.width, height: canvas.height) }

    /// The whole picture at once, with a color of the canvas.
    fileprivate static let flash = TransitionEntry(
        "flash", summary: "A flash of a color.",
        parameters: [Parameter("color", .color(default: .white), "of the flash")], easing: nil
    ) { values, canvas in Flash(canvas.codeValues(of: values.color("color"))) }
}

private struct Steps: MatteShape {
    var width: Double
    var height: Double
    var slope: Double { 1 / height }
    func moment(x: Double, y: Double) -> Double { (y / height + (x / width * 4).rounded(.down) / 4) / 1.75 }
}

private final class Flash: TransitionKernel {
    let color: (luma: Int, cb: Int, cr: Int)
    init(_ color: (luma: Int, cb: Int, cr: Int)) { self.color = color }
    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        destination.fill(luma: color.luma, cb: color.cb, cr: color.cr)
    }
}

@Suite struct ForeignTransitionTests {
    private let size = PictureSize(width: 32, height: 18)

    private func flat(_ luma: Int, _ format: PixelFormat = .yuv420p8) -> Picture {
        let picture = PicturePool(format: format, size: size).picture()
        picture.fill(luma: luma, cb: luma, cr: luma)
        return picture
    }

    private func drawn(
        _ text: String, _ catalogue: TransitionCatalogue, at numerator: Int64, over denominator: Int64,
        _ format: PixelFormat = .yuv420p8, color: ColorDescription = .bt709
    ) throws -> Picture {
        let renderer = try catalogue.renderer(
            for: Specification(parsing: text)!, size: size, format: format, color: color
        ) { _ in MatteImage(width: 0, height: 0, samples: []) }
        let out = flat(0, format)
        renderer.render(
            from: flat(40, format), to: flat(200, format), progress: .fraction(numerator, over: denominator), into: out)
        return out
    }

    private func sample(_ picture: Picture, _ x: Int, _ y: Int) -> Int {
        picture.format == .yuv420p8
            ? Int(picture.luma.row(y, as: UInt8.self)[x]) : Int(picture.luma.row(y, as: UInt16.self)[x])
    }

    @Test(
        "a transition of one's own has a name, parameters, help and easing like the others",
        arguments: PixelFormat.allCases)
    func samples(format: PixelFormat) throws {
        var catalogue = TransitionCatalogue.standard
        try catalogue.register(.checkerboard)
        #expect(catalogue.entries.last?.parameters.map(\.name) == ["squares", "easing"])
        let out = try drawn("chess:4", catalogue, at: 1, over: 4, format)
        #expect(sample(out, 0, 0) == 120 && sample(out, 8, 0) == 40 && sample(out, 8, 8) == 120)
        #expect(throws: ParameterError.self) { try drawn("chess:1", catalogue, at: 1, over: 4) }
        // The ends are kept by the renderer, whatever the kernel does.
        let end = try drawn("checkerboard", catalogue, at: 1, over: 1, format)
        #expect(sample(end, 0, 0) == 200)
    }

    @Test("a shape of one's own is drawn by the one kernel for shapes, a kernel by itself")
    func shapes() throws {
        var catalogue = TransitionCatalogue.standard
        try catalogue.register(.steps)
        try catalogue.register(.flash)
        let out = try drawn("steps", catalogue, at: 1, over: 2)
        #expect(sample(out, 0, 0) == 200 && sample(out, 31, 17) == 40)
        let flash = try drawn("flash:white", catalogue, at: 1, over: 2, .yuv420p10, color: .pq)
        #expect(sample(flash, 0, 0) == 573)
    }

    @Test("a name that is taken, or could not be written, is refused, and the catalogue stays as it was")
    func names() {
        var catalogue = TransitionCatalogue.standard
        let count = catalogue.entries.count
        let entry = { (name: String, aliases: [String]) in
            TransitionEntry(name, aliases: aliases, summary: "A test.") { _, _ in Flash((0, 0, 0)) }
        }
        #expect(throws: ParameterError.nameTaken("wipe", kind: "transition", by: "wipe")) {
            try catalogue.register(entry("wipe", []))
        }
        #expect(throws: ParameterError.nameTaken("crossfade", kind: "transition", by: "dissolve")) {
            try catalogue.register(entry("mine", ["crossfade"]))
        }
        for name in ["", "a:b", "Mine", "a b", "a=b"] {
            #expect(throws: ParameterError.nameUnusable(name, kind: "transition")) {
                try catalogue.register(entry(name, []))
            }
        }
        #expect(catalogue.entries.count == count)
    }
}
