import Pictures

/// Draws any matte: copies what has not changed yet and what has changed already, and mixes what lies between.
///
/// A picture without softness is hardly more than a copy: whole blocks of samples outside the edge are copied
/// by their least and greatest moments, without looking at the weights.
final class MatteKernel: TransitionKernel {
    struct Edge {
        /// The width of the soft edge as a part of the way from the first moment to the last.
        var softness: Double
        /// The width of the border in luma samples; 0 for none.
        var borderWidth: Double
        var borderColour: TransitionColour
    }

    private let luma: MattePlane
    private let chroma: MattePlane
    private let lumaWidth: Int
    private let chromaWidth: Int
    private let borderWidth: Int
    private let border: (luma: Int, cb: Int, cr: Int)
    private let format: PixelFormat

    // Of one row: where to copy and where to mix, and the weights where it is mixed.
    private let spans: Scratch<Span>
    private let sink = Scratch<UInt8>(count: 1, filledWith: 0)
    private let outerWeights: Scratch<Int16>
    private let innerWeights: Scratch<Int16>
    private let lumaGains: Scratch<UInt16>
    private let chromaGains: Scratch<UInt16>

    init(_ shape: some MatteShape, _ edge: Edge, _ canvas: Canvas) {
        let size = canvas.size
        luma = MattePlane(shape, .luma(size))
        chroma = MattePlane(shape, .chroma(size))
        // A hard edge is a sample and a half of each plane wide: less is a staircase, more is a blur.
        let samples = { (count: Double) in Int((count * shape.slope * 65535).rounded()) }
        let soft = Int((edge.softness * 65535).rounded())
        lumaWidth = min(65535, max(1, soft, samples(1.5)))
        chromaWidth = min(65535, max(1, soft, samples(3)))
        borderWidth = samples(edge.borderWidth)
        border = edge.borderColour.codeValues(in: canvas.format)
        format = canvas.format
        spans = Scratch(count: luma.blocksPerRow + 1, filledWith: Span(kind: .mixed, start: 0, end: 0))
        outerWeights = Scratch(count: size.width + 1, filledWith: 0)
        innerWeights = Scratch(count: size.width + 1, filledWith: 0)
        lumaGains = Scratch(count: size.width, filledWith: Ramp(threshold: 0, width: lumaWidth).gain)
        chromaGains = Scratch(count: size.chroma420.width, filledWith: Ramp(threshold: 0, width: chromaWidth).gain)
    }

    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        // The middle of the leading edge, from where the widest ramp has not begun to where the trailing edge
        // has gone.
        let half = max(lumaWidth, chromaWidth) / 2 + 1
        let middle = Int((progress * Double(65535 + 2 * half + borderWidth)).rounded()) - half
        let edges = { (width: Int, gains: Scratch<UInt16>) in
            Edges(
                outer: Ramp(threshold: middle + width / 2, width: width),
                inner: Ramp(threshold: middle + width / 2 - self.borderWidth, width: width), gains: gains)
        }
        let (lumaEdges, chromaEdges) = (edges(lumaWidth, lumaGains), edges(chromaWidth, chromaGains))
        let lumaPlanes = Layer(outgoing.luma, incoming.luma, destination.luma, border.luma)
        let cbPlanes = Layer(outgoing.cb, incoming.cb, destination.cb, border.cb)
        let crPlanes = Layer(outgoing.cr, incoming.cr, destination.cr, border.cr)
        if format == .yuv420p8 {
            draw(luma, lumaEdges, lumaPlanes, nil, as: UInt8.self)
            draw(chroma, chromaEdges, cbPlanes, crPlanes, as: UInt8.self)
        } else {
            draw(luma, lumaEdges, lumaPlanes, nil, as: UInt16.self)
            draw(chroma, chromaEdges, cbPlanes, crPlanes, as: UInt16.self)
        }
    }
}

extension MatteKernel {
    /// Both edges of the border; the same edge twice when there is none.
    private struct Edges {
        var outer: Ramp
        var inner: Ramp
        var gains: Scratch<UInt16>

        @inline(__always)
        func kind(_ extremes: MattePlane.Extremes) -> Span.Kind {
            outer.isBefore(extremes.earliest) ? .outgoing : inner.isAfter(extremes.latest) ? .incoming : .mixed
        }
    }

    /// A stretch of one row that is treated alike.
    struct Span: BitwiseCopyable {
        enum Kind: UInt8, BitwiseCopyable { case outgoing, incoming, mixed }
        var kind: Kind
        var start: Int
        var end: Int

