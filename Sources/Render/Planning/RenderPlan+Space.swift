import MediaIO
import MediaTime

extension RenderPlan {
    /// How many bytes of disk a render takes at least, about: what is encoded is kept in parts until the film is whole,
    /// and what is copied goes into the film alone.
    ///
    /// - Parameters:
    ///   - missing: frames that are still to be encoded; the others' parts are on the disk already.
    ///   - encoded: frames of all parts.
    ///   - withCopies: what is copied comes beside them.
    package func leastBytes(encoding missing: Int64, of encoded: Int64, withCopies: Bool) -> Int64 {
        let pictures = video.leastBytes(frames: missing).addingClamped(video.leastBytes(frames: encoded))
        return withCopies ? pictures.addingClamped(copiedBytes { $0.info.byteCount }) : pictures
    }

    /// How large the file will be, about: what is copied and the sound nearly to the byte, what is encoded as usual footage
    /// would be, within a factor of three or so.
    public var estimatedBytes: Int64 {
        let encoded = video.usualBytes(frames: composition.frameCount - copiedFrameCount)
        return encoded.addingClamped(copiedBytes { $0.info.byteCount - $0.soundBytes }).addingClamped(soundBytes)
    }

    private var soundBytes: Int64 {
        guard encodesAudio || audioCopy != nil else { return 0 }
        let rate = audioCopy?.packets.parameters.bitRate ?? output.audio.bitsPerSecond
        return Int64(Double(rate) * composition.duration.approximateSeconds / 8)
    }

    /// What the copied packets' shares of their files amount to.
    ///
    /// - Parameter size: what of a file counts, in bytes.
    private func copiedBytes(of size: (Source) -> Int64) -> Int64 {
        spans.reduce(0) { sum, span in
            guard case .copy(let copy) = span, let index = join?.indexes[copy.take], !index.entries.isEmpty else {
                return sum
            }
            let share = rescale(
                size(sources[copy.take]), Int64(copy.packets.count), over: Int64(index.entries.count), .down)
            return sum.addingClamped(share)
        }
    }
}

extension Source {
    /// What its picture does not take of the file, where the container tells; for a share it need not be exact.
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
