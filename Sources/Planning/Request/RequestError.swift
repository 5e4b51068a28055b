import MediaIO
import MediaTime
import Pictures
import Parameters
import Timeline

/// A request that is invalid for any footage.
public enum RequestError: Error, Equatable, Sendable {
    /// A width or height that is odd or outside 16 to 16384 pixels.
    case size(PictureSize)
    /// A size below `VideoCodec.leastSize`.
    case tooSmall(PictureSize, VideoCodec)
    /// A rate outside 1 to 480 frames per second.
    case frameRate(FrameRate)
    /// The first camera's colors should match the second's, but they never record at the same time.
    case nothingToMatch(Angle, Angle)
    /// The primary camera's colors should match themselves.
    case matchesItself(Angle)
    /// A clock was requested, but no file has a recording time.
    case noClock(paths: [String])
    /// A preset that is not one of `VideoCodec.presets`.
    case preset(String, VideoCodec)
    /// A rate factor outside the codec's range.
    case factor(Double, VideoCodec)
    /// A rate factor or a bit rate for a codec controlled only by its preset.
    case noQuality(VideoCodec)
    /// A bit rate, or a limit of it, outside 10,000 to 1,000,000,000 bits per second.
    case bitRate(Int64)
    /// A limit of the bit rate for a codec whose encoder cannot limit it in addition to a quality.
    case rateLimit(VideoCodec)
    /// A device for a codec that devices cannot write the way software does.
    case softwareOnly(VideoCodec)
    /// The moment for the cover is not before the end of the film; `film` is its duration.
    case poster(MediaTime, film: MediaTime)
    /// A title or the logo would begin after the end of the film.
    case graphics(MediaTime, what: String, film: MediaTime)
    /// The fades of the picture take longer than the film.
    case fade(MediaTime, film: MediaTime)
    /// A voice-over would begin after the end of the film.
    case voiceOver(MediaTime, path: String, film: MediaTime)
    /// Music or a voice-over without sound that can be decoded.
    case nothingHeard(path: String)
    /// Music would begin after the end of its file.
    case musicStart(MediaTime, path: String, length: MediaTime)
    /// A sample rate, in samples per second, that is not one of `AudioCodec.sampleRates`.
    case sampleRate(Int32, AudioCodec)
    /// Who speaks is found by comparing microphones, but besides the wide camera there is at most this one.
    case fewMicrophones([Angle], wide: Angle?)
    /// These people speak near microphones of their own, and nothing tells which camera shows them.
    case speakersUnknown([Speaker], cameras: [Angle])
    /// This camera should be lowered while others speak, but none is heard beside it.
    case nothingToDuckUnder(Angle)
    /// Nothing but a pause is requested of the recording.
    case onlyPause
    /// No stretch of these lengths begins and ends between words.
    case noHighlights(ClosedRange<MediaTime>)
    /// Cuts on the beat need music or a camera with sound.
    case noMusic
    /// No beat is clear enough in music that is added, or in what a camera recorded.
    case noBeat(music: String)
    /// As `noBeat`, in the sound of this camera.
    case noRecordedBeat(Angle)
    /// This camera's sound is not synced with the others'.
    case microphoneNotSynced(Angle)
    /// These sounds differ neither in level nor in arrival time, so they do not tell who speaks.
    case microphonesAlike([Angle])
}

extension RequestError {
    /// Somebody who is heard.
    public struct Speaker: Hashable, Sendable {
        /// Its name.
        public var microphone: Angle
        /// When they begin to speak, on the clock of the recording.
        public var times: [MediaTime]

        init(_ microphone: Angle, at times: [MediaTime]) { (self.microphone, self.times) = (microphone, times) }
    }
}

