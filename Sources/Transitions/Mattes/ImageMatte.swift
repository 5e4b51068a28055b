import Parameters

/// Any grayscale picture, stretched over the canvas: black changes first, white last.
struct ImageMatte: MatteShape {
    private let image: MatteImage
    private let scale: (x: Double, y: Double)
    private let inverts: Bool
    /// The darkest sample, and the inverse of the range to the brightest: a low-contrast picture wastes no time at
    /// either end.
    private let darkest: Double
    private let gain: Double

    /// One step of an 8-bit picture: with less, its contours would be visible as they change.
    var slope: Double { 1.5 / 255 }

    /// The border is a fraction of the gray range: a picture has no edge with a width.
    let borderSlope: Double

    init(_ image: MatteImage, inverts: Bool, width: Double, height: Double) {
        self.image = image
        self.inverts = inverts
        borderSlope = 1 / min(width, height)
        scale = (Double(image.width) / width, Double(image.height) / height)
        darkest = Double(image.samples.min()!)
        gain = 1 / max(1, Double(image.samples.max()!) - darkest)
    }

    func moment(x: Double, y: Double) -> Double {
        let (x, y) = (x * scale.x - 0.5, y * scale.y - 0.5)
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (right, below) = (x - left, y - top)
        let (column, row) = (Int(left), Int(top))
        let upper = sample(column, row) * (1 - right) + sample(column + 1, row) * right
        let lower = sample(column, row + 1) * (1 - right) + sample(column + 1, row + 1) * right
        let gray = (upper * (1 - below) + lower * below - darkest) * gain
        return inverts ? 1 - gray : gray
    }

    /// The nearest sample of the picture.
    private func sample(_ x: Int, _ y: Int) -> Double {
        Double(image.samples[min(max(y, 0), image.height - 1) * image.width + min(max(x, 0), image.width - 1)])
    }
}

extension TransitionEntry {
    static let matte = matte(
        "matte", aliases: ["luma", "gradient", "image"],
        summary: "A grayscale picture determines what changes when: black first, white last.",
        parameters: [
            Parameter("image", .path, "the picture, stretched over the canvas"),
            Parameter("invert", .flag(default: false), "white first, black last"),
        ], softness: 0.1, borderUnit: "the gray scale"
    ) { values, canvas in
        let path = values.word("image")
        let image = try canvas.loadImage(path)
        guard !image.samples.isEmpty else { throw ParameterError.matteEmpty(path: path) }
        return ImageMatte(image, inverts: values.flag("invert"), width: canvas.width, height: canvas.height)
    }
}
