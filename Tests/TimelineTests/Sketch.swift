import Parameters
import MediaTime
import Transitions

@testable import Timeline

/// Recordings and compositions drawn with one character per frame, at ten frames a second:
///
/// ```
/// back   ##########..      # has footage
/// front  ..##########
/// shown  bbbbb~~~ffff      ~ is mixed, . is nothing
/// ```
enum Sketch {
    static let rate = FrameRate(10)!
    static func time(_ frame: Int64) -> MediaTime { rate.time(ofFrame: frame) }

    /// Every run of `#` is a take.
    static func session(_ lanes: KeyValuePairs<Angle, String>) throws -> Session {
        try Session(
            takes: lanes.flatMap { angle, lane in
                lane.indexed.split { $0.element != "#" }.map { run in
                    Take(
                        angle: angle, path: "\(angle).mp4", start: time(run.first!.offset),
                        footage: TimeRange(start: .zero, duration: time(Int64(run.count))))
                }
            })
    }
}

extension String {
    fileprivate var indexed: [(offset: Int64, element: Character)] { enumerated().map { (Int64($0), $1) } }
}

extension Composition {
    /// One character per frame: the first letter of what is shown.
    var sketch: String {
        String(
            (0..<frameCount).map { index -> Character in
                switch frame(at: index) {
                case .empty: "."
                case .scene(let instant): instant.scene.mainAngle!.name.first!
                case .transition: "~"
                }
            })
    }
}

extension TransitionRequest {
    static func dissolve(_ frames: Int64, _ alignment: Alignment = .center, rate: FrameRate = Sketch.rate) -> Self {
        Self(Specification(name: "dissolve"), duration: rate.time(ofFrame: frames), alignment: alignment)
    }
}
