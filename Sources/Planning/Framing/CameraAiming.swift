import Analysis
import MediaIO
import MediaTime
import Pictures
import Placing
import Platform
import Timeline

/// Decides where cameras point whose pictures are cropped.
struct CameraAiming {
    let sources: [Source]
    /// How pictures are fitted, and what decides where they are cropped.
    let fit: Fit, cropping: Cropping
    let canvas: PictureSize
    /// When somebody speaks on the clock of the film, in order, without overlaps; `nil` if that is not known.
    private let turns: [TimeRange]?

    init(sources: [Source], fit: Fit, cropping: Cropping, canvas: PictureSize, turns: [TimeRange]? = nil) {
        (self.sources, self.fit, self.cropping, self.canvas) = (sources, fit, cropping, canvas)
        self.turns = turns?.sorted { $0.start < $1.start }.reduce(into: []) { merged, turn in
            guard let last = merged.last, turn.start <= last.end else { return merged.append(turn) }
            merged[merged.count - 1].end = max(last.end, turn.end)
        }
    }

    /// A camera in a shot, in which it loses a part of its picture. Where parts of the recording are skipped, a shot has
    /// several segments.
    private struct Cropped {
        var segments: Range<Int>
        var angle: Angle
        /// Of the window that is shown, as fractions of the upright picture.
        var width, height: Double
        /// In samples.
        var upright: PictureSize
        /// The takes that each segment shows, transitions included, and the part of each file.
        var takes: [(segment: Int, take: Int, range: Range<MediaTime>)] = []
    }

    /// Less is not worth a look.
    fileprivate static let leastCropped = 0.03
    /// Where a shot shows no face, those shortly before and after it count.
    private static let nearby = MediaTime.seconds(30)
    /// Around a single frame.
    private static let reach = MediaTime.seconds(5)

    /// The composition with cameras that point at what they show, and what the user should know of it.
    ///
    /// - Parameter part: elsewhere, cameras show the middle, and nothing is looked at.
    /// - Throws: `MediaError`.
    func aimed(_ composition: Composition, _ part: AimedPart = .whole) throws -> (Composition, [Diagnostic]) {
        let composition = composition.aimed(composition.segments.map { _ in nil })
        if part == .nothing { return (composition, []) }
        let cropped = shots(of: composition).filter { part.contains(composition.frames(of: $0)) }.flatMap {
            self.cropped(in: $0, of: composition, part)
        }
        guard !cropped.isEmpty else { return (composition, []) }
        let looked = cropping.choice == .faces ? cropped.filter { cropping.points[$0.angle] == nil } : []
        var table = FaceTable(sources)
        let finder = looked.isEmpty ? nil : FaceFinder.installed
        if let finder {
            try Trace.span("find faces") {
                try table.load(
                    Set(looked.flatMap { $0.takes.flatMap { table.parts(of: $0.take, in: $0.range) } }), with: finder)
            }
        }
        var aims = [[Aim]?](repeating: nil, count: composition.segments.count)
        var subjects: [SubjectPath.Subject?] = []
        for one in cropped {
            var keys: [Aim.Key] = []
            if let point = cropping.points[one.angle] {
                keys = [Aim.Key(frame: composition.segments[one.segments.lowerBound].frames.lowerBound, focus: point)]
            } else if finder != nil {
                let path = path(of: one, in: composition, table)
                subjects.append(path?.subject)
                keys = path.map { self.keys(of: $0, one, composition.frameRate) } ?? []
            }
            guard !keys.isEmpty else { continue }
            for segment in one.segments {
                let first = composition.segments[segment].frames.lowerBound
                let own = keys.map { Aim.Key(frame: $0.frame - first, focus: $0.focus) }
                aims[segment] = (aims[segment] ?? []) + [Aim(one.angle, own)]
            }
        }
        var notes: [Diagnostic] = []
        if finder == nil, !looked.isEmpty { notes = [.facesNotFound] }
        if subjects.contains(where: { $0 != nil }) {
            notes = [
                .aimed(
                    faces: subjects.count { if case .faces = $0 { true } else { false } },
                    movement: subjects.count { $0 == .movement }, of: subjects.count)
            ]
        }
        return (composition.aimed(aims), notes)
    }

