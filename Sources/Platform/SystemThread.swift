/// A thread for blocking work, joined when it is no longer needed. Nothing of it changes after `init`.
package final class SystemThread: @unchecked Sendable {
    /// No thread could be started.
    package struct Unavailable: Error {
        /// The system's words.
        package let reason: String
    }

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    #if canImport(Darwin)
        private var thread: pthread_t?
    #else
        private var thread = pthread_t()
    #endif

    package init(_ body: @escaping @Sendable () -> Void) throws(Unavailable) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        // Decoders and filters use deep stacks; musl's default of 128 kB is too small for them.
        pthread_attr_setstacksize(&attributes, 4 << 20)
        defer { pthread_attr_destroy(&attributes) }
        let box = Unmanaged.passRetained(Body(body))
        let result = pthread_create(
            &thread, &attributes,
            { argument in
                #if canImport(Darwin)
                    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                #else
                    Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
                #endif
                return nil
            }, box.toOpaque())
        guard result == 0 else {
            box.release()
            throw Unavailable(reason: String(cString: strerror(result)))
        }
    }

    /// Waits until the body has returned.
    package func join() {
        #if canImport(Darwin)
            pthread_join(thread!, nil)
        #else
            pthread_join(thread, nil)
        #endif
    }
}
