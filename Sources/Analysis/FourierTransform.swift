/// The discrete Fourier transform of real samples of one length. The caller of an analysis supplies it, so that this
/// module needs no library. Not thread-safe.
package protocol FourierTransform: AnyObject {
    /// How many samples: a power of two.
    var size: Int { get }
    /// Transforms `samples` (shorter ones are padded with zeros) to `size / 2 + 1` complex values, each a real and an
    /// imaginary part.
    func forward(_ samples: ArraySlice<Float>, into spectrum: inout [Float])
    /// The inverse transform: `inverse` of `forward` restores the samples.
    func inverse(_ spectrum: [Float], into samples: inout [Float])
}

extension FourierTransform {
    /// The sum of the products of two stretches, the second moved by each lag from 0 on; negative lags are at the end.
    func correlation(_ one: [Float], _ other: [Float]) -> [Float] {
        var (a, b) = ([Float](), [Float]())
        forward(one[...], into: &a)
        forward(other[...], into: &b)
        return correlation(a, with: b)
    }

    /// The same from the spectra of both.
    func correlation(_ one: [Float], with other: [Float]) -> [Float] {
        var (cross, lags) = ([Float](repeating: 0, count: one.count), [Float]())
        addProduct(one, conjugate: other, to: &cross)
        inverse(cross, into: &lags)
        return lags
    }
}

/// The transforms of an analysis, each created once.
package final class FourierTransforms {
    private let make: (Int) throws -> any FourierTransform
    private var made: [Int: any FourierTransform] = [:]
    /// The longest that is used; longer recordings are transformed in pieces.
    static let longest = 1 << 18

    /// - Parameter make: a transform of a size from 2⁹ to 2¹⁸.
    package init(_ make: @escaping (_ size: Int) throws -> any FourierTransform) { self.make = make }

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
