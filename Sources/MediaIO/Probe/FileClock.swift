import MediaTime

/// How the time stamps of packets become the clock of the file, if that is not simply the container's.
///
/// Determined once, by probing; every reader of the file then follows it, so that picture, sound and packet index
/// agree.
package struct FileClock: Hashable, Sendable {
    /// The edit lists hide every picture, or have more edits than a recording can have, and are ignored.
    package var ignoresEditLists = false
    /// Where the time stamps of a stream jump, in order of place.
    var jumps: [Jump] = []
    /// Key frames of the picture in order of time, for containers without an index of their own.
    var keyFrames: [KeyFrame] = []

    /// The container's own clock, without repairs.
    package init() {}

    /// Time stamps were repaired.
    package var hasJumps: Bool { !jumps.isEmpty }

    /// From a place in the file on, `shift` is added to the time stamps of a stream.
    struct Jump: Hashable, Sendable {
        var stream: Int
        /// In bytes from the start of the file.
        var position: Int64
        var shift: MediaTime
    }

    struct KeyFrame: Hashable, Sendable {
        /// Decode timestamp, repaired, on the clock of the file.
        var time: MediaTime
        /// In bytes from the start of the file.
        var position: Int64
    }

    /// The offset added to the time stamps of `stream` at `position`.
    func shift(of stream: Int, at position: Int64) -> MediaTime {
        jumps.last { $0.stream == stream && $0.position <= position }?.shift ?? .zero
    }

    /// The last key frame at or before `time`; the first for times before all of them.
    func keyFrame(before time: MediaTime) -> KeyFrame? {
        keyFrames.last { $0.time <= time } ?? keyFrames.first
    }
}
