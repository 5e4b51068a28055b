import Pictures
import Timeline

/// Which part of a picture is shown where it is cropped because its place has another shape.
public struct Cropping: Hashable, Sendable {
    /// What decides, unless a point is given.
    public enum Choice: String, Sendable, CaseIterable, Codable {
        /// Faces; without any, what moves; otherwise the middle.
        case faces
        /// Always the middle.
        case center
    }

    /// For all cameras without a point.
    public var choice: Choice = .faces
    /// What stays in view throughout, as fractions of the upright picture.
    public var points: [Angle: UnitPoint] = [:]

    /// By faces.
    public init(_ choice: Choice = .faces, points: [Angle: UnitPoint] = [:]) {
        (self.choice, self.points) = (choice, points)
    }

    /// Whether the points are inside the picture.
    package var isValid: Bool { points.values.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) } }
}

extension Cropping: Codable {
    private enum Key: CodingKey { case choice, points }

    private struct Point: Codable {
        var angle: Angle
        var point: UnitPoint
    }

    /// The list of points is sorted by camera.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        choice = try values.decode(Choice.self, forKey: .choice)
        for point in try values.decodeIfPresent([Point].self, forKey: .points) ?? [] {
            points[point.angle] = point.point
        }
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(choice, forKey: .choice)
        guard !points.isEmpty else { return }
        try values.encode(
            points.map { Point(angle: $0.key, point: $0.value) }.sorted { $0.angle.name < $1.angle.name },
            forKey: .points)
    }
}
