import Pictures

/// Two pictures side by side while they move: which comes first, how far each has moved, where they meet.
///
/// ```
/// ┌────────────┬──────┐
/// │   first    │second│   positions along the way, from the left or from the top
/// └────────────┴──────┘
/// 0           seam  length
/// ```
struct Seam {
    let isIncomingFirst: Bool
    let position: Int
    /// The offset of the first sample of each.
    let firstOffset: Int
    let secondOffset: Int
    /// How far the seam has moved, and how far it has to go.
    let gone: Int
    let left: Int

    /// - Parameters:
    ///   - length: of the canvas along the direction of movement, in luma samples.
    ///   - outgoingSpeed, incomingSpeed: as fractions of the speed of the seam, 0…1.
    ///   - plane: the plane whose samples are used as the unit.
    init(
        _ direction: Direction, length: Int, progress: Double, outgoingSpeed: Double = 1, incomingSpeed: Double = 1,
        plane: Int
    ) {
        // In whole pairs, so that luma and chroma move together. A picture with an odd dimension moves as if it had one
        // more sample.
        let scale = plane > 0 ? 1 : 2
        let half = Double((length + 1) / 2)
        let moved = { (part: Double) in scale * Int((part * half).rounded()) }
        gone = moved(progress)
        left = moved(1) - gone
        isIncomingFirst = !direction.isBackward
        let outgoing = outgoingSpeed == 1 ? gone : moved(progress * outgoingSpeed)
        let incoming = incomingSpeed == 1 ? left : moved((1 - progress) * incomingSpeed)
        position = min(isIncomingFirst ? gone : left, plane > 0 ? (length + 1) / 2 : length)
        firstOffset = isIncomingFirst ? -incoming : -outgoing
        secondOffset = isIncomingFirst ? outgoing : incoming
    }
}
