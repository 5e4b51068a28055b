import Bitstream
import MediaIO
import MediaTime
import Pictures
import Placing
import Timeline

/// Why a take's packets cannot go into the film unchanged.
package enum CopyBlocker: Error, Hashable, Sendable, Codable {
    /// Its codec is not the primary's; both by FFmpeg's names, such as "hevc".
    case codec(String, primary: String)
    /// Its stored size is not the primary's; both as "1920x1080".
    case size(String, primary: String)
    /// It is rotated or mirrored differently from the primary.
    case orientation(Orientation, primary: Orientation)
    /// Its frame rate differs from the film's by more than 0.25%.
    case frameRate(FrameRate, film: FrameRate)
    /// Its sample aspect ratio is not 1:1; the film's is.
    case pixelsNotSquare
    /// Its frames are interlaced; the film is progressive.
    case interlaced
    /// Its pixel format, by FFmpeg's name, is not the film's 4:2:0 with 8 or 10 bits.
    case pixelFormat(String)
    /// Its primaries, transfer, matrix or range are not the film's.
    case color(ColorDescription, film: ColorDescription)
    /// A constant rate was requested.
    case variableRate
    /// The file's packets do not allow it; in words.
    case packets(String)
    /// Its parameter sets cannot be joined with the others'; in words.
    case unjoinable(String)
    /// The parameter sets of this take cannot be parsed; in words.
    case headersUnreadable(String)
    /// The encoder cannot be set up to match the parameter sets of the primary; in words.
    case headersUnusable(String)
    /// Its packets cannot be adapted to the film's parameter sets; in words.
    case notRewritable(String)
    /// The camera's colors are changed.
    case look(Angle)
    /// The camera is stabilized.
    case stabilized(Angle)
    /// Text is drawn into its pictures.
    case text
}

extension CopyBlocker: CustomStringConvertible {
    /// A clause about the take: "it is interlaced".
    package var description: String {
        switch self {
        case .codec(let codec, let primary): "it is \(codec), but the primary camera's recording is \(primary)"
        case .size(let size, let primary): "its stored size \(size) differs from the primary's \(primary)"
        case .orientation(let orientation, let primary): "it is \(orientation), but the primary is \(primary)"
        case .frameRate(let rate, let film): "it runs at \(rate) fps, but the film runs at \(film)"
        case .pixelsNotSquare: "its pixels are not square"
        case .interlaced: "it is interlaced"
        case .pixelFormat(let format): "its pixel format is \(format)"
        case .color(let color, let film): "its colors are \(color), but the film's are \(film)"
        case .variableRate: "its frame rate varies, but a constant one was requested"
        case .packets(let what), .unjoinable(let what): what
        case .headersUnreadable(let why): "its headers cannot be read (\(why))"
        case .headersUnusable(let why): "its headers cannot be used (\(why))"
        case .notRewritable(let why): "its packets cannot be rewritten (\(why))"
        case .look(let angle): "the colors of the \(angle) camera are changed"
        case .stabilized(let angle): "the \(angle) camera is stabilized"
        case .text: "text is drawn into its pictures"
        }
    }
}

/// Why everything has to be encoded.
package enum CopyRefusal: Hashable, Sendable {
    /// A take that would have been shown.
    case take(path: String, CopyBlocker)
    /// Films cannot have the primary camera's codec or pixel format.
    case primary(path: String, codec: String, pixelFormat: String)
    // A requested property that copied pictures would not have.
    /// A codec other than the one at `path`, the primary camera's file.
    case codec(VideoCodec, path: String, has: VideoCodec)
    /// A size other than that of the primary camera's upright picture.
    case size(PictureSize, path: String, has: PictureSize)
    /// `has` is `nil` if the rate varies.
    case frameRate(FrameRate, path: String, has: FrameRate?)
    /// Standard dynamic range, for this reason, though the primary camera recorded HLG or PQ.
    case toneMapped(path: String, Diagnostic.ToneMapping)
    /// An average bit rate, or a limit of it.
    case bitRate
    /// These kinds of text are drawn into every picture: "label", "timecode".
    case text([String])
    /// The container does not support the codec.
    case container(Container, path: String, has: VideoCodec)
    /// The container cannot express rotation.
    case rotated(Container, path: String)
    /// A device's pictures and a camera's have no parameter sets in common.
    case encoder
    /// Every frame has a title, a subtitle or a logo.
    case graphics
    /// No frame shows one whole camera.
    case layers
    /// No stretch between two transitions is long enough.
    case tooBrief
    /// Copying would save less than one continuous encode is worth.
    case tooLittle(encodedShare: Double)
}

extension CopyRefusal: CustomStringConvertible {
    /// A clause, for a list of reasons: "copied stretches would not follow the bit rate that was requested".
    package var description: String {
        switch self {
        case .take(let path, let blocker): "\(path): \(blocker)"
        case .primary(let path, let codec, let format): "\(path) is \(codec) \(format), which cannot be copied"
        case .codec(let wished, let path, let codec):
            "\(wished.rawValue) was requested, but \(path) is \(codec.rawValue)"
        case .size(let wished, let path, let size): "\(wished) was requested, but \(path) is \(size)"
        case .frameRate(let wished, let path, let rate):
            "\(wished) frames per second were requested, but "
                + (rate.map { "\(path) has \($0)" } ?? "the frame rate of \(path) varies")
        case .toneMapped(let path, let reason):
            "\(path) has high dynamic range, which is not kept, because \(reason)"
        case .bitRate: "copied stretches would not follow the bit rate that was requested"
        case .text(let kinds): "text is drawn into every picture (\(kinds.joined(separator: ", ")))"
        case .container(let container, let path, let codec):
            "\(path) is \(codec.rawValue), which \(container.title) cannot hold"
        case .rotated(let container, let path):
            "\(path) is rotated, which \(container.title) cannot record"
        case .encoder: "an encoder other than software was requested, whose pictures cannot be joined with copied ones"
        case .graphics: "every frame has a logo or a text drawn over it"
        case .layers: "every frame shows more than one camera, or a part of one"
        case .tooBrief: "no untouched stretch is long enough to be copied"
        case .tooLittle(let share): "\(Int((share * 100).rounded()))% of the frames would have to be encoded anyway"
        }
    }
}

extension CopyRefusal {
    /// The recording that it is about.
    package var path: String? {
        switch self {
        case .take(let path, _), .primary(let path, _, _), .codec(_, let path, _), .size(_, let path, _),
            .frameRate(_, let path, _), .toneMapped(let path, _), .container(_, let path, _), .rotated(_, let path):
            path
        case .bitRate, .text, .encoder, .graphics, .layers, .tooBrief, .tooLittle: nil
        }
    }
}

extension Diagnostic.ToneMapping: CustomStringConvertible {
    /// A clause: "H.264 was requested".
    package var description: String {
        switch self {
        case .asked: "standard dynamic range was requested"
        case .looks: "colors are changed in standard dynamic range"
        case .otherCamera: "not every camera has it"
        case .kindsDiffer: "one camera records HLG, the other PQ"
        case .codec: "H.264 was requested"
        }
    }
}

/// Nothing can be copied although copying was required.
package struct SmartError: Error, Hashable, Sendable {
    /// What prevents copying, for each take or for the whole film.
    package var reasons: [CopyRefusal]
    /// - Parameter reasons: at least one; they make up the message.
    package init(_ reasons: [CopyRefusal]) { self.reasons = reasons }
}

extension SmartError: CustomStringConvertible {
    /// The message for the user, with all reasons.
    package var description: String {
        "nothing can be copied: \(reasons.map { "\($0)" }.joined(separator: "; "))."
    }
}
