extension H264 {
    /// Rewrites a slice header to mean the same under other parameter sets.
    struct SliceAdapter {
        var source: SliceContext
        var target: SliceContext
        /// The position of the picture, and the order count of the last reference picture before it.
        var position: PictureCounter.Position
        var referenceOrder: Int
        /// The frame that the source's sliding window drops with this picture.
        var forgotten: Int?
        /// The oldest short-term reference frame the picture may use.
        var oldestReference: Int?
        var idrPictureID: Int?
        /// The first picture of a span must not make a decoder drop pictures it has not shown yet.
        var keepsPriorPictures: Bool

        func adapted(_ header: SliceHeader) throws(BitstreamError) -> SliceHeader {
            guard header.redundantPictureCount == 0 else { throw .unsupportedTool("redundant pictures") }
            guard header.type != .switchingPredicted, header.type != .switchingIntra else {
                throw .unsupportedTool("switching slices")
            }
            guard header.type != .bidirectional || source.sequence.mayHaveBidirectionalSlices else {
                throw .unsupportedTool("a B slice in a stream that promises none")
            }
            var result = header
            result.pictureParameterSetID = target.picture.id
            if let idrPictureID { result.idrPictureID = idrPictureID }
            try setNumbers(&result)
            setReferences(&result)
            setMarking(&result)
            result.deltaQP += source.picture.initialQP - target.picture.initialQP
            return result
        }

        /// frame_num and the picture order count, wrapped again.
        private func setNumbers(_ header: inout SliceHeader) throws(BitstreamError) {
            let maxFrames = 1 << target.sequence.log2MaxFrameNumber
            if let oldestReference, position.frame - oldestReference >= maxFrames {
                throw .doesNotFit(
                    element: "frame_num distance", value: position.frame - oldestReference, limit: maxFrames - 1)
            }
            header.frameNumber = position.frame & (maxFrames - 1)
            guard target.sequence.pictureOrder.type == 0 else { return }
            let maxOrder = 1 << target.sequence.pictureOrder.log2MaxLSB
            let step = position.order - referenceOrder
            guard target.isIDR ? 0..<maxOrder ~= position.order : -maxOrder / 2..<maxOrder / 2 ~= step else {
                throw .doesNotFit(element: "picture order count step", value: step, limit: maxOrder / 2 - 1)
            }
            header.pictureOrderLSB = position.order & (maxOrder - 1)
        }

        private func setReferences(_ header: inout SliceHeader) {
            let lists = header.type.listCount
            guard lists > 0 else { return }
            let counts = header.activeCounts(source.picture)
            if counts.prefix(lists) != target.picture.defaultReferenceCounts.prefix(lists) {
                header.referenceCounts = counts
            }
            if source.sequence.log2MaxFrameNumber != target.sequence.log2MaxFrameNumber {
                for list in 0..<lists { header.listModifications[list] = header.listModifications[list].map(rewrapped) }
            }
            if target.picture.hasExplicitWeights(header.type), header.weights == nil {
                header.weights = Carried()
            }
        }

        /// Picture number differences are modulo MaxFrameNum (H.264 §8.2.4.3.1); distances back from the current
        /// picture are not, so they preserve the meaning.
        private func rewrapped(_ entries: [ListModification]) -> [ListModification] {
            let sourceMask = (1 << source.sequence.log2MaxFrameNumber) - 1
            let targetModulus = 1 << target.sequence.log2MaxFrameNumber
            var distance = 0
            return entries.map { entry in
                guard entry.operation != 2 else { return entry }
                let signed = entry.operation == 0 ? entry.number : -entry.number
                let next = (distance + signed) & sourceMask
                let step = next - distance
                distance = next
                // The same picture again: a full cycle, since a difference of zero cannot be written.
                if step == 0 { return ListModification(operation: entry.operation, number: targetModulus) }
                return ListModification(operation: step > 0 ? 0 : 1, number: abs(step))
            }
        }

        private func setMarking(_ header: inout SliceHeader) {
            guard source.unit.referenceIndication != 0 else { return }
            if source.isIDR {
                if keepsPriorPictures { header.marking.dropsPriorPictures = false }
            } else if let forgotten, target.sequence.maximumReferenceFrames > source.sequence.maximumReferenceFrames {
                // A larger window would keep the frame and shift the reference lists.
                header.marking.operations = [MarkingOperation(kind: 1, difference: position.frame - forgotten)]
            }
        }
    }
}

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
