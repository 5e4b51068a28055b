/// A parameter set as it was found, next to what it says: the bytes are what "verbatim" keeps.
struct Coded<Value: Equatable & Sendable>: Equatable, Sendable {
    /// The NAL unit, header and emulation prevention included.
    var unit: [UInt8]
    var value: Value
}
