import CFFmpeg
import Pictures
import Synchronization

/// A lookup table for Y′CbCr colors, computed once with FFmpeg's filters.
///
/// Luma has an entry for every code, and chroma one for every node of a grid, with interpolation between nodes:
/// frames take one pass, however many filters the table includes. The grid is finest around gray, where the colors of
/// cameras are and where tone mapping bends most; see `nodes`.
///
/// Written while it is computed, and read-only from then on: that makes it `Sendable`.
final class ColorTable: @unchecked Sendable {
    /// What a table is computed from; equal recipes give equal tables.
    struct Recipe: Hashable, Sendable {
        /// From Y′CbCr 4:4:4 of the source's depth to Y′CbCr 4:4:4 with 16 bits.
        var filters: String
        var source: PixelFormat
        var target: PixelFormat
        /// Of the output.
        var isFullRange: Bool
    }

    /// The position of a chroma code between two nodes.
    struct Position {
        /// The lower node's number.
        var node: Int32
        /// How far toward the next, in 32nds.
        var weight: UInt32
    }

    /// The chroma codes of the nodes, in 8 bits, along Cb and along Cr: one apart around gray, four apart far from it.
    ///
    /// For HLG pictures of iPhones, 99.99 % of the results are then within one 8-bit code of the filters; for ramps
    /// of saturated BT.709 colors under looks 99.7 %, the rest within two. On an even grid of half as many nodes 0.5
    /// to 6 % of the HLG pictures are further off: hue changes fast in dark grays. Where colors leave the gamut of
    /// BT.709, up to 11 codes are lost: one code of chroma is that much of R′, G′ or B′ there.
    static let nodes: [Int] = {
        let steps = [(to: 16, by: 1), (to: 32, by: 2), (to: 128, by: 4)]
        var right = [0]
        for step in steps { while right.last! < step.to { right.append(right.last! + step.by) } }
        return (right.dropFirst().reversed().map(-) + right).map { $0 + 128 }
    }()
    /// Bits of a value: those of the target, and the rest as its fraction.
    static let valueBits = 16
    /// Of a weight between two nodes.
    static let weightBits = 5

    let recipe: Recipe
    /// Codes between one entry of luma and the next, as a shift: all codes, or every other where two bits are dropped
    /// anyway.
    let lumaShift: Int
    /// The same for the luma by which chroma is found: that of 8 bits.
    let chromaShift: Int
    /// By Cr node, Cb node and luma.
    let luma: UnsafeMutableBufferPointer<UInt16>
    /// The same for Cb and Cr, interleaved.
    let chroma: UnsafeMutableBufferPointer<UInt16>
    /// For every chroma code of the source.
    let positions: UnsafeMutableBufferPointer<Position>

    private static func codes(_ format: PixelFormat) -> Int { 1 << format.bitDepth }
    /// Entries for one pair of nodes: the last is for rounding up.
    private static func entries(_ format: PixelFormat, _ shift: Int) -> Int { codes(format) >> shift + 1 }
    var lumaEntries: Int { Self.entries(recipe.source, lumaShift) }
    var chromaEntries: Int { Self.entries(recipe.source, chromaShift) }

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
        let (source, target) = (recipe.source.bitDepth, recipe.target.bitDepth)
        lumaShift = source > target ? 1 : 0
        chromaShift = source - 8
        let pairs = Self.nodes.count * Self.nodes.count
        luma = .allocate(capacity: Self.entries(recipe.source, lumaShift) * pairs)
        chroma = .allocate(capacity: Self.entries(recipe.source, chromaShift) * pairs * 2)
        positions = .allocate(capacity: Self.codes(recipe.source))
        place(codes: source)
        try bake()
    }

    deinit {
        luma.deallocate()
        chroma.deallocate()
        positions.deallocate()
    }

    private func place(codes depth: Int) {
        for code in positions.indices {
            let node = Self.nodes.lastIndex { $0 << (depth - 8) <= code }!
            let low = Self.nodes[node] << (depth - 8)
            let step = Self.nodes[node + 1] << (depth - 8) - low
            positions[code] = Position(
                node: Int32(node), weight: UInt32(((code - low) << Self.weightBits) / step))
        }
    }
}

