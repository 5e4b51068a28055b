import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// What a server shows: the answers to `GET`, and the other end of every WebSocket. Called on the server's own thread:
/// whatever takes time belongs on another one.
protocol StudioContent: Sendable {
    /// Calls `answer` once, from any thread; with `nil` if there is no such thing.
    func get(_ route: Gate.Route, _ answer: @escaping @Sendable (StudioServer.Answer?) -> Void)
    func opened(_ page: StudioPage)
    func received(_ text: String, from page: StudioPage)
    func closed(_ page: StudioPage)
}

/// Serves one page on the loopback interface, over HTTP/1.1 and WebSockets (SwiftNIO). Only `Gate` decides who is
/// answered.
final class StudioServer: Sendable {
    struct Answer: Sendable {
        var type: String
        var bytes: [UInt8]
        /// It never changes.
        var isImmutable = false
    }

    /// Of a connection that is not a page's; a waveform of hours takes as long to be read.
    private static let longestPause = TimeAmount.seconds(90)
    /// Of a connection that has not shown the token: any program of any user of the machine can open one.
    private static let patience = TimeAmount.seconds(5)
    /// In bytes.
    static let longestMessage = 1 << 20

    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let channel: any Channel
    let gate: Gate

    /// Where a browser finds the page.
    var address: String { "http://127.0.0.1:\(gate.port)/\(gate.token)/" }

    /// - Parameters:
    ///   - port: 0 for any that is free.
    ///   - patience: how long a connection may wait before it shows the token.
    /// - Throws: an error of the system if the port is taken.
    init(port: Int, content: any StudioContent, patience: TimeAmount = patience) throws {
        var random = SystemRandomNumberGenerator()
        let token = (0..<2).map { _ in
            let digits = String(random.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        let door = Door()
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 16)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                guard let gate = door.enter(channel) else { return channel.close() }
                let deadline = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
                channel.closeFuture.whenComplete { _ in
                    deadline.cancel()
                    door.leave(channel)
                }
                let known = { @Sendable in
                    deadline.cancel()
                    door.know(channel)
                }
                return channel.eventLoop.makeCompletedFuture {
                    try Self.configure(channel, gate, door, content, known: known)
                }
            }
        do {
            channel = try bootstrap.bind(host: "127.0.0.1", port: port).wait()
        } catch {
            try? group.syncShutdownGracefully()
            throw error
        }
        gate = Gate(port: channel.localAddress?.port ?? port, token: token)
        door.open(gate)
    }

    /// Closes all connections and waits for it.
    func stop() {
        try? channel.close().wait()
        try? group.syncShutdownGracefully()
    }
}

extension StudioServer {
    /// Counts who is in.
    private final class Door: Sendable {
        private struct Inside {
            var gate: Gate?
            var connections = 0
            var pages = 0
            /// Those that have not shown the token, the oldest first.
            var strangers: [any Channel] = []
        }
        private let inside = Mutex(Inside())
        /// A page opens up to seven.
        private static let mostConnections = 64
        private static let mostPages = 8

        func open(_ gate: Gate) { inside.withLock { $0.gate = gate } }

        /// `nil` if there is no room, or it is not open yet. Whoever has not shown the token for the longest time makes
        /// room.
        func enter(_ channel: any Channel) -> Gate? {
            let (gate, oldest) = inside.withLock { inside -> (Gate?, (any Channel)?) in
                guard let gate = inside.gate else { return (nil, nil) }
                let isFull = inside.connections >= Self.mostConnections
                guard !isFull || !inside.strangers.isEmpty else { return (nil, nil) }
                let oldest = isFull ? inside.strangers.removeFirst() : nil
                inside.connections += 1
                inside.strangers.append(channel)
                return (gate, oldest)
            }
            oldest?.close(promise: nil)
            return gate
        }
        /// It has shown the token.
        func know(_ channel: any Channel) { inside.withLock { $0.strangers.removeAll { $0 === channel } } }
        func leave(_ channel: any Channel) {
            inside.withLock { inside in
                inside.connections -= 1
                inside.strangers.removeAll { $0 === channel }
            }
        }

        func enterPage() -> Bool {
            inside.withLock { inside in
                guard inside.pages < Self.mostPages else { return false }
                inside.pages += 1
                return true
            }
        }
        func leavePage() { inside.withLock { $0.pages -= 1 } }
    }

    /// - Precondition: on the event loop of the channel.
    private static func configure(
        _ channel: any Channel, _ gate: Gate, _ door: Door, _ content: any StudioContent,
        known: @escaping @Sendable () -> Void
    ) throws {
        let pages = NIOWebSocketServerUpgrader(
            maxFrameSize: longestMessage,
            shouldUpgrade: { channel, head in
                guard (try? gate.route(Gate.Head(head))) == .live, door.enterPage() else {
                    return channel.eventLoop.makeSucceededFuture(nil)
                }
                known()
                channel.closeFuture.whenComplete { _ in door.leavePage() }
                return channel.eventLoop.makeSucceededFuture(HTTPHeaders())
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        MaskCheck(),
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 1024,
                            maxAccumulatedFrameSize: longestMessage),
                        PageHandler(content),
                    ])
                }
            })
        try channel.pipeline.syncOperations.addHandler(IdleStateHandler(allTimeout: longestPause))
        let requests = RequestHandler(gate, content, known: known)
        let bound = NIOLoopBound(requests, eventLoop: channel.eventLoop)
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withServerUpgrade: (
                upgraders: [pages],
                completionHandler: { context in
                    context.pipeline.syncOperations.removeHandler(bound.value, promise: nil)
                }
            ))
        try channel.pipeline.syncOperations.addHandler(requests)
    }
}

