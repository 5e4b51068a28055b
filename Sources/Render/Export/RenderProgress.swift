import Audio
import Planning
import MediaIO

/// How far a render is: all of its films together.
public struct RenderProgress: Sendable {
    /// Output frames that are encoded or copied, those of an earlier, interrupted run included.
    public var framesDone: Int64
    public var frameCount: Int64
    /// Frames that need no rendering: copied, or finished by an earlier run.
    public var framesGiven: Int64
    /// Pictures in the output so far; 0 until it is put together.
    public var framesWritten: Int64
    /// Bytes of the output so far; 0 until it is put together.
    public var bytesWritten: Int64

    /// While the output is put together.
    static func writing(_ written: Int64, of frameCount: Int64, bytes: Int64) -> RenderProgress {
        RenderProgress(
            framesDone: frameCount, frameCount: frameCount, framesGiven: frameCount, framesWritten: written,
            bytesWritten: bytes)
    }
}

/// What a render made.
public struct RenderResult: Sendable {
    public var frameCount: Int64
    public var byteCount: Int64
    /// Frames that an interrupted run had finished before.
    public var framesKept: Int64
    /// What was wrong with the data of each take, by its index.
    public var damage: [Int: Damage]
    /// Of the sound as it was encoded; `nil` where it was copied, or is elsewhere.
    public var loudness: Loudness?
    /// What was verified, where that was asked for.
    public var verification: Verification?
    /// Of films that were made in the same pass, in their order.
    public var further: [RenderResult] = []
    /// The sizes of the recordings that were cut to the film, in their order.
    public var cutBytes: [Int64] = []
}

/// What was decoded and compared in a finished file, and found to be right.
public struct Verification: Hashable, Sendable {
    public var splices = 0
    /// Copied stretches that lie at one of these splices.
    public var copiedStretches = 0
    /// Pictures that were compared bit for bit.
    public var pictures = 0
}
