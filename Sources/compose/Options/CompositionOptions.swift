import ArgumentParser
import MediaIO
import Placing
import Planning
import Timeline

/// How the film is cut and written: shared by rendering and planning.
struct CompositionOptions: ParsableArguments {
    @OptionGroup(title: "Cuts and transitions") var cuts: CutOptions
    @OptionGroup(title: "Automatic cuts") var director: DirectorOptions
    @OptionGroup var film: FilmOptions

    /// - Parameter container: of the output file, if known.
    func request(_ recording: Recording, for container: Container? = nil) throws -> CompositionRequest {
        let angles = recording.session.angles
        var request = CompositionRequest()
        request.director = try director.request(cuts, angles, sounds: recording.soundNames)
        // Conversations are cut without transitions.
        request.transition = try cuts.transitionRequest(usual: request.director == nil ? "dissolve" : "none")
        if request.director == nil { request.policy = try cuts.policy(angles, sounds: recording.soundNames) }
        request.views = try cuts.views(angles, sounds: recording.soundNames)
        request.shortestShot = cuts.minShot
        request.span = cuts.span ?? .union
        request.range = try cuts.range(of: recording.session)
        request.skipped = cuts.skip
        request.startWith = try cuts.startWith.map { try angles.camera($0, of: "--start-with \($0)") }
        request.container = container
        try film.apply(to: &request, recording)
        return request
    }

    /// Checks all that the names of the cameras decide.
    func check(_ angles: [Angle]) throws {
        let director = try director.request(cuts, angles, sounds: [])
        _ = try cuts.transitionRequest(usual: "dissolve")
        if director == nil { _ = try cuts.policy(angles) }
        _ = try cuts.views(angles)
        _ = try cuts.startWith.map { try angles.camera($0, of: "--start-with \($0)") }
        try film.check(angles)
    }
}
