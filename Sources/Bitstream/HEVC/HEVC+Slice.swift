extension HEVC {
    /// A slice segment NAL unit taken apart: its header, and where the coding tree begins.
    struct Slice {
        var header: SliceHeader
        var context: SliceContext
        /// Bits from the first byte of the RBSP to byte_alignment().
        var headerEnd: Int

        /// Most headers end within this; the rest of the segment need not be looked at to read one.
        private static let headerWindow = 256

        init(_ unit: ArraySlice<UInt8>, _ sets: ParameterSets) throws(BitstreamError) {
            do {
                try self.init(rbsp: EmulationPrevention.removed(from: unit.prefix(Self.headerWindow)), sets)
            } catch .truncated where unit.count > Self.headerWindow {
                try self.init(rbsp: EmulationPrevention.removed(from: unit), sets)
            }
        }

        private init(rbsp: [UInt8], _ sets: ParameterSets) throws(BitstreamError) {
            let unit = try UnitHeader(rbsp[...])
            var identity = SliceHeader()
            var peek = BitReader(rbsp, at: UnitHeader.size * 8)
            try identity.walkIdentity(&peek, unit)
            context = try sets.context(unit, pictureParameterSetID: identity.pictureParameterSetID)
            header = SliceHeader()
            var reader = BitReader(rbsp, at: UnitHeader.size * 8)
            try header.walk(&reader, context)
            headerEnd = reader.position
        }

        /// Appends the segment's NAL unit with another header, read against `target`. Without a difference it is
        /// the unit as it was.
        func write(
            _ header: SliceHeader, _ target: SliceContext, replacing unit: ArraySlice<UInt8>, to output: inout [UInt8]
        ) throws(BitstreamError) {
            var writer = BitWriter(target.unit.bytes)
            var copy = header
            try copy.walk(&writer, target)
            // byte_alignment(): a one, then zeros (§7.3.2.12).
            writer.trailingBits()
            let new = writer.bytes
            let old = EmulationPrevention.removed(from: unit.prefix(new.count + new.count / 2 + 3))
            let end = (headerEnd + 8) / 8
            if new.count == end, old.starts(with: new) { return output.append(contentsOf: unit) }
            let rbsp = EmulationPrevention.removed(from: unit)
            guard rbsp.count > end else { throw .truncated(element: "slice_segment_data") }
            writer.append(bytes: rbsp[end...])
            EmulationPrevention.insert(into: writer.bytes, appendingTo: &output)
        }
    }
}
