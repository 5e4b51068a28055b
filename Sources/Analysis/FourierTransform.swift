/// The discrete Fourier transform of real samples of one length. Whoever asks for an analysis hands it in, so that
/// this module needs no library. Lives in one thread.
public protocol FourierTransform: AnyObject {
    /// How many samples: a power of two.
    var size: Int { get }
    /// `samples` (shorter ones are followed by zeros) to `size / 2 + 1` complex values, each a real and an imaginary
    /// part.
    func forward(_ samples: ArraySlice<Float>, into spectrum: inout [Float])
    /// The way back: `inverse` of `forward` gives the samples again.
    func inverse(_ spectrum: [Float], into samples: inout [Float])
}

/// The transforms of an analysis, each made once.
public final class FourierTransforms {
    private let make: (Int) throws -> any FourierTransform
    private var made: [Int: any FourierTransform] = [:]
    /// The longest that is asked for; longer recordings are transformed in pieces.
    static let longest = 1 << 18

    /// - Parameter make: a transform of a size from 2⁹ to 2¹⁸.
    public init(_ make: @escaping (_ size: Int) throws -> any FourierTransform) { self.make = make }

    /// - Throws: what making one throws.
    func transform(size: Int) throws -> any FourierTransform {
        if let known = made[size] { return known }
        let new = try make(size)
        made[size] = new
        return new
    }
}

/// The smallest power of two that is at least `number`.
func powerOfTwo(atLeast number: Int) -> Int {
    var power = 1
    while power < number { power *= 2 }
    return power
}
