import CFFmpeg
import MediaTime
import Pictures

/// How a trembling hand holds a camera: the center of its view in widths of the picture, and its turn.
package enum Handheld {
    package static func view(at seconds: Double) -> (x: Double, y: Double, degrees: Double) {
        // A slow pan; sways and tremors whose periods have no common multiple in sight.
        let x = 0.02 * seconds + 0.006 * sine(turns: seconds * 1.7) + 0.002 * sine(turns: seconds * 5.3)
        let y = 0.005 * sine(turns: seconds * 1.3 + 0.3) + 0.0018 * sine(turns: seconds * 6.1)
        return (x - 0.03, y, 0.5 * sine(turns: seconds * 1.9 + 0.1) + 0.12 * sine(turns: seconds * 4.7))
    }
}

/// Moving pictures that look like a phone's: the back camera pans by hand over a valley with a balloon, the front
/// camera films who is holding it.
final class PhoneScene {
    private let camera: Camera
    private let scene: FixtureRecording.Scene
    private var isHandheld: Bool { scene == .handheld }
    private let orientation: Orientation
    private let upright: PictureSize
    /// Larger than the picture: the part that is shown wanders.
    private let backdrop: ShadedPicture
    private let picture: ShadedPicture

    init(_ recording: FixtureRecording) {
        camera = recording.camera
        scene = recording.scene
        orientation = recording.orientation
        let stored = recording.size
        upright = orientation.quarterTurns % 2 == 1 ? stored.transposed : stored
        let size = PictureSize(width: upright.width * 5 / 4 / 4 * 4, height: upright.height * 9 / 8 / 4 * 4)
        backdrop = ShadedPicture(size)
        picture = ShadedPicture(upright)
        let camera = camera
        backdrop.shade { x, y in
            camera == .back ? Valley.color(x, y, size) : Room.color(x, y, size)
        }
    }

    /// Draws the scene at a time, stored as the recording stores it.
    func draw(_ number: Int, at time: MediaTime, onto frame: UnsafeMutablePointer<AVFrame>) {
        let t = time.approximateSeconds
        let room = (x: backdrop.size.width - upright.width, y: backdrop.size.height - upright.height)
        // A hand: a slow sweep, a sway and a tremor.
        let sweep = camera == .back ? 0.38 * sine(turns: t / 17) : 0.1 * sine(turns: t / 9)
        let x = 0.5 + sweep + 0.03 * sine(turns: t / 2.3) + 0.006 * sine(turns: t * 3.1)
        let y = 0.5 + 0.2 * sine(turns: t / 7.7 + 0.2) + 0.02 * sine(turns: t * 2.7)
        let origin = (x: Int(x * Double(room.x)) / 2 * 2, y: Int(y * Double(room.y)) / 2 * 2)
        if isHandheld { return shake(at: t, onto: frame) }
        let (w, h) = (Double(upright.width), Double(upright.height))
        switch scene {
        case .person(let place, let other, let start):
            picture.copy(backdrop, from: (x: room.x / 4 * 2, y: room.y / 4 * 2))
            person(t + 3, x: w * (place + (other - place) * min(max(t - start, 0), 1)), y: h * 0.42, unit: h / 1100)
        case .people(let near, let far):
            picture.copy(backdrop, from: (x: room.x / 4 * 2, y: room.y / 4 * 2))
            person(t + 3, x: w * far, y: h * 0.5, unit: h / 2200)
            person(t + 3, x: w * near, y: h * 0.42, unit: h / 1100)
        default: drawPhone(t, origin)
        }
        store(onto: frame)
    }

    private func drawPhone(_ t: Double, _ origin: (x: Int, y: Int)) {
        picture.copy(backdrop, from: origin)
        if camera == .back { balloon(t, origin) } else { person(t) }
    }

    private func shake(at t: Double, onto frame: UnsafeMutablePointer<AVFrame>) {
        let view = Handheld.view(at: t)
        let (whole, part) = (backdrop.size, picture.size)
        let map = AffineSampler.Map(
            drawing: part,
            center: (
                Double(whole.width) / 2 + view.x * Double(part.width),
                Double(whole.height) / 2 + view.y * Double(part.width)
            ), degrees: view.degrees, zoom: 1)
        for index in 0..<3 {
            let step = index == 0 ? 1 : 2
            AffineSampler.draw(
                backdrop.picture.plane(index), into: picture.picture.plane(index), map, columns: step, rows: step,
                most: 255, as: UInt8.self)
        }
        store(onto: frame)
    }

