/// Hands values from one thread to another, holding at most `capacity` of them: the producer waits for the
/// consumer, so memory does not grow with the length of the film.
///
/// (`AsyncStream` has no back-pressure, and blocking calls do not belong on the cooperative pool.)
package final class BoundedQueue<Element>: @unchecked Sendable {
    private let capacity: Int
    private var elements: [Element] = []
    private var end: Result<Void, any Error>?
    private var mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(capacity: Int) {
        self.capacity = capacity
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }
    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Waits for room and adds a value. Returns `false` if the queue is closed: the value is dropped and the producer
    /// should stop.
    package func push(_ element: sending Element) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while elements.count >= capacity, end == nil { pthread_cond_wait(changed, mutex) }
        guard end == nil else { return false }
        elements.append(element)
        pthread_cond_broadcast(changed)
        return true
    }

    /// Waits for a value. `nil` once the producer has finished and the queue is empty.
    ///
    /// - Throws: the producer's error, after all values before it.
    package func pop() throws -> sending Element? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while elements.isEmpty, end == nil { pthread_cond_wait(changed, mutex) }
        guard !elements.isEmpty else {
            try end!.get()
            return nil
        }
        let element = elements.removeFirst()
        pthread_cond_broadcast(changed)
        return element
    }

    /// Called when the producer is done or has failed. Only the first call counts.
    package func finish(_ result: Result<Void, any Error>) {
        pthread_mutex_lock(mutex)
        if end == nil { end = result }
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(mutex)
    }

    /// Called when the consumer is done: drops queued values and wakes the producer.
    package func close() {
        pthread_mutex_lock(mutex)
        elements.removeAll()
        end = .success(())
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(mutex)
    }
}
