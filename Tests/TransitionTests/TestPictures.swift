import TestSupport
import Pictures

@testable import Transitions

/// A picture whose memory the tests own: rows with padding, guards around the planes, all of it poisoned.
final class TestMemory {
    let base: UnsafeMutableRawPointer
    let byteCount: Int
    init(byteCount: Int, poison: UInt8) {
        self.byteCount = byteCount
        base = .allocate(byteCount: byteCount, alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: poison, count: byteCount)
    }
    deinit { base.deallocate() }
}

/// - Parameter padding: bytes after each row; even, so that 16-bit samples stay aligned.
func testPicture(_ size: PictureSize, _ format: PixelFormat, padding: Int = 6, poison: UInt8 = 0xA5) -> Picture {
    let guardBytes = 64
    let chroma = size.chroma420
    let stride = { (width: Int) in width * format.bytesPerSample + padding }
    let lumaBytes = stride(size.width) * size.height
    let chromaBytes = stride(chroma.width) * chroma.height
    let memory = TestMemory(byteCount: lumaBytes + 2 * chromaBytes + 4 * guardBytes + 8, poison: poison)
    var offset = guardBytes
    let plane = { (size: PictureSize, bytes: Int) in
        defer { offset += (bytes + guardBytes + 1) / 2 * 2 }
        return Plane(
            base: memory.base + offset, width: size.width, height: size.height, strideInBytes: stride(size.width))
    }
    return Picture(
        format: format, size: size,
        planes: (plane(size, lumaBytes), plane(chroma, chromaBytes), plane(chroma, chromaBytes)),
        owner: memory)
}

extension Picture {
    /// The sample at column `x` of row `y`.
    func sample(_ plane: Int, _ x: Int, _ y: Int) -> Int {
        format == .yuv420p8
            ? Int(self.plane(plane).row(y, as: UInt8.self)[x]) : Int(self.plane(plane).row(y, as: UInt16.self)[x])
    }

    func set(_ plane: Int, _ x: Int, _ y: Int, _ value: Int) {
        if format == .yuv420p8 {
            self.plane(plane).row(y, as: UInt8.self)[x] = UInt8(value)
        } else {
            self.plane(plane).row(y, as: UInt16.self)[x] = UInt16(value)
        }
    }

    /// Every sample of a plane, row by row.
    func samples(_ plane: Int) -> [Int] {
        let size = self.plane(plane)
        return (0..<size.height).flatMap { y in (0..<size.width).map { sample(plane, $0, y) } }
    }
    var samples: [[Int]] { (0..<3).map(samples) }

    func filled(_ luma: Int, _ cb: Int, _ cr: Int) -> Picture {
        let scale = 1 << (format.bitDepth - 8)
        fill(luma: luma * scale, cb: cb * scale, cr: cr * scale)
        return self
    }

    /// Seeded noise over all code values.
    func noisy(seed: UInt64) -> Picture {
        var seeded = Seeded(seed)
        for index in 0..<3 {
            for y in 0..<plane(index).height {
                for x in 0..<plane(index).width {
                    set(index, x, y, Int.random(in: 0..<1 << format.bitDepth, using: &seeded))
                }
            }
        }
        return self
    }

    /// A ramp from dark to light with some structure: what a golden is taken of.
    func pattern(seed: Int) -> Picture {
        for index in 0..<3 {
            for y in 0..<plane(index).height {
                for x in 0..<plane(index).width {
                    let value = (x * (5 + seed) + y * (3 + 2 * seed) + index * 40 + (x / 4 + y / 4) % 2 * 60) % 220 + 16
                    set(index, x, y, value << (format.bitDepth - 8))
                }
            }
        }
        return self
    }

    /// Whether every byte that carries no sample is still `poison`.
    func keepsPadding(poison: UInt8) -> Bool {
        let memory = owner as! TestMemory
        var isSample = [Bool](repeating: false, count: memory.byteCount)
        for index in 0..<3 {
            let plane = plane(index)
            for y in 0..<plane.height {
                let start = plane.base - memory.base + y * plane.strideInBytes
                for byte in start..<start + plane.width * format.bytesPerSample { isSample[byte] = true }
            }
        }
        return isSample.indices.allSatisfy {
            isSample[$0] || memory.base.load(fromByteOffset: $0, as: UInt8.self) == poison
        }
    }

    /// FNV-1a over all samples, independent of strides.
    var digest: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for value in samples.joined() {
            hash = (hash ^ UInt64(value)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }
}
