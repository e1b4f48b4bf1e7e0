# SPDX-License-Identifier: Apache-2.0
"""What every script that drives the real server shares: a server process, HTTP requests, and counted checks.

A script ends with `N passed, N failed[, N skipped]` alone on a line; `./dev test` adds these lines up. What it skips it
names on a line of its own, `skipped: WHAT (REASON)`.
"""
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/conversations"))
from run import Command  # noqa: E402

PASSPHRASE = "correct horse"
MODERN = "2026-07-28"
LISTENING = re.compile(r"listening on (http://([\d.]+|\[[\da-f:]+\]):(\d+)\S*)")
CLIENT_INFO = {"name": "lintel-peers", "version": "1"}

# The built-in policy with no limit on operations, for runs that make more changes than a session should.
UNLIMITED_POLICY = """\
[[principal]]
id = "agent:*"
max_operations_per_session = 1000000000
[[principal.allow]]
do = ["READ", "CREATE", "MODIFY", "DELETE"]
"""


def corpora(what):
    """The folder of real files, which are too large for the tree; without it None, and `what` is said to be skipped."""
    folder = os.environ.get("LINTEL_CORPORA")
    if not folder:
        print(f"skipped: {what} (LINTEL_CORPORA is not set)", flush=True)
        return None
    return Path(folder)


class Checks:
    """Prints `ok name` or `FAIL name` as it goes and remembers the counts."""

    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.skipped = 0

    def check(self, name, condition, detail=""):
        if condition:
            self.passed += 1
            print(f"ok    {name}", flush=True)
        else:
            self.failed += 1
            print(f"FAIL  {name}{': ' + str(detail)[:600] if detail != '' else ''}", flush=True)
        return bool(condition)

    def corpora(self, what):
        """corpora(), counted."""
        folder = corpora(what)
        self.skipped += folder is None
        return folder

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed" + (f", {self.skipped} skipped" if self.skipped else ""), flush=True)
        sys.exit(1 if self.failed or not self.passed else 0)


class State:
    """A private place for the server's state, settings and working directory; removed at the end."""

    def __init__(self, path=None):
        self.path = Path(path) if path else Path(tempfile.mkdtemp(prefix="lintel-"))
        self.work = self.path / "work"
        self.work.mkdir(parents=True, exist_ok=True)
        self.env = dict(
            os.environ,
            HOME=str(self.path),
            XDG_STATE_HOME=str(self.path / "state"),
            XDG_CONFIG_HOME=str(self.path / "config"),
            XDG_DATA_HOME=str(self.path / "data"),
            XDG_CACHE_HOME=str(self.path / "cache"),
            XDG_RUNTIME_DIR=str(self.path / "run"),
        )
        (self.path / "run").mkdir(mode=0o700, exist_ok=True)

    def write_policy(self, text):
        folder = self.path / "config/lintel"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "policy.toml").write_text(text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


class World:
    """Commands in a state of their own, with and without a person at a terminal."""

    def __init__(self, program, state):
        self.program, self.state = program, state
        self.root = state.path / "state/lintel"

    def lintel(self, *arguments):
        return subprocess.run([self.program, *arguments], cwd=self.state.work, env=self.state.env, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)

    def try_terminal(self, arguments, *dialogue):
        """Exit code and output; after each prompt its answer is typed."""
        command = Command([self.program, *arguments], self.state.env, str(self.state.work), True)
        for prompt, answer in dialogue:
            command.wait_for(prompt)
            command.type(answer)
        return command.finish(), command.output

    def terminal(self, arguments, *dialogue):
        code, output = self.try_terminal(arguments, *dialogue)
        assert code == 0, output

    def make_approver(self):
        self.terminal(["approvals", "init"], ("New passphrase", PASSPHRASE), ("The same again", PASSPHRASE))


class StdioServer:
    """A server that this process speaks to line by line, as a client of the initialize era."""

    def __init__(self, argv, state):
        self.process = subprocess.Popen(argv, cwd=state.work, env=state.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                "clientInfo": {"name": "harness", "version": "1"}})
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)

    def _send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        """The whole answer; notifications on the way are passed over."""
        self.number += 1
        self._send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            answer = self.next_answer()
            if answer["id"] == self.number:
                return answer

    def next_answer(self):
        while line := self.process.stdout.readline():
            message = json.loads(line)
            if "id" in message:
                return message
        raise EOFError("the server ended")

    def call(self, tool, arguments):
        """The result of a call; an error of the protocol counts as one of the tool."""
        answer = self.ask("tools/call", {"name": tool, "arguments": arguments})
        return answer.get("result", {"isError": True, "error": answer.get("error")})

    def tools(self):
        found, cursor = [], None
        while True:
            page = self.ask("tools/list", {"cursor": cursor} if cursor else {})["result"]
            found += page["tools"]
            cursor = page.get("nextCursor")
            if not cursor:
                return found