    /// Segments that show one scene, one after the other.
    private func shots(of composition: Composition) -> [Range<Int>] {
        composition.segments.indices.reduce(into: [Range<Int>]()) { shots, index in
            guard let last = shots.last, composition.segments[index].scene == composition.segments[index - 1].scene
            else {
                return shots.append(index..<index + 1)
            }
            shots[shots.count - 1] = last.lowerBound..<index + 1
        }
    }

    private func cropped(in segments: Range<Int>, of composition: Composition, _ part: AimedPart) -> [Cropped] {
        guard let scene = composition.segments[segments.lowerBound].scene else { return [] }
        let layers = scene.visibleLayers.sorted { $0.rectangle.area > $1.rectangle.area }
        return scene.angles.compactMap { angle in
            let layer = layers.first { $0.angle == angle }!
            guard layer.framing.focus == .center, layer.framing.crop == .full else { return nil }
            let takes = segments.flatMap { segment in
                shown(angle, in: segment, of: composition, part).map { (segment, $0.take, $0.range) }
            }
            guard let first = takes.first else { return nil }
            let upright = sources[first.1].uprightSize
            // What is seen at the nearest is seen all the time.
            var framing = layer.framing
            framing.zoom = max(framing.zoom, framing.zoomAtEnd ?? framing.zoom)
            let crop = Placement(
                stored: upright, square: upright, framing: framing, orientation: .upright,
                canvas: layer.rectangle.samples(of: canvas).size, fit: framing.fit ?? fit
            ).crop
            let one = Cropped(
                segments: segments, angle: angle, width: Double(crop.width) / Double(upright.width),
                height: Double(crop.height) / Double(upright.height), upright: upright, takes: takes)
            return min(one.width, one.height) > 1 - Self.leastCropped ? nil : one
        }
    }

    private func shown(
        _ angle: Angle, in segment: Int, of composition: Composition, _ part: AimedPart
    ) -> [(take: Int, range: Range<MediaTime>)] {
        let own = composition.segments[segment].frames
        let mixed = [segment, segment + 1].compactMap { composition.transition(into: $0)?.frames }
        let first = min(own.lowerBound, mixed.map(\.lowerBound).min() ?? .max)
        let end = max(own.upperBound, mixed.map(\.upperBound).max() ?? .min)
        let time = { (frame: Int64) in composition.sessionTime(ofFrame: frame, inSegment: segment) }
        var range = TimeRange(start: time(first), end: time(end))
        if case .near(let frame) = part {
            range = range.intersection(
                TimeRange(start: time(frame) - Self.reach, end: time(frame) + Self.reach))
        }
        guard !range.isEmpty else { return [] }
        return composition.session.takes(of: angle, in: range).compactMap { take in
            let part = composition.session.takes[take].range.intersection(range)
            guard !part.isEmpty else { return nil }
            let file = composition.session.takes[take].fileTime
            return (take, file(part.start)..<file(part.end))
        }
    }

    /// In seconds of the film.
    private func path(of one: Cropped, in composition: Composition, _ table: FaceTable) -> SubjectPath? {
        let looks = { (margin: MediaTime) in
            one.takes.flatMap { segment, take, range in
                let wide = range.lowerBound - margin..<range.upperBound + margin
                return table.looks(at: take, in: wide).compactMap { look -> SubjectPath.Look? in
                    let session = composition.session.takes[take].sessionTime(at: look.time)
                    // Of two takes at one time, one is seen.
                    guard composition.session.take(of: one.angle, at: session) == take else { return nil }
                    let time = composition.filmTime(at: session, inSegment: segment)
                    return SubjectPath.Look(
                        time: time.approximateSeconds, sight: look.sight,
                        hasSpeech: range.contains(look.time) ? hasSpeech(at: time) : nil)
                }
            }.sorted { $0.time < $1.time }
        }
        let path = SubjectPath(looks(.zero), width: one.width, height: one.height)
        if case .faces = path?.subject { return path }
        // Who looks away for a moment is still there; where they were is where they stand.
        let near = SubjectPath(looks(Self.nearby), width: one.width, height: one.height)
        guard let near, case .faces = near.subject else { return path }
        let start = composition.frameRate.time(ofFrame: composition.frames(of: one.segments).lowerBound)
        return near.standing(at: start.approximateSeconds)
    }

