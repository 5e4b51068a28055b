/// The system's C library, under its name on each platform.
#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#elseif canImport(Darwin)
    @_exported import Darwin
#endif

/// What the system says of the last error of this thread: "No such file or directory".
package func lastError() -> String { systemError(errno) }

/// What the system says of an error number (`strerror`).
package func systemError(_ number: Int32) -> String { String(cString: strerror(number)) }
