/// What a sample of a plane is stored in.
protocol RowSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {
    /// How far a sample of any supported depth can be shifted left and stay below 16384, the most that `mixed`
    /// can take.
    static var headroom: UInt16 { get }
    /// What a sample of a card is multiplied by while it is stretched.
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
