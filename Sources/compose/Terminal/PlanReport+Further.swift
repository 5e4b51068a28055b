import Render
import MediaIO
import MediaTime
import Planning

// Files written in addition to the film.
extension PlanReport {
    /// The reports of additional films.
    var furtherReports: [PlanReport] { further.map { PlanReport($0.planned, output: $0.output) } }

    /// A line for each file in addition to the film.
    var furtherFiles: [String] {
        furtherReports.map { "also: \($0.film.dropFirst("film: ".count))" }
            + (deliverySet?.files ?? []).map { file in
                let hidden = file.cut.hiddenPictureCount
                return "cut: \(file.cut.source.path), \(file.cut.duration.clockDescription), "
                    + counted(file.cut.pictureCount, "picture", "pictures")
                    + (hidden > 0 ? " and \(hidden) hidden" : "") + ", not encoded → \(file.path)"
            }
    }

    /// Notes on the additional files.
    var furtherNotes: [Message] {
        var notes = further.flatMap { film in
            film.planned.notes.filter { !planned.notes.contains($0) }.map { note in
                var told = note.told
                told.message = "\(film.output): \(told.message)"
                return told
            }
        }
        let hasPoster = { (plan: RenderPlan) in plan.output.poster != nil }
        for film in further where hasPoster(planned.plan) && !hasPoster(film.planned.plan) {
            let message = "\(film.output): no poster, because this kind of file cannot hold one"
            notes.append(Message(.minor, message, kind: "noPoster", path: film.output))
        }
        guard let deliverySet else { return notes }
        let session = planned.plan.composition.session
        // Half a second of one camera is no loss; a shorter film was requested.
        let loss = MediaTime.milliseconds(500)
        if session.union.duration - session.intersection.duration > loss,
            planned.plan.composition.duration + loss >= session.intersection.duration
        {
            notes.append(
                Message(
                    .other,
                    "a delivery set has only what all cameras recorded: \(session.intersection.duration.clockDescription) of \(session.union.duration.clockDescription)",
                    kind: "onlyCommon"))
        }
        if deliverySet.date == nil {
            notes.append(
                Message(.minor, "no recording has a date, so the file names have no date", kind: "undated"))
        }
        for cut in deliverySet.files.map(\.cut) where cut.deviation >= .milliseconds(1) {
            notes.append(
                Message(
                    .minor,
                    "\(cut.source.path) keeps its own clock, which drifts \(cut.deviation) from the film's by the end",
                    kind: "ownClock",
                    path: cut.source.path, camera: cut.angle))
        }
        return notes
    }

    /// For programs.
    var cutFiles: [PlanEvent.Cut]? {
        deliverySet?.files.map { file in
            .init(
                camera: file.cut.angle.name, path: file.cut.source.path, output: file.path,
                start: file.cut.start.approximateSeconds, duration: file.cut.duration.approximateSeconds,
                pictureCount: file.cut.pictureCount, hiddenPictureCount: file.cut.hiddenPictureCount)
        }
    }
}
