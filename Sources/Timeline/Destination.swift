import MediaTime
import Pictures

/// A platform that shows films: what it takes, and what its app covers.
package struct Destination: Hashable, Sendable {
    /// As its owners write it.
    package var name: String
    package var longest: MediaTime
    package var shortest: MediaTime
    /// In frames per second.
    package var frameRates: ClosedRange<Double>
    /// Of a file.
    package var mostBytes: Int64
    /// Of the pictures, in bits per second.
    package var mostBits: Int64?
    /// In samples; the first of the shorter side.
    package var leastSide, mostColumns, mostLines: Int?
    /// What its app leaves free of a vertical film.
    package var safeArea: SafeArea?

    package init(
        name: String, longest: MediaTime, shortest: MediaTime = .zero, frameRates: ClosedRange<Double>,
        mostBytes: Int64, mostBits: Int64? = nil, leastSide: Int? = nil, mostColumns: Int? = nil,
        mostLines: Int? = nil, safeArea: SafeArea? = nil
    ) {
        (self.name, self.longest, self.shortest, self.frameRates) = (name, longest, shortest, frameRates)
        (self.mostBytes, self.mostBits) = (mostBytes, mostBits)
        (self.leastSide, self.mostColumns, self.mostLines) = (leastSide, mostColumns, mostLines)
        self.safeArea = safeArea
    }

    /// A limit that a film does not keep.
    package enum Breach: Hashable, Sendable {
        case longer(MediaTime)
        case shorter(MediaTime)
        case frameRate(FrameRate)
        case bits(Int64)
        case size(PictureSize)
    }
}
