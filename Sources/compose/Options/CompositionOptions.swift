import ArgumentParser
import MediaIO
import Planning
import Timeline

/// How the film is cut and written: the same for rendering and for planning.
struct CompositionOptions: ParsableArguments {
    @OptionGroup(title: "Cuts and transitions") var cuts: CutOptions
    @OptionGroup var film: FilmOptions

    /// - Parameter container: of the file that is written, where it is known.
    func request(_ recording: Recording, for container: Container? = nil) throws -> CompositionRequest {
        let angles = recording.session.angles
        var request = CompositionRequest()
        request.transition = try cuts.transitionRequest()
        request.policy = try cuts.policy(angles, sounds: recording.soundNames)
        request.views = try cuts.views(angles, sounds: recording.soundNames)
        request.shortestShot = cuts.minShot
        request.span = cuts.span
        request.range = try cuts.range(of: recording.session.union.duration)
        request.skipped = cuts.skip
        request.startWith = try cuts.startWith.map { try angles.camera($0, of: "--start-with \($0)") }
        request.container = container
        try film.apply(to: &request, recording)
        return request
    }
}
