import Analysis
import MediaIO
import MediaTime
import Timeline

// Sync by sound.
extension TakeSync {
    mutating func placeBySound() throws {
        guard !open.isEmpty else { return }
        var heard = ([reference] + open).sorted()
        // A microphone that the user placed tells where others are, most of all beside silent cameras.
        if open.contains(where: { !files[$0].hasPicture }) {
            let microphones = given.sorted().filter {
                !files[$0].hasPicture && files[$0].audio != nil && $0 != reference
            }
            let areSilent = !heard.contains { files[$0].hasPicture && files[$0].audio != nil }
            heard = areSilent ? microphones + heard : heard + microphones
        }
        let anchors = heard.indices.filter { isAnchored(files[heard[$0]].take.angle) }
        let leastOverlap = method == .auto ? Self.leastOverlap : 0
        let sync = try SoundSync(
            heard.map { (files[$0].info, files[$0].wholeSound) }, anchors: Set(anchors), leastOverlap: leastOverlap,
            hearing: hearing)
        sound = (sync, heard)
        guard sync.reference.sound != nil else { return fail(open, .noSound(path: files[reference].take.path)) }
        let other = heard[sync.referenceIndex]
        if other != reference {
            (open, reference) = (([reference] + open).filter { $0 != other && !given.contains($0) }, other)
        }
        let lost = LostSamples(
            zip(heard, sync.files).filter { $1.isMatched && $1.via == nil }.compactMap { $1.alignment })
        let before = files[reference].take.clock
        for (index, file) in zip(heard, sync.files) where index != reference && !given.contains(index) {
            guard let alignment = file.alignment, alignment.verdict == .matched else {
                if let why = failure(of: index, file, sync.reference) { fail([index], why) }
                continue
            }
            guard alignment.overlap >= leastOverlap || alignment.isCopy else {
                fail([index], .brief(offset: alignment.pieces[0].offset, overlap: alignment.overlap))
                continue
            }
            let (repaired, isWhole) = lost.repaired(withKnownDrift(alignment, of: index, beside: reference))
            guard let clock = TimeMap.beside(before, repaired) else {
                fail([index], .unmatched)
                continue
            }
            if let stated = confirmedTimecode(of: index, by: clock) {
                place(index, at: stated, .timecode)
                continue
            }
            noteLosses(repaired, of: index)
            place(index, at: clock, .audio, isWhole: isWhole)
        }
        if !lost.places.isEmpty, let clock = lost.clock(over: before) {
            setClock(clock, of: reference)
            for place in lost.places { noteLoss(of: reference, at: place.time, place.gap) }
        }
    }

    /// Microphones that only match each other say nothing of silent cameras, which are open again, as the microphones are.
    ///
    /// - Returns: these microphones, where they are beside each other.
    mutating func setSoundsApart() -> [(index: Int, clock: TimeMap)] {
        guard let sound, !hasFixedReference, !files[reference].hasPicture,
            !sound.files.contains(where: { files[$0].hasPicture && files[$0].place != nil }),
            let camera = open.first(where: { files[$0].hasPicture }) ?? files.firstIndex(where: \.hasPicture)
        else { return [] }
        let group = sound.files.filter { !files[$0].hasPicture && !open.contains($0) }
        for index in group where !given.contains(index) {
            files[index].isPlaced = false
            open.append(index)
        }
        reference = camera
        open.removeAll { $0 == camera }
        return group.map { ($0, files[$0].take.clock) }
    }

    /// Moves microphones that match each other with the one that has found its place.
    mutating func bringBack(_ group: [(index: Int, clock: TimeMap)]) {
        guard let begin = group.map({ $0.clock.target(at: .zero) }).min() else { return }
        let found = group.first { files[$0.index].isPlaced }
        // If nothing tells, the earliest begins with the recording: what it heard is not lost.
        let shift =
            found.map { files[$0.index].take.clock.target(at: .zero) - $0.clock.target(at: .zero) } ?? .zero - begin
        for (index, clock) in group where !files[index].isPlaced {
            files[index].take.clock = clock.shifted(by: shift)
            guard found != nil else { continue }
            files[index].isPlaced = true
            open.removeAll { $0 == index }
        }
    }

