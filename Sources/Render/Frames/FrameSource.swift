import Parameters
import Audio
import MediaIO
import MediaTime
import Pictures
import Planning
import Timeline

/// The picture and sound of a film at any moment, without rendering it: for stills, previews and contact sheets. Not
/// thread-safe.
public final class FrameSource {
    private var plan: RenderPlan
    private let threads: Int
    private let keptPictures: Int
    private let steadying: Steadying
    private var compositors: [PictureSize: Compositor] = [:]
    private var mixer: (source: AudioMixer, position: Int64)?

    /// Opens no files; the first picture or sound does.
    ///
    /// - Parameters:
    ///   - threads: of the decoder of each recording.
    ///   - keptPictures: how many pictures of each camera are kept, so that going back to them decodes nothing.
    public convenience init(_ plan: RenderPlan, threads: Int = 1, keptPictures: Int = 0) {
        self.init(plan, threads: threads, keptPictures: keptPictures, steadying: Steadying())
    }

    /// - Parameter steadying: of stabilized takes; others are shown as recorded.
    package init(_ plan: RenderPlan, threads: Int, keptPictures: Int = 0, steadying: Steadying) {
        (self.plan, self.threads, self.keptPictures, self.steadying) = (plan, threads, keptPictures, steadying)
    }

    /// Goes on with another plan. If it is another cut of the same recordings, these stay open.
    public func show(_ plan: RenderPlan) {
        if plan.isAnotherCut(of: self.plan) {
            for compositor in compositors.values { compositor.show(plan) }
            if plan.mix != self.plan.mix { mixer = nil }
        } else {
            (compositors, mixer) = ([:], nil)
        }
        self.plan = plan
    }

    /// The output frame shown at a time of the film; beyond its ends, the first or last one.
    public func frame(at time: MediaTime) -> Int64 {
        let frame = plan.composition.frameRate.frame(at: time, .down)
        return min(max(0, frame), plan.composition.frameCount - 1)
    }

    /// The picture shown at a time of the film, upright, before encoding. Increasing times are fast.
    ///
    /// - Parameter size: even in both dimensions; `nil` for the film's own size.
    /// - Throws: `MediaError`, `ParameterError`.
    public func picture(at time: MediaTime, size: PictureSize? = nil) throws -> Picture {
        let size = size ?? plan.output.canvas.size
        let compositor =
            compositors[size]
            ?? Compositor(
                plan, decoderThreads: threads, size: size, steadying: steadying, keptPictures: keptPictures)
        compositors[size] = compositor
        return try compositor.picture(ofFrame: frame(at: time))
    }

    /// The sound of a range of the film at 48 kHz; silence outside the film and where it has no sound.
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

extension RenderPlan {
    /// Whether it shows and plays the same files in the same way, though at other times.
    fileprivate func isAnotherCut(of other: RenderPlan) -> Bool {
        composition.session.takes == other.composition.session.takes && output.opened == other.output.opened
            && sources.map(\.orientation) == other.sources.map(\.orientation)
            && sources.map(\.info.state) == other.sources.map(\.info.state)
            && sounds.map(\.info.state) == other.sounds.map(\.info.state)
    }
}

extension OutputSettings {
    /// What the readers of recordings depend on: not what is drawn over their pictures.
    fileprivate var opened: OutputSettings {
        var settings = self
        settings.finish = Finish()
        (settings.fit, settings.looks, settings.stabilization) = (finish.fit, finish.looks, finish.stabilization)
        return settings
    }
}
