/// The rules of the craft by which shots are chosen: seconds, and prices in seconds of speech that is not shown.
public struct ShotRules: Hashable, Sendable {
    /// No shot is shorter.
    public var shortest: Double
    /// Shots shorter than this are dear, and two of them never follow each other: back and forth makes dizzy.
    public var comfortable: Double
    /// Longer shots are dear where there is something else worth seeing.
    public var longest: Double
    /// What a cut costs.
    public var price: Double
    /// A turn is cut to so long before its first word.
    public var lead: Double = 0.24
    /// Whether a long shot may be interrupted by the listener's face.
    public var hasReactions = false
    /// How long that is seen.
    public var reaction: ClosedRange<Double> = 1.6...2.8

    public init(shortest: Double, comfortable: Double, longest: Double, price: Double) {
        (self.shortest, self.comfortable, self.longest, self.price) = (shortest, comfortable, longest, price)
    }

    public static let calm = ShotRules(shortest: 3.5, comfortable: 6, longest: 30, price: 1.2)
    public static let normal = ShotRules(shortest: 2, comfortable: 4, longest: 20, price: 0.6)
    public static let lively = ShotRules(shortest: 1.2, comfortable: 2.4, longest: 12, price: 0.4)
}
