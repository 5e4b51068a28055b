import MediaTime
import Pictures

/// A recording that does not exist yet: everything that decides its bytes, as a plain value.
///
/// The default is a second and a half of the back camera, 160x96 at 30 fps, H.264 and AAC in MP4. Change what a
/// test is about and ask for `file()`.
package struct FixtureRecording: Hashable, Sendable {
    package var camera = Camera.back
    /// As stored, before orientation.
    package var size = PictureSize(width: 160, height: 96)
    /// The width that the container gives; the stored one without it.
    package var containerWidth: Int?
    package var timing = Timing.constant(.thirty, frames: 45)
    /// What the frames show.
    package var scene = Scene.testCard
    /// What goes wrong with them for a while.
    package var mishap: Mishap?
    /// The picture is drawn so that this makes it upright, and the container says so.
    package var orientation = Orientation.upright
    /// What the container says instead of `orientation`: nine words, or nothing at all.
    package var displayMatrix = DisplayMatrix.ofOrientation
    package var video = Video()
    package var color = Color()
    /// Width to height of one pixel; 0:1 where nothing says it.
    package var pixelAspect = Pair(1, 1)
    package var sound: Sound? = Sound()
    /// Further sound tracks, after the first.
    package var moreAudio: [Sound] = []
    /// What stands beside picture and sound.
    package var companions: [Companion] = []
    package var container = Container.mp4
    /// Tags of the file, as FFmpeg names them.
    package var metadata: [Pair<String, String>] = []
    /// Options of FFmpeg's muxer: `movflags=frag_keyframe`.
    package var muxerOptions: [Pair<String, String>] = []

    package init() {}

    /// As a player shows it, when pixels are square.
    package var uprightSize: PictureSize { orientation.apply(to: size) }

    /// This recording with something changed.
    package func with(_ change: (inout FixtureRecording) -> Void) -> FixtureRecording {
        var copy = self
        change(&copy)
        return copy
    }
}

extension FixtureRecording {
    /// When each frame is shown.
    package enum Timing: Hashable, Sendable {
        case constant(FrameRate, frames: Int, firstFrame: Int = 0)
        /// Presentation timestamps in ticks of `1/timescale` s, growing; they may begin below zero, which makes an
        /// edit list that trims, or above, which makes one that waits. The last frame lasts as long as the one before.
        case ticks([Int64], timescale: Int32)

        package var count: Int {
            switch self {
            case .constant(_, let frames, _): frames
            case .ticks(let ticks, _): ticks.count
            }
        }
        /// Ticks per second.
        package var timescale: Int32 {
            switch self {
            case .constant(let rate, _, _): Int32(rate.numerator)
            case .ticks(_, let timescale): timescale
            }
        }
        /// The presentation timestamp of a frame.
        package func tick(_ frame: Int) -> Int64 {
            switch self {
            case .constant(let rate, _, let first): Int64(frame + first) * rate.denominator
            case .ticks(let ticks, _): ticks[frame]
            }
        }
        package func duration(_ frame: Int) -> Int64 {
            guard count > 1 else { return max(1, Int64(timescale) / 30) }
            return frame + 1 < count ? tick(frame + 1) - tick(frame) : tick(frame) - tick(frame - 1)
        }
        /// When a frame is shown, on the clock of the file.
        package func time(_ frame: Int) -> MediaTime { MediaTime(tick(frame), in: TimeBase(1, Int64(timescale))!) }
        package var end: MediaTime {
            MediaTime(tick(count - 1) + duration(count - 1), in: TimeBase(1, Int64(timescale))!)
        }

        /// The frame shown at `time`: the latest that starts before `time` plus `tolerance`. The definition, by
        /// looking at every frame.
        package func frame(at time: MediaTime, tolerance: MediaTime = .zero) -> Int {
            (0..<count).last { self.time($0) < time + tolerance || $0 == 0 }!
        }
    }

    package enum Scene: Hashable, Sendable {
        /// See `TestCard`.
        case testCard
        /// A landscape (back camera) or a person (front camera) with a discreet barcode.
        case phone
        /// A landscape filmed by a trembling hand, see `Handheld`; nothing in it moves.
        case handheld
        /// A person in front of a wide landscape, whose face is at this part of the width, and from this many seconds on
        /// within one second at another.
        case person(at: Double, then: Double, from: Double)
        /// Two people, one of whom is twice as near.
        case people(near: Double, far: Double)
    }

