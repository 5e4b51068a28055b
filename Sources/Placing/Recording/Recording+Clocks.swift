import MediaTime
import Timeline

// Disagreements between the files' clocks and wall-clock time.
extension Recording {
    /// Files recorded together overlap. If no camera has a picture for longer than this, their clocks are unrelated.
    private static let longestHole = MediaTime.seconds(1)

    /// A camera whose pictures begin long after all others have ended, by its file's times, is moved to begin with the
    /// first of them: nobody wants hours of black. Takes placed by the user stay where they are.
    static func bringTogether(_ takes: inout [Take], _ isPlaced: [Bool], _ notes: inout [Diagnostic]) {
        let asRecorded = takes
        let whole = { (camera: [Int]) in
            camera.dropFirst().reduce(asRecorded[camera[0]].range) { $0.union(asRecorded[$1].range) }
        }
        let cameras = Dictionary(grouping: takes.indices.filter { !takes[$0].footage.isEmpty }) { takes[$0].angle }
        var covered: TimeRange?
        for camera in cameras.values.sorted(by: { (whole($0).start, $0[0]) < (whole($1).start, $1[0]) }) {
            let range = whole(camera)
            guard let before = covered else {
                covered = range
                continue
            }
            let hole = range.start - before.end
            // Its own clock is to blame, not where the others were placed.
            guard hole > longestHole, range.start > longestHole, !camera.contains(where: { isPlaced[$0] }) else {
                covered = before.union(range)
                continue
            }
            let shift = before.start - range.start
            for take in camera { takes[take].clock = takes[take].clock.shifted(by: shift) }
            covered = before.union(range.shifted(by: shift))
            notes.append(.clockUnrelated(path: takes[camera[0]].path, takes[camera[0]].angle, after: hole))
        }
    }

    /// Clips that were recorded one after the other are no cameras of one film.
    ///
    /// - Parameter unlike: takes whose sound does not match the others'.
    /// - Throws: `TimelineError.recordedApart`.
    static func checkDates(
        _ sources: [Source], _ takes: [Take], _ isPlaced: [Bool], unlike: Set<Int>
    ) throws(TimelineError) {
        let pairs = takes.indices.flatMap { one in
            takes.indices.filter { $0 > one && takes[$0].angle != takes[one].angle }.map { (one, $0) }
        }
        guard !pairs.isEmpty, !isPlaced.prefix(takes.count).contains(true) else { return }
        let areHeard = pairs.map { one, other in unlike.contains(one) || unlike.contains(other) }
        let mayFollow = zip(pairs, areHeard).allSatisfy { pair, isHeard in
            StatedTime.mayFollow(sources[pair.0].info, sources[pair.1].info, isHeard: isHeard)
        }
        // Otherwise their dates place them, and nothing is lost.
        let areApart = zip(pairs, areHeard).contains { pair, isHeard in
            StatedTime.areApart(
                sources[pair.0].info, sources[pair.1].info,
                by: isHeard ? .zero - StatedTime.dateDoubt : StatedTime.dateDoubt)
        }
        guard mayFollow, areApart else { return }
        throw .recordedApart(paths: takes.map(\.path))
    }

    /// Reports cameras that cannot have recorded at the same time, whether their dates mean the start or the end; if their
    /// sound does not match either, also those that recorded one just after the other.
    ///
    /// - Parameter unlike: takes whose sound does not match the others'.
    static func noteDates(
        _ sources: [Source], _ takes: [Take], _ isPlaced: [Bool], unlike: Set<Int>, _ notes: inout [Diagnostic]
    ) {
        // Clocks of two phones differ by seconds, and dates are in whole seconds.
        let tolerance = MediaTime.seconds(60)
        var first: [Angle: Int] = [:]
        for index in takes.indices where first[takes[index].angle] == nil { first[takes[index].angle] = index }
        let dated = first.values.sorted().compactMap { index in
            sources[index].info.creationTime.map { (index: index, time: $0) }
        }
        guard let one = dated.first, !isPlaced[one.index] else { return }
        for other in dated.dropFirst() where !isPlaced[other.index] {
            let apart = (one.time - other.time).magnitude
            let both = sources[one.index].info.duration + sources[other.index].info.duration
            let infos = (sources[one.index].info, sources[other.index].info)
            guard apart > both + tolerance || unlike.contains(other.index) && StatedTime.areApart(infos.0, infos.1)
            else {
                continue
            }
            notes.append(.recordedApart(takes[one.index].angle, takes[other.index].angle, by: apart))
        }
    }
}

extension Diagnostic {
    /// Assumptions about a camera's clock do not matter if the camera was placed.
    func isSettled(by takes: [Take], _ isPlaced: [Bool]) -> Bool {
        guard case .clockUnrelated(_, let angle, _) = self else { return false }
        return zip(takes, isPlaced).contains { $0.angle == angle && $1 }
    }
}
