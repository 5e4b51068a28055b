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
