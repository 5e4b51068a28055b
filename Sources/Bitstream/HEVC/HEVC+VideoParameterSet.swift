extension HEVC {
    /// video_parameter_set_rbsp() (H.265 §7.3.2.1) as far as the limits that a join raises; the rest is kept.
    struct VideoParameterSet: ParameterSet {
        static let kind: StaticString = "video parameter set"
        static var header: [UInt8] { UnitHeader(type: UnitType.videoParameterSet).bytes }
        static let identifiers = 0...15

        var id = 0
        /// vps_base_layer_internal_flag and vps_base_layer_available_flag.
        var baseLayer = 3
        var layerCount = 1
        var subLayerCount = 1
        var nestsTemporally = true
        var profileTierLevel = ProfileTierLevel()
        var ordering = SubLayerOrdering()
        var rest = VideoParameterSet.plainRest

        /// One layer in one set, no timing, no extension: 000000 1 0 0.
        static let plainRest = RawBits(bytes: [0b0000_0010, 0], count: 9)

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.bits(4, &id, "vps_video_parameter_set_id")
            try coder.bits(2, &baseLayer, "vps_base_layer_internal_flag")
            var layers = layerCount - 1
            try coder.bits(6, &layers, "vps_max_layers_minus1")
            layerCount = layers + 1
            try coder.subLayerCount(&subLayerCount)
            try coder.flag(&nestsTemporally, "vps_temporal_id_nesting_flag")
            var reserved = 0xffff
            try coder.bits(16, &reserved, "vps_reserved_0xffff_16bits")
            try profileTierLevel.walk(&coder, subLayerCount: subLayerCount)
            try ordering.walk(&coder, subLayerCount: subLayerCount)
            try coder.remainder(&rest)
        }
    }
}

extension SyntaxCoder {
    /// max_sub_layers_minus1, plus one.
    mutating func subLayerCount(_ count: inout Int) throws(BitstreamError) {
        var coded = count - 1
        try bits(3, &coded, "max_sub_layers_minus1")
        guard coded <= 6 else { throw .outOfRange(element: "max_sub_layers_minus1", value: coded, allowed: 0...6) }
        count = coded + 1
    }
}
