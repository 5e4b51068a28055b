/// Two straight edges that move apart from the middle, or meet there.
struct BarnDoor: MatteShape {
    private let wipe: Wipe
    private let closes: Bool

    var slope: Double { wipe.slope * 2 }

    init(degrees: Double, closes: Bool, width: Double, height: Double) {
        wipe = Wipe(degrees: degrees, width: width, height: height)
        self.closes = closes
    }

    func moment(x: Double, y: Double) -> Double {
        let distance = abs(wipe.moment(x: x, y: y) * 2 - 1)
        return closes ? 1 - distance : distance
    }
}

extension TransitionEntry {
    static let barnDoor = matte(
        "barn-door", aliases: ["barndoor", "doors"],
        summary: "Two edges part from the middle like the doors of a barn.",
        parameters: [.opening, .angle("direction in which the edges move, clockwise; they move both ways")]
    ) { values, canvas in
        BarnDoor(
            degrees: values.number("angle"), closes: values.word("mode") == "close", width: canvas.width,
            height: canvas.height)
    }
}