extension Gate.Head {
    fileprivate init(_ head: HTTPRequestHead) {
        self.init(
            method: head.method.rawValue, target: head.uri,
            headers: head.headers.map { (name: $0.name, value: $0.value) })
    }
}

/// Answers `GET`.
private final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let gate: Gate
    private let content: any StudioContent
    /// Called when the token was shown.
    private let known: @Sendable () -> Void

    init(_ gate: Gate, _ content: any StudioContent, known: @escaping @Sendable () -> Void) {
        (self.gate, self.content, self.known) = (gate, content, known)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What follows the head belongs to a body, which was refused with the head.
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        let channel = context.channel
        do throws(Gate.Refusal) {
            let route = try gate.route(Gate.Head(head))
            known()
            guard route != .live else {
                throw Gate.Refusal(status: 503, reason: "Too many pages are open, or this opens no WebSocket.")
            }
            content.get(route) { answer in
                let isKept = head.isKeepAlive
                channel.eventLoop.execute {
                    guard let answer else {
                        return Self.refuse(.init(status: 404, reason: "There is nothing here."), on: channel, isKept)
                    }
                    Self.send(
                        .ok, answer.type, answer.bytes,
                        cache: answer.isImmutable ? "private, max-age=31536000, immutable" : "no-store", on: channel,
                        isKept)
                }
            }
        } catch {
            Self.refuse(error, on: channel, false)
        }
    }

    /// Others may hold connections open without ever asking for something.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private static func refuse(_ refusal: Gate.Refusal, on channel: any Channel, _ isKept: Bool) {
        send(
            HTTPResponseStatus(statusCode: refusal.status), "text/plain; charset=utf-8",
            Array("\(refusal.reason)\n".utf8), cache: "no-store", on: channel, isKept)
    }

    private static func send(
        _ status: HTTPResponseStatus, _ type: String, _ bytes: [UInt8], cache: String, on channel: any Channel,
        _ isKept: Bool
    ) {
        var headers = HTTPHeaders(Gate.headers)
        headers.add(name: "Content-Type", value: type)
        headers.add(name: "Content-Length", value: "\(bytes.count)")
        headers.add(name: "Cache-Control", value: cache)
        if !isKept { headers.add(name: "Connection", value: "close") }
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        channel.write(HTTPServerResponsePart.head(head), promise: nil)
        channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes))), promise: nil)
        let sent = channel.writeAndFlush(HTTPServerResponsePart.end(nil))
        if !isKept { sent.whenComplete { _ in channel.close(promise: nil) } }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // An upgrade that was refused is a request that is answered.
        if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
    }
}

/// A browser masks what it sends (RFC 6455, 5.1); anything else is another program.
private final class MaskCheck: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard unwrapInboundIn(data).maskKey != nil else { return context.close(promise: nil) }
        context.fireChannelRead(data)
    }
}

/// One open page: the other end of its WebSocket.
final class StudioPage: Sendable {
    private let channel: any Channel
    /// Bytes that were sent and have not left.
    private let waiting = Atomic<Int>(0)
    private static let mostWaiting = 32 << 20

    fileprivate init(_ channel: any Channel) { self.channel = channel }

    /// Whether what was sent is mostly on its way: a producer that waits for it never fills the memory.
    var isReady: Bool { channel.isWritable }

    func send(_ text: String) { send(.text, ByteBuffer(string: text)) }
    func send(_ bytes: [UInt8]) { send(.binary, ByteBuffer(bytes: bytes)) }

    private func send(_ kind: WebSocketOpcode, _ data: ByteBuffer) {
        let count = data.readableBytes
        // A page that does not read is cut off before it fills the memory.
        guard waiting.add(count, ordering: .relaxed).newValue <= Self.mostWaiting else { return close() }
        channel.writeAndFlush(WebSocketFrame(fin: true, opcode: kind, data: data)).whenComplete { [self] _ in
            waiting.subtract(count, ordering: .relaxed)
        }
    }

    func close() { channel.close(promise: nil) }
}

private final class PageHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let content: any StudioContent
    private var page: StudioPage?

    init(_ content: any StudioContent) { self.content = content }

    func handlerAdded(context: ChannelHandlerContext) {
        let page = StudioPage(context.channel)
        self.page = page
        content.opened(page)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard let page else { return context.close(promise: nil) }
        let data = frame.unmaskedData
        switch frame.opcode {
        case .text:
            guard let text = data.getString(at: data.readerIndex, length: data.readableBytes) else { return }
            content.received(text, from: page)
        case .ping:
            context.channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .pong, data: data), promise: nil)
        case .pong: break
        case .connectionClose:
            let answer = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
            let channel = context.channel
            channel.writeAndFlush(answer).whenComplete { _ in channel.close(promise: nil) }
        default: context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let page { content.closed(page) }
        page = nil
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
