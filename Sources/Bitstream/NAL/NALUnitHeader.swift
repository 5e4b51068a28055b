/// nal_unit_header().
protocol NALUnitHeader: Equatable, Sendable {
    var type: Int { get }
    var kind: NALUnitKind { get }
    var bytes: [UInt8] { get }

    init(_ unit: ArraySlice<UInt8>) throws(BitstreamError)
}

/// The kinds of NAL units that matter when packets are moved.
enum NALUnitKind {
    /// A slice of the base layer.
    case slice
    case parameterSet
    /// Supplemental information.
    case message
    /// Access unit delimiter.
    case delimiter
    case filler
    /// End of sequence or of stream.
    case end
    /// Other data, which a decoder of the base layer ignores.
    case foreign
    case unknown
}

typealias HeadedUnits<Header> = [(unit: ArraySlice<UInt8>, header: Header)]
