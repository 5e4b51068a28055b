import ArgumentParser
import MediaIO
import MediaTime
import Export
import Frames
import Planning
import Synchronization

/// Tells how a render goes: a bar on a terminal, JSON lines for programs, one summary line in a pipe.
final class ProgressReporter: Sendable {
    private let style: ProgressStyle
    private let report: PlanReport
    private let started = monotonicSeconds()
    /// Progress comes from several threads.
    private let lastShown = Mutex(0.0)

    init(style: ProgressStyle, _ report: PlanReport) {
        self.style = style
        self.report = report
    }

    private var rate: Double { report.planned.plan.video.frameRate.framesPerSecond }
    private var output: String { report.output ?? "" }
    private var showsBar: Bool { style == .auto && Console.isErrorTerminal }

    func start() {
        if style == .json {
            Console.output(
                jsonLine(Event(event: "start", output: output, frames: report.planned.plan.composition.frameCount)))
        }
        for note in report.planned.notes { Console.error("note: \(note)") }
        let adjustments = report.planned.adjustments
        for adjustment in adjustments.prefix(5) { Console.error("adjusted: \(adjustment)") }
        if adjustments.count > 5 {
            Console.error("adjusted: … and \(adjustments.count - 5) more ('compose plan' lists them)")
        }
    }

    func update(_ progress: RenderProgress) {
        let now = monotonicSeconds()
        // Ten times a second on a terminal, twice for programs.
        let isDue = lastShown.withLock { last in
            guard now - last >= (style == .json ? 0.5 : 0.1) else { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let elapsed = max(now - started, 1e-6)
        // What an earlier run or copying gave for nothing says nothing about what is left.
        let fps = Double(progress.framesDone - progress.framesGiven) / elapsed
        let left = Double(progress.frameCount - progress.framesDone) / max(fps, 1e-6)
        if style == .json {
            Console.output(
                jsonLine(
                    Event(
                        event: "progress", frame: progress.framesDone, frames: progress.frameCount, fps: rounded(fps),
                        speed: rounded(fps / rate), eta: rounded(left), bytes: progress.bytesWritten)))
        } else if showsBar {
            let share = Double(progress.framesDone) / Double(max(1, progress.frameCount))
            let numbers =
                " \(fixed(share * 100, 0)) %  \(fixed(fps, 0)) fps  \(fixed(fps / rate, 2))× realtime  \(duration(left)) left"
            let width = max(10, min(40, Console.columns - numbers.count - 3))
            let filled = Int(share * Double(width))
            Console.status(
                "[" + String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled) + "]"
                    + numbers)
        }
    }

    func finish(_ result: RenderResult) {
        let elapsed = max(monotonicSeconds() - started, 1e-6)
        let composition = report.planned.plan.composition
        let damage = result.damage.sorted { $0.key < $1.key }.map {
            "\(composition.session.takes[$0.key].path): \($0.value)"
        }
        if style == .json {
            Console.output(
                jsonLine(
                    Event(
                        event: "done", output: output, frame: result.frameCount, frames: result.frameCount,
                        fps: rounded(Double(result.frameCount) / elapsed),
                        speed: rounded(Double(result.frameCount) / elapsed / rate),
                        bytes: result.byteCount, seconds: rounded(elapsed), switches: composition.switchCount,
                        damage: damage)))
            return
        }
        if showsBar { Console.status("") }
        for line in damage { Console.error("damage: \(line); concealed with the nearest good picture") }
        guard style != .none else { return }
        let copied = report.copiedFrames * 1000 / max(1, composition.frameCount)
        let how =
            (copied > 0 ? ", \(fixed(Double(copied) / 10, 1)) % copied" : "")
            + (result.framesKept > 0 ? ", \(result.framesKept) kept from before" : "")
        Console.error(
            "\(output): \(composition.duration.clockDescription), \(result.frameCount) frames\(how), \(counted(composition.switchCount, "switch", "switches")), "
                + "\(byteCountText(result.byteCount)), in \(duration(elapsed)) (\(fixed(Double(result.frameCount) / elapsed / rate, 2))× realtime)"
        )
    }

    /// Makes room for the sentence.
    func fail() {
        if showsBar { Console.status("") }
    }

    private func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    private func duration(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9).rounded(.up))
        return whole >= 3600
            ? "\(whole / 3600) h \(whole / 60 % 60) min"
            : whole >= 60 ? "\(whole / 60) min \(whole % 60) s" : "\(fixed(min(seconds, 60), 1)) s"
    }

    private struct Event: Encodable {
        var event: String
        var output: String?
        var frame, frames: Int64?
        var fps, speed, eta: Double?
        var bytes: Int64?
        var seconds: Double?
        var switches: Int?
        var damage: [String]?
        var message: String?
    }
}

enum ProgressStyle: String, ExpressibleByArgument, CaseIterable { case auto, json, none }

extension ProgressStyle {
    /// Whether lines are asked for, also where the command line as a whole cannot be read.
    static func isJSON(in arguments: [String]) -> Bool {
        arguments.contains("--progress=json")
            || zip(arguments, arguments.dropFirst()).contains { $0 == ("--progress", "json") }
    }

    /// Runs `render` and tells its progress, its end and its failure.
    func following(
        _ report: PlanReport, _ renderer: Renderer,
        _ render: (Renderer, @escaping @Sendable (RenderProgress) -> Void) throws -> RenderResult
    ) throws {
        let reporter = ProgressReporter(style: self, report)
        reporter.start()
        Interruption.install()
        Memory.settle(for: renderer.plan)
        var renderer = renderer
        renderer.cancellation = Interruption.cancellation
        do {
            reporter.finish(try render(renderer) { reporter.update($0) })
        } catch {
            reporter.fail()
            throw error
        }
    }
}
