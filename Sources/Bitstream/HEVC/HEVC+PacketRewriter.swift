extension HEVC {
    /// Moves the packets of one source onto the splice parameter sets, one span after another.
    struct PacketRewriter: Bitstream.PacketRewriter {
        private let source: ParameterSets
        private let target: ParameterSets
        private let identifiers: [Int: Int]
        private let isIdentity: Bool
        private let repeatsParameterSets: Bool

        private var isAtSpanStart = true
        /// The span began with a CRA picture, whose leading pictures lost their references.
        private var hasLostLeading = false
        private var counter = PictureCounter()
        /// Messages that speak of buffering models and parameter sets that a join leaves behind.
        private static let staleMessages: Set = [
            SupplementalInformation.PayloadType.bufferingPeriod, SupplementalInformation.PayloadType.pictureTiming,
            SupplementalInformation.PayloadType.activeParameterSets,
            SupplementalInformation.PayloadType.decodingUnitInformation,
        ]

        init(_ relocation: Relocation<ParameterSets>) {
            source = relocation.source
            target = relocation.target
            identifiers = relocation.identifiers
            isIdentity = relocation.isIdentity
            repeatsParameterSets = relocation.repeatsParameterSets
        }

        var spanEnd: SliceRewriter.SpanEnd { SliceRewriter.SpanEnd(heldOrders: counter.held) }
        var hasShiftedBits: Bool { false }

        mutating func beginSpan(after previous: SliceRewriter.SpanEnd, inBand: [[UInt8]]) {
            isAtSpanStart = true
            hasLostLeading = false
            counter.beginSpan(after: previous.heldOrders)
        }

        mutating func rewrite(_ packet: [UInt8]) throws(BitstreamError) -> [UInt8] {
            let units = try source.framing.units(in: packet)
            var slice: ArraySlice<UInt8>?
            var isPlain = true
            for unit in units {
                let header = try UnitHeader(unit)
                if header.isSlice && header.layer == 0 && slice == nil { slice = unit }
                if UnitType.leftOut.contains(header.type) || header.layer > 0 { isPlain = false }
            }
            guard let slice else { throw .truncated(element: "access unit") }
            let first = try UnitHeader(slice)
            guard first.isRandomAccess || !isAtSpanStart else { throw .spanStartsInsideGroup(nalType: first.type) }
            if hasLostLeading, first.isLeading { throw .leadingPictureAtSpanStart(nalType: first.type) }
            if first.isRandomAccess && !isAtSpanStart { hasLostLeading = false }
            let position = try position(of: Slice(slice, source))
            let needsSets = repeatsParameterSets && first.isRandomAccess
            if isIdentity && isPlain && !isAtSpanStart && !needsSets && position.shift == 0 { return packet }
            return try rewrite(units, first, position)
        }

        /// Moves the counter on.
        private mutating func position(of slice: Slice) throws(BitstreamError) -> PictureCounter.Position {
            guard let id = identifiers[slice.header.pictureParameterSetID] else {
                throw .missingParameterSet(kind: "picture parameter set", id: slice.header.pictureParameterSetID)
            }
            let bits = try target.context(slice.context.unit, pictureParameterSetID: id).sequence.log2MaxPictureOrderLSB
            return counter.advance(
                slice, startsSequence: isAtSpanStart || UnitType.brokenLink ~= slice.context.unit.type, bits: bits)
        }

        private mutating func rewrite(
            _ units: [ArraySlice<UInt8>], _ first: UnitHeader, _ position: PictureCounter.Position
        ) throws(BitstreamError) -> [UInt8] {
            var output: [UInt8] = []
            output.reserveCapacity(units.reduce(64) { $0 + $1.count + 8 })
            var endsSequence = false
            var pending = repeatsParameterSets && first.isRandomAccess ? target.units : []
            for unit in units {
                let header = try UnitHeader(unit)
                // Only a delimiter comes before the parameter sets (§7.4.2.4.4).
                if header.type != UnitType.accessUnitDelimiter {
                    for set in pending { try target.framing.append(set[...], to: &output) }
                    pending = []
                }
                switch header.type {
                case _ where UnitType.dolbyVision ~= header.type, UnitType.fillerData: break
                case UnitType.endOfSequence, UnitType.endOfStream: endsSequence = true
                case _ where header.layer > 0: throw .unsupportedNALUnit(type: header.type)
                case UnitType.slices:
                    let slice = try Slice(unit, source)
                    guard slice.header.isFirst || !source.hasOneSliceInEachPicture else {
                        throw .unsupportedTool("a second slice in a stream that promises one")
                    }
                    let start = target.framing.beginUnit(in: &output)
                    try write(slice, unit, position, to: &output)
                    try target.framing.endUnit(behind: start, in: &output)
                case UnitType.videoParameterSet, UnitType.sequenceParameterSet, UnitType.pictureParameterSet:
                    guard source.units.contains(where: { $0.elementsEqual(unit) }) else {
                        throw .parameterSetChanges(kind: "parameter set of type", id: header.type)
                    }
                case UnitType.accessUnitDelimiter: try target.framing.append(unit, to: &output)
                case UnitType.supplementalInformation:
                    let kept = try SupplementalInformation.filtered(
                        unit, behind: UnitHeader.size, dropping: isIdentity ? [] : Self.staleMessages)
                    if let kept { try target.framing.append(kept, to: &output) }
                default: throw .unsupportedNALUnit(type: header.type)
                }
            }
            if isAtSpanStart, first.type == UnitType.cleanRandomAccess { hasLostLeading = true }
            // What follows an end of sequence begins anew, as a span does (§8.1.3).
            isAtSpanStart = endsSequence
            return output
        }

        private func write(
            _ slice: Slice, _ unit: ArraySlice<UInt8>, _ position: PictureCounter.Position, to output: inout [UInt8]
        ) throws(BitstreamError) {
            guard let id = identifiers[slice.header.pictureParameterSetID] else {
                throw .missingParameterSet(kind: "picture parameter set", id: slice.header.pictureParameterSetID)
            }
            var header = slice.context.unit
            // Behind other pictures a CRA picture begins a sequence of its own only as a BLA picture (§8.1.3).
            if isAtSpanStart, header.type == UnitType.cleanRandomAccess { header.type = UnitType.blaNoLeading }
            let adapter = SliceAdapter(
                source: slice.context, target: try target.context(header, pictureParameterSetID: id),
                position: position, keepsPriorPictures: isAtSpanStart)
            try slice.write(try adapter.adapted(slice.header), adapter.target, replacing: unit, to: &output)
        }
    }
}