class HttpServer:
    """A server process that says `listening on URL` on stderr. Its later stderr is kept for reports."""

    def __init__(self, argv, state, start_timeout_s=20):
        self.process = subprocess.Popen(
            [str(a) for a in argv], cwd=state.work, env=state.env,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.stderr = []
        self.url = None
        self._ready = threading.Event()
        self._reader = threading.Thread(target=self._read_stderr, daemon=True)
        self._reader.start()
        if not self._ready.wait(start_timeout_s) or self.url is None:
            self.kill()
            raise RuntimeError(f"{argv[0]} did not say where it listens:\n{self.tail()}")

    def _read_stderr(self):
        for raw in self.process.stderr:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            self.stderr.append(line)
            found = LISTENING.search(line)
            if found and self.url is None:
                self.url, self.host, self.port = found.group(1), found.group(2).strip("[]"), int(found.group(3))
                self._ready.set()
        self._ready.set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def pid(self):
        return self.process.pid

    def alive(self):
        return self.process.poll() is None

    def tail(self, lines=20):
        return "\n".join(self.stderr[-lines:])

    def stop(self, timeout_s=10):
        """Asks politely, then insists; returns the exit status."""
        if self.alive():
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.kill()
            return None
        self._reader.join(2)
        return status

    def kill(self):
        """SIGKILL: nothing the server wanted to do on the way out happens."""
        self.process.kill()
        self.process.wait()
        self._reader.join(2)


def modern_meta(**more):
    return {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
        "io.modelcontextprotocol/clientCapabilities": {},
        **more,
    }


def modern_request(method, params=None, request_id=1, meta=None):
    """Headers and body of one stateless request."""
    params = {**(params or {}), "_meta": {**modern_meta(), **(meta or {})}}
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": MODERN,
        "Mcp-Method": method,
    }
    name = params.get("name") or params.get("uri")
    if name and method in ("tools/call", "prompts/get", "resources/read"):
        headers["Mcp-Name"] = name
    body = json.dumps({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})
    return headers, body.encode()


def decode_answer(content_type, body, request_id):
    """The JSON-RPC answer to request_id, from a plain JSON body or from an event stream."""
    if not content_type.startswith("text/event-stream"):
        return json.loads(body)
    for event in re.split(rb"\r?\n\r?\n", body):
        data = b"\n".join(line[5:].lstrip() for line in event.splitlines() if line.startswith(b"data:"))
        if data:
            message = json.loads(data)
            if message.get("id") == request_id and ("result" in message or "error" in message):
                return message
    raise ValueError(f"no answer to {request_id!r} in the event stream")


def modern_call(connection, method, params=None, request_id=1, meta=None, path="/mcp"):
    """One stateless request on a kept-alive http.client connection: (HTTP status, JSON-RPC answer)."""
    headers, body = modern_request(method, params, request_id, meta)
    connection.request("POST", path, body, headers)
    response = connection.getresponse()
    answer = response.read()
    return response.status, decode_answer(response.headers.get("Content-Type", ""), answer, request_id)


def connect(server, timeout_s=10):
    return http.client.HTTPConnection(server.host, server.port, timeout=timeout_s)


def server_argument(default="build/lintel"):
    """The program under test: the first argument, or the release build."""
    program = Path(sys.argv[1] if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ROOT / default)
    if not program.exists():
        sys.exit(f"{program} does not exist; run ./dev build first")
    return program.resolve()
