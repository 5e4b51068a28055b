import MediaIO
import MediaTime
import Pictures
import Placing
import Timeline

extension RequestPlanner {
    /// How the film is written.
    func output(
        _ composition: Composition, _ canvas: Canvas, _ codec: VideoCodec, _ stretches: Stretches,
        _ notes: inout [Diagnostic]
    ) throws -> OutputSettings {
        var audio = AudioSettings(
            choice: try audioChoice(&notes), mayCopy: request.copiesAudio ?? (request.smart != .off))
        audio.codec = request.soundCodec(with: codec)
        if case .speakers = audio.choice, let speech {
            audio.choice = .speakers(speech.turns(in: composition) { mix.settings.factor(of: $0) > 0 })
        }
        if audio.choice == .follow { audio.roomTones = request.roomTones }
        audio.mix = mix.settings
        notes += mix.notes
        (audio.level, audio.sampleRate, audio.channelCount) = (request.level, request.sampleRate, request.channelCount)
        // Not half: below this, FFmpeg's AAC encoder adds peaks of up to 4 dB to limited speech (measured).
        if request.channelCount == 1 { audio.bitRate = 160_000 }
        if let rate = request.soundBitRate { audio.bitRate = rate }
        guard audio.codec.sampleRates.contains(audio.format.sampleRate) else {
            throw RequestError.sampleRate(audio.format.sampleRate, audio.codec)
        }
        var output = OutputSettings(
            canvas: canvas, frameRate: composition.frameRate, codec: codec,
            quality: request.quality ?? codec.usualQuality, preset: request.preset ?? codec.usualPreset,
            threads: VideoEncoderSettings.threads(for: canvas.size), audio: audio, stretches: stretches,
            primary: primary,
            metadata: request.keepsMetadata ? source.metadata(of: composition, as: session.takes[primaryTake]) : nil,
            safeArea: safeArea(canvas.size))
        output.finish = finish
        try codec.check(
            output.quality, limit: output.rateLimit, preset: output.preset, kind: request.encoder.kind ?? .software)
        if let poster = request.poster, poster >= composition.duration {
            throw RequestError.poster(poster, film: composition.duration)
        }
        for case (let path, .voiceOver(let voice)) in request.addedSounds.map({ ($0.path, $0.role) })
        where voice.time >= composition.duration {
            throw RequestError.voiceOver(voice.time, path: path, film: composition.duration)
        }
        if stretches == .encode || request.encoder != .auto {
            output.kind = try request.encoderKind(for: output.encoder, notes: &notes)
        }
        return output
    }
}

extension RequestPlanner {
    /// What the app that shows the film leaves free.
    func safeArea(_ size: PictureSize) -> SafeArea? {
        guard request.destination == nil, size.isPortrait else { return request.safeArea(size) }
        return given?.output?.safeArea
    }
}

// Codecs and encoders.
extension CompositionRequest {
    /// With the codec that the container requires, unless another was requested.
    var withCodecOfContainer: CompositionRequest {
        var request = self
        request.codec = codec ?? container?.usualCodec
        return request
    }

    /// The default audio codec for a video codec.
    func soundCodec(with codec: VideoCodec) -> AudioCodec {
        if let audioCodec { return audioCodec }
        let order = [codec.usualSound] + AudioCodec.allCases
        return order.first { container?.holds($0) ?? true } ?? codec.usualSound
    }

    /// Chooses the encoder.
    ///
    /// - Parameter settings: of the film, for the software encoder.
    /// - Throws: `MediaError.noDevice` if the requested device is missing.
    func encoderKind(for settings: VideoEncoderSettings, notes: inout [Diagnostic]) throws(MediaError) -> EncoderKind {
        switch encoder {
        case .kind(.software): return .software
        case .kind(let kind):
            do {
                try settings.with(kind).checkEncoder()
            } catch .encoderRefused(_, let failure) {
                throw .noDevice(encoder: settings.with(kind).name, why: failure.logLine ?? failure.reason)
            } catch .noEncoder {
                throw .noDevice(
                    encoder: settings.with(kind).name, why: "the installed FFmpeg does not have this encoder")
            }
            return kind
        case .auto:
            let devices = EncoderKind.allCases.filter { $0 != .software && settings.codec.canUseDevices }
            let found = devices.first { (try? settings.with($0).checkEncoder()) != nil } ?? .software
            notes.append(.encoder(found))
            return found
        }
    }
}

extension VideoEncoderSettings {
    fileprivate func with(_ kind: EncoderKind) -> VideoEncoderSettings {
        var settings = self
        settings.kind = kind
        return settings
    }
    fileprivate var name: String { "\(codec.rawValue) \(kind.rawValue)" }
}

// What a request asks for that copied pictures cannot have.
extension RequestPlanner {
    /// Requested settings that are incompatible with copying.
    func conflicts(_ codec: VideoCodec, _ canvas: Canvas) -> [CopyRefusal] {
        var conflicts: [CopyRefusal] = []
        if let container = request.container {
            if !container.holds(codec) { return [.container(container, path: source.path, has: codec)] }
            if !container.carriesOrientation, source.orientation != .upright {
                conflicts.append(.rotated(container, path: source.path))
            }
        }
        // If the choice is open, software gives the highest quality.
        if case .kind(let kind) = request.encoder, kind != .software { conflicts.append(.encoder) }
        if let wished = request.codec, wished != codec {
            conflicts.append(.codec(wished, path: source.path, has: codec))
        }
        if let size = request.size, size != canvas.size {
            conflicts.append(.size(size, path: source.path, has: canvas.size))
        }
        if let rate = request.frameRate, source.video.hasVariableFrameRate {
            conflicts.append(.frameRate(rate, path: source.path, has: nil))
        } else if let rate = request.frameRate, rate != source.video.frameRate {
            conflicts.append(.frameRate(rate, path: source.path, has: source.video.frameRate))
        }
        if request.filmRate(primaryRate) != primaryRate {
            conflicts.append(
                .frameRate(request.filmRate(primaryRate), path: source.path, has: source.video.frameRate))
        }
        if canvas.color.isHighDynamicRange, let reason = film.toneMapping {
            conflicts.append(.toneMapped(path: source.path, reason))
        }
        if let text = request.text, finish.alterations(session, recording.sources).allSatisfy({ $0 == .text }) {
            conflicts.append(.text(text.kinds))
        }
        let hasRate = if case .bitRate? = request.quality { true } else { request.rateLimit != nil }
        if hasRate { conflicts.append(.bitRate) }
        return conflicts
    }
}
