extension H264.Slice {
    /// Appends the slice's NAL unit with another header, read against `target`. If the header is the same, so is the
    /// unit.
    ///
    /// - Returns: whether its macroblocks moved to other bit positions: then none of them may be uncompressed
    ///   (I_PCM), which begin on a whole byte (§7.3.5 pcm_alignment_zero_bit).
    func write(
        _ header: H264.SliceHeader, _ target: H264.SliceContext, replacing unit: ArraySlice<UInt8>,
        to output: inout [UInt8]
    ) throws(BitstreamError) -> Bool {
        var writer = try writer(of: header, target)
        if try isUnchanged(unit, writer) {
            output.append(contentsOf: unit)
            return false
        }
        let rbsp = EmulationPrevention.removed(from: unit)
        let stop = BitReader(rbsp).stopBit
        guard stop >= headerEnd else { throw .truncated(element: "slice_data") }
        if context.picture.usesCABAC {
            // slice_data() starts with ones up to a byte boundary (§7.3.4); after that, bytes are copied whole.
            writer.alignWithOnes()
            writer.append(bytes: rbsp[((headerEnd + 7) / 8)...])
            EmulationPrevention.insert(into: writer.bytes, appendingTo: &output)
            return false
        }
        let isShifted = (writer.position - headerEnd) % 8 != 0
        writer.append(bitsOf: rbsp, from: headerEnd, to: stop)
        writer.trailingBits()
        EmulationPrevention.insert(into: writer.bytes, appendingTo: &output)
        return isShifted
    }

    private func isUnchanged(_ unit: ArraySlice<UInt8>, _ writer: BitWriter) throws(BitstreamError) -> Bool {
        guard writer.position == headerEnd else { return false }
        let new = writer.bytes
        let old = EmulationPrevention.removed(from: unit.prefix(new.count + new.count / 2 + 3))
        let whole = headerEnd / 8
        guard old.count >= new.count, old[..<whole] == new[..<whole] else { return false }
        let rest = headerEnd % 8
        return rest == 0 || (old[whole] ^ new[whole]) >> UInt8(8 - rest) == 0
    }
}
