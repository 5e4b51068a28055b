import TestSupport
import Testing

@testable import Pictures

@Suite("Pictures")
struct PictureTests {
    @Test(
        "chroma planes have half the size, rounded up",
        arguments: [(1, 1, 1, 1), (2, 2, 1, 1), (7, 5, 4, 3), (8, 3, 4, 2)])
    func chroma(width: Int, height: Int, chromaWidth: Int, chromaHeight: Int) {
        #expect(
            PictureSize(width: width, height: height).chroma420 == PictureSize(width: chromaWidth, height: chromaHeight)
        )
    }

    @Test("black and neutral are those of limited range")
    func codes() {
        #expect(PixelFormat.yuv420p8.limitedBlack == 16 && PixelFormat.yuv420p8.neutralChroma == 128)
        #expect(PixelFormat.yuv420p10.limitedBlack == 64 && PixelFormat.yuv420p10.neutralChroma == 512)
    }

    @Test("filling writes every sample and no padding", arguments: PixelFormat.allCases, [(1, 1), (7, 5), (16, 16)])
    func fill(format: PixelFormat, size: (Int, Int)) {
        let picture = OwnedPicture(format, PictureSize(width: size.0, height: size.1), padding: (3, 9, 1))
        picture.picture.fill()
        let values = [format.limitedBlack, format.neutralChroma, format.neutralChroma]
        for (plane, value) in zip(picture.samples, values) { #expect(plane.joined().allSatisfy { $0 == value }) }
        picture.picture.fill(luma: 200, cb: 1, cr: 2)
        for (plane, value) in zip(picture.samples, [200, 1, 2]) { #expect(plane.joined().allSatisfy { $0 == value }) }
        #expect(picture.damagedPadding == 0)
    }

    @Test("a copy has the same samples, whatever the strides", arguments: PixelFormat.allCases)
    func copy(format: PixelFormat) {
        var random = Seeded(6)
        let size = PictureSize(width: 13, height: 9)
        let source = OwnedPicture(format, size, padding: (5, 0, 2))
        source.randomise(&random)
        let destination = OwnedPicture(format, size, padding: (0, 7, 1))
        destination.picture.copy(from: source.picture)
        #expect(destination.samples == source.samples && destination.damagedPadding == 0)
    }

    @Test(
        "a crop shows its part of all planes and shares the memory", arguments: PixelFormat.allCases,
        [
            PictureRect(x: 0, y: 0, width: 12, height: 10), PictureRect(x: 2, y: 4, width: 5, height: 3),
            PictureRect(x: 10, y: 8, width: 2, height: 2), PictureRect(x: 4, y: 2, width: 8, height: 8),
            PictureRect(x: 6, y: 6, width: 0, height: 0),
        ])
    func crop(format: PixelFormat, rect: PictureRect) {
        var random = Seeded(7)
        let whole = OwnedPicture(format, PictureSize(width: 12, height: 10), padding: (4, 4, 4))
        whole.randomise(&random)
        let before = whole.samples
        let part = whole.picture.cropped(to: rect)
        #expect(part.size == rect.size)
        for (index, plane) in part.samples.enumerated() {
            let scale = index == 0 ? 1 : 2
            let (x, y) = (rect.x / scale, rect.y / scale)
            let size = index == 0 ? rect.size : rect.size.chroma420
            #expect(plane == before[index][y..<y + size.height].map { Array($0[x..<x + size.width]) })
        }
        part.fill(luma: 3, cb: 3, cr: 3)
        #expect(whole.samples[0].joined().count { $0 == 3 } >= rect.size.area)
        #expect(whole.damagedPadding == 0)
    }

    @Test(
        "bars are black outside and leave the inside alone", arguments: PixelFormat.allCases,
        [
            PictureRect(x: 0, y: 0, width: 16, height: 12), PictureRect(x: 4, y: 0, width: 8, height: 12),
            PictureRect(x: 0, y: 2, width: 16, height: 6), PictureRect(x: 2, y: 4, width: 10, height: 2),
            PictureRect(x: 14, y: 10, width: 2, height: 2), PictureRect(x: 8, y: 6, width: 0, height: 0),
        ])
    func bars(format: PixelFormat, rect: PictureRect) {
        let picture = OwnedPicture(format, PictureSize(width: 16, height: 12), padding: (2, 0, 6))
        picture.picture.fill(luma: 99, cb: 98, cr: 97)
        picture.picture.fillBars(around: rect)
        let inside = [99, 98, 97]
        let outside = [format.limitedBlack, format.neutralChroma, format.neutralChroma]
        for (index, plane) in picture.samples.enumerated() {
            let scale = index == 0 ? 1 : 2
            for (y, row) in plane.enumerated() {
                for (x, sample) in row.enumerated() {
                    let isInside =
                        (rect.x..<rect.x + rect.width).contains(x * scale)
                        && (rect.y..<rect.y + rect.height).contains(y * scale)
                    #expect(sample == (isInside ? inside[index] : outside[index]), "plane \(index) (\(x), \(y))")
                }
            }
        }
        #expect(picture.damagedPadding == 0)
    }

    @Test("bars reach the edge of a canvas of odd size")
    func oddBars() {
        let picture = OwnedPicture(.yuv420p8, PictureSize(width: 9, height: 7))
        picture.picture.fill(luma: 99, cb: 98, cr: 97)
        picture.picture.fillBars(around: PictureRect(x: 2, y: 0, width: 4, height: 7))
        let black = Array(repeating: 16, count: 2), row = black + [99, 99, 99, 99, 16, 16, 16]
        #expect(
            picture.samples[0].allSatisfy { $0 == row }
                && picture.samples[1].allSatisfy { $0 == [128, 98, 98, 128, 128] })
    }
}

