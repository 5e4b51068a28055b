import Audio
import Dispatch
import MediaIO
import MediaTime
import Parameters
import Pictures
import Planning
import Platform
import Render
import Synchronization
import Timeline

/// Draws pictures of the film and plays it, on one thread; on another one, small pictures to choose from. Of the pictures
/// that a page asks for, only the newest is drawn; sound never waits for pictures.
final class Viewer: Sendable {
    /// A frame of a film, which need not be the one that is edited.
    struct Look: Sendable {
        var id: UInt32
        var frame: Int64
        var plan: RenderPlan
        var version: Int
        /// Larger than others.
        var isSharp = false
    }

    /// Films to choose from, each shown by one frame.
    struct Choices: Sendable {
        struct Item: Sendable {
            var number: Int
            var frame: Int64
            var plan: RenderPlan
        }
        var id: UInt32
        var items: [Item]
        var version: Int
    }

    fileprivate struct Playback {
        let page: StudioPage
        let id: UInt32
        /// Frames per frame of the clock; backward if negative. Only 1 has sound.
        let speed: Int64
        var nextFrame: Int64
        var nextSample: Int64
        /// Where the page is, and since when.
        var shown: Int64
        var shownAt: ContinuousClock.Instant
    }

    private struct Orders {
        var plan: RenderPlan?
        var version = 0
        var looks: [(page: StudioPage, look: Look)] = []
        var choices: [(page: StudioPage, choices: Choices)] = []
        var playback: Playback?
        var isOver = false

        var isIdle: Bool { looks.isEmpty && playback == nil }
    }

    fileprivate enum Task {
        case look(StudioPage, Look)
        case sound(Playback, RenderPlan, version: Int)
        case picture(Playback, RenderPlan, version: Int)
    }

    private let orders = Mutex(Orders())
    private let changed = DispatchSemaphore(value: 0)
    private let asked = DispatchSemaphore(value: 0)
    private let threads = Mutex<[WorkerThread]>([])

    /// In frames: how far pictures are ahead of the page.
    private static let lead: Int64 = 12
    /// In samples at 48 kHz: how far sound is, and how much is sent at once.
    private static let soundLead: Int64 = 96_000
    private static let soundPiece: Int64 = 4800
    /// Of the longer side of a picture to choose from, in samples.
    private static let choiceSide = 240

    /// - Parameter failed: called where a picture or sound cannot be read.
    /// - Throws: `RenderError.noThread`.
    init(failed: @escaping @Sendable (any Error, StudioPage) -> Void) throws {
        let thread = try WorkerThread { [self] in
            let screen = Screen()
            while let task = next() {
                // What was shown is about to be drawn over: no memory grows while many pictures are shown.
                do { try perform(task, screen) } catch { failed(error, task.page) }
            }
        }
        let gallery = try WorkerThread { [self] in
            // The film comes first.
            Self.standBack()
            let screen = Screen(longSide: Self.choiceSide)
            while let (page, choices, item) = nextChoice() {
                do {
                    page.send(
                        PageMessage.picture(
                            .choice, try screen.picture(ofFrame: item.frame, of: item.plan), item: item.number,
                            id: choices.id, frame: item.frame, version: choices.version))
                } catch { failed(error, page) }
            }
        }
        threads.withLock { $0 = [thread, gallery] }
    }

    func close() {
        change { $0.isOver = true }
        let threads = self.threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in threads { thread.join() }
    }

    /// Other threads of this program have the processor before this one.
    private static func standBack() {
        #if canImport(Glibc)
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        #endif
    }

    /// The film to be played from now on. What was sent of the film before, but not shown yet, is sent again.
    func show(_ plan: RenderPlan, version: Int) {
        change { orders in
            let isOtherSound = orders.plan.map { $0.mix != plan.mix } ?? false
            (orders.plan, orders.version) = (plan, version)
            guard var playback = orders.playback else { return }
            let now = playback.position(at: plan.composition.frameRate)
            playback.nextFrame = now + playback.speed
            if isOtherSound {
                // What is heard within a fifth of a second stays.
                let soon = Self.sample(of: now, plan) + Self.soundPiece * 2
                playback.nextSample = min(playback.nextSample, soon / Self.soundPiece * Self.soundPiece)
            }
            orders.playback = playback
        }
    }

    func look(_ look: Look, from page: StudioPage) {
        change { orders in
            orders.looks.removeAll { $0.page === page }
            orders.looks.append((page, look))
        }
    }

    func show(_ choices: Choices, to page: StudioPage) {
        change { orders in
            orders.choices.removeAll { $0.page === page }
            if !choices.items.isEmpty { orders.choices.append((page, choices)) }
        }
    }

    /// Plays from a frame on.
    ///
    /// - Returns: another page that played before, and does not any more.
    func play(_ page: StudioPage, id: UInt32, from frame: Int64, speed: Int64) -> StudioPage? {
        change { orders in
            guard let plan = orders.plan else { return nil }
            let other = orders.playback?.page
            orders.looks.removeAll { $0.page === page }
            orders.playback = Playback(
                page: page, id: id, speed: speed, nextFrame: frame, nextSample: Self.sample(of: frame, plan),
                shown: frame, shownAt: .now)
            return other === page ? nil : other
        }
    }

    /// How far a page has played.
    func shown(_ frame: Int64, by page: StudioPage) {
        change { orders in
            guard orders.playback?.page === page else { return }
            (orders.playback!.shown, orders.playback!.shownAt) = (frame, .now)
        }
    }

    func pause(_ page: StudioPage) {
        change { if $0.playback?.page === page { $0.playback = nil } }
    }

