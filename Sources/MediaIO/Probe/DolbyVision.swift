import CFFmpeg

/// The Dolby Vision configuration of a stream: the `dvcC` or `dvvC` box (Dolby Vision Streams Within the ISO Base
/// Media File Format, §3.1).
package struct DolbyVision: Hashable, Sendable {
    /// dv_profile, such as 5, 7 or 8.
    package var profile: Int
    /// dv_level: a limit of the pixel rate, the width and the bit rate.
    package var level: Int
    /// How players without Dolby Vision can show the pictures; 0 when they cannot.
    package var compatibility: Int

    init?(_ stream: UnsafePointer<AVStream>) {
        guard let record = sideData(stream, AV_PKT_DATA_DOVI_CONF, as: AVDOVIDecoderConfigurationRecord.self) else {
            return nil
        }
        (profile, level) = (Int(record.dv_profile), Int(record.dv_level))
        compatibility = Int(record.dv_bl_signal_compatibility_id)
    }

    /// Its pictures have Dolby's own colors (IPT), which look green and purple if its metadata is not applied.
    package var needsItsOwnDecoder: Bool { compatibility == 0 && [5, 10, 20].contains(profile) }

    /// The format of its pictures without it.
    package var baseLayer: String {
        switch compatibility {
        case 1, 6: "HDR10"
        case 2: "SDR"
        case 4: "HLG"
        default: needsItsOwnDecoder ? "no other" : "base"
        }
    }
}

extension DolbyVision: CustomStringConvertible {
    /// "Dolby Vision 8.4": profile and compatibility, as Dolby writes them.
    package var description: String { "Dolby Vision \(profile)" + (compatibility > 0 ? ".\(compatibility)" : "") }
}
