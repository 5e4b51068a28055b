import MediaTime
import Placing
import Timeline

/// A message from a command: a sentence for people, and an identifier for programs.
struct Message: Encodable {
    var kind: String
    var message: String
    /// Only for people: programs get all messages, in order of planning.
    var importance = Importance.detail
    var path: String?
    var camera: String?
    /// On the film's clock, in seconds.
    var time: Double?
    /// For an adjustment: the amount, or the new length of a transition; and the requested length.
    var frames, requestedFrames: Int64?
    /// For a sync: "audio", "timecode", "clock"; how many seconds later than the reference the camera began.
    var method: String?
    var offset, driftPPM: Double?

    /// - Parameters:
    ///   - kind: empty if it follows from where the message comes from.
    ///   - time: on the film's clock.
    ///   - method: that placed a file, or could not.
    init(
        _ importance: Importance, _ message: String, kind: String = "", path: String? = nil, camera: Angle? = nil,
        time: MediaTime? = nil, method: SyncMethod? = nil
    ) {
        (self.kind, self.message, self.importance) = (kind, message, importance)
        (self.path, self.camera, self.time) = (path, camera?.name, time?.approximateSeconds)
        self.method = method?.rawValue
    }

    private enum CodingKeys: CodingKey {
        case kind, message, path, camera, time, frames, requestedFrames, method, offset, driftPPM
    }
}

/// The name of an enumeration's case, without its values: "endsEarly". For types without a description of their own.
func caseName(of value: some Any) -> String { Mirror(reflecting: value).children.first?.label ?? "\(value)" }
