import MediaTime
import Pictures
import Placing
import Planning
import Timeline
import Parameters

// Parts of the texts of notes.

extension FrameRate {
    /// As 29.97 and 30 are: nobody sees the difference.
    func isNearly(_ other: FrameRate) -> Bool { abs(framesPerSecond / other.framesPerSecond - 1) < 0.01 }
}

extension Destination {
    /// "23 to 60".
    var rates: String { "\(fixed(frameRates.lowerBound, 0)) to \(fixed(frameRates.upperBound, 0))" }
}

extension Destination.Breach {
    func text(_ destination: Destination) -> String {
        let name = destination.name
        return switch self {
        case .longer(let film):
            "\(name) takes films of up to \(destination.longest.clockDescription), and this one lasts \(film.clockDescription) (--duration and --skip shorten it)"
        case .shorter(let film):
            "\(name) takes films from \(destination.shortest.clockDescription), and this one lasts \(film.clockDescription)"
        case .frameRate(let rate):
            "\(name) takes films of \(destination.rates) frames per second, and this one has \(rate) (--fps changes that)"
        case .bits(let bits):
            "\(name) takes pictures of up to \(megabits(destination.mostBits ?? bits)) Mb/s, and these have up to \(megabits(bits)) (use a smaller --bitrate or --max-bitrate)"
        case .size(let size):
            "\(name) takes no pictures of \(size) (\(limits(destination)); --size changes that)"
        }
    }

    private func megabits(_ bits: Int64) -> String {
        let text = fixed(Double(bits) / 1_000_000, 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private func limits(_ destination: Destination) -> String {
        [
            destination.leastSide.map { "at least \($0) samples" },
            destination.mostColumns.map { "at most \($0) across" }, destination.mostLines.map { "\($0) high" },
        ].compactMap(\.self).joined(separator: ", ")
    }
}

extension Diagnostic.NoSwitch {
    var text: String {
        switch self {
        case .oneView:
            "--switch-every has no effect with one view; add another --view to switch to, such as single:camera=NAME"
        case .filmEnds(let first):
            "nothing switches: the film ends before the first switch, at \(first.clockDescription); use a shorter --switch-every, or list times with --switch-at"
        case .shortestShot(let least, let interval) where least > interval:
            "nothing switches: the shortest shot (--min-shot \(least)) is longer than the time between switches (\(interval)); use a shorter --min-shot or a longer --switch-every"
        case .shortestShot(let least, _):
            "nothing switches: after every switch, the shot would be shorter than the shortest shot (\(least)); use a shorter --min-shot"
        case .noFootage:
            "nothing switches: the other camera has no footage when its turn comes"
        case .director:
            "nothing switches: automatic cuts found no better shot than one throughout; set cuts by hand with --switch-at, or at an interval with --switch-every"
        }
    }
}

extension Fit.Effect {
    func text(_ angle: Angle, _ size: PictureSize, _ film: PictureSize) -> String {
        let shapes =
            size.shape == film.shape
            ? "the \(angle) camera is \(size) and the film is \(film)"
            : "the \(angle) camera is \(size.shape) and the film is \(film.shape)"
        return switch self {
        case .whole: shapes
        case .bars(let share):
            "\(shapes): bars fill \(percent(share)) of the frame (--fit fill crops the picture, --fit blur fills them with it, blurred)"
        case .cropped(let share):
            "\(shapes): \(percent(share)) of its picture is cropped (--fit fit shows all of it, with bars)"
        }
    }
}

extension ViewCropping {
    var text: String {
        let shown = cameras.enumerated().map { index, camera in
            "\(percent(camera.shown)) of \(index == 0 ? "the \(camera.angle) camera's picture" : "\(camera.angle)'s")"
        }
        return
            "\(view) shows \(list(shown, "and")) (\(whole) shows \(cameras.count > 1 ? "all of them" : "all of it"), with bars)"
    }
}

extension PictureSize {
    fileprivate var shape: String { width == height ? "square" : width > height ? "landscape" : "portrait" }
}
