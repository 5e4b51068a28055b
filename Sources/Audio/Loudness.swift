/// Loudness by EBU R 128 (ITU-R BS.1770-4).
public struct Loudness: Hashable, Sendable, Codable {
    /// Integrated loudness in LUFS; `nil` where nothing is louder than the gate, −70 LUFS.
    public var integrated: Double?
    /// Loudness range in LU (EBU Tech 3342).
    public var range: Double
    /// The highest true peak of all channels in dBTP; `nil` for digital silence.
    public var truePeak: Double?

    /// Measured values: LUFS, LU and dBTP.
    package init(integrated: Double?, range: Double, truePeak: Double?) {
        self.integrated = integrated
        self.range = range
        self.truePeak = truePeak
    }
}

/// The target level of a film.
public struct LevelTarget: Hashable, Sendable, Codable {
    /// Integrated loudness in LUFS; `nil` for as loud as the peak allows without limiting.
    public var loudness: Double?
    /// The highest true peak allowed, in dBTP (EBU R 128 §f).
    public static let truePeak = -1.0

    /// Reasonable targets, in LUFS: from quiet film mixes to beyond the loudest streams.
    package static let loudnesses = -40.0 ... -5.0

    /// - Parameter loudness: integrated, in LUFS; `nil` for as loud as the peak allows without limiting.
    package init(loudness: Double?) { self.loudness = loudness }
}
