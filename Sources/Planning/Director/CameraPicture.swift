import Analysis
import MediaIO
import MediaTime
import Placing
import Timeline

extension PictureTrack {
    /// Samples all files of a camera, on the clock of the recording.
    ///
    /// - Throws: `MediaError` for pictures that cannot be decoded.
    init(of angle: Angle, _ recording: Recording) throws {
        self.init()
        let clock = recording.session.recordingClock
        let files = zip(recording.session.takes, recording.sources).filter { $0.0.angle == angle }
            .sorted { $0.0.range.start < $1.0.range.start }
        var time = -Double.infinity
        for (take, source) in files {
            let reader = try GlanceReader(path: take.path, info: source.video)
            while let (place, seen) = try reader.next() {
                var glance = seen
                glance.time = clock.source(at: take.sessionTime(at: place)).approximateSeconds
                // Files of one camera may overlap, and broken time stamps may go back.
                guard glance.time > time else { continue }
                time = glance.time
                see(glance)
            }
        }
    }
}

/// The pictures of the cameras, on the clock of the recording.
struct CameraPictures {
    let faults: [Angle: [PictureTrack.Fault]]
    let motion: CameraMotion

    /// Samples all of them once.
    init(_ cameras: [Angle], _ recording: Recording) throws {
        let tracks = try cameras.map { try PictureTrack(of: $0, recording) }
        faults = Dictionary(uniqueKeysWithValues: zip(cameras, tracks.map { $0.faults() }))
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