    private func balloon(_ t: Double, _ origin: (x: Int, y: Int)) {
        let (w, h) = (Double(backdrop.size.width), Double(backdrop.size.height))
        let unit = Double(upright.width) / 1080
        let cx = w * (0.2 + 0.05 * t) - Double(origin.x)
        let cy = h * (0.36 - 0.008 * t) + 12 * unit * sine(turns: t / 4) - Double(origin.y)
        let r = 120 * unit
        picture.ellipse(cx, cy, r, r * 1.12, RGB(0.86, 0.2, 0.14), shade: 0.5)
        picture.ellipse(cx, cy, r * 0.62, r * 1.12, RGB(0.95, 0.78, 0.2), shade: 0.5)
        picture.ellipse(cx, cy, r * 0.26, r * 1.12, RGB(0.86, 0.2, 0.14), shade: 0.5)
        picture.ellipse(cx, cy + r * 1.5, r * 0.2, r * 0.17, RGB(0.42, 0.28, 0.16), shade: 0.6)
        // Somebody kicks a ball through the grass.
        let bounce = abs(sine(turns: t / 1.7))
        let bx = w * (0.75 - 0.04 * t) - Double(origin.x)
        let by = h * 0.88 - 150 * unit * bounce - Double(origin.y)
        picture.ellipse(bx, h * 0.9 - Double(origin.y), 46 * unit, 10 * unit, RGB(0.12, 0.2, 0.08), shade: 0)
        picture.ellipse(bx, by, 40 * unit, 40 * unit, RGB(0.95, 0.95, 0.93), shade: 0.55)
    }

    private func person(_ t: Double) {
        let (w, h) = (Double(upright.width), Double(upright.height))
        person(
            t, x: w * (0.5 + 0.02 * sine(turns: t / 3.1)), y: h * (0.46 + 0.006 * sine(turns: t / 1.3)), unit: w / 720)
    }

    /// - Parameter unit: 430 of them are the height of the face.
    private func person(_ t: Double, x cx: Double, y cy: Double, unit: Double) {
        let (w, h) = (Double(upright.width), Double(upright.height))
        let skin = RGB(0.85, 0.64, 0.52)
        picture.ellipse(cx, h * 1.01, 335 * unit, 350 * unit, RGB(0.2, 0.36, 0.5), shade: 0.35)
        picture.ellipse(cx, cy + 220 * unit, 92 * unit, 190 * unit, RGB(0.74, 0.53, 0.42), shade: 0.2)
        picture.ellipse(cx, cy - 60 * unit, 192 * unit, 220 * unit, RGB(0.2, 0.13, 0.09), shade: 0.4)
        picture.ellipse(cx, cy, 165 * unit, 215 * unit, skin, shade: 0.35)
        let isBlinking = t.truncatingRemainder(dividingBy: 3.3) < 0.13
        for side in [-1.0, 1] {
            let ex = cx + side * 66 * unit
            picture.ellipse(ex, cy - 82 * unit, 40 * unit, 9 * unit, RGB(0.22, 0.15, 0.1), shade: 0)
            picture.ellipse(
                ex, cy - 42 * unit, 30 * unit, (isBlinking ? 3 : 17) * unit, RGB(0.96, 0.95, 0.94), shade: 0.1)
            if !isBlinking {
                let gaze = 8 * unit * sine(turns: t / 2.9)
                picture.ellipse(ex + gaze, cy - 42 * unit, 13 * unit, 13 * unit, RGB(0.2, 0.32, 0.4), shade: 0.2)
                picture.ellipse(ex + gaze, cy - 42 * unit, 6 * unit, 6 * unit, RGB(0.04, 0.04, 0.04), shade: 0)
            }
        }
        picture.ellipse(cx + 6 * unit, cy + 24 * unit, 24 * unit, 36 * unit, RGB(0.8, 0.57, 0.46), shade: 0.3)
        let open = 5 + 20 * abs(sine(turns: t * 1.9)) * (sine(turns: t / 5) > -0.3 ? 1 : 0)
        picture.ellipse(cx, cy + 110 * unit, 60 * unit, (open + 9) * unit, RGB(0.72, 0.34, 0.32), shade: 0.1)
        picture.ellipse(cx, cy + 110 * unit, 48 * unit, open * unit, RGB(0.32, 0.1, 0.1), shade: 0)
        // A hand greets in the first two seconds.
        if t < 2.4 {
            let hx = w * 0.82 + 40 * unit * sine(turns: t * 1.6)
            picture.ellipse(hx, h * 0.62, 74 * unit, 90 * unit, skin, shade: 0.3)
        }
    }