extension ColorTable {
    /// A picture for every Cr node, with a row for every Cb node and a column for every entry of luma: small enough
    /// to stay in the cache through all filters.
    private func bake() throws(FFmpegFailure) {
        let depth = recipe.source.bitDepth
        let count = Self.nodes.count
        let lattice = try FrameOwner(
            size: PictureSize(width: lumaEntries, height: count),
            depth == 8 ? AV_PIX_FMT_YUV444P : AV_PIX_FMT_YUV444P10LE)
        let graph = try FilterGraph("\(recipe.filters),format=yuv444p16le\(scaling)", like: lattice)
        for cr in 0..<count {
            try check("av_frame_make_writable", av_frame_make_writable(lattice.pointer))
            depth == 8 ? fill(lattice, cr, UInt8.self) : fill(lattice, cr, UInt16.self)
            lattice.pointer.pointee.pts = Int64(cr)
            try graph.push(lattice)
        }
        // Filters that mix frames wait for the next one, and there is none.
        try graph.push(nil)
        for cr in 0..<count {
            let baked = try allocated("av_buffersink_get_frame", try graph.pull())
            withExtendedLifetime(baked) { store(baked.pointer, cr) }
        }
        // The last nodes are one code past the last code: extrapolated, so that the last code has what was computed
        // for it.
        for other in 0..<count { carryOn((count - 2, other), (count - 1, other)) }
        for other in 0..<count { carryOn((other, count - 2), (other, count - 1)) }
    }

    /// Limited range shifts with the depth. With full range, 65535 is white in 16 bits and 255 or 1023 in the target;
    /// neutral chroma is half of a power of two in all. Nothing rounds up beyond the highest code.
    private var scaling: String {
        let limit = { (value: String) in "min(\(value)\\,\(self.mostValue))" }
        guard recipe.isFullRange else {
            return ",lutyuv=y=\(limit("val")):u=\(limit("val")):v=\(limit("val"))"
        }
        let depth = recipe.target.bitDepth
        let white = (1 << depth - 1) << (Self.valueBits - depth)
        let chroma = limit("(val-32768)*\(white)/65535+32768")
        return ",lutyuv=y=\(limit("val*\(white)/65535")):u=\(chroma):v=\(chroma)"
    }

    /// The highest code plus just under a half.
    private var mostValue: Int {
        let step = 1 << (Self.valueBits - recipe.target.bitDepth)
        return 1 << Self.valueBits - step / 2 - 1
    }

    /// The code that a node is computed at.
    private func code(ofNode node: Int) -> Int {
        min(Self.nodes[node] << (recipe.source.bitDepth - 8), positions.count - 1)
    }

    private func fill<Sample: FixedWidthInteger>(_ frame: FrameOwner, _ cr: Int, _ type: Sample.Type) {
        for row in Self.nodes.indices {
            let line = { (plane: Int32) in
                UnsafeMutableRawPointer(
                    compose_frame_plane(frame.pointer, plane)! + row * Int(compose_frame_stride(frame.pointer, plane))
                ).assumingMemoryBound(to: Sample.self)
            }
            line(2).update(repeating: Sample(truncatingIfNeeded: code(ofNode: cr)), count: lumaEntries)
            // The others stay.
            guard cr == 0 else { continue }
            line(1).update(repeating: Sample(truncatingIfNeeded: code(ofNode: row)), count: lumaEntries)
            for entry in 0..<lumaEntries {
                line(0)[entry] = Sample(truncatingIfNeeded: min(entry << lumaShift, positions.count - 1))
            }
        }
    }

    private func store(_ frame: UnsafeMutablePointer<AVFrame>, _ cr: Int) {
        let (step, count) = (1 << (chromaShift - lumaShift), chromaEntries)
        for cb in Self.nodes.indices {
            let row = { (plane: Int32) in
                UnsafeRawPointer(compose_frame_plane(frame, plane)! + cb * Int(compose_frame_stride(frame, plane)))
                    .assumingMemoryBound(to: UInt16.self)
            }
            let pair = Self.pair(cb, cr)
            (luma.baseAddress! + pair * lumaEntries).update(from: row(0), count: lumaEntries)
            let (blue, red, place) = (row(1), row(2), chroma.baseAddress! + 2 * pair * count)
            var entry = 0
            while entry < count {
                place[2 &* entry] = blue[entry &* step]
                place[2 &* entry &+ 1] = red[entry &* step]
                entry &+= 1
            }
        }
    }

    private static func pair(_ cb: Int, _ cr: Int) -> Int { cr * nodes.count + cb }

    private func carryOn(_ before: (Int, Int), _ last: (Int, Int)) {
        // One code beyond what was computed for the last node.
        let step = (Self.nodes.last! - Self.nodes[Self.nodes.count - 2]) << (recipe.source.bitDepth - 8)
        func carry(_ table: UnsafeMutableBufferPointer<UInt16>, _ count: Int) {
            let (before, last) = (Self.pair(before.0, before.1) * count, Self.pair(last.0, last.1) * count)
            for index in 0..<count {
                let (a, b) = (Int(table[before + index]), Int(table[last + index]))
                table[last + index] = UInt16(
                    min(max(0, a + ((b - a) * step * 2 + step - 1) / (2 * step - 2)), mostValue))
            }
        }
        carry(luma, lumaEntries)
        carry(chroma, 2 * chromaEntries)
    }
}
