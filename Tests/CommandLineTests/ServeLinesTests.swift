import FixtureMedia
import Foundation
import Testing

@testable import compose

/// Lines of any length in, lines to a reader that may not read out.
@Suite struct ServeLinesTests {
    /// What follows in a line that is too long is not another request.
    @Test(arguments: [1, 70_000, 3 << 20])
    func aLineThatIsTooLongIsOneError(_ excess: Int) throws {
        let folder = try TemporaryFolder()
        let inner = #"{"id":1,"request":"shutdown"}"#
        let fitting = inner + String(repeating: " ", count: LineInput.longest - inner.utf8.count)
        let long = fitting + String(repeating: " ", count: excess) + inner
        try folder.write([fitting, long, inner].joined(separator: "\n"), "lines")
        let file = try #require(FileHandle(forReadingAtPath: folder("lines")))
        var input = LineInput(descriptor: file.fileDescriptor)
        #expect(try ServeRequest(try #require(input.next { true })).id == .number(1))
        let line = try #require(input.next { true })
        let failure = #expect(throws: ServeRequest.Failure.self) { try ServeRequest(line) }
        #expect(failure?.id == nil && failure?.reason.description.contains("\(LineInput.longest) bytes") == true)
        #expect(input.next { true } == inner)
        #expect(input.next { true } == nil)
    }

    /// A pipe that nobody reads: without the check, this would wait forever.
    @Test func aReaderThatStoppedReadingIsNotWaitedFor() throws {
        let pipe = Pipe()
        let output = LineOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        #expect(output.write("short") { false }, "there is room")
        // No pipe holds as much.
        #expect(!output.write(String(repeating: "x", count: 1 << 22)) { false })
        #expect(pipe.fileHandleForReading.availableData.starts(with: Data("short\nxxx".utf8)))
    }

    @Test func aReaderGetsWholeLines() async throws {
        let pipe = Pipe()
        let line = String(repeating: "long ", count: 100_000)
        async let read = Task.detached { try pipe.fileHandleForReading.readToEnd() }.value
        #expect(LineOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor).write(line) { true })
        try pipe.fileHandleForWriting.close()
        #expect(try await read == Data((line + "\n").utf8))
    }
}
