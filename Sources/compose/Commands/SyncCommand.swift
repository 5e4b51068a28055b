import ArgumentParser
import Frames
import MediaIO
import Pictures
import Planning

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Finds by sound how recordings lie in time beside the first: offset, drift, lost samples.",
        discussion: """
            EXAMPLES
              compose sync front.mov back.mov
              compose sync front.mov back.mov --json
              compose sync front.mov back.mov --plot sync.png

            The offset is where a file's time zero lies on the clock of the first, as
            --offset takes it. Sound travels 34 cm in a millisecond: a camera that is 3 m
            further away hears everything 9 ms later. Where no place stands out, or several
            do (a metronome, a loop), nothing is claimed. Without a single match the exit
            status is 80. What does not match the first is compared with those that do.
            """)

    @Argument(
        help: ArgumentHelp("The recordings, two or more; the first is the reference.", valueName: "file"),
        completion: .file())
    var files: [String]
    @Flag(help: "Print everything as one JSON object.") var json = false
    @Option(
        help: ArgumentHelp(
            "Draw loudness along one clock, and what is left over, to this PNG file.", valueName: "file"),
        completion: .file())
    var plot: String?
    @Flag(help: "Replace the plot if it exists.") var overwrite = false
    @OptionGroup var log: LogOptions

    func run() throws {
        log.install()
        guard files.count >= 2 else {
            throw UsageError("sync compares recordings; name at least two files.")
        }
        if let plot {
            guard plot.lowercased().hasSuffix(".png") else {
                throw UsageError("--plot \(plot): a plot is a PNG picture; end its name in .png.")
            }
            try AtomicFile.check(destination: plot, inputs: files, mayReplace: overwrite)
        } else if overwrite {
            throw UsageError("--overwrite has no effect without --plot FILE, which draws the sync.")
        }
        let sync = try SoundSync(files)
        let report = SyncReport(sync)
        Console.output(json ? report.json : report.text)
        if let plot {
            try ImageFile.write(try SyncPlot(sync).draw(), color: .bt709, to: plot, mayReplace: overwrite)
        }
        // What was found is printed; a script has to see that it is nothing.
        if !sync.files.contains(where: \.isMatched) { throw ExitCode(ExitStatus.nothingMatches.rawValue) }
    }
}
