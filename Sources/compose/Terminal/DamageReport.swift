import MediaIO

/// What a deep probe found, for programs.
struct DamageReport: Encodable {
    struct Damage: Encodable {
        var pictures, gapsInSound: Int
        /// In seconds on the clock of the file.
        var pictureTimes, soundTimes: [Double]
        var truncated: Bool
    }
    var path: String
    var decodedPictures: Int
    var damage: Damage

    init(_ scan: DamageScan, path: String) {
        self.path = path
        decodedPictures = scan.pictureCount
        damage = Damage(
            pictures: scan.damage.pictureCount, gapsInSound: scan.damage.soundCount,
            pictureTimes: scan.damage.pictureTimes.map(\.approximateSeconds),
            soundTimes: scan.damage.soundTimes.map(\.approximateSeconds), truncated: scan.damage.isTruncated)
    }
}
