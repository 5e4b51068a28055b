import Parameters
import Pictures
import Testing
import Timeline

@testable import Transitions

/// The names of FFmpeg's xfade against pictures that it has drawn.
@Suite struct XfadeNameTests {
    /// Luma halfway, at columns 4, 20, 36 and 52 of rows 4 and 20, of FFmpeg 5.1:
    ///
    ///     ffmpeg -f lavfi -i color=black:s=64x32:r=8:d=1,format=yuv420p,geq=lum='X+2*Y':cb=128:cr=128 \
    ///       -f lavfi -i color=black:s=64x32:r=8:d=1,format=yuv420p,geq=lum='128+X+2*Y':cb=128:cr=128 \
    ///       -filter_complex xfade=transition=NAME:duration=1:offset=0 -f rawvideo -      # frame 4
    static let frames: [(name: String, luma: [Int])] = [
        ("fade", [76, 92, 108, 124, 108, 124, 140, 156]), ("wipeleft", [12, 28, 172, 188, 44, 60, 204, 220]),
        ("wiperight", [140, 156, 44, 60, 172, 188, 76, 92]), ("wipeup", [12, 28, 44, 60, 172, 188, 204, 220]),
        ("wipedown", [140, 156, 172, 188, 44, 60, 76, 92]), ("slideleft", [44, 60, 140, 156, 76, 92, 172, 188]),
        ("slideright", [172, 188, 12, 28, 204, 220, 44, 60]), ("slideup", [44, 60, 76, 92, 140, 156, 172, 188]),
        ("slidedown", [172, 188, 204, 220, 12, 28, 44, 60]), ("smoothleft", [13, 57, 119, 176, 45, 89, 151, 208]),
        ("smoothright", [137, 123, 93, 70, 169, 155, 125, 102]), ("smoothup", [17, 33, 49, 65, 131, 147, 163, 179]),
        ("smoothdown", [131, 147, 163, 179, 78, 94, 110, 126]), ("circleopen", [19, 96, 135, 95, 58, 151, 195, 142]),
        ("circleclose", [132, 87, 80, 152, 157, 96, 84, 169]), ("vertopen", [17, 115, 166, 100, 49, 147, 198, 132]),
        ("vertclose", [134, 68, 49, 147, 166, 100, 81, 179]), ("horzopen", [32, 48, 64, 80, 152, 168, 184, 200]),
        ("horzclose", [120, 136, 152, 168, 64, 80, 96, 112]),
        // These are FFmpeg 8's.
        ("coverleft", [12, 28, 140, 156, 44, 60, 172, 188]), ("coverright", [172, 188, 44, 60, 204, 220, 76, 92]),
        ("coverup", [12, 28, 44, 60, 140, 156, 172, 188]), ("coverdown", [172, 188, 204, 220, 44, 60, 76, 92]),
        ("revealleft", [44, 60, 172, 188, 76, 92, 204, 220]), ("revealright", [140, 156, 12, 28, 172, 188, 44, 60]),
        ("revealup", [44, 60, 76, 92, 172, 188, 204, 220]), ("revealdown", [140, 156, 172, 188, 12, 28, 44, 60]),
    ]

    /// The same of edges that have another outline, or another speed, than ours.
    static let alike: [(name: String, luma: [Int])] = [
        ("diagtl", [12, 28, 45, 63, 44, 72, 112, 157]), ("diagtr", [16, 30, 45, 60, 122, 108, 98, 96]),
        ("diagbl", [13, 50, 103, 157, 44, 64, 88, 116]), ("diagbr", [123, 104, 81, 67, 74, 77, 83, 93]),
        ("radial", [12, 28, 172, 188, 44, 60, 188, 220]),
    ]

    private let places = [4, 20].flatMap { y in [4, 20, 36, 52].map { (x: $0, y: y) } }

    private func halfway(_ name: String) throws -> [Int] {
        let size = PictureSize(width: 64, height: 32)
        let picture = { (offset: Int) in
            let picture = testPicture(size, .yuv420p8).filled(0, 128, 128)
            for y in 0..<32 { for x in 0..<64 { picture.set(0, x, y, offset + x + 2 * y) } }
            return picture
        }
        let out = testPicture(size, .yuv420p8)
        try renderer(name, size).render(
            from: picture(0), to: picture(128), progress: .fraction(1, over: 2), into: out)
        return places.map { out.sample(0, $0.x, $0.y) }
    }

    @Test("a name of xfade looks like xfade halfway", arguments: frames)
    func looksLikeXfade(_ name: String, _ expected: [Int]) throws {
        let values = try halfway(name)
        // xfade takes the corner of a sample for its place, and rounds down: half a sample of an edge that rises by up to
        // 128 · 1.5 over 16 samples, and 1.
        #expect(zip(values, expected).allSatisfy { abs($0 - $1) <= 7 }, "\(values), xfade \(expected)")
    }

    @Test("what xfade changes first changes first", arguments: alike)
    func isLikeXfade(_ name: String, _ expected: [Int]) throws {
        let values = try halfway(name)
        let change = { (luma: [Int]) in zip(luma, places).map { $0 - $1.x - 2 * $1.y } }
        let (ours, theirs) = (change(values), change(expected))
        let (first, last) = (theirs.firstIndex(of: theirs.max()!)!, theirs.firstIndex(of: theirs.min()!)!)
        // A third of the way from one picture to the other.
        #expect(ours[first] - ours[last] >= 128 / 3, "\(ours), xfade \(theirs)")
    }

    @Test("every name stands for a transition with valid parameters, and none hides a name of ours")
    func table() throws {
        let catalogue = TransitionCatalogue.standard
        for (name, meaning) in XfadeNames.table {
            try catalogue.validate(Specification(name: name))
            try catalogue.validate(meaning)
            #expect(catalogue.entry(named: name)?.name == meaning.name)
            #expect(catalogue.entries.allSatisfy { $0.name != name && !$0.aliases.contains(name) }, "\(name)")
        }
        for (name, nearest) in XfadeNames.nearest {
            #expect(catalogue.entry(named: name) == nil && catalogue.entry(named: nearest) != nil)
        }
    }

    @Test("what is given counts more than what the name implies")
    func parameters() throws {
        #expect(
            Specification(parsing: "smoothleft:softness=0.2")!.inOurWords
                == Specification(parsing: "wipe:angle=left,softness=0.2"))
        #expect(Specification(parsing: "wipe:30")!.inOurWords == Specification(parsing: "wipe:30"))
        let size = PictureSize(width: 16, height: 16)
        #expect(throws: Never.self) { try renderer("WipeLeft:border-width=0.1", size) }
    }

    @Test("a name that there is nothing for leads to what comes nearest")
    func unknown() {
        #expect(
            throws: ParameterError.unknownName("pixelize", kind: "transition", nearest: "random-blocks")
        ) { try TransitionCatalogue.standard.validate(Specification(name: "pixelize")) }
        #expect(throws: ParameterError.unknownName("wipeleeft", kind: "transition", nearest: "wipeleft")) {
            try TransitionCatalogue.standard.validate(Specification(name: "wipeleeft"))
        }
    }
}
