import Bitstream
import MediaIO
import MediaTime
import Pictures

/// Why the packets of a take cannot go into the film as they are.
public enum CopyBlocker: Error, Hashable, Sendable, Codable {
    case codec(String, film: String)
    case size(String, primary: String)
    case orientation(Orientation, primary: Orientation)
    case frameRate(FrameRate, film: FrameRate)
    case pixelsNotSquare
    case interlaced
    case pixelFormat(String)
    case color(ColorDescription, film: ColorDescription)
    /// A constant rate is asked for.
    case variableRate
    /// Its packets, as they lie in the file; in words.
    case packets(String)
    /// Its parameter sets and the others' cannot be joined; in words.
    case unjoinable(String)
    case headersUnreadable(String)
    case headersUnusable(String)
    case notRewritable(String)
}

extension CopyBlocker: CustomStringConvertible {
    public var description: String {
        switch self {
        case .codec(let codec, let film): "it is \(codec), the film \(film)"
        case .size(let size, let primary): "its size \(size) differs from the primary's \(primary)"
        case .orientation(let orientation, let primary): "it is \(orientation), the primary \(primary)"
        case .frameRate(let rate, let film): "it records \(rate) fps, the film has \(film)"
        case .pixelsNotSquare: "its pixels are not square"
        case .interlaced: "it is interlaced"
        case .pixelFormat(let format): "its pixel format is \(format)"
        case .color(let color, let film): "its colors are \(color), the film's \(film)"
        case .variableRate: "its frame rate varies, and a constant one is asked for"
        case .packets(let what), .unjoinable(let what): what
        case .headersUnreadable(let why): "its headers cannot be read (\(why))"
        case .headersUnusable(let why): "its headers cannot be used (\(why))"
        case .notRewritable(let why): "its packets cannot be rewritten (\(why))"
        }
    }
}

/// Why everything has to be encoded.
public enum CopyRefusal: Hashable, Sendable {
    /// A take that would have been shown.
    case take(path: String, CopyBlocker)
    /// The primary camera's codec or samples are none that a film carries.
    case primary(path: String, codec: String, pixelFormat: String)
    // What is asked for, which copied pictures would not be.
    case codec(VideoCodec, path: String, has: VideoCodec)
    case size(PictureSize, path: String, has: PictureSize)
    /// `has` is `nil` where the rate varies.
    case frameRate(FrameRate, path: String, has: FrameRate?)
    case toneMapped(path: String, Diagnostic.ToneMapping)
    case bitRate
    /// No stretch between two transitions is long enough.
    case tooBrief
    /// Copying would save less than one continuous encode is worth.
    case tooLittle(encodedShare: Double)
}

extension CopyRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .take(let path, let blocker): "\(path): \(blocker)"
        case .primary(let path, let codec, let format): "\(path): it is \(codec) \(format), which is not copied"
        case .codec(let wished, let path, let codec):
            "\(wished.rawValue) is asked for, but \(path) is \(codec.rawValue)"
        case .size(let wished, let path, let size): "\(wished) is asked for, but \(path) is \(size)"
        case .frameRate(let wished, let path, let rate):
            "\(wished) frames per second are asked for, but "
                + (rate.map { "\(path) has \($0)" } ?? "the frame rate of \(path) varies")
        case .toneMapped(let path, let reason):
            "\(path) has high dynamic range, which is not kept, because \(reason)"
        case .bitRate: "a bit rate is asked for, which copied stretches do not keep to"
        case .tooBrief: "no stretch between two transitions is long enough to be copied"
        case .tooLittle(let share): "\(Int((share * 100).rounded())) % of the frames would have to be encoded anyway"
        }
    }
}

extension Diagnostic.ToneMapping: CustomStringConvertible {
    public var description: String {
        switch self {
        case .asked: "standard dynamic range is asked for"
        case .otherCamera: "the other camera has none"
        case .kindsDiffer: "one camera records HLG, the other PQ"
        case .codec: "H.264 is asked for"
        }
    }
}

/// Nothing is copied although something had to be.
public struct SmartError: Error, Hashable, Sendable {
    public var reasons: [CopyRefusal]
    public init(_ reasons: [CopyRefusal]) { self.reasons = reasons }
}

extension SmartError: CustomStringConvertible {
    public var description: String {
        "nothing can be copied: \(reasons.map { "\($0)" }.joined(separator: "; "))."
    }
}
