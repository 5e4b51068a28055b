/// The lines of `--progress json`, as docs/progress.md describes them. A field that is `nil` is left out.
///
/// Whoever renames or removes a field, or gives it another meaning, raises `schema`.
enum ProgressSchema {
    static let version = 1
}

struct ErrorEvent: Encodable {
    var event = "error"
    var kind: String
    var status: Int32
    var message: String
    /// The file, where a command goes on with others.
    var path: String?
}
