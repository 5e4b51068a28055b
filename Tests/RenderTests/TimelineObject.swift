import Foundation

/// Objects of OpenTimelineIO's JSON, for tests that change them as another program does.
extension [String: Any] {
    static func time(_ value: Double) -> [String: Any] {
        ["OTIO_SCHEMA": "RationalTime.1", "value": value, "rate": 30.0]
    }

    static func range(_ start: Double, _ count: Double) -> [String: Any] {
        ["OTIO_SCHEMA": "TimeRange.1", "start_time": time(start), "duration": time(count)]
    }

    static func gap(_ count: Double) -> [String: Any] {
        ["OTIO_SCHEMA": "Gap.1", "source_range": range(0, count)]
    }

    static func marker(_ name: String, _ frame: Double) -> [String: Any] {
        ["OTIO_SCHEMA": "Marker.2", "name": name, "color": "RED", "marked_range": range(frame, 0)]
    }

    static func warp(_ speed: Double) -> [String: Any] {
        ["OTIO_SCHEMA": "LinearTimeWarp.1", "effect_name": "LinearTimeWarp", "time_scalar": speed]
    }

    subscript(object key: String) -> [String: Any] {
        get { self[key] as? [String: Any] ?? [:] }
        set { self[key] = newValue }
    }

    var schema: String {
        (self["OTIO_SCHEMA"] as? String ?? "").split(separator: ".").first.map(String.init) ?? ""
    }

    var tracks: [[String: Any]] {
        get { self[object: "tracks"]["children"] as? [[String: Any]] ?? [] }
        set { self[object: "tracks"]["children"] = newValue }
    }
    var items: [[String: Any]] {
        get { self["children"] as? [[String: Any]] ?? [] }
        set { self["children"] = newValue }
    }
    var pictures: [[String: Any]] {
        get { tracks[0].items }
        set { tracks[0].items = newValue }
    }
    var effects: [[String: Any]] {
        get { self["effects"] as? [[String: Any]] ?? [] }
        set { self["effects"] = newValue }
    }
    var start: Double {
        get { self[object: "source_range"][object: "start_time"]["value"] as? Double ?? 0 }
        set { self[object: "source_range"][object: "start_time"]["value"] = newValue }
    }
    var length: Double {
        get { self[object: "source_range"][object: "duration"]["value"] as? Double ?? 0 }
        set { self[object: "source_range"][object: "duration"]["value"] = newValue }
    }
    var url: String {
        get { self[object: "media_references"][object: "DEFAULT_MEDIA"]["target_url"] as? String ?? "" }
        set { self[object: "media_references"][object: "DEFAULT_MEDIA"]["target_url"] = newValue }
    }

    /// The same times in smaller units.
    func rescaled(by factor: Double) -> [String: Any] {
        mapValues { value in
            guard var object = value as? [String: Any] else { return value }
            if object.schema == "RationalTime" {
                object["value"] = (object["value"] as? Double ?? 0) * factor
                object["rate"] = (object["rate"] as? Double ?? 0) * factor
                return object
            }
            return object.rescaled(by: factor)
        }
    }
}
