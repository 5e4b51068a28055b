/// Why two streams cannot share one sequence parameter set: what a decoder reads from it once for all pictures
/// and no slice header can say otherwise.
public enum JoinBlocker: Error, Hashable, Sendable {
    case codedSize(first: String, other: String)
    case cropping
    case chromaFormat
    case bitDepth
    case color
    case colorRange
    case chromaLocation
    case sampleAspectRatio
    /// Fields or macroblock-adaptive frames: pictures of an interlaced stream.
    case fieldCoding
    /// H.264 pic_order_cnt_type 1.
    case pictureOrderType
    /// H.264 slice groups (flexible macroblock ordering).
    case sliceGroups
    case scalingLists
    case losslessTransform
    case directInference
    case separatePlanes
    case severalSequenceParameterSets
    /// HEVC coding-block, transform-block and other tools that are fixed for the sequence; `element` names one.
    case codingTool(element: String)
    /// HEVC layers or extensions: stereo video, scalability, screen content.
    case layers
    case profile
    /// There is no room left for another parameter set id.
    case identifiersExhausted
}

extension JoinBlocker: CustomStringConvertible {
    public var description: String {
        switch self {
        case .codedSize(let first, let other): "the coded sizes differ (\(first) and \(other))."
        case .cropping: "the cropping differs."
        case .chromaFormat: "the chroma formats differ."
        case .bitDepth: "the bit depths differ."
        case .color: "the color descriptions contradict each other."
        case .colorRange: "one is full range, the other limited range."
        case .chromaLocation: "the chroma samples lie at different places."
        case .sampleAspectRatio: "the sample aspect ratios differ."
        case .fieldCoding: "it is, or may be, interlaced."
        case .pictureOrderType: "it counts pictures in a way (type 1) that cannot be rewritten."
        case .sliceGroups: "it uses slice groups."
        case .scalingLists: "the scaling lists differ."
        case .losslessTransform: "the lossless modes differ."
        case .directInference: "the direct prediction modes differ."
        case .separatePlanes: "its color planes are coded separately."
        case .severalSequenceParameterSets: "it has several sequence parameter sets itself."
        case .codingTool(let element): "the coding tools differ (\(element))."
        case .layers: "it has layers or extensions that cannot be joined."
        case .profile: "the profiles exclude each other."
        case .identifiersExhausted: "there are more parameter sets than ids."
        }
    }
}
