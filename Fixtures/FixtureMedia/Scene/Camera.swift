/// The cameras that fixtures know. The raw value is the bit that the barcode carries.
package enum Camera: Int, Hashable, Sendable, CaseIterable {
    case back = 0
    case front = 1

    package var name: String { self == .back ? "back" : "front" }

    /// Where the sweep of its beep begins, in hertz.
    package var beepFrequency: Double { self == .back ? 1000 : 1700 }
}
