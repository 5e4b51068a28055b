import ArgumentParser
import Audio
import MediaIO
import MediaTime
import Planning
import Render
import Synchronization
import Timeline
import Timelines

/// Reports the progress of a render: a bar on a terminal, JSON lines for programs, one summary line in a pipe.
final class ProgressReporter: Sendable {
    private let style: ProgressStyle
    private let report: PlanReport
    /// Takes the lines for programs.
    private let tell: @Sendable (any Encodable) -> Void
    private let started = monotonicSeconds()
    /// Progress comes from several threads.
    private let state = Mutex(State())

    private struct State {
        var lastShown = 0.0
        var encoded: Int64 = 0
        var toEncode: Int64 = 0
        /// Finished by an earlier run.
        var kept: Int64 = 0
        /// Of encoding, and of writing.
        var (encoding, writing) = (Pace(), Pace())
    }

    /// Writing a picture costs about a hundredth of encoding one: 0.2 ms versus 20 ms at 1080p.
    private static let writingCost = 0.01

    init(
        style: ProgressStyle, _ report: PlanReport,
        tell: @escaping @Sendable (any Encodable) -> Void = CommandHost().tell
    ) {
        (self.style, self.report, self.tell) = (style, report, tell)
    }

    private var isChunk: Bool { if case .chunk = report.purpose { true } else { false } }

    private var level: LevelTarget? { report.planned.plan.output.audio.level }
    private var composition: Composition { report.planned.plan.composition }
    private var rate: Double { report.planned.plan.video.frameRate.framesPerSecond }
    private var output: String { report.output ?? "" }
    private var showsBar: Bool { style == .auto && Console.isErrorTerminal }
    /// Of all films of the pass.
    private var allCopied: Int64 {
        isChunk ? 0 : report.furtherReports.reduce(report.copiedFrames) { $0 + $1.copiedFrames }
    }
    private var copiedFrames: Int64 { isChunk ? 0 : report.copiedFrames }

    func start() {
        if style == .json {
            tell(report.start)
            for note in report.notes { tell(MessageEvent("note", note)) }
            for adjustment in report.adjustments {
                tell(MessageEvent("adjustment", report.adjustmentText.told(adjustment)))
            }
            return
        }
        // The plan's notes are shown when it is written, and not again for each of its parts.
        if !isChunk { Notes.tell(report.messages, about: report.planned.plan.inputFiles) }
    }

    func update(_ progress: RenderProgress) {
        guard style == .json || showsBar else { return }
        let now = monotonicSeconds()
        let isWriting = progress.framesWritten > 0
        let state = state.withLock { state -> State? in
            if isWriting {
                state.writing.add(Double(progress.framesWritten), at: now)
            } else if progress.analyzed == nil {
                state.encoded = max(state.encoded, progress.framesDone - progress.framesGiven)
                state.toEncode = progress.frameCount - progress.framesGiven
                state.kept = max(0, progress.framesGiven - allCopied)
                state.encoding.add(Double(state.encoded), at: now)
            }
            // Ten times a second on a terminal, twice for programs.
            guard now - state.lastShown >= (style == .json ? 0.5 : 0.1) else { return nil }
            state.lastShown = now
            return state
        }
        guard let state else { return }
        let elapsed = max(now - started, 1e-6)
        let done = Double(state.encoded) + Double(progress.framesWritten) * Self.writingCost
        let all = Double(state.toEncode) + Double(progress.frameCount) * Self.writingCost
        let work = min(1, done / max(all, 1e-6))
        let left =
            isWriting
            ? state.writing.rate.map { Double(progress.frameCount - progress.framesWritten) / $0 }
            : state.encoding.rate.map { (all - done) / $0 }
        let eta = progress.analyzed == nil ? left.map { max(0, $0) } : nil
        let fps = isWriting ? nil : state.encoding.rate
        if style == .json {
            tell(
                ProgressEvent(
                    phase: progress.analyzed != nil ? .analyze : isWriting ? .write : .encode, work: rounded(work, 4),
                    encodedFrames: state.encoded,
                    framesToEncode: state.toEncode, fps: fps.map { rounded($0, 2) },
                    speed: fps.map { rounded($0 / rate, 2) }, eta: eta.map { rounded($0, 2) },
                    bytes: progress.bytesWritten, seconds: rounded(elapsed, 2),
                    analyzed: progress.analyzed.map { rounded($0, 4) }))
        } else if let analyzed = progress.analyzed {
            Console.showAnalysis(analyzed)
        } else {
            let share = ProgressBar.share(done: done, of: all, kept: Double(state.kept))
            let bar = ProgressBar(share: share, fps: fps, speed: fps.map { $0 / rate }, left: eta)
            Console.status(bar.line(columns: Console.columns))
        }
    }

