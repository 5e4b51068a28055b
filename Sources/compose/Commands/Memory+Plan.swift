import MediaIO
import Export
import Frames
import Planning

extension Memory {
    /// Configures this process's memory use before it renders a plan.
    static func settle(for plan: RenderPlan) {
        // For hundreds of short spans; a full render has few, and uses less memory without this.
        if plan.join != nil { keepFreed() }
    }
}
