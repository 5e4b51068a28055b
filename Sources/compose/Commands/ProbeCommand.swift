import ArgumentParser
import MediaIO

struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Says what a file holds: size upright, rate, rotation, color, sound, damage.",
        discussion: """
            EXAMPLES
              compose probe front.mov
              compose probe front.mov --json
              compose probe front.mov --deep      decodes all of it, tells the damage
            """)

    @Argument(help: ArgumentHelp("The files to look at.", valueName: "file"), completion: .file())
    var files: [String]
    @Flag(help: "Print everything as JSON, one object a line.") var json = false
    @Flag(help: "Decode everything and tell what is damaged. Takes as long as playing it fast.") var deep = false
    @OptionGroup var log: LogOptions

    func run() throws {
        log.install()
        for file in files {
            let info = try MediaInfo(probing: file)
            let scan = deep ? try DamageScan(info, threads: 1) : nil
            guard json else {
                Console.output(ProbeReport(info, scan: scan).text)
                continue
            }
            Console.output(ProbeReport(info).json)
            if let scan { Console.output(jsonLine(DamageReport(scan, path: file))) }
        }
    }
}
