import Audio
import MediaIO

/// The loudness of a track.
struct TrackLoudness {
    var track: AudioInfo
    var loudness: Loudness
}

/// Loudness as text.
struct LoudnessText {
    private let loudness: Loudness

    init(_ loudness: Loudness) { self.loudness = loudness }

    /// "-14.0 LUFS, true peak -1.2 dBTP".
    ///
    /// - Parameter target: the requested level; a film that is too quiet says why.
    func summary(for target: LevelTarget? = nil) -> String {
        guard let peak = loudness.truePeak else { return "silent" }
        let integrated = loudness.integrated.map { "\(fixed($0, 1)) LUFS" } ?? "too quiet or too short to measure"
        let missed =
            if let wished = target?.loudness, let found = loudness.integrated { wished - found > 0.3 } else { false }
        return integrated
            + (missed ? " (the loudest that was found with peaks below \(fixed(LevelTarget.truePeak, 0)) dBTP)" : "")
            + ", true peak \(fixed(peak, 1)) dBTP"
    }

    /// "-14.0 LUFS, range 5.2 LU, true peak -1.2 dBTP".
    var details: String {
        guard loudness.truePeak != nil, loudness.integrated != nil else { return summary() }
        let parts = summary().split(separator: ", ", maxSplits: 1)
        return "\(parts[0]), range \(fixed(loudness.range, 1)) LU, \(parts[1])"
    }
}

/// Loudness for programs, to three decimals.
struct LoudnessEvent: Encodable {
    /// LUFS; omitted below -70.
    var integrated: Double?
    /// LU.
    var range: Double
    /// dBTP; omitted for digital silence.
    var truePeak: Double?

    init(_ loudness: Loudness) {
        integrated = loudness.integrated.map { rounded($0, 3) }
        range = rounded(loudness.range, 3)
        truePeak = loudness.truePeak.map { rounded($0, 3) }
    }
}
