import Audio
import Planning
import MediaIO

/// Progress of a render, over all of its films.
public struct RenderProgress: Sendable {
    /// Output frames that are encoded or copied, including those of an earlier, interrupted run.
    public var framesDone: Int64
    /// Output frames of all films together, including copied ones; for a chunk, only those encoded in it.
    public var frameCount: Int64
    /// Frames that need no rendering: copied, or finished by an earlier run.
    public var framesGiven: Int64
    /// Pictures written to the output so far; 0 until assembly starts.
    public var framesWritten: Int64
    /// Bytes of the output so far; 0 until assembly starts.
    public var bytesWritten: Int64
    /// While stabilized recordings are looked at, before anything is encoded: the part that is done, from 0 to 1.
    public var analyzed: Double?

    /// Progress while stabilized recordings are looked at.
    static func analyzing(_ done: Double, of frameCount: Int64) -> RenderProgress {
        RenderProgress(
            framesDone: 0, frameCount: frameCount, framesGiven: 0, framesWritten: 0, bytesWritten: 0, analyzed: done)
    }

    /// Progress while the output is being assembled.
    static func writing(_ written: Int64, of frameCount: Int64, bytes: Int64) -> RenderProgress {
        RenderProgress(
            framesDone: frameCount, frameCount: frameCount, framesGiven: frameCount, framesWritten: written,
            bytesWritten: bytes)
    }
}

/// What became of a film, or of a chunk of it.
public struct RenderResult: Sendable {
    /// Pictures in the film's file; for a chunk, the frames encoded in it.
    public var frameCount: Int64
    /// The size of the file in bytes.
    public var byteCount: Int64
    /// Frames already finished by an interrupted run.
    public var framesKept: Int64
    /// The damage in each file's data.
    package var damage: [SourceID: Damage]
    /// The loudness of the sound that was written; `nil` if there is none, it is in another file, or it was copied and
    /// cannot be decoded.
    public var loudness: Loudness?
    /// The takes that were stabilized, and how far each was zoomed in.
    package var zooms: [(take: Int, zoom: Double)] = []
    /// What was verified, if requested.
    package var verification: Verification?
}

/// What was decoded from a finished file, compared, and found correct.
package struct Verification: Hashable, Sendable {
    /// Boundaries between two spans; the pictures on both sides were compared.
    package var splices = 0
    /// Copied spans at one of these splices.
    package var copiedStretches = 0
    /// Pictures compared bit for bit.
    package var pictures = 0
}