    func forget(_ page: StudioPage) {
        change { orders in
            orders.looks.removeAll { $0.page === page }
            orders.choices.removeAll { $0.page === page }
            if orders.playback?.page === page { orders.playback = nil }
        }
    }

    private func change<Result: Sendable>(_ body: (inout sending Orders) -> sending Result) -> Result {
        defer {
            changed.signal()
            asked.signal()
        }
        return orders.withLock(body)
    }

    /// Waits for the next thing to do; `nil` at the end.
    private func next() -> Task? {
        while true {
            let (task, isOver, isIdle) = orders.withLock { orders in
                (orders.isOver ? nil : take(&orders), orders.isOver, orders.isIdle)
            }
            if isOver { return nil }
            if let task { return task }
            // A page that reads slowly tells nobody when it has read.
            _ = changed.wait(timeout: isIdle ? .distantFuture : .now() + .milliseconds(20))
        }
    }

    private func take(_ orders: inout Orders) -> Task? {
        if let playback = orders.playback, let plan = orders.plan, playback.page.isReady, playback.speed == 1,
            playback.nextSample < Self.sample(of: playback.shown, plan) + Self.soundLead,
            playback.nextSample < Self.sample(of: plan.composition.frameCount, plan)
        {
            orders.playback!.nextSample += Self.soundPiece
            return .sound(playback, plan, version: orders.version)
        }
        if let index = orders.looks.indices.first(where: { orders.looks[$0].page.isReady }) {
            let (page, look) = orders.looks.remove(at: index)
            return .look(page, look)
        }
        if var playback = orders.playback, let plan = orders.plan, playback.page.isReady {
            // What is late is left out.
            let now = playback.position(at: plan.composition.frameRate)
            let isLate = playback.speed > 0 ? playback.nextFrame <= now : playback.nextFrame >= now
            if isLate, playback.nextFrame != playback.shown { playback.nextFrame = now + playback.speed }
            let isNear = (playback.nextFrame - playback.shown).magnitude <= (Self.lead * playback.speed).magnitude
            if isNear, (0..<plan.composition.frameCount).contains(playback.nextFrame) {
                defer { orders.playback!.nextFrame = playback.nextFrame + playback.speed }
                return .picture(playback, plan, version: orders.version)
            }
        }
        return nil
    }

    /// Waits for the next picture to choose from; `nil` at the end.
    private func nextChoice() -> (page: StudioPage, choices: Choices, item: Choices.Item)? {
        while true {
            let (isOver, isIdle, found) = orders.withLock { orders in
                (orders.isOver, orders.choices.isEmpty, takeChoice(&orders))
            }
            if isOver { return nil }
            if let found { return found }
            _ = asked.wait(timeout: isIdle ? .distantFuture : .now() + .milliseconds(20))
        }
    }

    private func takeChoice(_ orders: inout Orders) -> (page: StudioPage, choices: Choices, item: Choices.Item)? {
        guard let index = orders.choices.indices.first(where: { orders.choices[$0].page.isReady }) else { return nil }
        let (page, choices) = orders.choices[index]
        let item = orders.choices[index].choices.items.removeFirst()
        if orders.choices[index].choices.items.isEmpty { orders.choices.remove(at: index) }
        return (page, choices, item)
    }

    private func perform(_ task: Task, _ screen: Screen) throws {
        switch task {
        case .look(let page, let look):
            let send = { (bytes: [UInt8], isKeyFrame: Bool) in
                page.send(
                    PageMessage.picture(
                        .picture, bytes, isKeyFrame: isKeyFrame, id: look.id, frame: look.frame, version: look.version))
            }
            guard !look.isSharp else {
                return send(try screen.sharpPicture(ofFrame: look.frame, of: look.plan), false)
            }
            if let key = try screen.keyFrame(before: look.frame, of: look.plan) {
                send(key, true)
                // Whoever drags wants another picture soon, not this one.
                for _ in 0..<4 where !isOutdated(page) { _ = changed.wait(timeout: .now() + .milliseconds(8)) }
                guard !isOutdated(page) else { return }
            }
            send(try screen.picture(ofFrame: look.frame, of: look.plan), false)
            try screen.check(look.plan)
        case .sound(let playback, let plan, let version):
            let sound = try screen.sound(from: playback.nextSample, Self.soundPiece, of: plan)
            playback.page.send(
                PageMessage.sound(sound, id: playback.id, from: playback.nextSample, version: version))
        case .picture(let playback, let plan, let version):
            playback.page.send(
                PageMessage.picture(
                    .picture, try screen.picture(ofFrame: playback.nextFrame, of: plan), id: playback.id,
                    frame: playback.nextFrame, version: version))
        }
    }

    /// Whether a page asks for another picture meanwhile.
    private func isOutdated(_ page: StudioPage) -> Bool {
        orders.withLock { orders in
            orders.isOver || orders.looks.contains { $0.page === page } || orders.playback?.page === page
        }
    }

    private static func sample(of frame: Int64, _ plan: RenderPlan) -> Int64 {
        plan.composition.frameRate.time(ofFrame: frame).ticks(in: .perSecond(AudioBuffer.sampleRate), .nearest)
    }
}

extension Viewer.Task {
    fileprivate var page: StudioPage {
        switch self {
        case .look(let page, _): page
        case .sound(let playback, _, _), .picture(let playback, _, _): playback.page
        }
    }
}

extension Viewer.Playback {
    /// The frame that the page should show now.
    fileprivate func position(at rate: FrameRate) -> Int64 {
        let seconds = (ContinuousClock.now - shownAt) / .seconds(1)
        // A page that says nothing for long is not playing on.
        return shown + Int64(min(max(0, seconds), 1) * rate.framesPerSecond) * speed
    }
}
