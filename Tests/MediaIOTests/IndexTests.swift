import FixtureMedia
import MediaTime
import Testing

@testable import MediaIO

/// The packet index says where a decoder can start.
@Suite struct IndexTests {
    private func index(_ change: (inout FixtureRecording) -> Void) throws -> GOPIndex {
        let path = try FixtureRecording().with(change).file()
        return try GOPIndex(reading: path, video: try video(path))
    }

    /// The frame numbers of entries.
    private func frames(_ index: GOPIndex, _ entries: [Int]) -> [Int64] {
        entries.map { FrameRate.thirty.frame(at: index.time(of: $0), .nearest) }
    }

    @Test func keyFramesOfClosedGroups() throws {
        let index = try index { $0.video.bFrames = 2 }
        #expect(index.entries.count == 45 && index.blocker == nil)
        #expect(frames(index, index.randomAccess) == [0, 15, 30])
        #expect(Set(frames(index, Array(index.entries.indices))) == Set(0..<45))
        // Nothing from a key frame on is shown before it.
        for entry in index.randomAccess { #expect(index.lowestFrom[entry] == index.entries[entry].presentation) }
    }

    @Test func openGroupsOfH264AreNoPlacesToStart() throws {
        let index = try index {
            $0.video.bFrames = 2
            $0.video.isOpenGOP = true
        }
        // The container marks recovery points as key frames; only the first is a refresh (NAL unit type 5).
        #expect(frames(index, index.randomAccess) == [0])
    }

    @Test func openGroupsOfHEVCStartAtCleanRandomAccess() throws {
        let index = try index {
            $0.video.encoder = "libx265"
            $0.video.bFrames = 2
            $0.video.isOpenGOP = true
        }
        #expect(frames(index, index.randomAccess) == [0, 15, 30])
        #expect(index.entries[index.randomAccess[0]].access != .none)
        let clean = index.randomAccess.dropFirst()
        #expect(clean.allSatisfy { index.entries[$0].access == .cleanRandomAccess })
        // What follows one and is shown before it is marked as leading.
        for start in clean {
            for entry in index.entries[(start + 1)...].prefix(14)
            where entry.presentation < index.entries[start].presentation { #expect(entry.access == .leading) }
        }
        #expect(index.entries.contains { $0.access == .leading })
    }

    @Test func twoPicturesAtOneTimeAreNotCopied() throws {
        let folder = try TemporaryFolder()
        let recording = FixtureRecording().with {
            $0.timing = .ticks((0..<45).map { $0 * 3000 + ($0 > 20 ? 3 : 0) }, timescale: 90_000)
        }
        try DamagedCopy.withDuplicateTime(try recording.file(), to: folder("twice.mp4"))
        #expect(try index { $0 = recording }.blocker == nil)
        let index = try GOPIndex(reading: folder("twice.mp4"), video: try video(folder("twice.mp4")))
        #expect(index.blocker == "two pictures have one timestamp")
    }

    @Test func parameterSetsInPacketsAreKeptWhereTheyChange() throws {
        let index = try index { $0.video.options.append(Pair("x264-params", "repeat-headers=1")) }
        #expect(index.parameterSets.map(\.entry) == [0], "each key frame repeats those of the first")
        #expect(index.parameterSets(before: 0).isEmpty)
        #expect(index.parameterSets(before: 1).map { $0[0] & 31 } == [7, 8])
    }

    @Test func hiddenPicturesAreNotReordered() throws {
        var index = try index { $0.video.bFrames = 2 }
        let depth = index.reorderDepth
        #expect(depth > 0)
        for entry in 20..<30 {
            index.entries[entry].isShown = false
            index.entries[entry].presentation -= index.entries[44].presentation
        }
        #expect(index.reorderDepth == depth)
    }

    /// The parameter sets of the second hold for its samples: FFmpeg's decoders follow, a copy would not.
    @Test func aTrackOfSeveralSampleEntriesIsDecodedAndNotCopied() throws {
        let folder = try TemporaryFolder()
        let path = try FixtureRecording().file()
        try DamagedCopy.withSecondSampleEntry("avc1", path, to: folder("two.mp4"))
        #expect(try SampleEntries.read(folder("two.mp4")).first == ["avc1", "avc1"])
        let index = try GOPIndex(reading: folder("two.mp4"), video: try video(folder("two.mp4")))
        #expect(index.blocker?.contains("several sample entries") == true)
        #expect(try Movie(folder("two.mp4")).frames.map(\.planes) == Movie(path).frames.map(\.planes))
    }

    /// FFmpeg gives samples of another codec to the decoder of the first.
    @Test func aTrackOfTwoCodecsIsRefused() throws {
        let folder = try TemporaryFolder()
        try DamagedCopy.withSecondSampleEntry(
            "hvc1", try FixtureRecording().file(), to: folder("two.mp4"))
        #expect {
            _ = try MediaInfo(probing: folder("two.mp4"))
        } throws: { "\($0)".contains("two.mp4: its picture track changes from avc1 to hvc1") }
    }

    @Test func packetsBeforeAnEditListAreNotShown() throws {
        let index = try index { $0.timing = .constant(.thirty, frames: 57, firstFrame: -12) }
        #expect(index.entries.filter { !$0.isShown }.count == 12)
        #expect(index.randomAccess.allSatisfy { index.entries[$0].isShown })
    }

    @Test func otherCodecsSayWhyTheyCannotBeCopied() throws {
        let index = try index { $0.video.encoder = "mpeg4" }
        #expect(index.blocker?.contains("mpeg4") == true)
    }

    @Test func packetsAreReadByTheirPlace() throws {
        let path = try FixtureRecording().with { $0.video.bFrames = 2 }.file()
        let info = try video(path)
        let index = try GOPIndex(reading: path, video: info)
        var whole: [[UInt8]] = []
        try CodedPacketReader(path: path, video: info, index: index).read(0..<45) { _, bytes in whole.append(bytes) }
        #expect(whole.count == 45)
        let reader = try CodedPacketReader(path: path, video: info, index: index)
        for range in [40..<45, 3..<7, 15..<16, 14..<31, 0..<1, 44..<45] {
            var part: [[UInt8]] = []
            try reader.read(range) { entry, bytes in
                #expect(entry == range.lowerBound + part.count)
                part.append(bytes)
            }
            #expect(part == Array(whole[range]))
        }
    }
}
