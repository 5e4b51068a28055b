import Parameters
import Pictures

/// Draws any matte: copies samples that have not changed yet or have changed completely, and mixes those in between.
///
/// Without softness, drawing is little more than a copy: whole blocks of samples outside the edge are copied based on
/// their minimum and maximum moments, without looking at the weights.
final class MatteKernel: TransitionKernel {
    struct Edge {
        /// The width of the soft edge as a fraction of the range from the first moment to the last.
        var softness: Double
        /// The width of the border in luma samples; 0 for none.
        var borderWidth: Double
        var borderColor: RGBColor
    }

    private let luma: MattePlane
    private let chroma: MattePlane
    private let lumaEdge: MatteEdge
    private let chromaEdge: MatteEdge
    private let border: [Int]
    private let format: PixelFormat

    // The weights of one row where it is mixed.
    private let outerWeights: Scratch<Int16>
    private let innerWeights: Scratch<Int16>

    init(_ shape: some MatteShape, _ edge: Edge, _ canvas: TransitionCanvas) {
        let size = canvas.size
        // A hard edge is a sample and a half wide in each plane: narrower gives a staircase, wider a blur.
        let planeEdge = { (samples: Double) in
            MatteEdge(shape, softness: edge.softness, hardSamples: samples, borderSamples: edge.borderWidth)
        }
        (lumaEdge, chromaEdge) = (planeEdge(1.5), planeEdge(3))
        luma = MattePlane(shape, .luma(size), lumaEdge)
        chroma = MattePlane(shape, .chroma(size), chromaEdge)
        border = canvas.planeValues(of: edge.borderColor)
        format = canvas.format
        outerWeights = Scratch(count: size.width, filledWith: 0)
        innerWeights = Scratch(count: size.width, filledWith: 0)
    }

    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        let way = lumaEdge.way(widest: max(lumaEdge.width, chromaEdge.width))
        let middle = Int((progress * Double(way.count)).rounded()) + way.lowerBound
        let layers = (0..<3).map { index in
            Layer(
                from: outgoing.plane(index), to: incoming.plane(index), out: destination.plane(index),
                border: border[index])
        }
        if format == .yuv420p8 {
            draw(luma, lumaEdge, middle, layers[..<1], as: UInt8.self)
            draw(chroma, chromaEdge, middle, layers[1...], as: UInt8.self)
        } else {
            draw(luma, lumaEdge, middle, layers[..<1], as: UInt16.self)
            draw(chroma, chromaEdge, middle, layers[1...], as: UInt16.self)
        }
    }
}

extension MatteKernel {
    /// The same plane of the three pictures.
    private struct Layer {
        var from: Plane
        var to: Plane
        var out: Plane
        var border: Int
    }

    /// How a stretch of a row is drawn.
    private enum Change { case none, whole, mixed }

    /// Draws the planes that share a matte: luma, or both chroma planes.
    private func draw<Sample: RowSample>(
        _ matte: MattePlane, _ edge: MatteEdge, _ middle: Int, _ layers: ArraySlice<Layer>, as type: Sample.Type
    ) {
        for y in 0..<matte.height {
            let row = Int(matte.storedRow[y])
            var end = 0
            while end < matte.width {
                let start = end
                let change = nextStretch(of: row, matte, middle, &end)
                if change == .mixed { weigh(row, start..<end, matte, edge, middle) }
                for layer in layers { draw(change, layer, y, start..<end, hasBorder: edge.border > 0, as: type) }
            }
        }
    }

    /// Finds the run of blocks treated the same way as the one at `end`.
    private func nextStretch(of row: Int, _ matte: MattePlane, _ middle: Int, _ end: inout Int) -> Change {
        let change = { (block: Int) -> Change in
            let extremes = matte.extremes[row &* matte.blocksPerRow &+ block]
            return middle <= Int(extremes.earliest) ? .none : middle >= Int(extremes.latest) ? .whole : .mixed
        }
        var block = end / MattePlane.blockLength
        let first = change(block)
        repeat { block += 1 } while block < matte.blocksPerRow && change(block) == first
        end = min(block * MattePlane.blockLength, matte.width)
        return first
    }

