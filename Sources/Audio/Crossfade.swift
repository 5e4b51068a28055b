#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How loud a source is while another takes its place.
public enum Crossfade {
    /// The gain of the incoming source at `position` in 0…1, of equal power: the squares of both gains add up
    /// to one, so two unrelated sounds keep their loudness. Exactly 0 and 1 at and beyond the ends.
    public static func incomingGain(at position: Float) -> Float {
        position <= 0 ? 0 : position >= 1 ? 1 : sin(position * (.pi / 2))
    }

    /// The gain of the outgoing source: the mirror image.
    public static func outgoingGain(at position: Float) -> Float { incomingGain(at: 1 - position) }
}
