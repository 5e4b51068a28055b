import Pictures

// Rows that are used in pieces, or with long work between them, are too short for a processor to see where reading and
// writing go on: kernels fetch, bit by bit, what they are going to need some rows later.

extension Plane {
    /// How many bytes lie between rows, of which the other may be one beyond the last.
    @inline(__always)
    func bytes(from y: Int, to other: Int) -> Int { (min(other, height - 1) - y) * strideInBytes }
}
