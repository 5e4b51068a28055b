import CRows

/// What a sample of a plane is stored in, and its row kernels (see `CRows.h`).
protocol RowSample: FixedWidthInteger, UnsignedInteger {
    /// Two neighbours as they lie in memory, fetched at once.
    associatedtype Pair: FixedWidthInteger, UnsignedInteger
    /// Two such pairs.
    associatedtype Four: FixedWidthInteger, UnsignedInteger
    typealias Row = UnsafePointer<Self>
    typealias Output = UnsafeMutablePointer<Self>
    typealias WideRow = UnsafePointer<UInt16>
    typealias WideOutput = UnsafeMutablePointer<UInt16>
    typealias Weights = UnsafePointer<Int16>
    typealias Indices = UnsafePointer<Int32>
    typealias Bytes = UnsafePointer<UInt8>
    typealias Pairs = UnsafeMutablePointer<Pair>
    typealias Fours = UnsafeMutablePointer<Four>

    /// How far a sample of any supported depth can be shifted left and stay below 16384, the most that `mixed`
    /// can take.
    static var headroom: UInt16 { get }

    static var mix: (Row, Row, Weights, Output, Int) -> Void { get }
    static var mixColour: (Row, Self, Weights, Output, Int) -> Void { get }
    static var mixBorder: (Row, Self, Row, Weights, Weights, Output, Int) -> Void { get }
    static var mixWide: (WideRow, WideRow, Weights, Row, Weights, Output, Int) -> Void { get }
    static var widen: (Row, WideOutput, Int) -> Void { get }
    static var narrow: (WideRow, Output, Int) -> Void { get }
    static var shrink: (Row, Row, Row, Row, WideOutput, Int) -> Void { get }
    static var quadruple: (WideRow, Output, Int) -> Void { get }
    static var stretch: (Row, Indices, Weights, Pairs, WideOutput, Int) -> Void { get }
    static var fetch: (Bytes, Int, Indices, Weights, Fours, WideOutput, WideOutput, Int) -> Void { get }
    static var shade: (WideRow, WideRow, Weights, Self, Weights, Self, Weights, Weights, Output, Int) -> Void { get }
}

extension UInt8: RowSample {
    typealias Pair = UInt16
    typealias Four = UInt32
    static var headroom: UInt16 { 6 }

    static var mix: (Row, Row, Weights, Output, Int) -> Void { rows_mix_8 }
    static var mixColour: (Row, Self, Weights, Output, Int) -> Void { rows_mix_colour_8 }
    static var mixBorder: (Row, Self, Row, Weights, Weights, Output, Int) -> Void { rows_mix_border_8 }
    static var mixWide: (WideRow, WideRow, Weights, Row, Weights, Output, Int) -> Void { rows_mix_wide_8 }
    static var widen: (Row, WideOutput, Int) -> Void { rows_widen_8 }
    static var narrow: (WideRow, Output, Int) -> Void { rows_narrow_8 }
    static var shrink: (Row, Row, Row, Row, WideOutput, Int) -> Void { rows_shrink_8 }
    static var quadruple: (WideRow, Output, Int) -> Void { rows_quadruple_8 }
    static var stretch: (Row, Indices, Weights, Pairs, WideOutput, Int) -> Void { rows_stretch_8 }
    static var fetch: (Bytes, Int, Indices, Weights, Fours, WideOutput, WideOutput, Int) -> Void { rows_fetch_8 }
    static var shade: (WideRow, WideRow, Weights, Self, Weights, Self, Weights, Weights, Output, Int) -> Void {
        rows_shade_8
    }
}

extension UInt16: RowSample {
    typealias Pair = UInt32
    typealias Four = UInt64
    static var headroom: UInt16 { 4 }

    static var mix: (Row, Row, Weights, Output, Int) -> Void { rows_mix_16 }
    static var mixColour: (Row, Self, Weights, Output, Int) -> Void { rows_mix_colour_16 }
    static var mixBorder: (Row, Self, Row, Weights, Weights, Output, Int) -> Void { rows_mix_border_16 }
    static var mixWide: (WideRow, WideRow, Weights, Row, Weights, Output, Int) -> Void { rows_mix_wide_16 }
    static var widen: (Row, WideOutput, Int) -> Void { rows_widen_16 }
    static var narrow: (WideRow, Output, Int) -> Void { rows_narrow_16 }
    static var shrink: (Row, Row, Row, Row, WideOutput, Int) -> Void { rows_shrink_16 }
    static var quadruple: (WideRow, Output, Int) -> Void { rows_quadruple_16 }
    static var stretch: (Row, Indices, Weights, Pairs, WideOutput, Int) -> Void { rows_stretch_16 }
    static var fetch: (Bytes, Int, Indices, Weights, Fours, WideOutput, WideOutput, Int) -> Void { rows_fetch_16 }
    static var shade: (WideRow, WideRow, Weights, Self, Weights, Self, Weights, Weights, Output, Int) -> Void {
        rows_shade_16
    }
}
