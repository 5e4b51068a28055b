extension SyntaxTable {
    /// Reads a whole RBSP: everything between the NAL unit header and the trailing bits.
    init(rbsp: [UInt8], skipping headerBytes: Int, _ structure: StaticString) throws(BitstreamError) {
        self.init()
        var reader = BitReader(rbsp, at: headerBytes * 8)
        try walk(&reader)
        try reader.trailingBits(structure)
    }

    /// Writes a whole RBSP behind a NAL unit header, trailing bits included.
    func rbsp(header: [UInt8]) throws(BitstreamError) -> [UInt8] {
        var writer = BitWriter(header)
        var copy = self
        try copy.walk(&writer)
        writer.trailingBits()
        return writer.bytes
    }
}
