/// The storage type of a plane's samples.
protocol RowSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {
    /// How far a sample of any supported depth can be shifted left and stay below 16384, the most that `mixed` accepts.
    static var headroom: UInt16 { get }
    /// The factor for samples of a card while it is stretched.
    static var stretchedScale: Int { get }
}

extension UInt8: RowSample {
    static var headroom: UInt16 { 6 }
    static var stretchedScale: Int { -128 }
}

extension UInt16: RowSample {
    static var headroom: UInt16 { 4 }
    static var stretchedScale: Int { 16 }
}
