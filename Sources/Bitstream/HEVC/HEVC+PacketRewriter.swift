extension HEVC {
    /// Moves the packets of one source onto the splice parameter sets, one span after another.
    struct PacketRewriter: Sendable {
        let source: ParameterSets
        let target: ParameterSets
        /// The source's picture parameter set ids → those of the target.
        let identifiers: [Int: Int]
        /// Whether the target holds the source's sets byte for byte.
        let isIdentity: Bool
        /// Whether the target's sets come again in front of every random-access picture.
        var repeatsParameterSets = false

        private var isAtSpanStart = true
        /// The span began with a CRA picture, whose leading pictures lost their references.
        private var hasLostLeading = false
        /// PicOrderCntVal of prevTid0Pic (H.265 §8.3.1).
        private var referenceOrder = 0

        /// Messages that speak of buffering models and parameter sets that a join leaves behind.
        private static let staleMessages: Set = [
            SupplementalInformation.PayloadType.bufferingPeriod, SupplementalInformation.PayloadType.pictureTiming,
            SupplementalInformation.PayloadType.activeParameterSets,
            SupplementalInformation.PayloadType.decodingUnitInformation,
        ]

        init(source: ParameterSets, target: ParameterSets, identifiers: [Int: Int]) {
            self.source = source
            self.target = target
            self.identifiers = identifiers
            isIdentity = source.framing == target.framing && target.containsSets(of: source)
        }

        mutating func beginSpan() {
            isAtSpanStart = true
            hasLostLeading = false
            referenceOrder = 0
        }

        mutating func rewrite(_ packet: [UInt8]) throws(BitstreamError) -> [UInt8] {
            let units = try source.framing.units(in: packet)
            var first: UnitHeader?
            var isPlain = true
            for unit in units {
                let header = try UnitHeader(unit)
                if header.isSlice && first == nil { first = header }
                if UnitType.leftOut.contains(header.type) || header.layer > 0 { isPlain = false }
            }
            guard let first else { throw .truncated(element: "access unit") }
            guard first.isRandomAccess || !isAtSpanStart else { throw .spanStartsInsideGroup(nalType: first.type) }
            if hasLostLeading, first.isLeading { throw .leadingPictureAtSpanStart(nalType: first.type) }
            if first.isRandomAccess && !isAtSpanStart { hasLostLeading = false }
            let needsSets = repeatsParameterSets && first.isRandomAccess
            if isIdentity && isPlain && !isAtSpanStart && !needsSets { return packet }
            return try rewrite(units, first)
        }

        private mutating func rewrite(_ units: [ArraySlice<UInt8>], _ first: UnitHeader) throws(BitstreamError)
            -> [UInt8]
        {
            var output: [UInt8] = []
            output.reserveCapacity(units.reduce(64) { $0 + $1.count + 8 })
            var picture: (order: Int, reference: Int)?
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
                    if picture == nil { picture = (try order(of: slice), referenceOrder) }
                    guard let picture else { break }
                    let start = target.framing.beginUnit(in: &output)
                    try write(slice, unit, picture, to: &output)
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
            if let picture, first.temporalID == 0, !first.isLeading, !first.isSubLayerNonReference {
                referenceOrder = picture.order
            }
            if isAtSpanStart, first.type == UnitType.cleanRandomAccess { hasLostLeading = true }
            // What follows an end of sequence begins anew, as a span does (§8.1.3).
            isAtSpanStart = endsSequence
            return output
        }

        private func write(
            _ slice: Slice, _ unit: ArraySlice<UInt8>, _ picture: (order: Int, reference: Int), to output: inout [UInt8]
        ) throws(BitstreamError) {
            guard let id = identifiers[slice.header.pictureParameterSetID] else {
                throw .missingParameterSet(kind: "picture parameter set", id: slice.header.pictureParameterSetID)
            }
            var header = slice.context.unit
            // Behind other pictures a CRA picture begins a sequence of its own only as a BLA picture (§8.1.3).
            if isAtSpanStart, header.type == UnitType.cleanRandomAccess { header.type = UnitType.blaNoLeading }
            let adapter = SliceAdapter(
                source: slice.context, target: try target.context(header, pictureParameterSetID: id),
                order: picture.order,
                referenceOrder: picture.reference, keepsPriorPictures: isAtSpanStart)
            try slice.write(try adapter.adapted(slice.header), adapter.target, replacing: unit, to: &output)
        }

        /// PicOrderCntVal (H.265 §8.3.1).
        private func order(of slice: Slice) throws(BitstreamError) -> Int {
            let unit = slice.context.unit
            if unit.isIDR { return 0 }
            let lsb = slice.header.references.orderLSB
            // A picture that starts a sequence anew: first of the span, or BLA.
            if isAtSpanStart || unit.isRandomAccess && unit.type < UnitType.idr.lowerBound { return lsb }
            return unwrapLSB(lsb, bits: slice.context.sequence.log2MaxPictureOrderLSB, near: referenceOrder)
        }
    }
}

extension HEVC.ParameterSets {
    func containsSets(of other: Self) -> Bool { other.units.allSatisfy { units.contains($0) } }
}
