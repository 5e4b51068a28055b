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
    public var reaction: ClosedRange<Double> = 2...2.8

    /// For music and pictures: cameras take turns, and long shots always cost.
    public var isRhythmic = false

    /// All in seconds and above 0; of the first three, each is at least the one before.
    public init(shortest: Double, comfortable: Double, longest: Double, price: Double) {
        (self.shortest, self.comfortable, self.longest, self.price) = (shortest, comfortable, longest, price)
    }

    /// The same style for cuts on the beat.
    public var toMusic: ShotRules {
        var rules = ShotRules(shortest: shortest, comfortable: 1.4 * shortest, longest: 2.6 * shortest, price: price)
        rules.isRhythmic = true
        return rules
    }

    /// The same style for cuts that follow the picture: cameras take turns where nothing happens.
    public var toPicture: ShotRules {
        var rules = ShotRules(shortest: shortest, comfortable: comfortable, longest: 2 * comfortable, price: price)
        rules.isRhythmic = true
        return rules
    }

    /// The most cuts possible: the beats alone decide where.
    public static let steady: ShotRules = {
        var rules = ShotRules(shortest: 0.1, comfortable: 0.1, longest: 0.1, price: 0.01)
        rules.isRhythmic = true
        return rules
    }()

    /// For a quiet talk: short answers are not shown.
    public static let calm = ShotRules(shortest: 3.5, comfortable: 8, longest: 30, price: 1.8)
    /// As talks are usually cut: chosen on conversations of which it is known who speaks (`scripts/test-director`).
    public static let normal = ShotRules(shortest: 2, comfortable: 4, longest: 20, price: 0.6)
    /// For quick exchanges, with shots of the listener.
    public static let lively: ShotRules = {
        var rules = ShotRules(shortest: 1.2, comfortable: 2.4, longest: 12, price: 0.4)
        rules.hasReactions = true
        return rules
    }()
}
