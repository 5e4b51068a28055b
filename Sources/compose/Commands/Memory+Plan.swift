import MediaIO
import Export
import Frames
import Planning

extension Memory {
    /// Chooses how this process uses memory, before it renders a plan.
    static func settle(for plan: RenderPlan) {
        // Hundreds of short spans; a full render has few, and stays smaller without.
        if plan.join != nil { keepFreed() }
    }
}
