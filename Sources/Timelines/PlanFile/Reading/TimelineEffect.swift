/// An effect of a clip, a track or a stack, as any program may write it.
///
/// Most programs write all effects that a clip could have, with parameters that change nothing: these are ignored.
struct TimelineEffect: Decodable {
    var schema: String
    /// As its program calls it: "Transform".
    var name: String
    /// For a linear time warp: 2 is twice as fast.
    var speed: Double?
    /// The parameters that differ from what changes nothing: "Scale 120"; `nil` if the effect changes nothing.
    let changes: [String]?
    /// A level of the sound that stays the same, as a factor: all that such an effect does.
    private(set) var gain: Double?

    private enum Key: String, CodingKey {
        case schema = "OTIO_SCHEMA"
        case effectName = "effect_name"
        case speed = "time_scalar"
        case name, enabled, metadata
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        schema = TimelineNode.name(ofSchema: try fields.decode(String.self, forKey: .schema))
        let names = try [Key.effectName, .name].compactMap { try fields.decodeIfPresent(String.self, forKey: $0) }
        name = names.first { !$0.isEmpty } ?? schema
        speed = try fields.decodeIfPresent(Double.self, forKey: .speed)
        let isEnabled = try fields.decodeIfPresent(Bool.self, forKey: .enabled) ?? true
        let metadata = try fields.decodeIfPresent(JSONValue.self, forKey: .metadata)
        if schema == "LinearTimeWarp" {
            changes = isEnabled && ((speed ?? 1) - 1).magnitude > 1e-9 ? [] : nil
        } else if let resolve = metadata?["Resolve_OTIO"] {
            name = (resolve["Effect Name"] ?? resolve["Name"])?.text ?? name
            let isOff = !isEnabled || resolve["Enabled"]?.numbers == [0]
            changes = isOff ? nil : Self.some(Self.resolve(resolve["Parameters"]))
        } else if isEnabled, let level = Self.level(metadata?["fcp_xml"]) {
            (changes, gain) = (nil, level)
        } else if let kind = Kind(metadata, named: name) {
            let isBypassed = metadata?["fcp_xml"]?["pproBypass"]?.numbers == [1]
            changes = isEnabled && !isBypassed ? Self.some(kind.changes(metadata)) : nil
        } else {
            changes = isEnabled ? [] : nil
        }
    }

    /// Final Cut Pro 7's level, up to 12 dB; `nil` where it moves, and for other effects.
    private static func level(_ effect: JSONValue?) -> Double? {
        guard effect?["effectid"]?.text == "audiolevels", effect?["pproBypass"]?.numbers != [1],
            let level = effect?["parameter"]?.named("parameterid").first(where: { $0.0 == "level" })?.1,
            level["keyframe"] == nil, let numbers = level["value"]?.numbers, numbers.count == 1
        else { return nil }
        return (0...4).contains(numbers[0]) ? numbers[0] : nil
    }

    private static func some(_ changes: [String]) -> [String]? { changes.isEmpty ? nil : changes }

    /// DaVinci Resolve writes only parameters that were touched, each with its default.
    private static func resolve(_ parameters: JSONValue?) -> [String] {
        let neutral: [String: Double] = [
            "transformationZoomX": 1, "transformationZoomY": 1, "dynamicZoomScale": 1, "opacity": 100,
        ]
        // Says which of several equal effects it is; links two others.
        let harmless = ["eq band index", "transformationZoomLink"]
        return (parameters?.named("Parameter ID") ?? []).compactMap { id, parameter in
            guard !harmless.contains(id) else { return nil }
            let values = [parameter["Parameter Value"] ?? parameter.plain] + (parameter["Key Frames"]?.values ?? [])
            let usual = parameter["Default Parameter Value"] ?? .number(neutral[id] ?? 0)
            return change(id, values.compactMap(\.self), from: [usual])
        }
    }

    /// The parameter with its first value that differs.
    fileprivate static func change(_ name: String, _ values: [JSONValue], from neutral: [JSONValue]) -> String? {
        guard let value = values.first(where: { value in !neutral.contains { value.isSame(as: $0) } }) else {
            return nil
        }
        return value.summary.map { "\(name) \($0)" } ?? name
    }
}

