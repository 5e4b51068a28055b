/// The words of the command line as passed by the system: bytes.
enum ArgumentText {
    /// File names are handled as text, which cannot represent bytes that are not UTF-8: they would refer to another
    /// file.
    ///
    /// - Throws: `UsageError` that names the first such word, and what to do.
    static func check() throws(UsageError) {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else {
                continue
            }
            throw UsageError(
                "\(String(cString: argument)) is not UTF-8, and compose cannot use such names. "
                    + "Rename the file, or create a link with another name: ln -s")
        }
    }
}
