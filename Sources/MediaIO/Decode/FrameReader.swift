import CFFmpeg
import Logging
import MediaTime

/// Finds the frame that is shown at a time, for mostly increasing times.
///
/// Decodes forward, and seeks where that saves decoding: footage between two visits to a camera is not decoded if a
/// key frame follows it. Several readers may share it, at nearly the same times. Not thread-safe.
package final class FrameReader {
    private static let logger = Logger(label: "decode")

    let decoder: VideoDecoder
    private let footage: TimeRange
    private let tolerance: MediaTime
    /// Frames less than this before a wanted one are decoded even if none refers to them.
    private let unwantedMargin: MediaTime
    /// Several readers use it.
    package var isShared = false
    /// The one before `current`, for another reader whose rate leads to another choice.
    private var previous: DecodedFrame?
    private var current: DecodedFrame?
    private var upcoming: DecodedFrame?
    /// The one after `upcoming`, which shows whether its stamp can be right.
    private var following: DecodedFrame?
    private var isAtEnd = false
    private var hasDecoded = false
    private(set) var isResting = false
    private(set) var seekCount = 0
    /// Called with every frame that is passed on the way to another, and the start of the one after it.
    var passed: ((DecodedFrame, MediaTime) -> Void)?
    /// When the frame ends that `frame(at:)` gave last, if it is known.
    var end: MediaTime? { upcoming?.start }

    /// - Parameter outputRate: the rate at which frames will be requested.
    package init(path: String, info: VideoInfo, outputRate: FrameRate, threads: Int) throws(MediaError) {
        decoder = try VideoDecoder(path: path, info: info, threads: threads)
        footage = info.footage
        tolerance = Self.tolerance(of: info, outputRate: outputRate)
        unwantedMargin = info.frameRate.frameDuration * 4
    }

    /// A frame that starts up to this long after the wanted time counts as shown: half an output frame, or half a
    /// source frame if that is shorter. This picks the nearest frame, and keeps requests to a camera at twice the
    /// output rate from falling exactly between two frames.
    static func tolerance(of info: VideoInfo, outputRate: FrameRate) -> MediaTime {
        min(outputRate.frameDuration, info.frameRate.frameDuration) / 2
    }

    /// The latest frame that starts before `time` plus the tolerance; the first frame for times before it.
    ///
    /// - Parameter other: the tolerance, if it differs from that of the requested rate.
    /// - Throws: `MediaError.noPicture` when nothing in the file can be decoded.
    func frame(at time: MediaTime, within other: MediaTime? = nil) throws(MediaError) -> DecodedFrame {
        let limit = time + (other ?? tolerance)
        if let previous, let current, previous.start < limit, limit <= current.start, isComplete(after: previous) {
            return previous
        }
        decoder.unwantedEnd = passed == nil ? limit - unwantedMargin : nil
        try position(for: limit)
        try advance(to: limit)
        if let current, !isComplete(after: current) {
            // A frame that lasts longer than usual, and may be the wanted one.
            decoder.unwantedEnd = nil
            try seek(before: limit)
            try advance(to: limit)
        }
        guard let current else { throw .noPicture(path: decoder.demuxer.path) }
        return current
    }

    /// No later frame was left out.
    private func isComplete(after frame: DecodedFrame) -> Bool { decoder.leftOut.map { $0 <= frame.start } ?? true }

    private func advance(to limit: MediaTime) throws(MediaError) {
        while let next = try peek(), next.start < limit || current == nil {
            if let current { passed?(current, next.start) }
            previous = isShared ? current : nil
            current = next
            upcoming = following
            following = nil
        }
    }

    /// Lets go of the decoded frames when the next one will not be reached through them: a camera that is not shown
    /// needs no memory.
    ///
    /// - Parameter time: no frame before it will be requested soon.
    func rest(until time: MediaTime) {
        guard let from = upcoming?.start ?? current?.start, !isAtEnd, isWorthSeeking(from: from, to: time) else {
            return
        }
        decoder.rest()
        forget()
        isResting = true
    }

    private func forget() { (previous, current, upcoming, following) = (nil, nil, nil, nil) }

    /// The next frame; those whose stamps cannot be right are skipped.
    private func peek() throws(MediaError) -> DecodedFrame? {
        while upcoming == nil || following == nil, !isAtEnd {
            hasDecoded = true
            guard let next = try decoder.next() else {
                isAtEnd = true
                break
            }
            guard isPlausible(next) else { continue }
            if upcoming == nil {
                upcoming = next
            } else if next.start < upcoming!.start, current.map({ $0.start <= next.start }) ?? true {
                // If two frames are in the wrong order, the later stamp is the broken one: waiting for its time would
                // freeze the picture.
                decoder.noteDamage(at: next.start)
                upcoming = next
            } else {
                following = next
            }
        }
        return upcoming
    }

    /// A frame far outside the footage that probing found has a broken stamp.
    private func isPlausible(_ frame: DecodedFrame) -> Bool {
        let isInside = frame.start >= footage.start - .seconds(10) && frame.start <= footage.end + .seconds(10)
        if !isInside { decoder.noteDamage(at: nil) }
        return isInside
    }

    /// Seeks if that reaches the frame before `limit` faster, or if it is behind.
    private func position(for limit: MediaTime) throws(MediaError) {
        if isResting || current.map({ limit <= $0.start && $0.start > footage.start }) ?? false {
            try seek(before: limit)
        } else if let from = upcoming?.start ?? current?.start {
            if !isAtEnd, isWorthSeeking(from: from, to: limit) { try seek(before: limit) }
        } else if !hasDecoded, isWorthSeeking(from: footage.start, to: limit) {
            try seek(before: limit)
        }
    }

    private func isWorthSeeking(from: MediaTime, to limit: MediaTime) -> Bool {
        let gap = limit - from
        guard gap > .milliseconds(200) else { return false }
        guard decoder.findsPoints else { return false }
        // An index that ends before the current place was built while reading and does not cover what follows.
        if decoder.trustsIndex, let key = decoder.demuxer.keyFrame(before: limit, stream: decoder.streamIndex),
            key > from - .seconds(1)
        {
            return key > from
        }
        return gap > .seconds(10)
    }

    /// Seeks so that the next decoded frame starts before `limit`. Where the container's index is in decode order or
    /// wrong, the key frame it leads to may be too late: then steps back until it is not.
    private func seek(before limit: MediaTime) throws(MediaError) {
        Self.logger.trace("\(decoder.demuxer.path): seeking to the key frame before \(limit.clockDescription)")
        var target = limit
        var step = MediaTime.seconds(1)
        while true {
            try decoder.seek(to: target)
            seekCount += 1
            forget()
            (isAtEnd, isResting) = (false, false)
            let first = try peek()
            if let first, first.start < limit { return }
            guard target > footage.start else { return }
            target = max(footage.start, target - step)
            step = step * 4
        }
    }
}