extension RequestError: CustomStringConvertible {
    /// The message for the user: what is wrong, and what to do.
    public var description: String {
        switch self {
        case .size(let size):
            "a \(size) picture cannot be encoded; width and height must be even numbers from 16 to 16384."
        case .tooSmall(let size, let codec):
            "a \(size) picture cannot be encoded as \(codec.title), which needs at least \(codec.leastSize)x\(codec.leastSize); use a larger size or another codec."
        case .frameRate(let rate): "\(rate) frames per second is out of range; use 1 to 480."
        case .nothingToMatch(let angle, let reference):
            "the \(angle) and \(reference) cameras never record at the same time, so their colors cannot be compared; correct the \(angle) camera manually instead."
        case .matchesItself(let angle):
            "the \(angle) camera is the primary one, to which others are matched; name another camera, or make another one the primary."
        case .noClock(let paths):
            paths.count == 1
                ? "\(paths[0]) has no recording time, so there is no clock to show; leave it out."
                : "none of the files has a recording time (\(paths.joined(separator: ", "))), so there is no clock to show; leave it out."
        case .preset(let preset, let codec):
            "\(codec.title) has no preset '\(preset)'; use one of \(codec.presets.joined(separator: ", "))."
        case .factor(let factor, let codec):
            "\(codec.title) has no rate factor \(Int(exactly: factor).map { "\($0)" } ?? "\(factor)"); use \(Int(codec.factors?.lowerBound ?? 0)) (best) to \(Int(codec.factors?.upperBound ?? 0)) (worst)."
        case .noQuality(let codec):
            "\(codec.title) takes neither a rate factor nor a bit rate; its preset decides: \(codec.presets.joined(separator: ", "))."
        case .bitRate(let bits): "\(bits) bits per second are out of range; use 10k to 1000M."
        case .rateLimit(let codec):
            "\(codec.title) cannot limit the bit rate in addition to its quality; use \(VideoCodec.allCases.filter(\.canLimitRate).map(\.rawValue).joined(separator: " or ")), or an average bit rate."
        case .softwareOnly(let codec): "\(codec.title) is encoded in software only; do not request another encoder."
        case .poster(let time, let film):
            "the film has no frame at \(time.clockDescription) for its poster; it lasts \(film.clockDescription). Name an earlier time."
        case .graphics(let time, let what, let film):
            "\(what) cannot begin at \(time.clockDescription), because the film lasts \(film.clockDescription); use an earlier time."
        case .fade(let time, let film):
            "the fades take \(time.clockDescription), but the film lasts \(film.clockDescription); make them shorter."
        case .voiceOver(let time, let path, let film):
            "\(path) cannot begin at \(time.clockDescription), because the film lasts \(film.clockDescription); use an earlier time."
        case .nothingHeard(let path): "\(path) has no sound that can be decoded; name another file."
        case .musicStart(let time, let path, let length):
            "\(path) lasts \(length.clockDescription) and cannot begin at \(time.clockDescription); use an earlier start."
        case .fewMicrophones(let angles, let wide):
            if let wide {
                "besides the \(wide) camera, which shows everybody, \(angles.isEmpty ? "nothing has" : "only \(angles[0]) has") sound, but finding who speaks takes two microphones near different people: add one, or do not name a camera for everybody."
            } else {
                "\(angles.isEmpty ? "nothing has" : "only \(angles[0]) has") sound, but finding who speaks takes two microphones near different people; add one, or choose other cuts and one camera's sound."
            }
        case .speakersUnknown(let speakers, _):
            "nothing tells which camera shows who speaks into "
                + list(
                    speakers.map { speaker in
                        "\(speaker.microphone) (at \(speaker.times.map(\.clockDescription).joined(separator: ", ")))"
                    }, "and") + "; name a camera or a view for each."
        case .nothingToDuckUnder(let angle):
            "no other sound is heard at the same time as that of the \(angle) camera, so it cannot be lowered under one; mix the sounds of several cameras, or lower none."
        case .onlyPause:
            "nobody speaks in this part of the recording, so nothing is left of it without pauses; use a longer part, or keep the pauses."
        case .noHighlights(let lengths):
            "no part of \(lengths.lowerBound.clockDescription) to \(lengths.upperBound.clockDescription) begins and ends between words; allow other lengths, or search a longer recording."
        case .noMusic:
            "no camera has sound and no music is added, so there is no beat to cut on; add music, or switch at an interval or at fixed times."
        case .noBeat(let path):
            "no clear beat was found in \(path); add other music, or switch at an interval or at fixed times."
        case .noRecordedBeat(let angle):
            "no clear beat was found in the sound of the \(angle) camera; add the music as a file, or switch at an interval or at fixed times."
        case .microphoneNotSynced(let angle):
            "the sound of the \(angle) camera does not match that of the others, but finding who speaks requires comparing them; give its offset, specify that all started together, or choose other cuts and one camera's sound."
        case .microphonesAlike(let angles):
            "the sounds of \(list(angles.map(\.name), "and")) differ neither in level nor in arrival time, so they do not tell who speaks; follow the picture instead, or choose other cuts and one camera's sound."
        case .sampleRate(let rate, let codec):
            "\(codec.title) is not written at \(rate) Hz; use one of \(codec.sampleRates.map(String.init).joined(separator: ", "))."
        }
    }
}

extension RequestError {
    /// Whether sounds that have nothing in common explain it.
    var isOfUnlikeSounds: Bool {
        switch self {
        case .microphoneNotSynced, .microphonesAlike: true
        default: false
        }
    }
}

extension VideoCodec {
    /// Checks the settings requested of an encoder.
    func check(_ quality: Quality, limit: Int64?, preset: String, kind: EncoderKind) throws(RequestError) {
        guard presets.contains(preset) else { throw .preset(preset, self) }
        guard kind == .software || canUseDevices else { throw .softwareOnly(self) }
        switch quality {
        case .constantRateFactor(let factor):
            guard let factors else { throw .noQuality(self) }
            guard factors.contains(factor) else { throw .factor(factor, self) }
        case .bitRate(let bits):
            guard factors != nil else { throw .noQuality(self) }
            guard Self.bitRates.contains(bits) else { throw .bitRate(bits) }
        case .ofPreset:
            guard factors == nil else { throw .noQuality(self) }
        }
        guard let limit else { return }
        guard canLimitRate else { throw .rateLimit(self) }
        guard Self.bitRates.contains(limit) else { throw .bitRate(limit) }
    }

    private static let bitRates: ClosedRange<Int64> = 10_000...1_000_000_000
}

/// An error in a plan file.
package struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, without a period; errors of `PlanFile.read` begin with the file's path.
    package var description: String
    /// The plan copies what cannot be copied; it could be rendered by encoding it.
    package var isOfCopying = false
    /// - Parameter description: what is wrong, without a period and without the plan's path.
    package init(_ description: String) { self.description = description }
}
