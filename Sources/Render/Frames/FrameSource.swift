import Parameters
import Audio
import MediaIO
import MediaTime
import Pictures
import Planning
import Timeline

/// What a film shows and sounds like at any moment, without rendering it: for stills, previews and contact sheets.
/// Lives in one thread.
public final class FrameSource {
    private let plan: RenderPlan
    private var compositors: [PictureSize: Compositor] = [:]
    private var mixer: (source: AudioMixer, position: Int64)?

    public init(_ plan: RenderPlan) { self.plan = plan }

    /// The output frame that is shown at a time of the film; the first or the last one beyond its ends.
    public func frame(at time: MediaTime) -> Int64 {
        let frame = plan.composition.frameRate.frame(at: time, .down)
        return min(max(0, frame), plan.composition.frameCount - 1)
    }

    /// The picture shown at a time of the film, upright, before it is encoded. Asking for growing times is fast.
    ///
    /// - Parameter size: even in both directions; the film's own for `nil`.
    /// - Throws: `MediaError`, `ParameterError`.
    public func picture(at time: MediaTime, size: PictureSize? = nil) throws -> Picture {
        let size = size ?? plan.output.canvas.size
        let compositor = compositors[size] ?? Compositor(plan, decoderThreads: 1, size: size)
        compositors[size] = compositor
        return try compositor.picture(ofFrame: frame(at: time))
    }

    /// The sound of a stretch of the film at 48 kHz; silence beyond its ends and where it has none.
    ///
    /// - Throws: `MediaError`.
    public func audio(in range: TimeRange) throws -> AudioBuffer {
        let clock = TimeBase.perSecond(AudioBuffer.sampleRate)
        let (start, end) = (range.start.ticks(in: clock, .nearest), range.end.ticks(in: clock, .nearest))
        var buffer = AudioBuffer(frameCount: Int(max(0, end - start)))
        if mixer == nil { mixer = AudioMixer(plan).map { ($0, 0) } }
        guard let source = mixer?.source, end > 0 else { return buffer }
        let first = max(0, start)
        if mixer!.position != first { source.seek(to: first) }
        if let part = try source.next(Int(end - first)) { buffer.add(part, at: Int(first - start)) }
        mixer = (source, end)
        return buffer
    }
}
