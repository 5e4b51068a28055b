import MediaTime
import Placing
import Planning
import Timeline

/// What a studio needs of the program around it: the film, and the words for it.
package struct StudioHost: Sendable {
    /// Finds and plans the film; called once, on a thread of its own. It is told about sound that has to be read.
    package var open: @Sendable (_ hearing: @escaping @Sendable (Hearing) -> Void) throws -> StudioFilm
    /// The lines of docs/schema.
    package var words: Words
    /// The program that renders a plan to a film, and its arguments.
    package var rendering: @Sendable (_ plan: String, _ film: String, _ mayReplace: Bool) -> [String]
    /// Called when the film is open, or cannot be opened.
    package var opened: @Sendable (Result<StudioFilm, any Error>) -> Void

    package struct Words: Sendable {
        /// Takes, sounds, frame rate and length of a film.
        package var film: @Sendable (PlannedRender) -> any Encodable
        /// Segments, transitions and adjustments.
        package var cut: @Sendable (PlannedRender) -> any Encodable
        /// Spans, their share and the size of the film.
        package var spans: @Sendable (PlannedRender) -> any Encodable
        package var failure: @Sendable (any Error) -> any Encodable
        package var reason: @Sendable (DirectorDecision, MediaTime) -> String

        package init(
            film: @escaping @Sendable (PlannedRender) -> any Encodable,
            cut: @escaping @Sendable (PlannedRender) -> any Encodable,
            spans: @escaping @Sendable (PlannedRender) -> any Encodable,
            failure: @escaping @Sendable (any Error) -> any Encodable,
            reason: @escaping @Sendable (DirectorDecision, MediaTime) -> String
        ) {
            (self.film, self.cut, self.spans) = (film, cut, spans)
            (self.failure, self.reason) = (failure, reason)
        }
    }

    package init(
        open: @escaping @Sendable (_ hearing: @escaping @Sendable (Hearing) -> Void) throws -> StudioFilm,
        words: Words, rendering: @escaping @Sendable (_ plan: String, _ film: String, _ mayReplace: Bool) -> [String],
        opened: @escaping @Sendable (Result<StudioFilm, any Error>) -> Void
    ) {
        (self.open, self.words, self.rendering, self.opened) = (open, words, rendering, opened)
    }
}

/// A film as it was planned from the command line, or read from a plan.
package struct StudioFilm: Sendable {
    /// For viewing: nothing has been read to find out what can be copied.
    package var viewing: PlannedRender
    /// With everything that can be copied; takes a while.
    package var whole: @Sendable () throws -> PlannedRender
    /// What it was planned of, to plan it again.
    package var recording: Recording
    package var request: CompositionRequest
    /// The plan file that Save writes.
    package var output: String
    /// The film was read from `output`.
    package var isPlan: Bool
    /// What pages tell first.
    package var message: String?

    /// The hidden file that keeps what was not saved to a plan file.
    package static func journal(of plan: String) -> String { Journal.path(of: plan) }

    package init(
        viewing: PlannedRender, whole: @escaping @Sendable () throws -> PlannedRender, recording: Recording,
        request: CompositionRequest, output: String, isPlan: Bool
    ) {
        (self.viewing, self.whole, self.recording, self.request) = (viewing, whole, recording, request)
        (self.output, self.isPlan) = (output, isPlan)
    }
}

/// What a page asks for and cannot have, as one sentence.
package struct StudioError: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
