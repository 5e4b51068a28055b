import MediaTime
import Timeline

// A shot as all cameras in sync.
extension PlanWriter {
    /// A stack with a track for each camera that has footage, with the shown camera on top: programs that do not
    /// support disabled tracks show the same. The times of the stack are session times, from the beginning of the
    /// shot's handles.
    func cameras(of segment: Composition.Segment, index: Int) -> [OpenTimelineIO.Item] {
        guard let main = segment.scene?.mainAngle else { return clips(of: segment, index: index) }
        let rate = composition.frameRate
        let windows = [index, index + 1].compactMap { transitions[$0]?.frames }
        let first = min(segment.frames.lowerBound, windows.map(\.lowerBound).min() ?? segment.frames.lowerBound)
        let end = max(segment.frames.upperBound, windows.map(\.upperBound).max() ?? segment.frames.upperBound)
        let time = { (frame: Int64) in composition.sessionTime(ofFrame: frame, inSegment: index) }
        let shown = TimeRange(start: time(first), end: time(end))
        let tracks = composition.session.angles.map { angle in
            OpenTimelineIO.Track(
                name: angle.name, kind: "Video", children: items(of: angle, in: shown),
                enabled: angle == main ? nil : false)
        }
        let start = segment.frames.lowerBound - first
        let part = TimeRange(
            start: rate.time(ofFrame: start), end: rate.time(ofFrame: start + Int64(segment.frames.count)))
        return [
            .stack(
                .init(
                    name: "multicam \(index + 1)", source_range: range(part),
                    children: tracks.filter { $0.name != main.name && !$0.children.isEmpty }
                        + tracks.filter { $0.name == main.name }))
        ]
    }

    /// The footage of a camera in a range of the session.
    private func items(of angle: Angle, in shown: TimeRange) -> [OpenTimelineIO.Item] {
        var items: [OpenTimelineIO.Item] = []
        var end = shown.start
        for take in composition.session.takes(of: angle, in: shown) {
            let source = composition.session.takes[take]
            let own = source.range.intersection(TimeRange(start: end, end: shown.end))
            guard !own.isEmpty else { continue }
            if own.start > end {
                items.append(
                    .gap(.init(source_range: range(TimeRange(start: .zero, duration: own.start - end)))))
            }
            let part = TimeRange(start: source.fileTime(at: own.start), duration: own.duration)
            items.append(clip(angle.name, part, of: source.path, source.footage))
            end = own.end
        }
        return items
    }
}