    /// - Parameter seconds: how long it took; `nil` for since the reporter was made.
    func finish(_ results: [RenderResult], seconds: Double? = nil) {
        let elapsed = max(seconds ?? monotonicSeconds() - started, 1e-6)
        let (result, others) = (results[0], Array(zip(further, results.dropFirst())))
        guard style != .json else { return tell(done(result, elapsed, also: others)) }
        if showsBar { Console.status("") }
        defer {
            for (take, damage) in result.damage.sorted(by: { $0.key < $1.key }) {
                let path = report.planned.plan.path(of: take)
                Console.error("damage: \(path): \(damage); \(remedy(damage, of: take))")
            }
        }
        guard style != .none else { return }
        if let verification = result.verification { Console.error(verification.text) }
        let kept = result.framesKept > 0 ? ", \(result.framesKept) frames kept from an earlier run" : ""
        let pace =
            result.frameCount > 0 && Notes.tellsAll
            ? " (\(fixed(Double(result.frameCount) / elapsed / rate, 2))× realtime)" : ""
        let untold = Notes.tell(last: remarks(result)).map { "; \($0)" }.joined()
        Console.error("\(output): \(what(result))\(kept), in \(durationText(elapsed))\(pace)\(untold)")
        for (reporter, result) in others {
            if let verification = result.verification { Console.error(verification.text) }
            let untold = Notes.tell(last: reporter.remarks(result)).map { "; \($0)" }.joined()
            Console.error("\(reporter.output): \(reporter.what(result))\(untold)")
        }
        for file in report.deliverySet?.files ?? [] {
            let size = byteCountText(FileState(path: file.path)?.size ?? 0)
            Console.error("\(file.path): \(file.cut.source.path) cut to the film, not encoded, \(size)")
        }
    }

    /// What is known only when the film is finished.
    private func remarks(_ result: RenderResult) -> [String] {
        guard case .film = report.purpose else { return [] }
        let isPlanned = CommandWords.current.contains(where: PlanFile.isPlan)
        let loudness = result.loudness.flatMap {
            LoudnessText($0).remark(
                for: level, isPlanned: isPlanned, nearer: { try? report.planned.plan.nearerMicrophone() })
        }
        let size = report.planned.destination.flatMap { destination in
            result.byteCount > destination.mostBytes
                ? "\(destination.name) takes files of up to \(byteCountText(destination.mostBytes)), and this one has \(byteCountText(result.byteCount)); use a smaller --max-bitrate"
                : nil
        }
        return [size, loudness].compactMap(\.self)
    }

    /// For films made in the same pass.
    private var further: [ProgressReporter] {
        report.furtherReports.map { ProgressReporter(style: style, $0, tell: tell) }
    }

    /// "0:45.000, 12.3 MB, sound from back at -18.2 LUFS"; with `-v` also "1350 frames, 9 switches, 82.9% copied as
    /// recorded" and the true peak.
    private func what(_ result: RenderResult) -> String {
        let frames = counted(Int(result.frameCount), "frame", "frames")
        let (length, size) = (composition.duration.clockDescription, byteCountText(result.byteCount))
        switch report.purpose {
        case .chunk(let chunk): return "part \(chunk.number) of \(chunk.count), \(frames), \(size)"
        case .reorientation:
            return "\(length), \(size)" + (report.planned.plan.audioCopy == nil ? "" : ", sound copied")
        case .film, .preview:
            let all = Notes.tellsAll
            let share =
                copiedFrames == 0 ? "nothing copied" : "\(fixed(report.copiedShare * 100, 1))% copied as recorded"
            let copied = all || report.asksForCopies ? share : nil
            let zooms = result.zooms.map { (report.planned.plan.composition.session.takes[$0.take].angle, $0.zoom) }
            let steadied = stabilizedText(zooms)
            let loudness = result.loudness.map { LoudnessText($0) }
            let target = level
            let heard = loudness.map { ", " + (all ? $0.summary(for: target) : $0.level(for: target)) }
            return [
                length, all ? frames : nil, all ? report.switches : nil, copied, size, steadied,
                report.heard + (heard ?? ""),
            ].compactMap(\.self).joined(separator: ", ")
        }
    }

