import Audio
import MediaIO
import Planning
import Timeline

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
        level(for: target) + (loudness.truePeak.map { ", true peak \(fixed($0, 1)) dBTP" } ?? "")
    }

    /// "-14.0 LUFS".
    func level(for target: LevelTarget?) -> String {
        guard loudness.truePeak != nil else { return "silent" }
        let integrated = loudness.integrated.map { "\(fixed($0, 1)) LUFS" } ?? "too quiet or too short to measure"
        let missed =
            if let wished = target?.loudness, let found = loudness.integrated { wished - found > 0.3 } else { false }
        return integrated
            + (missed ? " (the loudest that was found with peaks below \(fixed(LevelTarget.truePeak, 0)) dBTP)" : "")
    }

    /// What is wrong with the level of a film, and what to do; `nil` for nothing.
    ///
    /// - Parameters:
    ///   - isPlanned: whether it was rendered from a plan file, which has its level.
    ///   - nearer: finds another microphone that was nearer, and by how many LU it is louder.
    func remark(
        for target: LevelTarget?, isPlanned: Bool, nearer: () -> (angle: Angle, by: Double)? = { nil }
    ) -> String? {
        let use = isPlanned ? "plan again with" : "use"
        if let peak = loudness.truePeak, peak > 0 {
            let reach = peak < 0.05 ? "reaches full scale" : "exceeds full scale by \(fixed(peak, 1)) dB"
            return "the sound \(reach) and may clip; \(use) lower gains (--gain), or --loudness -14, which limits peaks"
        }
        // Phones and cameras record speech at -30 LUFS or more.
        guard target == nil, let found = loudness.integrated, found < -35 else { return nil }
        if let other = nearer() {
            return
                "the sound is very quiet; \(use) --audio \(other.angle), whose microphone was nearer (\(fixed(other.by, 0)) LU louder, with less noise)"
        }
        return "the sound is very quiet; \(use) --loudness -14, the level of the web"
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
