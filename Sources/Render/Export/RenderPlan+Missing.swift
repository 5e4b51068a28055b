import MediaTime
import Planning

extension RenderPlan {
    /// The time ranges of missing units; adjacent ones are merged.
    func missing(_ units: [EncodeUnit], audio: Bool = false) -> RenderError {
        let all = spans.units
        var stretches: [Range<Int>] = []
        for index in all.indices where units.contains(where: { $0.name == all[index].name }) {
            if let last = stretches.last, last.upperBound == index {
                stretches[stretches.count - 1] = last.lowerBound..<index + 1
            } else {
                stretches.append(index..<index + 1)
            }
        }
        let time = composition.frameRate.time(ofFrame:)
        return .unitsMissing(
            stretches.map {
                TimeRange(
                    start: time(all[$0.lowerBound].frames.lowerBound),
                    end: time(all[$0.upperBound - 1].frames.upperBound))
            }, audio: audio)
    }
}
