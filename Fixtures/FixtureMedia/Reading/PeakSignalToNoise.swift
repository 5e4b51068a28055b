import Foundation

/// Peak signal-to-noise ratio of two pictures over all their planes, in decibels; infinite when they are the same.
package func peakSignalToNoise(_ a: [SamplePlane], _ b: [SamplePlane]) -> Double {
    precondition(a.count == b.count)
    let error = zip(a, b).reduce(0) { $0 + $1.0.squaredError(to: $1.1) }
    let count = a.reduce(0) { $0 + $1.samples.count }
    guard error > 0 else { return .infinity }
    let peak = Double(a[0].peak)
    return 10 * log10(peak * peak * Double(count) / error)
}
