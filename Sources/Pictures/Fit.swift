/// How a picture of another shape goes onto the canvas.
public enum Fit: String, Sendable, CaseIterable, Codable {
    /// `fill` while at least two thirds of the picture stay visible, else `fit`.
    case auto
    /// Covers the canvas; what lies outside is cropped, evenly on both sides.
    case fill
    /// Shows the whole picture; bars fill the rest.
    case fit
    /// Shows the whole picture; the rest is filled with the same picture, enlarged and blurred.
    case blur
}
