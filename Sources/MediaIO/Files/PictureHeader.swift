import Pictures
import Platform

/// What a file says about its picture, before anything of it is decoded: FFmpeg's readers tell neither how PNG files are
/// turned nor whether WebP files move, and decode a picture of any size to find out what it is.
struct PictureHeader {
    private(set) var size: PictureSize?
    /// The orientation that makes the stored picture upright (Exif 2.32 §4.6.4 A).
    private(set) var orientation = Orientation.upright
    private(set) var isAnimatedWebP = false

    /// What stands before the pictures of a film, too.
    private static let mostBytes = 64 << 20
    /// Decoding and scaling one takes about twelve bytes for a sample.
    private static let mostSamples = 40_000_000

    /// - Throws: `MediaError.notPicture` for one that takes more memory than a picture should.
    init(path: String) throws(MediaError) {
        _ = try checkInputFile(path)
        guard let bytes = FileSystem.contents(ofFile: path, most: Self.mostBytes) else { return }
        let file = Bytes(bytes: bytes)
        if file.starts("\u{89}PNG", at: 0) {
            readPNG(file)
        } else if file.starts("RIFF", at: 0), file.starts("WEBP", at: 8) {
            readWebP(file)
        } else if file.starts("GIF8", at: 0) {
            size = Self.size(file.little(6, 2), file.little(8, 2))
        } else if file.starts("BM", at: 0) {
            size = Self.size(file.little(18, 4), file.little(22, 4))
        } else if file.big(0, 2) == 0xFFD8 {
            readJPEG(file)
        } else {
            readTIFF(file, from: 0, isWhole: true)
        }
        guard let size, size.width * size.height > Self.mostSamples else { return }
        throw .notPicture(
            path: path, reason: "it has \(size.width)x\(size.height) pixels, and more than 40 million are too many here"
        )
    }

    private static func size(_ width: Int?, _ height: Int?) -> PictureSize? {
        guard let width, let height, (1..<1 << 31).contains(width), (1..<1 << 31).contains(height) else { return nil }
        return PictureSize(width: width, height: height)
    }

    /// The W3C's "Portable Network Graphics": chunks of length, name, data and checksum.
    private mutating func readPNG(_ file: Bytes) {
        size = Self.size(file.big(16, 4), file.big(20, 4))
        var place = 8
        while let length = file.big(place, 4) {
            if file.starts("eXIf", at: place + 4) { return readTIFF(file, from: place + 8, isWhole: false) }
            place += 12 + length
        }
    }

    /// RFC 9649: chunks of name, length and data, filled up to even lengths.
    private mutating func readWebP(_ file: Bytes) {
        var place = 12
        while let length = file.little(place + 4, 4) {
            if file.starts("VP8X", at: place), let flags = file.little(place + 8, 1) {
                isAnimatedWebP = flags & 2 != 0
                size = Self.size(file.little(place + 12, 3).map { $0 + 1 }, file.little(place + 15, 3).map { $0 + 1 })
            } else if file.starts("VP8 ", at: place), size == nil {
                size = Self.size(
                    file.little(place + 14, 2).map { $0 & 0x3FFF }, file.little(place + 16, 2).map { $0 & 0x3FFF })
            } else if file.starts("VP8L", at: place), size == nil, let bits = file.little(place + 9, 4) {
                size = Self.size(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
            } else if file.starts("EXIF", at: place) {
                // Some writers keep JPEG's name of it.
                readTIFF(file, from: place + 8 + (file.starts("Exif\0\0", at: place + 8) ? 6 : 0), isWhole: false)
            }
            place += 8 + length + length % 2
        }
    }

    /// ITU-T T.81 §B: segments of marker, length and data.
    private mutating func readJPEG(_ file: Bytes) {
        var place = 2
        var hasExif = false
        while let marker = file.big(place, 2), marker >= 0xFFC0, let length = file.big(place + 2, 2), length >= 2 {
            switch marker {
            // Fill bytes.
            case 0xFFFF:
                place += 1
                continue
            case 0xFFC4, 0xFFC8, 0xFFCC: break
            case 0xFFC0...0xFFCF: size = Self.size(file.big(place + 7, 2), file.big(place + 5, 2))
            case 0xFFE1 where !hasExif && file.starts("Exif\0\0", at: place + 4):
                hasExif = true
                readTIFF(file, from: place + 10, isWhole: false)
            // Entropy-coded data follow.
            case 0xFFDA: return
            default: break
            }
            place += 2 + length
        }
    }

    /// TIFF 6.0 §2: a directory of tags with values.
    private mutating func readTIFF(_ file: Bytes, from start: Int, isWhole: Bool) {
        let isLittle = file.starts("II", at: start)
        guard isLittle || file.starts("MM", at: start) else { return }
        let read = { (place: Int, count: Int) in
            isLittle ? file.little(start + place, count) : file.big(start + place, count)
        }
        guard read(2, 2) == 42, let directory = read(4, 4), let count = read(directory, 2) else { return }
        var sides: [Int: Int] = [:]
        for index in 0..<count {
            let entry = directory + 2 + 12 * index
            guard let tag = read(entry, 2), let type = read(entry + 2, 2),
                let value = read(entry + 8, type == 3 ? 2 : 4)
            else { return }
            if tag == 0x112, (1...8).contains(value) { orientation = Self.orientations[value - 1] }
            sides[tag] = value
        }
        if isWhole { size = Self.size(sides[256], sides[257]) }
    }

    private static let orientations = [
        Orientation(quarterTurns: 0), Orientation(quarterTurns: 0, mirrored: true), Orientation(quarterTurns: 2),
        Orientation(quarterTurns: 2, mirrored: true), Orientation(quarterTurns: 3, mirrored: true),
        Orientation(quarterTurns: 1), Orientation(quarterTurns: 1, mirrored: true), Orientation(quarterTurns: 3),
    ]

    /// Numbers of a file; `nil` beyond its end.
    private struct Bytes {
        let bytes: [UInt8]

        func big(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place <= bytes.count - count else { return nil }
            return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
        }

        func little(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place <= bytes.count - count else { return nil }
            return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }

        func starts(_ text: String, at place: Int) -> Bool {
            let wanted = text.unicodeScalars.map { UInt8($0.value) }
            return place >= 0 && place <= bytes.count - wanted.count && bytes[place...].starts(with: wanted)
        }
    }
}
