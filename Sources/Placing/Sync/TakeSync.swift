import MediaIO
import MediaTime
import Timeline

/// A file on its way to its place on the session clock.
struct PlacedFile {
    /// At its default position, then where it was found to be. A file without a picture has its sound for footage.
    var take: Take
    let info: MediaInfo
    /// The sound to use.
    let audio: SoundSelection?
    /// From the user, if given.
    var drift: ClockRate?
    /// Whether the user or a method placed it.
    var isPlaced = false
    /// Where the device lost samples of its sound, for files with a picture: see `Source.soundJumps`. A device that
    /// loses sound goes on filming, so `take` has a clock without jumps.
    var soundJumps: TimeMap?
    /// The position that was found, and why there is none, by the method that came closest.
    var place: SyncPlace?
    var failure: NoSync?

    init(_ take: Take, _ info: MediaInfo, audio: SoundSelection?) {
        (self.take, self.info, self.audio) = (take, info, audio)
    }

    var hasPicture: Bool { info.video != nil }
    /// The stream of its sound with all channels: what other files may have in common with it.
    var wholeSound: SoundSelection? {
        audio.map { $0.stream == info.soundTimecode?.stream ? $0 : SoundSelection(stream: $0.stream) }
    }
}

/// Places files relative to one of them by the evidence for when they began. Those placed by the user stay there; those
/// without evidence stay where they were, or follow the file before them.
struct TakeSync {
    let method: SyncMethod
    var files: [PlacedFile]
    var notes: [Diagnostic] = []
    /// Those that the user placed.
    let given: Set<Int>
    /// Whether the caller chose what the others are placed relative to.
    let hasFixedReference: Bool
    /// The file that the others are placed relative to, and those still to be placed, other cameras' first.
    var reference = 0
    var open: [Int] = []
    /// The sound analysis, and the files it covers.
    var sound: (sync: SoundSync, files: [Int])?
    /// The files whose sound was compared and does not match.
    var unlike: Set<Int> {
        guard let sound else { return [] }
        return Set(zip(sound.files, sound.sync.files).filter { $1.alignment?.verdict == .unmatched }.map(\.0))
    }
    let hearing: @Sendable (Hearing) -> Void

    /// Sound cannot tell which of two began first to better than this: the travel time between two microphones 3.4 m
    /// apart.
    static let arrivalDoubt = MediaTime.milliseconds(10)

    /// - Parameters:
    ///   - files: at their default positions; those with `isPlaced` stay there.
    ///   - reference: the file that the others are placed relative to; a camera if omitted.
    ///   - hearing: called with the progress of reading a file's sound.
    init(
        _ method: SyncMethod, _ files: [PlacedFile], reference: Int? = nil,
        hearing: @escaping @Sendable (Hearing) -> Void = { _ in }
    ) {
        (self.method, self.files, self.hearing) = (method, files, hearing)
        hasFixedReference = reference != nil
        given = Set(files.indices.filter { files[$0].isPlaced })
        guard files.contains(where: { !$0.isPlaced }) else { return }
        // The usual primary camera, so that its clock is the session's and its sound may be copied. Files without a
        // picture are placed relative to a camera, however that was placed.
        let cameras = files.indices.filter { files[$0].hasPicture }
        let first =
            reference ?? cameras.first { !files[$0].isPlaced && files[$0].take.angle == "back" }
            ?? cameras.first { !files[$0].isPlaced } ?? cameras.first ?? 0
        self.reference = first
        let others = files.indices.filter { $0 != first && !files[$0].isPlaced }
        open = others.filter { files[$0].take.angle != files[first].take.angle }
        open += others.filter { files[$0].take.angle == files[first].take.angle }
    }