    /// "front stabilized, zoomed in by 7%"; the largest zoom, if a camera has several takes.
    private func stabilizedText(_ zooms: [(angle: Angle, zoom: Double)]) -> String? {
        let largest = Dictionary(zooms.map { ($0.angle, $0.zoom) }, uniquingKeysWith: max)
        let texts = largest.sorted { $0.key.name < $1.key.name }.map { angle, zoom in
            zoom > 1
                ? "\(angle) stabilized, zoomed in by \(Int(((zoom - 1) * 100).rounded(.up)))%"
                : "\(angle) stabilized without a zoom"
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    private func remedy(_ damage: Damage, of input: SourceID) -> String {
        let isOnlySound = damage.pictureCount == 0 && !damage.isTruncated
        guard isOnlySound || input.take == nil else {
            return "concealed with the nearest good picture"
        }
        return report.planned.plan.audioCopy?.input == input ? "copied as it is" : "concealed with silence"
    }

    private func done(
        _ result: RenderResult, _ elapsed: Double, also others: [(ProgressReporter, RenderResult)] = []
    ) -> DoneEvent {
        let frames = isChunk ? result.frameCount : composition.frameCount
        let remarks = remarks(result)
        return DoneEvent(
            output: output, frameCount: frames, pictureCount: result.frameCount, copiedFrames: copiedFrames,
            encodedFrames: frames - copiedFrames - result.framesKept, keptFrames: result.framesKept,
            copiedShare: isChunk ? 0 : report.copiedShare, bytes: result.byteCount, seconds: rounded(elapsed, 2),
            fps: rounded(Double(frames) / elapsed, 2), speed: rounded(Double(frames) / elapsed / rate, 2),
            switches: composition.switchCount,
            stabilized: result.zooms.isEmpty
                ? nil
                : result.zooms.map {
                    .init(path: report.planned.plan.sources[$0.take].path, zoom: rounded($0.zoom, 4))
                },
            verification: result.verification.map {
                .init(splices: $0.splices, copiedStretches: $0.copiedStretches, pictures: $0.pictures)
            },
            damage: result.damaged(report.planned.plan), framesNotDecoded: copiedFrames,
            audioNotDecoded: !isChunk && report.planned.plan.audioCopy != nil && result.loudness == nil,
            loudness: result.loudness.map { LoudnessEvent($0) },
            remarks: remarks.isEmpty ? nil : remarks,
            also: others.isEmpty ? nil : others.map { $0.done($1, elapsed) },
            cuts: report.deliverySet?.files.map {
                .init(output: $0.path, bytes: FileState(path: $0.path)?.size ?? 0)
            })
    }

    /// Clears the line for an error message.
    func fail() {
        if showsBar { Console.status("") }
    }
}

extension RenderResult {
    /// The recordings in which damage was found.
    func damaged(_ plan: RenderPlan) -> [DoneEvent.Damaged] {
        damage.sorted { $0.key < $1.key }.map { input, damage in
            .init(
                path: plan.path(of: input), message: "\(damage)", pictures: damage.pictureCount,
                gapsInAudio: damage.audioCount, truncated: damage.isTruncated)
        }
    }
}

extension Verification {
    /// "verified: 12 splices and 9 copied stretches; all 540 pictures compared are identical".
    fileprivate var text: String {
        guard copiedStretches > 0 else { return "nothing to verify: no frames were copied" }
        let stretches = counted(copiedStretches, "copied stretch", "copied stretches")
        return "verified: \(splices == 0 ? stretches : "\(counted(splices, "splice", "splices")) and \(stretches)"); "
            + "all \(counted(pictures, "picture", "pictures")) compared are identical"
    }
}

enum ProgressStyle: String, ExpressibleByArgument, CaseIterable { case auto, json, none }

extension ProgressStyle {
    /// Whether JSON lines are requested, even if the command line as a whole cannot be parsed.
    static func isJSON(in arguments: [String]) -> Bool {
        arguments.contains("--progress=json")
            || zip(arguments, arguments.dropFirst()).contains { $0 == ("--progress", "json") }
    }

    /// Runs `render` and reports its progress, its end and any failure.
    func following(
        _ report: PlanReport, _ renderer: Renderer, on host: CommandHost = CommandHost(),
        _ render: (Renderer, @escaping @Sendable (RenderProgress) -> Void) throws -> [RenderResult]
    ) throws {
        let reporter = ProgressReporter(style: self, report, tell: host.tell)
        reporter.start()
        Interruption.install()
        Memory.settle(for: report.planned.plan)
        var renderer = renderer
        // A failure stops its own threads, but not the films after it.
        renderer.cancellation = Cancellation(within: host.cancellation)
        do {
            reporter.finish(try render(renderer) { reporter.update($0) })
        } catch {
            reporter.fail()
            throw error
        }
    }
}

/// One progress line, for a terminal of any width.
struct ProgressBar {
    /// Fraction of the work done, 0 to 1.
    var share: Double
    /// Encoding speed; `nil` while nothing is encoded.
    var fps, speed: Double?
    /// Seconds; `nil` while unknown.
    var left: Double?

    /// A film that is continued begins where it is.
    ///
    /// - Parameter kept: what an earlier run finished.
    static func share(done: Double, of all: Double, kept: Double) -> Double {
        min(1, (done + kept) / max(all + kept, 1e-6))
    }

    /// The line, narrower than the terminal, because a character in the last column would start a new line.
    func line(columns: Int) -> String {
        let percent = "\(fixed(min(max(share, 0), 1) * 100, 0))%"
        let remaining = left.map { "\(durationText($0)) left" }
        let rate = fps.map { "\(fixed($0, 0)) fps" }
        let pace = speed.map { "\(fixed($0, 2))× realtime" }
        // The least informative parts are dropped first.
        let variants = [
            [percent, rate, pace, remaining], [percent, rate, remaining], [percent, remaining], [percent],
        ]
        .map { $0.compactMap { $0 }.joined(separator: "  ") }
        let room = max(1, columns - 1)
        let numbers = variants.first { $0.count + Self.leastBar + 3 <= room } ?? variants[3]
        let width = min(40, room - numbers.count - 3)
        guard width >= Self.leastBar else { return String(numbers.prefix(room)) }
        let filled = Int(min(max(share, 0), 1) * Double(width))
        return "[" + String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled) + "] "
            + numbers
    }

    private static let leastBar = 10
}
