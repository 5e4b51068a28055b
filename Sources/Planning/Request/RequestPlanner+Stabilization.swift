import Analysis
import MediaIO
import Placing
import Timeline

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
