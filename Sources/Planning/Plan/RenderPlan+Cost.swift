import MediaIO
import MediaTime
import Placing
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

extension RenderPlan {
    /// Approximate minimum disk space for a render: encoded parts are kept until the film is complete; copied packets
    /// go only into the film.
    ///
    /// - Parameters:
    ///   - missing: frames still to be encoded; the parts of the others are already on the disk.
    ///   - encoded: frames of all parts.
    ///   - withCopies: whether copied packets are added.
    package func leastBytes(encoding missing: Int64, of encoded: Int64, withCopies: Bool) -> Int64 {
        let pictures = video.leastBytes(frames: missing).addingClamped(video.leastBytes(frames: encoded))
        return withCopies ? pictures.addingClamped(copiedBytes { $0.info.byteCount }) : pictures
    }

    /// Approximate file size: copied packets and sound almost to the byte, encoded video as for typical footage, or
    /// twice what the cameras needed if that is less.
    package var estimatedBytes: Int64 {
        let frames = spans.encodedFrameCount
        var encoded = video.usualBytes(frames: frames)
        if case .constantRateFactor = video.quality, let own = bitsPerPixel, own > 0 {
            encoded = Int64(min(Double(encoded), own * 2 * Double(video.codedSize.area) * Double(frames) / 8))
        }
        return encoded.addingClamped(copiedBytes { $0.info.byteCount - $0.soundBytes }).addingClamped(soundBytes)
    }

    /// Of the camera with the most; `nil` if a file does not tell.
    private var bitsPerPixel: Double? {
        let rates = sources.map { source in
            source.video.bitRate.map {
                Double($0) / Double(source.video.storedSize.area) / source.video.frameRate.framesPerSecond
            }
        }
        return rates.contains(nil) ? nil : rates.compactMap(\.self).max()
    }

    private var soundBytes: Int64 {
        guard encodesAudio || audioCopy != nil else { return 0 }
        let rate = audioCopy?.packets.parameters.bitRate ?? output.audio.bitsPerSecond
        return Int64(Double(rate) * composition.duration.approximateSeconds / 8)
    }

    /// The size of the copied packets, by their share of their files.
    ///
    /// - Parameter size: the part of a file that counts, in bytes.
    private func copiedBytes(of size: (Source) -> Int64) -> Int64 {
        spans.reduce(0) { sum, span in
            guard case .copy(let copy) = span,
                let index = join?.indexes[copy.take] ?? sources[copy.take].packets.known, !index.entries.isEmpty
            else { return sum }
            let share = rescale(
                size(sources[copy.take]), Int64(copy.packets.count), over: Int64(index.entries.count), .down)
            return sum.addingClamped(share)
        }
    }
}

extension Source {
    /// The part of the file not taken by its picture, if the container tells; for a share it need not be exact.
    fileprivate var soundBytes: Int64 {
        guard let rate = video.bitRate else { return 0 }
        let pictures = Double(rate) * video.footage.duration.approximateSeconds / 8
        return max(0, info.byteCount - Int64(pictures))
    }
}

extension Int64 {
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
