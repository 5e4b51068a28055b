extension HEVC {
    /// profile_tier_level() with its profile (H.265 §7.3.3).
    struct ProfileTierLevel: Hashable, Sendable {
        var profile = Profile()
        /// general_level_idc: 30 times the level.
        var level = 93
        var subLayers = Carried<SubLayerLevels>()

        struct Profile: Hashable, SyntaxTable {
            var space = 0
            var isHighTier = false
            var indication = 1
            /// general_profile_compatibility_flag[0] in bit 31.
            var compatibility = 0x6000_0000
            /// The 48 bits from general_progressive_source_flag on.
            var constraints = 0x9000_0000_0000

            mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
                try coder.bits(2, &space, "profile_space")
                try coder.flag(&isHighTier, "tier_flag")
                try coder.bits(5, &indication, "profile_idc")
                try coder.bits(32, &compatibility, "profile_compatibility_flag")
                var upper = constraints >> 24
                var lower = constraints & 0xff_ffff
                try coder.bits(24, &upper, "profile constraint flags")
                try coder.bits(24, &lower, "profile constraint flags")
                constraints = upper << 24 | lower
            }

            /// Whether a decoder of profile `indication` decodes this stream.
            func conforms(to other: Int) -> Bool { indication == other || compatibility >> (31 - other) & 1 == 1 }
        }

        /// `subLayerCount` is the maximal one, the base included.
        mutating func walk(_ coder: inout some SyntaxCoder, subLayerCount: Int) throws(BitstreamError) {
            try profile.walk(&coder)
            try coder.bits(8, &level, "general_level_idc")
            try subLayers.walk(&coder, subLayerCount)
        }
    }

    /// What a decoder of fewer sub-layers needs (H.265 §7.3.3).
    enum SubLayerLevels: CarriedSyntax {
        static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _ subLayerCount: Int) throws(BitstreamError) {
            var present: [(profile: Bool, level: Bool)] = []
            for _ in 1..<subLayerCount {
                let hasProfile = try carrier.flag("sub_layer_profile_present_flag")
                present.append((hasProfile, try carrier.flag("sub_layer_level_present_flag")))
            }
            if subLayerCount > 1 {
                for _ in subLayerCount - 1..<8 { try carrier.bits(2, "reserved_zero_2bits") }
            }
            for (hasProfile, hasLevel) in present {
                // 88 bits, as the general ones.
                if hasProfile { for width in [32, 32, 24] { try carrier.bits(width, "sub-layer profile") } }
                if hasLevel { try carrier.bits(8, "sub_layer_level_idc") }
            }
        }
    }

    /// Buffer and reorder limits of each sub-layer (H.265 §7.4.3.1, §7.4.3.2.1).
    struct SubLayerOrdering: Hashable, Sendable {
        struct Limits: Hashable, Sendable {
            /// max_dec_pic_buffering_minus1, plus one.
            var buffered = 1
            var reordered = 0
            /// max_latency_increase_plus1; 0 sets no limit.
            var latency = 0
        }
        /// One for each sub-layer, or only one, for all, when the flag is not set.
        var limits = [Limits()]
        var isForEachSubLayer = false

        /// What the whole stream needs: the limits of the highest sub-layer.
        var highest: Limits { limits.last ?? Limits() }

        mutating func walk(_ coder: inout some SyntaxCoder, subLayerCount: Int) throws(BitstreamError) {
            try coder.flag(&isForEachSubLayer, "sub_layer_ordering_info_present_flag")
            limits.fit(isForEachSubLayer ? subLayerCount : 1, repeating: Limits())
            for index in limits.indices {
                try coder.unsigned(&limits[index].buffered, minus: 1, 1...17, "max_dec_pic_buffering_minus1")
                try coder.unsigned(&limits[index].reordered, 0...16, "max_num_reorder_pics")
                try coder.unsigned(&limits[index].latency, anyUnsigned, "max_latency_increase_plus1")
            }
        }
    }
}
