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
    /// When somebody speaks, on the clock of the film; `nil` if that is not known.
    var turns: [TimeRange]?

    /// A camera in a segment that loses a part of its picture.
    private struct Cropped {
        var segment: Int
        var angle: Angle
        /// Of the window that is shown, as fractions of the upright picture.
        var width, height: Double
        /// The takes that the segment shows, transitions included, and the part of each file.
        var takes: [(take: Int, range: Range<MediaTime>)] = []
    }

    /// Less is not worth a look.
    fileprivate static let leastCropped = 0.03
    /// Where a shot shows no face, those shortly before and after it count.
    private static let nearby = MediaTime.seconds(30)

    /// The composition with cameras that point at what they show, and what the user should know of it.
    ///
    /// - Throws: `MediaError`.
    func aimed(_ composition: Composition) throws -> (Composition, [Diagnostic]) {
        let composition = composition.aimed(composition.segments.map { _ in nil })
        let cropped = composition.segments.indices.flatMap { self.cropped(in: $0, of: composition) }
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
                keys = [Aim.Key(frame: 0, focus: point)]
            } else if finder != nil {
                let path = path(of: one, in: composition, table)
                subjects.append(path?.subject)
                keys = path.map { self.keys(of: $0, composition.frameRate) } ?? []
            }
            guard !keys.isEmpty else { continue }
            aims[one.segment] = (aims[one.segment] ?? []) + [Aim(one.angle, keys)]
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

    private func cropped(in segment: Int, of composition: Composition) -> [Cropped] {
        guard let scene = composition.segments[segment].scene else { return [] }
        let layers = scene.visibleLayers.sorted { $0.rectangle.area > $1.rectangle.area }
        return scene.angles.compactMap { angle in
            let layer = layers.first { $0.angle == angle }!
            let takes = shown(angle, in: segment, of: composition)
            guard layer.framing.focus == .center, layer.framing.crop == .full, let first = takes.first else {
                return nil
            }
            let upright = sources[first.take].uprightSize
            var framing = layer.framing
            framing.zoom = min(framing.zoom, framing.zoomAtEnd ?? framing.zoom)
            let crop = Placement(
                stored: upright, square: upright, framing: framing, orientation: .upright,
                canvas: layer.rectangle.samples(of: canvas).size, fit: framing.fit ?? fit
            ).crop
            let one = Cropped(
                segment: segment, angle: angle, width: Double(crop.width) / Double(upright.width),
                height: Double(crop.height) / Double(upright.height), takes: takes)
            return min(one.width, one.height) > 1 - Self.leastCropped ? nil : one
        }
    }

    private func shown(
        _ angle: Angle, in segment: Int, of composition: Composition
    ) -> [(take: Int, range: Range<MediaTime>)] {
        let own = composition.segments[segment].frames
        let mixed = composition.transitions.filter { $0.incoming == segment || $0.incoming == segment + 1 }.map(
            \.frames)
        let first = min(own.lowerBound, mixed.map(\.lowerBound).min() ?? .max)
        let end = max(own.upperBound, mixed.map(\.upperBound).max() ?? .min)
        let time = { (frame: Int64) in composition.sessionTime(ofFrame: frame, inSegment: segment) }
        let range = TimeRange(start: time(first), end: time(end))
        return composition.session.takes(of: angle, in: range).compactMap { take in
            let part = composition.session.takes[take].range.intersection(range)
            guard !part.isEmpty else { return nil }
            let file = composition.session.takes[take].fileTime
            return (take, file(part.start)..<file(part.end))
        }
    }

    private func path(
        of one: Cropped, in composition: Composition, _ table: FaceTable
    ) -> SubjectPath? {
        let start = composition.frameRate.time(ofFrame: composition.segments[one.segment].frames.lowerBound)
        let looks = { (margin: MediaTime) in
            one.takes.flatMap { take, range in
                let range = range.lowerBound - margin..<range.upperBound + margin
                return table.looks(at: take, in: range).map { look in
                    let time = composition.filmTime(at: look.time, ofTake: take, inSegment: one.segment)
                    return SubjectPath.Look(
                        time: (time - start).approximateSeconds, sight: look.sight,
                        hasSpeech: turns.map { $0.contains { $0.start <= time && time < $0.end } })
                }
            }
        }
        let own = looks(.zero)
        let path = SubjectPath(own, width: one.width, height: one.height)
        if case .faces = path?.subject { return path }
        // Who looks away for a moment is still there; where they were is where they stand.
        let near = SubjectPath(looks(Self.nearby), width: one.width, height: one.height)
        guard let near, case .faces = near.subject else { return path }
        return near.standing(at: 0)
    }

    /// In frames from the segment's first.
    private func keys(of path: SubjectPath, _ rate: FrameRate) -> [Aim.Key] {
        let round = { (value: Double) in (value * 1000).rounded() / 1000 }
        let keys = path.keys.map { key in
            Aim.Key(
                frame: Int64((key.time * rate.framesPerSecond).rounded()),
                focus: UnitPoint(x: round(key.x), y: round(key.y)))
        }
        return keys.indices.filter { $0 == 0 || keys[$0 - 1].frame < keys[$0].frame }.map { keys[$0] }
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
