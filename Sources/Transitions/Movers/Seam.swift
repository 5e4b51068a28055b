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
    private(set) var position: Int
    /// Where the first sample of each comes to lie.
    private(set) var firstOffset: Int
    private(set) var secondOffset: Int
    /// How far the seam has come, and how far it has to go.
    private(set) var gone: Int
    private(set) var left: Int

    /// - Parameters:
    ///   - length: of the canvas along the way, in luma samples.
    ///   - outgoingSpeed, incomingSpeed: as parts of the speed of the seam, 0…1.
    init(_ direction: Direction, length: Int, progress: Double, outgoingSpeed: Double = 1, incomingSpeed: Double = 1) {
        // Even positions: luma and chroma move together. A picture with an odd side moves as if it had one
        // sample more.
        let half = Double((length + 1) / 2)
        let even = { (part: Double) in 2 * Int((part * half).rounded()) }
        let way = even(1)
        gone = even(progress)
        left = way - gone
        isIncomingFirst = !direction.isBackward
        let outgoing = outgoingSpeed == 1 ? gone : even(progress * outgoingSpeed)
        let incoming = incomingSpeed == 1 ? left : even((1 - progress) * incomingSpeed)
        position = min(isIncomingFirst ? gone : left, length)
        firstOffset = isIncomingFirst ? -incoming : -outgoing
        secondOffset = isIncomingFirst ? outgoing : incoming
    }

    /// The same in samples of plane `index`: in chroma all is halved, and even but for where a picture ends.
    func plane(_ index: Int) -> Seam {
        guard index > 0 else { return self }
        var half = self
        half.position = (position + 1) / 2
        (half.firstOffset, half.secondOffset) = (firstOffset / 2, secondOffset / 2)
        (half.gone, half.left) = (gone / 2, left / 2)
        return half
    }
}
