import Platform

/// A command of the system's shell, run until it exits.
struct ShellCommand {
    struct Answer {
        var status: Int32
        /// Its output, without empty lines.
        var lines: [String]
    }

    /// The status that a shell returns if the program does not exist.
    static let notFound: Int32 = 127

    private let command: String
    init(_ command: String) { self.command = command }

    /// - Throws: `UsageError` if no process can be started.
    func run() throws -> Answer {
        guard let pipe = popen(command + " 2>&1", "r") else {
            throw UsageError(
                "the system could not start a process (\(String(cString: strerror(errno)))); close other programs, and run the same command again.",
                status: .inputOutput)
        }
        var bytes: [UInt8] = []
        while case let byte = getc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        // A status of wait(2): the code is in the second byte.
        let status = pclose(pipe) >> 8 & 0xff
        return Answer(
            status: status, lines: String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }
}
