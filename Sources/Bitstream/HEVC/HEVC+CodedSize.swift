extension HEVC.ParameterSets {
    /// Width and height of the coded pictures, in luma samples, before the conformance window crops them
    /// (H.265 §7.4.3.2.1 pic_width_in_luma_samples). Phones code 1080 rows as 1088.
    public var codedSize: (width: Int, height: Int)? {
        sequences.first.map { ($0.value.width, $0.value.height) }
    }
}
