import Pictures
import Timeline

/// How Final Cut Pro 7's effects scale, place and crop a picture that compose can frame in the same way.
struct FinalCut7Motion {
    let framing: Framing

    /// - Parameters:
    ///   - effects: "basic" and "crop"; others are not looked at.
    ///   - file: the size of the picture.
    ///   - canvas: that of the sequence.
    /// - Returns: `nil` for key frames, rotation, smaller pictures, and a crop that would be seen.
    init?(_ effects: [XMLNode], file: PictureSize, canvas: PictureSize) {
        let values = effects.flatMap { $0.all("parameter") }
        guard !values.contains(where: { $0["keyframe"] != nil }) else { return nil }
        let number = { (id: String) in values.first { $0.text("parameterid") == id }?.number("value") }
        let center = values.first { $0.text("parameterid") == "center" }?["value"]
        let anchor = values.first { $0.text("parameterid") == "centerOffset" }?["value"]
        guard number("rotation") ?? 0 == 0, anchor?.number("horiz") ?? 0 == 0, anchor?.number("vert") ?? 0 == 0 else {
            return nil
        }
        let scale = (number("scale") ?? 100) / 100
        let (width, height) = (Double(file.width), Double(file.height))
        let ratios = (Double(canvas.width) / width, Double(canvas.height) / height)
        let (fit, fill) = (min(ratios.0, ratios.1), max(ratios.0, ratios.1))
        let isAlike = fill - fit < fit * Self.rounding
        // In samples of the canvas.
        let place = (
            x: (center?.number("horiz") ?? 0) * Double(canvas.width),
            y: (center?.number("vert") ?? 0) * Double(canvas.height)
        )
        let isCentered = abs(place.x) < 1 && abs(place.y) < 1
        let sides = ["left", "right", "top", "bottom"].map { (number($0) ?? 0) / 100 }
        if isCentered, abs(scale - fit) < fit * Self.rounding {
            guard sides.allSatisfy({ $0 < Self.rounding }) else { return nil }
            framing = isAlike ? Framing() : Framing(fit: .fit)
            return
        }
        guard scale >= fill * (1 - Self.rounding) else { return nil }
        // What is seen of the picture, as shares of it.
        let seen = (width: Double(canvas.width) / (scale * width), height: Double(canvas.height) / (scale * height))
        let middle = (x: 0.5 - place.x / (scale * width), y: 0.5 - place.y / (scale * height))
        let hidden = [
            middle.x - seen.width / 2, 1 - middle.x - seen.width / 2, middle.y - seen.height / 2,
            1 - middle.y - seen.height / 2,
        ]
        guard hidden.allSatisfy({ $0 > -Self.rounding }),
            zip(sides, hidden).allSatisfy({ $0 < $1 + Self.rounding })
        else { return nil }
        let framing = Framing(
            fit: isAlike ? nil : .fill, zoom: max(1, scale / fill),
            focus: isCentered ? .center : UnitPoint(x: min(max(middle.x, 0), 1), y: min(max(middle.y, 0), 1)))
        guard framing.isValid else { return nil }
        self.framing = framing
    }

    /// Programs round scales to tenths of a percent, and pictures to even samples.
    private static let rounding = 0.005
}
