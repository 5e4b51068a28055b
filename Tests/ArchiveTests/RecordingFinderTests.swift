import Testing
import Timeline

@testable import Placing

/// Which files become one recording, and what is said of the others.
@Suite struct RecordingFinderTests {
    /// - Parameter empty: names of files that hold nothing.
    private func find(
        _ names: [String], empty: Set<String> = [], starts: [String: Int64] = [:], lengths: [String: Int64] = [:]
    ) -> Findings {
        RecordingFinder { FileTimes(start: starts[$0], length: lengths[$0]) }.find(
            names.map { ListedFile(path: $0, byteCount: empty.contains($0) ? 0 : 1) })
    }

    private static let sides = ["front", "back", "left_repeater", "right_repeater", "left_pillar", "right_pillar"]

    /// Six cameras, three minutes: one file is missing, one is empty.
    private static let tesla = (0..<3).flatMap { minute in
        sides.map { "T/2026-01-02_13-0\(minute)-05-\($0).mp4" }
    }

    @Test func minutesOfSixCamerasAreOneRecordingWithHoles() throws {
        let missing = "T/2026-01-02_13-01-05-back.mp4"
        let empty = "T/2026-01-02_13-02-05-left_pillar.mp4"
        let findings = find(Self.tesla.filter { $0 != missing }, empty: [empty])
        let found = try #require(findings.recordings.first)
        #expect(findings.recordings.count == 1 && findings.unused.isEmpty)
        #expect(found.files.count == 16 && found.momentCount == 3 && found.scene == "2026-01-02_13-00-05")
        #expect(Set(found.angles.map(\.name)) == Set(Self.sides) && found.main == "front")
        #expect(
            found.holes == [
                .init(angle: "back", moment: 1), .init(angle: "left_pillar", moment: 2, emptyFile: empty),
            ])
        #expect(found.starts.map { $0 - found.starts[0] } == [0, 60, 120])
    }

    /// Stamps of one device a second apart, and a drive that begins after a break.
    @Test func aBreakBeginsAnotherRecording() {
        let names = [
            "20260102_130000_NF.mp4", "20260102_130001_NR.mp4", "20260102_130100_NF.mp4", "20260102_130100_NR.mp4",
            "20260102_130130_EF.mp4", "20260102_130130_ER.mp4", "20260102_130230_NF.mp4", "20260102_130230_NR.mp4",
            "20260102_130501_NF.mp4", "20260102_130501_NR.mp4",
        ]
        let found = find(names).recordings
        #expect(found.map(\.momentCount) == [4, 1] && found.map { $0.files.count } == [8, 2])
        #expect(found.allSatisfy { $0.holes.isEmpty })
    }

    @Test func filesOfThreeMinutesGoOnAfterThreeMinutes() {
        let names = [0, 3, 6, 9].map { "2026_0102_13\($0 < 10 ? "0" : "")\($0)00_00\($0)F.MP4" }
        #expect(find(names).recordings.map(\.momentCount) == [4])
        // Of minute files, two are lacking in between.
        let minutes = [0, 1, 2, 5, 6].map { "2026_0102_130\($0)00_00\($0)F.MP4" }
        #expect(find(minutes).recordings.map(\.momentCount) == [3, 2])
    }

    @Test func camerasInFoldersOfTheirOwnAreOneRecording() throws {
        let found = find([
            "SD/Normal/Front/NO20260102-130000-000001F.MP4", "SD/Normal/Back/NO20260102-130000-000001B.MP4",
            "SD/Event/Front/EV20260102-130000-000001F.MP4",
            "TW/cont_rec/REC_20260102_130000_F.MP4", "TW/cont_rec/REC_20260102_130000_R.MP4",
            "TW/incabin_rec/EXT_20260102_130000_I.MP4", "TW/evt_rec/EVT_20260102_130010_F.MP4",
            "VF/Front/2026_0102_130000_001F.MP4", "VF/Rear/2026_0102_130000_001R.MP4",
            // Two cars.
            "W/front/2026_0102_130000_001F.MP4", "W/back/2026_0102_130000_001F.MP4",
        ]).recordings
        #expect(
            found.map(\.folder) == ["SD/Event", "SD/Normal", "TW", "TW/evt_rec", "VF", "W/back", "W/front"])
        #expect(found.map { $0.angles.count } == [1, 2, 3, 1, 2, 1, 1])
    }

    @Test func chaptersFollowTheirNumbers() throws {
        let findings = find([
            "GX010034.MP4", "GX020034.MP4", "GX040034.MP4", "GH010034.MP4", "GOPR0007.MP4", "GP010007.MP4",
        ])
        #expect(findings.recordings.map(\.scene) == ["GH010034", "GOPR0007", "GX010034"])
        let found = findings.recordings[2]
        #expect(found.files.map(\.path) == ["GX010034.MP4", "GX020034.MP4", "GX040034.MP4"])
        #expect(found.holes == [.init(angle: "camera", moment: 2)] && found.starts.isEmpty)
    }

    /// Recordings of two lenses a minute apart stay two.
    @Test func takesAreNoSeries() {
        let findings = find([
            "VID_20220110_121609_00_657.insv", "VID_20220110_121609_10_657.insv", "LRV_20220110_121609_11_657.insv",
            "VID_20220110_121709_00_658.insv", "VID_20220110_121709_10_658.insv",
        ])
        #expect(findings.recordings.map(\.scene) == ["2022-01-10_12-16-09", "2022-01-10_12-17-09"])
        #expect(findings.recordings.allSatisfy { $0.files.map(\.angle) == ["back", "front"] && $0.holes.isEmpty })
        #expect(findings.unused.map(\.reason) == [.smallCopy])
    }

    /// Whichever are there: the first is told by its number.
    @Test func aMissingFirstChapterIsAHole() {
        let found = find(["GX020034.MP4", "GX030034.MP4", "GP010007.MP4", "GOPR0008.MP4"]).recordings
        #expect(found.map(\.scene) == ["GOPR0008", "GP010007", "GX020034"])
        #expect(found.map(\.holes) == [[], [.init(angle: "camera", moment: 0)], [.init(angle: "camera", moment: 0)]])
        #expect(found[2].files.map(\.moment) == [1, 2])
    }

    @Test func aSecondFileOfAChapterIsUnused() {
        let findings = find(["GX010048.MP4", "GX010048.mov", "GX020048.MP4"])
        #expect(findings.recordings.map { $0.files.map(\.path) } == [["GX010048.MP4", "GX020048.MP4"]])
        #expect(findings.unused == [UnusedFile(path: "GX010048.mov", reason: .severalOf("camera"))])
    }

    /// Only they are opened.
    @Test func namesWithoutTimesAreReadFromTheFiles() {
        let findings = find(
            ["GRMN0001.MP4", "GRMN0002.MP4", "GRMN0003.MP4", "GRMN0004.MP4"],
            starts: ["GRMN0001.MP4": 1000, "GRMN0002.MP4": 1060, "GRMN0003.MP4": 9000])
        #expect(findings.recordings.map { $0.files.count } == [2, 1])
        #expect(findings.unused == [UnusedFile(path: "GRMN0004.MP4", reason: .noTime)])
    }

    @Test(arguments: [
        (["a/clip_front.mp4", "a/clip_back.mp4", "a/other.mp4"], "clip"),
        (["a/Front 2.mov", "a/x.mov", "a/Back 2.MOV"], "2"),
        (["a/front.mov", "a/rear.mov", "a/b.mov"], "a"),
        (
            ["DualCam_Front_20260102_130405.mov", "DualCam_Back_20260102_130406.mov", "c.mov"],
            "DualCam_20260102_130406"
        ),
        (["a/front.mov", "a/IMG_1.mov"], "a"),
    ])
    func wordsMakePairs(_ names: [String], _ scene: String) throws {
        let found = try #require(find(names).recordings.first)
        #expect(found.scene == scene && found.scheme == "words" && found.files.count == 2)
        #expect(found.files.map(\.angle) == ["back", "front"] && !found.isSeries)
    }

    @Test func scenesThatDifferInPunctuationAloneStayApart() {
        let names = ["a-b", "a_b", "a b"].flatMap { ["front_\($0).mp4", "back_\($0).mp4"] }
        let findings = find(names + ["c_front.mp4", "c-back.mp4"])
        #expect(findings.recordings.map(\.scene) == ["a b", "a-b", "a_b", "c"] && findings.unused.isEmpty)
        #expect(
            findings.recordings.allSatisfy {
                Set($0.files.map { $0.path.dropFirst($0.angle == "front" ? 5 : 4) }).count == 1
                    || $0.scene == "c"
            })
        // One of them lacks a camera.
        let lacking = find(["a-b_front.mp4", "a_b_front.mp4", "a_b_back.mp4"])
        #expect(lacking.recordings.map { $0.files.map(\.path) } == [["a_b_back.mp4", "a_b_front.mp4"]])
        #expect(lacking.unused == [UnusedFile(path: "a-b_front.mp4", reason: .noPartner("front"))])
    }

    /// A file for each source or participant, as programs name them: cameras, microphones, and what is a mix.
    @Test(
        arguments: [
            // OBS with a file for each source, started by one click, on two days.
            (
                [
                    "O/Anna 2026-01-02 10-00-00.mkv", "O/Ben 2026-01-02 10-00-01.mkv",
                    "O/Mic 1 2026-01-02 10-00-00.wav", "O/2026-01-02 10-00-00.mkv",
                    "O/Anna 2026-01-03 10-00-00.mkv", "O/Ben 2026-01-03 10-00-00.mkv", "O/2026-01-04 09-00-00.mkv",
                ],
                [
                    "2026-01-02 10-00-00: Anna Ben + Mic-1", "2026-01-03 10-00-00: Anna Ben + ",
                ], ["O/2026-01-02 10-00-00.mkv"]
            ),
            (
                [
                    "Z/video1234567890.mp4", "Z/audio1234567890.m4a", "Z/Audio Record/audioAnnaSmith11234567890.m4a",
                    "Z/Audio Record/audioBen21234567890.m4a",
                ], ["Z: camera + Anna-Smith Ben"], ["Z/audio1234567890.m4a"]
            ),
            (
                [
                    "R/riverside_anna_raw-video-cfr_my-show_0012.mp4", "R/riverside_ben_raw-video-cfr_my-show_0012.mp4",
                    "R/riverside_anna_raw-audio_my-show_0012.wav", "R/riverside_ben_raw-audio_my-show_0012.wav",
                    "R/riverside_all-participants_composed_my-show_0012.mp4",
                ], ["my-show-0012: anna ben + anna-mic ben-mic"],
                ["R/riverside_all-participants_composed_my-show_0012.mp4"]
            ),
            (
                [
                    "S/Show 01.mp4", "S/Video ISO Files/Show CAM 1 01.mp4", "S/Video ISO Files/Show CAM 2 01.mp4",
                    "S/Audio Source Files/Show MIC 1 01.wav", "S/Audio Source Files/Show MIC 2 01.wav",
                ], ["S: CAM 1 CAM 2 + MIC 1 MIC 2"], ["S/Show 01.mp4"]
            ),
            (
                ["P/anna.mov", "P/ben.mov", "P/wide.mov", "P/anna.wav", "P/ben.wav", "P/music.mp3"],
                ["P: anna ben wide + anna-mic ben-mic"], []
            ),
            (["F/front.mov", "F/back.mov", "F/anna.wav", "F/ben.wav"], ["F: back front + anna ben"], []),
        ] as [([String], [String], [String])])
    func aSessionHasCamerasAndMicrophones(_ names: [String], _ expected: [String], _ mixes: [String]) {
        let lengths = Dictionary(uniqueKeysWithValues: names.map { ($0, Int64(60)) })
        let findings = find(names, lengths: lengths)
        let found = findings.recordings.map { one in
            "\(one.scene): \(one.angles.map(\.name).joined(separator: " ")) + "
                + one.sounds.map(\.angle.name).sorted().joined(separator: " ")
        }
        #expect(found == expected)
        #expect(findings.unused.filter { $0.reason == .mix }.map(\.path) == mixes)
    }

    /// Clips of several days and lengths are none, unless a user names their folder.
    @Test func clipsAreNoSession() {
        let names = ["beach.mov", "dinner.mov", "party.mov", "song.mp3"]
        let lengths: [String: Int64] = ["beach.mov": 12, "dinner.mov": 40, "party.mov": 41, "song.mp3": 180]
        #expect(find(names, lengths: lengths).recordings.isEmpty)
        #expect(find(names, starts: ["beach.mov": 0, "dinner.mov": 5000, "party.mov": 9000]).recordings.isEmpty)
        let finder = RecordingFinder(isOne: true) { FileTimes(length: lengths[$0]) }
        let one = finder.find(names.map { ListedFile(path: $0, byteCount: 1) }).recordings
        #expect(one.map { $0.angles.map(\.name) } == [["beach", "dinner", "party"]])
        #expect(find(["IMG_1.mov", "IMG_2.mov"], lengths: ["IMG_1.mov": 60, "IMG_2.mov": 60]).recordings.isEmpty)
    }

    @Test func namesThatNearlyMatchAreNoPairAndSaySo() {
        let findings = find(
            [
                "clip1_front.mp4", "clip_1_back.mp4", "x_front.mp4", "x_front.mov", "x_back.mp4", "IMG_1.mov",
                "a_front_20260102_130405.mp4", "a_back_20260102_130409.mp4", "b/front_back.mp4", "mic.wav",
                "clip_composed.mp4", "240915_143027_001_FL.MP4", "e_front.mp4", "e_back.mp4",
            ], empty: ["e_front.mp4", "e_back.mp4"])
        #expect(findings.recordings.isEmpty)
        let reasons = Dictionary(uniqueKeysWithValues: findings.unused.map { ($0.path, $0.reason) })
        #expect(
            reasons == [
                "clip1_front.mp4": .noPartner("front"), "clip_1_back.mp4": .noPartner("back"),
                "x_front.mp4": .severalOf("front"), "x_front.mov": .severalOf("front"),
                "x_back.mp4": .noPartner("back"),
                "IMG_1.mov": .unknownName, "a_front_20260102_130405.mp4": .noPartner("front"),
                "a_back_20260102_130409.mp4": .noPartner("back"), "b/front_back.mp4": .unknownName, "mic.wav": .sound,
                "clip_composed.mp4": .film, "240915_143027_001_FL.MP4": .smallCopy, "e_front.mp4": .empty,
                "e_back.mp4": .empty,
            ])
    }

    @Test func anEmptyFileOfAPairIsAHole() throws {
        let found = try #require(find(["a_front.mp4", "a_back.mp4"], empty: ["a_back.mp4"]).recordings.first)
        #expect(found.files.map(\.angle) == ["front"])
        #expect(found.holes == [.init(angle: "back", moment: 0, emptyFile: "a_back.mp4")])
    }

    /// Two drives by a clock that began anew: four minutes of footage, not two, and nothing is missing.
    @Test(arguments: [true, false]) func numbersTellDrivesApartWhoseClockBeganAnew(_ isShared: Bool) {
        var number = 0
        let names = [0, 1, 0, 1].enumerated().flatMap { index, minute in
            ["F", "R"].map { camera in
                number += 1
                let own = isShared ? number : index + (camera == "R" ? 501 : 1)
                return "2015_0101_000\(minute)01_\(String(1_000_000 + own).dropFirst())\(camera).MP4"
            }
        }
        let findings = find(names)
        #expect(findings.recordings.map(\.scene) == ["2015-01-01_00-00-01", "2015-01-01_00-00-01_2"])
        #expect(findings.recordings.map { Set($0.files.map(\.path)) } == [Set(names[..<4]), Set(names[4...])])
        #expect(findings.recordings.allSatisfy { $0.holes.isEmpty && $0.momentCount == 2 } && findings.unused.isEmpty)
    }

    /// A clock that is set back by three minutes: names without numbers, dates that are right.
    @Test func datesTellDrivesApartWhoseNamesContradict() {
        let minutes = [0, 60, 120, 180, 25, 85, 145].map { "20260102_13\($0 / 60 + 10)\($0 % 60 + 10)_NF.mp4" }
        let dates = Dictionary(uniqueKeysWithValues: zip(minutes, (0...).lazy.map { Int64(1000 + $0 * 60) }))
        let found = find(minutes, starts: dates, lengths: dates.mapValues { _ in 60 }).recordings
        #expect(found.map { $0.files.map(\.path) } == [minutes] && found[0].scene == "2026-01-02_13-10-10")
        // Without dates, each file begins where one of the same drive ends.
        let same = find(minutes, lengths: dates.mapValues { _ in 60 })
        #expect(same.recordings.map { $0.files.map(\.path) } == [Array(minutes[..<4]), Array(minutes[4...])])
        #expect(same.unused.isEmpty)
    }

    /// Two seconds apart, either may continue either.
    @Test func drivesOfOneRhythmAreLeftOut() {
        let names = [0, 60, 120, 2, 62, 122].map { "20260102_13\($0 / 60 + 10)\($0 % 60 + 10)_NF.mp4" }
        let findings = find(names, lengths: Dictionary(uniqueKeysWithValues: names.map { ($0, 60) }))
        #expect(findings.recordings.isEmpty && findings.unused.count == 6)
        #expect(findings.unused.allSatisfy { if case .clockSetBack = $0.reason { true } else { false } })
    }

    /// Every half minute a file of a minute: two drives; every half minute one of half a minute: one.
    @Test(arguments: [60, 30] as [Int64]) func anOverlapAtEverySeamIsNoDrive(_ length: Int64) {
        let names = ["1310", "1340", "1410", "1440", "1510", "1540"].map { "20260102_13\($0)_NF.mp4" }
        let findings = find(names, lengths: Dictionary(uniqueKeysWithValues: names.map { ($0, length) }))
        #expect(findings.recordings.map(\.files.count) == (length == 60 ? [3, 3] : [6]))
        #expect(findings.unused.isEmpty)
    }

    /// The end of summer time in the middle of a drive: what was recorded last seems to come first, and follows without a
    /// gap. Then a counter that begins anew, which is one drive.
    @Test func numbersTellWhatSeemsToComeFirst() {
        let names = { (minutes: [Int], numbers: [Int]) in
            zip(minutes, numbers).flatMap { minute, number in
                ["F", "R"].map { "2026_1025_02\(minute + 10)00_\(number + 1_000_000)\($0).MP4" }
            }
        }
        let findings = find(names([20, 21, 22, 18, 19], [7, 8, 9, 10, 11]))
        #expect(findings.recordings.map(\.momentCount) == [2, 3] && findings.unused.isEmpty)
        #expect(findings.recordings.map { $0.files.count } == [4, 6])
        #expect(find(names([18, 19, 20, 21], [998, 999, 1, 2])).recordings.map(\.momentCount) == [4])
    }

    /// The back camera was plugged in after the clock was set back, and counts on its own.
    @Test func aCameraThatLacksADriveIsOfTheOther() {
        let front = [(10, 1), (11, 2), (12, 3), (9, 4), (10, 5)].map { "2026_1025_02\($0 + 20)00_00\($1)F.MP4" }
        let back = [(9, 501)].map { "2026_1025_02\($0 + 20)00_\($1)R.MP4" }
        let findings = find(front + back)
        #expect(findings.recordings.map { $0.files.count }.sorted() == [3, 3] && findings.unused.isEmpty)
        #expect(findings.recordings.first { $0.angles.count == 2 }?.files.count == 3)
    }

    /// An event ends the file before it.
    @Test func aShortFileBeforeAnEventIsNoContradiction() {
        let names = ["130000_N", "130100_N", "130112_E", "130212_N"].map { "20260102_\($0)F.mp4" }
        #expect(find(names, lengths: [names[1]: 12]).recordings.map { $0.files.count } == [4])
    }

    /// The minute of the crash, which the camera moved into another folder.
    @Test(arguments: [
        ("Movie/2024_0713_084", "27_0001F.MP4", "Movie/RO/2024_0713_084", "Movie"),
        ("cont_rec/REC_20240713_084", "27_F.MP4", "evt_rec/EVT_20240713_084", "."),
        ("Normal/Front/NO20240713-084", "27-000001F.MP4", "Event/Front/EV20240713-084", "Normal"),
    ])
    func lockedClipsAreOfTheirDrive(_ usual: String, _ rest: String, _ locked: String, _ folder: String) {
        let names = { (lockedMinutes: Set<Int>) in
            (0..<5).map { "\(lockedMinutes.contains($0) ? locked : usual)\($0)\(rest)" }
        }
        for minutes in [[2], [2, 3], [4], [0]] as [Set<Int>] {
            let findings = find(names(minutes))
            #expect(findings.recordings.map(\.folder) == [folder] && findings.recordings[0].momentCount == 5)
            #expect(findings.recordings[0].files.map(\.path) == names(minutes) && findings.unused.isEmpty)
        }
        // Another drive's, and a copy of a minute that is there.
        let others = find(names([]) + ["\(locked)2\(rest)", "\(locked.dropLast(1))59\(rest)"])
        #expect(others.recordings.map { $0.files.count }.sorted() == [1, 1, 5], "\(others.recordings)")
    }

    @Test func camerasInFoldersArePaired() {
        let findings = find([
            "T/front/clip.mp4", "T/back/clip.mp4", "T/front/2026/VID_20260102_130405.mp4",
            "T/rear/2026/VID_20260102_130406.mp4", "T/front/alone.mp4", "front/GX010012.MP4", "back/GX010012.MP4",
            "back/GX020012.MP4", "front/GX010099.MP4",
        ])
        #expect(
            findings.recordings.map { $0.folder + "/" + $0.scene } == [
                "./GX010012", "T/clip", "T/2026/VID_20260102_130406", "front/GX010099",
            ])
        #expect(
            findings.recordings.map { $0.angles.map(\.name) } == [
                ["back", "front"], ["back", "front"], ["back", "front"], ["camera"],
            ])
        #expect(findings.unused == [UnusedFile(path: "T/front/alone.mp4", reason: .unknownName)])
    }

    /// Beside a pair; not what belongs to no scene, or to two.
    @Test func aFurtherCameraOfASceneIsUsed() {
        let found = find([
            "a/front.mp4", "a/back.mp4", "a/side.mp4", "a/IMG_1.mp4", "b/x_front.mp4", "b/x_back.mp4", "b/x_roof.mp4",
            "b/y_front.mp4", "b/y_back.mp4", "b/roof.mp4", "c/front.mp4", "c/anna.mp4",
        ])
        #expect(
            found.recordings.map { $0.angles.map(\.name) } == [
                ["back", "front", "side"], ["back", "front", "roof"], ["back", "front"], ["anna", "front"],
            ])
        #expect(found.unused.map(\.path) == ["a/IMG_1.mp4", "b/roof.mp4"])
    }

    /// é in one character and in two are two names.
    @Test func namesAreBytes() {
        let names = ["\u{E9}", "e\u{301}"]
        for pattern in ["*/front.mp4 */back.mp4", "*_front.mp4 *_back.mp4", "*/20260102_130000_NF.mp4"] {
            let files = names.flatMap { name in
                pattern.split(separator: " ").map { String($0).replacing("*", with: name) }
            }
            let found = find(files)
            #expect(found.recordings.count == 2 && found.unused.isEmpty, "\(pattern)")
        }
    }
}