    /// A time in which nobody would want to see the pictures.
    package struct Mishap: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            case black, covered, frozen, shaky
        }

        package var kind: Kind
        /// Seconds.
        package var start, end: Double

        package init(_ kind: Kind, from start: Double, to end: Double) {
            (self.kind, self.start, self.end) = (kind, start, end)
        }
    }

    package enum DisplayMatrix: Hashable, Sendable {
        case ofOrientation
        case absent
        /// The nine words of `tkhd`: a b u c d v x y w.
        case words([Int32])
    }

    /// How the picture is compressed.
    package struct Video: Hashable, Sendable {
        /// FFmpeg's encoder: "libx264", "libx265", "mpeg4", "mjpeg", "prores_ks", "libvpx-vp9".
        package var encoder = "libx264"
        /// FFmpeg's planar format: "yuv420p", "yuv422p10le", "yuvj420p".
        package var pixelFormat = "yuv420p"
        package var gop = 15
        package var bFrames = 0
        package var isOpenGOP = false
        package var isInterlaced = false
        /// Profile and compatibility that a Dolby Vision box claims, in MP4 and MOV; the pictures are no other for it.
        package var dolbyVision: Pair<UInt8, UInt8>?
        /// What the camera writes into every picture's packet for itself (user_data_unregistered), with libx264 and
        /// libx265.
        package var userData: String?
        /// The encoder's own options, after those that follow from the above.
        package var options: [Pair<String, String>] = []

        package init(
            encoder: String = "libx264", pixelFormat: String = "yuv420p", gop: Int = 15, bFrames: Int = 0,
            isOpenGOP: Bool = false, isInterlaced: Bool = false, options: [Pair<String, String>] = []
        ) {
            self.encoder = encoder
            self.pixelFormat = pixelFormat
            self.gop = gop
            self.bFrames = bFrames
            self.isOpenGOP = isOpenGOP
            self.isInterlaced = isInterlaced
            self.options = options
        }
    }

    /// What the code values mean and what the tags say of it.
    package struct Color: Hashable, Sendable {
        /// The truth: code points of ITU-T H.273.
        package var description = ColorDescription.bt709
        /// The tags are written; without them a reader must guess.
        package var isTagged = true

        package init(_ description: ColorDescription = .bt709, isTagged: Bool = true) {
            self.description = description
            self.isTagged = isTagged
        }
    }

    /// A sound track: beeps at every full second of the file's clock over quiet noise.
    package struct Sound: Hashable, Sendable {
        package struct Loss: Hashable, Sendable {
            package var at, count: Int64
            package init(at: Int64, count: Int64) { (self.at, self.count) = (at, count) }
        }
        /// FFmpeg's encoder: "aac", "pcm_s16le", "libopus".
        package var encoder = "aac"
        package var sampleRate: Int32 = 48_000
        package var channels = 2
        /// The first sample's time on the file's clock, in samples.
        package var firstSample: Int64 = 0
        /// In samples; as long as the picture without it.
        package var sampleCount: Int64?
        /// Whose beeps; the camera's without it.
        package var camera: Camera?
        package var isDefault = true
        /// The microphone recorded zeros.
        package var isSilent = false
        /// Where in a scene that several recordings hear the file's clock begins, in samples: irregular noise instead of
        /// beeps.
        package var scene: Int64?
        /// Samples of the scene that the device lost: from one sample of the file on, what is heard is `count` later.
        package var loss: Loss?
        /// At whose microphone `Talk` is heard instead, 0 or 1.
        package var seat: Int?

        package init(
            encoder: String = "aac", sampleRate: Int32 = 48_000, channels: Int = 2, firstSample: Int64 = 0,
            sampleCount: Int64? = nil, camera: Camera? = nil, isDefault: Bool = true
        ) {
            self.encoder = encoder
            self.sampleRate = sampleRate
            self.channels = channels
            self.firstSample = firstSample
            self.sampleCount = sampleCount
            self.camera = camera
            self.isDefault = isDefault
        }
    }

    /// FFmpeg's muxer; the raw value is the ending of the name.
    package enum Container: String, Hashable, Sendable {
        case mp4, mov, mkv, webm, avi, ts, mxf

        var muxer: String {
            switch self {
            case .mkv: "matroska"
            case .ts: "mpegts"
            default: rawValue
            }
        }
        var isISO: Bool { self == .mp4 || self == .mov }
    }
}

/// Two values as one that can be compared and hashed, which tuples cannot.
package struct Pair<A: Hashable & Sendable, B: Hashable & Sendable>: Hashable, Sendable {
    package var first: A
    package var second: B
    package init(_ first: A, _ second: B) { (self.first, self.second) = (first, second) }
}
