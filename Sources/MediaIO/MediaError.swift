import MediaTime
import Parameters
import Platform

/// Errors between files and pictures. Every case names the file and the next step.
public enum MediaError: Error, Sendable {
    // Inputs.
    /// There is no file at this path, or a folder of the path does not exist.
    case notFound(path: String)
    /// The process may only use files in some folders.
    case outside(path: String, folders: [String])
    /// A folder was given where a file is read.
    case isDirectory(path: String)
    /// The file has 0 bytes.
    case isEmpty(path: String)
    /// It cannot be opened or read, or is not a regular file; `reason` is usually the system's: "Permission denied".
    case cannotRead(path: String, reason: String)
    /// FFmpeg recognizes no container in it.
    case notMedia(path: String, reason: String)
    /// An image for a matte that cannot be read or decoded.
    case notPicture(path: String, reason: String)
    /// A file of a look, such as .cube, that FFmpeg does not accept.
    case notColorTable(path: String, reason: String)
    /// A chunk that is damaged, or was rendered from another plan or by another version.
    case notChunk(path: String, reason: String)
    /// A finished part that cannot be put into the film.
    case unusablePart(path: String, reason: String)
    /// An MP4 or MOV file without its index (`moov`): recording or copying it was interrupted.
    case incomplete(path: String)
    /// It has no video track; `hasAudio` tells whether it has sound.
    case noVideo(path: String, hasAudio: Bool)
    /// It has a video track, but not one picture of it can be decoded.
    case noPicture(path: String)
    /// It has a sound track, of which nothing is in the file.
    case noSound(path: String)
    /// The camera whose sound was requested recorded none that can be decoded.
    case noAudio(path: String)
    /// The requested audio track, counted from 1, is not among the file's `count`.
    case noAudioTrack(path: String, track: Int, count: Int)
    /// The file has no picture of this number; `count` are in it.
    case noVideoTrack(path: String, track: Int, count: Int)
    /// A sound track has no channel of this number; `count` are in it.
    case noChannel(path: String, channel: Int, count: Int)
    /// The installed FFmpeg has no decoder for this picture or sound.
    case noDecoder(path: String, codec: String)
    /// It is protected by a digital rights system (ISO/IEC 23001-7).
    case encrypted(path: String)
    /// The codec changes within the picture track; `codes` are two of its sample entries, the first one first.
    case severalCodecs(path: String, codes: [String])
    /// Dolby Vision without a base layer that other decoders can show.
    case needsDolbyVision(path: String, profile: String)
    /// The installed FFmpeg lacks a filter that its pictures need; `purpose` is what for: "high dynamic range".
    case noFilter(path: String, filter: String, purpose: String)
    /// FFmpeg was built without vid.stab.
    case noStabilization(filter: String)
    /// The picture size in its header, in pixels, is above 16384 in width or height.
    case tooLarge(path: String, width: Int, height: Int)
    /// FFmpeg can read the container, but not open the decoder or convert what it decodes.
    case decodingFailed(path: String, failure: FFmpegFailure)
    /// Its data has errors, and the caller needs it intact: to verify copied pictures, for instance.
    case damaged(path: String, summary: String)
    /// The file is not the one that was probed or planned with: it was replaced or written to.
    case changed(path: String)
    /// Its orientation cannot be rewritten: it is not MP4 or MOV, or the matrix of its whole movie is unusable.
    case noDisplayMatrix(path: String)
    // Outputs.
    /// The output is one of the files that are read, perhaps under another name.
    case outputIsInput(path: String)
    /// The output exists, and replacing it was not allowed.
    case outputExists(path: String)
    /// Another process is rendering to this output.
    case outputBusy(path: String)
    /// Something that is not ours is in the place for the work on an output.
    case notWorkFolder(path: String, reason: String)
    /// The output is a folder, or its path ends with a slash.
    case outputIsDirectory(path: String)
    /// The folder of the output does not exist.
    case noSuchFolder(path: String, folder: String)
    /// The output cannot be created; `reason` is the system's: "Permission denied".
    case cannotCreate(path: String, reason: String)
    /// The output's extension names no format that is written; those in `supported` begin with a dot.
    case unsupportedExtension(path: String, supported: [String])
    /// A codec that the container does not support.
    case notHeld(path: String, container: String, what: String, endings: [String], codecs: [String])
    /// Copied pictures stay turned, and the container cannot express that.
    case cannotTurn(path: String, container: String)
    /// A cover was requested for a container that has no place for one.
    case noCover(path: String, container: String)
    /// The installed FFmpeg was built without this encoder.
    case noEncoder(codec: String)
    /// A requested device that cannot encode this.
    case noDevice(encoder: String, why: String)
    // Text in the picture.
    /// No installed font is of this family; `installed` lists the families that are.
    case noFont(name: String, installed: [String])
    /// The font file cannot be read as a font.
    case notFont(path: String)
    /// The font lacks these characters of the text.
    case noCharacters(String, font: String)
    /// The installed FFmpeg was built without the filter that draws text (`drawtext`).
    case noTextFilter
    /// Neither SubRip nor WebVTT nor SubStation Alpha, or nothing in it.
    case notSubtitles(path: String)
    /// Captions of which no word is in the film.
    case noCaptions(path: String)
    /// More words than anybody says in one film.
    case hugeTranscript(path: String, words: Int)
    /// JSON, but no transcript with times, or without words.
    case notTranscript(path: String)
    /// A line of a subtitle file that looks like the time of a subtitle, but is none.
    case noSubtitleTime(path: String, line: Int, String, example: String)
    /// Something else is wrong with a line of a subtitle file; `problem` goes on after its text, and says what to do.
    case badSubtitle(path: String, line: Int, text: String, _ problem: String)
    /// A file of more than this, which nobody reads.
    case hugeSubtitles(path: String, megabytes: Int)
    /// Subtitles in another encoding.
    case notUTF8(path: String)
    /// FFmpeg cannot open the encoder with these settings.
    case encoderRefused(codec: String, failure: FFmpegFailure)
    /// The encoder failed while it encoded; `reason` is FFmpeg's.
    case encoderStopped(codec: String, reason: String)
    /// Writing to the output failed halfway; `reason` is the system's: "Input/output error".
    case writeFailed(path: String, reason: String)
    /// Less space is free on the output's disk than the output is estimated to need; both in bytes.
    case noSpace(path: String, needed: Int64, free: Int64)
    /// The installed FFmpeg has no transform for analysis, or there is no memory for it.
    case noTransform(FFmpegFailure)
    /// A call that no action of the user makes fail: memory, or a bug.
    case failed(path: String, FFmpegFailure)

