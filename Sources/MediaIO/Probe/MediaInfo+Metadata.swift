extension MediaInfo {
    /// The tags that say when, where and with what something was recorded, under the names that FFmpeg's MP4
    /// and MOV writers keep: QuickTime keys and MP4 atoms alike.
    public var portableMetadata: [String: String] {
        let kept: Set<String> = [
            "creation_time", "date", "title", "artist", "author", "comment", "description", "copyright", "location",
            "location-eng", "make", "model",
        ]
        return metadata.filter {
            kept.contains($0.key.lowercased()) || $0.key.hasPrefix("com.apple.quicktime.")
                || $0.key.hasPrefix("com.android.")
        }
    }
}
