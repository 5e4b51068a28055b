extension HEVC {
    /// Moves the packets of one source onto the splice parameter sets, one span after another.
    struct PacketRewriter: Bitstream.PacketRewriter {
        private let relocation: Relocation<ParameterSets>
        private var isAtSpanStart = true
        /// The span began with a CRA picture, whose leading pictures lost their references.
        private var hasLostLeading = false
        private var counter = PictureCounter()
        /// Messages about buffering models and parameter sets that do not survive a join.
        private static let staleMessages: Set = [
            SupplementalInformation.PayloadType.bufferingPeriod, SupplementalInformation.PayloadType.pictureTiming,
            SupplementalInformation.PayloadType.activeParameterSets,
            SupplementalInformation.PayloadType.decodingUnitInformation,
        ]

        init(_ relocation: Relocation<ParameterSets>) {
            self.relocation = relocation
        }

        var spanEnd: SliceRewriter.SpanEnd { SliceRewriter.SpanEnd(heldOrders: counter.held) }
        var hasShiftedBits: Bool { false }

        mutating func beginSpan(after previous: SliceRewriter.SpanEnd, inBand: [[UInt8]]) {
            isAtSpanStart = true
            hasLostLeading = false
            counter.beginSpan(after: previous.heldOrders)
        }

        mutating func rewrite(_ packet: [UInt8]) throws(BitstreamError) -> [UInt8] {
            let units = try relocation.source.framing.units(in: packet).map { unit throws(BitstreamError) in
                (unit: unit, header: try UnitHeader(unit))
            }
            guard let (slice, first) = units.first(where: { $0.header.kind == .slice }) else {
                throw .truncated(element: "access unit")
            }
            guard first.isRandomAccess || !isAtSpanStart else { throw .spanStartsInsideGroup(nalType: first.type) }
            if hasLostLeading, first.isLeading { throw .leadingPictureAtSpanStart(nalType: first.type) }
            if first.isRandomAccess && !isAtSpanStart { hasLostLeading = false }
            let position = try position(of: Slice(slice, relocation.source))
            let isPlain = units.allSatisfy {
                ![.parameterSet, .end, .foreign].contains($0.header.kind) && $0.header.layer == 0
            }
            if relocation.isIdentity && isPlain && !isAtSpanStart && position.shift == 0 { return packet }
            return try rewrite(units, first, position)
        }

        /// Advances the counter.
        private mutating func position(of slice: Slice) throws(BitstreamError) -> PictureCounter.Position {
            let bits = try relocation.context(of: slice, slice.context.unit, relocation.identifiers).sequence
                .log2MaxPictureOrderLSB
            return counter.advance(
                slice, startsSequence: isAtSpanStart || UnitType.brokenLink ~= slice.context.unit.type, bits: bits)
        }

        private mutating func rewrite(
            _ units: HeadedUnits<UnitHeader>, _ first: UnitHeader,
            _ position: PictureCounter.Position
        ) throws(BitstreamError) -> [UInt8] {
            for (unit, header) in units where header.kind == .parameterSet {
                guard relocation.source.units.contains(where: { $0.elementsEqual(unit) }) else {
                    throw .parameterSetChanges(kind: "parameter set of type", id: header.type)
                }
            }
            let output = try relocation.packet(of: units, stale: Self.staleMessages) {
                unit, output throws(BitstreamError) in
                let slice = try Slice(unit, relocation.source)
                guard slice.header.isFirst || !relocation.source.hasOneSliceInEachPicture else {
                    throw .unsupportedTool("a second slice in a stream that promises one")
                }
                try write(slice, unit, position, to: &output)
            }
            if isAtSpanStart, first.type == UnitType.cleanRandomAccess { hasLostLeading = true }
            // Pictures after an end of sequence start over, as at the start of a span (§8.1.3).
            isAtSpanStart = units.contains { $0.header.kind == .end }
            return output
        }

        private func write(
            _ slice: Slice, _ unit: ArraySlice<UInt8>, _ position: PictureCounter.Position, to output: inout [UInt8]
        ) throws(BitstreamError) {
            var header = slice.context.unit
            // After other pictures, a CRA picture begins a new sequence only as a BLA picture (§8.1.3).
            if isAtSpanStart, header.type == UnitType.cleanRandomAccess { header.type = UnitType.blaNoLeading }
            let adapter = SliceAdapter(
                source: slice.context, target: try relocation.context(of: slice, header, relocation.identifiers),
                position: position, keepsPriorPictures: isAtSpanStart)
            try slice.write(try adapter.adapted(slice.header), adapter.target, replacing: unit, to: &output)
        }
    }
}
