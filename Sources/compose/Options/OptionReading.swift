import ArgumentParser
import Logging
import MediaIO
import MediaTime
import Parameters
import Placing
import Planning
import Platform
import Timeline

/// Parses the text of an option; if that fails, the error tells what the option takes.
///
/// - Parameter takes: continues the message after "--option text:", such as "use 1 to 64."
func reading<Value>(
    _ takes: String, _ parse: @escaping @Sendable (String) -> Value?
) -> @Sendable (String) throws -> Value {
    { text in
        guard let value = parse(text) else { throw UsageError(takes) }
        return value
    }
}

/// A whole number in a range.
func number(_ range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    reading("use \(range.lowerBound) to \(range.upperBound).") { Int($0).flatMap { range.contains($0) ? $0 : nil } }
}

/// A number, with or without its unit: "-6dB", "-6 dB", "-6".
func number(_ text: String, unit: String) -> Double? {
    let isNamed = text.lowercased().hasSuffix(unit.lowercased())
    let digits = (isNamed ? text.dropLast(unit.count) : text[...]).filter { $0 != " " }
    guard digits.allSatisfy({ $0.isNumber || "+-.".contains($0) }) else { return nil }
    return Double(digits)
}

/// What was meant by "1:90".
func secondsHint(_ text: String) -> String? {
    guard let match = text.prefixMatch(of: /([0-9]+):([6-9][0-9])(\.[0-9]+)?/), let minutes = Int(match.1),
        let seconds = Int(match.2), minutes < 1000
    else { return nil }
    let total = minutes * 60 + seconds
    let clock = MediaTime.seconds(Int64(total)).clockDescription.dropLast(".000".count)
    return "a minute has 60 seconds; write \(clock)\(match.3 ?? "") or \(total)\(match.3 ?? "")s."
}

/// A time in a range.
func time(_ range: ClosedRange<MediaTime>, _ takes: String) -> @Sendable (String) throws -> MediaTime {
    { text in
        guard let time = MediaTime(parsing: text) else {
            throw UsageError("not a valid time; \(secondsHint(text) ?? takes)")
        }
        guard range.contains(time) else { throw UsageError(takes) }
        return time
    }
}

func isFolder(_ path: String) -> Bool {
    do throws(MediaError) { try checkInputFile(path) } catch {
        if case .isDirectory = error { return true }
    }
    return false
}

extension Collection<Angle> {
    /// An example with "front" in it, for these cameras.
    func example(_ text: String) -> String {
        guard let first, !contains("front") else { return text }
        return text.replacing("front", with: first.name)
    }

    /// The camera with the typed name.
    ///
    /// - Parameter argument: the option and its value, as typed.
    func camera(_ name: String, of argument: String) throws(UsageError) -> Angle {
        if let camera = named(name) { return camera }
        let known = list(map(\.name), "and")
        if argument.hasPrefix("--gain"), ["music", "voice-over"].contains(name) {
            throw UsageError(
                "\(argument): set the level of the \(name) after its file name: --\(name) FILE:gain=-18dB.")
        }
        throw UsageError(
            "\(argument): there is no camera named '\(name)'\(whose(name) ?? question(about: name, in: map(\.name))) This recording has \(known)."
        )
    }

    /// "; a.mp4 is the front camera.": of a file that was named instead of its camera.
    func whose(_ name: String) -> String? {
        let file = Hint.cameras(in: CommandWords.current).first { path, angle in
            contains(angle) && [path, FilePath(path).name, FilePath(path).stem].contains(name)
        }
        return file.map { "; did you mean '\($0.angle)' (\(FilePath($0.path).name))?" }
    }
}

/// One of x264's and x265's presets.
let encoderPreset = reading("use one of \(VideoCodec.h264.presets.joined(separator: ", ")).") { text in
    VideoCodec.h264.presets.contains(text) ? text : nil
}

/// A preset of any codec; whether the film's codec has it is checked once the footage is known.
let anyEncoderPreset = reading(
    "use one of \(VideoCodec.h264.presets.joined(separator: ", ")); a number for av1 and vp9; "
        + "\(VideoCodec.prores.presets.joined(separator: ", ")) for prores."
) { text in VideoCodec.allCases.contains { $0.presets.contains(text) } ? text : nil }

let encoderRequest = reading(
    "use software, auto, \(EncoderKind.allCases.dropFirst().map(\.rawValue).joined(separator: ", "))."
) { text in
    text == "auto"
        ? CompositionRequest.EncoderRequest.auto
        : EncoderKind(rawValue: text).map(CompositionRequest.EncoderRequest.kind)
}

/// Bits per second: 8M, 2500k, 800000.
let bitRate = reading("write bits per second between 10k and 1000M, such as 8M.") { text -> Int64? in
    let units: [Character: Double] = ["k": 1000, "K": 1000, "m": 1_000_000, "M": 1_000_000]
    let unit = text.last.flatMap { units[$0] }
    guard let number = Double(unit == nil ? text : String(text.dropLast())), number.isFinite else { return nil }
    let bits = number * (unit ?? 1)
    return (10_000...1e9).contains(bits) ? Int64(bits) : nil
}

/// The constant rate factor of any encoder; it is checked against the film's codec once that is known.
let constantRateFactor = reading("use 0 (best) to 51 (worst), such as 20; 63 with av1 and vp9.") { text in
    Double(text).flatMap { (0...63).contains($0) ? $0 : nil }
}

let frameRate = reading("write frames per second from 1 to 480, such as 30, 29.97 or 24000/1001.") { text in
    let number = text.lowercased().hasSuffix("fps") ? trimmed(text.dropLast("fps".count)) : text
    return FrameRate(parsing: number).flatMap { (1...480).contains($0.framesPerSecond) ? $0 : nil }
}

/// A count given by the user, or "auto".
enum AutoCount {
    case auto
    case fixed(Int)

    /// `nil` if the program decides.
    var count: Int? { if case .fixed(let count) = self { count } else { nil } }

    /// A transform of an option: "auto", or 1 to `most`.
    static func reading(upTo most: Int) -> @Sendable (String) throws -> AutoCount {
        compose.reading("use auto, or 1 to \(most).") { text in
            if text == "auto" { return .auto }
            return Int(text).flatMap { (1...most).contains($0) ? .fixed($0) : nil }
        }
    }
}

struct LogOptions: DescribedOptions {
    @Flag(
        name: .shortAndLong,
        help:
            "Print all notes, not only the three most important ones, and what is being done, including FFmpeg's messages; repeat (-v -v) for every part, seek and splice."
    )
    var verbose: Int

    @Option(
        help: ArgumentHelp(
            "Also write a trace of what took how long, for ui.perfetto.dev or chrome://tracing.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var trace: String?

    static let traits = [OptionTraits("verbose", .perCall), OptionTraits("trace", .writes)]

    /// Sends the logs to standard error; silent unless requested.
    func install() throws {
        if let trace { try TraceFile.start(trace) }
        if verbose > 0 { Notes.tellAll() }
        let level: Logger.Level = verbose > 1 ? .trace : verbose == 1 ? .debug : .critical
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
    }
}
