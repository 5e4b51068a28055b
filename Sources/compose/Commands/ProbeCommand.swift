import ArgumentParser
import Audio
import MediaIO

struct ProbeCommand: ServedCommand, DescribedOptions {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Shows what is in a file.",
        discussion: """
            EXAMPLES
              compose probe front.mov
              compose probe front.mov --json
              compose probe front.mov --deep      decodes the file and lists the damage
              compose probe out.mp4 --loudness    decodes the sound: LUFS, range, true peak

            Files that cannot be read are reported, and the others are still probed; the
            exit status is then the highest of all.
            """)

    @Argument(help: ArgumentHelp("The files to probe.", valueName: "file"), completion: .file())
    var files: [String]
    @Flag(help: "Print everything as JSON, one object per line.") var json = false
    @Flag(help: "Decode the whole file and list the damage. As slow as any full decode.") var deep =
        false
    @Flag(help: "Decode the sound and measure it by EBU R 128: integrated loudness, range, true peak.")
    var loudness = false
    @OptionGroup var log: LogOptions

    static let traits = [OptionTraits("deep loudness", field: .flag), OptionTraits("json")]

    func run() throws {
        try log.install()
        var worst: Int32 = 0
        for file in files {
            do {
                try probe(file, on: CommandHost())
            } catch let error as MediaError {
                let failure = Failure(error)!
                Console.error("compose: \(failure.message)")
                if json { Console.output(jsonLine(failure.event(path: file))) }
                worst = max(worst, failure.status)
            }
        }
        // Each error has been reported already: ArgumentParser has nothing to add.
        if worst != 0 { Self.exit(withError: ExitCode(worst)) }
    }

    func answer(on host: CommandHost) throws {
        var asked = self
        asked.json = true
        for file in files { try asked.probe(file, on: host) }
    }

    private func probe(_ file: String, on host: CommandHost) throws {
        var info = try host.info(file)
        try info.findSoundTimecode()
        let scan = deep ? try DamageScan(info, threads: 1) : nil
        let tracks = loudness ? info.audio.filter(\.isDecodable) : []
        let measured = try tracks.map { TrackLoudness(track: $0, loudness: try Loudness(of: $0, in: info)) }
        let report = ProbeReport(info: info, scan: scan, loudness: loudness ? measured : nil)
        if json { host.tell(report.document) } else { Console.output(report.text) }
    }
}
