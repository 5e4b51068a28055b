/// An error in a plan file.
public struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
    /// The plan copies what cannot be copied; it could be rendered by encoding it.
    var isOfCopying = false
    public init(_ description: String) { self.description = description }
}
