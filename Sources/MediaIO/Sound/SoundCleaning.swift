/// What the sound of a recording is cleaned of, by FFmpeg's filters.
public struct SoundCleaning: Hashable, Sendable, Codable {
    /// What is lower is taken away, in hertz: wind, steps, handling. `nil` for nothing.
    public var highpass: Double?
    /// By how many decibels steady noise is lowered; `nil` for not at all.
    public var denoise: Double?
    /// How loud the noise is alone, in dBFS (RMS): `noiseFloor(of:stream:clock:)` finds it.
    public var noiseFloor = -50.0
    /// Clicks are replaced by what is around them.
    public var declicks: Bool

    public static let frequencies = 10.0...2000.0
    public static let reductions = 1.0...60.0
    /// What FFmpeg's denoiser takes, less its lead over the noise.
    public static let noiseFloors = -80.0 ... -23.0

    public init(highpass: Double? = nil, denoise: Double? = nil, declicks: Bool = false) {
        self.highpass = highpass
        self.denoise = denoise
        self.declicks = declicks
    }

    public var isNothing: Bool { self == SoundCleaning() }

    /// Whether a plan may say so.
    public var isValid: Bool {
        highpass.map(Self.frequencies.contains) ?? true && denoise.map(Self.reductions.contains) ?? true
            && Self.noiseFloors.contains(noiseFloor)
    }

    /// In libavfilter's syntax. Clicks first, before others smear them; noise last, as it is left.
    var filters: [String] {
        [
            declicks ? Self.declicker : nil, highpass.map { "highpass=f=\($0)" },
            denoise.map { Self.denoiser($0, floor: noiseFloor) },
        ].compactMap { $0 }
    }

    /// 3 dB over the noise it is lowered by as much as is asked for; at the noise itself by 2 dB less, and by FFmpeg 5.1's
    /// own tracking (`tn`) hardly at all (measured).
    static func denoiser(_ decibels: Double, floor: Double) -> String {
        "afftdn=nr=\(decibels):nf=\((floor * 10).rounded() / 10 + 3)"
    }

    /// Not FFmpeg's defaults: `a` fades in at the beginning, and a threshold of 2 takes the beginnings of words for
    /// clicks. With 10 it changes speech without clicks by −74 dB, and replaces clicks as well (measured).
    private static let declicker = "adeclick=m=s:t=10"
}
