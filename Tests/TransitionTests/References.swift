@testable import Transitions

// What the kernels must agree with, one sample at a time.

/// A row kernel's mix: `from` at weight 0, `to` at 32767, rounded to nearest between.
func mixedReference(_ from: Int, _ to: Int, weight: Int) -> Int {
    from + ((to - from) * weight + 16384) >> 15
}

/// Stretched values of a card: two samples, mixed, times `stretchedScale`.
func stretchedReference<Sample: RowSample>(_ from: Int, _ to: Int, weight: Int, as type: Sample.Type) -> Int {
    let scale = Sample.stretchedScale
    guard scale < 0 else { return mixedReference(from * scale, to * scale, weight: weight) }
    let part = (weight + 128) >> 8
    return -(from * (128 - part) + to * part)
}
