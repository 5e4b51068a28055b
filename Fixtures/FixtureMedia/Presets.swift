import MediaTime
import Pictures

extension FixtureRecording {
    /// What a phone's back camera writes: stored 1920x1080, to be turned upright, 30 fps, High profile without
    /// B-frames, a key frame a second.
    package static func phoneBack(seconds: Int = 12) -> FixtureRecording {
        FixtureRecording().with {
            $0.camera = .back
            $0.size = PictureSize(width: 1920, height: 1080)
            $0.timing = .constant(.thirty, frames: 30 * seconds)
            $0.scene = .phone
            $0.orientation = Orientation(quarterTurns: 1)
            $0.video = Video(gop: 30, options: [Pair("refs", "1"), Pair("weightp", "none"), Pair("crf", "20")])
            $0.container = .mov
            $0.metadata = [
                Pair("creation_time", "2026-05-01T09:30:00.000000Z"), Pair("make", "Compose"),
                Pair("model", "Fixture back"),
            ]
        }
    }

    /// What its front camera writes at the same time: smaller, mirrored rotation the other way, and a variable
    /// frame rate: ±3 ms of jitter, one frame in 97 lost, 24 fps where the light is low.
    package static func phoneFront(seconds: Int = 12) -> FixtureRecording {
        phoneBack(seconds: seconds).with {
            $0.camera = .front
            $0.size = PictureSize(width: 1280, height: 720)
            $0.timing = .ticks(variableTicks(seconds: Int64(seconds)), timescale: 90_000)
            $0.orientation = Orientation(quarterTurns: 3)
            $0.metadata[2] = Pair("model", "Fixture front")
        }
    }

    /// One of two cameras that record alike, as two phones or a phone with two equal cameras do: what smart
    /// rendering is for. Their key frames, about one a second, come at different times.
    package static func phoneTwin(_ camera: Camera, seconds: Int = 12) -> FixtureRecording {
        phoneBack(seconds: seconds).with {
            $0.camera = camera
            $0.video.gop = camera == .back ? 29 : 31
            $0.metadata[2] = Pair("model", "Fixture \(camera.name)")
        }
    }

    /// Presentation timestamps in 1/90000 s of a camera whose rate varies.
    package static func variableTicks(seconds: Int64) -> [Int64] {
        var ticks: [Int64] = []
        var (time, index): (Int64, Int64) = (0, 0)
        while time < seconds * 90_000 {
            let isDark = (6..<9).contains(time / 90_000 % 12)
            if index % 97 != 96 || isDark {
                ticks.append(time + (index == 0 ? 0 : index * 7919 % 541 - 270))
            }
            time += isDark ? 3750 : 3000
            index += 1
        }
        return ticks
    }
}

/// Recordings with a name, for `compose-fixtures make` and for looking at.
package enum FixtureCatalogue {
    package static let recordings: [Pair<String, FixtureRecording>] = {
        let plain = FixtureRecording()
        let front = plain.with { $0.camera = .front }
        var all: [Pair<String, FixtureRecording>] = [
            Pair("back", plain), Pair("front", front), Pair("phone-back", .phoneBack()),
            Pair("phone-front", .phoneFront()),
            Pair(
                "vfr", front.with { $0.timing = .ticks(FixtureRecording.variableTicks(seconds: 2), timescale: 90_000) }),
            Pair("hevc", plain.with { $0.video.encoder = "libx265" }),
            Pair(
                "hevc-10bit",
                plain.with {
                    $0.video.encoder = "libx265"
                    $0.video.pixelFormat = "yuv420p10le"
                }),
            Pair("b-frames", plain.with { $0.video.bFrames = 2 }),
            Pair(
                "open-gop",
                plain.with {
                    $0.video.bFrames = 2
                    $0.video.isOpenGOP = true
                }),
            Pair("interlaced", plain.with { $0.video.isInterlaced = true }),
            Pair("anamorphic", plain.with { $0.pixelAspect = Pair(4, 3) }),
            Pair(
                "odd",
                plain.with {
                    $0.size = PictureSize(width: 161, height: 97); $0.video.pixelFormat = "yuv444p"
                }),
            Pair("silent", plain.with { $0.sound = nil }),
        ]
        // One of each container and codec that cameras and browsers write: what the fuzzer mutates.
        for (container, video, sound) in [
            (FixtureRecording.Container.mov, "prores_ks", "pcm_s16le"), (.mov, "mjpeg", "pcm_s16be"),
            (.mp4, "mpeg4", "libmp3lame"), (.mp4, "libsvtav1", "libopus"), (.mkv, "libx264", "ac3"),
            (.mkv, "libx265", "flac"), (.webm, "libvpx", "libvorbis"), (.webm, "libvpx-vp9", "libopus"),
            (.avi, "mpeg4", "libmp3lame"), (.avi, "mjpeg", "pcm_s16le"), (.ts, "libx264", "aac"),
            (.ts, "libx265", "ac3"),
        ] {
            all.append(
                Pair(
                    "\(container.rawValue)-\(video)",
                    plain.with {
                        $0.container = container
                        $0.video.encoder = video
                        $0.sound?.encoder = sound
                        if video == "prores_ks" { $0.video.pixelFormat = "yuv422p10le" }
                        if video == "mjpeg" { $0.video.pixelFormat = "yuvj420p" }
                        if container == .mkv || container == .webm {
                            $0.timing = .ticks((0..<45).map { ($0 * 100 + 2) / 3 }, timescale: 1000)
                        }
                        if container == .ts { $0.timing = .ticks((0..<45).map { $0 * 3000 }, timescale: 90_000) }
                    }))
        }
        all.append(
            Pair("fragmented", plain.with { $0.muxerOptions = [Pair("movflags", "frag_keyframe+empty_moov")] }))
        // What phones write around the picture.
        let tagged = plain.with {
            $0.timing = .constant(.thirty, frames: 90)
            $0.orientation = Orientation(quarterTurns: 1)
            $0.video.userData = "what a camera writes for itself"
            $0.metadata = [
                Pair("creation_time", "2026-05-01T09:30:00.000000Z"), Pair("make", "Compose"), Pair("model", "Fixture"),
                Pair("location", "+54.1843-002.7189/"), Pair("com.android.version", "15"),
            ]
        }
        let dolby = tagged.with {
            $0.video.encoder = "libx265"
            $0.video.pixelFormat = "yuv420p10le"
            $0.video.dolbyVision = Pair(8, 4)
            $0.color = .init(.hlg)
        }
        all += [
            Pair("tagged", tagged), Pair("dolby-vision", dolby),
            Pair(
                "tagged-keys",
                tagged.with {
                    $0.container = .mov
                    $0.muxerOptions = [Pair("movflags", "use_metadata_tags")]
                }),
            Pair(
                "hevc-open-gop",
                tagged.with {
                    $0.video.encoder = "libx265"
                    $0.video.bFrames = 3
                    $0.video.isOpenGOP = true
                }),
            Pair(
                "hevc-fragmented",
                dolby.with { $0.muxerOptions = [Pair("movflags", "frag_keyframe+empty_moov+delay_moov")] }),
            Pair(
                "tagged-fragmented",
                tagged.with { $0.muxerOptions = [Pair("movflags", "frag_every_frame+empty_moov+delay_moov+dash")] }),
        ]
        for orientation in Orientation.allCases {
            let name = "orientation-\(orientation.quarterTurns * 90)\(orientation.mirrored ? "-mirrored" : "")"
            all.append(Pair(name, plain.with { $0.orientation = orientation }))
        }
        return all
    }()
}
