import MediaIO
import Export
import Frames
import Planning

extension Memory {
    /// Chooses how this process uses memory, before it renders a plan.
    static func settle(for plan: RenderPlan) {
        if plan.video.readsUnwrittenMemory {
            neverReuseLargeBlocks()
        } else if plan.join != nil {
            // Hundreds of short spans; a full render has few, and stays smaller without.
            keepFreed()
        }
    }
}
