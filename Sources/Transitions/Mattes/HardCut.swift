import Parameters
import Pictures
import Timeline

/// No transition: the outgoing picture in the first half of the window, the incoming one in the second.
final class HardCutKernel: TransitionKernel {
    func draw(from outgoing: Picture, to incoming: Picture, progress: Double, into destination: Picture) {
        destination.copy(from: progress < 0.5 ? outgoing : incoming)
    }
}

extension TransitionEntry {
    static let none = TransitionEntry(
        "none", aliases: Specification.hardCutAliases, summary: "A hard cut, without any transition.", easing: nil
    ) { _, _ in HardCutKernel() }
}
