import MediaIO
import MediaTime

/// A stretch of the output, in time order: packets of a take copied unchanged, or frames to encode.
package enum Span: Hashable, Sendable, Codable {
    /// Packets of one take, unchanged.
    case copy(CopySpan)
    /// Frames that are composed and encoded.
    case encode(EncodeSpan)
}

/// Packets copied to the output unchanged.
package struct CopySpan: Hashable, Sendable, Codable {
    /// The index of the take in the session.
    package var take: Int
    /// The segment of the composition that they belong to.
    package var segment: Int
    /// Packets of the take's index, in decode order. The range starts where a decoder can start and is closed: nothing
    /// in it refers to anything outside.
    package var packets: Range<Int>
    /// Output frames that the packets cover.
    package var frames: Range<Int64>
}

/// Output frames that are composed and encoded, by their own encoder.
package struct EncodeSpan: Hashable, Sendable, Codable {
    /// Output frames; never empty.
    package var frames: Range<Int64>
    /// The reason for each part of it.
    package var parts: [Part]

    /// Consecutive frames that are encoded for one reason.
    package struct Part: Hashable, Sendable, Codable {
        /// Output frames; the parts cover the span without gaps, in order.
        package var frames: Range<Int64>
        /// Why they cannot be copied.
        package var reason: EncodeReason
    }
}

/// Why frames cannot be copied.
package enum EncodeReason: Hashable, Sendable, Codable {
    /// Everything is encoded, because it was requested or copying is not worth it.
    case full
    /// Two scenes are mixed.
    case transition
    /// The clip cannot be entered before its next random-access point.
    case waitingForKeyFrame
    /// Frames that others after the cut refer to, in decode order.
    case reordering
    /// Too few frames to be worth a splice.
    case tooShort
    /// The clip as a whole cannot be copied.
    case clip(CopyBlocker)
    /// Layers, crops or opacity: the picture is not just one unmodified camera.
    case layers
    /// The camera briefly has no footage; its last picture is held.
    case held
    /// No camera has footage.
    case empty
}

extension EncodeReason: CustomStringConvertible {
    /// A phrase for a list: "waiting for a key frame".
    package var description: String {
        switch self {
        case .full: "everything is encoded"
        case .transition: "transition"
        case .layers: "more than one camera, or a part of one, is shown"
        case .held: "the last picture is held"
        case .waitingForKeyFrame: "waiting for a key frame"
        case .reordering: "frames stored out of order before the cut"
        case .tooShort: "too short to copy"
        case .clip(let blocker): "\(blocker)"
        case .empty: "no footage"
        }
    }
}

/// A piece of an encode span that is rendered in one pass, by one encoder, into one file of its own: the unit that is
/// kept when a render is killed, and that can be rendered elsewhere.
package struct EncodeUnit: Hashable, Sendable, Codable {
    /// Its position among all units of the plan, from 0.
    package var index: Int
    /// Output frames.
    package var frames: Range<Int64>

    /// Its file name.
    package var name: String { "video-\(frames.lowerBound)-\(frames.upperBound)" }
    package static let audioName = "audio"
}

extension RenderPlan {
    /// The encode spans, split into units of about equal length.
    package var units: [EncodeUnit] {
        let most = longestUnit
        var units: [EncodeUnit] = []
        for case .encode(let span) in spans {
            let count = Int64(span.frames.count)
            let pieces = (count + most - 1) / most
            for piece in 0..<pieces {
                let start = span.frames.lowerBound + rescale(count, piece, over: pieces, .down)
                let end = span.frames.lowerBound + rescale(count, piece + 1, over: pieces, .down)
                units.append(EncodeUnit(index: units.count, frames: start..<end))
            }
        }
        return units
    }

    /// The longest unit, in frames: five seconds, which many cores share evenly; twenty where one encoder must know more
    /// of the film, or several cannot work at once.
    package var longestUnit: Int64 {
        let seconds: Int64 = video.isDivisible ? 5 : 20
        let rate = video.frameRate
        return max(seconds * 30, rescale(seconds, rate.numerator, over: rate.denominator, .nearest))
    }

    /// The threads of each encoder. Many encoders with few threads finish a film soonest, because a thread waits for
    /// rows of the picture before its own. A film with few units needs more threads in each: 24 in all keep 16 cores
    /// busy.
    package var encoderThreads: Int {
        guard video.isDivisible, encodedFrameCount > 0 else { return video.threads }
        // The memory of an encoder grows with the picture, and fewer fit.
        let least = max(2, video.codedSize.height / 540)
        return min(video.threads, max(least, Int(24 * longestUnit / encodedFrameCount)))
    }

    private var encodedFrameCount: Int64 {
        spans.reduce(0) { sum, span in if case .encode(let span) = span { sum + Int64(span.frames.count) } else { sum }
        }
    }
}