    /// The position by timecode, if both have one that the sound does not contradict, nor add a drift or a loss to.
    private func confirmedTimecode(of index: Int, by clock: TimeMap) -> TimeMap? {
        guard method == .auto, clock.pieces.map(\.rate) == [.one],
            let offset = StatedTime.timecodeOffset(of: files[index].info, beside: files[reference].info)
        else { return nil }
        let stated = TimeMap(offset: files[reference].take.clock.target(at: offset))
        let error = (clock.target(at: .zero) - stated.target(at: .zero)).magnitude
        return error <= StatedTime.timecodeDoubt ? stated : nil
    }

    /// Whether files of a camera follow one whose position is known.
    private func isAnchored(_ angle: Angle) -> Bool {
        files.indices.contains { files[$0].take.angle == angle && ($0 == reference || files[$0].isPlaced) }
    }

    /// With the user's drift for a take, if given; otherwise without one that is within its doubt.
    private func withKnownDrift(_ alignment: Alignment, of index: Int, beside other: Int) -> Alignment {
        let drift = files[other].take.clock.pieces[0].rate.partsPerMillion
        return files[index].drift.map { alignment.turned(to: ($0.partsPerMillion - drift) / (1 + drift * 1e-6)) }
            ?? alignment.withoutDoubtfulDrift
    }

    /// Places takes that do not match the reference beside another that they match, wherever that is.
    ///
    /// - Returns: whether any was placed.
    mutating func placeCompanions() -> Bool {
        guard let (sync, heard) = sound else { return false }
        var found = false
        for number in sync.companions {
            let (index, companion) = (heard[number], sync.files[number].companion!)
            let other = heard[companion.index]
            guard !files[index].isPlaced, index != reference, files[index].take.angle != files[other].take.angle,
                let clock = TimeMap.beside(
                    soundClock(of: other), withKnownDrift(companion.alignment, of: index, beside: other))
            else { continue }
            var take = files[index].take
            take.clock = files[index].info.video == nil ? clock : clock.withoutJumps
            let own = files.indices.filter { $0 != index && files[$0].take.angle == take.angle }
            guard
                own.allSatisfy({
                    !files[$0].isPlaced && $0 > index || files[$0].take.range.intersection(take.range).isEmpty
                })
            else { continue }
            place(index, at: clock, .audio, beside: other)
            found = true
        }
        return found
    }

    /// Why sound does not place a take. In `auto`, it has to contradict the assumed position: it is long enough to be
    /// conclusive, and none of its best lags is that position; `nil` if one is.
    private func failure(of index: Int, _ file: SoundSync.File, _ reference: SoundSync.File) -> NoSync? {
        guard method == .auto else { return NoSync(file) }
        guard let alignment = file.alignment, let one = reference.sound, let other = file.sound else { return nil }
        let lags = alignment.pieces.prefix(1).map(\.offset) + alignment.alternatives
        let isAssumed = lags.contains { lag in
            let clock = TimeMap(offset: files[self.reference].take.clock.target(at: MediaTime(measured: lag)))
            return isSame(files[index].take, at: clock, within: Self.lagDoubt)
        }
        guard !isAssumed else { return nil }
        guard min(one.duration, other.duration) < Self.leastTelling else { return NoSync(file) }
        let isDated = StatedTime.dateOffset(of: files[index].info, beside: files[self.reference].info) != nil
        return isDated || files[index].take.angle == files[self.reference].take.angle ? nil : .unknown
    }

    /// Seconds of common sound needed to move a camera without being asked: with less, a beep every second shows no
    /// second match.
    private static let leastOverlap = 4.5
    /// In seconds; shorter sound may match anywhere.
    private static let leastTelling = 8.0
    /// Lags of envelopes are accurate to a step or two of 10 ms.
    private static let lagDoubt = MediaTime.milliseconds(20)

    private mutating func noteLosses(_ alignment: Alignment, of index: Int) {
        for (before, after) in zip(alignment.pieces, alignment.pieces.dropFirst()) {
            noteLoss(of: index, at: after.from, after.offset - before.offset)
        }
    }

    private mutating func noteLoss(of index: Int, at time: Double, _ gap: Double) {
        let take = files[index].take
        notes.append(
            .lostSamples(path: take.path, take.angle, at: MediaTime(measured: time), MediaTime(measured: gap)))
    }
}

extension NoSync {
    fileprivate init(_ file: SoundSync.File) {
        self =
            file.alignment == nil
            ? .noSound(path: file.path) : file.alignment?.verdict == .ambiguous ? .ambiguous : .unmatched
    }
}
