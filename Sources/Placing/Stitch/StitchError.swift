/// Why clips cannot be stitched.
package enum StitchError: Error, Equatable, Sendable {
    /// One was recorded entirely during the other.
    case within(path: String, other: String)
    /// Both are the same recording.
    case copy(path: String, other: String)
    /// The continuous recording has no decodable sound.
    case noSound(path: String)
    /// None of the clips match the continuous recording.
    case nowhere(path: String)
}

extension StitchError: CustomStringConvertible {
    /// The message for the user: what is wrong, and what to do.
    package var description: String {
        switch self {
        case .within(let path, let other):
            "\(path) was recorded during \(other), not after it; compose the two as cameras of one recording, or leave one out."
        case .copy(let path, let other): "\(path) is a copy of \(other); leave one of them out."
        case .noSound(let path): "\(path) has no sound that can be decoded; name another recording of the sound."
        case .nowhere(let path):
            "none of the clips matches the sound of \(path), so it cannot be placed; leave it out, or name a recording of the same scene."
        }
    }
}
