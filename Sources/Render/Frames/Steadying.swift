import Analysis
import MediaIO
import MediaTime
import Parameters
import Placing
import Planning
import Platform
import Timeline

/// The takes of one or several films that are stabilized: their frames are looked at once, before any is rendered.
package struct Steadying: Sendable {
    private struct Key: Hashable {
        var picture: String
        var stabilization: Specification
    }
    private var takes: [Key: SteadyTake] = [:]

    /// Nothing is stabilized.
    package init() {}

    /// Looks at the recordings of stabilized cameras, in parts that are kept for later renders: chunks and stopped
    /// renders share them.
    ///
    /// - Parameters:
    ///   - share: which part is looked at first, from 0 up to 1: chunks that start together divide the work.
    ///   - progress: called with the part that is done, from 0 to 1.
    /// - Throws: `MediaError`, `RenderError.cancelled`.
    package init(
        _ plans: [RenderPlan], from share: Double = 0, cancellation: Cancellation,
        progress: @escaping @Sendable (Double) -> Void
    ) throws {
        let shown = plans.flatMap { plan in
            plan.stabilizedTakes.map { (plan.sources[$0], plan.shownPart(of: $0), plan.stabilization(ofTake: $0)!) }
        }
        guard !shown.isEmpty else { return }
        var recordings: [String: (source: Source, part: Range<MediaTime>)] = [:]
        for (source, part, _) in shown {
            let known = recordings[source.pictureKey]?.part ?? part
            recordings[source.pictureKey] = (
                source, min(known.lowerBound, part.lowerBound)..<max(known.upperBound, part.upperBound)
            )
        }
        let works = try recordings.sorted { $0.key < $1.key }.flatMap {
            try Part.parts(of: $1.source, showing: $1.part, besides: plans.flatMap(\.otherInputs))
        }
        let first = Int(share * Double(works.count))
        let (done, count) = (Counter(), works.count)
        let motions = try concurrently(count) { number in
            let index = (number + first) % count
            let motions = try works[index].motions(cancellation)
            progress(Double((done.next(of: count) ?? 0) + 1) / Double(count))
            return (index, motions)
        }
        var found: [String: [MotionReader.Motion]] = [:]
        for (index, motions) in motions.sorted(by: { $0.0 < $1.0 }) {
            found[works[index].source.pictureKey, default: []] += motions
        }
        for (source, _, stabilization) in shown {
            let key = Key(picture: source.pictureKey, stabilization: stabilization.strength)
            guard takes[key] == nil else { continue }
            let (smoothing, zooms) = try stabilization.resolved()
            takes[key] = SteadyTake(
                found[source.pictureKey] ?? [], info: source.video, smoothing: smoothing, zooms: zooms)
        }
    }

    /// Writes what a film's stabilization needs to know of its recordings beside its plan file, so that chunks on other
    /// machines need not find it again. Nothing if none is stabilized.
    ///
    /// - Throws: as `init`; `MediaError.cannotCreate`.
    package static func keep(
        _ film: RenderPlan, besides plan: String, cancellation: Cancellation,
        progress: @escaping @Sendable (Double) -> Void
    ) throws {
        let parts = try film.stabilizedTakes.flatMap { take in
            try Part.parts(of: film.sources[take], showing: film.shownPart(of: take), besides: [])
        }
        guard !parts.isEmpty else { return }
        let folder = AnalysisFolder.motions.path(besides: plan)
        guard FileSystem.mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw MediaError.cannotCreate(path: folder, reason: lastError())
        }
        let done = Counter()
        _ = try concurrently(parts.count) { number in
            MotionFile.write(try parts[number].motions(cancellation), to: "\(folder)/\(parts[number].name)")
            progress(Double((done.next(of: parts.count) ?? 0) + 1) / Double(parts.count))
        }
    }

    /// `nil` if the take is not stabilized.
    func take(_ index: Int, of plan: RenderPlan) -> SteadyTake? {
        plan.stabilization(ofTake: index).flatMap {
            takes[Key(picture: plan.sources[index].pictureKey, stabilization: $0.strength)]
        }
    }

    /// The zoom of each stabilized take that is shown, at least 1.
    func zooms(of plan: RenderPlan) -> [(take: Int, zoom: Double)] {
        plan.stabilizedTakes.compactMap { index in take(index, of: plan).map { (index, $0.zoom) } }
    }
}

/// A part of a recording in which motion is looked for at once.
private struct Part: Sendable {
    let source: Source
    let range: Range<MediaTime>
    /// Of the recording and the part.
    let name: String
    /// Where its motions are kept; `nil` if they cannot be.
    let file: String?
    /// Where they may have come with a plan.
    let others: [String]

    private static let length = MediaTime.seconds(10)

    /// - Parameter files: plan files, and others that have nothing beside them.
    static func parts(
        of source: Source, showing part: Range<MediaTime>, besides files: [String]
    ) throws -> [Part] {
        let folder = try AnalysisFolder.motions.path(of: source)
        let name = try AnalysisFolder.name(of: source)
        let start = source.video.footage.start
        let number = { (time: MediaTime) in Int(max(0, (time - start).flicks) / length.flicks) }
        return (number(part.lowerBound)...number(part.upperBound)).map { number in
            let lower = start + length * Int64(number)
            let own = "\(name)-\(number)"
            return Part(
                source: source, range: lower..<lower + length, name: own, file: folder.map { "\($0)/\(number)" },
                others: files.map { "\(AnalysisFolder.motions.path(besides: $0))/\(own)" })
        }
    }

    func motions(_ cancellation: Cancellation) throws -> [MotionReader.Motion] {
        for file in [file].compactMap(\.self) + others {
            if let known = MotionFile.read(file, of: range) { return known }
        }
        let motions = try Trace.span("find shake", source.path) {
            try MotionReader.motions(
                path: source.path, info: source.video, in: range, isCancelled: { cancellation.isCancelled })
        }
        guard !cancellation.isCancelled else { throw RenderError.cancelled }
        if let file { MotionFile.write(motions, to: file) }
        return motions
    }
}
