import Analysis
import MediaIO
import MediaTime
import Timeline

/// Places takes beside one of them by what is known of when they began. What the user placed stays there, and of what
/// nothing is known stays where it was, or follows the file before it.
struct TakeSync {
    /// What a take's file says, and the sound stream that is used.
    struct File {
        var info: MediaInfo
        var audioStream: Int?
    }

    private let method: SyncMethod
    private let files: [File]
    /// By the user, where given.
    private let drifts: [ClockRate?]
    private(set) var takes: [Take]
    /// Of each take, whether the user or a method placed it.
    private(set) var isPlaced: [Bool]
    private(set) var notes: [Diagnostic] = []
    /// The take that the others are placed beside, and those that are to be placed, other cameras' first.
    private var reference = 0
    private var open: [Int] = []
    /// Why takes are not placed, by the method that comes nearest to it.
    private var failures: [Int: NoSync] = [:]

    /// By sound nobody can tell which of two began first to less than this: it is the way from a source to two
    /// microphones that are 3.4 m apart.
    static let arrivalDoubt = MediaTime.milliseconds(10)

    /// - Parameters:
    ///   - takes: as they lie if nothing is known; also of files without a picture, whose footage is what is heard.
    ///   - files: of each.
    ///   - drifts: of each, what the user says.
    ///   - isFixed: of each, whether the user placed it or what it follows.
    ///   - cameraCount: how many of the takes have a picture; they come first.
    init(
        _ method: SyncMethod, _ takes: [Take], _ files: [File], drifts: [ClockRate?], isFixed: [Bool], cameraCount: Int
    ) {
        (self.method, self.takes, self.files, self.drifts) = (method, takes, files, drifts)
        isPlaced = isFixed
        guard isFixed.contains(false) else { return }
        // The usual primary camera, so that its clock is the session's and its sound may be copied. Files without a
        // picture are placed beside a camera, whoever placed that.
        let cameras = takes.indices.prefix(cameraCount)
        let first =
            cameras.first { !isFixed[$0] && takes[$0].angle == "back" } ?? cameras.first { !isFixed[$0] } ?? 0
        reference = first
        let others = takes.indices.filter { $0 != first && !isFixed[$0] }
        open = others.filter { takes[$0].angle != takes[first].angle }
        open += others.filter { takes[$0].angle == takes[first].angle }
    }

    /// - Throws: `MediaError`.
    mutating func run() throws {
        guard !open.isEmpty else { return }
        let assumed = takes
        switch method {
        case .auto:
            placeByTimecode { $0 || $1 }
            try placeBySound()
            placeByTimecode { _, _ in true }
            placeByDate(unlessWithin: StatedTime.dateDoubt)
        case .audio: try placeBySound()
        case .timecode: placeByTimecode { _, _ in true }
        case .clock: placeByDate(unlessWithin: .zero)
        case .none: return
        }
        follow(assumed)
        for index in open {
            // Whoever did not ask hears only of what was compared, and does not fit.
            guard let why = failures[index], method != .auto || [.ambiguous, .unmatched].contains(why) else { continue }
            notes.append(.notSynced(path: takes[index].path, takes[index].angle, method, why))
        }
    }

    private mutating func place(_ index: Int, at clock: TimeMap, _ method: SyncMethod, isWhole: Bool = true) {
        let before = takes[reference].clock
        var place = SyncPlace(
            method: method, reference: takes[reference].path,
            offset: clock.target(at: .zero) - before.target(at: .zero), drift: clock.pieces[0].rate)
        // What cannot be told from what was assumed stays as it was, and with it every byte of the film.
        place.isTogether =
            clock == takes[index].clock || self.method == .auto && method == .audio && isSame(takes[index], at: clock)
        if !place.isTogether { takes[index].clock = clock }
        place.isWhole = isWhole
        (isPlaced[index], isPlaced[reference]) = (true, true)
        open.removeAll { $0 == index }
        failures[index] = nil
        notes.append(.synced(path: takes[index].path, takes[index].angle, place))
    }

    private func isSame(
        _ take: Take, at clock: TimeMap, within doubt: MediaTime = TakeSync.arrivalDoubt
    ) -> Bool {
        clock.pieces.count == 1
            && [take.footage.start, take.footage.end].allSatisfy {
                (clock.target(at: $0) - take.clock.target(at: $0)).magnitude <= doubt
            }
    }
}

// Sound.
extension TakeSync {
    private mutating func placeBySound() throws {
        guard !open.isEmpty else { return }
        let heard = ([reference] + open).sorted()
        let sync = try SoundSync(heard.map { (files[$0].info, files[$0].audioStream) })
        guard sync.reference.sound != nil else { return fail(open, .noSound(path: takes[reference].path)) }
        let other = heard[sync.referenceIndex]
        (open, reference) = (([reference] + open).filter { $0 != other }, other)
        let lost = LostSamples(
            zip(heard, sync.files).filter { $1.isMatched && $1.via == nil }.compactMap { $1.alignment })
        let before = takes[reference].clock
        let drift = before.pieces[0].rate.partsPerMillion
        for (index, file) in zip(heard, sync.files) where index != reference {
            guard let alignment = file.alignment, alignment.verdict == .matched else {
                if method != .auto || isDoubted(index, file, sync.reference) { fail([index], NoSync(file)) }
                continue
            }
            guard method != .auto || alignment.overlap >= Self.leastOverlap else { continue }
            let known = drifts[index].map { alignment.turned(to: (($0.partsPerMillion - drift) / (1 + drift * 1e-6))) }
            let (repaired, isWhole) = lost.repaired(known ?? alignment.withoutDoubtfulDrift)
            guard let clock = TimeMap.beside(before, repaired) else { continue }
            noteLosses(repaired, of: index)
            place(index, at: clock, .audio, isWhole: isWhole)
        }
        if !lost.places.isEmpty, let clock = lost.clock(over: before) {
            takes[reference].clock = clock
            for place in lost.places { noteLoss(of: reference, at: place.time, place.gap) }
        }
    }

