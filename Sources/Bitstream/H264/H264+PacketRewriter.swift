extension H264 {
    /// Moves the packets of one source onto the splice parameter sets, one span after another.
    struct PacketRewriter: Bitstream.PacketRewriter {
        private let source: ParameterSets
        private let target: ParameterSets
        private let identifiers: [Int: Int]
        private let isIdentity: Bool
        private let repeatsParameterSets: Bool

        /// The source's sets as they are in force, and the ids of the target for those.
        private var active: ParameterSets
        private var activeIdentifiers: [Int: Int]
        /// Sets that came with the packets before the span, to be put in force with its first.
        private var earlier: [[UInt8]] = []
        /// Macroblocks were moved to other places within bytes.
        private(set) var hasShiftedBits = false
        private var counter: PictureCounter?
        private var window = ReferenceWindow(capacity: 1)
        private var isAtSpanStart = true
        /// idr_pic_id of the picture before, when that was an IDR picture: two in a row must differ (§7.4.3).
        private var precedingIDR: Int?
        /// The picture before, for a target whose output order is its decoding order.
        private var previous: (order: Int, isReference: Bool)?

        init(_ relocation: Relocation<ParameterSets>) {
            source = relocation.source
            target = relocation.target
            identifiers = relocation.identifiers
            isIdentity = relocation.isIdentity
            repeatsParameterSets = relocation.repeatsParameterSets
            active = source
            activeIdentifiers = identifiers
        }

        var spanEnd: SliceRewriter.SpanEnd { SliceRewriter.SpanEnd(idrPictureID: precedingIDR) }

        mutating func beginSpan(after previous: SliceRewriter.SpanEnd, inBand: [[UInt8]]) {
            precedingIDR = previous.idrPictureID
            isAtSpanStart = true
            counter = nil
            self.previous = nil
            active = source
            activeIdentifiers = identifiers
            earlier = inBand
        }

        mutating func rewrite(_ packet: [UInt8]) throws(BitstreamError) -> [UInt8] {
            let units = try source.framing.units(in: packet)
            let types = try units.map { unit throws(BitstreamError) in try UnitHeader(unit).type }
            guard let place = types.firstIndex(where: UnitType.slices.contains) else {
                throw .truncated(element: "access unit")
            }
            let isIDR = types[place] == UnitType.idrSlice
            guard isIDR || !isAtSpanStart else { throw .spanStartsInsideGroup(nalType: types[place]) }
            // What stands behind the picture is for the next one (§7.4.1.2.3).
            try activate(earlier.map { $0[...] } + units[..<place])
            earlier = []
            defer { isAtSpanStart = false }
            if isIdentity, source.updates.isEmpty,
                !(isIDR && (precedingIDR != nil || isAtSpanStart || repeatsParameterSets))
            {
                precedingIDR = isIDR ? try Slice(units[place], active).header.idrPictureID : nil
                try activate(units[place...])
                return try Set(types).isDisjoint(with: UnitType.parameterSets) ? packet : withoutSets(units)
            }
            let rewritten = try rewrite(units, first: try Slice(units[place], active))
            try activate(units[place...])
            return rewritten
        }

        /// Follows sets that come with the packets: one that differs takes the place of the one before it.
        private mutating func activate(_ units: some Sequence<ArraySlice<UInt8>>) throws(BitstreamError) {
            for unit in units where UnitType.parameterSets.contains(try UnitHeader(unit).type) {
                guard let (key, set) = try source.repeated(unit) else { continue }
                active.pictures.removeAll { $0.value.id == set.value.id }
                active.pictures.append(set)
                activeIdentifiers[set.value.id] = identifiers[key]
            }
        }

        /// An `avc1` track keeps its sets in the header.
        private func withoutSets(_ units: [ArraySlice<UInt8>]) throws(BitstreamError) -> [UInt8] {
            var output: [UInt8] = []
            for unit in units where !UnitType.parameterSets.contains(try UnitHeader(unit).type) {
                try target.framing.append(unit, to: &output)
            }
            return output
        }

        private mutating func rewrite(_ units: [ArraySlice<UInt8>], first: Slice) throws(BitstreamError) -> [UInt8] {
            let isIDR = first.context.isIDR
            let template = try adapter(for: first)
            var output: [UInt8] = []
            output.reserveCapacity(units.reduce(64) { $0 + $1.count + 8 })
            var pending =
                repeatsParameterSets && isIDR ? target.units : []
            for unit in units {
                let type = try UnitHeader(unit).type
                // Only a delimiter comes before the parameter sets (§7.4.1.2.3).
                if type != UnitType.accessUnitDelimiter {
                    for set in pending { try target.framing.append(set[...], to: &output) }
                    pending = []
                }
                switch type {
                case UnitType.slice, UnitType.idrSlice:
                    let slice = try Slice(unit, active)
                    var adapter = template
                    adapter.source = slice.context
                    adapter.target = try targetContext(for: slice)
                    let start = target.framing.beginUnit(in: &output)
                    let isShifted = try slice.write(
                        try adapter.adapted(slice.header), adapter.target, replacing: unit, to: &output)
                    hasShiftedBits = hasShiftedBits || isShifted
                    try target.framing.endUnit(behind: start, in: &output)
                case UnitType.supplementalInformation:
                    let timing: Set = [
                        SupplementalInformation.PayloadType.bufferingPeriod,
                        SupplementalInformation.PayloadType.pictureTiming,
                        SupplementalInformation.PayloadType.markingRepetition,
                    ]
                    let kept = try SupplementalInformation.filtered(unit, behind: 1, dropping: isIdentity ? [] : timing)
                    if let kept { try target.framing.append(kept, to: &output) }
                case UnitType.accessUnitDelimiter:
                    try target.framing.append(unit, to: &output)
                // Prefix units only speak of temporal layers (annex G); a decoder of this profile ignores them.
                case UnitType.endOfSequence, UnitType.endOfStream, UnitType.fillerData, UnitType.prefix,
                    UnitType.sequenceParameterSet, UnitType.pictureParameterSet:
                    break
                default: throw .unsupportedNALUnit(type: type)
                }
            }
            precedingIDR = isIDR ? template.idrPictureID : nil
            return output
        }

        /// What all slices of the picture have in common; moves the counters on.
        private mutating func adapter(for first: Slice) throws(BitstreamError) -> SliceAdapter {
            let isIDR = first.context.isIDR
            let isReference = first.context.unit.referenceIndication != 0
            let sequence = first.context.sequence
            if isIDR || counter == nil {
                counter = PictureCounter(sequence)
                window = ReferenceWindow(capacity: sequence.maximumReferenceFrames)
            }
            guard var counting = counter else { throw .truncated(element: "access unit") }
            let orderBefore = isIDR ? 0 : counting.referenceOrder
            let oldest = isIDR ? nil : window.shortTerm.min()
            let position = try counting.advance(first.header, isIDR: isIDR, isReference: isReference)
            counter = counting
            if try targetContext(for: first).sequence.pictureOrder.type == 2, sequence.pictureOrder.type == 0 {
                try checkFollowsDecoding(first, position.order, isIDR: isIDR, isReference: isReference)
            }
            let forgotten =
                isReference ? window.mark(frame: position.frame, first.header.marking, isIDR: isIDR) : nil
            var id = first.header.idrPictureID
            if isIDR, id == precedingIDR { id ^= 1 }
            return SliceAdapter(
                source: first.context, target: try targetContext(for: first), position: position,
                referenceOrder: orderBefore, forgotten: forgotten, oldestReference: oldest,
                idrPictureID: isIDR ? id : nil, keepsPriorPictures: isAtSpanStart)
        }

        /// Type 2 cannot say that a picture is shown earlier than decoded, nor have two pictures in a row that
        /// are no reference (H.264 §7.4.2.1.1).
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
            guard let id = activeIdentifiers[slice.header.pictureParameterSetID] else {
                throw .missingParameterSet(kind: "picture parameter set", id: slice.header.pictureParameterSetID)
            }
            return try target.context(slice.context.unit, pictureParameterSetID: id)
        }
    }
}
