import Parameters

/// Slats that all turn together: a wipe repeated across the picture.
struct Blinds: MatteShape {
    private let wipe: Wipe
    private let count: Double

    var slope: Double { wipe.slope * count }

    init(degrees: Double, count: Double, width: Double, height: Double) {
        wipe = Wipe(degrees: degrees, width: width, height: height)
        self.count = count
    }

    func moment(x: Double, y: Double) -> Double {
        let slat = wipe.moment(x: x, y: y) * count
        return slat - slat.rounded(.down)
    }
}

extension TransitionEntry {
    static let blinds = matte(
        "blinds", aliases: ["venetian-blinds", "slats"], summary: "Slats open like those of a window blind.",
        parameters: [
            .count("count", 2...64, default: 8, "how many slats"),
            .angle(default: 90, "direction in which the edge of each slat moves, clockwise"),
        ]
    ) { values, canvas in
        Blinds(
            degrees: values.number("angle"), count: values.number("count"), width: canvas.width, height: canvas.height)
    }
}
