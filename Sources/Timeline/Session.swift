import MediaTime

/// One recorded file of one camera, placed on the session clock.
package struct Take: Hashable, Sendable {
    package var angle: Angle
    /// The file, as named by the user.
    package var path: String
    /// From the file's clock to the session clock.
    package var clock: TimeMap
    /// The range of the file that has pictures, on its own clock: first presentation timestamp to the end of the last
    /// frame.
    package var footage: TimeRange

    /// - Parameter footage: on the file's clock; empty if it has no picture.
    package init(angle: Angle, path: String, clock: TimeMap, footage: TimeRange) {
        self.angle = angle
        self.path = path
        self.clock = clock
        self.footage = footage
    }

    /// A take whose clock only has an offset.
    ///
    /// - Parameter start: the file's time zero on the session clock.
    package init(angle: Angle, path: String, start: MediaTime, footage: TimeRange) {
        self.init(angle: angle, path: path, clock: TimeMap(offset: start), footage: footage)
    }

    /// The footage on the session clock.
    package var range: TimeRange {
        TimeRange(start: clock.target(at: footage.start), end: clock.target(at: footage.end))
    }

    /// Converts a time from the session clock to the file's clock.
    package func fileTime(at sessionTime: MediaTime) -> MediaTime { clock.source(at: sessionTime) }

    /// Converts a time from the file's clock to the session clock.
    package func sessionTime(at fileTime: MediaTime) -> MediaTime { clock.target(at: fileTime) }
}

/// All takes of one recording, on one clock.
package struct Session: Sendable {
    /// In the order given by the user.
    package let takes: [Take]
    /// The angles in the order in which they first appear.
    package let angles: [Angle]
    /// The whole range with footage from at least one camera (gaps inside included).
    package let union: TimeRange

    /// The range with footage from every camera (gaps inside included); empty if there is none.
    package var intersection: TimeRange {
        let whole = angles.map { angle in coverage(of: angle) }.filter { !$0.isEmpty }.map {
            TimeRange(start: $0[0].start, end: $0[$0.count - 1].end)
        }
        return whole.dropFirst().reduce(whole.first ?? union) { $0.intersection($1) }
    }

    /// The number of frames in `union`, to the nearest; at least one.
    package func frameCount(at rate: FrameRate) -> Int64 { max(1, rate.frame(at: union.duration, .nearest)) }

    private let takesByAngle: [Angle: Overlaps<Int>]

    /// - Throws: `TimelineError.noFootage` if no take has a picture.
    package init(takes: [Take]) throws(TimelineError) {
        let withPicture = takes.filter { !$0.footage.isEmpty }
        guard let first = withPicture.first else { throw .noFootage(paths: takes.map(\.path)) }
        self.takes = takes
        var angles: [Angle] = []
        var byAngle: [Angle: [Int]] = [:]
        for (index, take) in takes.enumerated() {
            if byAngle[take.angle] == nil { angles.append(take.angle) }
            byAngle[take.angle, default: []].append(index)
        }
        self.angles = angles
        takesByAngle = byAngle.mapValues { indices in Overlaps(indices.map { (takes[$0].range, $0) }) }
        union = withPicture.dropFirst().reduce(first.range) { $0.union($1.range) }
    }

    /// The take of `angle` with footage at a session time; of several, the one that started last.
    package func take(of angle: Angle, at time: MediaTime) -> Int? {
        // A flick: what contains the instant.
        takesByAngle[angle]?.overlapping(TimeRange(start: time, duration: MediaTime(flicks: 1))).first?.value
    }

    /// The take of `angle` to show at an output instant. The nearest footage that begins or ends less than `tolerance`
    /// away counts, because half a frame of footage is shown for a whole one, and because the planner may hold a
    /// picture over a short gap.
    package func nearestTake(
        of angle: Angle, at time: MediaTime, within tolerance: MediaTime = .distantFuture
    ) -> Int? {
        if let take = take(of: angle, at: time) { return take }
        let distance = { (range: TimeRange) in max(range.start - time, time - range.end) }
        return takesByAngle[angle]?.entries.filter { !$0.range.isEmpty && distance($0.range) < tolerance }
            .min { distance($0.range) < distance($1.range) }?.value
    }

    /// The takes of `angle` that have footage in a range, by their starts.
    package func takes(of angle: Angle, in range: TimeRange) -> [Int] {
        takesByAngle[angle]?.overlapping(range).reversed().map(\.value) ?? []
    }

    /// Where `angle` has footage, as disjoint ranges in time order; takes that touch or overlap are merged.
    package func coverage(of angle: Angle) -> [TimeRange] {
        (takesByAngle[angle]?.entries.map(\.range) ?? []).joined()
    }
}

extension Session {
    /// From the recording's own clock, which starts at zero and is the one of options and reports, to the session clock.
    package var recordingClock: TimeMap { TimeMap(offset: union.start) }
}

extension Session {
    /// Everything that is heard, in the order in which it replaces what has no sound: the primary camera, the others, then
    /// the files without a picture, in their order.
    ///
    /// - Parameter first: for everything that has sound, the first of its files.
    package func heardAngles(_ first: [Angle: some Comparable], primary: Angle?) -> [Angle] {
        let sounding = angles.filter { first[$0] != nil }
        let cameras = sounding.filter { $0 == primary } + sounding.filter { $0 != primary }
        return cameras + first.filter { !cameras.contains($0.key) }.sorted { $0.value < $1.value }.map(\.key)
    }
}

extension [TimeRange] {
    /// The same time as disjoint ranges in order; those that touch are one, empty ones none.
    package func joined() -> [TimeRange] {
        filter { !$0.isEmpty }.sorted { $0.start < $1.start }.reduce(into: []) { ranges, range in
            if let last = ranges.last, range.start <= last.end {
                ranges[ranges.count - 1] = last.union(range)
            } else {
                ranges.append(range)
            }
        }
    }
}

/// Values with time ranges that may overlap; finds those that overlap a range without checking all.
package struct Overlaps<Value: Sendable>: Sendable {
    package struct Entry: Sendable {
        package var range: TimeRange
        package var value: Value
        /// The latest end of this entry and all that start earlier.
        fileprivate(set) var reach: MediaTime
    }

    /// Sorted by start.
    package let entries: [Entry]

    package init(_ ranges: [(range: TimeRange, value: Value)]) {
        var reach = MediaTime.distantPast
        entries = ranges.sorted { $0.range.start < $1.range.start }.map { range, value in
            reach = max(reach, range.end)
            return Entry(range: range, value: value, reach: reach)
        }
    }

    /// The entries that overlap `range`, the last to start first.
    package func overlapping(_ range: TimeRange) -> [Entry] { entries.reaching(into: range) }
}

extension RandomAccessCollection {
    package func reaching<Value>(into range: TimeRange) -> [Element] where Element == Overlaps<Value>.Entry {
        let started = self[..<partitioningIndex { $0.range.start >= range.end }]
        return started.reversed().prefix { $0.reach > range.start }.filter { $0.range.end > range.start }
    }
}
