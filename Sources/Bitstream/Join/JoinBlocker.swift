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