    /// The inverse of what makes it upright: turned back, then mirrored.
    private func store(onto frame: UnsafeMutablePointer<AVFrame>) {
        let target = Picture(
            format: .yuv420p8, size: PictureSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height)),
            planes: (plane(frame, 0), plane(frame, 1), plane(frame, 2)), owner: self)
        target.reorient(picture.picture, orientation.inverse)
    }

    private func plane(_ frame: UnsafeMutablePointer<AVFrame>, _ index: Int32) -> Plane {
        let shift = index == 0 ? 0 : 1
        return Plane(
            base: UnsafeMutableRawPointer(compose_frame_plane(frame, index)!),
            width: Int(frame.pointee.width) >> shift, height: Int(frame.pointee.height) >> shift,
            strideInBytes: Int(compose_frame_stride(frame, index)))
    }
}

/// What the back camera sees: sky, mountains, woods, a meadow.
private enum Valley {
    static func color(_ x: Int, _ y: Int, _ size: PictureSize) -> RGB {
        let (u, v) = (Double(x) / Double(size.height), Double(y) / Double(size.height))
        let grain = 0.03 * Noise.fractal(u * 140, v * 140, octaves: 2)
        // Each ridge hides what lies behind it.
        let meadow = 0.66 + 0.03 * Noise.fractal(u * 2.1, 7, octaves: 3)
        if v > meadow {
            let depth = (v - meadow) / (1 - meadow)
            let tuft = Noise.fractal(u * 30 / (0.2 + depth), v * 120 / (0.2 + depth), octaves: 4)
            let light = 0.34 + 0.22 * tuft + 0.06 * depth + grain
            return RGB(light * 0.82, light * 1.12, light * 0.42)
        }
        let wood = 0.58 + 0.05 * Noise.fractal(u * 5, 3, octaves: 6)
        if v > wood {
            let light = 0.16 + 0.16 * Noise.fractal(u * 60, v * 70, octaves: 4) + grain
            return RGB(light * 0.8, light * 1.15, light * 0.75)
        }
        let mountain = 0.38 + 0.22 * Noise.fractal(u * 1.7, 1, octaves: 7)
        if v > mountain {
            let rock = Noise.fractal(u * 16 + v * 9, v * 16 - u * 5, octaves: 6)
            let snow = v < mountain + 0.045 * (0.4 + rock) ? 0.45 : 0
            let haze = 0.42 + 0.18 * rock + snow + grain
            return RGB(haze * 0.92, haze * 0.98, haze * 1.1)
        }
        let cloud = max(0, Noise.fractal(u * 3.2, v * 7, octaves: 6) * 1.9 - 0.85)
        let blue = RGB(0.36 + 0.45 * v, 0.58 + 0.4 * v, 0.88 + 0.15 * v)
        return RGB(
            blue.red + (0.97 - blue.red) * min(1, cloud), blue.green + (0.97 - blue.green) * min(1, cloud),
            blue.blue + (0.98 - blue.blue) * min(1, cloud))
    }
}

/// What is behind the person: a room out of focus, with a window.
private enum Room {
    static func color(_ x: Int, _ y: Int, _ size: PictureSize) -> RGB {
        let (u, v) = (Double(x) / Double(size.width), Double(y) / Double(size.height))
        let soft = 0.06 * Noise.fractal(u * 3, v * 4, octaves: 3)
        let grain = 0.02 * Noise.fractal(u * 300, v * 500, octaves: 2)
        let window = bump(u, 0.2, 0.2) * bump(v, 0.26, 0.2)
        let shelf = bump(u, 0.84, 0.16) * (0.5 + 0.5 * sine(turns: v * 5.5))
        let book = Noise.fractal(u * 40, (v * 5.5).rounded(), octaves: 1)
        let wall = 0.52 + soft + grain - 0.12 * v
        return RGB(
            wall * 1.04 + 0.42 * window - shelf * 0.3 * book, wall * 0.97 + 0.44 * window - shelf * 0.24,
            wall * 0.86 + 0.5 * window - shelf * 0.26 * (1 - book))
    }

    /// One at `center`, zero from `width` on, smooth.
    private static func bump(_ x: Double, _ center: Double, _ width: Double) -> Double {
        let d = min(1, abs(x - center) / width)
        return (1 - d * d) * (1 - d * d)
    }
}

