/// Memory that a renderer writes and reads within one frame, allocated once.
final class Scratch<Element: BitwiseCopyable> {
    let base: UnsafeMutablePointer<Element>

    init(count: Int, filledWith value: Element) {
        // Unaligned vectors can span two cache lines.
        base = UnsafeMutableRawPointer.allocate(
            byteCount: max(1, count) * MemoryLayout<Element>.stride, alignment: 64
        ).bindMemory(to: Element.self, capacity: max(1, count))
        base.initialize(repeating: value, count: max(1, count))
    }
    deinit { base.deallocate() }
}
