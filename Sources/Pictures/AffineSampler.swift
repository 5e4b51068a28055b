/// Draws a plane moved, turned and enlarged by fractions of a sample, bicubic (Catmull and Rom, 1974). It does not
/// shrink: there is no filter against aliasing.
package enum AffineSampler {
    /// Where a point of the drawn picture is in the source, both in samples from the top left corner.
    package struct Map: Hashable, Sendable {
        private var cosine, sine, x, y: Double

        /// A view of a picture, enlarged and turned around its center.
        ///
        /// - Parameters:
        ///   - size: of the drawn picture.
        ///   - center: where the center of the drawn picture is in the source, in samples.
        ///   - degrees: of the view, clockwise.
        ///   - zoom: at least 1.
        package init(drawing size: PictureSize, center: (x: Double, y: Double), degrees: Double, zoom: Double) {
            let turn = cosineAndSine(degrees: degrees)
            (cosine, sine) = (turn.cosine / zoom, turn.sine / zoom)
            let (middleX, middleY) = (Double(size.width) / 2, Double(size.height) / 2)
            x = center.x - cosine * middleX + sine * middleY
            y = center.y - sine * middleX - cosine * middleY
        }

        /// The place in the source of the middle of a sample; samples have `columns` × `rows` luma samples.
        fileprivate func place(_ column: Int, _ row: Int, columns: Double, rows: Double) -> (x: Double, y: Double) {
            let (u, v) = ((Double(column) + 0.5) * columns, (Double(row) + 0.5) * rows)
            return ((x + cosine * u - sine * v) / columns - 0.5, (y + sine * u + cosine * v) / rows - 0.5)
        }
    }

    /// - Parameters:
    ///   - source: a plane of the picture; beyond its edges it repeats its last samples.
    ///   - columns, rows: luma samples per sample of the planes.
    ///   - most: the largest value of a sample.
    package static func draw<Sample: FixedWidthInteger & UnsignedInteger>(
        _ source: Plane, into out: Plane, _ map: Map, columns: Int, rows: Int, most: Int, as type: Sample.Type
    ) {
        let row = Row<Sample>(source: source, most: Float(most))
        for y in 0..<out.height {
            let place = { (x: Int) in map.place(x, y, columns: Double(columns), rows: Double(rows)) }
            let (first, second, last) = (place(0), place(1), place(out.width - 1))
            let inside = [first, last].allSatisfy { place in
                place.x >= 1 && place.x < Double(source.width - 3) && place.y >= 1
                    && place.y < Double(source.height - 3)
            }
            row.draw(
                from: (fixed(first.x), fixed(first.y)), step: (fixed(second.x - first.x), fixed(second.y - first.y)),
                into: out.row(y, as: type), count: out.width, isInside: inside)
        }
    }

    /// Times 2³².
    private static func fixed(_ position: Double) -> Int {
        Int((min(max(position, -1e6), 1e6) * 4_294_967_296).rounded(.toNearestOrEven))
    }

    private struct Row<Sample: FixedWidthInteger & UnsignedInteger> {
        let source: Plane
        let most: Float

        func draw(
            from start: (x: Int, y: Int), step: (x: Int, y: Int), into out: UnsafeMutablePointer<Sample>, count: Int,
            isInside: Bool
        ) {
            weights.withUnsafeBufferPointer { weights in
                let (weights, most) = (weights.baseAddress!, most)
                var (x, y) = start
                for column in 0..<count {
                    let (left, top) = ((x >> 32) &- 1, (y >> 32) &- 1)
                    let across = weights[(x >> 24) & 255]
                    let down = weights[(y >> 24) & 255]
                    var sum: SIMD4<Float>
                    if isInside {
                        let first: Int = top &* source.strideInBytes &+ left &* MemoryLayout<Sample>.stride
                        let base = UnsafeRawPointer(source.base) + first
                        sum = load(base) * down[0]
                        sum += load(base + source.strideInBytes) * down[1]
                        sum += load(base + 2 &* source.strideInBytes) * down[2]
                        sum += load(base + 3 &* source.strideInBytes) * down[3]
                    } else {
                        sum = load(left, top) * down[0]
                        for row in 1..<4 { sum += load(left, top &+ row) * down[row] }
                    }
                    let parts = sum * across
                    let value = (parts[0] + parts[1]) + (parts[2] + parts[3]) + 0.5
                    out[column] = Sample(truncatingIfNeeded: Int32(min(max(value, 0), most)))
                    x &+= step.x
                    y &+= step.y
                }
            }
        }

        @inline(__always)
        private func load(_ base: UnsafeRawPointer) -> SIMD4<Float> {
            MemoryLayout<Sample>.stride == 1
                ? SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: base.loadUnaligned(as: SIMD4<UInt8>.self)))
                : SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: base.loadUnaligned(as: SIMD4<UInt16>.self)))
        }

        /// At the edges.
        private func load(_ left: Int, _ row: Int) -> SIMD4<Float> {
            let row = source.row(min(max(row, 0), source.height - 1), as: Sample.self)
            let sample = { (column: Int) in Float(row[min(max(column, 0), source.width - 1)]) }
            return SIMD4(sample(left), sample(left + 1), sample(left + 2), sample(left + 3))
        }
    }

    /// The weights of four samples around a position between the second and the third, in steps of 1/256.
    private static let weights: [SIMD4<Float>] = (0..<256).map { step in
        let t = Double(step) / 256
        let (near, far) = (
            { (x: Double) in (1.5 * x - 2.5) * x * x + 1 }, { (x: Double) in ((2.5 - 0.5 * x) * x - 4) * x + 2 }
        )
        return SIMD4(Float(far(1 + t)), Float(near(t)), Float(near(1 - t)), Float(far(2 - t)))
    }
}
