"""A Python client for `compose serve --stdio`: one process, many requests.

    with Compose() as compose:
        film = ["front.mov", "back.mov", "--switch-every", "5s"]
        compose.still(film, at=12.5, output="frame.png")
        compose.render(film, output="film.mp4", progress=lambda line: print(line["work"]))

Every method returns the JSON line that ends its request (docs/serve.md) as a dictionary, or raises ComposeError if that
line is an error. Methods may be called from several threads.
"""

import itertools, json, queue, subprocess, threading


class ComposeError(Exception):
    """compose's error message, with the kind and the exit status of the command line."""

    def __init__(self, line):
        super().__init__(line["message"])
        self.kind, self.status = line["kind"], line["status"]


class Request:
    """A request that was sent. `result` waits until it ends, `cancel` asks to end it."""

    def __init__(self, compose, number, progress):
        self._compose, self.number, self._progress = compose, number, progress
        self._lines = queue.SimpleQueue()

    def result(self):
        while True:
            line = self._lines.get()
            if line["event"] == "error":
                raise ComposeError(line)
            if line["event"] == "progress" and self._progress:
                self._progress(line)
            elif line["event"] in ("probe", "plan", "still", "done", "cancel", "shutdown"):
                return line

    def cancel(self):
        """Returns whether it was canceled: only renders and waiting requests can be. `result` then raises `interrupted`."""
        return self._compose.send("cancel", target=self.number).result()["canceled"]


class Compose:
    def __init__(self, program="compose", folder=None):
        """Starts the process in `folder`, to which paths are relative."""
        self._process = subprocess.Popen([program, "serve", "--stdio"], cwd=folder, text=True, encoding="utf-8",
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._numbers, self._requests, self._lock = itertools.count(1), {}, threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Cancels everything that is not yet answered, and ends the process."""
        try:
            self.send("shutdown").result()
            self._process.stdin.close()
        except (ComposeError, OSError):
            pass  # It has ended already.
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
        with self._lock:
            request = Request(self, next(self._numbers), progress)
            self._requests[request.number] = request
            self._process.stdin.write(json.dumps({"id": request.number, "request": kind, **fields}) + "\n")
            self._process.stdin.flush()
        return request

    def _read(self):
        for text in self._process.stdout:
            line = json.loads(text)
            if line.get("id") in self._requests:
                self._requests[line["id"]]._lines.put(line)
        # Without an answer, callers that still wait would wait forever.
        for request in list(self._requests.values()):
            request._lines.put(dict(event="error", kind="inputOutput", status=74, message="compose has ended."))