    private func hasSpeech(at time: MediaTime) -> Bool? {
        turns.map { turns in
            let next = turns.partitioningIndex { $0.start > time }
            return next > 0 && time < turns[next - 1].end
        }
    }

    /// In frames of the film. A still window begins at an even sample, as pictures are cropped, so that nothing jumps where
    /// a movement begins or ends.
    private func keys(of path: SubjectPath, _ one: Cropped, _ rate: FrameRate) -> [Aim.Key] {
        let snap = { (place: Double, window: Double, whole: Int) -> Double in
            let length = window * Double(whole)
            let start = ((place * Double(whole) - length / 2) / 2).rounded(.down) * 2
            let snapped = (start + length / 2 + 0.25) / Double(whole)
            return (min(max(snapped, 0), 1) * 1e6).rounded() / 1e6
        }
        let keys = path.keys.map { key in
            Aim.Key(
                frame: Int64((key.time * rate.framesPerSecond).rounded()),
                focus: UnitPoint(
                    x: one.width < 1 ? snap(key.x, one.width, one.upright.width) : 0.5,
                    y: one.height < 1 ? snap(key.y, one.height, one.upright.height) : 0.5))
        }
        return keys.indices.filter { $0 == 0 || keys[$0 - 1].frame < keys[$0].frame }.map { keys[$0] }
    }
}

/// The part of a film in which cameras are aimed.
package enum AimedPart: Hashable, Sendable {
    case whole, nothing
    /// What is seen at a frame, and shortly before and after it.
    case near(Int64)

    fileprivate func contains(_ frames: Range<Int64>) -> Bool {
        if case .near(let frame) = self { frames.contains(frame) } else { true }
    }
}

extension Composition {
    fileprivate func frames(of segments: Range<Int>) -> Range<Int64> {
        self.segments[segments.lowerBound].frames.lowerBound..<self.segments[segments.upperBound - 1].frames.upperBound
    }
}

extension RenderPlan {
    /// A camera in a segment that loses a part of its picture, and the part of its upright picture that is shown in the
    /// middle of the segment.
    package struct Crop: Sendable {
        package var segment: Int
        package var angle: Angle
        package var window: UnitRectangle
    }

    /// In the order of the film.
    package var crops: [Crop] {
        composition.segments.indices.flatMap { number -> [Crop] in
            let segment = composition.segments[number]
            guard let scene = segment.aimedScene else { return [] }
            let middle = (segment.frames.lowerBound + segment.frames.upperBound) / 2
            let time = composition.sessionTime(ofFrame: middle, inSegment: number)
            return scene.angles.compactMap { angle in
                let layers = scene.visibleLayers.filter { $0.angle == angle }
                guard let layer = layers.max(by: { $0.rectangle.area < $1.rectangle.area }),
                    let take = composition.session.nearestTake(of: angle, at: time)
                else { return nil }
                let upright = sources[take].uprightSize
                let part = Placement(
                    stored: upright, square: upright, framing: layer.framing, orientation: .upright,
                    canvas: layer.rectangle.samples(of: output.canvas.size).size, fit: layer.framing.fit ?? output.fit
                ).crop
                let window = UnitRectangle(
                    x: Double(part.x) / Double(upright.width), y: Double(part.y) / Double(upright.height),
                    width: Double(part.width) / Double(upright.width),
                    height: Double(part.height) / Double(upright.height))
                return min(window.width, window.height) > 1 - CameraAiming.leastCropped
                    ? nil : Crop(segment: number, angle: angle, window: window)
            }
        }
    }
}
