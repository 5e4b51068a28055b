import Foundation
import Pictures

/// One plane of samples that a test can ask anything of: widened to 16 bits, rows without padding.
package struct SamplePlane: Hashable, Sendable {
    package var width: Int
    package var height: Int
    /// Bits that a sample carries.
    package var depth: Int
    package var samples: [UInt16]

    package init(width: Int, height: Int, depth: Int, samples: [UInt16]) {
        precondition(samples.count == width * height)
        self.width = width
        self.height = height
        self.depth = depth
        self.samples = samples
    }

    /// The largest code value.
    package var peak: Int { 1 << depth - 1 }

    package subscript(x: Int, y: Int) -> Int { Int(samples[y * width + x]) }

    /// The mean of a rectangle, which is clipped to the plane.
    package func mean(_ rect: PictureRect) -> Double {
        let xs = max(0, rect.x)..<max(max(0, rect.x), min(width, rect.x + rect.width))
        let ys = max(0, rect.y)..<max(max(0, rect.y), min(height, rect.y + rect.height))
        guard !xs.isEmpty, !ys.isEmpty else { return 0 }
        var sum = 0
        samples.withUnsafeBufferPointer { samples in
            for y in ys { for x in xs { sum += Int(samples[y * width + x]) } }
        }
        return Double(sum) / Double(xs.count * ys.count)
    }

    /// From a plane of a picture of `format`.
    package init(_ plane: Plane, format: PixelFormat) {
        width = plane.width
        height = plane.height
        depth = format.bitDepth
        samples = Self.widened(
            plane.base, width: width, height: height, stride: plane.strideInBytes, bytes: format.bytesPerSample)
    }

    static func widened(
        _ base: UnsafeRawPointer, width: Int, height: Int, stride: Int, bytes: Int
    ) -> [UInt16] {
        [UInt16](unsafeUninitializedCapacity: width * height) { buffer, count in
            for y in 0..<height {
                let target = buffer.baseAddress! + y * width
                if bytes == 2 {
                    let row = (base + y * stride).assumingMemoryBound(to: UInt16.self)
                    target.initialize(from: row, count: width)
                } else {
                    let row = (base + y * stride).assumingMemoryBound(to: UInt8.self)
                    for x in 0..<width { target[x] = UInt16(row[x]) }
                }
            }
            count = width * height
        }
    }

    /// Turned by what a display matrix asks for: mirrored left to right first, then clockwise quarter turns.
    package func turned(mirrored: Bool, quarterTurns: Int) -> SamplePlane {
        guard mirrored || quarterTurns != 0 else { return self }
        let (w, h) = quarterTurns % 2 == 1 ? (height, width) : (width, height)
        var result = [UInt16](repeating: 0, count: w * h)
        samples.withUnsafeBufferPointer { source in
            result.withUnsafeMutableBufferPointer { target in
                for y in 0..<height {
                    for x in 0..<width {
                        let sx = mirrored ? width - 1 - x : x
                        let (tx, ty) =
                            switch quarterTurns {
                            case 0: (sx, y)
                            case 1: (height - 1 - y, sx)
                            case 2: (width - 1 - sx, height - 1 - y)
                            default: (y, width - 1 - sx)
                            }
                        target[ty * w + tx] = source[y * width + x]
                    }
                }
            }
        }
        return SamplePlane(width: w, height: h, depth: depth, samples: result)
    }

    /// Sum of the squared differences.
    package func squaredError(to other: SamplePlane) -> Double {
        precondition(width == other.width && height == other.height)
        var sum = 0
        samples.withUnsafeBufferPointer { a in
            other.samples.withUnsafeBufferPointer { b in
                for index in a.indices {
                    let difference = Int(a[index]) - Int(b[index])
                    sum += difference * difference
                }
            }
        }
        return Double(sum)
    }

    package static func == (a: SamplePlane, b: SamplePlane) -> Bool {
        guard (a.width, a.height, a.depth) == (b.width, b.height, b.depth) else { return false }
        return a.samples.withUnsafeBytes { x in
            b.samples.withUnsafeBytes { y in memcmp(x.baseAddress!, y.baseAddress!, x.count) == 0 }
        }
    }
}
