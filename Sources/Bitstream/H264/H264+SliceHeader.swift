extension H264 {
    /// slice_type modulo 5 (H.264 table 7-6).
    enum SliceType: Int, Sendable {
        case predicted = 0
        case bidirectional = 1
        case intra = 2
        case switchingPredicted = 3
        case switchingIntra = 4

        var isIntra: Bool { self == .intra || self == .switchingIntra }
        /// How many reference lists it uses.
        var listCount: Int { isIntra ? 0 : self == .bidirectional ? 2 : 1 }
    }

    typealias Slice = Bitstream.Slice<SliceHeader>
    typealias SliceContext = Bitstream.SliceContext<SliceHeader>

    /// slice_header() (H.264 §7.3.3) of a frame whose order count is of type 0 or 2: others are never copied.
    struct SliceHeader: JoinableSliceHeader {
        typealias Sets = ParameterSets

        var firstMacroblock = 0
        /// 5 to 9 mean that the whole picture has this type.
        var typeCode = 7
        var pictureParameterSetID = 0
        var colorPlane = 0
        var frameNumber = 0
        var idrPictureID = 0
        var pictureOrderLSB = 0
        var deltaPictureOrderBottom = 0
        var redundantPictureCount = 0
        var usesSpatialDirect = false
        /// num_ref_idx_active_override_flag and the counts; nil leaves the picture parameter set's.
        var referenceCounts: [Int]?
        var listModifications: [[ListModification]?] = [nil, nil]
        var weights: Carried<PredictionWeights>?
        var marking = ReferenceMarking()
        var cabacTable = 0
        var deltaQP = 0
        var switchesForPrediction = false
        var deltaQS = 0
        var deblocking = Carried<Deblocking>()
        var sliceGroupChangeCycle = 0

        var type: SliceType { SliceType(rawValue: typeCode % 5) ?? .intra }

        mutating func walk(_ coder: inout some SyntaxCoder, _ context: SliceContext) throws(BitstreamError) {
            let sequence = context.sequence
            let picture = context.picture
            try walkIdentity(&coder, context.unit)
            if sequence.hasSeparatePlanes { try coder.bits(2, &colorPlane, "colour_plane_id") }
            try coder.bits(sequence.log2MaxFrameNumber, &frameNumber, "frame_num")
            if context.isIDR { try coder.unsigned(&idrPictureID, 0...65535, "idr_pic_id") }
            if sequence.pictureOrder.type == 0 {
                try coder.bits(sequence.pictureOrder.log2MaxLSB, &pictureOrderLSB, "pic_order_cnt_lsb")
                if picture.hasBottomFieldOrder {
                    try coder.signed(&deltaPictureOrderBottom, anySigned, "delta_pic_order_cnt_bottom")
                }
            }
            if picture.hasRedundantPictures { try coder.unsigned(&redundantPictureCount, 0...127, "redundant_pic_cnt") }
            if type == .bidirectional { try coder.flag(&usesSpatialDirect, "direct_spatial_mv_pred_flag") }
            try walkReferences(&coder, context)
            if context.unit.referenceIndication != 0 { try marking.walk(&coder, isIDR: context.isIDR) }
            if picture.usesCABAC && !type.isIntra { try coder.unsigned(&cabacTable, 0...2, "cabac_init_idc") }
            try coder.signed(&deltaQP, -128...128, "slice_qp_delta")
            if type == .switchingPredicted { try coder.flag(&switchesForPrediction, "sp_for_switch_flag") }
            if type == .switchingPredicted || type == .switchingIntra {
                try coder.signed(&deltaQS, -128...128, "slice_qs_delta")
            }
            if picture.hasDeblockingControl { try deblocking.walk(&coder) }
            if let groups = picture.sliceGroups, 3...5 ~= groups.mapType {
                let units = sequence.widthInMacroblocks * sequence.heightInMapUnits
                let steps = (units + groups.changeRate - 1) / groups.changeRate
                try coder.bits(ceilLog2(steps + 1), &sliceGroupChangeCycle, "slice_group_change_cycle")
            }
        }

        /// The three elements that can be read before the parameter sets are known.
        mutating func walkIdentity(_ coder: inout some SyntaxCoder, _: UnitHeader) throws(BitstreamError) {
            try coder.unsigned(&firstMacroblock, 0...1 << 24, "first_mb_in_slice")
            try coder.unsigned(&typeCode, 0...9, "slice_type")
            try coder.unsigned(&pictureParameterSetID, 0...255, "pic_parameter_set_id")
        }

        private mutating func walkReferences(
            _ coder: inout some SyntaxCoder, _ context: SliceContext
        ) throws(BitstreamError) {
            let lists = type.listCount
            guard lists > 0 else { return }
            var overrides = referenceCounts != nil
            try coder.flag(&overrides, "num_ref_idx_active_override_flag")
            if overrides {
                var counts = referenceCounts ?? context.picture.defaultReferenceCounts
                for list in 0..<lists {
                    try coder.unsigned(&counts[list], minus: 1, 1...32, "num_ref_idx_active_minus1")
                }
                referenceCounts = counts
            } else {
                referenceCounts = nil
            }
            for list in 0..<lists { try ListModification.walk(&listModifications[list], &coder) }
            guard context.picture.hasExplicitWeights(type == .switchingPredicted ? .predicted : type) else { return }
            try coder.required(
                &weights,
                in: (activeCounts(context.picture).prefix(lists), context.sequence.chromaArrayType != 0))
        }

        /// num_ref_idx_l0/l1_active_minus1, plus one, as they hold for this slice.
        func activeCounts(_ picture: PictureParameterSet) -> [Int] { referenceCounts ?? picture.defaultReferenceCounts }
    }
}

extension SliceContext<H264.SliceHeader> {
    var isIDR: Bool { unit.type == H264.UnitType.idrSlice }
}
