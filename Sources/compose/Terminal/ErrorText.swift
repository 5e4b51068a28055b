import MediaIO
import Parameters
import Placing
import Planning
import Platform
import Render
import Timeline

/// What went wrong and what to do, followed by the relevant option in parentheses.
func sentence(for error: any Error) -> String {
    if let error = error as? SmartError {
        let reasons = error.reasons.map(\.description).joined(separator: "; ")
        return "nothing can be copied: \(reasons). Leave out --smart require to encode everything."
    }
    if let failure = error as? FFmpegFailure { return "FFmpeg failed: \(failure). \(failure.remedy)" }
    let sentence = "\(error)"
    if case MediaError.notFound(let path) = error, let near = Hint.file(like: path) {
        return "\(path): no such file; did you mean '\(near)'?"
    }
    if case MediaError.noFont(let name, let installed) = error, let near = nearestWord(to: name, in: installed) {
        return "there is no font named '\(name)'; did you mean '\(near)'? 'fc-list : family' lists what is installed."
    }
    if case ParameterError.unknownName(let name, let kind, let nearest) = error, !name.contains("=") {
        if kind == "look", name.contains(",") { return "\(sentence) Give --look once for each." }
        if nearest == nil, let elsewhere = Hint.elsewhere(name, than: kind) { return elsewhere }
        if let command = Compose.commandTypes.first(where: { $0._commandName == "\(kind)s" }) {
            return "\(sentence) 'compose \(command._commandName)' lists them."
        }
        return sentence
    }
    if case TimelineError.recordedApart(let paths) = error {
        return
            "by their dates and lengths, \(list(paths, "and")) were recorded one after the other (use --sync none if that is wrong); join them: compose stitch \(paths.map(quoted).joined(separator: " "))"
    }
    if case MediaError.isDirectory(let path) = error, Hint.operands(CommandWords.current).contains(path) {
        let found = try? ArchiveOptions.parse([path]).find()
        return "\(path) is a folder, not a video. Name files inside it"
            + (found?.recordings.isEmpty == false
                ? ", or use 'compose batch \(quoted(path))' for all recordings in it."
                : "; no recordings were found there.")
    }
    if case MediaError.unsupportedExtension(let path, _) = error {
        let files = Hint.cameras(in: CommandWords.current).map { quoted($0.path) }.joined(separator: " ")
        if (try? ImageFile.Format(path: path)) != nil, !files.isEmpty {
            return
                "\(path) is a picture, and a film is a video file. For one frame: compose still \(files) --at 0s -o \(quoted(path))"
        }
    }
    guard let option = option(for: error), sentence.hasSuffix(".") else { return sentence }
    return "\(sentence.dropLast()) (\(option))."
}

/// Whether the command can use the sound of a file whose picture is damaged.
private func hasSound(_ path: String) -> Bool {
    let command = Compose.commandTypes.first { $0._commandName == CommandWords.current.first } ?? RenderCommand.self
    guard OptionList(of: command)["sound-only"] != nil else { return false }
    return (try? MediaInfo(probing: path, ignoresPicture: true))?.audio.contains(where: \.isDecodable) == true
}

private func option(for error: any Error) -> String? {
    switch error {
    case MediaError.notChunk: "compose render PLAN --chunk i/N"
    case MediaError.noAudio: "--audio CAMERA, --audio none"
    case MediaError.noAudioTrack: "--audio-track CAMERA=NUMBER; 'compose probe' lists them"
    case MediaError.damaged where CommandWords.current.contains("--strict"):
        "or leave out --strict to conceal the damage"
    case MediaError.noDisplayMatrix: "--bake"
    case MediaError.outputExists where CommandWords.current.contains { $0.hasPrefix("--deliver-set") }:
        "--deliver-set FOLDER, --overwrite"
    case MediaError.outputExists: "--overwrite"
    case MediaError.outputBusy, MediaError.notWorkFolder, MediaError.noSpace: "-o FILE"
    case MediaError.noEncoder: "--codec"
    case MediaError.noPicture(let path) where hasSound(path):
        "--sound-only \(quoted(FilePath(path).name)) uses its sound"
    case RequestError.noClock: "--clock"
    case MediaError.noDevice: "--encoder software, --encoder auto"
    case MediaError.notHeld: "--codec, --audio-codec"
    case MediaError.cannotTurn: "--smart off"
    case MediaError.noCover, RequestError.poster: "--poster"
    case RequestError.sampleRate: "--sample-rate"
    case RequestError.nothingToDuckUnder: "--audio mix, --duck"
    case RequestError.speakersUnknown(let speakers, let cameras):
        speakers.enumerated().map { number, speaker in
            "--speaker \(quoted("\(speaker.microphone)=\(cameras[min(number, cameras.count - 1)])"))"
        }.joined(separator: " ")
    case RequestError.noHighlights: "--length"
    case RequestError.onlyPause: "--from, --to, --cut-silence"
    case RequestError.voiceOver: "--voice-over FILE@TIME"
    case RequestError.nothingHeard: "--music, --voice-over"
    case RequestError.musicStart: "--music FILE:start=TIME"
    case RequestError.tooSmall: "--size, --codec"
    case RequestError.preset: "--preset"
    case RequestError.factor: "--crf"
    case RequestError.noQuality: "--preset"
    case RequestError.bitRate: "--bitrate, --max-bitrate"
    case RequestError.rateLimit: "--max-bitrate"
    case RequestError.softwareOnly: "--encoder"
    case MediaError.encoderRefused: "--preset, --crf, --bitrate, --size"
    case TimelineError.transitionLongerThanInterval: "--switch-every, --transition-duration"
    case CutError.cannotCut(_, .noFootage): "--span intersection, --from, --to"
    case TimelineError.filmTooLong where CommandWords.current.first == "stitch": "--gaps cut leaves gaps out"
    case CutError.filmJumps: "--skip, --cut-silence, -o FILE"
    case CutError.cannotCut, CutError.severalFiles: "-o FILE, not --deliver-set"
    case StitchError.within: "compose FILE FILE --sync audio"
    case StitchError.noSound, StitchError.nowhere: "--continuous-audio"
    case RenderError.interrupted(let kept, _) where kept > 0: "--fresh starts over"
    case RenderError.verificationFailed: "--smart off"
    default: nil
    }
}
