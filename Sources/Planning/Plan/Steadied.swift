import MediaIO
import Analysis
import MediaTime
import Placing
import Timeline

extension RenderPlan {
    /// `nil` if the take's camera is not stabilized.
    package func stabilization(ofTake take: Int) -> Stabilization? {
        let angle = composition.session.takes[take].angle
        return output.stabilization[angle].map { Stabilization(angle, $0) }
    }

    /// The takes of stabilized cameras that the film shows.
    package var stabilizedTakes: [Int] {
        composition.session.takes.indices.filter { stabilization(ofTake: $0) != nil && !shownTimes(of: $0).isEmpty }
    }

    /// The part of a take's file that the film shows, from the first such picture to the last, on the file's clock.
    package func shownPart(of take: Int) -> Range<MediaTime> {
        let times = shownTimes(of: take).map(composition.session.takes[take].fileTime)
        let footage = sources[take].video.footage
        let inside = { (time: MediaTime) in min(max(time, footage.start), footage.end) }
        let (first, last) = (inside(times.min() ?? footage.start), inside(times.max() ?? footage.end))
        return first..<max(first, last)
    }

    /// Where stretches that show a take begin and end, transitions included, on the session clock.
    private func shownTimes(of take: Int) -> [MediaTime] {
        let (angle, own) = (composition.session.takes[take].angle, composition.session.takes[take].range)
        return composition.segments.enumerated().flatMap { number, segment -> [MediaTime] in
            guard segment.scene?.angles.contains(angle) == true else { return [] }
            let mixed = composition.transitions.filter { $0.incoming == number || $0.incoming == number + 1 }
            let first = min(segment.frames.lowerBound, mixed.map(\.frames.lowerBound).min() ?? .max)
            let end = max(segment.frames.upperBound, mixed.map(\.frames.upperBound).max() ?? .min)
            let times = [first, end].map { composition.sessionTime(ofFrame: $0, inSegment: number) }
            return times[0] < own.end && own.start < times[1] ? times : []
        }
    }
}

extension RequestPlanner {
    /// The cameras that do not shake in the film.
    ///
    /// - Throws: `ParameterError`.
    func steadied() throws -> Set<Angle> {
        let roomless = try roomless().map(\.angle)
        return Set(request.stabilization.keys.filter { !roomless.contains($0) })
    }

    /// The cameras that are stabilized with a zoom that leaves no room to move their pictures.
    ///
    /// - Throws: `ParameterError`.
    func roomless() throws -> [Stabilization] {
        try request.finish.stabilizations.filter { stabilization in
            let most = try stabilization.resolved().zooms.upperBound
            return zip(session.takes, recording.sources).allSatisfy { take, source in
                let size = source.video.storedSize
                return take.angle != stabilization.angle
                    || most <= SteadyPath.leastZoom(height: Double(size.height) / Double(size.width))
            }
        }
    }
}
