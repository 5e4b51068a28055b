import FixtureMedia
import Foundation
import MediaTime

extension TemporaryFolder {
    /// Puts a recording of a camera at 5 frames per second there, with all folders of its path.
    func place(_ camera: Camera, frames: Int, at path: String, size: (Int, Int) = (160, 96)) throws {
        let recording = FixtureRecording().with {
            $0.camera = camera
            $0.container = path.hasSuffix(".mkv") ? .mkv : .mp4
            $0.size = .init(width: size.0, height: size.1)
            $0.timing = .constant(FrameRate(5, 1)!, frames: frames)
            $0.sound = nil
        }
        let folder = URL(fileURLWithPath: self(path)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try add(try recording.file(), as: path)
    }

    static let teslaCameras = ["front", "back", "left_repeater", "right_repeater", "left_pillar", "right_pillar"]

    /// Three minutes of six cameras; the second of `back` is missing, the third of `left_pillar` is empty. All look like
    /// the front camera but the back one.
    func placeTeslaEvent(at path: String) throws {
        for minute in 0..<3 {
            for camera in Self.teslaCameras where (camera, minute) != ("back", 1) {
                let name = "\(path)/2026-01-02_13-0\(minute)-05-\(camera).mp4"
                try place(camera == "back" ? .back : .front, frames: 300, at: name)
                if (camera, minute) == ("left_pillar", 2) { try write("", name) }
            }
        }
    }
}
