import MediaIO

extension RenderPlan {
    /// Checks that the recordings are those that were planned with: one that was written over meanwhile makes another film.
    ///
    /// - Throws: `MediaError.changed`.
    package func checkInputs() throws(MediaError) {
        for source in sources where FileState(path: source.path) != source.info.state {
            throw .changed(path: source.path)
        }
    }
}
