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
    /// The picture fades.
    case fade
    /// A title, a subtitle or a logo is shown.
    case graphics
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
        case .fade: "the picture fades"
        case .graphics: "a title, subtitles or a logo"
        }
    }
}

extension [Span] {
    /// Frames that are encoded, not copied.
    package var encodedFrameCount: Int64 {
        reduce(0) { sum, span in if case .encode(let span) = span { sum + Int64(span.frames.count) } else { sum } }
    }
}
