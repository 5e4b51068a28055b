import Parameters

/// The correction that matches one camera's white balance, exposure and contrast to another's.
package struct ColorMatch: Hashable, Sendable {
    package var angle: Angle
    /// The camera that it is matched to: the primary.
    package var reference: Angle
    /// In stops.
    package var exposure: Double
    /// Around middle gray.
    package var contrast: Double
    /// A factor for R′, from the colors that both cameras show.
    package var red: Double
    /// For B′, as `red` for R′.
    package var blue: Double
    /// Whether the two cameras show enough of the same colors; otherwise nothing is changed.
    package var isComparable: Bool

    /// Changes nothing.
    package init(of angle: Angle, reference: Angle) {
        (self.angle, self.reference) = (angle, reference)
        (exposure, contrast, red, blue, isComparable) = (0, 1, 1, 1, false)
    }

    /// Whether nothing is changed: the colors match already, or cannot be compared.
    package var isNothing: Bool { (exposure, contrast, red, blue) == (0, 1, 1, 1) }

    /// The correction as a look.
    package var correction: Specification {
        let values = [("exposure", exposure), ("contrast", contrast), ("red", red), ("blue", blue)]
        let changed = values.filter { name, value in value != (name == "exposure" ? 0 : 1) }
        return Specification(
            name: "adjust",
            parameters: Dictionary(
                uniqueKeysWithValues: changed.map { ($0, "\(($1 * 1000).rounded() / 1000)") }))
    }
}
