import MediaTime
import Testing

@testable import MediaIO

/// Times in the names of files.
@Suite struct FileNameTimeTests {
    /// 13:04:05 on 2 January 2026.
    private static let time = MediaTime.seconds(1_767_359_045)

    @Test(arguments: [
        "VID_20260102_130405.mp4", "PXL_20260102_130405123.mp4", "20260102_130405.mov", "2026-01-02 13-04-05.mkv",
        "/videos/20250101_000000/2026.01.02_13.04.05.mp4", "clip-20260102-130405-front.mp4",
    ])
    func namesOfPhonesAndRecordersAreRead(_ name: String) {
        #expect(FileNameTime.time(inFileName: name) == Self.time)
    }

    @Test(arguments: [
        "IMG_1115.mp4", "VID_٢٠٢٦٠١٠٢_١٣٠٤٠٥.mp4", "VID_20261302_130405.mp4", "20260102.mp4", "VID_20260102_250405.mp4",
        "12345678901234567.mp4",
        "20260102_130405/clip.mp4", "",
    ])
    func otherNumbersAreNoTime(_ name: String) {
        #expect(FileNameTime.time(inFileName: name) == nil)
    }
}
