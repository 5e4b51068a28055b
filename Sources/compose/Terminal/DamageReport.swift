import MediaIO

/// The result of a deep probe, for programs.
struct DamageReport: Encodable {
    var pictures, gapsInAudio: Int
    /// In seconds on the file's clock.
    var pictureTimes, audioTimes: [Double]
    var truncated: Bool
    /// Of all that were looked at.
    var decodedPictures: Int

    init(_ scan: DamageScan) {
        (pictures, gapsInAudio) = (scan.damage.pictureCount, scan.damage.audioCount)
        pictureTimes = scan.damage.pictureTimes.map(\.approximateSeconds)
        audioTimes = scan.damage.audioTimes.map(\.approximateSeconds)
        (truncated, decodedPictures) = (scan.damage.isTruncated, scan.pictureCount)
    }
}
