/// What is wrong with a plan file.
public struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
    /// What the plan copies cannot be copied; encoded, it could be rendered.
    var isOfCopying = false
    public init(_ description: String) { self.description = description }
}
