extension H264 {
    /// pic_parameter_set_rbsp() (H.264 §7.3.2.2).
    struct PictureParameterSet: ParameterSet {
        /// The chroma format of its sequence parameter set, which decides how many scaling lists there are.
        var chromaFormat = 1
        var id = 0
        var sequenceID = 0
        var usesCABAC = false
        /// bottom_field_pic_order_in_frame_present_flag.
        var hasBottomFieldOrder = false
        var sliceGroups: SliceGroups?
        /// num_ref_idx_l0/l1_default_active_minus1, plus one.
        var defaultReferenceCounts = [1, 1]
        var weightsPredictively = false
        /// weighted_bipred_idc: 0 plain, 1 explicit, 2 implicit.
        var bidirectionalWeighting = 0
        /// pic_init_qp_minus26 and pic_init_qs_minus26.
        var initialQP = 0
        var initialQS = 0
        var chromaQPOffset = 0
        var hasDeblockingControl = false
        var constrainsIntraPrediction = false
        var hasRedundantPictures = false
        /// The elements that follow when more_rbsp_data(); absent in streams before the High profiles.
        var tail: Tail?

        struct Tail: Equatable {
            var allowsTransform8x8 = false
            var scalingLists: Carried<ScalingLists>?
            var secondChromaQPOffset = 0
        }

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.unsigned(&id, 0...255, "pic_parameter_set_id")
            try coder.unsigned(&sequenceID, 0...31, "seq_parameter_set_id")
            try coder.flag(&usesCABAC, "entropy_coding_mode_flag")
            try coder.flag(&hasBottomFieldOrder, "bottom_field_pic_order_in_frame_present_flag")
            var groups = sliceGroups?.count ?? 1
            try coder.unsigned(&groups, minus: 1, 1...8, "num_slice_groups_minus1")
            if groups > 1 { try coder.required(&sliceGroups, in: groups) }
            for list in 0...1 {
                try coder.unsigned(&defaultReferenceCounts[list], minus: 1, 1...32, "num_ref_idx_default_active_minus1")
            }
            try coder.flag(&weightsPredictively, "weighted_pred_flag")
            try coder.bits(2, &bidirectionalWeighting, "weighted_bipred_idc")
            try coder.signed(&initialQP, -62...25, "pic_init_qp_minus26")
            try coder.signed(&initialQS, -26...25, "pic_init_qs_minus26")
            try coder.signed(&chromaQPOffset, -12...12, "chroma_qp_index_offset")
            try coder.flag(&hasDeblockingControl, "deblocking_filter_control_present_flag")
            try coder.flag(&constrainsIntraPrediction, "constrained_intra_pred_flag")
            try coder.flag(&hasRedundantPictures, "redundant_pic_cnt_present_flag")
            guard coder.hasMoreData(tail != nil) else { return tail = nil }
            var rest = tail ?? Tail()
            try coder.flag(&rest.allowsTransform8x8, "transform_8x8_mode_flag")
            let large = rest.allowsTransform8x8 ? (chromaFormat == 3 ? 6 : 2) : 0
            try coder.optional(&rest.scalingLists, "pic_scaling_matrix_present_flag", in: 6 + large)
            try coder.signed(&rest.secondChromaQPOffset, -12...12, "second_chroma_qp_index_offset")
            tail = rest
        }
    }

    /// num_slice_groups_minus1 and related elements (H.264 §7.4.2.2): kept, never rewritten.
    struct SliceGroups: Equatable, ContextualTable {
        var count = 2
        var mapType = 0
        /// run_length_minus1, or pairs of top_left and bottom_right, or slice_group_id.
        var numbers: [Int] = []
        var changesDirection = false
        var changeRate = 1

        mutating func walk(_ coder: inout some SyntaxCoder, _ count: Int) throws(BitstreamError) {
            self.count = count
            try coder.unsigned(&mapType, 0...6, "slice_group_map_type")
            switch mapType {
            case 0, 2:
                numbers.fit(mapType == 0 ? count : 2 * (count - 1), repeating: 0)
                for index in numbers.indices { try coder.unsigned(&numbers[index], anyUnsigned, "slice group extent") }
            case 3, 4, 5:
                try coder.flag(&changesDirection, "slice_group_change_direction_flag")
                try coder.unsigned(&changeRate, minus: 1, 1...1 << 24, "slice_group_change_rate_minus1")
            case 6:
                var units = numbers.count
                try coder.unsigned(&units, minus: 1, 1...1 << 20, "pic_size_in_map_units_minus1")
                numbers.fit(units, repeating: 0)
                let width = ceilLog2(count)
                for index in numbers.indices { try coder.bits(width, &numbers[index], "slice_group_id") }
            default: break
            }
        }
    }
}

extension H264.PictureParameterSet {
    static let kind: StaticString = "picture parameter set"
    static var header: [UInt8] {
        H264.UnitHeader(referenceIndication: 3, type: H264.UnitType.pictureParameterSet).bytes
    }
    static let identifiers = 0...255

    /// seq_parameter_set_id, the second element, which can be read before the chroma format is known.
    static func sequenceID(_ rbsp: [UInt8]) throws(BitstreamError) -> Int {
        var reader = BitReader(rbsp, at: 8)
        var id = 0
        try reader.codeNumber(&id, "pic_parameter_set_id")
        try reader.codeNumber(&id, "seq_parameter_set_id")
        return id
    }

    var allowsTransform8x8: Bool { tail?.allowsTransform8x8 ?? false }
    /// Without a tail both chroma planes share one offset (H.264 §7.4.2.2).
    var secondChromaQPOffset: Int { tail?.secondChromaQPOffset ?? chromaQPOffset }

    /// Whether slices of this type carry pred_weight_table() (H.264 §7.3.3).
    func hasExplicitWeights(_ type: H264.SliceType) -> Bool {
        type == .predicted ? weightsPredictively : type == .bidirectional && bidirectionalWeighting == 1
    }
}
