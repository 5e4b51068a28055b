import FixtureMedia
import Pictures
import Testing

@testable import MediaIO

/// Still pictures: upright, of a reasonable size, and known to move if they do.
@Suite struct LogoTests {
    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(value >> (8 * $0) & 255) }
    }
    private static func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }
    private static func bytes(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

    /// Exif data with an orientation.
    private static func exif(_ orientation: Int) -> [UInt8] {
        bytes("MM") + big(42, 2) + big(8, 4) + big(1, 2) + big(0x112, 2) + big(3, 2) + big(1, 4) + big(orientation, 2)
            + big(0, 2) + big(0, 4)
    }

    private static func png(_ width: Int, _ height: Int, _ orientation: Int) -> [UInt8] {
        let chunk = { (name: String, data: [UInt8]) in big(data.count, 4) + bytes(name) + data + big(0, 4) }
        return bytes("\u{89}PNG\r\n\u{1A}\n") + chunk("IHDR", big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0])
            + chunk("IDAT", [1, 2, 3]) + chunk("eXIf", exif(orientation))
    }

    private static func jpeg(_ width: Int, _ height: Int, _ orientation: Int) -> [UInt8] {
        let segment = { (marker: Int, data: [UInt8]) in big(marker, 2) + big(data.count + 2, 2) + data }
        return big(0xFFD8, 2) + segment(0xFFE1, bytes("Exif\0\0") + exif(orientation))
            + segment(0xFFC0, [8] + big(height, 2) + big(width, 2) + [3]) + segment(0xFFDA, [])
    }

    private static func webP(_ width: Int, _ height: Int, _ orientation: Int, flags: UInt8) -> [UInt8] {
        let chunk = { (name: String, data: [UInt8]) in
            bytes(name) + little(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
        }
        let all =
            chunk("VP8X", [flags, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3)) + chunk("ICCP", [1])
            + chunk("EXIF", exif(orientation))
        return bytes("RIFF") + little(all.count + 4, 4) + bytes("WEBP") + all
    }

    @Test func everyFormatTellsSizeAndOrientation() throws {
        let folder = try TemporaryFolder()
        let orientations = [
            Orientation(quarterTurns: 0), Orientation(quarterTurns: 0, mirrored: true), Orientation(quarterTurns: 2),
            Orientation(quarterTurns: 2, mirrored: true), Orientation(quarterTurns: 3, mirrored: true),
            Orientation(quarterTurns: 1), Orientation(quarterTurns: 1, mirrored: true), Orientation(quarterTurns: 3),
        ]
        for (value, orientation) in zip(1..., orientations) {
            for file in [Self.png(300, 200, value), Self.jpeg(300, 200, value), Self.webP(300, 200, value, flags: 8)] {
                try folder.write(file, "logo")
                let header = try PictureHeader(path: folder("logo"))
                #expect(header.size == PictureSize(width: 300, height: 200))
                #expect(header.orientation == orientation)
                #expect(!header.isAnimatedWebP)
            }
        }
        try folder.write(Self.webP(300, 200, 1, flags: 2), "logo")
        #expect(try PictureHeader(path: folder("logo")).isAnimatedWebP)
    }

    @Test func hugePicturesAreRefusedBeforeTheyAreDecoded() throws {
        let folder = try TemporaryFolder()
        for file in [Self.png(16_000, 16_000, 1), Self.jpeg(16_000, 16_000, 1), Self.webP(16_000, 16_000, 1, flags: 0)]
        {
            try folder.write(file, "logo")
            let error = #expect(throws: MediaError.self) { try ColorImage(path: folder("logo"), side: 16) }
            #expect("\(error!)".contains("16000x16000"))
        }
    }

    @Test func anAnimatedWebPIsCalledSo() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.webP(64, 64, 1, flags: 2), "logo.webp")
        let error = #expect(throws: MediaError.self) { try ColorImage(path: folder("logo.webp"), side: 16) }
        #expect("\(error!)".contains("animated WebP"))
    }

    @Test func aTurnedLogoIsUpright() throws {
        let folder = try TemporaryFolder()
        // 40x20, its left half red and its right half blue, to be turned clockwise.
        let tags = [
            (256, 3, 40), (257, 3, 20), (258, 3, 8), (259, 3, 1), (262, 3, 2), (273, 4, 200), (274, 3, 6), (277, 3, 3),
            (278, 3, 20), (279, 4, 2400),
        ]
        var file = Self.bytes("II") + Self.little(42, 2) + Self.little(8, 4) + Self.little(tags.count, 2)
        for (tag, type, value) in tags {
            file += Self.little(tag, 2) + Self.little(type, 2) + Self.little(tag == 258 ? 3 : 1, 4)
            file += Self.little(tag == 258 ? 190 : value, 4)
        }
        file += [UInt8](repeating: 0, count: 190 - file.count) + (0..<3).flatMap { _ in Self.little(8, 2) }
        file += [UInt8](repeating: 0, count: 200 - file.count)
        for _ in 0..<20 { for x in 0..<40 { file += x < 20 ? [255, 0, 0] : [0, 0, 255] } }
        try folder.write(file, "logo.tif")
        let image = try ColorImage(path: folder("logo.tif"), side: 40)
        #expect(image.size == PictureSize(width: 20, height: 40))
        #expect(image.samples[4 * 20 + 10] == SIMD4(255, 0, 0, 255))
        #expect(image.samples[35 * 20 + 10] == SIMD4(0, 0, 255, 255))
        #expect(!image.isAnimated)
    }
}
