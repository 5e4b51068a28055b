/// The lines of `--progress json`, documented in docs/progress.md; the first is a `PlanEvent`. A field that is `nil` is
/// omitted.
///
/// Increase `version` when you rename or remove a field, or change its meaning.
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
    enum Phase: String, Encodable { case analyze, encode, write }
    var event = "progress"
    var phase: Phase
    /// Fraction of all work, 0 to 1.
    var work: Double
    /// In this run: neither copied nor kept from an earlier one.
    var encodedFrames, framesToEncode: Int64
    var fps, speed: Double?
    /// Seconds remaining.
    var eta: Double?
    var bytes: Int64
    var seconds: Double
    /// While stabilized recordings are looked at, the part that is done, 0 to 1.
    var analyzed: Double?
}

struct DoneEvent: Encodable {
    struct Verified: Encodable { var splices, copiedStretches, pictures: Int }
    struct Damaged: Encodable {
        var path, message: String
        var pictures, gapsInAudio: Int
        var truncated: Bool
    }
    struct Stabilized: Encodable { var path: String; var zoom: Double }
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
    /// The recordings that were stabilized.
    var stabilized: [Stabilized]?
    /// Only if requested.
    var verification: Verified?
    var damage: [Damaged]
    /// Copied, and therefore not checked for damage.
    var framesNotDecoded: Int64
    /// Copied, and cannot be decoded.
    var audioNotDecoded: Bool
    /// The loudness of the sound that was written; absent if there was none, or it was copied and cannot be decoded.
    var loudness: LoudnessEvent?
    /// What is known of the finished film only, such as that it is larger than a platform takes.
    var remarks: [String]?
    /// Films made in the same pass.
    var also: [DoneEvent]?
    /// Recordings cut to the film.
    var cuts: [Cut]?
}

struct ErrorEvent: Encodable {
    var event = "error"
    var kind: String
    var status: Int32
    var message: String
    /// The file, if a command continues with others.
    var path: String?
    /// The numbers of missing chunks, from 1.
    var chunks: [Int]?
}
