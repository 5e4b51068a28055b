import CRows
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
        var borderColor: TransitionColor
    }

    private let luma: MattePlane
    private let chroma: MattePlane
    private let lumaEdge: MatteEdge
    private let chromaEdge: MatteEdge
    private let hasBorder: Bool
    private let border: (luma: Int, cb: Int, cr: Int)
    private let format: PixelFormat

    // Where to copy and where to mix, for every stored row of a plane.
    private let spans: Scratch<Span>
    private let spanCounts: Scratch<Int>
    // The weights of one row where it is mixed.
    private let outerWeights: Scratch<Int16>
    private let innerWeights: Scratch<Int16>
    private let lumaGains: Scratch<UInt16>
    private let chromaGains: Scratch<UInt16>

    init(_ shape: some MatteShape, _ edge: Edge, _ canvas: Canvas) {
        let size = canvas.size
        // A hard edge is a sample and a half of each plane wide: less is a staircase, more is a blur.
        let planeEdge = { (samples: Double) in
            MatteEdge(shape, softness: edge.softness, hardSamples: samples, borderSamples: edge.borderWidth)
        }
        (lumaEdge, chromaEdge) = (planeEdge(1.5), planeEdge(3))
        luma = MattePlane(shape, .luma(size), lumaEdge)
        chroma = MattePlane(shape, .chroma(size), chromaEdge)
        hasBorder = lumaEdge.border > 0
        border = edge.borderColor.codeValues(in: canvas.format)
        format = canvas.format
        let rows = max(luma.storedRowCount, chroma.storedRowCount)
        spans = Scratch(count: rows * luma.blocksPerRow, filledWith: Span(kind: .mixed, start: 0, end: 0))
        spanCounts = Scratch(count: rows, filledWith: 0)
        outerWeights = Scratch(count: size.width + 1, filledWith: 0)
        innerWeights = Scratch(count: size.width + 1, filledWith: 0)
        lumaGains = Scratch(count: size.width, filledWith: Ramp(threshold: 0, width: lumaEdge.width).gain)
        chromaGains = Scratch(count: size.chroma420.width, filledWith: Ramp(threshold: 0, width: chromaEdge.width).gain)
    }

    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        // The middle of the leading edge, from where the widest ramp has not begun to where the trailing edge
        // has gone.
        let half = max(lumaEdge.width, chromaEdge.width) / 2 + 1
        let middle = Int((progress * Double(65535 + 2 * half + lumaEdge.border)).rounded()) - half
        let lumaEdges = Edges(lumaEdge, middle, lumaGains)
        let chromaEdges = Edges(chromaEdge, middle, chromaGains)
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
    /// Both edges of the border at one instant; the same edge twice when there is none.
    private struct Edges {
        var edge: MatteEdge
        var middle: Int
        var outer: Ramp
        var inner: Ramp
        var gains: Scratch<UInt16>

        init(_ edge: MatteEdge, _ middle: Int, _ gains: Scratch<UInt16>) {
            self.edge = edge
            self.middle = middle
            self.gains = gains
            let threshold = middle + edge.width / 2
            outer = Ramp(threshold: threshold, width: edge.width)
            inner = Ramp(threshold: threshold - edge.border, width: edge.width)
        }

        @inline(__always)
        func kind(_ extremes: MattePlane.Extremes) -> Span.Kind {
            middle <= Int(extremes.earliest) ? .outgoing : middle >= Int(extremes.latest) ? .incoming : .mixed
        }
    }

    /// A stretch of one row that is treated alike.
    struct Span: BitwiseCopyable {
        enum Kind: UInt8, BitwiseCopyable { case outgoing, incoming, mixed }
        var kind: Kind
        private let first: Int32
        private let last: Int32

        init(kind: Kind, start: Int, end: Int) {
            self.kind = kind
            (first, last) = (Int32(truncatingIfNeeded: start), Int32(truncatingIfNeeded: end))
        }
        var start: Int { Int(first) }
        var count: Int { Int(last &- first) }
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

        @inline(__always)
        func row<Sample>(_ y: Int, _ x: Int, as type: Sample.Type) -> rows_layer {
            let byte = { (plane: Plane) in plane.base + (y &* plane.strideInBytes &+ x &* MemoryLayout<Sample>.size) }
            let soon = { (plane: Plane) in plane.bytes(from: y, to: y &+ 3) }
            return rows_layer(
                from: byte(from), to: byte(to), out: byte(out), from_soon: soon(from), to_soon: soon(to),
                out_soon: soon(out))
        }
    }

    /// Draws the layers that share a matte: luma, or both of chroma.
    private func draw<Sample: RowSample>(
        _ matte: MattePlane, _ edges: Edges, _ first: Layer, _ second: Layer?, as type: Sample.Type
    ) {
        for row in 0..<matte.storedRowCount { findSpans(of: row, matte, edges) }
        // Some rows of one picture after some of the other: reading both in turn, a piece of a row from each, loses what
        // the memory can deliver in one go [measured: twice the time], while lines of cache that have samples of both
        // must not leave the cache between.
        for top in stride(from: 0, to: matte.height, by: Self.bandHeight) {
            let rows = top..<min(top + Self.bandHeight, matte.height)
            copy(.outgoing, rows, matte, first.from, into: first.out, as: type)
            copy(.incoming, rows, matte, first.to, into: first.out, as: type)
            if let second {
                copy(.outgoing, rows, matte, second.from, into: second.out, as: type)
                copy(.incoming, rows, matte, second.to, into: second.out, as: type)
            }
            mix(rows, matte, edges, first, second, as: type)
        }
    }

    private static let bandHeight = 16

    private func mix<Sample: RowSample>(
        _ rows: Range<Int>, _ matte: MattePlane, _ edges: Edges, _ first: Layer, _ second: Layer?,
        as type: Sample.Type
    ) {
        var weighed: Int32 = -1
        for y in rows {
            let row = Int(matte.storedRow[y])
            let (spans, count) = (spans.base + row &* matte.blocksPerRow, spanCounts.base[row])
            for index in 0..<count where spans[index].kind == .mixed {
                guard hasBorder || !matte.slopes.isEmpty else {
                    fade(y, row, spans[index], matte, edges, first, second, as: type)
                    continue
                }
                if weighed != matte.storedRow[y] { weigh(row, spans[index], matte, edges) }
                mix(y, spans[index], first, as: type)
                if let second { mix(y, spans[index], second, as: type) }
            }
            weighed = matte.storedRow[y]
        }
    }

    private func findSpans(of row: Int, _ matte: MattePlane, _ edges: Edges) {
        let spans = spans.base + row &* matte.blocksPerRow
        let whole = edges.kind(matte.rowExtremes[row])
        let core = matte.rowCores[row]
        if whole != .mixed || (core.earliest < edges.middle && edges.middle < core.latest) {
            spans[0] = Span(kind: whole, start: 0, end: matte.width)
            spanCounts.base[row] = 1
            return
        }
        spanCounts.base[row] = matte.extremes.withUnsafeBufferPointer { extremes in
            let blocks = extremes.baseAddress! + row &* matte.blocksPerRow
            let end = matte.blocksPerRow
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
            // Many short pieces cost more than weighing the whole row: what is copied in pieces is fetched in pieces.
            guard count &* Self.shortPiece > matte.width, !hasBorder, matte.slopes.isEmpty else { return count }
            spans[0] = Span(kind: .mixed, start: 0, end: matte.width)
            return 1
        }
    }

    private static let shortPiece = 512

    private func copy<Sample: RowSample>(
        _ kind: Span.Kind, _ rows: Range<Int>, _ matte: MattePlane, _ source: Plane, into out: Plane,
        as type: Sample.Type
    ) {
        for y in rows {
            let row = Int(matte.storedRow[y])
            let spans = spans.base + row &* matte.blocksPerRow
            for index in 0..<spanCounts.base[row] where spans[index].kind == kind {
                let (start, count) = (spans[index].start, spans[index].count)
                let (soon, bytes) = (min(y + 8, out.height - 1), count &* MemoryLayout<Sample>.size)
                // Only long pieces let the processor see where reading goes on.
                if bytes < 1024 {
                    rows_prefetch(source.row(soon, as: type) + start, bytes)
                    rows_prefetch(out.row(soon, as: type) + start, bytes)
                }
                (out.row(y, as: type) + start).update(from: source.row(y, as: type) + start, count: count)
            }
        }
    }

    /// Weighs and mixes at once.
    private func fade<Sample: RowSample>(
        _ y: Int, _ row: Int, _ span: Span, _ matte: MattePlane, _ edges: Edges, _ first: Layer, _ second: Layer?,
        as type: Sample.Type
    ) {
        matte.moments.withUnsafeBufferPointer { moments in
            let moments = moments.baseAddress! + (row &* matte.width &+ span.start)
            let soon = Int(matte.storedRow[min(y &+ 3, matte.height &- 1)]) &- row
            var fade = edges.outer.fade(moments, soon: 2 &* soon &* matte.width)
            var one = first.row(y, span.start, as: type)
            guard let second else { return Sample.fade(rowSet, &fade, &one, nil, span.count) }
            var other = second.row(y, span.start, as: type)
            Sample.fade(rowSet, &fade, &one, &other, span.count)
        }
    }

    private func prefetch<Sample: RowSample>(_ y: Int, _ span: Span, _ layer: Layer, as type: Sample.Type) {
        let (soon, bytes) = (min(y &+ 3, layer.out.height &- 1), span.count &* MemoryLayout<Sample>.size)
        rows_prefetch(layer.from.row(soon, as: type) + span.start, bytes)
        rows_prefetch(layer.to.row(soon, as: type) + span.start, bytes)
        rows_prefetch(layer.out.row(soon, as: type) + span.start, bytes)
    }

    private func weigh(_ row: Int, _ span: Span, _ matte: MattePlane, _ edges: Edges) {
        let (start, count) = (span.start, span.count)
        matte.moments.withUnsafeBufferPointer { moments in
            let moments = moments.baseAddress! + row * matte.width + start
            let soon = min(row + 3, matte.storedRowCount - 1) - row
            rows_prefetch(moments + soon * matte.width, count * 2)
            guard matte.slopes.isEmpty else {
                return matte.slopes.withUnsafeBufferPointer { slopes in
                    let slopes = slopes.baseAddress! + row * matte.width + start
                    edges.edge.fillWeights(
                        moments, slopes: slopes, middle: edges.middle, isTrailing: false,
                        into: outerWeights.base + start, count: count)
                    guard hasBorder else { return }
                    edges.edge.fillWeights(
                        moments, slopes: slopes, middle: edges.middle, isTrailing: true,
                        into: innerWeights.base + start, count: count)
                }
            }
            edges.outer.fillWeights(moments, gains: edges.gains.base, into: outerWeights.base + start, count: count)
            guard hasBorder else { return }
            edges.inner.fillWeights(moments, gains: edges.gains.base, into: innerWeights.base + start, count: count)
        }
    }

    private func mix<Sample: RowSample>(_ y: Int, _ span: Span, _ layer: Layer, as type: Sample.Type) {
        let (start, count) = (span.start, span.count)
        prefetch(y, span, layer, as: type)
        let from = UnsafePointer(layer.from.row(y, as: type) + start)
        let to = UnsafePointer(layer.to.row(y, as: type) + start)
        let out = layer.out.row(y, as: type) + start
        if !hasBorder {
            mixRow(from, to, weights: outerWeights.base + start, into: out, count: count)
        } else {
            mixRow(
                from, through: Sample(truncatingIfNeeded: layer.border), to: to,
                outerWeights: outerWeights.base + start, innerWeights: innerWeights.base + start,
                into: out, count: count)
        }
    }
}
