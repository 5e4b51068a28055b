import TestSupport
import Testing

@testable import Pictures

/// Rows of samples, moved as the display matrix says: the definition, and nothing of the implementation.
private func moved(_ rows: [[Int]], by orientation: Orientation) -> [[Int]] {
    let m = orientation.displayMatrix
    let (width, height) = (rows[0].count, rows.count)
    let size = orientation.apply(to: PictureSize(width: width, height: height))
    var result = Array(repeating: Array(repeating: -1, count: size.width), count: size.height)
    for y in 0..<height {
        for x in 0..<width {
            // A negative sign counts from the other end.
            let column = m.a * x + m.c * y, row = m.b * x + m.d * y
            result[row + (m.b + m.d < 0 ? size.height - 1 : 0)][column + (m.a + m.c < 0 ? size.width - 1 : 0)] =
                rows[y][x]
        }
    }
    return result
}

@Suite("Turning pictures")
struct ReorientTests {
    static let sizes = [(1, 1), (2, 1), (1, 9), (7, 5), (8, 8), (16, 4), (64, 64), (65, 130), (161, 121)].map {
        PictureSize(width: $0, height: $1)
    }

    @Test(
        "every sample lands where the display matrix says, and nothing else is touched",
        arguments: PixelFormat.allCases, sizes)
    func reference(format: PixelFormat, size: PictureSize) {
        var random = Seeded(UInt64(size.area))
        let source = OwnedPicture(format, size, padding: (13, 0, 5))
        source.randomise(&random)
        let before = source.samples
        for orientation in Orientation.allCases {
            let destination = OwnedPicture(format, orientation.apply(to: size), padding: (1, 30, 8))
            destination.picture.reorient(source.picture, orientation)
            #expect(destination.samples == before.map { moved($0, by: orientation) }, "\(orientation)")
            #expect(destination.damagedPadding == 0, "\(orientation)")
        }
        #expect(source.samples == before && source.damagedPadding == 0)
    }

    @Test(
        "mirrored, then turned clockwise: the three by two picture",
        arguments: [
            (0, false, [[1, 2, 3], [4, 5, 6]]), (1, false, [[4, 1], [5, 2], [6, 3]]),
            (2, false, [[6, 5, 4], [3, 2, 1]]),
            (3, false, [[3, 6], [2, 5], [1, 4]]), (0, true, [[3, 2, 1], [6, 5, 4]]),
            (1, true, [[6, 3], [5, 2], [4, 1]]),
            (2, true, [[4, 5, 6], [1, 2, 3]]), (3, true, [[1, 4], [2, 5], [3, 6]]),
        ] as [(Int, Bool, [[Int]])])
    func tabled(quarterTurns: Int, mirrored: Bool, rows: [[Int]]) {
        let orientation = Orientation(quarterTurns: quarterTurns, mirrored: mirrored)
        let source = OwnedPicture(.yuv420p8, PictureSize(width: 3, height: 2))
        source.picture.fill()
        for n in 0..<6 { source.picture.luma.row(n / 3, as: UInt8.self)[n % 3] = UInt8(n + 1) }
        let destination = OwnedPicture(.yuv420p8, orientation.apply(to: source.picture.size))
        destination.picture.reorient(source.picture, orientation)
        #expect(destination.samples[0] == rows)
    }

    @Test("two turns are the one that `then` names, in pixels")
    func composition() {
        var random = Seeded(5)
        let source = OwnedPicture(.yuv420p8, PictureSize(width: 11, height: 6))
        source.randomise(&random)
        let turned = { (picture: Picture, orientation: Orientation) in
            let result = OwnedPicture(.yuv420p8, orientation.apply(to: picture.size), padding: (3, 3, 3))
            result.picture.reorient(picture, orientation)
            return result
        }
        for a in Orientation.allCases {
            let first = turned(source.picture, a)
            #expect(turned(first.picture, a.inverse).samples == source.samples, "\(a)")
            for b in Orientation.allCases {
                #expect(turned(first.picture, b).samples == turned(source.picture, a.then(b)).samples, "\(a), \(b)")
            }
        }
    }
}
