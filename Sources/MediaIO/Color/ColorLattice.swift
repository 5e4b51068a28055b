/// The colors that a `ColorTable` is computed at, and how it stores them: every luma by every node of Cb and Cr.
///
/// A cell lies between two neighboring Cb nodes and two neighboring Cr nodes. It has a luma for every entry, then a Cb and
/// a Cr for every entry, each at all four corners.
struct ColorLattice {
    /// The chroma codes of the nodes, in 8 bits, along Cb and along Cr: one apart around gray, four apart far from it.
    ///
    /// On an even grid of half as many nodes, 0.5 to 6 % of the HLG pictures of iPhones are off by more than a code: hue
    /// changes fast in dark grays.
    static let nodes: [Int] = {
        let steps = [(to: 16, by: 1), (to: 32, by: 2), (to: 128, by: 4)]
        var right = [0]
        for step in steps { while right.last! < step.to { right.append(right.last! + step.by) } }
        return (right.dropFirst().reversed().map(-) + right).map { $0 + 128 }
    }()
    /// Bits of a value: those of the target, and the rest as its fraction.
    static let valueBits = 16
    /// The number along one axis.
    static let cellCount = nodes.count - 1

    /// Values at the four corners of a cell: along Cb, then along Cr.
    typealias LumaEntry = SIMD4<Int16>
    /// Quarters of the values of Cb at the four corners, then of those of Cr: those of four lumas are added before they
    /// are weighted.
    typealias ChromaEntry = SIMD8<Int16>

    /// How many code values a sample of the source can have.
    let codes: Int
    /// Codes between one entry of luma and the next, as a shift: all codes, or every other where two bits are
    /// dropped anyway.
    let lumaShift: Int
    /// The same for the luma by which chroma is looked up: that of 8 bits.
    let chromaShift: Int

    /// - Parameters:
    ///   - source: bits of a sample of the source.
    ///   - target: the same of the target.
    @inline(__always)
    init(from source: Int, to target: Int) {
        codes = 1 << source
        lumaShift = source > target ? 1 : 0
        chromaShift = source - 8
    }

    /// The last entry is for rounding up.
    @inline(__always) var lumaEntries: Int { codes >> lumaShift + 1 }
    var chromaEntries: Int { codes >> chromaShift + 1 }
    /// From the start of a cell, in bytes.
    @inline(__always) var chromaOffset: Int { (lumaEntries + 1) / 2 * MemoryLayout<ChromaEntry>.stride }
    var cellSize: Int { chromaOffset + chromaEntries * MemoryLayout<ChromaEntry>.stride }

    /// The code that a node is computed at.
    func code(ofNode node: Int) -> Int { min(Self.nodes[node] << chromaShift, codes - 1) }
}
