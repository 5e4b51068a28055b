extension HEVC.Slice {
    /// Appends the segment's NAL unit with another header, read against `target`. If the header is the same, so is
    /// the unit.
    func write(
        _ header: HEVC.SliceHeader, _ target: HEVC.SliceContext, replacing unit: ArraySlice<UInt8>,
        to output: inout [UInt8]
    ) throws(BitstreamError) {
        var writer = try writer(of: header, target)
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
