// Sines and arctangents computed with additions, multiplications and divisions only. IEEE 754 defines those to the
// last bit but leaves sin and atan2 to the library, and a render must be the same on every machine.

/// The cosine and sine of an angle in degrees; exact at multiples of 90.
package func cosineAndSine(degrees: Double) -> (cosine: Double, sine: Double) {
    let quarter = (degrees / 90).rounded()
    let radians = (degrees - quarter * 90) * (Double.pi / 180)
    // |radians| <= π/4: the first omitted term is below 2e-17.
    let square = radians * radians
    var sine = 1.0
    var cosine = 1.0
    for n in stride(from: 16.0, through: 2, by: -2) {
        sine = 1 - square * sine / (n * (n + 1))
        cosine = 1 - square * cosine / (n * (n - 1))
    }
    sine *= radians
    switch Int(quarter.truncatingRemainder(dividingBy: 4) + 4) % 4 {
    case 0: return (cosine, sine)
    case 1: return (-sine, cosine)
    case 2: return (-cosine, -sine)
    default: return (sine, -cosine)
    }
}

/// The direction of (x, y) as a fraction of a full turn, 0..<1, clockwise from the right (y points down); 0 for the
/// origin.
@inline(__always)
package func turn(x: Double, y: Double) -> Double {
    let (a, b) = (abs(x), abs(y))
    guard a + b > 0 else { return 0 }
    // First octant, then halved once more: arctan t = π/8 + arctan((t − tan π/8) / (1 + t·tan π/8)).
    let tangent = min(a, b) / max(a, b)
    let pivot = 0.41421356237309503
    let z = (tangent - pivot) / (1 + tangent * pivot)
    let square = z * z
    // |z| <= tan π/8: the first omitted term is below 1e-10, a 16-bit step is 1.5e-5.
    var series = 1.0 / 21
    for n in stride(from: 19.0, through: 3, by: -2) { series = 1 / n - square * series }
    series = z * (1 - square * series)
    let octant = series * (0.5 / Double.pi) + 1.0 / 16
    let quadrant = a >= b ? octant : 0.25 - octant
    let half = x >= 0 ? quadrant : 0.5 - quadrant
    let whole = y >= 0 ? half : 1 - half
    return whole >= 1 ? 0 : whole
}

/// `base` to the power of `exponent`, both 0 or more, to about ten digits.
package func power(_ base: Double, _ exponent: Double) -> Double {
    if base == 0 { return exponent == 0 ? 1 : 0 }
    var product = 1.0
    for _ in 0..<Int(exponent) { product *= base }
    // Binary digits of the rest of the exponent, each half of the one before: base^½, base^¼, …
    var (root, rest) = (base, exponent - exponent.rounded(.down))
    for _ in 0..<40 where rest > 0 {
        root = root.squareRoot()
        rest *= 2
        if rest >= 1 {
            product *= root
            rest -= 1
        }
    }
    return product
}

/// The natural logarithm of a number above 0, to about ten digits.
package func naturalLogarithm(_ number: Double) -> Double {
    // Close to 1 the series 2·(z + z³/3 + z⁵/5 + …) with z = (x − 1) / (x + 1) is short.
    var (root, scale) = (number, 2.0)
    while abs(root - 1) > 0.1 {
        root = root.squareRoot()
        scale *= 2
    }
    let z = (root - 1) / (root + 1)
    let square = z * z
    return scale * z * (1 + square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7 + square / 9))))
}