        var count: Int { end - start }
    }

    /// The same plane of the three pictures.
    private struct Layer {
        var from: Plane
        var to: Plane
        var out: Plane
        var border: Int

        init(_ from: Plane, _ to: Plane, _ out: Plane, _ border: Int) {
            (self.from, self.to, self.out, self.border) = (from, to, out, border)
        }
    }

    /// Draws the layers that share a matte: luma, or both of chroma.
    private func draw<Sample: RowSample>(
        _ matte: MattePlane, _ edges: Edges, _ first: Layer, _ second: Layer?, as type: Sample.Type
    ) {
        var spanCount = 0
        var previous: Int32 = -1
        for y in 0..<matte.height {
            let stored = matte.storedRow[y]
            if stored != previous {
                spanCount = prepare(Int(stored), of: matte, edges)
                previous = stored
            }
            draw(y, spanCount, first, as: type)
            if spanCount > 1 { touch(min(y + 3, matte.height - 1), spanCount, first, matte, as: type) }
            if let second { draw(y, spanCount, second, as: type) }
        }
    }

    @inline(__always)
    private func touch<Sample: RowSample>(
        _ y: Int, _ spanCount: Int, _ layer: Layer, _ matte: MattePlane, as type: Sample.Type
    ) {
        var sum: UInt8 = 0
        for index in 0..<spanCount {
            let span = spans.base[index]
            let bytes = MemoryLayout<Sample>.size
            let start = span.start * bytes
            let end = min(span.end * bytes, start + 320)
            let from = UnsafePointer(layer.from.row(y, as: UInt8.self))
            let to = UnsafePointer(layer.to.row(y, as: UInt8.self))
            let out = UnsafePointer(layer.out.row(y, as: UInt8.self))
            for x in stride(from: start, to: end, by: 64) {
                if span.kind != .incoming { sum ^= from[x] }
                if span.kind != .outgoing { sum ^= to[x] }
                sum ^= out[x]
            }
        }
        sink.base[0] = sum
    }

    /// Finds the spans of a stored row and the weights of those that are mixed; returns how many spans.
    private func prepare(_ row: Int, of matte: MattePlane, _ edges: Edges) -> Int {
        let whole = edges.kind(matte.rowExtremes[row])
        if whole != .mixed {
            spans.base[0] = Span(kind: whole, start: 0, end: matte.width)
            return 1
        }
        let count = matte.extremes.withUnsafeBufferPointer { extremes in
            let blocks = extremes.baseAddress! + row &* matte.blocksPerRow
            let (spans, end) = (spans.base, matte.blocksPerRow)
            var count = 0
            var block = 0
            while block < end {
                let kind = edges.kind(blocks[block])
                let start = block
                repeat { block &+= 1 } while block < end && edges.kind(blocks[block]) == kind
                spans[count] = Span(
                    kind: kind, start: start &* MattePlane.blockLength,
                    end: min(block &* MattePlane.blockLength, matte.width))
                count &+= 1
            }
            return count
        }
        matte.moments.withUnsafeBufferPointer { moments in
            let moments = moments.baseAddress! + row * matte.width
            for index in 0..<count where spans.base[index].kind == .mixed {
                let (start, count) = (spans.base[index].start, spans.base[index].count)
                edges.outer.fillWeights(
                    moments + start, gains: edges.gains.base, into: outerWeights.base + start, count: count)
                guard borderWidth > 0 else { continue }
                edges.inner.fillWeights(
                    moments + start, gains: edges.gains.base, into: innerWeights.base + start, count: count)
            }
        }
        return count
    }

    @inline(__always)
    private func draw<Sample: RowSample>(
        _ y: Int, _ spanCount: Int, _ layer: Layer, as type: Sample.Type
    ) {
        for index in 0..<spanCount {
            let span = spans.base[index]
            let (start, count) = (span.start, span.count)
            let from = UnsafePointer(layer.from.row(y, as: type) + start)
            let to = UnsafePointer(layer.to.row(y, as: type) + start)
            let out = layer.out.row(y, as: type) + start
            switch span.kind {
            case .outgoing: out.update(from: from, count: count)
            case .incoming: out.update(from: to, count: count)
            case .mixed where borderWidth == 0:
                mixRow(from, to, weights: outerWeights.base + start, into: out, count: count)
            case .mixed:
                mixRow(
                    from, through: Sample(truncatingIfNeeded: layer.border), to: to,
                    outerWeights: outerWeights.base + start, innerWeights: innerWeights.base + start,
                    into: out, count: count)
            }
        }
    }
}
