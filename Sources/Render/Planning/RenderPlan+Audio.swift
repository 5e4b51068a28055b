extension RenderPlan {
    /// Whether there is sound that has to be encoded.
    var encodesAudio: Bool { audioCopy == nil && AudioProgramme(self) != nil }

    /// Copies the sound where it can be.
    mutating func copyAudio() throws {
        if sound.mayCopy { audioCopy = try AudioCopy(self) }
    }
}
