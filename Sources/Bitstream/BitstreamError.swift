/// Errors in compressed data, or in joining two streams under one set of parameters.
package enum BitstreamError: Error, Equatable, Sendable {
    /// A structure ends before its syntax does.
    case truncated(element: String)
    /// A syntax element has a value its clause does not allow.
    case outOfRange(element: String, value: Int, allowed: ClosedRange<Int>)
    /// An Exp-Golomb code is longer than 32 bits (H.264 §9.1, H.265 §9.2).
    case codeTooLong(element: String)
    /// Bits follow where the syntax of this version has ended.
    case trailingData(structure: String)
    /// A NAL unit refers to a parameter set that is missing.
    case missingParameterSet(kind: String, id: Int)
    /// A parameter set arrives inside the stream and differs from the one in the file's header.
    case parameterSetChanges(kind: String, id: Int)
    /// A NAL unit that is unknown, or that cannot be moved to other parameter sets.
    case unsupportedNALUnit(type: Int)
    /// A coding tool that cannot be moved to other parameter sets.
    case unsupportedTool(String)
    /// A span must begin with a random-access picture (IDR; in HEVC also CRA).
    case spanStartsInsideGroup(nalType: Int)
    /// A leading picture follows the CRA picture a span begins with; its references were cut off.
    case leadingPictureAtSpanStart(nalType: Int)
    /// frame_num jumps: pictures are missing (H.264 §7.4.3).
    case frameNumberGap(expected: Int, found: Int)
    /// A number that was exact in the source does not fit the smaller field of the splice sequence parameter set.
    case doesNotFit(element: String, value: Int, limit: Int)
    /// The sources cannot share one sequence parameter set; `source` is an index into the list that was joined.
    case unjoinable(source: Int, JoinBlocker)
}

extension BitstreamError: CustomStringConvertible {
    /// One sentence without the name of the file.
    package var description: String {
        switch self {
        case .truncated(let element): "the stream ends inside \(element)."
        case .outOfRange(let element, let value, let allowed):
            "\(element) is \(value); only \(allowed.lowerBound) to \(allowed.upperBound) is allowed."
        case .codeTooLong(let element): "the code for \(element) is longer than 32 bits."
        case .trailingData(let structure): "there are unknown bits at the end of the \(structure)."
        case .missingParameterSet(let kind, let id): "the stream refers to \(kind) \(id), which it does not contain."
        case .parameterSetChanges(let kind, let id):
            "\(kind) \(id) changes in the middle of the stream; encode this stretch."
        case .unsupportedNALUnit(let type):
            "NAL unit type \(type) cannot be copied into another stream; encode this stretch."
        case .unsupportedTool(let tool): "\(tool) cannot be copied into another stream; encode this stretch."
        case .spanStartsInsideGroup(let type):
            "a copied stretch must begin at a random-access picture, not at NAL unit type \(type)."
        case .leadingPictureAtSpanStart(let type):
            "NAL unit type \(type) leads the picture the stretch begins with and cannot be decoded; leave it out."
        case .frameNumberGap(let expected, let found):
            "pictures are missing: frame_num is \(found) instead of \(expected); encode this stretch."
        case .doesNotFit(let element, let value, let limit):
            "\(element) \(value) does not fit the splice parameter sets (at most \(limit)); encode this stretch."
        case .unjoinable(let source, let blocker):
            "stream \(source) cannot share parameter sets with stream 0: \(blocker)"
        }
    }
}

/// Why two streams cannot share one sequence parameter set: they differ in something that a decoder reads from it
/// once for all pictures and that no slice header can override.
package struct JoinBlocker: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that ends with a period.
    package let description: String

    private init(_ description: String) { self.description = description }

    static func codedSize(first: String, other: String) -> Self {
        Self("the coded sizes differ (\(first) and \(other)).")
    }
    static let cropping = Self("the cropping differs.")
    static let chromaFormat = Self("the chroma formats differ.")
    static let bitDepth = Self("the bit depths differ.")
    static let color = Self("the color descriptions contradict each other.")
    static let colorRange = Self("one is full range, the other limited range.")
    static let chromaLocation = Self("the chroma sample locations differ.")
    static let sampleAspectRatio = Self("the sample aspect ratios differ.")
    /// Fields or macroblock-adaptive frames: pictures of an interlaced stream.
    static let fieldCoding = Self("it is, or may be, interlaced.")
    /// H.264 pic_order_cnt_type 1.
    static let pictureOrderType = Self("its picture order count (type 1) cannot be rewritten.")
    /// H.264 slice groups (flexible macroblock ordering).
    static let sliceGroups = Self("it uses slice groups.")
    static let scalingLists = Self("the scaling lists differ.")
    static let losslessTransform = Self("the lossless modes differ.")
    static let directInference = Self("the direct prediction modes differ.")
    static let separatePlanes = Self("its color planes are coded separately.")
    static let severalSequenceParameterSets = Self("it has several sequence parameter sets.")
    /// HEVC coding-block, transform-block and other tools that are fixed for the sequence; `element` names one.
    static func codingTool(element: String) -> Self { Self("the coding tools differ (\(element)).") }
    /// HEVC layers or extensions: stereo video, scalability, screen content.
    static let layers = Self("it has layers or extensions that cannot be joined.")
    static let profile = Self("the profiles are incompatible.")
    /// No parameter set id is left.
    static let identifiersExhausted = Self("there are more parameter sets than ids.")
}
