import Audio
import MediaTime
import Planning
import Timeline

// Clips, their files, effects on their pictures, and sound.
extension FinalCut7Sequence {
    func write(
        _ clip: Clip, _ name: String, _ length: Int64, from first: Int64, _ xml: inout XMLText,
        _ content: (inout XMLText) -> Void
    ) {
        xml.element("clipitem", [("id", clip.id)]) { xml in
            xml.element("name", text: name)
            xml.element("enabled", text: "TRUE")
            xml.element("duration", text: "\(length)")
            rate(rate, &xml)
            xml.element("start", text: "\(clip.isFadedIn ? -1 : clip.frames.lowerBound)")
            xml.element("end", text: "\(clip.isFadedOut ? -1 : clip.frames.upperBound)")
            xml.element("in", text: "\(first)")
            xml.element("out", text: "\(first + Int64(clip.seen.count))")
            content(&xml)
        }
    }

    /// The available range of a file, on its own clock.
    private func extent(_ input: SourceID) -> TimeRange {
        switch input {
        case .sound(let sound): return plan.sounds[sound].extent
        case .take(let take):
            let footage = plan.composition.session.takes[take].footage
            // Sound may go on when the pictures end.
            let soundEnd = plan.audioSource(input)?.extent.end ?? footage.end
            return TimeRange(start: footage.start, end: max(footage.end, soundEnd))
        }
    }

    /// A clip of a file, from a given time.
    func item(
        _ clip: Clip, _ name: String, input: SourceID, at time: MediaTime, _ xml: inout XMLText,
        _ written: inout Written,
        _ content: (inout XMLText, inout Written) -> Void
    ) {
        let extent = extent(input)
        let first = max(0, rate.frame(at: time - extent.start, .nearest))
        write(clip, name, rate.frame(at: extent.duration, .nearest), from: first, &xml) { xml in
            file(input, &xml, &written)
            content(&xml, &written)
        }
    }

    private func file(_ input: SourceID, _ xml: inout XMLText, _ written: inout Written) {
        let path = plan.path(of: input)
        if let id = written.files[path] { return xml.element("file", [("id", id)]) }
        let id = "file\(written.files.count + 1)"
        written.files[path] = id
        let source = input.take.map { plan.sources[$0] }
        // If the format cannot express the file's own rate, its times are counted in the film's.
        let own = source.map(\.video.filmRate).flatMap { Self.isKnown($0) ? $0 : nil } ?? rate
        xml.element("file", [("id", id)]) { xml in
            xml.element("name", text: path.split(separator: "/").last.map(String.init) ?? path)
            xml.element("pathurl", text: url(path))
            rate(own, &xml)
            xml.element("duration", text: "\(own.frame(at: extent(input).duration, .nearest))")
            let start = source?.info.startTimecode.flatMap { Self.isKnown($0.rate) ? $0 : nil }
            timecode(start ?? Timecode(frame: 0, at: own), &xml)
            xml.element("media") { xml in
                if let source {
                    xml.element("video") { xml in
                        xml.element("samplecharacteristics") { xml in
                            xml.element("width", text: "\(source.video.uprightSize.width)")
                            xml.element("height", text: "\(source.video.uprightSize.height)")
                        }
                    }
                }
                if let sound = plan.audioSource(input)?.audio {
                    xml.element("audio") { xml in
                        xml.element("samplecharacteristics") { xml in
                            xml.element("samplerate", text: "\(sound.sampleRate)")
                        }
                        xml.element("channelcount", text: "\(channelCount(ofFile: path, sound.channels))")
                    }
                }
            }
        }
    }

    /// Up to the last stream that is heard.
    private func channelCount(ofFile path: String, _ own: Int) -> Int {
        plan.inputs.filter { plan.path(of: $0) == path }.compactMap(plan.audioSource).reduce(own) { most, source in
            let before = source.info.audio.prefix { $0.streamIndex != source.stream }
            return max(most, before.reduce(source.audio?.channels ?? 0) { $0 + $1.channels })
        }
    }

    func effect(
        _ name: String, _ id: String, category: String, type: String, media: String = "video", _ xml: inout XMLText,
        _ content: (inout XMLText) -> Void
    ) {
        xml.element("effect") { xml in
            xml.element("name", text: name)
            xml.element("effectid", text: id)
            xml.element("effectcategory", text: category)
            xml.element("effecttype", text: type)
            xml.element("mediatype", text: media)
            content(&xml)
        }
    }
}

