import Synchronization

extension VideoEncoderSettings {
    /// Whether at most one encoder of this kind may exist in a process at a time.
    package var encodesAlone: Bool { kind == .software && codec.row.encodesAlone }
}

extension VideoEncoder {
    private static let turn = Mutex(())

    /// Runs `body`, which opens encoders with `settings` and closes them again. If one of them encodes alone, it first
    /// waits until no other thread uses such an encoder.
    ///
    /// Must not be called within `body`.
    package static func takingTurns<Value: Sendable>(
        _ settings: [VideoEncoderSettings], _ body: () throws -> Value
    ) rethrows -> Value {
        guard settings.contains(where: \.encodesAlone) else { return try body() }
        return try turn.withLock { _ in try body() }
    }
}