/// Value noise: random values on a grid, smoothly joined.
private enum Noise {
    /// 0…1, with finer and finer detail.
    static func fractal(_ x: Double, _ y: Double, octaves: Int) -> Double {
        var (sum, weight, scale, total) = (0.0, 1.0, 1.0, 0.0)
        for octave in 0..<octaves {
            sum += weight * value(x * scale + Double(octave) * 17.3, y * scale + Double(octave) * 5.1)
            total += weight
            weight *= 0.55
            scale *= 2
        }
        return sum / total
    }

    private static func value(_ x: Double, _ y: Double) -> Double {
        let (x0, y0) = (x.rounded(.down), y.rounded(.down))
        let (fx, fy) = (smooth(x - x0), smooth(y - y0))
        let (i, j) = (Int(x0), Int(y0))
        let top = lattice(i, j) + (lattice(i + 1, j) - lattice(i, j)) * fx
        let bottom = lattice(i, j + 1) + (lattice(i + 1, j + 1) - lattice(i, j + 1)) * fx
        return top + (bottom - top) * fy
    }

    private static func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }

    private static func lattice(_ i: Int, _ j: Int) -> Double {
        var x = UInt32(truncatingIfNeeded: i &* 374_761_393 &+ j &* 668_265_263)
        x = (x ^ x >> 13) &* 1_274_126_177
        return Double((x ^ x >> 16) & 0xFFFF) / 65535
    }
}

/// An 8-bit 4:2:0 picture of BT.709 that can be drawn on.
private final class ShadedPicture {
    let size: PictureSize
    let picture: Picture

    init(_ size: PictureSize) {
        self.size = size
        picture = PicturePool(format: .yuv420p8, size: size).picture()
    }

    /// Gives every sample the color of its place; chroma that of the top left of its four.
    func shade(_ color: (Int, Int) -> RGB) {
        for y in 0..<size.height { for x in 0..<size.width { set(x, y, color(x, y), 1) } }
    }

    func copy(_ other: ShadedPicture, from origin: (x: Int, y: Int)) {
        picture.copy(
            from: other.picture.cropped(
                to: PictureRect(x: origin.x, y: origin.y, width: size.width, height: size.height)))
    }

    /// A filled ellipse with a soft edge, lit from the top left by `shade`.
    func ellipse(_ cx: Double, _ cy: Double, _ rx: Double, _ ry: Double, _ color: RGB, shade: Double) {
        let inside = { (from: Double, to: Double, length: Int) in
            min(length, max(0, Int(from) - 1))..<min(length, max(0, Int(to) + 2))
        }
        let (ys, xs) = (inside(cy - ry, cy + ry, size.height), inside(cx - rx, cx + rx, size.width))
        let edge = min(rx, ry)
        for y in ys {
            let dy = (Double(y) + 0.5 - cy) / ry
            for x in xs {
                let dx = (Double(x) + 0.5 - cx) / rx
                let distance = (dx * dx + dy * dy).squareRoot()
                let weight = min(1, max(0, (1 - distance) * edge + 0.5))
                guard weight > 0 else { continue }
                let light = 1 - shade * (0.5 * (dx + dy) * 0.7 + 0.45 * distance * distance)
                set(x, y, RGB(color.red * light, color.green * light, color.blue * light), weight)
            }
        }
    }

    private func set(_ x: Int, _ y: Int, _ color: RGB, _ weight: Double) {
        let limited = RGB(clamp(color.red), clamp(color.green), clamp(color.blue))
        let luma = 0.2126 * limited.red + 0.7152 * limited.green + 0.0722 * limited.blue
        mix(picture.luma.row(y, as: UInt8.self) + x, 16 + 219 * luma, weight)
        guard x % 2 == 0, y % 2 == 0 else { return }
        mix(picture.cb.row(y / 2, as: UInt8.self) + x / 2, 128 + 224 * (limited.blue - luma) / 1.8556, weight)
        mix(picture.cr.row(y / 2, as: UInt8.self) + x / 2, 128 + 224 * (limited.red - luma) / 1.5748, weight)
    }

    private func clamp(_ value: Double) -> Double { min(1, max(0, value)) }

    private func mix(_ sample: UnsafeMutablePointer<UInt8>, _ value: Double, _ weight: Double) {
        let before = Double(sample.pointee)
        sample.pointee = UInt8(min(255, max(0, before + (value - before) * weight + 0.5)))
    }
}