@Suite("Picture pool")
struct PicturePoolTests {
    /// A size that no other test has: the memory is shared by the process.
    private static let size = PictureSize(width: 1733, height: 917)

    @Test("what is released is used again, by whom ever, while pictures of about its size are in use")
    func reuse() {
        let pool = PicturePool(format: .yuv420p8, size: Self.size)
        var first: Picture? = pool.picture()
        let second = pool.picture()
        let address = UnsafeMutableRawPointer(first!.luma.base)
        #expect(second.luma.base != address, "two living pictures share nothing")
        first = nil
        let other = PicturePool(format: .yuv420p8, size: PictureSize(width: 1740, height: 920))
        #expect(other.picture().luma.base == address)
        // Only the picture's life counts: a crop keeps the memory too.
        var third: Picture? = pool.picture()
        let crop = third!.cropped(to: PictureRect(x: 2, y: 2, width: 4, height: 4))
        third = nil
        #expect(pool.picture().luma.base != crop.luma.base - 2 * crop.luma.strideInBytes - 2)
    }

    @Test("memory that is kept is never more than what is in use")
    func release() {
        let bytes = 23_456_789
        let blocks = (0..<5).map { _ in PictureMemory.take(bytes)! }
        for block in blocks[..<2] { PictureMemory.give(block, bytes) }
        #expect(PictureMemory.keptCount(of: bytes) == 2)
        for block in blocks[2..<4] { PictureMemory.give(block, bytes) }
        #expect(PictureMemory.keptCount(of: bytes) == 1)
        PictureMemory.give(blocks[4], bytes)
        #expect(PictureMemory.keptCount(of: bytes) == 0)
    }

    @Test("a picture outlives its pool")
    func outlives() {
        var pool: PicturePool? = PicturePool(format: .yuv420p10, size: PictureSize(width: 6, height: 4))
        let picture = pool!.picture()
        pool = nil
        picture.fill(luma: 1000)
        #expect(picture.samples[0].joined().allSatisfy { $0 == 1000 })
    }

    #if DEBUG
        @Test("a picture handed out is poisoned, also when used again", arguments: PixelFormat.allCases)
        func poison(format: PixelFormat) {
            let pool = PicturePool(format: format, size: PictureSize(width: 5, height: 3))
            for _ in 0..<2 {
                let picture = pool.picture()
                #expect(picture.samples.joined().joined().allSatisfy { $0 == (format == .yuv420p8 ? 0xA5 : 0xA5A5) })
                picture.fill()
            }
        }
    #endif

    @Test(
        "planes lie apart, in order, on whole cache lines", arguments: PixelFormat.allCases,
        [(1, 1), (64, 2), (65, 33), (161, 121)])
    func layout(format: PixelFormat, size: (Int, Int)) {
        let size = PictureSize(width: size.0, height: size.1)
        let layout = PictureLayout(format: format, size: size)
        let planes = PicturePool(format: format, size: size).picture().planes
        for plane in planes {
            #expect(plane.strideInBytes >= plane.width * format.bytesPerSample)
            #expect(plane.strideInBytes % 64 == 0 && Int(bitPattern: plane.base) % 64 == 0)
        }
        let end = { (plane: Plane) in plane.base + plane.strideInBytes * plane.height }
        #expect(end(planes[0]) <= planes[1].base && end(planes[1]) <= planes[2].base)
        #expect(end(planes[2]) + PictureLayout.tail <= planes[0].base + layout.byteCount)
    }

    @Test("pictures may be returned from many threads at once")
    func concurrent() async {
        let pool = PicturePool(format: .yuv420p8, size: PictureSize(width: 16, height: 16))
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<50).allSatisfy { _ in
                        let picture = pool.picture()
                        picture.fill(luma: task)
                        return picture.samples[0].joined().allSatisfy { $0 == task }
                    }
                }
            }
            for await isIntact in group { #expect(isIntact) }
        }
    }
}
