extension TransitionEntry {
    static let cover = TransitionEntry(
        "cover", summary: "The incoming picture moves over the outgoing one, which stays.",
        parameters: [.direction(default: "left"), .shadow]
    ) { values, canvas in
        SlidingKernel(
            direction: Direction(rawValue: values.word("direction"))!, outgoingSpeed: 0, incomingSpeed: 1,
            shadow: values.number("shadow"), canvas)
    }
}
