import Platform

/// A stream that is read in a thread of its own, some blocks ahead of whoever listens: the sounds of several microphones
/// are decoded at once.
final class ReadAhead {
    private let stream: any SoundStream
    private let queue = BoundedQueue<[Float]>(capacity: 8)
    /// `nil` if the system has no more threads.
    private let thread: SystemThread?

    /// - Parameter stream: nobody else uses it until its end, or until this is gone.
    init(_ stream: any SoundStream) {
        self.stream = stream
        nonisolated(unsafe) let stream = stream
        thread = try? SystemThread { [queue] in
            let result = Result {
                while case let block = try stream.next(), !block.isEmpty { guard queue.push(block) else { break } }
            }
            queue.finish(result)
        }
    }

    deinit {
        queue.close()
        thread?.join()
    }

    /// As `SoundStream.next`.
    func next() throws -> [Float] { thread == nil ? try stream.next() : try queue.pop() ?? [] }
}
