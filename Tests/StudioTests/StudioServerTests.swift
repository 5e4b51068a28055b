import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Studio

/// The server as other programs reach it: through sockets, byte by byte.
@Suite(.serialized) struct StudioServerTests {
    /// A page of four words, and the WebSockets that were opened.
    private final class Content: StudioContent {
        let pages = Mutex<[StudioPage]>([])
        let heard = Mutex<[String]>([])
        let closed = Mutex(0)

        func get(_ route: Gate.Route, _ answer: @escaping @Sendable (StudioServer.Answer?) -> Void) {
            switch route {
            case .page: answer(.init(type: "text/html; charset=utf-8", bytes: Array("<h1>compose studio</h1>".utf8)))
            case .thumb(0, let level, let tile):
                Thread.detachNewThread {
                    answer(.init(type: "image/jpeg", bytes: [UInt8(level), UInt8(tile)], isImmutable: true))
                }
            default: answer(nil)
            }
        }
        func opened(_ page: StudioPage) { pages.withLock { $0.append(page) } }
        func received(_ text: String, from page: StudioPage) {
            heard.withLock { $0.append(text) }
            page.send("heard \(text)")
        }
        func closed(_ page: StudioPage) { closed.withLock { $0 += 1 } }
    }

    /// A connection of a program that says what it likes.
    private final class Connection {
        private let socket: Int32

        init(_ port: Int) throws {
            #if os(Linux)
                socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #else
                socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
            #endif
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isOpen = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
            }
            try #require(isOpen)
            var limit = timeval(tv_sec: 10, tv_usec: 0)
            setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        deinit { close(socket) }

