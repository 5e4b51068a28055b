/// The part of a stored picture that is shown at an instant of a movement, at fractions of a sample.
package struct MovingWindow: Hashable, Sendable {
    /// In samples of the stored picture.
    package let part: UnitRectangle
    /// The size in which it is drawn, before it is scaled to its place: the same for all instants, and never smaller than
    /// the part.
    package let size: PictureSize

    /// As `Placement` crops, but not to whole samples.
    ///
    /// - Parameters:
    ///   - stored: the size as decoded.
    ///   - square: the same with square pixels.
    ///   - framing: the part to show, in stored orientation.
    ///   - canvas: its place, upright.
    package init(
        stored: PictureSize, square: PictureSize, framing: Framing, orientation: Orientation, canvas: PictureSize,
        fit: Fit
    ) {
        let frame = orientation.swapsAxes ? canvas.transposed : canvas
        let region = framing.crop.exactSamples(of: stored)
        let pixel = Double(square.width * stored.height) / Double(square.height * stored.width)
        let own = PictureSize(
            width: max(1, Int((region.width * pixel).rounded())), height: max(1, Int(region.height.rounded())))
        let even = { (length: Double, most: Int) in max(2, min(Int((length / 2).rounded()) * 2, most)) }
        var (width, height) = (region.width, region.height)
        if fit.fills(Fit.visibleShare(own, frame)) {
            // Width to height, in stored samples.
            let ratio = Double(frame.width) / Double(frame.height) / pixel
            (width, height) = (min(width, height * ratio), min(height, width / ratio))
            let whole = min(Double(stored.width), Double(stored.height) * ratio)
            size = PictureSize(width: even(whole, stored.width), height: even(whole / ratio, stored.height))
        } else {
            size = PictureSize(width: even(width, stored.width), height: even(height, stored.height))
        }
        (width, height) = (width / framing.zoom, height / framing.zoom)
        let start = { (focus: Double, length: Double, whole: Double) in
            min(max(focus * whole - length / 2, 0), whole - length)
        }
        part = UnitRectangle(
            x: region.x + start(framing.focus.x, width, region.width),
            y: region.y + start(framing.focus.y, height, region.height), width: width, height: height)
    }
}
