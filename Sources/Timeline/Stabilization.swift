import Parameters

/// How much of a camera's shake is removed, and how much of the picture may be lost to it.
package struct Stabilizer: CatalogueEntry {
    package static let kind = "stabilization"
    package let name: String
    package let aliases: [String]
    package let summary: String
    package let parameters: [Parameter] = [
        Parameter(
            "zoom", .number(range: 1...2, default: nil, unit: .fraction),
            "how far to zoom in; by default as little as the recording needs")
    ]
    /// The standard deviation of the Gaussian that smooths the camera's path, in seconds.
    let smoothing: Double
    /// The largest zoom that the recording may get.
    let mostZoom: Double

    private init(_ name: String, _ summary: String, aliases: [String] = [], smoothing: Double, mostZoom: Double) {
        (self.name, self.summary, self.aliases) = (name, summary, aliases)
        (self.smoothing, self.mostZoom) = (smoothing, mostZoom)
    }

    /// The strengths, weakest first.
    package static let strengths = Catalogue([
        Stabilizer("standard", "Removes the tremor of a hand.", smoothing: 0.25, mostZoom: 1.08),
        Stabilizer("enhanced", "Removes swaying, too.", smoothing: 0.5, mostZoom: 1.15),
        Stabilizer("cinematic", "As if on a gimbal: slow, even movements.", smoothing: 1.2, mostZoom: 1.25),
        Stabilizer("action", "For running and riding; shows less of the picture.", smoothing: 0.8, mostZoom: 1.5),
    ])
}

/// The stabilization of one camera.
public struct Stabilization: Hashable, Sendable, Codable {
    /// The camera that shook.
    public var angle: Angle
    /// The strength and its parameters.
    public var strength: Specification

    /// - Parameter strength: one of `Stabilizer.strengths`; not checked.
    public init(_ angle: Angle, _ strength: Specification) {
        self.angle = angle
        self.strength = strength
    }

    /// The standard deviation of the smoothing in seconds, and the zooms allowed.
    ///
    /// - Throws: `ParameterError` for an unknown strength or a wrong parameter.
    package func resolved() throws(ParameterError) -> (smoothing: Double, zooms: ClosedRange<Double>) {
        let (stabilizer, values) = try Stabilizer.strengths.resolve(strength)
        let zoom = values.optionalNumber("zoom")
        return (stabilizer.smoothing, zoom.map { $0...$0 } ?? 1...stabilizer.mostZoom)
    }
}
