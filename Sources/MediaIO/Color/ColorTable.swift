import CFFmpeg
import Pictures
import Synchronization

/// A lookup table for Y′CbCr colors, computed once with FFmpeg's filters.
///
/// Luma has an entry for every code, and chroma one for every node of a grid, with interpolation between nodes:
/// frames take one pass, however many filters the table includes. The grid is finest around gray, where the colors of
/// cameras are and where tone mapping bends most.
///
/// Written while it is computed, and read-only from then on: that makes it `Sendable`.
final class ColorTable: @unchecked Sendable {
    /// What a table is computed from; equal recipes give equal tables.
    struct Recipe: Hashable, Sendable {
        /// From Y′CbCr 4:4:4 of the source's depth to Y′CbCr 4:4:4 with 16 bits.
        var filters: String
        var source: PixelFormat
        var target: PixelFormat
        /// Whether the output has full range.
        var isFullRange: Bool
    }

    /// The position of a chroma code between two nodes, along Cb or along Cr.
    struct Position {
        /// The weight of each corner of a cell, in 32nds, twice, for two entries: the products of both axes are the
        /// weights of the corners.
        var weights: SIMD8<Int16>
        /// Bytes from the first cell.
        var offset: Int
    }

    /// The bits of a weight between two nodes.
    static let weightBits = 5

    let recipe: Recipe
    let lattice: ColorLattice
    /// The cells of the lattice, Cb first. All four corners are read and weighted together, which takes half the time
    /// of four tables of nodes. Less `zero`, because processors multiply and add pairs of signed words.
    let cells: UnsafeMutableRawPointer
    /// The position of every chroma code of the source.
    let alongCb: UnsafeMutablePointer<Position>
    let alongCr: UnsafeMutablePointer<Position>
    /// The value that a stored 0 represents.
    static let zero = 1 << (ColorLattice.valueBits - 1)

    /// The table of a recipe; the most recent ones are kept.
    static func table(_ recipe: Recipe) throws(FFmpegFailure) -> ColorTable {
        try kept.withLock { (kept) throws(FFmpegFailure) in
            let known = kept.first { $0.recipe == recipe }
            let table = if let known { known } else { try ColorTable(baking: recipe) }
            kept.removeAll { $0.recipe == recipe }
            kept = [table] + kept.prefix(mostKept - 1)
            return table
        }
    }

    private static let kept = Mutex<[ColorTable]>([])
    /// One for every camera of a grid.
    private static let mostKept = 6

    /// Runs the filters over pictures of all lumas by all nodes.
    private init(baking recipe: Recipe) throws(FFmpegFailure) {
        self.recipe = recipe
        lattice = ColorLattice(from: recipe.source.bitDepth, to: recipe.target.bitDepth)
        cells = .allocate(
            byteCount: ColorLattice.cellCount * ColorLattice.cellCount * lattice.cellSize,
            alignment: MemoryLayout<ColorLattice.ChromaEntry>.alignment
        )
        alongCb = .allocate(capacity: lattice.codes)
        alongCr = .allocate(capacity: lattice.codes)
        place()
        try bake()
    }

    deinit {
        cells.deallocate()
        alongCb.deallocate()
        alongCr.deallocate()
    }

    private func place() {
        for code in 0..<lattice.codes {
            let node = min(
                ColorLattice.nodes.lastIndex { $0 << (recipe.source.bitDepth - 8) <= code }!, ColorLattice.cellCount - 1
            )
            let low = lattice.code(ofNode: node)
            let next = Int16(((code - low) << Self.weightBits) / (lattice.code(ofNode: node + 1) - low))
            let this = 1 << Self.weightBits - next
            alongCb[code] = Position(
                weights: [this, next, this, next, this, next, this, next], offset: node * lattice.cellSize)
            alongCr[code] = Position(
                weights: [this, this, next, next, this, this, next, next],
                offset: node * ColorLattice.cellCount * lattice.cellSize)
        }
    }
}

extension ColorTable {
    /// A picture for every Cr node, with a row for every Cb node and a column for every entry of luma: small enough to
    /// stay in the cache through all filters.
    private func bake() throws(FFmpegFailure) {
        let depth = recipe.source.bitDepth
        let count = ColorLattice.nodes.count
        let colors = try FrameOwner(size: PictureSize(width: lattice.lumaEntries, height: count), format)
        let graph = try FilterGraph(filters, like: colors)
        var stored = 0
        // Pulled as soon as they are ready: frames that wait in a graph take memory at every filter. Some filters
        // wait for one more frame than they output, so there is one more round, without a frame.
        for cr in 0...count {
            if cr < count {
                try check("av_frame_make_writable", av_frame_make_writable(colors.pointer))
                depth == 8 ? fill(colors, cr, UInt8.self) : fill(colors, cr, UInt16.self)
                colors.pointer.pointee.pts = Int64(cr)
            }
            try graph.push(cr < count ? colors : nil)
            while let baked = try graph.pull() {
                store(baked.pointer, stored)
                stored += 1
            }
        }
        try check("av_buffersink_get_frame", stored == count ? 0 : compose_error_eof)
    }

