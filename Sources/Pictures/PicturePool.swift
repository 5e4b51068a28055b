import Platform

/// Makes pictures of one layout. Debug builds fill every picture with a conspicuous pattern, so that tests catch
/// samples that were never written.
package final class PicturePool: Sendable {
    package let format: PixelFormat
    /// Of every picture, in luma samples.
    package let size: PictureSize
    private let layout: PictureLayout

    /// Allocates nothing yet.
    ///
    /// - Precondition: a size that is not empty.
    package init(format: PixelFormat, size: PictureSize) {
        precondition(size.width > 0 && size.height > 0, "a picture of \(size)")
        self.format = format
        self.size = size
        layout = PictureLayout(format: format, size: size)
    }

    /// A picture whose samples are undefined: every one must be written.
    package func picture() -> Picture {
        let block = Block(byteCount: layout.byteCount)
        #if DEBUG
            memset(block.base, 0xA5, layout.byteCount)
        #endif
        return Picture(format: format, size: size, planes: layout.planes(at: block.base), owner: block)
    }

    /// Memory that is given back with the object.
    private final class Block {
        let base: UnsafeMutableRawPointer
        private let byteCount: Int
        init(byteCount: Int) {
            guard let base = PictureMemory.take(byteCount) else { fatalError("no memory for a picture") }
            (self.base, self.byteCount) = (base, byteCount)
        }
        deinit { PictureMemory.give(base, byteCount) }
    }
}

/// Where the planes of a picture are in one block of memory.
struct PictureLayout: Sendable {
    /// Rows start on cache lines, too.
    private static let alignment = PictureMemory.alignment
    /// Readers such as swscale and x264 may read a vector past the end of the last row.
    static let tail = 64

    let byteCount: Int
    /// Size, stride and place of each, in bytes.
    private var parts: [(size: PictureSize, stride: Int, offset: Int)] = []

    init(format: PixelFormat, size: PictureSize) {
        var end = 0
        for size in [size, size.chroma420, size.chroma420] {
            let stride = (size.width * format.bytesPerSample + Self.alignment - 1) / Self.alignment * Self.alignment
            parts.append((size, stride, end))
            end += stride * size.height
        }
        byteCount = end + Self.tail
    }

    func planes(at base: UnsafeMutableRawPointer) -> (Plane, Plane, Plane) {
        let plane = { (part: (size: PictureSize, stride: Int, offset: Int)) in
            Plane(
                base: base + part.offset, width: part.size.width, height: part.size.height, strideInBytes: part.stride)
        }
        return (plane(parts[0]), plane(parts[1]), plane(parts[2]))
    }
}
