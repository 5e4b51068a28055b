extension TransitionEntry {
    static let reveal = TransitionEntry(
        "reveal", aliases: ["uncover"], summary: "The outgoing picture moves away and reveals the incoming one.",
        parameters: [.direction(default: "left"), .shadow]
    ) { values, canvas in
        SlidingKernel(
            direction: Direction(rawValue: values.word("direction"))!, outgoingSpeed: 1, incomingSpeed: 0,
            shadow: values.number("shadow"), canvas)
    }
}
