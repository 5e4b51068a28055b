/// Where the visible part of a stored picture goes on the canvas.
package struct Placement: Hashable, Sendable {
    /// Samples of the stored picture that are shown.
    package var crop: PictureRect
    /// Where they go, upright, on the canvas. Even, so that chroma samples stay whole.
    package var content: PictureRect

    /// - Parameters:
    ///   - stored: the size as decoded.
    ///   - square: the same with square pixels.
    ///   - framing: the part to show, in stored orientation.
    package init(
        stored all: PictureSize, square: PictureSize, framing: Framing = Framing(), orientation: Orientation,
        canvas: PictureSize, fit: Fit
    ) {
        let part = framing.zoom == 1 ? framing.crop : framing.window(width: 1 / framing.zoom, height: 1 / framing.zoom)
        let region = part.samples(of: all)
        let stored = region.size
        let square = PictureSize(
            width: Self.share(square.width, stored.width, all.width),
            height: Self.share(square.height, stored.height, all.height))
        // Work in stored orientation: turn the canvas back instead of the picture.
        let frame = orientation.swapsAxes ? canvas.transposed : canvas
        // Compare aspects exactly: square.width / square.height against frame.width / frame.height.
        let a = square.width * frame.height
        let b = frame.width * square.height
        if fit.fills(Fit.visibleShare(square, frame)) {
            content = PictureRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
            guard !Fit.isEvenShape(of: square, frame) else {
                crop = region
                return
            }
            // The longer side is cropped, around the focus.
            let width = a > b ? Self.share(stored.width, b, a) : stored.width
            let height = b > a ? Self.share(stored.height, a, b) : stored.height
            crop = PictureRect(
                x: region.x + Self.lead(stored.width, width, (framing.focus.x - part.x) / part.width),
                y: region.y + Self.lead(stored.height, height, (framing.focus.y - part.y) / part.height),
                width: width, height: height)
        } else {
            crop = region
            content = Fit.wholePicture(orientation.apply(to: square), on: canvas)
        }
    }

    /// Samples before a window of `length` centered on `focus`, a fraction of `whole`, as far as there is room; even.
    private static func lead(_ whole: Int, _ length: Int, _ focus: Double) -> Int {
        guard focus != 0.5 else { return (whole - length) / 4 * 2 }
        let wanted = focus * Double(whole) - Double(length) / 2
        return Int(min(max(wanted, 0), Double(whole - length)) / 2) * 2
    }

    /// `length · numerator / denominator`, at least 1.
    private static func share(_ length: Int, _ numerator: Int, _ denominator: Int) -> Int {
        max(1, (length * numerator + denominator / 2) / denominator)
    }
}