    /// - Throws: `MediaError`.
    mutating func run() throws {
        guard !open.isEmpty else { return }
        let assumed = files.map(\.take)
        switch method {
        case .auto:
            try placeBySound()
            let apart = setSoundsApart()
            placeByTimecode()
            placeByDate(unlessWithin: StatedTime.dateDoubt)
            bringBack(apart)
            failByDate()
            failByUnsetTimecode()
        case .audio:
            try placeBySound()
            bringBack(setSoundsApart())
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
        let unknown = open.first { files[$0].failure == .unknown && files[$0].hasPicture }
        for index in open {
            guard let why = files[index].failure,
                method != .auto || why.isOfSound || why == .apart || index == unknown
            else { continue }
            let method = method == .auto && why == .apart ? .clock : method
            notes.append(.notSynced(path: files[index].take.path, files[index].take.angle, method, why))
        }
    }

    /// - Parameter other: the take that it is placed relative to, if not the reference.
    mutating func place(
        _ index: Int, at clock: TimeMap, _ method: SyncMethod, isWhole: Bool = true, beside other: Int? = nil
    ) {
        let before = files[other ?? reference].take.clock
        var place = SyncPlace(
            method: method, reference: files[other ?? reference].take.path,
            offset: clock.target(at: .zero) - before.target(at: .zero), drift: clock.pieces[0].rate)
        // A position indistinguishable from the assumed one stays unchanged, and so does every byte of the film.
        place.isTogether =
            clock == files[index].take.clock
            || self.method == .auto && method == .audio && isSame(files[index].take, at: clock.withoutJumps)
        setClock(clock, of: index, isTogether: place.isTogether)
        place.isWhole = isWhole
        (files[index].isPlaced, files[other ?? reference].isPlaced) = (true, true)
        open.removeAll { $0 == index }
        // Its position relative to the reference is as unknown as the other's.
        if other == nil { (files[index].place, files[index].failure) = (place, nil) }
        notes.append(.synced(path: files[index].take.path, files[index].take.angle, place))
    }

    /// Sets the clock of a take's sound, whose jumps do not concern its pictures.
    ///
    /// - Parameter isTogether: the take stays where it is, but for the jumps.
    mutating func setClock(_ clock: TimeMap, of index: Int, isTogether: Bool = false) {
        let hasJumps = clock.pieces.count > 1 && files[index].info.video != nil
        if hasJumps { files[index].soundJumps = clock.jumps }
        if !isTogether { files[index].take.clock = hasJumps ? clock.withoutJumps : clock }
    }

    /// From the time stamps of a take's sound to the session clock.
    func soundClock(of index: Int) -> TimeMap { files[index].take.clock(ofSound: files[index].soundJumps) }

    mutating func fail(_ indices: [Int], _ why: NoSync) {
        for index in indices where files[index].failure == nil { files[index].failure = why }
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
                let clock = clock(of: index, offset), !isSame(files[index].take, at: clock)
            else { continue }
            let why = NoSync.unsetTimecode(path: unset.path)
            notes.append(.notSynced(path: files[index].take.path, files[index].take.angle, .timecode, why))
            if files[index].failure?.isOfSound != true { files[index].failure = why }
        }
    }

    /// - Parameter doubt: a date that moves a take by no more than this is ignored.
    private mutating func placeByDate(unlessWithin doubt: MediaTime) {
        placeRepeatedly { $0.placeEachByDate(unlessWithin: doubt) }
    }

    /// Where dates place others, they also tell that nobody else was recording then.
    private mutating func failByDate() {
        guard files.contains(where: { $0.place?.method == .clock }) else { return }
        for index in open where StatedTime.dateOffset(of: files[index].info, beside: files[reference].info) != nil {
            if files[index].failure?.isOfSound != true, isApart(index) { files[index].failure = .apart }
        }
    }

    /// Whether no file that dates place was recording at the same time.
    private func isApart(_ index: Int) -> Bool {
        files.indices.allSatisfy { other in
            other == index || other != reference && !files[other].isPlaced
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
            let start = files[reference].take.clock.target(at: offset)
            guard doubt == .zero || (start - files[index].take.clock.target(at: .zero)).magnitude > doubt else {
                continue
            }
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
        let own = TimeMap(offset: offset, rate: files[index].drift ?? .one)
        var take = files[index].take
        guard let clock = own.followed(by: TimeMap(offset: files[reference].take.clock.target(at: .zero))) else {
            return nil
        }
        take.clock = clock
        let known = files.indices.filter { $0 != index && ($0 == reference || files[$0].isPlaced) }.map {
            files[$0].take
        }
        let fits =
            known.contains { $0.angle != take.angle && !$0.range.intersection(take.range).isEmpty }
            && known.allSatisfy {
                $0.angle != take.angle || $0.range.intersection(take.range).duration <= slack
            }
        return fits ? clock : nil
    }

    /// Files of one camera follow each other, even if one of them was moved.
    private mutating func follow(_ assumed: [Take]) {
        for index in files.indices where !files[index].isPlaced && index != reference {
            let own = files.indices.filter { files[$0].take.angle == files[index].take.angle }
            if let before = own.last(where: { $0 < index }) {
                let shift = files[before].take.range.end - assumed[before].range.end
                files[index].take.clock = assumed[index].clock.shifted(by: shift)
            } else if let after = own.first(where: { $0 > index && files[$0].isPlaced }) {
                let shift = files[after].take.range.start - assumed[after].range.start
                files[index].take.clock = assumed[index].clock.shifted(by: shift)
            }
        }
    }
}
