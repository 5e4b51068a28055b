import MediaIO
import Platform

extension MediaInfo {
    /// Reads the contents of several inputs at once.
    ///
    /// - Throws: the error of the first file that has one, as `init(probing:)` does.
    package static func probing(_ inputs: [Input]) throws -> [MediaInfo] {
        try concurrently(inputs.count) { number in
            let input = inputs[number]
            return try Trace.span("probe", input.path) {
                try MediaInfo(probing: input.path, ignoresPicture: input.isSoundOnly)
            }
        }
    }
}
