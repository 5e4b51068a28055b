import Parameters
import Timeline
import Transitions

extension CutOptions {
    static func cannotBeShown(_ sound: Angle, _ angles: [Angle]) -> String {
        "'\(sound)' has sound but no picture, so it cannot be shown; name a camera (\(angles.map(\.name).joined(separator: ", "))), or use its sound with --audio \(sound)."
    }

    /// The views shown in turn; empty for each camera on its own.
    ///
    /// - Parameter sounds: sound-only files, which cannot be shown.
    func views(_ angles: [Angle], sounds: [Angle] = []) throws(UsageError) -> [View] {
        let views = try view.map { text throws(UsageError) in
            try self.view(text, of: "--view", angles, sounds: sounds)
        }
        guard startWith == nil || views.allSatisfy(\.isOfAnyCamera) else {
            throw UsageError("--start-with and --view cannot be used together; give the first --view first.")
        }
        return views
    }

    /// A view typed by the user.
    ///
    /// - Parameter option: the option it was given to.
    func view(_ text: String, of option: String, _ angles: [Angle], sounds: [Angle]) throws(UsageError) -> View {
        if let sound = sounds.named(text) {
            throw UsageError("\(option) \(text): \(Self.cannotBeShown(sound, angles))")
        }
        guard let view = View(parsing: text, angles: angles) else {
            throw UsageError("\(option) \(text): \(fault(inView: text, of: option, angles))")
        }
        if let specification = view.recipe {
            let views = Catalogue<ViewEntry>.standard
            do throws(ParameterError) { _ = try views.resolve(specification) } catch {
                if case .valueUnreadable(let value, let parameter, _, _) = error,
                    let owner = views.entry(named: specification.name)?.parameters.first(where: {
                        $0.name != parameter && $0.hasChoice(value)
                    })
                {
                    throw UsageError(
                        "\(option) \(text): '\(value)' is a value of '\(owner.name)'; write \(owner.name)=\(value).")
                }
                throw UsageError("\(option) \(text): \(sentence(for: error))")
            }
        }
        return view
    }

    /// Why a text is neither a camera nor a view.
    private func fault(inView text: String, of option: String, _ angles: [Angle]) -> String {
        let name = trimmed(text.split(separator: ":", omittingEmptySubsequences: false)[0])
        let views = Catalogue<ViewEntry>.standard
        if let angle = angles.named(name) {
            let values = trimmed(text.drop { $0 != ":" }.dropFirst())
            return
                "a camera takes no parameters here; use a view of it, such as single:camera=\(angle),\(values.contains("=") ? values : "zoom=1.5")."
        }
        if let entry = views.entry(named: name) {
            let values = text.dropFirst(name.count + 1).split { ":,".contains($0) }.map { trimmed($0) }
            for value in values where !value.contains("=") {
                if angles.named(value) != nil, let owner = entry.parameters.first(where: \.isCamera) {
                    return "'\(value)' is a camera; write \(entry.name):\(owner.name)=\(value)."
                }
                guard let owner = entry.parameters.first(where: { $0.hasChoice(value) }) else { continue }
                return "'\(value)' is a value of '\(owner.name)'; write \(entry.name):\(owner.name)=\(value)."
            }
            return
                "the parameters of '\(entry.name)' cannot be read; write each once, with its value: pip:corner=top-left,size=0.3."
        }
        if let elsewhere = Hint.elsewhere(name, than: "view", option: option) { return elsewhere }
        if let ours = Hint.value(name, of: "--view") {
            return "there is no view named '\(name)'; use \(ours). 'compose views' lists the views."
        }
        if name.contains(",") {
            let several = name.split(separator: ",").map { trimmed($0) }
            if option == "--view", several.allSatisfy({ View(parsing: $0, angles: angles) != nil }) {
                return "give --view once for each: \(several.map { "--view \($0)" }.joined(separator: " "))."
            }
            return
                "give --view once for each view, and write a view's parameters after a colon, as in pip:corner=top-left."
        }
        let cameras = angles.map(\.name)
        return "'\(name)' is neither a camera (\(cameras.joined(separator: ", "))) nor a view"
            + (angles.whose(name) ?? question(about: name, in: cameras + views.entries.map(\.name)))
            + " 'compose views' lists the views."
    }
}
