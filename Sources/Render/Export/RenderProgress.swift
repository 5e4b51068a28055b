import Planning
import MediaIO

/// How far a render is.
public struct RenderProgress: Sendable {
    /// Output frames that are encoded or copied, those of an earlier, interrupted run included.
    public var framesDone: Int64
    public var frameCount: Int64
    /// Frames that need no rendering: copied, or finished by an earlier run.
    public var framesGiven: Int64
    /// Bytes of the output so far; 0 until it is put together.
    public var bytesWritten: Int64
}

/// What a render made.
public struct RenderResult: Sendable {
    public var frameCount: Int64
    public var byteCount: Int64
    /// Frames that an interrupted run had finished before.
    public var framesKept: Int64
    /// What was wrong with the data of each take, by its index.
    public var damage: [Int: Damage]
}
