/// Who may ask, and for what: everything that keeps other programs and pages out, as a function of the head of a request.
///
/// Other pages in the same browser can reach the loopback interface, also under names of their own (DNS rebinding), and
/// other users of the machine can connect to it: an address that only its reader knows, and a check of where a request
/// comes from, are needed both.
struct Gate: Sendable {
    let port: Int
    /// Part of every path; hexadecimal.
    let token: String

    /// The head of an HTTP request.
    struct Head {
        var method: String
        /// As it was sent.
        var target: String
        var headers: [(name: String, value: String)]
    }

    /// What may be asked for.
    enum Route: Hashable, Sendable {
        case page
        /// One of `files`.
        case file(String)
        /// A tile of a filmstrip. Cameras and tiles count from 0; a level is a power of two of seconds.
        case thumb(camera: Int, level: Int, tile: Int)
        /// A tile of the peaks of a sound.
        case wave(sound: Int, level: Int, tile: Int)
        /// The WebSocket.
        case live
    }

    struct Refusal: Error, Hashable {
        /// Of HTTP.
        var status: Int
        /// One sentence, for whoever reads it.
        var reason: String
    }

    /// What the page consists of.
    static let files = Set(EmbeddedPage.files.keys).subtracting(["index.html"])

    /// In bytes: names, values and the target.
    static let longestHead = 16_384

    /// - Throws: `Refusal`.
    func route(_ head: Head) throws(Refusal) -> Route {
        let size = head.headers.reduce(head.target.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard size <= Self.longestHead else {
            throw Refusal(status: 431, reason: "The head of the request is too long.")
        }
        var headers: [String: String] = [:]
        for (name, value) in head.headers {
            guard headers.updateValue(value, forKey: name.lowercased()) == nil else {
                throw Refusal(status: 400, reason: "A header is given twice.")
            }
        }
        guard let host = headers["host"], hosts.contains(host.lowercased()) else {
            throw Refusal(status: 421, reason: "This is not the address of the page.")
        }
        guard headers["transfer-encoding"] == nil, ["0", nil].contains(headers["content-length"]) else {
            throw Refusal(status: 400, reason: "A request has no body.")
        }
        guard head.method == "GET" else { throw Refusal(status: 405, reason: "Only GET is answered.") }
        let origin = headers["origin"]
        guard origin == nil || origin?.lowercased() == "http://\(host.lowercased())" else {
            throw Refusal(status: 403, reason: "Another page asked.")
        }
        guard ["same-origin", "none", nil].contains(headers["sec-fetch-site"]) else {
            throw Refusal(status: 403, reason: "Another page asked.")
        }
        guard let route = route(head.target) else { throw Refusal(status: 404, reason: "There is nothing here.") }
        guard route == .live else { return route }
        guard origin != nil else { throw Refusal(status: 403, reason: "A WebSocket says which page opens it.") }
        guard headers["upgrade"]?.lowercased() == "websocket" else {
            throw Refusal(status: 426, reason: "This is a WebSocket.")
        }
        return route
    }

    private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

    private func route(_ target: String) -> Route? {
        let words = target.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count >= 3, words[0].isEmpty, isToken(words[1]) else { return nil }
        switch (words[2], words.count) {
        case ("", 3): return .page
        case (let name, 3) where Self.files.contains(String(name)): return .file(String(name))
        case ("live", 3): return .live
        case ("thumb", 6):
            guard let camera = number(words[3]), let level = number(words[4]), words[5].hasSuffix(".jpg"),
                let tile = number(words[5].dropLast(4))
            else { return nil }
            return .thumb(camera: camera, level: level, tile: tile)
        case ("wave", 6):
            guard let sound = number(words[3]), let level = number(words[4]), let tile = number(words[5]) else {
                return nil
            }
            return .wave(sound: sound, level: level, tile: tile)
        default: return nil
        }
    }

    /// In a time that does not tell how many of the characters are right.
    private func isToken(_ word: Substring) -> Bool {
        let (one, other) = (Array(word.utf8), Array(token.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Digits only, and not many: nothing overflows.
    private func number(_ word: some StringProtocol) -> Int? {
        (1...9).contains(word.utf8.count) && word.utf8.allSatisfy { (48...57).contains($0) } ? Int(word) : nil
    }

    /// Sent with every answer.
    static let headers = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
                + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
}
