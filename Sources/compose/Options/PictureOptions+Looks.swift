import MediaIO
import Parameters
import Timeline

extension PictureOptions {
    /// A look as written by the user.
    private struct Wish {
        /// The camera's name; `nil` for all cameras.
        var camera: String?
        var look: Specification
        /// The option and its value, for messages.
        var argument: String
    }

    /// The looks of each camera: corrections, then looks, each in the order given.
    ///
    /// - Throws: `UsageError`.
    func looks(_ angles: [Angle]) throws -> [Angle: [Specification]] {
        var looks: [Angle: [Specification]] = [:]
        for wish in try adjust.map(correction) + look.map({ try style($0, angles) }) {
            do { _ = try Catalogue<LookEntry>.standard.resolve(wish.look) } catch {
                throw UsageError("\(wish.argument): \(sentence(for: error))")
            }
            let cameras = try wish.camera.map { [try angles.camera($0, of: wish.argument)] } ?? angles
            for angle in cameras { looks[angle, default: []].append(wish.look) }
        }
        return looks
    }

    /// "exposure=0.3", "front=exposure=0.3": a camera's name comes before a second equals sign.
    private func correction(_ text: String) throws(UsageError) -> Wish {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let names = LookEntry.adjust.parameters.map(\.name)
        let isCamera = parts.count == 2 && parts[1].contains("=") && !names.contains(parts[0])
        guard text.contains("="), let look = Specification(parsing: "adjust:\(isCamera ? parts[1] : text)") else {
            throw UsageError(
                "--adjust \(text): write values such as exposure=0.3,contrast=1.1, or front=exposure=0.3 for one camera."
            )
        }
        return Wish(camera: isCamera ? parts[0] : nil, look: look, argument: "--adjust \(text)")
    }

    /// "warm:amount=0.5", "front=warm": an equals sign before any colon ends a camera's name.
    private func style(_ text: String, _ angles: [Angle]) throws(UsageError) -> Wish {
        let head = text.prefix { $0 != ":" }
        let equals = head.firstIndex(of: "=")
        let name = equals.map { String(text[text.index(after: $0)...]) } ?? text
        let isTable = [".cube", ".3dl", ".dat", ".m3d", ".csp"].contains(where: name.lowercased().hasSuffix)
        guard !isTable || name.contains(":") else {
            throw UsageError("--look \(text): for a color table write lut:\(name).")
        }
        guard equals != nil || head.count == text.count || !angles.contains(Angle(String(head))) else {
            throw UsageError("--look \(text): write a camera with an equals sign, such as \(head)=warm.")
        }
        guard let look = Specification(look: name) else {
            if name.lowercased().hasPrefix("lut:") {
                throw UsageError("--look \(text): there is no such file.")
            }
            throw UsageError(
                "--look \(text): write a look, such as warm or warm:amount=0.5 with each parameter once, or \(angles.example("front=warm")) for one camera."
            )
        }
        return Wish(camera: equals.map { String(head[..<$0]) }, look: look, argument: "--look \(text)")
    }
}

extension Specification {
    /// "warm:amount=0.5" or "lut:x.cube:amount=0.5"; `nil` for anything else.
    init?(look text: String) {
        guard let look = Self.table(text) ?? Specification(parsing: text) else { return nil }
        self = look
    }

    /// A color table whose file name has characters that separate parameters: "lut:Kodak 2383, v1.cube", and
    /// "lut:x.cube:amount=0.5".
    private static func table(_ text: String) -> Specification? {
        guard text.lowercased().hasPrefix("lut:") else { return nil }
        let rest = text.dropFirst("lut:".count)
        if FileIdentity(path: String(rest)) != nil {
            return Specification(name: "lut", parameters: ["file": String(rest)])
        }
        for separator in [":amount=", ",amount="] {
            guard let range = rest.firstRange(of: separator),
                FileIdentity(path: String(rest[..<range.lowerBound])) != nil
            else { continue }
            return Specification(
                name: "lut",
                parameters: ["file": String(rest[..<range.lowerBound]), "amount": String(rest[range.upperBound...])])
        }
        return nil
    }
}
