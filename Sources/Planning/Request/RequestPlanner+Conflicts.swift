import MediaIO
import Pictures

// What a request asks for that copied pictures cannot have.
extension RequestPlanner {
    /// Requested settings that are incompatible with copying.
    func conflicts(_ codec: VideoCodec, _ canvas: Canvas) -> [CopyRefusal] {
        var conflicts: [CopyRefusal] = []
        if let container = request.container {
            if !container.holds(codec) { return [.container(container, path: source.path, has: codec)] }
            if !container.carriesOrientation, source.orientation != .upright {
                conflicts.append(.turned(container, path: source.path))
            }
        }
        // If the choice is open, software gives the highest quality.
        if case .kind(let kind) = request.encoder, kind != .software { conflicts.append(.encoder) }
        if let wished = request.codec, wished != codec {
            conflicts.append(.codec(wished, path: source.path, has: codec))
        }
        if let size = request.size, size != canvas.size {
            conflicts.append(.size(size, path: source.path, has: canvas.size))
        }
        if let rate = request.frameRate, source.video.hasVariableFrameRate {
            conflicts.append(.frameRate(rate, path: source.path, has: nil))
        } else if let rate = request.frameRate, rate != source.video.frameRate {
            conflicts.append(.frameRate(rate, path: source.path, has: source.video.frameRate))
        }
        if canvas.color.isHighDynamicRange, let reason = film.toneMapping {
            conflicts.append(.toneMapped(path: source.path, reason))
        }
        if let text = request.text, text.takes(in: session, recording.sources).count == session.takes.count {
            conflicts.append(.text(text.kinds))
        }
        let hasRate = if case .bitRate? = request.quality { true } else { request.rateLimit != nil }
        if hasRate { conflicts.append(.bitRate) }
        return conflicts
    }
}