    /// Whether sound that places nothing speaks against the place that is assumed: it is long enough to say something,
    /// and none of the lags at which it fits best is that one. Whoever asked for nothing better hears of nothing less.
    private func isDoubted(_ index: Int, _ file: SoundSync.File, _ reference: SoundSync.File) -> Bool {
        guard let alignment = file.alignment, let one = reference.sound, let other = file.sound,
            min(one.duration, other.duration) >= Self.leastTelling
        else { return false }
        let lags = alignment.pieces.prefix(1).map(\.offset) + alignment.alternatives
        return !lags.contains { lag in
            let clock = TimeMap(offset: takes[self.reference].clock.target(at: MediaTime(measured: lag)))
            return isSame(takes[index], at: clock, within: Self.lagDoubt)
        }
    }

    /// Seconds that have to be in common to move a camera unasked: of less, a beep every second shows no second place.
    private static let leastOverlap = 4.5
    /// Seconds: shorter sound may fit anywhere.
    private static let leastTelling = 8.0
    /// Lags of envelopes are found to a step or two of 10 ms.
    private static let lagDoubt = MediaTime.milliseconds(20)

    private mutating func noteLosses(_ alignment: Alignment, of index: Int) {
        for (before, after) in zip(alignment.pieces, alignment.pieces.dropFirst()) {
            noteLoss(of: index, at: after.from, after.offset - before.offset)
        }
    }

    private mutating func noteLoss(of index: Int, at time: Double, _ gap: Double) {
        let take = takes[index]
        notes.append(
            .lostSamples(path: take.path, take.angle, at: MediaTime(measured: time), MediaTime(measured: gap)))
    }

    private mutating func fail(_ indices: [Int], _ why: NoSync) {
        for index in indices where failures[index] == nil { failures[index] = why }
    }
}

// What the files say.
extension TakeSync {
    /// - Parameter isTaken: whether a timecode is, by whether the dates agree with it and whether there are none.
    private mutating func placeByTimecode(_ isTaken: (_ agree: Bool, _ noDates: Bool) -> Bool) {
        for index in open {
            let (one, other) = (files[reference].info, files[index].info)
            guard let offset = StatedTime.timecodeOffset(of: other, beside: one) else {
                if method == .timecode {
                    let isFirst = StatedTime.timecodeOffset(of: one, beside: one) == nil
                    fail([index], .noTimecode(path: isFirst ? one.path : other.path))
                }
                continue
            }
            let dates = StatedTime.dateOffset(of: other, beside: one)
            let agree = dates.map { ($0 - offset).magnitude <= StatedTime.agreement } ?? false
            guard isTaken(agree, dates == nil) else { continue }
            placeByStatement(index, offset, .timecode)
        }
    }

    /// - Parameter doubt: where a date moves a take by no more than this, it says nothing.
    private mutating func placeByDate(unlessWithin doubt: MediaTime) {
        for index in open {
            let (one, other) = (files[reference].info, files[index].info)
            guard let offset = StatedTime.dateOffset(of: other, beside: one) else {
                if method == .clock { fail([index], .noDate(path: one.recordedAt == nil ? one.path : other.path)) }
                continue
            }
            let start = takes[reference].clock.target(at: offset)
            guard doubt == .zero || (start - takes[index].clock.target(at: .zero)).magnitude > doubt else { continue }
            placeByStatement(index, offset, .clock)
        }
    }

    /// Only where the recordings overlap as recordings do: in time with another camera's, after the same camera's.
    private mutating func placeByStatement(_ index: Int, _ offset: MediaTime, _ method: SyncMethod) {
        let own = TimeMap(offset: offset, rate: drifts[index] ?? .one)
        guard let clock = own.followed(by: TimeMap(offset: takes[reference].clock.target(at: .zero))) else { return }
        var take = takes[index]
        take.clock = clock
        let known = takes.indices.filter { $0 != index && ($0 == reference || isPlaced[$0]) }.map { takes[$0] }
        let slack = method == .clock ? StatedTime.dateDoubt : .milliseconds(100)
        let fits =
            known.contains { $0.angle != take.angle && !$0.range.intersection(take.range).isEmpty }
            && known.allSatisfy {
                $0.angle != take.angle || $0.range.intersection(take.range).duration <= slack
            }
        guard fits else {
            if self.method == method { fail([index], .apart) }
            return
        }
        place(index, at: clock, method)
    }

    /// Files of one camera follow each other, also where one of them was moved.
    private mutating func follow(_ assumed: [Take]) {
        for index in takes.indices where !isPlaced[index] && index != reference {
            let own = takes.indices.filter { takes[$0].angle == takes[index].angle }
            if let before = own.last(where: { $0 < index }) {
                let shift = takes[before].range.end - assumed[before].range.end
                takes[index].clock = assumed[index].clock.shifted(by: shift)
            } else if let after = own.first(where: { $0 > index && isPlaced[$0] }) {
                let shift = takes[after].range.start - assumed[after].range.start
                takes[index].clock = assumed[index].clock.shifted(by: shift)
            }
        }
    }
}

extension NoSync {
    fileprivate init(_ file: SoundSync.File) {
        self =
            file.alignment == nil
            ? .noSound(path: file.path) : file.alignment?.verdict == .ambiguous ? .ambiguous : .unmatched
    }
}
