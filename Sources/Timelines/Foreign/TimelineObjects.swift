/// Objects of OpenTimelineIO, as the readers of other formats hand them on.
extension JSONValue {
    /// - Parameters:
    ///   - frames: may be fractional.
    ///   - rate: in frames per second.
    static func time(_ frames: Double, _ rate: Double) -> JSONValue {
        .object(["OTIO_SCHEMA": .text("RationalTime.1"), "value": .number(frames), "rate": .number(rate)])
    }

    /// - Parameters:
    ///   - own: the rate of the start.
    ///   - rate: that of the length.
    static func range(_ start: Double, _ own: Double, count: Double, _ rate: Double) -> JSONValue {
        .object([
            "OTIO_SCHEMA": .text("TimeRange.1"), "start_time": .time(start, own), "duration": .time(count, rate),
        ])
    }

    static func gap(_ count: Double, _ rate: Double) -> JSONValue {
        .object(["OTIO_SCHEMA": .text("Gap.1"), "source_range": .range(0, rate, count: count, rate)])
    }

    static func transition(
        _ name: String, type: String, before: Double, after: Double, _ rate: Double, metadata: JSONValue = .null
    ) -> JSONValue {
        .object([
            "OTIO_SCHEMA": .text("Transition.1"), "name": .text(name), "transition_type": .text(type),
            "in_offset": .time(before, rate), "out_offset": .time(after, rate), "metadata": metadata,
        ])
    }

    /// A reference to a file.
    ///
    /// - Parameter available: all of it, on the clock of the clips.
    static func file(_ url: String, available: JSONValue) -> JSONValue {
        .object([
            "OTIO_SCHEMA": .text("ExternalReference.1"), "target_url": .text(url), "available_range": available,
        ])
    }

    /// A reference to something that is no file.
    static func missing(_ schema: String) -> JSONValue { .object(["OTIO_SCHEMA": .text(schema)]) }

    static func clip(
        _ name: String, _ range: JSONValue, _ reference: JSONValue, effects: [JSONValue] = [], isEnabled: Bool = true,
        metadata: JSONValue = .null
    ) -> JSONValue {
        .object([
            "OTIO_SCHEMA": .text("Clip.1"), "name": .text(name), "source_range": range, "media_reference": reference,
            "effects": .list(effects), "enabled": .bool(isEnabled), "metadata": metadata,
        ])
    }

    static func track(
        _ name: String, kind: String, _ children: [JSONValue], isEnabled: Bool = true, metadata: JSONValue = .null
    ) -> JSONValue {
        .object([
            "OTIO_SCHEMA": .text("Track.1"), "name": .text(name), "kind": .text(kind), "children": .list(children),
            "enabled": .bool(isEnabled), "metadata": metadata,
        ])
    }

    static func stack(
        _ name: String, _ children: [JSONValue], range: JSONValue = .null, effects: [JSONValue] = [],
        isEnabled: Bool = true
    ) -> JSONValue {
        .object([
            "OTIO_SCHEMA": .text("Stack.1"), "name": .text(name), "children": .list(children), "source_range": range,
            "effects": .list(effects), "enabled": .bool(isEnabled),
        ])
    }

    static func timeline(_ name: String, tracks: JSONValue, start: JSONValue = .null) -> JSONValue {
        .object([
            "OTIO_SCHEMA": .text("Timeline.1"), "name": .text(name), "tracks": tracks, "global_start_time": start,
        ])
    }
}
