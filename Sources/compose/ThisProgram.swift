#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The program that runs.
enum ThisProgram {
    /// To start it again, also on another machine. In the portable archive the loader runs, and the first word of the
    /// command line is the script that starts it.
    static var path: String {
        let running = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        guard let running, running.split(separator: "/").last?.hasPrefix("ld-") == false else {
            return CommandLine.arguments[0]
        }
        return running
    }
}
