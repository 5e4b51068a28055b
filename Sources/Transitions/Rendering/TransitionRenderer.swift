import Pictures

/// Draws one transition for pictures of one size and format; everything constant across frames is precomputed when it
/// is created.
///
/// A renderer has scratch memory, so use it from one thread at a time. It is the only place where easing is applied, the
/// ends are enforced and the layout is checked.
package final class TransitionRenderer {
    let size: PictureSize
    let format: PixelFormat
    private let easing: Easing
    private let kernel: any TransitionKernel

    init(_ kernel: any TransitionKernel, easing: Easing, size: PictureSize, format: PixelFormat) {
        self.kernel = kernel
        self.easing = easing
        self.size = size
        self.format = format
    }

    /// Writes every sample of `destination`.
    ///
    /// Progress 0 gives exactly `outgoing` and 1 exactly `incoming`, bit for bit. All three pictures have the
    /// size and format the renderer was made for; their strides may differ. `destination` is neither input.
    package func render(
        from outgoing: Picture, to incoming: Picture, progress: TransitionProgress, into destination: Picture
    ) {
        checkLayout(outgoing)
        checkLayout(incoming)
        checkLayout(destination)
        let value = easing(progress.value)
        if value <= 0 {
            destination.copy(from: outgoing)
        } else if value >= 1 {
            destination.copy(from: incoming)
        } else {
            kernel.draw(from: outgoing, to: incoming, progress: value, into: destination)
        }
    }

    private func checkLayout(_ picture: Picture) {
        precondition(
            picture.size == size && picture.format == format,
            "a renderer for \(size) \(format) was given a picture of \(picture.size) \(picture.format)")
    }
}

/// The part specific to a transition: the mixed pictures, strictly between the ends.
///
/// A picture has three planes, `luma`, `cb` and `cr`; chroma planes have half the size of luma, rounded up. A plane's
/// `row(y, as:)` is the memory of one row: `width` samples of `UInt8` in 8-bit pictures, of `UInt16` in deeper ones.
/// Rows are not contiguous in memory (`strideInBytes` apart), and strides differ between pictures.
public protocol TransitionKernel: AnyObject {
    /// Writes every sample of `destination`; `progress` is already eased and strictly inside (0, 1).
    ///
    /// All pictures have the size and format of the canvas the kernel was made for. It is called from one thread at a
    /// time, so it may have its own scratch memory.
    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture)
}

/// The progress of a transition, as an exact ratio: `step / (steps + 1)`.
///
/// A window of `steps` mixed frames counts 1…`steps`, so the frame before it is step 0, only outgoing, and the frame
/// after it is step `steps` + 1, only incoming.
package struct TransitionProgress: Hashable, Sendable {
    /// 0 (only outgoing) to `steps` + 1 (only incoming).
    package var step: Int64
    /// Mixed frames in the window.
    package var steps: Int64

    /// - Precondition: `steps >= 0` and `0 <= step <= steps + 1`.
    package init(step: Int64, steps: Int64) {
        precondition(steps >= 0 && (0...steps + 1).contains(step), "step \(step) of \(steps)")
        self.step = step
        self.steps = steps
    }

    /// Only outgoing.
    package static let start = TransitionProgress(step: 0, steps: 0)
    /// Only incoming.
    package static let end = TransitionProgress(step: 1, steps: 0)

    /// Exactly `numerator / denominator`, for pictures of a transition outside any film.
    package static func fraction(_ numerator: Int64, over denominator: Int64) -> TransitionProgress {
        TransitionProgress(step: numerator, steps: denominator - 1)
    }

    /// One correctly rounded division: the same on every machine, and exactly 0 and 1 at the ends.
    package var value: Double { Double(step) / Double(steps + 1) }
}
