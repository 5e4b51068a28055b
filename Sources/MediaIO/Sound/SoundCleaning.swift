/// The cleaning of a recording's sound, by FFmpeg's filters.
public struct SoundCleaning: Hashable, Sendable, Codable {
    /// The frequency below which sound is removed, in hertz: wind, footsteps, handling. `nil` for none.
    public var highpass: Double?
    /// How far steady noise is lowered, in decibels; `nil` for not at all.
    public var denoise: Double?
    /// The level of the noise alone, in dBFS (RMS): `noiseFloor(of:stream:clock:)` measures it.
    public var noiseFloor = -50.0
    /// Clicks are replaced by the sound around them.
    public var declicks: Bool

    public static let frequencies = 10.0...2000.0
    public static let reductions = 1.0...60.0
    /// The range that FFmpeg's denoiser accepts, less its lead over the noise.
    public static let noiseFloors = -80.0 ... -23.0

    public init(highpass: Double? = nil, denoise: Double? = nil, declicks: Bool = false) {
        self.highpass = highpass
        self.denoise = denoise
        self.declicks = declicks
    }

    public var isNothing: Bool { self == SoundCleaning() }

    /// Whether a plan may contain these values.
    public var isValid: Bool {
        highpass.map(Self.frequencies.contains) ?? true && denoise.map(Self.reductions.contains) ?? true
            && Self.noiseFloors.contains(noiseFloor)
    }

    /// In libavfilter's syntax. Clicks first, before other filters smear them; noise last, at the level that remains.
    var filters: [String] {
        [
            declicks ? Self.declicker : nil, highpass.map { "highpass=f=\($0)" },
            denoise.map { Self.denoiser($0, floor: noiseFloor) },
        ].compactMap { $0 }
    }

    /// With the floor set 3 dB above the noise, it is lowered by the requested amount; with the floor at the noise
    /// itself by 2 dB less, and with FFmpeg 5.1's own tracking (`tn`) hardly at all (measured).
    static func denoiser(_ decibels: Double, floor: Double) -> String {
        "afftdn=nr=\(decibels):nf=\((floor * 10).rounded() / 10 + 3)"
    }

    /// Not FFmpeg's defaults: `a` fades in at the beginning, and a threshold of 2 takes the beginnings of words for
    /// clicks. At 10 it changes speech without clicks by −74 dB, and replaces clicks just as well (measured).
    private static let declicker = "adeclick=m=s:t=10"
}
