import CRows

/// What a sample of a plane is stored in, and its row kernels (see `CRows.h`).
protocol RowSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {
    typealias Row = UnsafePointer<Self>
    typealias Output = UnsafeMutablePointer<Self>
    typealias WideRow = UnsafePointer<UInt16>
    typealias WideOutput = UnsafeMutablePointer<UInt16>
    typealias Weights = UnsafePointer<Int16>
    typealias Indices = UnsafePointer<Int32>
    typealias Bytes = UnsafeMutablePointer<UInt8>
    typealias Map = UnsafePointer<rows_map>
    typealias Layer = UnsafePointer<rows_layer>
    typealias Card = UnsafePointer<rows_card>

    /// How far a sample of any supported depth can be shifted left and stay below 16384, the most that `mixed`
    /// can take.
    static var headroom: UInt16 { get }
    /// What a sample is multiplied by in a stretched row.
    static var stretchedScale: Int { get }

    static var mix: (Row, Row, Weights, Output, Int) -> Void { get }
    static var mixColor: (Row, Self, Weights, Output, Int) -> Void { get }
    static var fade: (rows_set, UnsafePointer<rows_fade>, Layer, Layer?, Int) -> Void { get }
    static var mixBorder: (Row, Self, Row, Weights, Weights, Output, Int) -> Void { get }
    static var enlarge: (rows_set, UnsafePointer<rows_mixture>, Row, Output, Int) -> Void { get }
    static var widen: (Row, WideOutput, Int) -> Void { get }
    static var narrow: (WideRow, Output, Int) -> Void { get }
    static var shrink: (Row, Row, Row, Row, WideOutput, Int) -> Void { get }
    static var means: (rows_set, Row, Int, WideOutput, Int) -> Void { get }
    static var stack: (rows_set, UnsafePointer<Row?>, UnsafePointer<Int>, WideOutput, Int) -> Void { get }
    static var quadruple: (rows_set, WideRow, Output, Int, Int) -> Void { get }
    static var between: (rows_set, WideRow, WideRow, UInt16, Output, Int, Int) -> Void { get }
    static var map: (rows_set, Indices, Int, Int, UnsafeMutablePointer<Int32>, Bytes, Bytes) -> Void { get }
    static var stretch: (Map, Row, WideOutput) -> Void { get }
    static var turn: (Card, Map, Row, Int, Output, Int, Int) -> Void { get }
    static var tilt: (rows_set, UnsafePointer<rows_line>, Output) -> Void { get }
}

extension UInt8: RowSample {
    static var headroom: UInt16 { 6 }
    static var stretchedScale: Int { Int(ROWS_STRETCHED_8) }

    static var mix: (Row, Row, Weights, Output, Int) -> Void { rows_mix_8 }
    static var mixColor: (Row, Self, Weights, Output, Int) -> Void { rows_mix_color_8 }
    static var fade: (rows_set, UnsafePointer<rows_fade>, Layer, Layer?, Int) -> Void { rows_fade_8 }
    static var mixBorder: (Row, Self, Row, Weights, Weights, Output, Int) -> Void { rows_mix_border_8 }
    static var enlarge: (rows_set, UnsafePointer<rows_mixture>, Row, Output, Int) -> Void { rows_enlarge_8 }
    static var widen: (Row, WideOutput, Int) -> Void { rows_widen_8 }
    static var narrow: (WideRow, Output, Int) -> Void { rows_narrow_8 }
    static var shrink: (Row, Row, Row, Row, WideOutput, Int) -> Void { rows_shrink_8 }
    static var means: (rows_set, Row, Int, WideOutput, Int) -> Void { rows_means_8 }
    static var stack: (rows_set, UnsafePointer<Row?>, UnsafePointer<Int>, WideOutput, Int) -> Void { rows_stack_8 }
    static var quadruple: (rows_set, WideRow, Output, Int, Int) -> Void { rows_quadruple_8 }
    static var between: (rows_set, WideRow, WideRow, UInt16, Output, Int, Int) -> Void { rows_between_8 }
    static var map: (rows_set, Indices, Int, Int, UnsafeMutablePointer<Int32>, Bytes, Bytes) -> Void { rows_map_8 }
    static var stretch: (Map, Row, WideOutput) -> Void { rows_stretch_8 }
    static var turn: (Card, Map, Row, Int, Output, Int, Int) -> Void { rows_turn_8 }
    static var tilt: (rows_set, UnsafePointer<rows_line>, Output) -> Void { rows_tilt_8 }
}

extension UInt16: RowSample {
    static var headroom: UInt16 { 4 }
    static var stretchedScale: Int { Int(ROWS_STRETCHED_16) }

    static var mix: (Row, Row, Weights, Output, Int) -> Void { rows_mix_16 }
    static var mixColor: (Row, Self, Weights, Output, Int) -> Void { rows_mix_color_16 }
    static var fade: (rows_set, UnsafePointer<rows_fade>, Layer, Layer?, Int) -> Void { rows_fade_16 }
    static var mixBorder: (Row, Self, Row, Weights, Weights, Output, Int) -> Void { rows_mix_border_16 }
    static var enlarge: (rows_set, UnsafePointer<rows_mixture>, Row, Output, Int) -> Void { rows_enlarge_16 }
    static var widen: (Row, WideOutput, Int) -> Void { rows_widen_16 }
    static var narrow: (WideRow, Output, Int) -> Void { rows_narrow_16 }
    static var shrink: (Row, Row, Row, Row, WideOutput, Int) -> Void { rows_shrink_16 }
    static var means: (rows_set, Row, Int, WideOutput, Int) -> Void { rows_means_16 }
    static var stack: (rows_set, UnsafePointer<Row?>, UnsafePointer<Int>, WideOutput, Int) -> Void { rows_stack_16 }
    static var quadruple: (rows_set, WideRow, Output, Int, Int) -> Void { rows_quadruple_16 }
    static var between: (rows_set, WideRow, WideRow, UInt16, Output, Int, Int) -> Void { rows_between_16 }
    static var map: (rows_set, Indices, Int, Int, UnsafeMutablePointer<Int32>, Bytes, Bytes) -> Void { rows_map_16 }
    static var stretch: (Map, Row, WideOutput) -> Void { rows_stretch_16 }
    static var turn: (Card, Map, Row, Int, Output, Int, Int) -> Void { rows_turn_16 }
    static var tilt: (rows_set, UnsafePointer<rows_line>, Output) -> Void { rows_tilt_16 }
}
