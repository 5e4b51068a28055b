import ArgumentParser
import MediaIO
import Parameters
import Timeline

/// Text drawn into the picture.
///
/// An option without a value stands for the usual size: a corner would be a chosen one, which is not moved out of the way.
struct TextOptions: DescribedOptions {
    @Option(
        defaultAsFlag: "size=0.04", parsing: .next,
        help: ArgumentHelp(
            "Show each camera's name: corner=top-left,size=0.05,font=Serif,color=gold. front=Anna changes a name, front= removes it.",
            valueName: "style"), completion: .textStyles)
    var label: String?

    @Option(
        defaultAsFlag: "size=0.04", parsing: .next,
        help: ArgumentHelp(
            "Show the date and time of each recording in its own picture: local time if the file has it, otherwise UTC. Styles as for --label.",
            valueName: "style"), completion: .textStyles)
    var clock: String?

    @Option(
        defaultAsFlag: "size=0.04", parsing: .next,
        help: ArgumentHelp(
            "Show the film's timecode. Styles as for --label.", valueName: "style"),
        completion: .textStyles)
    var timecode: String?

    static let traits = [
        OptionTraits(
            "label", filesFollow: ["font="], isValueOptional: true,
            once: "combine the values, separated by commas: --label front=Anna,back=Ben,size=0.05."),
        OptionTraits(
            "clock", filesFollow: ["font="], isValueOptional: true,
            once: "combine the values, separated by commas: --clock corner=top-left,size=0.05."),
        OptionTraits(
            "timecode", filesFollow: ["font="], isValueOptional: true,
            once: "combine the values, separated by commas: --timecode corner=top-left,size=0.05."),
    ]

    /// `nil` if no text is requested.
    ///
    /// - Parameter keepsSafe: whether the film has a safe area.
    func settings(_ angles: [Angle], keepsSafe: Bool = false) throws(UsageError) -> PictureText? {
        guard label != nil || clock != nil || timecode != nil else { return nil }
        var text = PictureText()
        if let label {
            var specification = try Self.specification("label", label)
            text.names = try Self.names(&specification, angles)
            text.label = try Self.style(specification, label, angles, keepsSafe: keepsSafe)
        }
        if let clock { text.clock = try Self.style(Self.specification("clock", clock), clock, keepsSafe: keepsSafe) }
        if let timecode {
            text.timecode = try Self.style(Self.specification("timecode", timecode), timecode, keepsSafe: keepsSafe)
        }
        return text
    }

    private static func specification(_ option: String, _ text: String) throws(UsageError) -> Specification {
        guard text.contains("=") || TextStyle.Corner(rawValue: text) != nil else {
            throw UsageError(
                option == "label"
                    ? "--label \(text): write which camera has this name, such as front=\(text), or a style such as corner=top-left."
                    : "--\(option) \(text): write a style, such as corner=top-left,size=0.05.")
        }
        // What follows a comma without being a setting belongs to the name before it: front=Smith, Anna.
        var fields: [String] = []
        for field in text.split(separator: ",").map(String.init) {
            let isSetting = field.contains("=") || TextStyle.Corner(rawValue: trimmed(field)) != nil
            if isSetting || fields.last?.contains("=") != true {
                fields.append(field)
            } else {
                fields[fields.count - 1] += ",\(field)"
            }
        }
        guard let specification = Specification(name: option, fields: fields) else {
            throw UsageError(
                "--\(option) \(text): write each setting once, with its value, such as corner=top-left,size=0.05.")
        }
        return specification
    }

    /// Removes the cameras' display names from a specification.
    private static func names(
        _ specification: inout Specification, _ angles: [Angle]
    ) throws(UsageError) -> [String: String] {
        var names: [String: String] = [:]
        let styles = Catalogue<TextEntry>.standard.entry(named: "label")!.parameters.map(\.name)
        for (key, name) in specification.parameters.sorted(by: { $0.key < $1.key }) where !styles.contains(key) {
            guard let angle = angles.named(key) else { continue }
            guard name.count <= PictureText.mostLetters, !name.contains(where: \.isNewline) else {
                throw UsageError(
                    "--label \(key)=\(name): use one line of at most \(PictureText.mostLetters) letters.")
            }
            // A name may have a colon of its own: "Take 1: size".
            if let equals = name.firstIndex(of: "="), let colon = name[..<equals].lastIndex(of: ":"),
                styles.contains(trimmed(name[colon..<equals].dropFirst()).lowercased())
            {
                throw UsageError(
                    "--label \(key)=\(name): write a comma before a setting: \(key)=\(name[..<colon]),\(name[name.index(after: colon)...])."
                )
            }
            names[angle.name] = name
            specification.parameters[key] = nil
        }
        return names
    }

    /// - Parameter cameras: whose names may appear in it.
    private static func style(
        _ specification: Specification, _ text: String, _ cameras: [Angle] = [], keepsSafe: Bool
    ) throws(UsageError) -> TextStyle {
        do throws(ParameterError) {
            return try TextStyle(specification, keepsSafe: keepsSafe)
        } catch {
            guard case .unknownParameter(let name, _, _, let known) = error, !cameras.isEmpty else {
                throw UsageError("--\(specification.name) \(text): \(error)")
            }
            let names = cameras.map(\.name)
            throw UsageError(
                "--label \(text): '\(name)' is neither a camera (\(names.joined(separator: ", "))) nor a style setting (\(known.joined(separator: ", ")))"
                    + question(about: name, in: names + known))
        }
    }
}