extension TimelineEffect: CustomStringConvertible {
    /// "'Transform' (transformationZoomX 1.25)".
    var description: String {
        let changes = changes ?? []
        return "'\(name)'" + (changes.isEmpty ? "" : " (\(changes.joined(separator: ", ")))")
    }
}

extension TimelineEffect {
    /// An effect that every clip of Premiere Pro or Final Cut Pro 7 has, and the values with which it changes nothing.
    fileprivate struct Kind {
        /// `nil` where the value does not matter.
        private var parameters: [(name: String, neutral: [Double]?)]
        /// The number of the first of them; Premiere translates their names.
        private var first = 0

        /// `nil` for other effects.
        init?(_ metadata: JSONValue?, named name: String) {
            if let finalCut = metadata?["fcp_xml"] {
                guard let own = Self.finalCut7[finalCut["effectid"]?.text ?? name.lowercased()] else { return nil }
                parameters = own
                return
            }
            let premiere = metadata?["PremierePro_OTIO"]
            // Without parameters, its name is enough.
            guard premiere != nil || metadata?.values.isEmpty ?? true else { return nil }
            switch premiere?["MatchName"]?.text ?? name {
            case "AE.ADBE Opacity", "ADBE Opacity", "Opacity": (parameters, first) = (Self.opacity, 1)
            case "AE.ADBE Motion", "ADBE Motion", "Motion": (parameters, first) = (Self.motion, 1)
            case "PanProcessor", "Panner": parameters = [("Balance", [0.5])]
            case "AudioFader": parameters = [("Volume", Self.unity), ("Mute", [0])]
            case "Volume": parameters = Self.volume
            case let name where name.hasPrefix("Internal Volume"): parameters = Self.volume
            case let name where name.hasPrefix("Internal Channel Volume"):
                parameters = [("Bypass", nil)] + Array(repeating: ("", Self.unity), count: 32)
            default: return nil
            }
        }

        /// 0 dB: as a factor, and as a share of the fader's range, which ends at 15 dB.
        private static let unity = [1, 0.17782794]
        private static let volume: [(String, [Double]?)] = [("Mute", [0]), ("Level", unity)]
        // "Normal" is 18 or 0.
        private static let opacity: [(String, [Double]?)] = [
            ("Opacity", [100]), ("Blend Mode", [18, 0]), ("Blend Mode", [18, 0]),
        ]
        /// All others, such as rotation and cropping, are 0.
        private static let motion: [(String, [Double]?)] = [
            ("Position", [0.5]), ("Scale", [100]), ("Scale Width", [100]), ("Uniform Scale", nil), ("Rotation", [0]),
            ("Anchor Point", [0.5]),
        ]
        private static let finalCut7: [String: [(String, [Double]?)]] = [
            "basic": [("scale", [100])], "crop": [], "opacity": [("opacity", [100])], "audiolevels": [("level", [1])],
            "audiopan": [], "timeremap": [("speed", [100]), ("graphdict", nil)], "distortion": [],
        ]

        func changes(_ metadata: JSONValue?) -> [String] {
            if let finalCut = metadata?["fcp_xml"] {
                return (finalCut["parameter"]?.named("parameterid") ?? []).compactMap { id, parameter in
                    let keys = parameter["keyframe"].map { $0["value"] ?? $0 }
                    return change(
                        id, [parameter["value"]] + (keys?.values ?? []), known: parameters.first { $0.name == id })
                }
            }
            return (metadata?["PremierePro_OTIO"]?["Parameters"]?.named("DisplayName") ?? []).compactMap {
                name, parameter in
                let start = parameter["StartValue"].map { $0["Value"] ?? $0 } ?? parameter["Value"] ?? parameter.plain
                let known =
                    (parameter["ID"]?.numbers?.first).map { number in
                        parameters.indices.first { Double($0 + first) == number }.map { parameters[$0] }
                    } ?? parameters.first { $0.name == name }
                return change(name, [start] + (parameter["Keyframes"]?.values ?? []), known: known)
            }
        }

        private func change(
            _ name: String, _ values: [JSONValue?], known: (name: String, neutral: [Double]?)?
        ) -> String? {
            guard let neutral = known.map({ $0.neutral }) ?? [0] else { return nil }
            return TimelineEffect.change(name, values.compactMap(\.self), from: neutral.map(JSONValue.number))
        }
    }
}
