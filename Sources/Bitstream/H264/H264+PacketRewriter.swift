extension H264 {
    /// Moves the packets of one source onto the splice parameter sets, one span after another.
    struct PacketRewriter: Bitstream.PacketRewriter {
        private let relocation: Relocation<ParameterSets>
        /// The source's active sets, and the target's ids for them.
        private var active: ParameterSets
        private var activeIdentifiers: [Int: Int]
        /// Sets that came with the packets before the span, to be activated with its first packet.
        private var earlier: [[UInt8]] = []
        /// Macroblocks were moved to other bit positions within bytes.
        private(set) var hasShiftedBits = false
        private var counter = PictureCounter()
        private var window = ReferenceWindow()
        private var isAtSpanStart = true
        /// idr_pic_id of the picture before, when that was an IDR picture: two consecutive ones must differ (§7.4.3).
        private var precedingIDR: Int?
        /// The picture before, for a target whose output order is its decoding order.
        private var previous: (order: Int, isReference: Bool)?

        /// Messages about buffering models and numbers that do not survive a join.
        private static let staleMessages: Set = [
            SupplementalInformation.PayloadType.bufferingPeriod, SupplementalInformation.PayloadType.pictureTiming,
            SupplementalInformation.PayloadType.markingRepetition,
        ]

        init(_ relocation: Relocation<ParameterSets>) {
            self.relocation = relocation
            active = relocation.source
            activeIdentifiers = relocation.identifiers
        }

        var spanEnd: SliceRewriter.SpanEnd { SliceRewriter.SpanEnd(idrPictureID: precedingIDR) }

        mutating func beginSpan(after previous: SliceRewriter.SpanEnd, inBand: [[UInt8]]) {
            precedingIDR = previous.idrPictureID
            isAtSpanStart = true
            counter = PictureCounter()
            window = ReferenceWindow()
            self.previous = nil
            active = relocation.source
            activeIdentifiers = relocation.identifiers
            earlier = inBand
        }

        mutating func rewrite(_ packet: [UInt8]) throws(BitstreamError) -> [UInt8] {
            let units = try relocation.source.framing.units(in: packet).map { unit throws(BitstreamError) in
                (unit: unit, header: try UnitHeader(unit))
            }
            guard let place = units.firstIndex(where: { $0.header.kind == .slice }) else {
                throw .truncated(element: "access unit")
            }
            let type = units[place].header.type
            let isIDR = type == UnitType.idrSlice
            guard isIDR || !isAtSpanStart else { throw .spanStartsInsideGroup(nalType: type) }
            let sets = units.indices.filter { units[$0].header.kind == .parameterSet }
            try activate(earlier.map { $0[...] } + sets.filter { $0 < place }.map { units[$0].unit })
            earlier = []
            defer { isAtSpanStart = false }
            let rewritten: [UInt8]
            if relocation.isIdentity, relocation.source.updates.isEmpty,
                !(isIDR && (precedingIDR != nil || isAtSpanStart))
            {
                precedingIDR = isIDR ? try Slice(units[place].unit, active).header.idrPictureID : nil
                rewritten = try sets.isEmpty ? packet : withoutSets(units)
            } else {
                rewritten = try rewrite(units, first: try Slice(units[place].unit, active))
            }
            // Sets after the picture are for the next one (§7.4.1.2.3).
            try activate(sets.filter { $0 > place }.map { units[$0].unit })
            return rewritten
        }

        /// Tracks sets that come with the packets: one that differs replaces the one before it.
        private mutating func activate(_ sets: [ArraySlice<UInt8>]) throws(BitstreamError) {
            for unit in sets {
                guard let (key, set) = try relocation.source.repeated(unit) else { continue }
                active.pictures.take(set.value, set.unit[...])
                activeIdentifiers[set.value.id] = relocation.identifiers[key]
            }
        }

        /// An `avc1` track keeps its sets in the header.
        private func withoutSets(_ units: HeadedUnits<UnitHeader>) throws(BitstreamError) -> [UInt8] {
            var output: [UInt8] = []
            for (unit, header) in units where header.kind != .parameterSet {
                try relocation.target.framing.append(unit, to: &output)
            }
            return output
        }

        private mutating func rewrite(
            _ units: HeadedUnits<UnitHeader>, first: Slice
        ) throws(BitstreamError) -> [UInt8] {
            let template = try adapter(for: first)
            let (relocation, active, identifiers) = (relocation, active, activeIdentifiers)
            var isShifted = false
            let output = try relocation.packet(of: units, stale: Self.staleMessages) {
                unit, output throws(BitstreamError) in
                let slice = try Slice(unit, active)
                var adapter = template
                adapter.source = slice.context
                adapter.target = try relocation.context(of: slice, slice.context.unit, identifiers)
                let header = try adapter.adapted(slice.header)
                if try slice.write(header, adapter.target, replacing: unit, to: &output) { isShifted = true }
            }
            hasShiftedBits = hasShiftedBits || isShifted
            precedingIDR = template.idrPictureID
            return output
        }

        /// The adapter for all slices of the picture; advances the counters.
        private mutating func adapter(for first: Slice) throws(BitstreamError) -> SliceAdapter {
            let isIDR = first.context.isIDR
            let isReference = first.context.unit.referenceIndication != 0
            let sequence = first.context.sequence
            let orderBefore = isIDR ? 0 : counter.referenceOrder
            let oldest = isIDR ? nil : window.shortTerm.min()
            let position = try counter.advance(first.header, sequence, isIDR: isIDR, isReference: isReference)
            if try targetContext(for: first).sequence.pictureOrder.type == 2, sequence.pictureOrder.type == 0 {
                try checkFollowsDecoding(first, position.order, isIDR: isIDR, isReference: isReference)
            }
            let forgotten =
                isReference
                ? window.mark(
                    frame: position.frame, first.header.marking, isIDR: isIDR,
                    capacity: sequence.maximumReferenceFrames) : nil
            var id = first.header.idrPictureID
            if isIDR, id == precedingIDR { id ^= 1 }
            return SliceAdapter(
                source: first.context, target: try targetContext(for: first), position: position,
                referenceOrder: orderBefore, forgotten: forgotten, oldestReference: oldest,
                idrPictureID: isIDR ? id : nil, keepsPriorPictures: isAtSpanStart)
        }

        /// Type 2 can express neither a picture that is shown earlier than decoded nor two consecutive non-reference
        /// pictures (H.264 §7.4.2.1.1).
        private mutating func checkFollowsDecoding(
            _ first: Slice, _ order: Int, isIDR: Bool, isReference: Bool
        ) throws(BitstreamError) {
            if let previous, !isIDR {
                guard order > previous.order, isReference || previous.isReference, first.header.type != .bidirectional
                else {
                    throw .unsupportedTool("reordered pictures in a stream that promises none")
                }
            }
            let forgetsAll = first.header.marking.operations?.contains { $0.kind == 5 } == true
            previous = (isReference && forgetsAll ? 0 : order, isReference)
        }

        private func targetContext(for slice: Slice) throws(BitstreamError) -> SliceContext {
            try relocation.context(of: slice, slice.context.unit, activeIdentifiers)
        }
    }
}
