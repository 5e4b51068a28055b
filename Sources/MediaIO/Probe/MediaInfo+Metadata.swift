import CFFmpeg
import MediaTime

extension MediaInfo {
    /// The tags for when, where and with what something was recorded, and its title: those of this file that FFmpeg's
    /// MP4 and MOV writers keep, both QuickTime keys and MP4 atoms.
    ///
    /// Place, device and title are given under both names, `location` and `com.apple.quicktime.location.ISO6709`,
    /// whichever the file has: some phones look for the first, others for the second. Omitted are tags that describe
    /// the file and not the recording, such as a slow-motion capture's frame rate.
    package var portableMetadata: [String: String] {
        var tags: [String: String] = [:]
        // In order, so that with several languages the choice is always the same.
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            let name = key.lowercased()
            if Self.plainNames.contains(name) {
                tags[name] = value
            } else if Self.vendors.contains(where: key.hasPrefix), !Self.aboutTheFile.contains(where: key.hasPrefix) {
                tags[key] = value
            } else if let name = Self.withoutLanguage(name), metadata[name] == nil, tags[name] == nil {
                tags[name] = value
            }
        }
        for (plain, quickTime) in Self.equivalents {
            if tags[plain] == nil { tags[plain] = tags[quickTime] }
            if tags[quickTime] == nil { tags[quickTime] = tags[plain] }
        }
        return tags
    }

    /// When it was recorded, since 1970, according to the file; most phones write the beginning, some the end. `nil`
    /// if the file has none, or one before there were such recordings (a clock that was never set), or an invalid
    /// date.
    package var creationTime: MediaTime? {
        // "2026-05-01T09:30:00.000000Z", always UTC: FFmpeg reformats it.
        guard let text = portableMetadata["creation_time"], text.hasSuffix("Z"),
            (1990...2200).contains(Int(text.prefix(4)) ?? 0)
        else { return nil }
        var microseconds: Int64 = 0
        return av_parse_time(&microseconds, text, 0) < 0 ? nil : .seconds(microseconds / 1_000_000)
    }

    /// Whether this program composed it from several cameras.
    package var isComposed: Bool { metadata.keys.contains { $0.lowercased() == Self.composedTag } }

    /// A QuickTime key of our own, a tag in Matroska, which writes it in capitals; it does not describe the
    /// recording, and is not carried from file to file.
    static let composedTag = "composed_with"

    /// FFmpeg's generic names; Matroska writes them in capitals.
    private static let plainNames: Set<String> = [
        "creation_time", "date", "title", "artist", "author", "comment", "description", "copyright", "location",
        "make", "model",
    ]
    private static let vendors = ["com.apple.quicktime.", "com.android."]
    private static let aboutTheFile = [
        "com.android.capture.fps", "com.apple.quicktime.cinematic", "com.apple.quicktime.content.identifier",
        "com.apple.quicktime.full-frame-rate-playback-intent", "com.apple.quicktime.live-photo",
        "com.apple.quicktime.spatial", "com.apple.quicktime.still-image-time",
        "com.apple.quicktime.video-orientation",
    ]
    private static let equivalents = [
        ("location", "com.apple.quicktime.location.ISO6709"), ("make", "com.apple.quicktime.make"),
        ("model", "com.apple.quicktime.model"), ("title", "com.apple.quicktime.title"),
    ]

    /// "title" of "title-eng": QuickTime's user data comes once per language, and once more under its plain name if
    /// the language is the default.
    private static func withoutLanguage(_ name: String) -> String? {
        guard let dash = name.lastIndex(of: "-"), name[dash...].count == 4 else { return nil }
        let plain = String(name[..<dash])
        return plainNames.contains(plain) ? plain : nil
    }
}
