/// The kind of encoder: software, or a device, by FFmpeg's names. Only software gives the same bytes everywhere.
public enum EncoderKind: String, Sendable, CaseIterable, Codable {
    case software
    /// Linux: Intel and AMD.
    case vaapi
    /// Nvidia.
    case nvenc
    /// Intel.
    case qsv
    /// macOS.
    case videotoolbox
}
