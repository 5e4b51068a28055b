import Parameters
import Timeline

/// The correction that matches one camera's white balance, exposure and contrast to another's.
public struct ColorMatch: Hashable, Sendable {
    /// The camera that is corrected.
    public var angle: Angle
    /// The camera that it is matched to: the primary.
    public var reference: Angle
    /// In stops.
    public var exposure: Double
    /// Around middle gray.
    public var contrast: Double
    /// A factor for R′, from the colors that both cameras show.
    public var red: Double
    /// For B′, as `red` for R′.
    public var blue: Double
    /// Whether the two cameras show enough of the same colors; otherwise nothing is changed.
    public var isComparable: Bool

    /// Whether nothing is changed: the colors match already, or cannot be compared.
    public var isNothing: Bool { (exposure, contrast, red, blue) == (0, 1, 1, 1) }

    /// As a look.
    var correction: Specification {
        let values = [("exposure", exposure), ("contrast", contrast), ("red", red), ("blue", blue)]
        let changed = values.filter { name, value in value != (name == "exposure" ? 0 : 1) }
        return Specification(
            name: "adjust",
            parameters: Dictionary(
                uniqueKeysWithValues: changed.map { ($0, "\(($1 * 1000).rounded() / 1000)") }))
    }
}
