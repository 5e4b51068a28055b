import Parameters
import Pictures

/// One transition of the catalogue: its help text, and how its kernel is made.
public struct TransitionEntry: CatalogueEntry {
    /// As in error messages.
    public static let kind = "transition"
    /// Lowercase letters, digits and hyphens.
    public var name: String
    /// Alternative names.
    public var aliases: [String]
    /// One sentence.
    public var summary: String
    /// In listing order; a value without a name belongs to the first.
    public var parameters: [Parameter]

    /// Makes the kernel from the parameters, for one canvas.
    public typealias MakeKernel =
        @Sendable (_ values: ParameterValues, _ canvas: TransitionCanvas) throws -> any TransitionKernel

    let makeKernel: MakeKernel
    let isEased: Bool
    /// Whether it moves the layers of scenes; its kernel is then used for pictures that have none.
    var movesLayers = false

    /// - Parameters:
    ///   - name: lowercase letters, digits and hyphens.
    ///   - easing: the default of the parameter `easing`, which is added to the others; `nil` for none.
    ///   - makeKernel: called once per renderer, so anything it computes from the size of the canvas is computed once.
    public init(
        _ name: String, aliases: [String] = [], summary: String, parameters: [Parameter] = [],
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

/// The canvas that a kernel is made for.
public struct TransitionCanvas {
    /// In luma samples.
    public let size: PictureSize
    /// Of both pictures and of the result.
    public let format: PixelFormat
    /// The meaning of the pictures' code values.
    public let color: ColorDescription
    /// Reads the grayscale picture named by a parameter of the kind `path`.
    package let loadImage: (_ path: String) throws -> MatteImage

    /// In luma samples.
    public var width: Double { Double(size.width) }
    /// In luma samples.
    public var height: Double { Double(size.height) }
    /// The unit for lengths that must not depend on the orientation of the canvas.
    public var shorterSide: Double { min(width, height) }

    /// The code values of a color in the pictures of this canvas.
    public func codeValues(of color: RGBColor) -> (luma: Int, cb: Int, cr: Int) {
        color.codeValues(in: format, self.color)
    }
}

extension Parameter {
    fileprivate static func easing(default curve: Easing) -> Parameter {
        Parameter(
            "easing", .choice(Easing.allCases.map(\.rawValue), default: curve.rawValue),
            "easing curve")
    }
}
