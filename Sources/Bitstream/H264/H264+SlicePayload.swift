extension H264 {
    /// A slice NAL unit taken apart: its header, and where the macroblocks begin.
    struct Slice {
        var header: SliceHeader
        var context: SliceContext
        /// Bits from the first byte of the RBSP to slice_data().
        var headerEnd: Int

        /// Most headers end within this; the rest of the slice need not be looked at to read one.
        private static let headerWindow = 192

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
            var peek = BitReader(rbsp, at: 8)
            try identity.walkIdentity(&peek)
            context = try sets.context(unit, pictureParameterSetID: identity.pictureParameterSetID)
            header = SliceHeader()
            var reader = BitReader(rbsp, at: 8)
            try header.walk(&reader, context)
            headerEnd = reader.position
        }

        /// Appends the slice's NAL unit with another header, read against `target`. Without a difference it is
        /// the unit as it was.
        ///
        /// - Returns: whether its macroblocks moved to other places within bytes: then it must hold none that are
        ///   uncompressed (I_PCM), which begin on a whole byte (§7.3.5 pcm_alignment_zero_bit).
        func write(
            _ header: SliceHeader, _ target: SliceContext, replacing unit: ArraySlice<UInt8>, to output: inout [UInt8]
        ) throws(BitstreamError) -> Bool {
            var writer = BitWriter([target.unit.byte])
            var copy = header
            try copy.walk(&writer, target)
            if try isUnchanged(unit, writer) {
                output.append(contentsOf: unit)
                return false
            }
            let rbsp = EmulationPrevention.removed(from: unit)
            let stop = BitReader(rbsp).stopBit
            guard stop >= headerEnd else { throw .truncated(element: "slice_data") }
            if context.picture.usesCABAC {
                // slice_data() starts with ones up to a byte boundary (§7.3.4); from there bytes stay bytes.
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
}