    /// What colors are stored in before they pass through `filters`.
    var format: AVPixelFormat { recipe.source.bitDepth == 8 ? AV_PIX_FMT_YUV444P : AV_PIX_FMT_YUV444P10LE }

    /// The recipe's filters, and the change to values of 16 bits.
    var filters: String { "\(recipe.filters),format=yuv444p16le\(scaling)" }

    /// Limited range shifts with the depth. With full range, 65535 is white in 16 bits and 255 or 1023 in the target;
    /// neutral chroma is half of a power of two in all. Nothing rounds up beyond the highest code.
    private var scaling: String {
        let limit = { (value: String) in "min(\(value)\\,\(self.mostValue))" }
        guard recipe.isFullRange else {
            return ",lutyuv=y=\(limit("val")):u=\(limit("val")):v=\(limit("val"))"
        }
        let depth = recipe.target.bitDepth
        let white = (1 << depth - 1) << (ColorLattice.valueBits - depth)
        let chroma = limit("(val-32768)*\(white)/65535+32768")
        return ",lutyuv=y=\(limit("val*\(white)/65535")):u=\(chroma):v=\(chroma)"
    }

    /// The highest code plus just under a half.
    private var mostValue: Int {
        let step = 1 << (ColorLattice.valueBits - recipe.target.bitDepth)
        return 1 << ColorLattice.valueBits - step / 2 - 1
    }

    private func fill<Sample: FixedWidthInteger>(_ frame: FrameOwner, _ cr: Int, _ type: Sample.Type) {
        for row in ColorLattice.nodes.indices {
            let line = { (plane: Int32) in
                UnsafeMutableRawPointer(
                    compose_frame_plane(frame.pointer, plane)! + row * Int(compose_frame_stride(frame.pointer, plane))
                ).assumingMemoryBound(to: Sample.self)
            }
            line(2).update(repeating: Sample(truncatingIfNeeded: lattice.code(ofNode: cr)), count: lattice.lumaEntries)
            // The others stay.
            guard cr == 0 else { continue }
            line(1).update(repeating: Sample(truncatingIfNeeded: lattice.code(ofNode: row)), count: lattice.lumaEntries)
            for entry in 0..<lattice.lumaEntries {
                line(0)[entry] = Sample(truncatingIfNeeded: min(entry << lattice.lumaShift, lattice.codes - 1))
            }
        }
    }

    /// Every node is a corner of up to four cells.
    private func store(_ frame: UnsafeMutablePointer<AVFrame>, _ cr: Int) {
        let step = 1 << (lattice.chromaShift - lattice.lumaShift)
        for cb in ColorLattice.nodes.indices {
            let row = { (plane: Int32) in
                UnsafeRawPointer(compose_frame_plane(frame, plane)! + cb * Int(compose_frame_stride(frame, plane)))
                    .assumingMemoryBound(to: UInt16.self)
            }
            let (y, blue, red) = (row(0), row(1), row(2))
            for corner in 0..<4 {
                let (column, line) = (cb - corner % 2, cr - corner / 2)
                guard 0..<ColorLattice.cellCount ~= column, 0..<ColorLattice.cellCount ~= line else { continue }
                let cell = cells + (line * ColorLattice.cellCount + column) * lattice.cellSize
                let luma = cell.assumingMemoryBound(to: Int16.self) + corner
                for entry in 0..<lattice.lumaEntries { luma[4 &* entry] = Self.stored(y[entry]) }
                let chroma = (cell + lattice.chromaOffset).assumingMemoryBound(to: Int16.self) + corner
                for entry in 0..<lattice.chromaEntries {
                    chroma[8 &* entry] = Self.stored(blue[entry &* step]) >> 2
                    chroma[8 &* entry &+ 4] = Self.stored(red[entry &* step]) >> 2
                }
            }
        }
    }

    @inline(__always)
    private static func stored(_ value: UInt16) -> Int16 { Int16(truncatingIfNeeded: Int(value) &- zero) }
}
