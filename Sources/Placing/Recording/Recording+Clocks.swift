import MediaTime
import Timeline

// Disagreements between the files' clocks and wall-clock time.
extension Recording {
    /// Files recorded together overlap. If no camera has a picture for longer than this, their clocks are unrelated.
    private static let longestHole = MediaTime.seconds(1)

    /// A camera whose pictures begin long after all others have ended, by its file's times, is moved to begin with the
    /// first of them: nobody wants hours of black. Takes placed by the user stay where they are.
    static func bringTogether(_ files: inout [PlacedFile], _ notes: inout [Diagnostic]) {
        let asRecorded = files.map(\.take)
        let whole = { (camera: [Int]) in
            camera.dropFirst().reduce(asRecorded[camera[0]].range) { $0.union(asRecorded[$1].range) }
        }
        let cameras = Dictionary(grouping: files.indices.filter { !asRecorded[$0].footage.isEmpty }) {
            asRecorded[$0].angle
        }
        var covered: TimeRange?
        for camera in cameras.values.sorted(by: { (whole($0).start, $0[0]) < (whole($1).start, $1[0]) }) {
            let range = whole(camera)
            guard let before = covered else {
                covered = range
                continue
            }
            let hole = range.start - before.end
            // Its own clock is to blame, not where the others were placed.
            guard hole > longestHole, range.start > longestHole, !camera.contains(where: { files[$0].isPlaced }) else {
                covered = before.union(range)
                continue
            }
            let shift = before.start - range.start
            for file in camera { files[file].take.clock = files[file].take.clock.shifted(by: shift) }
            covered = before.union(range.shifted(by: shift))
            notes.append(.clockUnrelated(path: asRecorded[camera[0]].path, asRecorded[camera[0]].angle, after: hole))
        }
    }

    /// Clips that were recorded one after the other are no cameras of one film.
    ///
    /// - Parameters:
    ///   - cameras: the files with a picture.
    ///   - unlike: those whose sound does not match the others'.
    /// - Throws: `TimelineError.recordedApart`.
    static func checkDates(_ cameras: [PlacedFile], unlike: Set<Int>) throws(TimelineError) {
        let pairs = cameras.indices.flatMap { one in
            cameras.indices.filter { $0 > one && cameras[$0].take.angle != cameras[one].take.angle }.map { (one, $0) }
        }
        guard !pairs.isEmpty, !cameras.contains(where: \.isPlaced) else { return }
        let areHeard = pairs.map { one, other in unlike.contains(one) || unlike.contains(other) }
        let mayFollow = zip(pairs, areHeard).allSatisfy { pair, isHeard in
            StatedTime.mayFollow(cameras[pair.0].info, cameras[pair.1].info, isHeard: isHeard)
        }
        // Otherwise their dates place them, and nothing is lost.
        let areApart = zip(pairs, areHeard).contains { pair, isHeard in
            StatedTime.areApart(
                cameras[pair.0].info, cameras[pair.1].info,
                by: isHeard ? .zero - StatedTime.dateDoubt : StatedTime.dateDoubt)
        }
        guard mayFollow, areApart else { return }
        throw .recordedApart(paths: cameras.map(\.take.path))
    }

    /// Reports cameras that cannot have recorded at the same time, whether their dates mean the start or the end; if their
    /// sound does not match either, also those that recorded one just after the other.
    ///
    /// - Parameters:
    ///   - cameras: the files with a picture.
    ///   - unlike: those whose sound does not match the others'.
    static func noteDates(_ cameras: [PlacedFile], unlike: Set<Int>, _ notes: inout [Diagnostic]) {
        // Clocks of two phones differ by seconds, and dates are in whole seconds.
        let tolerance = MediaTime.seconds(60)
        var first: [Angle: Int] = [:]
        for index in cameras.indices where first[cameras[index].take.angle] == nil {
            first[cameras[index].take.angle] = index
        }
        let dated = first.values.sorted().compactMap { index in
            cameras[index].info.creationTime.map { (index: index, file: cameras[index], time: $0) }
        }
        guard let one = dated.first, !one.file.isPlaced else { return }
        for other in dated.dropFirst() where !other.file.isPlaced {
            let apart = (one.time - other.time).magnitude
            let both = one.file.info.duration + other.file.info.duration
            guard
                apart > both + tolerance
                    || unlike.contains(other.index) && StatedTime.areApart(one.file.info, other.file.info)
            else { continue }
            notes.append(.recordedApart(one.file.take.angle, other.file.take.angle, by: apart))
        }
    }
}

extension Diagnostic {
    /// Assumptions about a camera's clock do not matter if the camera was placed.
    func isSettled(by files: [PlacedFile]) -> Bool {
        guard case .clockUnrelated(_, let angle, _) = self else { return false }
        return files.contains { $0.hasPicture && $0.take.angle == angle && $0.isPlaced }
    }
}
