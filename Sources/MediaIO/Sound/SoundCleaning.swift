import Audio
import MediaTime

/// The cleaning of a recording's sound, by FFmpeg's filters.
public struct SoundCleaning: Hashable, Sendable, Codable {
    /// The frequency below which sound is removed, in hertz: wind, footsteps, handling. `nil` for none.
    package var highpass: Double?
    /// How far steady noise is lowered, in decibels; `nil` for not at all.
    package var denoise: Double?
    /// The noise alone in the denoiser's 15 bands from 80 Hz to 24 kHz, each as the level of white noise of the same
    /// density in dBFS (RMS): `measuredNoiseProfile(of:stream:clock:)` measures it. `nil` for white noise at −50 dBFS.
    package var noiseProfile: [Double]?
    /// Clicks are replaced by the sound around them.
    package var declicks: Bool
    /// The only channel that is heard, on both sides: 0 for the left one. `nil` for both.
    package var channel: Int?

    /// What a high-pass accepts, in hertz.
    package static let frequencies = 10.0...2000.0
    /// By how much noise can be lowered, in decibels.
    package static let reductions = 1.0...60.0
    private static let noiseLevels = -200.0...100.0

    /// By default, the sound is unchanged. The noise profile is `nil`.
    package init(highpass: Double? = nil, denoise: Double? = nil, declicks: Bool = false) {
        self.highpass = highpass
        self.denoise = denoise
        self.declicks = declicks
    }

    /// Whether no filter is used.
    package var isNothing: Bool { self == SoundCleaning() }

    /// Whether a plan may contain these values.
    package var isValid: Bool {
        highpass.map(Self.frequencies.contains) ?? true && denoise.map(Self.reductions.contains) ?? true
            && noiseProfile.map(Self.isValid(noiseProfile:)) ?? true
    }

    /// Whether a plan may contain this profile.
    package static func isValid(noiseProfile: [Double]) -> Bool {
        noiseProfile.count == NoiseMeter.centers.count && noiseProfile.allSatisfy(noiseLevels.contains)
    }

    /// In libavfilter's syntax. Of the others clicks first, before other filters smear them; noise last, at the level that remains.
    var filters: [String] {
        [
            channel.map { "pan=stereo|c0=c\($0)|c1=c\($0)" }, declicks ? Self.declicker : nil,
            highpass.map { "highpass=f=\($0)" },
            denoise.map { Self.denoiser($0, profile: noiseProfile) },
        ].compactMap { $0 }
    }

    /// With the floor set 3 dB above the noise, it is lowered by the requested amount; with the floor at the noise
    /// itself by 2 dB less, and with FFmpeg 5.1's own tracking (`tn`) hardly at all (measured). Without the profile of
    /// the bands, white noise only: pink noise by a third of the decibels, a fan not at all.
    static func denoiser(_ decibels: Double, profile: [Double]? = nil) -> String {
        let text = { (value: Double) in (value * 10).rounded() / 10 }
        guard let profile, var ceiling = profile.max() else { return "afftdn=nr=\(decibels):nf=-47" }
        let mean = { (levels: [Double]) in levels.reduce(0, +) / Double(levels.count) }
        // The filter accepts 24 dB above and below the mean. Of a hum far above all else the rest is kept: raising the
        // other bands would cost the voice its highs.
        let capped = { (ceiling: Double) in
            profile.map { min(max($0, NoiseMeter.leastLevel), max(ceiling, NoiseMeter.leastLevel)) }
        }
        while ceiling - mean(capped(ceiling)) > 24 { ceiling -= 0.5 }
        let center = mean(capped(ceiling))
        let clipped = capped(ceiling).map { max($0 - center, -24) }
        let bands = clipped.map { "\(text($0 - mean(clipped)))" }.joined(separator: "|")
        let floor = text(center + mean(clipped) + 3)
        return "afftdn=nr=\(decibels):nt=c:bn=\(bands):nf=\(max(-80, min(-20, floor)))"
    }

