extension RenderPlan {
    /// Whether there is sound that has to be encoded.
    var encodesSound: Bool { soundCopy == nil && SoundProgramme(self) != nil }

    /// Copies the sound where it can be.
    mutating func copySound() throws {
        if sound.mayCopy { soundCopy = try SoundCopy(self) }
    }
}
