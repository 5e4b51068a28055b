import CFFmpeg
import FixtureMedia
import Parameters
import Pictures
import TestSupport
import Testing

@testable import MediaIO

@Suite struct LookTests {
    static let size = PictureSize(width: 30, height: 16)

    /// Every luma and many colors, some of them none that a camera gives.
    private func picture(_ format: PixelFormat) -> Picture {
        let picture = PicturePool(format: format, size: Self.size).picture()
        for y in 0..<8 {
            for x in 0..<15 {
                picture.cropped(to: PictureRect(x: 2 * x, y: 2 * y, width: 2, height: 2)).fill(
                    luma: (16 + 13 * x + y) << (format.bitDepth - 8), cb: (16 + 15 * x) << (format.bitDepth - 8),
                    cr: (240 - 28 * y) << (format.bitDepth - 8))
            }
        }
        return picture
    }

    private func samples(_ picture: Picture) -> [SamplePlane] {
        picture.planes.map { SamplePlane($0, format: picture.format) }
    }

    @Test(arguments: PixelFormat.allCases)
    func aTableOfNothingKeepsEverySample(_ format: PixelFormat) throws {
        let recipe = ColorTable.Recipe(filters: "null", source: format, target: format, isFullRange: false)
        let source = picture(format)
        let result = PicturePool(format: format, size: Self.size).picture()
        try ColorTable.table(recipe).apply(source, into: result)
        #expect(samples(result) == samples(source))
    }

    /// White is 255 and 65535 there: what zscale makes of full range without a change of color.
    @Test(arguments: PixelFormat.allCases)
    func fullRangeIsKeptToo(_ format: PixelFormat) throws {
        let same = "zscale=agamma=0:min=1:tin=1:pin=1:rin=1:m=1:t=1:p=1:r=1"
        let recipe = ColorTable.Recipe(filters: same, source: format, target: format, isFullRange: true)
        let source = picture(format)
        let result = PicturePool(format: format, size: Self.size).picture()
        try ColorTable.table(recipe).apply(source, into: result)
        #expect(samples(result) == samples(source))
    }

    /// Hues from black through the color to white, at three saturations, as a picture whose four samples share a color.
    private static func ramps(depth: Int, matrix: Int = 1) -> [[Int]] {
        let hues: [[Double]] = [
            [1, 0, 0], [1, 0.5, 0], [1, 1, 0], [0.5, 1, 0], [0, 1, 0], [0, 1, 0.5], [0, 1, 1], [0, 0.5, 1], [0, 0, 1],
            [0.5, 0, 1], [1, 0, 1], [1, 0, 0.5], [1, 1, 1], [0.9, 0.65, 0.5], [0.7, 0.45, 0.35], [0.5, 0.7, 0.95],
        ]
        return hues.flatMap { hue in
            [1, 0.6, 0.3].flatMap { saturation in
                (0..<512).map { step in
                    let level = Double(step) / 256
                    let color = hue.map { channel in
                        let tone = saturation * channel + (1 - saturation)
                        return level <= 1 ? tone * level : tone + (1 - tone) * (level - 1)
                    }
                    let code = ColorCode(
                        RGB(color[0], color[1], color[2]), matrix: matrix, isFullRange: false, depth: depth
                    ).rounded
                    return [Int(code.luma), Int(code.cb), Int(code.cr)]
                }
            }
        }
    }

    /// Colors as filters change them, with no chroma to interpolate: in 8 bits, before rounding.
    private func filtered(_ colors: [[Int]], by filters: String, depth: Int) throws -> [[Double]] {
        let frame = try FrameOwner(
            size: PictureSize(width: colors.count, height: 1),
            depth == 8 ? AV_PIX_FMT_YUV444P : AV_PIX_FMT_YUV444P10LE)
        for (index, color) in colors.enumerated() {
            for plane in 0..<3 {
                let row = UnsafeMutableRawPointer(compose_frame_plane(frame.pointer, Int32(plane))!)
                if depth == 8 {
                    row.assumingMemoryBound(to: UInt8.self)[index] = UInt8(color[plane])
                } else {
                    row.assumingMemoryBound(to: UInt16.self)[index] = UInt16(color[plane])
                }
            }
        }
        let graph = try FilterGraph("\(filters),format=yuv444p16le", like: frame)
        try graph.push(frame)
        try graph.push(nil)
        let changed = try #require(try graph.pull())
        let rows = (0..<3).map {
            UnsafeMutableRawPointer(compose_frame_plane(changed.pointer, Int32($0))!).assumingMemoryBound(
                to: UInt16.self)
        }
        return colors.indices.map { index in rows.map { Double($0[index]) / 256 } }
    }

