/// How it is found out when recordings began beside each other.
public enum SyncMethod: String, Hashable, Sendable, CaseIterable {
    /// By their sound, where that convinces.
    case audio
    /// By the times in their files, as if they had begun together.
    case none
}

/// Why sound does not place a recording.
public enum NoSync: Hashable, Sendable {
    /// One of the two has no sound that can be decoded.
    case noSound(path: String)
    /// It repeats, and fits about equally well in several places.
    case ambiguous
    /// Nothing stands out.
    case unmatched
}
