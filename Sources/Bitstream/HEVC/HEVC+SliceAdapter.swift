extension HEVC {
    /// Rewrites a slice segment header to mean the same under other parameter sets.
    struct SliceAdapter {
        var source: SliceContext
        var target: SliceContext
        var position: PictureCounter.Position
        /// The first picture of a span must not make a decoder drop pictures it has not shown yet.
        var keepsPriorPictures: Bool

        func adapted(_ header: SliceHeader) throws(BitstreamError) -> SliceHeader {
            var result = header
            result.pictureParameterSetID = target.picture.id
            if keepsPriorPictures { result.dropsPriorPictures = false }
            guard !header.isDependent else { return result }
            result.reservedFlags <<= target.picture.extraHeaderBits - source.picture.extraHeaderBits
            if !source.unit.isIDR { try setReferences(&result.references) }
            if header.type != .intra { setPrediction(&result.prediction, header) }
            result.deltaQP += source.picture.initialQP - target.picture.initialQP
            setFilters(&result)
            return result
        }

        private func setReferences(_ references: inout SliceReferences) throws(BitstreamError) {
            let modulus = 1 << target.sequence.log2MaxPictureOrderLSB
            let step = position.order - position.reference
            guard source.unit.isRandomAccess || -modulus / 2..<modulus / 2 ~= step else {
                throw .doesNotFit(element: "picture order count step", value: step, limit: modulus / 2 - 1)
            }
            references.orderLSB = position.order & (modulus - 1)
            if source.sequence.shortTermSets != target.sequence.shortTermSets {
                references.shortTermIndex = nil
                references.shortTerm.prediction = nil
            }
            let isSameCounting =
                source.sequence.log2MaxPictureOrderLSB == target.sequence.log2MaxPictureOrderLSB
                && (references.longTermIndices.isEmpty || source.sequence.longTerm == target.sequence.longTerm)
            guard references.longTerm.isEmpty || isSameCounting,
                // An index, and the cycles between two counts, would have to be recomputed.
                position.shift == 0
                    || references.longTermIndices.isEmpty && references.longTerm.allSatisfy({ $0.cycle == nil })
            else { throw .unsupportedTool("a long-term reference picture") }
            for index in references.longTerm.indices {
                references.longTerm[index].orderLSB =
                    (references.longTerm[index].orderLSB + position.shift) & (modulus - 1)
            }
        }

        private func setPrediction(_ prediction: inout SlicePrediction, _ header: SliceHeader) {
            let lists = header.type.listCount
            let counts = prediction.activeCounts(source.picture)
            if counts.prefix(lists) != target.picture.defaultReferenceCounts.prefix(lists) {
                prediction.referenceCounts = counts
            }
            if target.picture.hasWeights(header.type), prediction.weights == nil {
                prediction.weights = Carried()
            }
        }

        private func setFilters(_ header: inout SliceHeader) {
            let filter = header.deblocking ?? source.picture.filter
            if target.picture.deblocking?.isOverridable != true {
                header.deblocking = nil
            } else if filter != target.picture.filter {
                header.deblocking = filter
            }
            header.filtersAcrossSlices = header.filtersAcrossSlices ?? source.picture.filtersAcrossSlices
        }
    }
}