    private func weigh(_ row: Int, _ part: Range<Int>, _ matte: MattePlane, _ edge: MatteEdge, _ middle: Int) {
        let first = row * matte.width + part.lowerBound
        matte.moments.withUnsafeBufferPointer { moments in
            matte.slopes.withUnsafeBufferPointer { slopes in
                for isTrailing in edge.border > 0 ? [false, true] : [false] {
                    let weights = isTrailing ? innerWeights.base : outerWeights.base
                    guard slopes.isEmpty else {
                        edge.fillWeights(
                            moments.baseAddress! + first, slopes: slopes.baseAddress! + first, middle: middle,
                            isTrailing: isTrailing, into: weights, count: part.count)
                        continue
                    }
                    let ramp = Ramp(
                        threshold: middle + edge.width / 2 - (isTrailing ? edge.border : 0), width: edge.width)
                    let moments = moments.baseAddress! + first
                    for x in 0..<part.count { weights[x] = ramp.weight(at: moments[x]) }
                }
            }
        }
    }

    private func draw<Sample: RowSample>(
        _ change: Change, _ layer: Layer, _ y: Int, _ part: Range<Int>, hasBorder: Bool, as type: Sample.Type
    ) {
        let from = UnsafePointer(layer.from.row(y, as: type) + part.lowerBound)
        let to = UnsafePointer(layer.to.row(y, as: type) + part.lowerBound)
        let out = layer.out.row(y, as: type) + part.lowerBound
        switch change {
        case .none: out.update(from: from, count: part.count)
        case .whole: out.update(from: to, count: part.count)
        case .mixed where hasBorder:
            mixRow(
                from, through: Sample(truncatingIfNeeded: layer.border), to: to, outerWeights: outerWeights.base,
                innerWeights: innerWeights.base, into: out, count: part.count)
        case .mixed: mixRow(from, to, weights: outerWeights.base, into: out, count: part.count)
        }
    }
}

/// The soft edge of a matte at one instant: maps the moment of a sample to how far it has changed.
///
/// ```
///  weight 32767 ┤━━━━━━━╲                      a sample whose moment is `threshold` starts to change,
///               │        ╲                     one whose moment is `threshold − width` has changed
///             0 ┤         ╲━━━━━━━━━━━━ moment
///                        ╵ ╵ threshold
/// ```
///
/// The slope is the smoothstep 3u² − 2u³: a linear one shows Mach bands where it bends.
struct Ramp {
    private let threshold: Int32
    private let width: Int32
    /// `width << shift` fills 16 bits…
    private let shift: Int32
    /// …and grows to 65535 when `gain` / 65536 of it is added.
    private let gain: UInt32

    /// - Parameter width: 1…65535.
    init(threshold: Int, width: Int) {
        self.threshold = Int32(threshold)
        self.width = Int32(width)
        shift = Int32(UInt16(width).leadingZeroBitCount)
        let full = width << Int(shift)
        gain = UInt32((65535 - full) * 65536 / full)
    }

    /// The weight 0…32767 at `moment`.
    @inline(__always)
    func weight(at moment: UInt16) -> Int16 {
        let elapsed = UInt32(bitPattern: min(max(threshold &- Int32(moment), 0), width) &<< shift)
        // With v = u − ½ smoothstep is ½ + v · (3/2 − 2v²).
        let v = Int32(bitPattern: elapsed &+ (elapsed &* gain) &>> 16) &- 32768
        let size = v < 0 ? ~v : v
        return Int16(truncatingIfNeeded: 16384 &+ (v &* (49151 &- (size &* size) &>> 16)) &>> 16)
    }
}
