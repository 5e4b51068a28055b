import TestSupport
import Testing

@testable import Studio

/// Who is answered, and who is not.
@Suite struct GateTests {
    private static let token = "00112233445566778899aabbccddeeff"
    private static let gate = Gate(port: 8123, token: token)

    private static func status(
        _ target: String, _ headers: [(String, String)] = [], method: String = "GET", host: String? = "127.0.0.1:8123"
    ) -> Int {
        let all = (host.map { [("Host", $0)] } ?? []) + headers
        do {
            _ = try gate.route(
                Gate.Head(method: method, target: target, headers: all.map { (name: $0.0, value: $0.1) }))
            return 200
        } catch {
            return error.status
        }
    }

    private static var page: String { "/\(token)/" }

    @Test(arguments: [
        ("", Gate.Route.page), ("studio.js", .file("studio.js")), ("words.js", .file("words.js")),
        ("studio.css", .file("studio.css")),
        ("thumb/0/2/17.jpg", .thumb(camera: 0, level: 2, tile: 17)), ("wave/1/0/3", .wave(sound: 1, level: 0, tile: 3)),
    ])
    func whatThereIsIsAnswered(_ path: String, _ route: Gate.Route) throws {
        for host in ["127.0.0.1:8123", "localhost:8123", "LOCALHOST:8123"] {
            let head = Gate.Head(method: "GET", target: Self.page + path, headers: [(name: "host", value: host)])
            #expect(try Self.gate.route(head) == route)
        }
    }

    @Test(arguments: [
        // Paths.
        ("/", 404), ("", 404), ("/\(token)", 404), ("/\(token)//", 404), ("/\(token)/../etc/passwd", 404),
        ("/\(token)/studio.js?x", 404), ("/\(token)/%73tudio.js", 404), ("/\(token.dropLast())/", 404),
        ("/\(token.uppercased())/", 404), ("/\(token)0/", 404), ("http://127.0.0.1:8123/\(token)/", 404),
        ("/\(token)/thumb/-1/0/0.jpg", 404), ("/\(token)/thumb/0/0/99999999999999999999.jpg", 404),
        ("/\(token)/thumb/0/0/..%2f.jpg", 404), ("/\(token)/thumb/0/0/\u{0661}.jpg", 404), ("/\(token)/wave/0/0/", 404),
    ])
    func whatThereIsNotIsNot(_ target: String, _ status: Int) { #expect(Self.status(target) == status) }

    @Test(
        arguments: [
            // DNS rebinding, and whoever connects without a name.
            (host: "evil.example:8123", status: 421), (host: "127.0.0.1", status: 421),
            (host: "127.0.0.1:80", status: 421),
            (host: "localhost:8123.evil.example", status: 421), (host: "[::1]:8123", status: 421),
            (host: nil, status: 421),
        ] as [(host: String?, status: Int)])
    func onlyTheLoopbackAddressIsTheHost(_ host: String?, _ status: Int) {
        #expect(Self.status(Self.page, host: host) == status)
    }

    @Test(
        arguments: [
            ([("Origin", "http://evil.example")], 403), ([("Origin", "null")], 403),
            ([("Origin", "http://localhost:8123")], 403),
            ([("Origin", "https://127.0.0.1:8123")], 403), ([("Origin", "http://127.0.0.1:8123")], 200),
            ([("Sec-Fetch-Site", "cross-site")], 403), ([("Sec-Fetch-Site", "same-site")], 403),
            ([("Sec-Fetch-Site", "same-origin")], 200), ([("Sec-Fetch-Site", "none")], 200),
            ([("Content-Length", "5")], 400), ([("Content-Length", "0")], 200),
            ([("Transfer-Encoding", "chunked")], 400),
            ([("host", "127.0.0.1:8123")], 400), ([("X", "1"), ("x", "2")], 400),
            ([("X", String(repeating: "x", count: 17_000))], 431),
        ] as [([(String, String)], Int)])
    func headersAreChecked(_ headers: [(String, String)], _ status: Int) {
        #expect(Self.status(Self.page, headers) == status, "\(headers)")
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "HEAD", "CONNECT", "get"])
    func onlyGetIsAnswered(_ method: String) { #expect(Self.status(Self.page, method: method) == 405) }

    /// Browsers let any page open a WebSocket to anywhere: only its origin tells whose it is.
    @Test func aWebSocketSaysWhoOpensIt() {
        let (upgrade, own) = (("Upgrade", "websocket"), ("Origin", "http://127.0.0.1:8123"))
        #expect(Self.status(Self.page + "live", [upgrade]) == 403)
        #expect(Self.status(Self.page + "live", [upgrade, ("Origin", "http://evil.example")]) == 403)
        #expect(Self.status(Self.page + "live", [own]) == 426)
        #expect(Self.status(Self.page + "live", [upgrade, own]) == 200)
    }

    /// Nothing that is not exactly right is let in.
    @Test func whateverIsChangedIsRefused() {
        var random = Seeded(7)
        let right = Array(Self.page.utf8)
        for _ in 0..<5000 {
            var bytes = right
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                switch Int.random(in: 0...2, using: &random) {
                case 0:
                    bytes.insert(.random(in: 1...255, using: &random), at: .random(in: 0...bytes.count, using: &random))
                case 1 where !bytes.isEmpty: bytes.remove(at: .random(in: 0..<bytes.count, using: &random))
                default:
                    if !bytes.isEmpty {
                        bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 1...255, using: &random)
                    }
                }
            }
            guard bytes != right else { continue }
            #expect(Self.status(String(decoding: bytes, as: UTF8.self)) == 404)
        }
    }
}
