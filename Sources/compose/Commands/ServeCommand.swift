import ArgumentParser

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answers requests of a program, line by line.",
        discussion: """
            EXAMPLE
              compose serve --stdio
              {"id":1,"request":"probe","path":"a.mov"}
              {"id":2,"request":"still","film":["a.mov","b.mov"],"at":9,"output":"f.png"}
              {"id":3,"request":"render","film":["a.mov","b.mov"],"output":"out.mp4"}
              {"id":4,"request":"cancel","target":3}

            Requests are lines of JSON on standard input, answers lines of JSON on standard \
            output; docs/serve.md describes both. A render runs while other requests are \
            answered; renders wait for each other. At the end of the input, \
            pending requests are still answered; 'shutdown' cancels them.
            """)

    @Flag(help: "Read requests from standard input, write answers to standard output. Required; no other way yet.")
    var stdio = false
    @OptionGroup var log: LogOptions

    func run() throws {
        log.install()
        guard stdio else { throw UsageError("serve needs --stdio: requests come on standard input.") }
        Interruption.install()
        let output = LineOutput()
        let server = Server { output.write($0) { Interruption.signalNumber == nil } }
        var input = LineInput()
        try server.serve { input.next { !server.cancellation.isCancelled } }
        Interruption.endBySignal()
    }
}