    /// The kind of error, for exit codes.
    public enum Kind: Sendable { case badData, noInput, cannotCreate, inputOutput, usage }

    /// For the exit code of a program.
    public var kind: Kind {
        switch self {
        case .notFound, .isDirectory, .outside: .noInput
        case .isEmpty, .notMedia, .notPicture, .notColorTable, .notChunk, .incomplete, .noVideo, .noPicture, .noSound,
            .noAudio,
            .noDecoder,
            .encrypted, .severalCodecs, .tooLarge,
            .needsDolbyVision, .noFilter, .noStabilization,
            .decodingFailed, .damaged, .changed, .noDisplayMatrix, .notFont, .noTextFilter, .notSubtitles,
            .notTranscript, .hugeTranscript, .noCaptions, .noSubtitleTime, .badSubtitle, .hugeSubtitles, .notUTF8:
            .badData
        case .outputIsInput, .unsupportedExtension, .notHeld, .cannotTurn, .noCover, .noAudioTrack, .noChannel,
            .noVideoTrack, .noFont,
            .noCharacters:
            .usage
        case .outputExists, .outputBusy, .notWorkFolder, .outputIsDirectory, .noSuchFolder, .cannotCreate, .noEncoder,
            .noDevice,
            .encoderRefused:
            .cannotCreate
        case .cannotRead, .unusablePart, .encoderStopped, .writeFailed, .noSpace, .noTransform, .failed: .inputOutput
        }
    }
}