// Effects on pictures.
extension FinalCut7Sequence {
    /// Position and size on the canvas, mirroring, turning, cropping, and opacity.
    func motion(_ layer: Layer, _ take: Int, _ xml: inout XMLText) {
        let place = LayerPlace(layer, take: take, of: plan)
        let turn = plan.sources[take].turn
        let (canvas, whole, seen) = (plan.output.canvas.size, place.whole, place.seen)
        let center = place.center(on: canvas)
        if turn.mirrored {
            filter("Flop", "Flop", category: "Perspective", type: "filter", &xml) { _ in }
        }
        if place.scale != 1 || center != (0, 0) || turn.quarterTurns > 0 {
            filter("Basic Motion", "basic", &xml) { xml in
                parameter("scale", "Scale", "\(place.scale * 100)", 0...1000, &xml)
                if turn.quarterTurns > 0 {
                    parameter("rotation", "Rotation", "\(turn.quarterTurns * 90)", -8640...8640, &xml)
                }
                xml.element("parameter") { xml in
                    xml.element("parameterid", text: "center")
                    xml.element("name", text: "Center")
                    xml.element("value") { xml in
                        xml.element("horiz", text: "\(center.x / Double(canvas.width))")
                        xml.element("vert", text: "\(center.y / Double(canvas.height))")
                    }
                }
            }
        }
        if seen.size != whole {
            filter("Crop", "crop", &xml) { xml in
                // Before it is turned.
                let sides = turn.sides(
                    left: Double(seen.x) / Double(whole.width), top: Double(seen.y) / Double(whole.height),
                    right: Double(whole.width - seen.x - seen.width) / Double(whole.width),
                    bottom: Double(whole.height - seen.y - seen.height) / Double(whole.height))
                parameter("left", "left", "\(sides.left * 100)", 0...100, &xml)
                parameter("right", "right", "\(sides.right * 100)", 0...100, &xml)
                parameter("top", "top", "\(sides.top * 100)", 0...100, &xml)
                parameter("bottom", "bottom", "\(sides.bottom * 100)", 0...100, &xml)
            }
        }
        if layer.opacity < 1 {
            filter("Opacity", "opacity", &xml) { xml in
                parameter("opacity", "opacity", "\(layer.opacity * 100)", 0...100, &xml)
            }
        }
    }

    private func filter(
        _ name: String, _ id: String, category: String = "motion", type: String = "motion", media: String = "video",
        _ xml: inout XMLText, _ content: (inout XMLText) -> Void
    ) {
        xml.element("filter") { effect(name, id, category: category, type: type, media: media, &$0, content) }
    }

    /// The level of a sound, as a factor; key frames are left to the note.
    private func level(_ heard: HeardClip, _ xml: inout XMLText) {
        guard !heard.isAtItsLevel, let gain = heard.constantGain else { return }
        filter("Audio Levels", "audiolevels", category: "audiolevels", type: "audiolevels", media: "audio", &xml) {
            xml in
            xml.element("parameter") { xml in
                xml.element("parameterid", text: "level")
                xml.element("name", text: "Level")
                xml.element("valuemin", text: "0")
                xml.element("valuemax", text: "3.98109")
                xml.element("value", text: "\(min(gain, PlanPart.mostGain))")
            }
        }
    }

    private func parameter(
        _ id: String, _ name: String, _ value: String, _ values: ClosedRange<Int>, _ xml: inout XMLText
    ) {
        xml.element("parameter") { xml in
            xml.element("parameterid", text: id)
            xml.element("name", text: name)
            xml.element("valuemin", text: "\(values.lowerBound)")
            xml.element("valuemax", text: "\(values.upperBound)")
            xml.element("value", text: value)
        }
    }
}

// Sound.
extension FinalCut7Sequence {
    func place(_ heard: HeardClip) -> Place {
        Place(
            frames: heard.frames, path: plan.path(of: heard.input), isInStep: plan.isInStep(heard.input))
    }

    /// The clips of all channels, by what they play.
    func links(_ channels: [Channel]) -> [Place: [Link]] {
        var links: [Place: [Link]] = [:]
        for (track, channel) in channels.enumerated() {
            for (index, heard) in channel.clips.enumerated() {
                let id = Self.soundID(track, index)
                links[place(heard), default: []].append(
                    Link(id: id, mediaType: "audio", track: track + 1, index: index + 1))
            }
        }
        return links
    }

    private static func soundID(_ track: Int, _ index: Int) -> String { "sound\(track + 1)-\(index + 1)" }

    /// Links that connect picture and sound of one recording at one time, and the channels of a sound.
    func together(_ place: Place, _ written: Written) -> [Link] {
        let links = (written.pictures[place].map { [$0] } ?? []) + (written.sounds[place] ?? [])
        return links.count > 1 ? links : []
    }

    func write(_ links: [Link], _ xml: inout XMLText) {
        for link in links {
            xml.element("link") { xml in
                xml.element("linkclipref", text: link.id)
                xml.element("mediatype", text: link.mediaType)
                xml.element("trackindex", text: "\(link.track)")
                xml.element("clipindex", text: "\(link.index)")
            }
        }
    }

    func sounds(_ channels: [Channel], _ xml: inout XMLText, _ written: inout Written) {
        for (track, channel) in channels.enumerated() {
            xml.element("track") { xml in
                for (index, heard) in channel.clips.enumerated() {
                    let clip = Clip(id: Self.soundID(track, index), frames: heard.frames, seen: heard.frames)
                    let name = plan.audioSource(heard.input)?.angle.name ?? ""
                    let links = together(place(heard), written)
                    item(clip, name, input: heard.input, at: heard.start, &xml, &written) { xml, _ in
                        level(heard, &xml)
                        xml.element("sourcetrack") { xml in
                            xml.element("mediatype", text: "audio")
                            let source = sourceChannel(heard.input, channel.number) ?? channel.number
                            xml.element("trackindex", text: "\(source)")
                        }
                        write(links, &xml)
                    }
                }
                xml.element("outputchannelindex", text: "\(channel.number)")
            }
        }
    }
}
