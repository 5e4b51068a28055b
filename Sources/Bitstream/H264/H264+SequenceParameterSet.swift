extension H264 {
    /// seq_parameter_set_data() (H.264 §7.3.2.1.1).
    struct SequenceParameterSet: ParameterSet {
        var profile = 100
        /// constraint_set0_flag in bit 7 down to constraint_set5_flag in bit 2; two reserved bits below.
        var constraints = 0
        var level = 10
        var id = 0
        /// chroma_format_idc. Only the High profiles write this and the elements up to the scaling lists; the
        /// defaults are what the other profiles imply.
        var chromaFormat = 1
        var hasSeparatePlanes = false
        var lumaDepth = 8
        var chromaDepth = 8
        var bypassesTransformAtZero = false
        var scalingLists: Carried<ScalingLists>?
        var log2MaxFrameNumber = 4
        var pictureOrder = PictureOrderSyntax()
        var maximumReferenceFrames = 0
        var allowsFrameNumberGaps = false
        var widthInMacroblocks = 1
        /// In macroblocks, or in pairs of them when `isFrameOnly` is false.
        var heightInMapUnits = 1
        var isFrameOnly = true
        var isMacroblockAdaptive = false
        var infersDirect8x8 = true
        var cropping: CroppingWindow?
        var usability: VideoUsability?

        /// Profiles that carry the chroma format, the bit depths and the scaling lists.
        static let highProfiles: Set<Int> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]
        /// 2^16 luma samples each way, beyond level 6.2.
        private static let dimension = 1...4096

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.bits(8, &profile, "profile_idc")
            try coder.bits(8, &constraints, "constraint_set_flags")
            try coder.bits(8, &level, "level_idc")
            try coder.unsigned(&id, 0...31, "seq_parameter_set_id")
            if Self.highProfiles.contains(profile) { try walkHighProfile(&coder) }
            try coder.unsigned(&log2MaxFrameNumber, minus: 4, 4...16, "log2_max_frame_num_minus4")
            try pictureOrder.walk(&coder)
            try coder.unsigned(&maximumReferenceFrames, 0...16, "max_num_ref_frames")
            try coder.flag(&allowsFrameNumberGaps, "gaps_in_frame_num_value_allowed_flag")
            try coder.unsigned(&widthInMacroblocks, minus: 1, Self.dimension, "pic_width_in_mbs_minus1")
            try coder.unsigned(&heightInMapUnits, minus: 1, Self.dimension, "pic_height_in_map_units_minus1")
            try coder.flag(&isFrameOnly, "frame_mbs_only_flag")
            if !isFrameOnly { try coder.flag(&isMacroblockAdaptive, "mb_adaptive_frame_field_flag") }
            try coder.flag(&infersDirect8x8, "direct_8x8_inference_flag")
            try coder.optional(&cropping, "frame_cropping_flag")
            try coder.optional(&usability, "vui_parameters_present_flag")
        }

        private mutating func walkHighProfile(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.unsigned(&chromaFormat, 0...3, "chroma_format_idc")
            if chromaFormat == 3 { try coder.flag(&hasSeparatePlanes, "separate_colour_plane_flag") }
            try coder.unsigned(&lumaDepth, minus: 8, 8...14, "bit_depth_luma_minus8")
            try coder.unsigned(&chromaDepth, minus: 8, 8...14, "bit_depth_chroma_minus8")
            try coder.flag(&bypassesTransformAtZero, "qpprime_y_zero_transform_bypass_flag")
            let lists = chromaFormat == 3 ? 12 : 8
            try coder.optional(&scalingLists, "seq_scaling_matrix_present_flag", in: lists)
        }
    }

    /// pic_order_cnt_type and related elements (H.264 §7.4.2.1.1, §8.2.1).
    struct PictureOrderSyntax: Equatable, SyntaxTable {
        var type = 0
        var log2MaxLSB = 4
        /// The elements of type 1, whose pictures are never copied.
        var cycle: Carried<PictureOrderCycle>?

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.unsigned(&type, 0...2, "pic_order_cnt_type")
            if type == 0 { try coder.unsigned(&log2MaxLSB, minus: 4, 4...16, "log2_max_pic_order_cnt_lsb_minus4") }
            if type == 1 { try coder.required(&cycle, in: ()) }
        }
    }

    /// The elements of pic_order_cnt_type 1 (H.264 §7.3.2.1.1).
    enum PictureOrderCycle: CarriedSyntax {
        static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _: Void) throws(BitstreamError) {
            try carrier.flag("delta_pic_order_always_zero_flag")
            try carrier.signed(anySigned, "offset_for_non_ref_pic")
            try carrier.signed(anySigned, "offset_for_top_to_bottom_field")
            for _ in 0..<(try carrier.unsigned(0...255, "num_ref_frames_in_pic_order_cnt_cycle")) {
                try carrier.signed(anySigned, "offset_for_ref_frame")
            }
        }
    }
}

extension H264.SequenceParameterSet: PictureShape {
    static let kind: StaticString = "sequence parameter set"
    static var header: [UInt8] {
        H264.UnitHeader(referenceIndication: 3, type: H264.UnitType.sequenceParameterSet).bytes
    }
    static let identifiers = 0...31

    var heightInMacroblocks: Int { heightInMapUnits * (isFrameOnly ? 1 : 2) }
    var codedWidth: Int { 16 * widthInMacroblocks }
    var codedHeight: Int { 16 * heightInMacroblocks }
    var display: DisplayDescription { usability?.display ?? DisplayDescription() }
    /// ChromaArrayType (H.264 §7.4.2.1.1): separately coded planes are each monochrome.
    var chromaArrayType: Int { hasSeparatePlanes ? 0 : chromaFormat }
    /// constraint_set3_flag marks level 1b in the older profiles and intra-only in the newer ones.
    func hasConstraint(_ number: Int) -> Bool { constraints >> (7 - number) & 1 == 1 }
}

extension H264 {
    /// The scaling_list() tables of a parameter set (H.264 §7.3.2.1.1.1): the first six are 4×4, the rest 8×8.
    enum ScalingLists: CarriedSyntax {
        static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _ count: Int) throws(BitstreamError) {
            for list in 0..<count where try carrier.flag("scaling_list_present_flag") {
                var scale = 8
                // The list stops at the delta that makes the next scale zero.
                for _ in 0..<(list < 6 ? 16 : 64) where scale != 0 {
                    scale = (scale + (try carrier.signed(-128...127, "delta_scale")) + 256) & 255
                }
            }
        }
    }
}
