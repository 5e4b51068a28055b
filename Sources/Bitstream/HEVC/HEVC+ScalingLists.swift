extension HEVC {
    /// scaling_list_data() (H.265 §7.3.4): six lists each of 4×4, 8×8 and 16×16, two of 32×32.
    enum ScalingLists: CarriedSyntax {
        static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _: Void) throws(BitstreamError) {
            for list in 0..<20 {
                let size = list / 6
                guard try carrier.flag("scaling_list_pred_mode_flag") else {
                    try carrier.unsigned(0...5, "scaling_list_pred_matrix_id_delta")
                    continue
                }
                if size > 1 { try carrier.signed(-7...247, "scaling_list_dc_coef_minus8") }
                for _ in 0..<(size == 0 ? 16 : 64) { try carrier.signed(-128...127, "scaling_list_delta_coef") }
            }
        }
    }
}
