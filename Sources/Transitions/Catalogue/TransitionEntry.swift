import Pictures

/// One transition of the catalogue: what people read about it, and how its kernel is made.
public struct TransitionEntry: Sendable {
    public var name: String
    /// Other names that mean the same.
    public var aliases: [String]
    /// One sentence.
    public var summary: String
    /// In the order of listing; a value without a name belongs to the first.
    public var parameters: [TransitionParameter]

    let makeKernel: @Sendable (_ values: ParameterValues, _ canvas: Canvas) throws -> any TransitionKernel

    /// - Parameter easing: the default of the `easing` parameter, which every transition but `none` has.
    init(
        _ name: String, aliases: [String] = [], summary: String, parameters: [TransitionParameter] = [],
        easing: Easing? = .easeInOut,
        makeKernel: @escaping @Sendable (_ values: ParameterValues, _ canvas: Canvas) throws -> any TransitionKernel
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.parameters = parameters + (easing.map { [.easing(default: $0)] } ?? [])
        self.makeKernel = makeKernel
    }
}

/// What a kernel is made for.
struct Canvas {
    var size: PictureSize
    var format: PixelFormat
    /// Reads the picture of a `matte` transition.
    var loadMatte: (String) throws -> MatteImage

    var width: Double { Double(size.width) }
    var height: Double { Double(size.height) }
    /// The unit of lengths that must not depend on the orientation of the canvas.
    var shorterSide: Double { min(width, height) }
}

extension TransitionParameter {
    static func easing(default curve: Easing) -> TransitionParameter {
        TransitionParameter(
            "easing", .choice(Easing.allCases.map(\.rawValue), default: curve.rawValue),
            "how progress is bent over time")
    }
    /// Where things move to.
    static func direction(default word: String) -> TransitionParameter {
        TransitionParameter("direction", .choice(["left", "right", "up", "down"], default: word), "where to")
    }
    static func angle(default degrees: Double = 0, _ summary: String) -> TransitionParameter {
        TransitionParameter(
            "angle",
            .number(
                range: -360...360, default: degrees, unit: .degrees,
                words: [Word("right", 0), Word("down", 90), Word("left", 180), Word("up", 270)]),
            summary)
    }
    static func fraction(
        _ name: String, _ range: ClosedRange<Double> = 0...1, default value: Double, _ summary: String
    ) -> TransitionParameter {
        TransitionParameter(name, .number(range: range, default: value, unit: .fraction), summary)
    }
    static func count(
        _ name: String, _ range: ClosedRange<Double>, default value: Double, _ summary: String
    ) -> TransitionParameter {
        TransitionParameter(name, .number(range: range, default: value, unit: .count), summary)
    }
    /// Two parameters: a point of the canvas.
    static let center: [TransitionParameter] = [
        .fraction("x", default: 0.5, "center from the left, as a part of the width"),
        .fraction("y", default: 0.5, "center from the top, as a part of the height"),
    ]
}
