import MediaIO
import MediaTime

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

    /// The longest unit, in frames. An encoder fills and empties at both ends, so long films have longer units: at
    /// least five seconds, at most twenty, and 48 units for many cores to share evenly. Twenty where one encoder must
    /// know more of the film, or several cannot work at once.
    package var longestUnit: Int64 {
        let rate = video.frameRate
        let frames = { (seconds: Int64) in
            max(seconds * 30, rescale(seconds, rate.numerator, over: rate.denominator, .nearest))
        }
        guard video.isDivisible else { return frames(20) }
        return min(max(frames(5), spans.encodedFrameCount / 48), frames(20))
    }

    /// The threads of each encoder. Many encoders with few threads finish a film soonest, because a thread waits for
    /// rows of the picture before its own. Three are the fewest with which one alone keeps two cores busy. A film with
    /// few units needs more threads in each: 24 in all keep 16 cores busy.
    package var encoderThreads: Int {
        let count = unitCount
        guard video.isDivisible, count > 0 else { return video.mostThreads }
        // The memory of an encoder grows with the picture, and fewer fit.
        let least = max(2, video.codedSize.height / 720)
        return min(video.mostThreads, hasShortUnits ? least : max(3, least, 24 / count))
    }

    /// Units are usually over before a third thread of their encoder has begun.
    package var hasShortUnits: Bool { spans.encodedFrameCount < 75 * Int64(unitCount) }

    package var unitCount: Int {
        let most = longestUnit
        return spans.reduce(0) { count, span in
            guard case .encode(let span) = span else { return count }
            return count + Int((Int64(span.frames.count) + most - 1) / most)
        }
    }

    /// The encoder of a unit. A short unit next to copies gets higher quality: an encoder that starts in the middle of
    /// a shot has no earlier pictures to build on, and its result is seen next to its neighbors. With grainy 360p
    /// footage at libx264's 18, eleven frames between copies gained 1.7 dB (`ultrafast`) to 4.4 dB (`medium`), and the
    /// file grew by 0.7 to 0.9 %.
    package func encoder(of unit: EncodeUnit) -> VideoEncoderSettings {
        var settings = video
        settings.threads = encoderThreads
        guard join != nil, Double(unit.frames.count) < 2 * video.frameRate.framesPerSecond,
            case .constantRateFactor(let factor) = video.quality
        else { return settings }
        // Two steps lower, fewer near 0. Below 1, x264 encodes without loss, in another profile, which does not belong to
        // the parameter sets of the others.
        settings.quality = .constantRateFactor(max(factor - min(2, factor / 8), min(factor, 1)))
        return settings
    }
}
