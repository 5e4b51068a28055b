import CFFmpeg
import MediaTime
import Platform

/// The time of day while a file was recorded.
package struct WallClock: Hashable, Sendable {
    /// At time zero of the file, since 1970: in the time of the place where it was recorded, or in UTC.
    package var start: MediaTime
    /// The file does not contain the local time.
    package var isUTC: Bool

    /// "2026-05-01 11:30:00", followed by " UTC" if it is that.
    ///
    /// - Parameter time: on the clock of the file.
    package func text(at time: MediaTime) -> String {
        let whole = TimeBase.perSecond(1)
        var seconds = time_t((start + time).ticks(in: whole, .down))
        var date = tm()
        gmtime_r(&seconds, &date)
        return "\(digits(date.tm_year + 1900, 4))-\(digits(date.tm_mon + 1, 2))-\(digits(date.tm_mday, 2)) "
            + "\(digits(date.tm_hour, 2)):\(digits(date.tm_min, 2)):\(digits(date.tm_sec, 2))" + (isUTC ? " UTC" : "")
    }
}

extension MediaInfo {
    /// The date and time of the recording: the date with local time if the file has one, as iPhones write it,
    /// otherwise the creation time, made exact by the file's timecode if that is a time of day. `nil` if the file has
    /// neither.
    package var wallClock: WallClock? {
        if let date = localDate { return WallClock(start: date.local, isUTC: false) }
        guard let creation = creationStart else { return nil }
        guard let timecode = startTimecode, !timecode.isFullHour else {
            return WallClock(start: creation, isUTC: true)
        }
        return Self.wallClock(creation, timecode.timeOfDay)
    }

    /// When time zero of the file was, in UTC since 1970, to about a second; `nil` if the file does not contain it.
    package var recordedAt: MediaTime? { localDate.map { $0.local - $0.zone } ?? creationStart }

    /// The same by either meaning of the file's date, its beginning or its end, where the device that wrote it is not known.
    package var possibleStarts: [MediaTime]? {
        guard let start = recordedAt else { return nil }
        return knowsTimeZone || isDatedAtEnd ? [start, start] : [start, start - duration]
    }

    /// Whether the file's date cannot be that of another time zone.
    package var knowsTimeZone: Bool { localDate != nil }

    private var localDate: (local: MediaTime, zone: MediaTime)? {
        Self.localDates.lazy.compactMap { metadata[$0].flatMap(Self.localTime) }.first
    }

    private static let localDates = ["com.apple.quicktime.creationdate", "date"]

    /// The creation time, adjusted to the beginning.
    private var creationStart: MediaTime? {
        creationTime.map { isDatedAtEnd ? $0 - duration : $0 }
    }

    /// Android's MPEG4Writer writes the header, and the creation time with it, when the recording ends.
    private var isDatedAtEnd: Bool { metadata["com.android.version"] != nil }

    /// `portableMetadata` for a file that shows a part of this recording, or begins before it: with the dates of that
    /// part.
    ///
    /// - Parameters:
    ///   - start: of the part, on the clock of this file.
    ///   - length: of the part.
    package func portableMetadata(from start: MediaTime, length: MediaTime) -> [String: String] {
        var tags = portableMetadata
        let creation = isDatedAtEnd ? start + length - duration : start
        for (key, shift) in [("creation_time", creation)] + Self.localDates.map({ ($0, start) }) {
            tags[key] = tags[key].map { Self.date($0, movedBy: shift) }
        }
        return tags
    }

    /// - Parameter text: begins with "2022-03-21T09:43:21"; anything else is returned as it is.
    private static func date(_ text: String, movedBy shift: MediaTime) -> String {
        let seconds = shift.ticks(in: .perSecond(1), .nearest)
        var microseconds: Int64 = 0
        guard seconds != 0, text.prefixMatch(of: /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/) != nil,
            (1990...2200).contains(Int(text.prefix(4)) ?? 0),
            av_parse_time(&microseconds, String(text.prefix(19) + "Z"), 0) >= 0
        else { return text }
        let moved = WallClock(start: MediaTime(microseconds, in: .microseconds), isUTC: false)
            .text(at: .seconds(seconds))
        let separator = text[text.index(text.startIndex, offsetBy: 10)]
        return moved.replacing(" ", with: String(separator)) + text.dropFirst(19)
    }

    /// "2022-03-21T09:43:21+0800" as local time, since 1970, and how far that is ahead of UTC.
    private static func localTime(_ text: String) -> (local: MediaTime, zone: MediaTime)? {
        guard let match = text.wholeMatch(of: /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?([+-])(\d\d):?(\d\d)/),
            let hours = Int64(match.3), let minutes = Int64(match.4)
        else { return nil }
        var microseconds: Int64 = 0
        // As if it were UTC: the offset is not subtracted.
        let local = text.prefix(19) + "Z"
        guard hours < 15, minutes < 60, av_parse_time(&microseconds, String(local), 0) >= 0 else { return nil }
        let zone = MediaTime.seconds((hours * 60 + minutes) * 60)
        return (MediaTime(microseconds, in: .microseconds), match.2 == "-" ? -zone : zone)
    }

    /// - Parameters:
    ///   - creation: of UTC.
    ///   - timecode: since midnight, if it is a time of day at all.
    private static func wallClock(_ creation: MediaTime, _ timecode: MediaTime) -> WallClock {
        let (day, halfHour) = (MediaTime.seconds(86_400), MediaTime.seconds(1800))
        let midnight = day * creation.ticks(in: TimeBase(86_400, 1)!, .down)
        // On the same day, the one before or the one after: whichever is nearest, given possible offsets.
        for start in [-1, 0, 1].map({ midnight + day * $0 + timecode }) {
            let apart = start - creation
            // The creation time is the beginning or the end, in some files a minute later. A camera that writes the same
            // into both knows no time zone (GoPro, Canon): it is the time that it was set to.
            if apart.magnitude <= .seconds(120) { return WallClock(start: start, isUTC: false) }
            // If the clock shows the time of another zone, it is exact to the second, and creation times are whole
            // seconds.
            let offset = halfHour * apart.ticks(in: TimeBase(1800, 1)!, .nearest)
            if offset >= .seconds(-12 * 3600), offset <= .seconds(14 * 3600), (apart - offset).magnitude <= .seconds(2)
            {
                return WallClock(start: start, isUTC: false)
            }
        }
        return WallClock(start: creation, isUTC: true)
    }
}

/// The date and time in a file's name, as phones and recorders write it: VID_20260102_130405.mp4,
/// PXL_20260102_130405123.mp4, 2026-01-02 13-04-05.mov. The maker chose the clock, so such times are only compared
/// with each other.
package enum FileNameTime {
    /// Since 1970, as if it were UTC; `nil` if the name has none.
    package static func time(inFileName path: String) -> MediaTime? {
        let name = FilePath(path).name
        let pattern =
            /(?:^|\D)(\d{4})[-_.]?(\d\d)[-_.]?(\d\d)[-_. T]+(\d\d)[-_.:h]?(\d\d)[-_.:m]?(\d\d)(?:\D|\d{3}\D|$)/
            .asciiOnlyDigits()
        guard let match = name.firstMatch(of: pattern), (1990...2200).contains(Int(match.1)!),
            (1...12).contains(Int(match.2)!), (1...31).contains(Int(match.3)!), Int(match.4)! < 24, Int(match.5)! < 60,
            Int(match.6)! < 61
        else { return nil }
        var microseconds: Int64 = 0
        let text = "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6)Z"
        return av_parse_time(&microseconds, text, 0) < 0 ? nil : .seconds(microseconds / 1_000_000)
    }
}
