/// An error in a plan file.
package struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, without a period; errors of `PlanFile.read` begin with the file's path.
    package var description: String
    /// The plan copies what cannot be copied; it could be rendered by encoding it.
    package var isOfCopying = false
    /// - Parameter description: what is wrong, without a period and without the plan's path.
    package init(_ description: String) { self.description = description }
}
