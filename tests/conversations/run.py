#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays tests/conversations/*.test against the real program and compares every answer.

    run.py BINARY [FILE…]

$JOBS of them (or as many as there are processors) are played side by side, each with a server and files of its own.
A conversation is read from top to bottom. Lines that begin with two spaces continue the line before.

    # a comment
    server --conformance --read-only     arguments of `lintel serve` (default: --conformance)
    transport http | stdio               modern HTTP (default), or the initialize era over stdio
    policy                               the continuation lines are the policy file
    text NAME                            the continuation lines are a text; "$NAME" in requests and answers is it
    file NAME                            the continuation lines are a file in the working directory
    approver PASSPHRASE                  makes an approver's key on a terminal
    as NAME                              who calls from here on (the client's name)
    token TOKEN                          the bearer token sent from here on (HTTP); `token -` sends none
    remember NAME COMMAND                what the command prints is $NAME from here on
    key KEY                              idempotency key of the next call
    environment NAME=VALUE               a variable of the servers and commands started from here on
    restart                              stops the server and starts it again on the same state
    sleep SECONDS
    > call TOOL {arguments}              tools/call; the answer is its structuredContent
    > METHOD {params}                    any other request; the answer is its result
    > answer {responses}                 answers what the server asked: sends the last call again with them
    < {pattern}                          what must come back
    <* {pattern}                         the whole result of a call, with its content
    <! {pattern}                         a JSON-RPC error must come back
    <? {pattern}                         the server must ask (elicitation): the requests by key
    $ lintel ARGUMENTS                   a command on a terminal of its own
    $- lintel ARGUMENTS                  the same without a terminal
    ? TEXT                               the command must show TEXT …
    : TEXT                               … then TEXT is typed
    | TEXT                               the command's output must contain TEXT
    = CODE                               its exit code (0 unless said)
    hold / resume                        leaves the command at its prompt / goes back to it
    control {request}                    asks the server's own socket, as a program of the same user could

Patterns: objects may have more members than the pattern, except where a value is "(absent)". An array that
ends with "…" may go on; one that begins with "…" wants its items somewhere in this order. "…" in a string stands for anything. $name matches and remembers a word; later it
stands for what was remembered, in requests and commands too; $name:6 for its first six characters.
"""
import concurrent.futures
import http.client
import json
import os
import pathlib
import pty
import re
import select
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time

TIMEOUT = 60  # a simulation takes its time on a busy machine
MODERN = "2026-07-28"


class Mismatch(Exception):
    pass


def substitute(text, names):
    def value(found):
        name, length = found.group(1), found.group(2)
        if name not in names:
            return found.group(0)
        return names[name][: int(length)] if length else names[name]

    return re.sub(r"\$([a-z_][a-z0-9_]*)(?::(\d+))?", value, text)


def with_texts(value, texts):
    """Strings that are "$name" of a known text become that text."""
    if isinstance(value, dict):
        return {key: with_texts(inner, texts) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_texts(inner, texts) for inner in value]
    return texts.get(value[1:], value) if isinstance(value, str) and value.startswith("$") else value


def match_text(pattern, actual, names):
    if not isinstance(actual, str):
        raise Mismatch(f"expected the text {pattern!r}, got {actual!r}")
    regex, seen = "", set()
    for part in re.split(r"(…|\$[a-z_][a-z0-9_]*)", pattern):
        if part == "…":
            regex += ".*?"
        elif part.startswith("$") and len(part) > 1:
            name = part[1:]
            if name in names:
                regex += re.escape(names[name])
            elif name in seen:
                regex += f"(?P={name})"
            else:
                seen.add(name)
                regex += f"(?P<{name}>[\\w.:-]+)"
        else:
            regex += re.escape(part)
    found = re.fullmatch(regex, actual, re.S)
    if not found:
        raise Mismatch(f"expected {pattern!r}, got {actual!r}")
    names.update(found.groupdict())


def find_in_order(wanted, actual, names):
    """Every wanted item somewhere in the list, in this order."""
    rest = iter(actual if isinstance(actual, list) else [])
    for pattern in wanted:
        problem = "nothing is left"
        for item in rest:
            try:
                match(pattern, item, names)
                break
            except Mismatch as mismatch:
                problem = mismatch
        else:
            raise Mismatch(f"no item like {json.dumps(pattern)[:200]}; the last was not because: {problem}")


def match(pattern, actual, names, where=""):
    try:
        if pattern == "…":
            return
        if isinstance(pattern, str):
            match_text(pattern, actual, names)
        elif isinstance(pattern, dict):
            if not isinstance(actual, dict):
                raise Mismatch(f"expected an object, got {json.dumps(actual)[:300]}")
            for key, value in pattern.items():
                if value == "(absent)":
                    if key in actual:
                        raise Mismatch(f"{where}/{key} should be absent, is {json.dumps(actual[key])[:200]}")
                elif key not in actual:
                    raise Mismatch(f"{where}/{key} is missing in {json.dumps(actual)[:600]}")
                else:
                    match(value, actual[key], names, f"{where}/{key}")
        elif isinstance(pattern, list) and pattern[:1] == ["…"]:
            find_in_order([one for one in pattern if one != "…"], actual, names)
        elif isinstance(pattern, list):
            open_end = bool(pattern) and pattern[-1] == "…"
            wanted = pattern[:-1] if open_end else pattern
            if not isinstance(actual, list) or len(actual) < len(wanted) or (not open_end and len(actual) != len(wanted)):
                raise Mismatch(f"expected {len(wanted)} items{' or more' if open_end else ''}, got {json.dumps(actual)[:600]}")
            for i, value in enumerate(wanted):
                match(value, actual[i], names, f"{where}/{i}")
        elif isinstance(pattern, bool) or pattern is None:
            if actual is not pattern:
                raise Mismatch(f"expected {json.dumps(pattern)}, got {json.dumps(actual)[:300]}")
        elif isinstance(actual, bool) or actual != pattern:
            raise Mismatch(f"expected {pattern!r}, got {json.dumps(actual)[:300]}")
    except Mismatch as problem:
        if where and not str(problem).startswith(where):
            raise Mismatch(f"{where}: {problem}") from None
        raise


class HttpClient:
    """The stateless era: every request stands alone."""

    def __init__(self, binary, arguments, env, cwd):
        self.log = open(cwd / "server.log", "ab+")
        self.process = subprocess.Popen([binary, "serve", "--http=127.0.0.1:0", *arguments], env=env, cwd=cwd,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.log)
        self.port = self._wait_for_port(cwd / "server.log")
        self.asked = None

    def _wait_for_port(self, log):
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            found = re.findall(r"listening on http://127\.0\.0\.1:(\d+)/mcp", log.read_text(errors="replace"))
            if len(found) > getattr(HttpClient, "_seen", {}).get(str(log), 0):
                HttpClient._seen = {**getattr(HttpClient, "_seen", {}), str(log): len(found)}
                return int(found[-1])
            if self.process.poll() is not None:
                break
            time.sleep(0.01)
        raise Mismatch("the server did not start: " + log.read_text(errors="replace")[-800:])

    def request(self, method, params, who):
        meta = params.setdefault("_meta", {})
        meta["io.modelcontextprotocol/protocolVersion"] = MODERN
        meta["io.modelcontextprotocol/clientInfo"] = {"name": who["name"], "version": "1"}
        meta["io.modelcontextprotocol/clientCapabilities"] = {"elicitation": {"form": {}}} if who["forms"] else {}
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
                   "MCP-Protocol-Version": MODERN, "Mcp-Method": method}
        for key in ("name", "uri"):
            if method in ("tools/call", "resources/read", "prompts/get") and key in params:
                headers["Mcp-Name"] = params[key]
        if who["token"]:
            headers["Authorization"] = "Bearer " + who["token"]
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        connection.request("POST", "/mcp", body.encode(), headers)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        if response.headers.get_content_type() == "text/event-stream":
            messages = [json.loads(line[5:]) for line in text.splitlines() if line.startswith("data:") and line[5:].strip()]
            return next(m for m in messages if m.get("id") == 1 and ("result" in m or "error" in m))
        try:
            reply = json.loads(text)
        except ValueError:
            reply = {"error": {"message": text.strip()}}
        if "error" in reply:
            reply["error"]["http"] = response.status
        return reply

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(TIMEOUT)
        finally:
            self.process.kill()
            self.log.close()


class StdioClient:
    """The initialize era over standard input and output."""

    def __init__(self, binary, arguments, env, cwd, who):
        self.process = subprocess.Popen([binary, "serve", *arguments], env=env, cwd=cwd, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=open(cwd / "server.log", "ab"))
        self.ids = 0
        self.waiting_for = None
        self.asked = None
        capabilities = {"elicitation": {}} if who["forms"] else {}
        self.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": capabilities,
                                    "clientInfo": {"name": who["name"], "version": "1"}}, who)
        self._send({"method": "notifications/initialized"})

    def _send(self, message):
        self.process.stdin.write((json.dumps({"jsonrpc": "2.0", **message}) + "\n").encode())
        self.process.stdin.flush()

    def _next(self):
        """The answer to the request under way, or a question of the server's."""
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            if not select.select([self.process.stdout], [], [], 0.1)[0]:
                continue
            line = self.process.stdout.readline()
            if not line:
                raise Mismatch("the server closed its output")
            message = json.loads(line)
            if "method" in message and "id" in message:
                self.asked = message
                return {"asked": message}
            if message.get("id") == self.waiting_for:
                return message
        raise Mismatch("no answer in time")

    def request(self, method, params, who):
        self.ids += 1
        self.waiting_for = self.ids
        self._send({"id": self.ids, "method": method, "params": params})
        return self._next()

    def reply(self, result):
        asked, self.asked = self.asked, None
        self._send({"id": asked["id"], "result": result})
        return self._next()

    def stop(self):
        self.process.stdin.close()
        try:
            return self.process.wait(TIMEOUT)
        finally:
            self.process.kill()


class Command:
    """One command, on a terminal of its own or without any."""

    def __init__(self, argv, env, cwd, terminal):
        self.output = ""
        self.master = None
        if terminal:
            pid, self.master = pty.fork()
            if pid == 0:
                os.chdir(cwd)
                os.execve(argv[0], argv, env)
            self.pid = pid
        else:
            self.process = subprocess.Popen(argv, env=env, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                            stderr=subprocess.STDOUT, start_new_session=True)

    def wait_for(self, text):
        end = time.monotonic() + TIMEOUT
        while text not in self.output:
            if time.monotonic() > end or not self._read(0.1):
                raise Mismatch(f"the command did not show {text!r}; it showed {self.output[-1500:]!r}")

    def _read(self, seconds):
        if select.select([self.master], [], [], seconds)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return False
            if not data:
                return False
            self.output += data.decode(errors="replace").replace("\r\n", "\n")
        return True

    def type(self, text):
        self.output = ""
        os.write(self.master, (text + "\n").encode())

    def finish(self):
        if self.master is None:
            self.output = self.process.communicate(timeout=TIMEOUT)[0].decode(errors="replace")
            return self.process.returncode
        end = time.monotonic() + TIMEOUT
        while self._read(0.1):
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
                raise Mismatch(f"the command did not end; it showed {self.output[-1500:]!r}")
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                while select.select([self.master], [], [], 0)[0] and self._read(0):
                    pass
                return os.waitstatus_to_exitcode(status)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


class Conversation:
    def __init__(self, binary, file):
        self.binary = binary
        self.file = file
        self.folder = tempfile.TemporaryDirectory(prefix="lintel-conversation-")
        root = pathlib.Path(self.folder.name)
        self.cwd = root / "work"
        self.cwd.mkdir()
        self.env = {"PATH": os.path.dirname(binary) + ":" + os.environ.get("PATH", ""), "HOME": str(root), "XDG_STATE_HOME": str(root / "state"),
                    "XDG_CONFIG_HOME": str(root / "config"), "XDG_RUNTIME_DIR": str(root / "run"), "TERM": "dumb",
                    "LANG": "C.UTF-8",
                    "IDS_XSD_CACHE_DIR": os.environ.get("IDS_XSD_CACHE_DIR", "")}
        (root / "run").mkdir(mode=0o700)
        self.config = root / "config" / "lintel"
        self.who = {"name": "test-agent", "token": "", "forms": False}
        self.arguments = ["--conformance"]
        self.transport = "http"
        self.client = None
        self.names = {}
        self.texts = {}
        self.last = None       # the request under way
        self.reply = None
        self.key = None
        self.command = None
        self.held = None
        self.exit_wanted = 0

    def start(self):
        if self.client is None:
            if self.transport == "http":
                self.client = HttpClient(self.binary, self.arguments, self.env, self.cwd)
            else:
                self.client = StdioClient(self.binary, self.arguments, self.env, self.cwd, self.who)

    def stop(self):
        if self.client is not None:
            client, self.client = self.client, None
            code = client.stop()
            if code != 0:
                raise Mismatch(f"the server ended with {code}")

    def end_command(self):
        if self.command is None:
            return
        command, self.command = self.command, None
        code = command.finish()
        self.output = command.output
        if code != self.exit_wanted:
            raise Mismatch(f"exit code {code} instead of {self.exit_wanted}: {command.output[-1500:]!r}")

    def read(self, text):
        return with_texts(json.loads(substitute(text, self.names)), self.texts)

    def send(self, text):
        self.start()
        if text.startswith("answer "):
            return self.answer(json.loads(substitute(text[7:], self.names)))
        if text.startswith("call "):
            _, name, *rest = text.split(" ", 2)
            method, params = "tools/call", {"name": name, "arguments": self.read(rest[0]) if rest else {}}
        else:
            method, *rest = text.split(" ", 1)
            params = self.read(rest[0]) if rest else {}
        if self.key:
            params.setdefault("_meta", {})["lintel/idempotency-key"] = self.key
            self.key = None
        self.last = (method, params)
        self.reply = self.client.request(method, params, self.who)

    def answer(self, responses):
        if self.transport == "stdio":
            self.reply = self.client.reply(next(iter(responses.values())))
            return
        method, params = self.last
        params = {**params, "inputResponses": responses, "requestState": self.reply["result"].get("requestState")}
        self.reply = self.client.request(method, params, self.who)

    def expect(self, kind, pattern):
        if kind == "<!":
            if "error" not in self.reply:
                raise Mismatch(f"expected an error, got {json.dumps(self.reply)[:600]}")
            return match(pattern, self.reply["error"], self.names)
        if kind == "<?":
            if "asked" in self.reply:
                return match(pattern, {"approval": self.reply["asked"]}, self.names)
            if self.reply.get("result", {}).get("resultType") != "input_required":
                raise Mismatch(f"expected a question, got {json.dumps(self.reply)[:600]}")
            return match(pattern, self.reply["result"]["inputRequests"], self.names)
        if "result" not in self.reply:
            raise Mismatch(f"expected a result, got {json.dumps(self.reply)[:600]}")
        result = self.reply["result"]
        if kind == "<*":
            return match(pattern, result, self.names)
        if self.last[0] == "tools/call":
            if "structuredContent" not in result:
                raise Mismatch(f"no structuredContent in {json.dumps(result)[:600]}")
            structured = result["structuredContent"]
            if bool(result.get("isError")) != (structured.get("success") is False or "error" in structured):
                raise Mismatch(f"isError is wrong in {json.dumps(result)[:600]}")
            result = structured
        return match(pattern, result, self.names)

    def control(self, request):
        """One line asked, one answered, on whichever socket the server opened."""
        self.start()
        path = next(pathlib.Path(self.env["XDG_RUNTIME_DIR"]).rglob("*.sock"))
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(TIMEOUT)
            connection.connect(str(path))
            connection.sendall((json.dumps(request) + "\n").encode())
            answer = b""
            while not answer.endswith(b"\n"):
                answer += connection.recv(65536)
        reply = json.loads(answer)
        return {"result": reply["result"]} if reply["ok"] else {"error": reply["error"]}

    def approver(self, passphrase):
        command = Command([self.binary, "approvals", "init"], self.env, self.cwd, True)
        for prompt in ("New passphrase", "The same again"):
            command.wait_for(prompt)
            command.type(passphrase)
        if command.finish() != 0:
            raise Mismatch("approvals init failed: " + command.output)

    def line(self, text):
        word, rest = (re.split(r"\s", text, maxsplit=1) + [""])[:2]
        if word == "hold":
            self.held, self.command = self.command, None
            return
        if word not in ("?", ":", "|", "="):
            self.end_command()
        if word == "server":
            self.arguments = shlex.split(rest)
        elif word == "transport":
            self.transport = rest
        elif word == "environment":
            name, value = rest.split("=", 1)
            self.env[name] = value
        elif word == "forms":
            self.who["forms"] = rest == "on"
        elif word == "policy":
            self.config.mkdir(parents=True, exist_ok=True)
            (self.config / "policy.toml").write_text(substitute(rest.lstrip("\n") + "\n", self.names))
        elif word in ("text", "file"):
            name, content = (rest.split("\n", 1) + [""])[:2]
            if word == "text":
                self.texts[name] = content + "\n"
            else:
                (self.cwd / name).parent.mkdir(parents=True, exist_ok=True)
                (self.cwd / name).write_text(content + "\n")
        elif word == "approver":
            self.approver(rest)
        elif word == "as":
            self.who["name"] = rest
            if self.transport == "stdio" and self.client:
                self.stop()
        elif word == "token":
            self.who["token"] = "" if rest == "-" else substitute(rest, self.names)
        elif word == "remember":
            name, command = rest.split(" ", 1)
            self.names[name] = subprocess.run(shlex.split(substitute(command, self.names)), env=self.env, cwd=self.cwd,
                                              stdout=subprocess.PIPE, check=True).stdout.decode().strip()
        elif word == "key":
            self.key = rest
        elif word == "restart":
            self.stop()
        elif word == "resume":
            self.command, self.held, self.exit_wanted = self.held, None, 0
        elif word == "control":
            self.reply = self.control(json.loads(substitute(rest, self.names)))
            self.last = ("control", {})
        elif word == "sleep":
            time.sleep(float(rest))
        elif word == ">":
            self.send(rest)
        elif word in ("<", "<*", "<!", "<?"):
            self.expect(word, with_texts(json.loads(rest), self.texts))
        elif word in ("$", "$-"):
            argv = shlex.split(substitute(rest, self.names))
            if argv[0] == "lintel":
                argv[0] = self.binary
            else:
                argv = ["/usr/bin/env", *argv]
            self.exit_wanted = 0
            self.command = Command(argv, self.env, self.cwd, word == "$")
        elif word == "?":
            self.command.wait_for(substitute(rest, self.names))
        elif word == ":":
            self.command.type(substitute(rest, self.names))
        elif word == "=":
            self.exit_wanted = int(rest)
        elif word == "|":
            self.end_command()
            wanted = substitute(rest, self.names)
            if wanted not in self.output:
                raise Mismatch(f"the output lacks {wanted!r}: {self.output[-1500:]!r}")
        else:
            raise Mismatch(f"unknown line {text!r}")

    def play(self):
        entries = []
        for number, raw in enumerate(self.file.read_text().splitlines(), 1):
            if raw.startswith("  ") and entries:
                entries[-1][1] += ("\n" if entries[-1][1].split()[0] in ("policy", "text", "file") else " ") + raw[2:]
            elif raw.strip() and not raw.startswith("#"):
                entries.append([number, raw.rstrip()])
        try:
            for number, text in entries:
                try:
                    self.line(text)
                except Mismatch as problem:
                    return f"{self.file.name}:{number}: {text[:160]}\n    {problem}"
                except Exception as problem:  # a broken conversation is a failed one
                    return f"{self.file.name}:{number}: {text[:160]}\n    {type(problem).__name__}: {problem}"
            try:
                self.end_command()
                self.stop()
            except Mismatch as problem:
                return f"{self.file.name}: at the end: {problem}"
            return None
        finally:
            if self.client is not None:
                self.client.process.kill()
                self.client.process.wait()
            self.folder.cleanup()


def played(binary, file):
    # A shell that starts us in the background has SIGINT ignored, and what we start would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return Conversation(binary, file).play()


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    here = pathlib.Path(__file__).parent
    files = [pathlib.Path(f) for f in sys.argv[2:]] or sorted(here.glob("*.test"))
    jobs = int(os.environ.get("JOBS") or os.cpu_count())
    failed = 0
    with concurrent.futures.ProcessPoolExecutor(jobs) as players:
        for file, problem in zip(files, players.map(played, [binary] * len(files), files)):
            print(f"{'FAIL' if problem else 'ok  '} {file.stem}" + (f"\n  {problem}" if problem else ""), flush=True)
            failed += bool(problem)
    print(f"{len(files) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not files else 0)


if __name__ == "__main__":
    main()
