/// The lines of `--progress json`, as docs/progress.md describes them; the first is a `PlanEvent`. A field that is `nil`
/// is left out.
///
/// Whoever renames or removes a field, or gives it another meaning, raises `version`.
enum ProgressSchema {
    static let version = 1
}

/// `note` and `adjustment`.
struct MessageEvent: Encodable {
    private enum Key: CodingKey { case event }
    private let event: String
    private let message: Message

    init(_ event: String, _ message: Message) { (self.event, self.message) = (event, message) }

    func encode(to encoder: any Encoder) throws {
        try message.encode(to: encoder)
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(event, forKey: .event)
    }
}

struct ProgressEvent: Encodable {
    enum Phase: String, Encodable { case encode, write }
    var event = "progress"
    var phase: Phase
    /// Of all there is to do, 0 to 1.
    var work: Double
    /// Of this run: neither copied nor kept from an earlier one.
    var encodedFrames, framesToEncode: Int64
    var fps, speed: Double?
    /// Seconds that are left.
    var eta: Double?
    var bytes: Int64
    var seconds: Double
}

struct DoneEvent: Encodable {
    struct Verified: Encodable { var splices, copiedStretches, pictures: Int }
    struct Damaged: Encodable {
        var path, message: String
        var pictures, gapsInAudio: Int
        var truncated: Bool
    }
    struct Cut: Encodable { var output: String; var bytes: Int64 }
    var event = "done"
    var output: String
    var frameCount, pictureCount: Int64
    var copiedFrames, encodedFrames, keptFrames: Int64
    var copiedShare: Double
    var bytes: Int64
    var seconds: Double
    var fps, speed: Double
    var switches: Int
    /// Only where it was asked for.
    var verification: Verified?
    var damage: [Damaged]
    /// Copied, and so not looked at for damage.
    var framesNotDecoded: Int64
    var audioNotDecoded: Bool
    /// Of the sound as it was encoded; not there where it was copied, or none was.
    var loudness: LoudnessEvent?
    /// Films that were made in the same pass.
    var also: [DoneEvent]?
    /// Recordings that were cut to the film.
    var cuts: [Cut]?
}

struct ErrorEvent: Encodable {
    var event = "error"
    var kind: String
    var status: Int32
    var message: String
    /// The file, where a command goes on with others.
    var path: String?
}
