import TestSupport

@testable import Pictures

/// A picture whose planes lie in guarded memory with strides of the test's choice, so that a test sees every
/// sample that was not written and every byte beside them that was.
final class OwnedPicture {
    static let guardByte: UInt8 = 0xEE
    let memory: [UnsafeMutableRawBufferPointer]
    let picture: Picture

    /// - Parameter padding: samples after each row, of luma, Cb and Cr.
    init(_ format: PixelFormat, _ size: PictureSize, padding: (Int, Int, Int) = (0, 0, 0)) {
        let bytes = format.bytesPerSample
        let chroma = size.chroma420
        var memory: [UnsafeMutableRawBufferPointer] = []
        let planes = zip([size, chroma, chroma], [padding.0, padding.1, padding.2]).map { size, padding in
            let stride = (size.width + padding) * bytes
            // One guarded row above and one below.
            let block = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * (size.height + 2), alignment: 16)
            block.initializeMemory(as: UInt8.self, repeating: Self.guardByte)
            memory.append(block)
            return Plane(
                base: block.baseAddress! + stride, width: size.width, height: size.height, strideInBytes: stride)
        }
        self.memory = memory
        picture = Picture(
            format: format, size: size, planes: (planes[0], planes[1], planes[2]), owner: Nobody())
    }
    deinit { memory.forEach { $0.deallocate() } }
    private final class Nobody {}

    var samples: [[[Int]]] { picture.samples }

    func randomise(_ random: inout Seeded) {
        for plane in picture.planes {
            for y in 0..<plane.height {
                for x in 0..<plane.width {
                    // Eight bits stay below the guard pattern, ten bits cannot reach it.
                    if picture.format == .yuv420p8 {
                        plane.row(y, as: UInt8.self)[x] = UInt8(random.next() % UInt64(Self.guardByte))
                    } else {
                        plane.row(y, as: UInt16.self)[x] = UInt16(random.next() % 1024)
                    }
                }
            }
        }
    }

    /// Bytes outside the samples that no longer hold the guard pattern.
    var damagedPadding: Int {
        zip(picture.planes, memory).reduce(0) { count, entry in
            let (plane, block) = entry
            let first = plane.base - UnsafeMutableRawPointer(block.baseAddress!)
            let rowBytes = plane.width * picture.format.bytesPerSample
            return count
                + block.indices.count { index in
                    let (row, column) = (index - first).quotientAndRemainder(dividingBy: plane.strideInBytes)
                    let isSample = index >= first && row < plane.height && column < rowBytes
                    return !isSample && block[index] != Self.guardByte
                }
        }
    }
}

extension Picture {
    /// The planes as rows of samples.
    var samples: [[[Int]]] {
        planes.map { plane in
            (0..<plane.height).map { y in
                format == .yuv420p8
                    ? (0..<plane.width).map { Int(plane.row(y, as: UInt8.self)[$0]) }
                    : (0..<plane.width).map { Int(plane.row(y, as: UInt16.self)[$0]) }
            }
        }
    }
}
