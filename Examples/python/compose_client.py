"""A Python client for `compose serve --stdio`: one process, many requests.

    with Compose() as compose:
        film = ["front.mov", "back.mov", "--switch-every", "5s"]
        compose.still(film, at=12.5, output="frame.png")
        compose.render(film, output="film.mp4", progress=lambda line: print(line["work"]))

Every method returns the JSON line that ends its request (docs/serve.md) as a dictionary, or raises ComposeError: if that
line is an error, or if compose cannot be started or has ended. Methods may be called from several threads.
"""

import itertools, json, queue, subprocess, threading

ENDS = ("probe", "plan", "still", "done", "cancel", "shutdown", "error")
LONGEST_LINE = 1 << 20


class ComposeError(Exception):
    """compose's error message, with the kind and the exit status of the command line."""

    def __init__(self, message="compose has ended.", kind="inputOutput", status=74):
        super().__init__(message)
        self.kind, self.status = kind, status


class Request:
    """A request that was sent. `result` waits until it ends, `cancel` asks to end it."""

    def __init__(self, compose, number, progress):
        self._compose, self.number, self._progress = compose, number, progress
        self._lines = queue.SimpleQueue()

    def result(self):
        while True:
            line = self._lines.get()
            if line is None or line["event"] in ENDS:
                self._lines.put(line)  # for the next call
            if line is None:
                raise ComposeError()
            if line["event"] == "error":
                raise ComposeError(line["message"], line["kind"], line["status"])
            if line["event"] in ENDS:
                return line
            if line["event"] == "progress" and self._progress:
                self._progress(line)

    def cancel(self):
        """Returns whether it was canceled: only renders and waiting requests can be. `result` then raises `interrupted`."""
        return self._compose.send("cancel", target=self.number).result()["canceled"]


class Compose:
    def __init__(self, program="compose", folder=None):
        """Starts the process in `folder`, to which paths are relative."""
        try:
            self._process = subprocess.Popen([program, "serve", "--stdio"], cwd=folder, text=True, encoding="utf-8",
                                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise ComposeError(f"cannot start {program}: {error.strerror}; install it or give its path.",
                               "noInput", 66) from error
        self._numbers, self._requests, self._lock = itertools.count(1), {}, threading.Lock()
        self._has_ended = False
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Cancels everything that is not yet answered, and ends the process."""
        try:
            self.send("shutdown").result()
        except ComposeError:
            pass  # It has ended already.
        try:
            self._process.stdin.close()
        except OSError:
            pass  # The last request was not read.
        self._process.wait()

    def probe(self, path, **options):
        return self.send("probe", path=path, **options).result()

    def plan(self, film, **options):
        return self.send("plan", film=film, **options).result()

    def still(self, film, at, output, **options):
        return self.send("still", film=film, at=at, output=output, **options).result()

    def render(self, film, output, progress=None, **options):
        """`progress` is called with each line of progress, about twice a second."""
        return self.send("render", progress, film=film, output=output, **options).result()

    def send(self, kind, progress=None, /, **fields):
        """Sends a request without waiting for its end."""
        request = Request(self, next(self._numbers), progress)
        try:
            line = json.dumps({"id": request.number, "request": kind, **fields}, allow_nan=False) + "\n"
        except (TypeError, ValueError) as error:
            raise ComposeError(f"{kind} cannot be written as JSON: {error}", "usage", 64) from error
        if len(line) > LONGEST_LINE:
            raise ComposeError(f"{kind} is longer than {LONGEST_LINE} bytes; put long lists into a file.", "usage", 64)
        with self._lock:
            if self._has_ended:
                raise ComposeError()
            self._requests[request.number] = request
            try:
                self._process.stdin.write(line)
                self._process.stdin.flush()
            except (OSError, ValueError) as error:  # It has ended, or was closed.
                self._requests.pop(request.number, None)
                raise ComposeError() from error
        return request

    def _read(self):
        try:
            for text in self._process.stdout:
                self._deliver(json.loads(text))
        except ValueError:
            pass  # It was killed while it wrote a line.
        with self._lock:
            self._has_ended = True
            for request in self._requests.values():
                request._lines.put(None)
            self._requests.clear()

    def _deliver(self, line):
        # An error without an id may answer any request: nobody may wait forever for it.
        for number in [line["id"]] if "id" in line else list(self._requests):
            request = self._requests.pop(number, None) if line["event"] in ENDS else self._requests.get(number)
            if request:
                request._lines.put(line)
