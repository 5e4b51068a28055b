import MediaTime
import Pictures
import Planning
import Timeline

// Several cameras at once.
extension MeltTimeline {
    func layers(
        _ scene: Scene, _ index: Int, _ frames: Range<Int64>, _ copy: String, _ xml: inout XMLText
    ) -> Item {
        let time = composition.sessionTime(ofFrame: frames.lowerBound, inSegment: cuts.events[index].segment)
        let shown = scene.visibleLayers.compactMap { layer in
            composition.session.nearestTake(of: layer.angle, at: time).map { (layer, $0) }
        }
        let name = "view\(index)-\(frames.lowerBound)"
        let last = Int64(frames.count) - 1
        for (number, (layer, take)) in shown.enumerated() {
            let start = max(0, frame(of: composition.session.takes[take].fileTime(at: time), take))
            // A separate timeline: filters of a producer would apply to every shot.
            xml.element("playlist", [("id", "\(name)-\(number)")]) { xml in
                xml.element(
                    "entry", [("producer", id(take, copy)), ("in", "\(start)"), ("out", "\(start + last)")]
                ) { xml in crop(layer, take, &xml) }
            }
        }
        xml.element("tractor", [("id", name), ("in", "0"), ("out", "\(last)")]) { xml in
            track(Item(producer: "black", start: 0, count: last + 1), &xml)
            for number in shown.indices {
                track(Item(producer: "\(name)-\(number)", start: 0, count: last + 1), &xml)
            }
            for (number, (layer, take)) in shown.enumerated() {
                xml.element("transition", [("in", "0"), ("out", "\(last)")]) { xml in
                    property("a_track", "0", &xml)
                    property("b_track", "\(number + 1)", &xml)
                    property("mlt_service", "composite", &xml)
                    let place = LayerPlace(layer, take: take, of: plan)
                    property(
                        "geometry",
                        "\(place.place.x)/\(place.place.y):\(place.place.width)x\(place.place.height):\(Int((layer.opacity * 100).rounded()))",
                        &xml)
                    property("distort", place.isFilled ? "1" : "0", &xml)
                    property("halign", "centre", &xml)
                    property("valign", "centre", &xml)
                    property("progressive", "1", &xml)
                }
            }
        }
        return Item(producer: name, start: 0, count: last + 1)
    }

    /// The cropping of a layer's picture: by its framing, and to cover an area of another shape.
    private func crop(_ layer: Layer, _ take: Int, _ xml: inout XMLText) {
        let place = LayerPlace(layer, take: take, of: plan)
        let (seen, whole) = (place.seen, place.whole)
        guard seen.size != whole else { return }
        xml.element("filter", []) { xml in
            property("mlt_service", "crop", &xml)
            property("left", "\(seen.x)", &xml)
            property("top", "\(seen.y)", &xml)
            property("right", "\(whole.width - seen.x - seen.size.width)", &xml)
            property("bottom", "\(whole.height - seen.y - seen.size.height)", &xml)
        }
    }
}