    /// A block of four luma samples and a chroma sample for every color.
    private func blocks(_ colors: [[Int]], _ format: PixelFormat) -> Picture {
        let picture = PicturePool(format: format, size: PictureSize(width: 2 * colors.count, height: 2)).picture()
        for (index, color) in colors.enumerated() {
            picture.cropped(to: PictureRect(x: 2 * index, y: 0, width: 2, height: 2)).fill(
                luma: color[0], cb: color[1], cr: color[2])
        }
        return picture
    }

    /// How far the blocks of a picture are from the colors that they should have: the first luma sample and chroma.
    private func errors(_ result: Picture, _ wanted: [[Double]]) -> [Int] {
        samples(result).enumerated().flatMap { plane, samples in
            wanted.indices.map { index in
                abs(Int(samples[plane == 0 ? 2 * index : index, 0]) - Int(wanted[index][plane].rounded()))
            }
        }
    }

    /// What the table of a grade is computed with.
    private func filters(_ grade: Grade) -> String? {
        let conversion = ColorConversion(from: .bt709, depth: 8, to: .bt709, format: .yuv420p8, looks: grade.filters)
        guard case .table(let filters) = conversion.change else { return nil }
        return filters
    }

    /// In ramps of all hues, black and white included.
    @Test(arguments: ["vivid", "dramatic", "cool", "warm", "mono", "sepia", "cinematic", "adjust"])
    func aTableAgreesWithTheFiltersItWasBakedFrom(_ name: String) throws {
        let values = ["exposure": "0.4", "contrast": "1.1", "saturation": "1.15", "temperature": "400"]
        let grade = try Grade([Specification(name: name, parameters: name == "adjust" ? values : [:])])
        let colors = Self.ramps(depth: 8)
        let wanted = try filtered(colors, by: #require(filters(grade)), depth: 8)
        let errors = errors(try grade.applied(to: blocks(colors, .yuv420p8), color: .bt709), wanted)
        #expect(errors.allSatisfy { $0 <= 1 })
    }

    /// At an edge, the luma samples of a chroma sample differ, and so does what a look makes of their chroma: it becomes
    /// the mean.
    @Test(arguments: ["dramatic", "warm", "cinematic"])
    func edgesAgreeWithTheFilters(_ name: String) throws {
        let grade = try Grade([Specification(name: name)])
        // Skin, sky, leaves, brick, and gray.
        let tones = [
            RGB(0.9, 0.65, 0.5), RGB(0.5, 0.7, 0.95), RGB(0.4, 0.6, 0.3), RGB(0.8, 0.3, 0.2), RGB(0.7, 0.7, 0.7),
        ].map { ColorCode($0, matrix: 1, isFullRange: false, depth: 8).rounded }
        var random = Seeded(5)
        let colors = tones.flatMap { tone in
            (0..<2000).map { _ in [Int.random(in: 16...235, using: &random), Int(tone.cb), Int(tone.cr)] }
        }
        let single = try filtered(colors, by: #require(filters(grade)), depth: 8)
        let corners = stride(from: 0, to: colors.count, by: 4)
        let source = blocks(corners.map { colors[$0] }, .yuv420p8)
        for (block, first) in corners.enumerated() {
            for corner in 0..<4 {
                source.luma.row(corner / 2, as: UInt8.self)[2 * block + corner % 2] = UInt8(colors[first + corner][0])
            }
        }
        let wanted = corners.map { first -> [Double] in
            let four = single[first..<first + 4]
            let mean = { (plane: Int) in four.map { $0[plane] }.reduce(0, +) / 4 }
            return [single[first][0], mean(1), mean(2)]
        }
        #expect(errors(try grade.applied(to: source, color: .bt709), wanted).allSatisfy { $0 <= 1 })
    }

    /// Ramps of all hues of BT.2020, as far as they stay within BT.709's gamut. Outside, the filters clip, at a display
    /// curve that is vertical there: no table follows that, and no eye.
    @Test(arguments: zip([ColorDescription.hlg, .hlg, .pq, .bt2020], ["", "cinematic", "", "vivid"]))
    func colorsOfWideGamutAgreeWithTheFilters(_ color: ColorDescription, _ look: String) throws {
        let looks = look.isEmpty ? "" : try Grade([Specification(name: look)]).filters
        let conversion = ColorConversion(from: color, depth: 10, to: .bt709, format: .yuv420p8, looks: looks)
        guard case .table(let filters) = conversion.change else { return #expect(Bool(false)) }
        let colors = Self.ramps(depth: 10, matrix: 9)
        let wanted = try filtered(colors, by: filters, depth: 10)
        let source = blocks(colors, .yuv420p10)
        let result = PicturePool(format: .yuv420p8, size: source.size).picture()
        let table = try #require(try conversion.table(from: .yuv420p10, to: .yuv420p8, isFullRange: false))
        table.apply(source, into: result)
        let inside = zip(errors(result, wanted), wanted + wanted + wanted).filter { Self.isInside($1) }.map(\.0)
        #expect(inside.count > colors.count / 5)
        let off = inside.count { $0 > 1 }
        // Between a node inside and one outside, where the filters clip, a color is off by up to 8 codes.
        #expect(inside.max()! <= 8, "\(inside.max()!)")
        #expect(off * 100 <= inside.count, "\(off) of \(inside.count)")
    }

    /// Whether none of R, G and B is near a limit of BT.709, for a color in 8-bit codes.
    private static func isInside(_ code: [Double]) -> Bool {
        let (luma, blue, red) = ((code[0] - 16) / 219, (code[1] - 128) / 224, (code[2] - 128) / 224)
        let color = [luma + 1.5748 * red, luma - 0.1873 * blue - 0.4681 * red, luma + 1.8556 * blue]
        return color.allSatisfy { (0.05...0.95).contains($0) }
    }

    /// Inverted red, halved green, in Resolve's form and in Adobe's.
    @Test(arguments: [
        "LUT_1D_SIZE 3\nLUT_1D_INPUT_RANGE 0.0 1.0\n",
        "TITLE \"curve\"\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\nLUT_1D_SIZE 3\n",
    ])
    func aTableOfCurvesIsApplied(_ head: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(head + "1 0 0\n0.5 0.25 0.5\n0 0.5 1\n", "curve.cube")
        #expect(try ColorTableFile.problem(in: folder("curve.cube")) == nil)
        let grade = try Grade([Specification(name: "lut", parameters: ["file": folder("curve.cube")])])
        let code = { (color: RGB) in ColorCode(color, matrix: 1, isFullRange: false, depth: 8).rounded }
        for color in [RGB(0.2, 0.4, 0.6), RGB(0.9, 0.1, 0.5)] {
            let source = PicturePool(format: .yuv420p8, size: PictureSize(width: 4, height: 4)).picture()
            let (from, to) = (code(color), code(RGB(1 - color.red, color.green / 2, color.blue)))
            source.fill(luma: Int(from.luma), cb: Int(from.cb), cr: Int(from.cr))
            let result = samples(try grade.applied(to: source, color: .bt709)).map { Int($0[0, 0]) }
            for (found, wanted) in zip(result, [Int(to.luma), Int(to.cb), Int(to.cr)]) {
                #expect(abs(found - wanted) <= 1, "\(color): \(result), \(to)")
            }
        }
    }

    /// What FFmpeg does not know, where it means what FFmpeg assumes, or can be said so that it does: one table, inverted.
    @Test(arguments: [
        ("LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0.0 1.0\n", "", 1), ("LUT_3D_INPUT_RANGE 0 1\nLUT_3D_SIZE 2\n", "", 1),
        ("LUT_3D_SIZE 2\nLUT_1D_INPUT_RANGE 0 1\n", "", 1), ("\u{FEFF}LUT_3D_SIZE 2\n", "", 1),
        ("\tLUT_3D_SIZE 2\n", "", 1), ("LUT_3D_SIZE 2\n#\(String(repeating: " 7", count: 400))\n", "", 1),
        ("LUT_3D_SIZE 2\n", "DOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n", 1),
        ("LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 2\n", "", 2), ("DOMAIN_MAX 2 2 2\nLUT_3D_SIZE 2\n", "", 2),
    ])
    func linesThatFFmpegDoesNotKnowAreUnderstood(_ head: String, _ tail: String, _ most: Double) throws {
        let folder = try TemporaryFolder()
        let nodes = (0..<8).map { "\(1 - ($0 & 1)) \(1 - ($0 >> 1 & 1)) \(1 - ($0 >> 2))\n" }.joined()
        try folder.write(head + nodes + tail, "inverted.cube")
        #expect(try ColorTableFile.problem(in: folder("inverted.cube")) == nil)
        let grade = try Grade([Specification(name: "lut", parameters: ["file": folder("inverted.cube")])])
        let code = { (color: RGB) in ColorCode(color, matrix: 1, isFullRange: false, depth: 8).rounded }
        let source = PicturePool(format: .yuv420p8, size: PictureSize(width: 4, height: 4)).picture()
        let from = code(RGB(0.25, 0.5, 0.75))
        let to = code(RGB(1 - 0.25 / most, 1 - 0.5 / most, 1 - 0.75 / most))
        source.fill(luma: Int(from.luma), cb: Int(from.cb), cr: Int(from.cr))
        let result = samples(try grade.applied(to: source, color: .bt709)).map { Int($0[0, 0]) }
        for (found, wanted) in zip(result, [Int(to.luma), Int(to.cb), Int(to.cr)]) {
            // Codes are rounded before and after.
            #expect(abs(found - wanted) <= 1, "\(result), \(to)")
        }
    }

    @Test func nothingIsBakedForNothing() throws {
        #expect(try Grade([]).isEmpty)
        #expect(try Grade([Specification(name: "adjust")]).isEmpty)
        #expect(try Grade([Specification(name: "warm", parameters: ["amount": "0"])]).isEmpty)
    }

    /// Grays stay gray under looks without a tint, and black and white stay within the range.
    @Test(arguments: Catalogue<LookEntry>.standard.entries.map(\.name).filter { $0 != "lut" })
    func everyLookIsTakenByFFmpeg(_ name: String) throws {
        let grade = try Grade([Specification(name: name, parameters: name == "adjust" ? ["exposure": "0.3"] : [:])])
        let picture = PicturePool(format: .yuv420p8, size: Self.size).picture()
        picture.fill(luma: 120, cb: 128, cr: 128)
        let result = samples(try grade.applied(to: picture, color: .bt709))
        #expect((100...150).contains(result[0][0, 0]), "\(result[0][0, 0])")
        if ["vivid", "dramatic", "mono", "adjust"].contains(name) {
            #expect(abs(Int(result[1][0, 0]) - 128) <= 1 && abs(Int(result[2][0, 0]) - 128) <= 1)
        }
    }

    @Test(arguments: ["-1", "1"]) func tintLeavesBlackBlack(_ tint: String) throws {
        let picture = picture(.yuv420p8)
        let color = { (luma: Int) throws -> [Int] in
            picture.fill(luma: luma, cb: 128, cr: 128)
            let grade = try Grade([Specification(name: "adjust", parameters: ["tint": tint])])
            return self.samples(try grade.applied(to: picture, color: .bt709)).map { Int($0[0, 0]) }
        }
        #expect(try color(16) == [16, 128, 128])
        // Magenta has more of red and blue, green less of both.
        let gray = try color(120)
        #expect(tint == "1" ? gray[1] > 134 && gray[2] > 134 : gray[1] < 122 && gray[2] < 122, "\(gray)")
    }

    @Test func amountMixesWithTheOriginal() throws {
        let picture = picture(.yuv420p8)
        picture.fill(luma: 120, cb: 90, cr: 160)
        let chroma = { (amount: String) throws -> Int in
            let grade = try Grade([Specification(name: "mono", parameters: ["amount": amount])])
            return Int(self.samples(try grade.applied(to: picture, color: .bt709))[1][0, 0])
        }
        #expect(abs(try chroma("1") - 128) <= 1)
        #expect(abs(try chroma("0.5") - 109) <= 1)
        #expect(try chroma("0") == 90)
    }
}
