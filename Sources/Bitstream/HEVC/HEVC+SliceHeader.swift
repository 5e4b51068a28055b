extension HEVC {
    /// slice_type (H.265 table 7-7).
    enum SliceType: Int, Sendable {
        case bidirectional = 0
        case predicted = 1
        case intra = 2

        /// How many reference lists it uses.
        var listCount: Int { self == .intra ? 0 : self == .predicted ? 1 : 2 }
    }

    typealias Slice = Bitstream.Slice<SliceHeader>
    typealias SliceContext = Bitstream.SliceContext<SliceHeader>

    /// slice_segment_header() up to byte_alignment() (H.265 §7.3.6.1).
    struct SliceHeader: JoinableSliceHeader {
        typealias Sets = ParameterSets

        var isFirst = true
        var dropsPriorPictures = false
        var pictureParameterSetID = 0
        /// A dependent segment has only its address; the rest is as in the segment before.
        var isDependent = false
        var address = 0
        var reservedFlags = 0
        var typeCode = 2
        var isOutput = true
        var colorPlane = 0
        var references = SliceReferences()
        var hasLumaSAO = false
        var hasChromaSAO = false
        var prediction = SlicePrediction()
        var deltaQP = 0
        var chromaQPOffsets = [0, 0]
        var adjustsChromaQP = false
        /// deblocking_filter_override_flag and related elements.
        var deblocking: Deblocking?
        /// slice_loop_filter_across_slices_enabled_flag; nil leaves the picture parameter set's.
        var filtersAcrossSlices: Bool?
        var entryPoints = Carried<EntryPoints>()
        var extensionData: [UInt8] = []

        var type: SliceType { SliceType(rawValue: typeCode) ?? .intra }

        mutating func walk(_ coder: inout some SyntaxCoder, _ context: SliceContext) throws(BitstreamError) {
            let sequence = context.sequence
            let picture = context.picture
            try walkIdentity(&coder, context.unit)
            if !isFirst {
                if picture.allowsDependentSlices { try coder.flag(&isDependent, "dependent_slice_segment_flag") }
                try coder.bits(ceilLog2(sequence.codingTreeBlocks), &address, "slice_segment_address")
            }
            if !isDependent { try walkIndependent(&coder, context) }
            if picture.tiles != nil || picture.synchronizesEntropy {
                try entryPoints.walk(&coder, sequence.codingTreeBlocks)
            }
            guard picture.hasHeaderExtension else { return }
            var length = extensionData.count
            try coder.unsigned(&length, 0...256, "slice_segment_header_extension_length")
            try coder.bytes(&extensionData, count: length, "slice_segment_header_extension_data_byte")
        }

        /// The elements that can be read before the parameter sets are known.
        mutating func walkIdentity(_ coder: inout some SyntaxCoder, _ unit: UnitHeader) throws(BitstreamError) {
            try coder.flag(&isFirst, "first_slice_segment_in_pic_flag")
            if unit.isRandomAccess { try coder.flag(&dropsPriorPictures, "no_output_of_prior_pics_flag") }
            try coder.unsigned(&pictureParameterSetID, 0...63, "slice_pic_parameter_set_id")
        }

        private mutating func walkIndependent(
            _ coder: inout some SyntaxCoder, _ context: SliceContext
        ) throws(BitstreamError) {
            let sequence = context.sequence
            let picture = context.picture
            try coder.bits(picture.extraHeaderBits, &reservedFlags, "slice_reserved_flag")
            try coder.unsigned(&typeCode, 0...2, "slice_type")
            if picture.hasOutputFlag { try coder.flag(&isOutput, "pic_output_flag") }
            if sequence.hasSeparatePlanes { try coder.bits(2, &colorPlane, "colour_plane_id") }
            if !context.unit.isIDR { try references.walk(&coder, sequence) }
            if sequence.usesSampleAdaptiveOffset {
                try coder.flag(&hasLumaSAO, "slice_sao_luma_flag")
                if sequence.chromaArrayType != 0 { try coder.flag(&hasChromaSAO, "slice_sao_chroma_flag") }
            }
            if type != .intra {
                try prediction.walk(&coder, context, type, references.usedCount, references.predictsMotionTemporally)
            }
            try coder.signed(&deltaQP, -128...128, "slice_qp_delta")
            if picture.hasSliceChromaQPOffsets {
                for plane in 0...1 { try coder.signed(&chromaQPOffsets[plane], -12...12, "slice_cb_cr_qp_offset") }
            }
            if picture.extensions?.chromaOffsets != nil {
                try coder.flag(&adjustsChromaQP, "cu_chroma_qp_offset_enabled_flag")
            }
            if picture.deblocking?.isOverridable == true {
                try coder.optional(&deblocking, "deblocking_filter_override_flag")
            }
            let filter = deblocking ?? picture.deblocking?.filter ?? Deblocking()
            if picture.filtersAcrossSlices && (hasLumaSAO || hasChromaSAO || !filter.isDisabled) {
                var crosses = filtersAcrossSlices ?? true
                try coder.flag(&crosses, "slice_loop_filter_across_slices_enabled_flag")
                filtersAcrossSlices = crosses
            }
        }
    }

    /// num_entry_point_offsets and related elements (H.265 §7.3.6.1).
    enum EntryPoints: CarriedSyntax {
        static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _ codingTreeBlocks: Int) throws(BitstreamError) {
            // At most one for each row of blocks in each tile (§7.4.7.1).
            let count = try carrier.unsigned(0...min(1 << 14, codingTreeBlocks), "num_entry_point_offsets")
            guard count > 0 else { return }
            let width = try carrier.unsigned(0...31, "offset_len_minus1") + 1
            for _ in 0..<count { try carrier.bits(width, "entry_point_offset_minus1") }
        }
    }
}

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
