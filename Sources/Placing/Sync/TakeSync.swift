import MediaIO
import MediaTime
import Timeline

/// Places takes relative to one of them by the evidence for when they began. Takes placed by the user stay there; takes
/// without evidence stay where they were, or follow the file before them.
struct TakeSync {
    /// The metadata of a take's file, and the sound stream to use.
    struct File {
        var info: MediaInfo
        var audioStream: Int?
    }

    let method: SyncMethod
    let files: [File]
    /// From the user, if given.
    let drifts: [ClockRate?]
    var takes: [Take]
    /// Where devices lost samples of their sound, for takes with a picture: see `Source.soundJumps`. A device that loses
    /// sound goes on filming, so `takes` have clocks without jumps.
    var soundJumps: [Int: TimeMap] = [:]
    /// For each take, whether the user or a method placed it.
    private(set) var isPlaced: [Bool]
    var notes: [Diagnostic] = []
    /// The take that the others are placed relative to, and those still to be placed, other cameras' first.
    var reference = 0
    var open: [Int] = []
    /// The positions found for takes, and why others are not placed, by the method that came closest.
    private(set) var places: [Int: SyncPlace] = [:]
    var failures: [Int: NoSync] = [:]
    /// The sound analysis, and the takes it covers.
    var sound: (sync: SoundSync, takes: [Int])?
    /// The takes whose sound was compared and does not match.
    var unlike: Set<Int> {
        guard let sound else { return [] }
        return Set(zip(sound.takes, sound.sync.files).filter { $1.alignment?.verdict == .unmatched }.map(\.0))
    }
    private let cameraCount: Int
    let hearing: (Hearing) -> Void

    /// Sound cannot tell which of two began first to better than this: the travel time between two microphones 3.4 m
    /// apart.
    static let arrivalDoubt = MediaTime.milliseconds(10)

    /// - Parameters:
    ///   - takes: at their default positions; including files without a picture, whose footage is their sound.
    ///   - files: one per take.
    ///   - drifts: the user's value for each.
    ///   - isFixed: for each, whether the user placed it or the file that it follows.
    ///   - cameraCount: how many of the takes have a picture; they come first, unless `reference` is given.
    ///   - reference: the take that the others are placed relative to; a camera if omitted.
    ///   - hearing: called with the progress of reading a file's sound.
    init(
        _ method: SyncMethod, _ takes: [Take], _ files: [File], drifts: [ClockRate?], isFixed: [Bool],
        cameraCount: Int, reference: Int? = nil, hearing: @escaping (Hearing) -> Void = { _ in }
    ) {
        (self.method, self.takes, self.files, self.drifts) = (method, takes, files, drifts)
        (self.cameraCount, self.hearing) = (cameraCount, hearing)
        isPlaced = isFixed
        guard isFixed.contains(false) else { return }
        // The usual primary camera, so that its clock is the session's and its sound may be copied. Files without a
        // picture are placed relative to a camera, however that was placed.
        let cameras = takes.indices.prefix(cameraCount)
        let first =
            reference ?? cameras.first { !isFixed[$0] && takes[$0].angle == "back" } ?? cameras.first { !isFixed[$0] }
            ?? 0
        self.reference = first
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
            try placeBySound()
            placeByTimecode()
            placeByDate(unlessWithin: StatedTime.dateDoubt)
            failByDate()
            failByUnsetTimecode()
        case .audio: try placeBySound()
        case .timecode: placeByTimecode()
        case .clock: placeByDate(unlessWithin: .zero)
        case .none: return
        }
        follow(assumed)
        if placeCompanions() { follow(assumed) }
        noteFailures()
    }

    /// If sync was not requested, reports only takes that were compared and do not match, and only once that nothing is
    /// known.
    private mutating func noteFailures() {
        let unknown = open.first { failures[$0] == .unknown && $0 < cameraCount }
        for index in open {
            guard let why = failures[index],
                method != .auto || why.isOfSound || why == .apart || index == unknown
            else { continue }
            let method = method == .auto && why == .apart ? .clock : method
            notes.append(.notSynced(path: takes[index].path, takes[index].angle, method, why))
        }
    }

    /// - Parameter other: the take that it is placed relative to, if not the reference.
    mutating func place(
        _ index: Int, at clock: TimeMap, _ method: SyncMethod, isWhole: Bool = true, beside other: Int? = nil
    ) {
        let before = takes[other ?? reference].clock
        var place = SyncPlace(
            method: method, reference: takes[other ?? reference].path,
            offset: clock.target(at: .zero) - before.target(at: .zero), drift: clock.pieces[0].rate)
        // A position indistinguishable from the assumed one stays unchanged, and so does every byte of the film.
        place.isTogether =
            clock == takes[index].clock
            || self.method == .auto && method == .audio && isSame(takes[index], at: clock.withoutJumps)
        setClock(clock, of: index, isTogether: place.isTogether)
        place.isWhole = isWhole
        (isPlaced[index], isPlaced[other ?? reference]) = (true, true)
        open.removeAll { $0 == index }
        // Its position relative to the reference is as unknown as the other's.
        if other == nil { (places[index], failures[index]) = (place, nil) }
        notes.append(.synced(path: takes[index].path, takes[index].angle, place))
    }

    /// Sets the clock of a take's sound, whose jumps do not concern its pictures.
    ///
    /// - Parameter isTogether: the take stays where it is, but for the jumps.
    mutating func setClock(_ clock: TimeMap, of index: Int, isTogether: Bool = false) {
        let hasJumps = clock.pieces.count > 1 && files[index].info.video != nil
        if hasJumps { soundJumps[index] = clock.jumps }
        if !isTogether { takes[index].clock = hasJumps ? clock.withoutJumps : clock }
    }

    /// From the time stamps of a take's sound to the session clock.
    func soundClock(of index: Int) -> TimeMap { takes[index].clock(ofSound: soundJumps[index]) }

    mutating func fail(_ indices: [Int], _ why: NoSync) {
        for index in indices where failures[index] == nil { failures[index] = why }
    }

    func isSame(
        _ take: Take, at clock: TimeMap, within doubt: MediaTime = TakeSync.arrivalDoubt
    ) -> Bool {
        [take.footage.start, take.footage.end].allSatisfy {
            (clock.target(at: $0) - take.clock.target(at: $0)).magnitude <= doubt
        }
    }
}

