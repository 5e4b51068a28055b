import MediaIO
import MediaTime
import Timeline

extension RenderPlan {
    /// Output frames that are copied.
    public var copiedFrameCount: Int64 {
        spans.reduce(0) { sum, span in
            if case .copy(let copy) = span { sum + Int64(copy.frames.count) } else { sum }
        }
    }

    /// Pictures in the film. Copied ones keep their own times: with a variable frame rate, there may be more or fewer
    /// of them than output frames.
    package var pictureCount: Int64 {
        spans.reduce(0) { sum, span in
            switch span {
            case .encode(let encode): sum + Int64(encode.frames.count)
            case .copy(let copy): sum + Int64(join!.kept(copy).count)
            }
        }
    }

    /// Source pictures that must be decoded for encoding: for each stretch of a take, all from the previous
    /// random-access point on. For takes without an index, only those shown.
    package var decodedFrameCount: Int64 {
        spans.reduce(0) { sum, span in
            guard case .encode(let encode) = span else { return sum }
            return sum + stretches(encode.frames).reduce(0) { $0 + decodedFrames(of: $1.take, showing: $1.frames) }
        }
    }

    /// The takes shown in these output frames, each range from the first to the last frame that shows it.
    private func stretches(_ frames: Range<Int64>) -> [(take: Int, frames: ClosedRange<Int64>)] {
        var finished: [(take: Int, frames: ClosedRange<Int64>)] = []
        var current: [Int: ClosedRange<Int64>] = [:]
        for frame in frames {
            let shown = composition.frame(at: frame).instants.flatMap { instant in
                instant.scene.angles.compactMap { composition.session.take(of: $0, at: instant.time) }
            }
            for take in Set(shown) {
                let before = current[take]
                if let before, before.upperBound >= frame - 1 {
                    current[take] = before.lowerBound...frame
                } else {
                    if let before { finished.append((take, before)) }
                    current[take] = frame...frame
                }
            }
        }
        return finished + current.map { ($0.key, $0.value) }
    }

    private func decodedFrames(of take: Int, showing frames: ClosedRange<Int64>) -> Int64 {
        guard let index = join?.indexes[take] else { return Int64(frames.count) }
        let half = composition.frameRate.frameDuration / 2
        let time = { (frame: Int64) in
            composition.session.takes[take].fileTime(at: composition.sessionTime(ofFrame: frame))
        }
        let position = index.randomAccessPosition(at: time(frames.lowerBound) + half) - 1
        let start = position >= 0 ? index.randomAccess[position] : 0
        let end = time(frames.upperBound) + half
        return Int64((start..<index.entries.count).prefix { index.time(of: $0) < end }.count)
    }
}
