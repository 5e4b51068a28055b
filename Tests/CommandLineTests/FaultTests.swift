import FixtureMedia
import Foundation
import Testing

/// What the system refuses ends a command with a sentence, and leaves nothing that looks finished.
///
/// A small library that is loaded before all others makes one call fail, as a bad disk or a full table would.
@Suite struct FaultTests {
    /// Fails the call `COMPOSE_FAULT` from the `COMPOSE_FAULT_FROM`th on, at most `COMPOSE_FAULT_MOST` times, on files
    /// whose path holds `COMPOSE_FAULT_PATH`.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <pthread.h>
        #include <stdarg.h>
        #include <stdatomic.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static int fails(const char *call, const char *path, int file) {
            static atomic_int seen;
            char link[64], place[4096] = "";
            const char *wanted = getenv("COMPOSE_FAULT");
            if (!wanted || strcmp(wanted, call)) return 0;
            if (!path) {
                snprintf(link, sizeof link, "/proc/self/fd/%d", file);
                if (readlink(link, place, sizeof place - 1) < 0) return 0;
                path = place;
            }
            if (!strstr(path, getenv("COMPOSE_FAULT_PATH"))) return 0;
            int since = ++seen - atoi(getenv("COMPOSE_FAULT_FROM"));
            return since >= 0 && since < atoi(getenv("COMPOSE_FAULT_MOST"));
        }
        #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
        #define OPEN(name) int name(const char *path, int flags, ...) { \\
            va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list); \\
            if (fails("open", path, -1)) { errno = EMFILE; return -1; } \\
            return NEXT(name)(path, flags, mode); }
        #define READ(name) ssize_t name(int file, void *bytes, size_t count, off_t offset) { \\
            if (fails("read", NULL, file)) { errno = EIO; return -1; } \\
            return NEXT(name)(file, bytes, count, offset); }
        #define WRITE(name) ssize_t name(int file, const void *bytes, size_t count, off_t offset) { \\
            if (fails("write", NULL, file)) { errno = EIO; return -1; } \\
            return NEXT(name)(file, bytes, count, offset); }
        #define SEEK(name) off_t name(int file, off_t offset, int from) { \\
            if (fails("seek", NULL, file)) { errno = EIO; return -1; } \\
            return NEXT(name)(file, offset, from); }
        OPEN(open) OPEN(open64) READ(pread) READ(pread64) WRITE(pwrite) WRITE(pwrite64) SEEK(lseek) SEEK(lseek64)
        int pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*run)(void *), void *argument) {
            return fails("thread", "", -1) ? EAGAIN : NEXT(pthread_create)(thread, a, run, argument);
        }
        """

    /// `nil` where there is no compiler, or nothing is loaded before others.
    private static let library: (folder: TemporaryFolder, path: String)? = {
        #if os(Linux)
            guard let folder = try? TemporaryFolder(), (try? folder.write(source, "fault.c")) != nil else { return nil }
            let words = ["cc", "-shared", "-fPIC", "-o", folder("fault.so"), folder("fault.c"), "-ldl"]
            let compiler = try? Program.run(words, of: "/usr/bin/env", in: folder)
            return compiler?.status == 0 ? (folder, folder("fault.so")) : nil
        #else
            return nil
        #endif
    }()
    static var canBeMade: Bool { library != nil }

    private func run(
        _ arguments: [String], in folder: TemporaryFolder, failing call: String, on path: String, from first: Int,
        most: Int = 1 << 30
    ) throws -> Program.Outcome {
        let settings = [
            "LD_PRELOAD": try #require(Self.library).path, "COMPOSE_FAULT": call, "COMPOSE_FAULT_PATH": path,
            "COMPOSE_FAULT_FROM": "\(first)", "COMPOSE_FAULT_MOST": "\(most)",
        ]
        let exports = settings.map { "\($0)='\($1)'" }.joined(separator: " ")
        return try Program.run(arguments, in: folder, shell: "export \(exports)")
    }

    private static let render = ["front.mp4", "back.mp4", "--switch-at", "0.7s", "-o", "out.mp4"]
    private static let plan = ["plan"] + render.dropLast() + ["plan.otio"]

    /// Every read of an input in turn is the first that fails, until none is left to fail: nothing is done with half
    /// of a recording.
    @Test(.enabled(if: canBeMade), arguments: [render, plan], ["read", "open"])
    func aRecordingThatCannotBeReadIsNoShorterOne(_ command: [String], _ call: String) throws {
        let folder = try folderWithPair()
        let names = folder.contents
        var (first, status) = (1, Int32(74))
        while status == 74 {
            let outcome = try run(command, in: folder, failing: call, on: "back.mp4", from: first)
            status = outcome.status
            guard status != 0 else { break }
            #expect(status == 74 && outcome.error.contains("back.mp4 cannot be read"), "\(first): \(outcome)")
            #expect(!folder.contents.contains(command.last!), "\(first)")
            for name in folder.contents where !names.contains(name) { try folder.remove(name) }
            first += 3
        }
        #expect(first > 1, "something was read")
    }

    /// What is written is read once more, to move the index to the front.
    @Test(.enabled(if: canBeMade), arguments: ["write", "read"], [1, 2])
    func aFilmThatCannotBeWrittenIsNone(_ call: String, from first: Int) throws {
        let folder = try folderWithPair()
        let outcome = try run(Self.render, in: folder, failing: call, on: "out.mp4", from: first)
        #expect(outcome.status == 74 && outcome.error.contains("out.mp4 could not be written"), "\(outcome)")
        #expect(!folder.contents.contains("out.mp4"))
    }

    @Test(.enabled(if: canBeMade)) func noFilmDependsOnASeek() throws {
        let folder = try folderWithPair()
        #expect(try Program.run(Self.render, in: folder).status == 0)
        let plain = folder.bytes("out.mp4")
        try folder.remove("out.mp4")
        #expect(try run(Self.render, in: folder, failing: "seek", on: folder.path, from: 1).status == 0)
        #expect(folder.bytes("out.mp4") == plain)
    }

    @Test(.enabled(if: canBeMade)) func withoutThreadsThereIsASentence() throws {
        let folder = try folderWithPair()
        let names = folder.contents
        for first in 1...3 {
            let outcome = try run(Self.render, in: folder, failing: "thread", on: "", from: first)
            guard outcome.status != 0 else { break }
            let sentences = outcome.errorLines.filter { !$0.hasPrefix("note: ") }
            #expect(outcome.status == 74 && sentences.count == 1, "\(outcome)")
            #expect(!folder.contents.contains("out.mp4"))
            // What is finished may be kept; nothing else is.
            #expect(folder.contents.filter { !names.contains($0) }.allSatisfy { $0.hasSuffix(".compose") })
        }
    }

    /// Two films of one pass wait for each other's pictures: a thread less must not make both wait forever.
    @Test(.enabled(if: canBeMade), .timeLimit(.minutes(5)))
    func withoutOneOfItsThreadsAPassEnds() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 120) }
        let names = folder.contents
        let command = Self.render + ["--smart", "off", "--preset", "ultrafast", "--also", "small.mp4:crf=30"]
        var statuses: Set<Int32> = []
        for first in 1...16 {
            let outcome = try run(command, in: folder, failing: "thread", on: "", from: first, most: 1)
            statuses.insert(outcome.status)
            #expect(outcome.status == 0 || outcome.status == 74, "\(first): \(outcome)")
            #expect(folder.contents.contains("out.mp4") == (outcome.status == 0))
            for name in folder.contents where !names.contains(name) { try folder.remove(name) }
        }
        #expect(statuses.contains(74))
    }
}
