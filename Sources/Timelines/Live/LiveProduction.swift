import MediaIO
import MediaTime
import Parameters
import Placing
import Planning
import Platform
import Timeline

/// A live production as switchers with ISO recording write it (Blackmagic's ATEM ISO models): a folder with the program, a
/// file for each camera in "Video ISO Files", one for each microphone in "Audio Source Files", and the live cut as a `.drp`
/// of lines of JSON. The first line has the sources and what is on air, each further one what changed, and when.
package struct LiveProduction: Sendable {
    /// Cameras and microphones; placed by their timecodes if there is a `.drp`.
    package private(set) var inputs: [Input] = []
    /// The live cut; `nil` without a `.drp`.
    package private(set) var cut: LiveCut?

    /// The ending of the live cut.
    package static let ending = "drp"
    private static let (cameraFolder, soundFolder) = ("Video ISO Files", "Audio Source Files")
    private static let mostBytes = 64 << 20

    /// A folder, or the `.drp` in it.
    ///
    /// - Returns: `nil` for a path that is neither.
    /// - Throws: `PlanError` for a `.drp` that cannot be read, or whose recordings are missing.
    package init?(_ path: String) throws(PlanError) {
        if FilePath(path).ending == Self.ending {
            try read(path)
        } else {
            guard let names = FileSystem.names(inFolder: path), names.contains(Self.cameraFolder) else { return nil }
            if let live = names.first(where: { FilePath($0).ending == Self.ending }) {
                try read(FilePath.join(path, live))
            } else {
                let folder = FilePath.join(path, Self.cameraFolder)
                inputs = (FileSystem.names(inFolder: folder) ?? []).filter(MediaFileName.isRecording).map { name in
                    Input(path: FilePath.join(folder, name))
                }
                nameInputs(besides: FilePath(path).name)
                addSounds(in: path, besides: FilePath(path).name)
            }
        }
        guard !inputs.isEmpty else { throw PlanError("\(path) has no recordings of cameras") }
    }

    private mutating func read(_ path: String) throws(PlanError) {
        guard let bytes = FileSystem.contents(ofFile: path, most: Self.mostBytes + 1) else {
            throw PlanError("\(path) cannot be read: \(lastError())")
        }
        guard bytes.count <= Self.mostBytes else {
            throw PlanError("\(path) has more than 64 MB, which are no live cut")
        }
        var (lines, isCutOff): ([JSONValue], Bool) = ([], false)
        let texts = bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") }).filter { line in
            line.contains { $0 > UInt8(ascii: " ") }
        }
        for (number, line) in texts.enumerated() {
            guard let value = JSONValue(parsing: Array(line)), case .object = value else {
                // A switcher that lost its power has not written its last line.
                isCutOff = number > 0 && number == texts.count - 1
                if isCutOff { break }
                throw PlanError("\(path):\(number + 1): this is no line of JSON, as a switcher writes it")
            }
            lines.append(value)
        }
        guard let first = lines.first, let mode = first["videoMode"]?.string, let rate = Self.rate(of: mode),
            let start = first["masterTimecode"]?.string.flatMap({ Timecode(parsing: $0, at: rate) })
        else {
            throw PlanError("\(path) does not begin with a video mode and a timecode, as a switcher's live cut does")
        }
        let folder = FilePath(path).folder
        let (angles, lost) = addSources(first["sources"]?.elements ?? [], in: folder, rate, start)
        guard !angles.isEmpty else {
            throw PlanError(
                lost.isEmpty
                    ? "\(path) names no files of cameras"
                    : "none of the recordings of \(path) is beside it (\(lost.values.sorted().joined(separator: ", "))); put them into the folders that it names"
            )
        }
        addSounds(in: folder, besides: FilePath(path).stem)
        var live = LiveCut(path: path)
        // By the number of the source; those without a file are colors, stills and black.
        var (shown, missing): (Int?, Set<String>) = (nil, isCutOff ? ["a last line that is cut off"] : [])
        // By the frames that they take.
        var lengths: [Int: Int] = [:]
        for (number, line) in lines.enumerated() {
            if case .object(let members) = line { missing.formUnion(members.keys.filter { !Self.known.contains($0) }) }
            let blocks = (line["mixEffectBlocks"]?.elements ?? []).filter { $0["_index_"]?.integer ?? 0 == 0 }
            guard let code = line["masterTimecode"]?.string.flatMap({ Timecode(parsing: $0, at: rate) }) else {
                if !blocks.isEmpty { missing.insert("a cut without a readable timecode in line \(number + 1)") }
                continue
            }
            // What was on air before the recording began is what it opens with.
            let time = max(.zero, rate.time(ofFrame: Self.frames(from: start, to: code)))
            for block in blocks {
                guard let source = block["source"]?.integer, source != shown else { continue }
                shown = source
                guard let angle = angles[source] else {
                    missing.insert(
                        Self.name(of: source, first) + " at \(time.clockDescription)"
                            + (lost[source].map { " (\($0))" } ?? ""))
                    continue
                }
                let (transition, name) = Self.transition(block["transition"])
                if transition != nil, let frames = block["transition"]?["rate"]?.integer, (1...1000).contains(frames) {
                    lengths[frames, default: 0] += 1
                }
                if let name { missing.insert("the transition \(name) at \(time.clockDescription)") }
                if time == .zero { live.cuts.removeAll() }
                live.cuts.append(SwitchTime(time: time, view: .single(angle), transition: transition))
            }
        }
        if let usual = lengths.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key {
            live.transitionDuration = rate.time(ofFrame: Int64(usual))
            if lengths.count > 1 {
                let others = lengths.keys.filter { $0 != usual }.sorted().map(String.init)
                missing.insert("transitions of \(others.joined(separator: ", ")) frames (all take \(usual) here)")
            }
        }
        live.leftOut = missing.sorted()
        cut = live
    }

    private static let known: Set<String> = ["version", "masterTimecode", "videoMode", "sources", "mixEffectBlocks"]

    /// The cameras, and others that have a file in the folder, by their numbers, and the reasons against other files.
    private mutating func addSources(
        _ sources: [JSONValue], in folder: String, _ rate: FrameRate, _ start: Timecode
    ) -> (angles: [Int: Angle], lost: [Int: String]) {
        var (angles, lost): ([Int: Angle], [Int: String]) = ([:], [:])
        for source in sources {
            guard let number = source["_index_"]?.integer, let file = source["file"]?.string,
                !file.split(separator: "/").contains(".."), !file.hasPrefix("/")
            else { continue }
            let path = FilePath.join(folder, file)
            do { _ = try checkInputFile(path) } catch {
                if case .notFound = error {
                    lost[number] = "\(file) is missing"
                } else if !file.isEmpty {
                    lost[number] = "\(file) is no file with a recording"
                }
                continue
            }
            let name = free(source["name"]?.string.map(Recording.optionName), or: FilePath(file).stem)
            var input = Input(path: path, angle: Angle(name))
            let own = source["startTimecode"]?.string.flatMap { Timecode(parsing: $0, at: rate) } ?? start
            input.offset = rate.time(ofFrame: Self.frames(from: start, to: own))
            inputs.append(input)
            angles[number] = Angle(name)
        }
        return (angles, lost)
    }

    /// The name, if it is one and no other input has it.
    private func free(_ name: String?, or other: String) -> String {
        let name = name.flatMap { $0.isEmpty ? nil : $0 } ?? Recording.optionName(other)
        let taken = Set(inputs.compactMap(\.angle?.name))
        return taken.contains(name) ? (2...).lazy.map { "\(name)-\($0)" }.first { !taken.contains($0) }! : name
    }

    /// The microphones, which begin with the production.
    private mutating func addSounds(in folder: String, besides show: String) {
        let sounds = FilePath.join(folder, Self.soundFolder)
        let known = Set(inputs.map(\.path))
        for name in FileSystem.names(inFolder: sounds) ?? []
        where MediaFileName.soundEndings.contains(FilePath(name).ending) {
            let angle = Angle(free(Self.angle(ofFile: name, besides: show).name, or: name))
            var input = Input(path: FilePath.join(sounds, name), angle: angle)
            guard !known.contains(input.path) else { continue }
            if cut != nil || inputs.contains(where: { $0.offset != nil }) { input.offset = .zero }
            input.isSoundOnly = true
            inputs.append(input)
        }
    }

    private mutating func nameInputs(besides show: String) {
        for index in inputs.indices {
            inputs[index].angle = Self.angle(ofFile: FilePath(inputs[index].path).name, besides: show)
        }
    }

    /// "MIC 1" of "Show MIC 1 01.wav".
    private static func angle(ofFile name: String, besides show: String) -> Angle {
        let stem = FilePath(name).stem
        let own = stem.hasPrefix(show) ? String(stem.dropFirst(show.count).drop { !$0.isLetter && !$0.isNumber }) : stem
        let short = own.wholeMatch(of: /(.*[A-Za-z].* ?[0-9]+) [0-9]{2}/).map { String($0.1) } ?? own
        return Angle(Recording.optionName(short.isEmpty ? stem : short))
    }

    /// "1080p25", "1080i50", "1080p5994", "2160p23.98".
    private static func rate(of mode: String) -> FrameRate? {
        guard let match = mode.firstMatch(of: /[0-9]+([pi])([0-9]+)(?:\.([0-9]+))?/) else { return nil }
        let digits = String(match.2) + (match.3.map { String($0) } ?? "")
        let rates = ["2398": (24_000, 1001), "2397": (24_000, 1001), "2997": (30_000, 1001), "5994": (60_000, 1001)]
        let (above, below) = rates[digits] ?? (Int(digits) ?? 0, 1)
        return FrameRate(Int64(above), Int64(match.1 == "i" && above > 30 * below ? 2 * below : below))
    }

    /// Over midnight, if need be.
    private static func frames(from start: Timecode, to code: Timecode) -> Int64 {
        let day = Timecode(parsing: "23:59:59:00", at: code.rate).map { $0.frame + $0.framesPerSecond } ?? 0
        let frames = code.frame - start.frame
        return frames < -day / 2 ? frames + day : frames
    }

    private static func name(of source: Int, _ first: JSONValue) -> String {
        let entry = first["sources"]?.elements.first { $0["_index_"]?.integer == source }
        return entry?["name"]?.string ?? "source \(source)"
    }

    /// A transition of ours, and the name of one that we do not have.
    private static func transition(_ value: JSONValue?) -> (Specification?, unknown: String?) {
        guard let value else { return (nil, nil) }
        let style = value.string ?? value["style"]?.string ?? value["type"]?.string ?? value["name"]?.string
        switch style?.lowercased() {
        case nil, "cut": return (nil, nil)
        case "mix": return (Specification(name: "dissolve"), nil)
        case "wipe": return (Specification(name: "wipe"), nil)
        case "dip": return (Specification(name: "dip"), nil)
        case let other?: return (nil, other)
        }
    }
}

extension JSONValue {
    fileprivate var string: String? { if case .text(let text) = self { text } else { nil } }
    fileprivate var integer: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }
    fileprivate var elements: [JSONValue] { if case .list(let list) = self { list } else { [] } }
}