extension MediaError {
    /// The meaning of an error of FFmpeg's calls or of its own where `path` is decoded.
    static func decoding(_ path: String, _ error: any Error) -> MediaError {
        switch error {
        case let error as MediaError: error
        // Nothing is wrong with the file.
        case let failure as FFmpegFailure where failure.isOfTheMachine: .failed(path: path, failure)
        case let failure as FFmpegFailure: .decodingFailed(path: path, failure: failure)
        default: .notMedia(path: path, reason: "\(error)")
        }
    }

    /// The same error about `output`, if it is about a file in `folder`, which contains the work on it.
    public func naming(_ output: String, insteadOfFilesIn folder: String) -> MediaError {
        switch self {
        case .cannotCreate(let path, let reason) where path.hasPrefix(folder):
            .cannotCreate(path: output, reason: reason)
        case .writeFailed(let path, let reason) where path.hasPrefix(folder):
            .writeFailed(path: output, reason: reason)
        case .noSpace(let path, let needed, let free) where path.hasPrefix(folder):
            .noSpace(path: output, needed: needed, free: free)
        default: self
        }
    }
}

extension MediaError: CustomStringConvertible {
    /// For users: the file, the problem, and usually what to do next.
    public var description: String {
        switch self {
        case .notFound(let path) where path.contains("://"):
            "\(path) is a web address, but only local files can be read. Download it first."
        case .outside(let path, let folders):
            "\(path) is outside the folders that may be used: \(folders.joined(separator: ", ")). Use a file in one of them."
        case .notFound(let path):
            "\(path): no such file. Check the name and the folder."
        case .isDirectory(let path):
            "\(path) is a folder. Name a file inside it."
        case .isEmpty(let path):
            "\(path) is empty (0 bytes). Copy it again, or write it again."
        case .cannotRead(let path, let reason):
            "\(path) cannot be read (\(reason)). Check its permissions and the disk."
        case .notMedia(let path, let reason):
            "\(path) is not a video or audio file that can be read (\(reason)). Use a recording in a format such as .mov, .mp4 or .mkv."
        case .notPicture(let path, let reason):
            "\(path) is not a picture that can be read (\(reason)). Use an image in a format such as .png, .jpg or .tif."
        case .notColorTable(let path, let reason):
            "\(path) is not a readable color lookup table (\(reason)). Use a .cube file with as many lines as its size says."
        case .notChunk(let path, let reason):
            "\(path) \(reason). Use the chunks that were rendered from this plan."
        case .unusablePart(let path, let reason):
            "\(path): this finished part of the film \(reason). Run the same command again."
        case .incomplete(let path):
            "\(path): the recording is incomplete: its index (moov) was not found. Perhaps the camera lost power, the copy "
                + "was cut short, or bytes before it are damaged. Copy it again, or rebuild it with a repair tool such as untrunc."
        case .noVideo(let path, let hasAudio):
            "\(path) has \(hasAudio ? "sound but no picture" : "no picture"). Use a file with video."
        case .noPicture(let path):
            "\(path) is damaged: its header announces pictures, but they are missing (was the copy cut short?). Copy it from the camera again."
        case .noSound(let path):
            "\(path) is damaged: its header announces sound, but it is missing (was the copy cut short?). Copy it again."
        case .noAudio(let path):
            "\(path) has no sound. Use another camera's sound, or none."
        case .noVideoTrack(let path, let track, let count):
            "\(path) has no picture \(track): it has \(count == 1 ? "one" : "\(count)")."
        case .noChannel(let path, let channel, let count):
            "\(path) has no channel \(channel): its sound has \(count == 1 ? "one channel" : "\(count) channels")."
        case .noAudioTrack(let path, let track, let count):
            count == 0
                ? "\(path) has no audio tracks, so there is no track \(track)."
                : "\(path) has only \(count) audio track\(count == 1 ? "" : "s"), so there is no track \(track)."
        case .noDecoder(let path, let codec):
            "\(path) is \(codec), which the installed FFmpeg cannot decode. Install an FFmpeg with that decoder, or convert the file."
        case .encrypted(let path):
            "\(path) is encrypted. Use a copy without DRM."
        case .severalCodecs(let path, let codes):
            "\(path): its picture track changes from \(codes[0]) to \(codes[1]), and FFmpeg reads only the first. Split the file there, and use the parts as two files of one camera."
        case .needsDolbyVision(let path, let profile):
            "\(path) is \(profile), which only a Dolby Vision decoder can show: without one, the pictures are green and purple. Convert it to HDR10, HLG or SDR first, with the phone or the program that made it."
        case .noFilter(let path, let filter, let purpose):
            "\(path) has \(purpose), but the installed FFmpeg lacks the filter for that, \(filter). Install an FFmpeg that has it ('ffmpeg -filters' lists the filters; Debian's has it), or convert the file."
        case .noStabilization(let filter):
            "The installed FFmpeg lacks the filter that finds shake, \(filter). Install an FFmpeg with vid.stab (Debian's has it), or leave the cameras as they are."
        case .tooLarge(let path, let width, let height):
            "\(path): the picture size in its header is \(width)x\(height), but at most 16384x16384 is supported. The file is probably damaged."
        case .decodingFailed(let path, let failure):
            "\(path) cannot be decoded: \(failure). Try to play it; if it plays, please report this."
        case .damaged(let path, let summary):
            "\(path) is damaged: \(summary). Copy it from the camera again."
        case .changed(let path):
            "\(path) has changed since it was first read. Run the command again."
        case .noDisplayMatrix(let path):
            "\(path) has no display matrix that can be rewritten; only MP4 and MOV files have one. Rotate the pixels instead."
        case .outputIsInput(let path):
            "\(path) is one of the inputs and will not be overwritten. Choose another output name."
        case .outputExists(let path):
            "\(path) already exists. Choose another output name, or allow it to be replaced."
        case .outputBusy(let path):
            "\(path) is being rendered by another compose process right now. Wait for it to finish, or choose another output name."
        case .notWorkFolder(let path, let reason):
            "\(path) \(reason), and compose needs this folder for the finished parts of the film. Move it away, or choose another output name."
        case .outputIsDirectory(let path):
            "\(path) is a folder. Name an output file inside it, such as \(path.hasSuffix("/") ? path : path + "/")out.mp4."
        case .noSuchFolder(let path, let folder):
            "\(path): the folder \(folder) does not exist. Create it first."
        case .cannotCreate(let path, let reason):
            "\(path) cannot be created (\(reason)). Check the permissions of its folder, or choose another one."
        case .unsupportedExtension(let path, let supported):
            "\(path) has \(FilePath(path).name.contains(".") ? "an unsupported" : "no") file extension. Use \(list(supported, "or"))."
        case .notHeld(let path, let container, let what, let endings, let codecs):
            "\(path): \(container) cannot hold \(what). Name the output \(list(endings, "or")), or use the codec \(list(codecs, "or"))."
        case .cannotTurn(let path, let container):
            "\(path): \(container) cannot store a rotation, and the copied pictures have one. Name the output .mp4 or .mov, or encode everything."
        case .noCover(let path, let container):
            "\(path): \(container) cannot hold a cover picture. Name the output .mp4, .mov or .mkv, or leave out the poster."
        case .noEncoder(let codec):
            "the installed FFmpeg has no \(codec) encoder. Install an FFmpeg built with it, or choose another codec."
        case .noFont(let name, let installed):
            installed.isEmpty
                ? "no font is installed, so no text can be drawn. Install one, or name a font file."
                : "there is no font named '\(name)'. Use an installed one ('fc-list : family' lists them) or a font file."
        case .notFont(let path):
            "\(path) is not a font. Use a TrueType or OpenType file."
        case .noCharacters(let characters, let font):
            "the font '\(font)' has no \(characters.map { "'\($0)'" }.joined(separator: ", ")). Use another font, or other words."
        case .notUTF8(let path):
            "\(path) is not in UTF-8. Most older files of Western European languages become so by \(Self.conversion(of: path)); others need another name than WINDOWS-1252."
        case .notSubtitles(let path):
            "\(path) has no subtitles that can be read; use SubRip (.srt), WebVTT (.vtt) or SubStation Alpha (.ass)."
        case .noCaptions(let path):
            "no word of \(path) is said in the film. Check that its times are those of the film, or name the recording that they are of."
        case .hugeTranscript(let path, let words):
            "\(path) has \(words) words, more than anybody says in one film; divide it."
        case .notTranscript(let path):
            "\(path) is no transcript that can be read; use the JSON of WhisperX, openai-whisper or whisper.cpp, WebVTT, SubRip or SubStation Alpha."
        case .noSubtitleTime(let path, let line, let text, let example):
            "\(path): line \(line), '\(text)', is not the time of a subtitle; write \(example)."
        case .badSubtitle(let path, let line, let text, let problem):
            "\(path): line \(line), '\(text.count > 60 ? "\(text.prefix(60))…" : text)', \(problem)."
        case .hugeSubtitles(let path, let megabytes):
            "\(path) has more than \(megabytes) MB, which are no subtitles of one film; divide it."
        case .noTextFilter:
            "the installed FFmpeg lacks the drawtext filter, which draws text. Install an FFmpeg that has it (Debian's has it)."
        case .noDevice(let encoder, let why):
            "\(encoder) cannot encode here (\(why)). Use the software encoder, or any encoder that works here."
        case .encoderRefused(let codec, let failure):
            "\(codec) rejected the settings: \(failure). Check preset, quality and size."
        case .encoderStopped(let codec, let reason):
            "the \(codec) encoder stopped (\(reason)). Close other programs, and run the same command again: it continues."
        case .writeFailed(let path, let reason):
            "\(path) could not be written (\(reason)). Check the disk, and run the same command again."
        case .noSpace(let path, let needed, let free):
            Self.noSpace(path, needed, free)
        case .noTransform(let failure):
            "the sound cannot be analyzed: \(failure). Close other programs, or install FFmpeg 5.1 or later."
        case .failed(let path, let failure):
            "\(path): \(failure). \(failure.remedy)"
        }
    }

    /// A command of the shell.
    private static func conversion(of path: String) -> String {
        let quoted = { (name: String) in "'" + name.replacing("'", with: "'\\''") + "'" }
        let (folder, name) = (FilePath(path).folder, FilePath(path).name)
        let ending = name.split(separator: ".").count > 1 ? "." + name.split(separator: ".").last! : ""
        let stem = ending.isEmpty ? name : String(name.dropLast(ending.count))
        let output =
            path.hasSuffix(name)
            ? path.dropLast(name.count) + "\(stem).utf8\(ending)" : folder + "/\(stem).utf8\(ending)"
        return ["iconv", "-c", "-f", "WINDOWS-1252", "-t", "UTF-8", quoted(path), ">", quoted(String(output))]
            .joined(separator: " ")
    }

    private static func noSpace(_ path: String, _ needed: Int64, _ free: Int64) -> String {
        let (unit, name): (Int64, _) = needed < 10_000_000 ? (1000, "kB") : (1_000_000, "MB")
        return
            "\(path) needs about \(needed / unit) \(name), but only \(free / unit) \(name) are free on that disk. Free some space, or choose another disk."
    }
}
