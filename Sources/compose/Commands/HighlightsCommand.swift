import ArgumentParser
import MediaIO
import MediaTime
import Planning
import Platform
import Render
import Timelines

struct HighlightsCommand: ServedCommand, DescribedOptions {
    static let configuration = CommandConfiguration(
        commandName: "highlights",
        abstract: "Makes films of the best moments, or plans.",
        usage: "compose highlights FILE ... [options] [-o FILE]",
        discussion: """
            EXAMPLES
              compose highlights anna.mov ben.mov --switch auto
              compose highlights anna.mov ben.mov --delivery shorts -o short.mp4
              compose highlights talk.mp4 --count 5 --length 20s..40s -o talk.otio

            Looks for whole turns of speech in which people laugh or clap, answer each
            other, are loud, or much happens in the picture; no word is cut. With
            -o short.mp4, films short-1.mp4, short-2.mp4, … are written, and with
            -o short.otio plans of them, the best first. All options of films apply.
            """)

    @OptionGroup(title: "Recordings") var input: InputOptions
    @OptionGroup var composition: CompositionOptions

    @Option(help: "How many moments, at most.", transform: number(1...100)) var count = 3
    @Option(
        help: ArgumentHelp("How long each may be, such as 20s..40s.", valueName: "time..time"),
        transform: LengthRange.read)
    var length = LengthRange(times: .seconds(30) ... .seconds(60))

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "What to write, numbered: plans (.otio) or films (.mp4, .mov, .mkv, .webm). (default: highlight.otio)",
            valueName: "file"),
        completion: .file(extensions: [PlanFile.ending] + Container.allCases.map(\.rawValue)))
    var output: String?

    @Flag(help: "Replace files that exist.") var overwrite = false
    @Flag(
        name: [.customLong("dry-run"), .customShort("n")], help: "Only list the moments, without writing anything.")
    var dryRun = false
    @Flag(help: "Print the moments as JSON.") var json = false
    @OptionGroup var log: LogOptions

    static let traits = [
        OptionTraits("output", .writes, field: .text), OptionTraits("overwrite", .writes, field: .flag),
        OptionTraits("count", field: .value("a number")), OptionTraits("length", field: .text),
        OptionTraits("dry-run", .perCall), OptionTraits("json"),
    ]

    func run() throws {
        try log.install()
        try run(on: CommandHost(), isForPrograms: json)
    }

    func answer(on host: CommandHost) throws { try run(on: host, isForPrograms: true) }

    private func run(on host: CommandHost, isForPrograms: Bool) throws {
        // A server writes what it is told to, and its films one after another.
        let isServed = host.shelf != nil
        let output = output ?? "highlight.otio"
        let writes = !dryRun && !(isServed && self.output == nil)
        guard !input.files.contains(where: PlanFile.isTimeline) else {
            throw UsageError("highlights are searched in recordings; name them instead of a plan.")
        }
        let isPlan = PlanFile.isPlan(output)
        guard isPlan || !isServed else {
            throw UsageError("output \(output): plans are written here (.otio); render each with 'render'.")
        }
        let container = isPlan ? nil : try Container(path: output)
        // Before an hour is heard.
        let inputs = try input.files.map { try InputOptions.input($0).path }
        for number in 1...count where writes {
            let name = Self.numbered(number, output)
            try AtomicFile.check(destination: name, inputs: inputs, mayReplace: overwrite)
        }
        let recording = try host.recording(input, isSilent: isForPrograms)
        let request = try composition.request(recording, for: container)
        let found = try request.plannedHighlights(recording, count: count, lengths: length.times)
        let names = found.indices.map { Self.numbered($0 + 1, output) }
        if found.count < count {
            Notes.add(
                "only \(counted(found.count, "moment", "moments")) of \(length) \(found.count == 1 ? "begins and ends" : "begin and end") between words",
                .minor)
        }
        if isForPrograms {
            host.tell(HighlightsEvent(found.map(\.highlight), outputs: writes ? names : []))
        } else {
            for (number, (highlight, _)) in found.enumerated() {
                Console.output("\(number + 1)  \(highlight.text)\(writes ? "  \(names[number])" : "")")
            }
        }
        guard writes else { return }
        for ((_, planned), name) in zip(found, names) {
            guard isPlan else {
                let report = PlanReport(planned, output: name)
                let renderer = Renderer(plan: planned.plan, output: name, mayReplace: overwrite)
                try (isForPrograms ? ProgressStyle.none : .auto).following(report, renderer, on: host) {
                    try $0.run(progress: $1)
                }
                continue
            }
            try PlanFile.write(
                planned.document(name: PlanFile.name(of: name)), to: name,
                inputs: planned.plan.inputFiles, mayReplace: overwrite)
        }
        guard !isForPrograms, isPlan, let first = names.first else { return }
        Console.error(
            "wrote \(counted(names.count, "plan", "plans")); look at one with: compose studio \(quoted(first)), render it with: compose render \(quoted(first)) -o out.mp4"
        )
    }

    /// "short-1.mp4".
    private static func numbered(_ number: Int, _ output: String) -> String {
        let path = FilePath(output)
        return FilePath.join(path.folder, "\(path.stem)-\(number).\(path.ending)")
    }
}

/// How long something may be: "30s..60s".
struct LengthRange: CustomStringConvertible {
    var times: ClosedRange<MediaTime>

    var description: String { "\(times.lowerBound.clockDescription) to \(times.upperBound.clockDescription)" }

    static func read(_ text: String) throws -> LengthRange {
        let parts = text.split(separator: "..", maxSplits: 1).map { MediaTime(parsing: String($0)) }
        guard parts.count == 2, let least = parts[0], let most = parts[1], .seconds(1) <= least, least <= most,
            most <= .seconds(600)
        else { throw UsageError("write the shortest and the longest, from 1s to 10min, such as 30s..60s.") }
        return LengthRange(times: least...most)
    }
}

extension Highlight {
    /// "12:31.240 to 13:14.060: people laugh or clap at 12:58.200; 9 turns of anna and ben; louder than usual".
    fileprivate var text: String {
        let why = reasons.map(\.description).joined(separator: "; ")
        return "\(range.start.clockDescription) to \(range.end.clockDescription)\(why.isEmpty ? "" : ": \(why)")"
    }
}

/// The moments, for programs.
private struct HighlightsEvent: Encodable {
    struct Found: Encodable {
        var start, end, score: Double
        var reasons: [Reason]
        var output: String?
    }

    struct Reason: Encodable {
        var reason: String
        var time: Double?
        var turns: Int?
        var speakers: [String]?
    }

    var event = "highlights"
    var highlights: [Found]

    init(_ found: [Highlight], outputs: [String]) {
        highlights = found.enumerated().map { number, highlight in
            Found(
                start: highlight.range.start.approximateSeconds, end: highlight.range.end.approximateSeconds,
                score: highlight.score, reasons: highlight.reasons.map(Reason.init),
                output: number < outputs.count ? outputs[number] : nil)
        }
    }
}

extension HighlightsEvent.Reason {
    fileprivate init(_ reason: Highlight.Reason) {
        switch reason {
        case .laughter(let time): self.init(reason: "laughter", time: time.approximateSeconds)
        case .exchange(let turns, let who):
            self.init(reason: "exchange", turns: turns, speakers: who.map(\.name))
        case .loud: self.init(reason: "loud")
        case .lively: self.init(reason: "lively")
        case .fluent: self.init(reason: "fluent")
        }
    }
}