    /// Not FFmpeg's defaults: `a` fades in at the beginning, and a threshold of 2 takes the beginnings of words for
    /// clicks. At 10 it changes speech without clicks by −74 dB, and replaces clicks just as well (measured).
    private static let declicker = "adeclick=m=s:t=10"
}

extension SoundCleaning {
    /// The noise of a recording where there is no other sound, see `noiseProfile`. Noise that the high-pass removes
    /// does not count.
    ///
    /// - Parameters:
    ///   - stream: the index of the sound stream in the file.
    ///   - channels: those of the stream that are heard; `nil` for all.
    ///   - clock: what probing found about the file's time stamps.
    ///   - seconds: how much of the beginning is measured, at most.
    package func measuredNoiseProfile(
        of path: String, stream: Int, channels: SoundChannels? = nil, clock: FileClock, seconds: Int = 600
    ) throws(MediaError) -> [Double] {
        let rate = Int(AudioFormat.mixing.sampleRate)
        var before = SoundCleaning(highpass: highpass)
        before.channel = channel
        let reader = try AudioReader(path: path, stream: stream, channels: channels, clock: clock, cleaning: before)
        var meter = try NoiseMeter(sampleRate: rate)
        for second in 0..<Int64(seconds) {
            let position = second * Int64(rate)
            let sound = try reader.read(from: position, count: rate)
            // The rest of the last second is padding.
            let count = Int(min(Int64(rate), reader.count(from: position)))
            guard count > 0 else { break }
            meter.append(sound.channels.map { Array($0.prefix(count)) })
        }
        return meter.profile
    }

    /// In seconds: a recording that is silent for ten minutes is not read on.
    private static let longestSilence: Int64 = 600

    /// The channel to hear on both sides because the other one is empty, as of a microphone with a mono plug at a stereo
    /// input; `nil` for all other sound.
    ///
    /// Other sound is told from it within the first seconds that are heard, so only what it is true of is read to its
    /// end: another microphone may be switched on late.
    ///
    /// - Parameters:
    ///   - stream: the index of the sound stream in the file; of two channels.
    ///   - clock: what probing found about the file's time stamps.
    ///   - range: what is heard of it, on the clock of the file.
    package static func onlyChannel(
        of path: String, stream: Int, clock: FileClock, in range: TimeRange
    ) throws(MediaError) -> Int? {
        let rate = AudioFormat.mixing.sampleRate
        let reader = try AudioReader(path: path, stream: stream, clock: clock)
        let end = range.end.ticks(in: .perSecond(rate), .nearest)
        var position = range.start.ticks(in: .perSecond(rate), .nearest)
        var sides = StereoSides()
        let first = position
        while position < end, sides.mayBeOne, position - first < longestSilence * Int64(rate) || !sides.isSilent {
            let count = Int(min(Int64(rate), end - position))
            let sound = try reader.read(from: position, count: count)
            guard reader.count(from: position) > 0 else { break }
            sides.hear(sound.channels)
            position += Int64(count)
        }
        return sides.onlyOne
    }

    /// The channel to hear in mono because the sum of both is nearly silent, as of a balanced microphone at a stereo
    /// input; `nil` for all other sound.
    ///
    /// - Parameters:
    ///   - stream: the index of the sound stream in the file.
    ///   - clock: what probing found about the file's time stamps.
    ///   - start: when to begin, on the clock of the file.
    ///   - seconds: how much is measured, at most.
    package static func channelForMono(
        of path: String, stream: Int, clock: FileClock, from start: MediaTime, seconds: Int = 600
    ) throws(MediaError) -> Int? {
        let rate = AudioFormat.mixing.sampleRate
        let reader = try AudioReader(path: path, stream: stream, clock: clock)
        let first = start.ticks(in: .perSecond(rate), .nearest)
        var sum = MonoSum()
        for second in 0..<Int64(seconds) {
            let position = first + second * Int64(rate)
            let sound = try reader.read(from: position, count: Int(rate))
            guard reader.count(from: position) > 0 else { break }
            sum.hear(sound.channels)
        }
        return sum.onlyChannel
    }
}
