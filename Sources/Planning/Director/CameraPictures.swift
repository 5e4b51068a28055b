import Analysis
import MediaIO
import MediaTime
import Placing
import Platform
import Timeline

/// A stretch of a camera's recording whose pictures are sampled in one go.
private struct SampledStretch: Sendable {
    let camera: Int
    let path: String
    let video: VideoInfo
    /// On the clock of the file.
    let range: Range<MediaTime>
    /// Converts a time of the file to seconds of the recording.
    let time: @Sendable (MediaTime) -> Double

    /// Opening a long file takes as long as some of its pictures.
    private static let (least, most) = (MediaTime.seconds(300), Int64(256))

    /// All of a camera, in order; files may overlap.
    ///
    /// - Throws: `MediaError` for a file that cannot be opened.
    static func all(of angle: Angle, number: Int, _ recording: Recording) throws -> [SampledStretch] {
        let clock = recording.session.recordingClock
        return try zip(recording.session.takes, recording.sources).filter { $0.0.angle == angle }
            .sorted { $0.0.range.start < $1.0.range.start }
            .flatMap { take, source in
                let footage = source.video.footage
                let starts = try GlanceReader.starts(
                    take.path, source.video, every: max(least, footage.duration / most))
                return zip(starts, starts.dropFirst() + [max(footage.start, footage.end)]).map { start, end in
                    SampledStretch(camera: number, path: take.path, video: source.video, range: start..<end) {
                        clock.source(at: take.sessionTime(at: $0)).approximateSeconds
                    }
                }
            }
    }

    /// - Throws: `MediaError` for pictures that cannot be decoded.
    func glances() throws -> [Glance] {
        let reader = try GlanceReader(path: path, info: video, in: range)
        var glances: [Glance] = []
        while let (place, seen) = try reader.next() {
            var glance = seen
            glance.time = time(place)
            glances.append(glance)
        }
        return glances
    }
}

/// The pictures of the cameras, on the clock of the recording.
struct CameraPictures {
    let faults: [Angle: [PictureTrack.Fault]]
    let motion: CameraMotion

    /// Samples all of them once.
    ///
    /// - Parameter steadied: cameras that do not shake in the film, though they did when they recorded.
    init(_ cameras: [Angle], _ recording: Recording, steadied: Set<Angle>) throws {
        let stretches = try cameras.enumerated().flatMap { try SampledStretch.all(of: $1, number: $0, recording) }
        var tracks = cameras.map { _ in PictureTrack() }
        var times = cameras.map { _ in -Double.infinity }
        try OrderedWork.run(stretches, atOnce: coreCount) { stretch in
            Result { try stretch.glances() }
        } take: { stretch, glances in
            // Stretches meet at a key frame, files of one camera may overlap, and broken time stamps may go back.
            for glance in try glances.get() where glance.time > times[stretch.camera] {
                times[stretch.camera] = glance.time
                tracks[stretch.camera].see(glance)
            }
        }
        faults = Dictionary(
            uniqueKeysWithValues: zip(cameras, tracks).map { camera, track in
                (camera, track.faults().filter { $0.kind.hidesEverything || !steadied.contains(camera) })
            })
        let length = recording.session.union.duration.ticks(in: .perSecond(Int32(Conversation.rate)), .up)
        motion = CameraMotion(tracks, count: Int(length))
    }

    /// Why a camera is avoided at each of these steps of the recording, which increase.
    func faults(of angle: Angle, at steps: [Int]) -> [PictureFault?] {
        var rest = (faults[angle] ?? [])[...]
        return steps.map { step in
            let time = Double(step) / Double(Conversation.rate)
            while let first = rest.first, first.end <= time { rest.removeFirst() }
            return rest.first.flatMap { $0.start < time ? $0.kind : nil }
        }
    }
}
