import Parameters

extension Parameter {
    static let shadow = fraction("shadow", default: 0.5, "darkness of the shadow on the lower picture")
}

extension TransitionEntry {
    static let slide = TransitionEntry(
        "slide", summary: "The incoming picture slides in over the outgoing one, which moves away more slowly.",
        parameters: [
            .direction(default: "left"),
            .fraction("parallax", default: 0.3, "speed of the outgoing picture, as a fraction of the incoming one's"),
            .shadow,
        ]
    ) { values, canvas in
        SlidingKernel(
            direction: Direction(rawValue: values.word("direction"))!, outgoingSpeed: values.number("parallax"),
            incomingSpeed: 1, shadow: values.number("shadow"), canvas)
    }
}