        func send(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) } }
        func send(_ text: String) { send(Array(text.utf8)) }

        /// Until the other end closes, or there are this many bytes.
        func receive(_ count: Int = .max) -> [UInt8] {
            var (all, block) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
            while all.count < count {
                let got = read(socket, &block, min(block.count, count - all.count))
                guard got > 0 else { break }
                all += block[..<got]
            }
            return all
        }

        /// The head of an answer.
        func head() -> String {
            var all: [UInt8] = []
            while !all.suffix(4).elementsEqual([13, 10, 13, 10]), let byte = receive(1).first { all.append(byte) }
            return String(decoding: all, as: UTF8.self)
        }

        /// As a browser sends it: masked.
        func sendFrame(_ opcode: UInt8, _ content: [UInt8], isMasked: Bool = true, isLast: Bool = true) {
            var frame: [UInt8] = [(isLast ? 0x80 : 0) | opcode]
            let mark: UInt8 = isMasked ? 0x80 : 0
            if content.count < 126 {
                frame.append(mark | UInt8(content.count))
            } else {
                frame.append(mark | 127)
                frame += (0..<8).reversed().map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }
            }
            let mask: [UInt8] = [1, 2, 3, 4]
            if isMasked { frame += mask }
            send(frame + content.enumerated().map { isMasked ? $1 ^ mask[$0 % 4] : $1 })
        }

        /// The content of a frame of fewer than 126 bytes.
        func frame() -> (opcode: UInt8, text: String)? {
            let head = receive(2)
            guard head.count == 2 else { return nil }
            return (head[0] & 15, String(decoding: receive(Int(head[1])), as: UTF8.self))
        }
    }

    private func served(_ body: (StudioServer, Content) throws -> Void) throws {
        let content = Content()
        let server = try StudioServer(port: 0, content: content)
        defer { server.stop() }
        try body(server, content)
    }

    private func get(_ server: StudioServer, _ path: String, _ more: String = "", host: String? = nil) throws -> String
    {
        let connection = try Connection(server.gate.port)
        let host = host ?? "127.0.0.1:\(server.gate.port)"
        connection.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(more)\r\n")
        return String(decoding: connection.receive(), as: UTF8.self)
    }

    private func opened(_ server: StudioServer, origin: String? = nil) throws -> (Connection, head: String) {
        let connection = try Connection(server.gate.port)
        let own = "http://127.0.0.1:\(server.gate.port)"
        connection.send(
            "GET /\(server.gate.token)/live HTTP/1.1\r\nHost: 127.0.0.1:\(server.gate.port)\r\nUpgrade: websocket\r\n"
                + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + "Origin: \(origin ?? own)\r\n\r\n")
        return (connection, connection.head())
    }

    private func eventually(_ holds: () -> Bool) -> Bool {
        for _ in 0..<1000 where !holds() { usleep(10_000) }
        return holds()
    }

    @Test func thePageIsServedWithItsProtection() throws {
        try served { server, _ in
            #expect(server.gate.token.count == 32 && server.gate.port > 0)
            let page = try get(server, "/\(server.gate.token)/")
            #expect(page.hasPrefix("HTTP/1.1 200 ") && page.hasSuffix("\r\n\r\n<h1>compose studio</h1>"))
            for (name, value) in Gate.headers { #expect(page.contains("\(name): \(value)\r\n")) }
            #expect(page.contains("Cache-Control: no-store\r\n") && !page.contains("Access-Control"))
            let tile = try get(server, "/\(server.gate.token)/thumb/0/65/66.jpg")
            #expect(tile.hasSuffix("\r\n\r\nAB") && tile.contains("immutable"))
            #expect(try get(server, "/\(server.gate.token)/thumb/9/0/0.jpg").hasPrefix("HTTP/1.1 404 "))
        }
    }

    /// Any program of any user of the machine can open connections and say nothing.
    @Test func whoSaysNothingKeepsNobodyOut() throws {
        try served { server, _ in
            let idle = try (0..<70).map { _ in try Connection(server.gate.port) }
            let page = try get(server, "/\(server.gate.token)/")
            #expect(page.hasPrefix("HTTP/1.1 200 "))
            withExtendedLifetime(idle) {}
        }
        let content = Content()
        let server = try StudioServer(port: 0, content: content, patience: .milliseconds(200))
        defer { server.stop() }
        let idle = try Connection(server.gate.port)
        let half = try Connection(server.gate.port)
        half.send("GET /nobody/ HTTP/1.1\r\nHost: x\r\n")
        // A page stays, however long it is silent.
        let (page, head) = try opened(server)
        #expect(head.hasPrefix("HTTP/1.1 101 "))
        #expect(idle.receive().isEmpty && half.receive().isEmpty, "they are closed")
        page.sendFrame(1, Array("still here".utf8))
        #expect(page.frame()?.text == "heard still here")
    }

    @Test func whoHasNoBusinessIsRefused() throws {
        try served { server, _ in
            let path = "/\(server.gate.token)/"
            #expect(try get(server, "/").hasPrefix("HTTP/1.1 404 "))
            #expect(try get(server, path, host: "evil.example:\(server.gate.port)").hasPrefix("HTTP/1.1 421 "))
            #expect(try get(server, path, "Origin: http://evil.example\r\n").hasPrefix("HTTP/1.1 403 "))
            #expect(try get(server, path, "Host: 127.0.0.1\r\n").hasPrefix("HTTP/1.1 400 "))
            let post = try Connection(server.gate.port)
            post.send("POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.gate.port)\r\nContent-Length: 4\r\n\r\nevil")
            #expect(String(decoding: post.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 400 "))
            for text in ["\0\0\0\0\r\n\r\n", "GET\r\n\r\n", String(repeating: "x", count: 200_000)] {
                let connection = try Connection(server.gate.port)
                connection.send(text)
                connection.send("\r\n\r\n")
                #expect(!String(decoding: connection.receive(), as: UTF8.self).contains(" 200 "))
            }
            // And the next one is served as ever.
            #expect(try get(server, path).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func aWebSocketCarriesBothWays() throws {
        try served { server, content in
            let (connection, head) = try opened(server)
            // RFC 6455, 1.3.
            #expect(head.hasPrefix("HTTP/1.1 101 ") && head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
            connection.sendFrame(1, Array("one".utf8))
            #expect(try #require(connection.frame()).text == "heard one")
            // In two frames, with a ping between them.
            connection.sendFrame(1, Array("tw".utf8), isLast: false)
            connection.sendFrame(9, Array("ping".utf8))
            connection.sendFrame(0, Array("o".utf8))
            let answers = [connection.frame(), connection.frame()].compactMap(\.self)
            #expect(answers.contains { $0 == (10, "ping") } && answers.contains { $0 == (1, "heard two") })
            content.pages.withLock { $0[0] }.send([1, 2, 3])
            let binary = try #require(connection.frame())
            #expect(binary.opcode == 2 && Array(binary.text.utf8) == [1, 2, 3])
            connection.sendFrame(8, [])
            #expect(connection.frame()?.opcode == 8)
            #expect(eventually { content.closed.withLock { $0 } == 1 })
        }
    }

    @Test func otherPagesOpenNoWebSocket() throws {
        try served { server, content in
            let head = try opened(server, origin: "http://evil.example").head
            #expect(head.hasPrefix("HTTP/1.1 403 "))
            #expect(content.pages.withLock { $0.isEmpty })
        }
    }

    /// Unmasked frames, and messages above a megabyte, in one frame or in many.
    @Test func whoBreaksTheRulesIsCutOff() throws {
        try served { server, content in
            let long = [UInt8](repeating: 120, count: StudioServer.longestMessage + 1)
            for attack in 0..<3 {
                let (connection, head) = try opened(server)
                #expect(head.hasPrefix("HTTP/1.1 101 "))
                switch attack {
                case 0: connection.sendFrame(1, Array("unmasked".utf8), isMasked: false)
                case 1: connection.sendFrame(1, long)
                default:
                    for part in 0..<3 {
                        connection.sendFrame(part == 0 ? 1 : 0, Array(long[..<(long.count / 2)]), isLast: part == 2)
                    }
                }
                _ = connection.receive()
                #expect(eventually { content.closed.withLock { $0 } == attack + 1 }, "attack \(attack)")
            }
            #expect(content.heard.withLock { $0.isEmpty })
        }
    }

    @Test func moreThanEightPagesWait() throws {
        try served { server, content in
            var open: [Connection] = []
            for _ in 0..<8 {
                let (connection, head) = try opened(server)
                #expect(head.hasPrefix("HTTP/1.1 101 "))
                open.append(connection)
            }
            let refused = try opened(server).head
            #expect(refused.hasPrefix("HTTP/1.1 503 "))
            open.removeLast()
            #expect(eventually { content.closed.withLock { $0 } == 1 })
            #expect(eventually { (try? opened(server).head.hasPrefix("HTTP/1.1 101 ")) == true })
        }
    }

    @Test func aPortThatIsTakenIsAnError() throws {
        try served { server, _ in
            #expect(throws: (any Error).self) { _ = try StudioServer(port: server.gate.port, content: Content()) }
        }
    }
}
