/// What a sample of a plane is stored in.
protocol RowSample: FixedWidthInteger, UnsignedInteger {
    /// Two neighbours as they lie in memory, fetched at once.
    associatedtype Pair: FixedWidthInteger, UnsignedInteger

    /// How far a sample of any supported depth can be shifted left and stay below 16384, the most that `mixed`
    /// can take.
    static var headroom: UInt16 { get }
}

extension UInt8: RowSample {
    typealias Pair = UInt16
    static var headroom: UInt16 { 6 }
}
extension UInt16: RowSample {
    typealias Pair = UInt32
    static var headroom: UInt16 { 4 }
}
