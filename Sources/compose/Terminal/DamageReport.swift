import MediaIO

/// The result of a deep probe, for programs.
struct DamageReport: Encodable {
    struct Damage: Encodable {
        var pictures, gapsInAudio: Int
        /// In seconds on the clock of the file.
        var pictureTimes, audioTimes: [Double]
        var truncated: Bool
    }
    var path: String
    var decodedPictures: Int
    var damage: Damage

    init(_ scan: DamageScan, path: String) {
        self.path = path
        decodedPictures = scan.pictureCount
        damage = Damage(
            pictures: scan.damage.pictureCount, gapsInAudio: scan.damage.audioCount,
            pictureTimes: scan.damage.pictureTimes.map(\.approximateSeconds),
            audioTimes: scan.damage.audioTimes.map(\.approximateSeconds), truncated: scan.damage.isTruncated)
    }
}
