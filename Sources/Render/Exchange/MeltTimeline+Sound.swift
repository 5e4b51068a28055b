import Planning

// Sound.
extension MeltTimeline {
    var sounds: [Item] {
        var frame: Int64 = 0
        return plan.heardTakes.flatMap { heard -> [Item] in
            defer { frame = heard.frames.upperBound }
            return [
                Item(producer: nil, start: 0, count: heard.frames.lowerBound - frame),
                Item(
                    producer: id(heard.input, "a"), start: max(0, self.frame(of: heard.start, heard.input)),
                    count: Int64(heard.frames.count)),
            ]
        }
    }
}