// Sync by metadata.
extension TakeSync {
    private mutating func placeByTimecode() { placeRepeatedly { $0.placeEachByTimecode() } }

    /// One may overlap only with another that is placed after it.
    private mutating func placeRepeatedly(_ place: (inout Self) -> Void) {
        var count = 0
        repeat {
            count = open.count
            place(&self)
        } while open.count < count
    }

    private mutating func placeEachByTimecode() {
        for index in open {
            let (one, other, isAsked) = (files[reference].info, files[index].info, method == .timecode)
            guard let offset = StatedTime.timecodeOffset(of: other, beside: one, evenUnset: isAsked) else {
                if isAsked {
                    let isFirst = StatedTime.timecodeOffset(of: one, beside: one, evenUnset: true) == nil
                    fail([index], .noTimecode(path: isFirst ? one.path : other.path))
                }
                continue
            }
            placeByStatement(index, offset, .timecode)
        }
    }

    /// Tells which takes their timecodes would move if they were asked.
    private mutating func failByUnsetTimecode() {
        for index in open {
            let (one, other) = (files[reference].info, files[index].info)
            guard let unset = [one, other].first(where: \.hasUnsetTimecode),
                let offset = StatedTime.timecodeOffset(of: other, beside: one, evenUnset: true),
                let clock = clock(of: index, offset), !isSame(takes[index], at: clock)
            else { continue }
            let why = NoSync.unsetTimecode(path: unset.path)
            notes.append(.notSynced(path: takes[index].path, takes[index].angle, .timecode, why))
            if failures[index]?.isOfSound != true { failures[index] = why }
        }
    }

    /// - Parameter doubt: a date that moves a take by no more than this is ignored.
    private mutating func placeByDate(unlessWithin doubt: MediaTime) {
        placeRepeatedly { $0.placeEachByDate(unlessWithin: doubt) }
    }

    /// Where dates place others, they also tell that nobody else was recording then.
    private mutating func failByDate() {
        guard places.values.contains(where: { $0.method == .clock }) else { return }
        for index in open where StatedTime.dateOffset(of: files[index].info, beside: files[reference].info) != nil {
            if failures[index]?.isOfSound != true, isApart(index) { failures[index] = .apart }
        }
    }

    /// Whether no file that dates place was recording at the same time.
    private func isApart(_ index: Int) -> Bool {
        takes.indices.allSatisfy { other in
            other == index || other != reference && !isPlaced[other]
                || StatedTime.areApart(files[other].info, files[index].info)
        }
    }

    private mutating func placeEachByDate(unlessWithin doubt: MediaTime) {
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

    /// Only if the recordings overlap plausibly: at the same time as another camera's, after the same camera's.
    private mutating func placeByStatement(_ index: Int, _ offset: MediaTime, _ method: SyncMethod) {
        if let clock = clock(of: index, offset, within: method == .clock ? StatedTime.dateDoubt : .milliseconds(100)) {
            place(index, at: clock, method)
        } else if self.method == method {
            fail([index], .apart)
        }
    }

    /// - Parameter slack: by how much files of one camera may overlap.
    /// - Returns: `nil` for an implausible place.
    private func clock(
        of index: Int, _ offset: MediaTime, within slack: MediaTime = .milliseconds(100)
    ) -> TimeMap? {
        let own = TimeMap(offset: offset, rate: drifts[index] ?? .one)
        var take = takes[index]
        guard let clock = own.followed(by: TimeMap(offset: takes[reference].clock.target(at: .zero))) else {
            return nil
        }
        take.clock = clock
        let known = takes.indices.filter { $0 != index && ($0 == reference || isPlaced[$0]) }.map { takes[$0] }
        let fits =
            known.contains { $0.angle != take.angle && !$0.range.intersection(take.range).isEmpty }
            && known.allSatisfy {
                $0.angle != take.angle || $0.range.intersection(take.range).duration <= slack
            }
        return fits ? clock : nil
    }

    /// Files of one camera follow each other, even if one of them was moved.
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
