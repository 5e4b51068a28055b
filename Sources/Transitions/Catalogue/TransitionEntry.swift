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

    /// Makes what draws it, from its parameters and for one canvas.
    public typealias MakeKernel =
        @Sendable (_ values: ParameterValues, _ canvas: TransitionCanvas) throws -> any TransitionKernel

    let makeKernel: MakeKernel
    let isEased: Bool

    /// - Parameters:
    ///   - name: lowercase letters, digits and hyphens.
    ///   - easing: the default of the parameter `easing`, which is added to the others; `nil` for none.
    ///   - makeKernel: called once for a renderer. What it computes from the size of the canvas is computed once.
    public init(
        _ name: String, aliases: [String] = [], summary: String, parameters: [TransitionParameter] = [],
        easing: Easing? = .easeInOut, makeKernel: @escaping MakeKernel
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.parameters = parameters + (easing.map { [.easing(default: $0)] } ?? [])
        isEased = easing != nil
        self.makeKernel = makeKernel
    }
}

/// What a kernel is made for.
public struct TransitionCanvas {
    /// In luma samples.
    public let size: PictureSize
    public let format: PixelFormat
    /// What the code values of the pictures mean.
    public let color: ColorDescription
    /// Reads the grayscale picture that a parameter of the kind `path` names.
    public let loadImage: (_ path: String) throws -> MatteImage

    public var width: Double { Double(size.width) }
    public var height: Double { Double(size.height) }
    /// The unit of lengths that must not depend on the orientation of the canvas.
    public var shorterSide: Double { min(width, height) }

    /// The code values of a color in the pictures of this canvas.
    public func codeValues(of color: TransitionColor) -> (luma: Int, cb: Int, cr: Int) {
        color.codeValues(in: format, self.color)
    }
}

extension TransitionParameter {
    fileprivate static func easing(default curve: Easing) -> TransitionParameter {
        TransitionParameter(
            "easing", .choice(Easing.allCases.map(\.rawValue), default: curve.rawValue),
            "how progress is bent over time")
    }
    /// Where things move to: left, right, up or down.
    public static func direction(default word: String) -> TransitionParameter {
        TransitionParameter("direction", .choice(["left", "right", "up", "down"], default: word), "where to")
    }
    /// Degrees, clockwise from the right; also as a direction.
    public static func angle(default degrees: Double = 0, _ summary: String) -> TransitionParameter {
        TransitionParameter(
            "angle",
            .number(
                range: -360...360, default: degrees, unit: .degrees,
                words: [Word("right", 0), Word("down", 90), Word("left", 180), Word("up", 270)]),
            summary)
    }
    /// A part of something: 0.1, or 10%.
    public static func fraction(
        _ name: String, _ range: ClosedRange<Double> = 0...1, default value: Double, _ summary: String
    ) -> TransitionParameter {
        TransitionParameter(name, .number(range: range, default: value, unit: .fraction), summary)
    }
    /// A whole number of things.
    public static func count(
        _ name: String, _ range: ClosedRange<Double>, default value: Double, _ summary: String
    ) -> TransitionParameter {
        TransitionParameter(name, .number(range: range, default: value, unit: .count), summary)
    }
    /// Two parameters, `x` and `y`: a point of the canvas.
    public static let center: [TransitionParameter] = [
        .fraction("x", default: 0.5, "center from the left, as a part of the width"),
        .fraction("y", default: 0.5, "center from the top, as a part of the height"),
    ]
}
