import Platform
import Testing
import Timeline

@testable import Placing

/// What names of files say, by the table of their makers' schemes.
@Suite struct NamingSchemeTests {
    private func read(_ name: String) -> (scheme: NamingScheme, reading: NamePattern.Reading)? {
        for scheme in NamingScheme.all {
            if let reading = scheme.reading(of: FilePath(name).stem) { return (scheme, reading) }
        }
        return nil
    }

    @Test func everyRowReadsItsOwnExamplesAndNamesItsSource() throws {
        for scheme in NamingScheme.all {
            #expect(
                !scheme.examples.isEmpty && scheme.sources.allSatisfy { $0.hasPrefix("https://") }, "\(scheme.name)")
            for name in scheme.examples {
                let found = try #require(read(name), "\(name)")
                #expect(found.scheme.name == scheme.name, "\(name) is read by the row of \(found.scheme.name)")
                #expect(scheme.kind != .series || found.reading.start != nil, "\(name)")
            }
        }
    }

    @Test(arguments: [
        ("2025-06-05_16-15-26-right_pillar.mp4", "right_pillar", Int64(1_749_140_126)),
        ("2019-07-22_17-12-front.mp4", "front", 1_563_815_520),
        ("20181026_135003_PF.mp4", "front", 1_540_561_803), ("20230427_154533_MO.mp4", "interior", 1_682_610_333),
        ("20230427_154533_NRS.mp4", "back", 1_682_610_333),
        ("2026_0501_194819_001137PR.MP4", "back", 1_777_664_899), ("2026_0820_045542_F.MP4", "front", 1_787_201_742),
        ("REC_2025_01_01_10_00_00_F.MP4", "front", 1_735_725_600),
        ("EXT_20250601_101500_I.MP4", "interior", 1_748_772_900),
        ("NO20250906-134056-000895B.MP4", "back", 1_757_166_056),
        ("NO20260429-171553-000580.MP4", "front", 1_777_482_953),
        ("231011_175029_199_RH_RADR.MP4", "back", 1_697_046_629),
        ("VID_20220110_121609_10_657.insv", "back", 1_641_816_969),
    ])
    func camerasAndTimesAreRead(_ name: String, _ angle: String, _ start: Int64) throws {
        let (scheme, reading) = try #require(read(name))
        #expect(scheme.cameras[reading.camera] == Angle(angle))
        #expect(reading.start == start)
    }

    /// Another camera's word, a digit too few, a day of no calendar, a word more.
    @Test(arguments: [
        "2025-06-05_16-15-26-left.mp4", "2025-06-05_16-15-6-front.mp4", "2025-02-30_16-15-26-front.mp4",
        "2025-06-05_24-15-26-front.mp4", "2025-06-05_16-15-26-front-2.mp4", "20181026_135003_F.mp4",
        "20181026_135003_NX.mp4", "20181326_135003_NF.mp4", "2026_0501_1948_001137F.MP4",
        "2026_0501_194819_001137X.MP4",
        "NO20250906-134056F.MP4", "REC_20250601_101500.MP4", "240915_143027_001_FX.MP4", "GH01123.MP4", "GHAA0001.MP4",
        "GRMN.MP4", "GX0112345.MP4", "VID_20220110_121609.mp4", "VID_20220110_121609_20_657.mp4",
        "PXL_20260102_130405.mp4", "20240101_120000.mp4", "20240101_120000_001.mp4",
    ])
    func namesThatNearlyMatchAreOfNoScheme(_ name: String) {
        #expect(read(name) == nil)
    }

    /// Given without a scan, too.
    @Test func aNameTellsTheCamera() {
        let names = [
            "2026_0501_162928_000538F.MP4", "2026_0501_162928_000539R.MP4", "2025-06-05_16-15-26-right_pillar.mp4",
            "GX010012.MP4", "IMG_1234.MOV", "20260102_130405.mp4",
        ]
        #expect(names.map { CameraName.angle(inFileName: $0) } == ["front", "back", "right_pillar", nil, nil, nil])
    }

    /// The system splits paths at bytes: a mark that combines with the slash before it begins a name like any other.
    @Test func aNameMayBeginWithACombiningMark() {
        let path = FilePath("card/\u{301}front.mp4")
        #expect(path.folder == "card" && path.name.unicodeScalars.first == "\u{301}")
        #expect(FilePath("a.\u{301}mp4").stem == "a" && FilePath("/x").folder == "/" && FilePath("x").folder == ".")
    }
}
