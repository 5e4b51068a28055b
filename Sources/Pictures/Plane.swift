/// One plane of samples in memory owned elsewhere: a view, valid while its `Picture` lives.
public struct Plane: @unchecked Sendable {
    /// The first sample of the first row.
    public let base: UnsafeMutableRawPointer
    /// Samples per row, without padding.
    public let width: Int
    /// Rows of the picture.
    public let height: Int
    /// Bytes from one row to the next, padding included (FFmpeg's `linesize`).
    public let strideInBytes: Int

    /// - Parameter base: memory of `height` rows, which the caller keeps alive.
    public init(base: UnsafeMutableRawPointer, width: Int, height: Int, strideInBytes: Int) {
        self.base = base
        self.width = width
        self.height = height
        self.strideInBytes = strideInBytes
    }

    /// The first sample of row `y`. `Sample` is `UInt8` for 8-bit pictures, `UInt16` for deeper ones.
    @inlinable
    public func row<Sample: FixedWidthInteger>(_ y: Int, as type: Sample.Type) -> UnsafeMutablePointer<Sample> {
        (base + y * strideInBytes).assumingMemoryBound(to: Sample.self)
    }
}

extension Plane {
    /// Copies all rows of `source`, which must have the same width and height.
    package func copy(from source: Plane, bytesPerSample: Int) {
        precondition(width == source.width && height == source.height, "copy between planes of different sizes")
        let bytes = width * bytesPerSample
        for y in 0..<height {
            (base + y * strideInBytes).copyMemory(from: source.base + y * source.strideInBytes, byteCount: bytes)
        }
    }

    package func fill(_ value: Int, bytesPerSample: Int) {
        for y in 0..<height {
            if bytesPerSample == 1 {
                row(y, as: UInt8.self).update(repeating: UInt8(truncatingIfNeeded: value), count: width)
            } else {
                row(y, as: UInt16.self).update(repeating: UInt16(truncatingIfNeeded: value), count: width)
            }
        }
    }

    /// The part of this plane inside `rect`, in samples of this plane; the memory is shared.
    package func cropped(to rect: PictureRect, bytesPerSample: Int) -> Plane {
        precondition(
            rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= width && rect.y + rect.height <= height,
            "\(rect) lies outside a plane of \(width)x\(height)")
        return Plane(
            base: base + rect.y * strideInBytes + rect.x * bytesPerSample, width: rect.width, height: rect.height,
            strideInBytes: strideInBytes)
    }
}
