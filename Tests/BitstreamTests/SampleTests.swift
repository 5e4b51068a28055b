import Foundation
import MediaIO
import Testing

@testable import Bitstream

/// Real recordings, where a folder of them is named (`COMPOSE_SAMPLES=… swift test --filter SampleTests`).
@Suite(.enabled(if: ProcessInfo.processInfo.environment["COMPOSE_SAMPLES"] != nil)) struct SampleTests {
    /// Each stream joined to itself and every packet rewritten. What cannot be copied says why.
    @Test func realStreamsAreReadWhole() throws {
        let folder = ProcessInfo.processInfo.environment["COMPOSE_SAMPLES"] ?? ""
        var read = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            let path = "\(folder)/\(name)"
            guard let video = try? MediaInfo(probing: path).video, ["h264", "hevc"].contains(video.codec),
                let index = try? GOPIndex(reading: path, video: video), index.blocker == nil
            else { continue }
            let join: ParameterSetJoin
            do {
                if video.codec == "h264" {
                    var sets = try H264.ParameterSets(extradata: index.configuration)
                    sets.measuredReorderDepth = index.reorderDepth
                    join = try .h264([sets, sets])
                    #expect(join.pictureParameterSetCount == sets.pictures.count, "\(name)")
                } else {
                    let sets = try HEVC.ParameterSets(extradata: index.configuration)
                    join = try .hevc([sets, sets])
                    #expect(join.rung == .verbatim(primary: 0), "\(name)")
                }
            } catch {
                print("\(name): \(error)")
                continue
            }
            var rewriter = join.rewriters[1]
            let start = index.randomAccess.first ?? 0
            rewriter.beginSpan()
            do {
                try CodedPacketReader(path: path, video: video, index: index).read(start..<index.entries.count) {
                    entry, bytes in
                    guard index.entries[entry].presentation >= index.entries[start].presentation else { return }
                    _ = try rewriter.rewrite(bytes)
                }
                read += 1
            } catch { print("\(name): \(error)") }
        }
        #expect(read > 0)
    }
}
