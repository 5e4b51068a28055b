extension TransitionEntry {
    static let push = TransitionEntry(
        "push", summary: "The incoming picture pushes the outgoing one out.",
        parameters: [.direction(default: "left")]
    ) { values, canvas in
        SlidingKernel(
            direction: Direction(rawValue: values.word("direction"))!, outgoingSpeed: 1, incomingSpeed: 1, shadow: 0,
            canvas)
    }
}
