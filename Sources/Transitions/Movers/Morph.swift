import Parameters
import Timeline

extension TransitionEntry {
    /// `Scene.morphed(into:progress:)`; pictures with unknown layers dissolve.
    static let morph: TransitionEntry = {
        var entry = TransitionEntry(
            "morph", summary: "Cameras in both views move and change size; others fade.", easing: .cubic
        ) { _, canvas in DissolveKernel(width: canvas.size.width) }
        entry.movesLayers = true
        return entry
    }()
}
