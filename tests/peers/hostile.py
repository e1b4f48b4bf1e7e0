#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hostile input over stdio and HTTP: a clear error or a closed connection, and the server lives on.

usage: hostile.py [build/lintel]

Stdio: every case goes to a fresh server, which must then still answer. HTTP: all cases go to one server, which must
answer in between, hold no descriptors and little memory at the end.
"""
import contextlib
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

from harness import Checks, HttpServer, State, connect, modern_call, modern_request, server_argument

SHARED_SCRIPT = "tools/mcpbench/hostile_stdio.py"  # beside the corpora
DEEP = "[" * 200_000 + "]" * 200_000
MEGABYTE = 1_000_000
RSS_LIMIT_KB = 300_000

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602
ANY = None      # answered or not, as the server likes
SILENCE = "silence"
TOOL_ERROR = "isError"

HELLO = (b'{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25",'
         b'"capabilities":{},"clientInfo":{"name":"hostile","version":"1"}}}\n'
         b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
ALIVE = b'{"jsonrpc":"2.0","id":"alive","method":"tools/list"}\n'


def echo(text):
    """A call of echo whose text is raw JSON."""
    return f'{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"echo","arguments":{{"text":{text}}}}}}}'


def modern(meta):
    return f'{{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{{"_meta":{meta}}}}}'


VERSION = '"io.modelcontextprotocol/protocolVersion"'
CAPABILITIES = '"io.modelcontextprotocol/clientCapabilities"'

# name: (line, what must come of it: an error code or one of several, TOOL_ERROR, SILENCE, ANY)
STDIO_CASES = {
    "deep id": (f'{{"jsonrpc":"2.0","id":{DEEP},"method":"ping"}}', (PARSE_ERROR, INVALID_REQUEST)),
    "deep arguments": (echo(DEEP), (PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS, TOOL_ERROR)),
    "deep objects": (echo('{"a":' * 100_000 + "1" + "}" * 100_000), (PARSE_ERROR, INVALID_REQUEST, TOOL_ERROR)),
    "unclosed deep": ("[" * 200_000, PARSE_ERROR),
    "bad UTF-8": (b'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":'
                  b'{"text":"\xff\xfe"}}}', PARSE_ERROR),
    "overlong UTF-8": (b'{"jsonrpc":"2.0","id":2,"method":"p\xc0\xafng"}', PARSE_ERROR),
    "UTF-8 surrogate bytes": (echo('"').encode()[:-3] + b'\xed\xa0\x80"}}}', PARSE_ERROR),
    "lone surrogate escape": (echo('"\\ud800"'), ANY),
    "UTF-16": ('{"jsonrpc":"2.0","id":2,"method":"ping"}'.encode("utf-16")[:-1], PARSE_ERROR),
    "byte order mark": (b'\xef\xbb\xbf{"jsonrpc":"2.0","id":2,"method":"ping"}', ANY),
    "NUL inside": (b'{"jsonrpc":"2.0","id":2,"method":"pi\x00ng"}', PARSE_ERROR),
    "garbage": ("{{{", PARSE_ERROR),
    "two values on a line": ('{"jsonrpc":"2.0","id":2,"method":"ping"} {"jsonrpc":"2.0","id":3,"method":"ping"}',
                             PARSE_ERROR),
    "null": ("null", INVALID_REQUEST),
    "a number": ("17", INVALID_REQUEST),
    "a string": ('"ping"', INVALID_REQUEST),
    "an empty object": ("{}", INVALID_REQUEST),
    "an empty array": ("[]", INVALID_REQUEST),
    "an empty line": ("", ANY),
    "blanks": ("   \t ", ANY),
    "a batch": ('[{"jsonrpc":"2.0","id":2,"method":"ping"}]', ANY),
    "a batch of nonsense": ("[1,null,[],{}]", ANY),
    "wrong jsonrpc": ('{"jsonrpc":"1.0","id":2,"method":"ping"}', INVALID_REQUEST),
    "jsonrpc as number": ('{"jsonrpc":2.0,"id":2,"method":"ping"}', INVALID_REQUEST),
    "method as number": ('{"jsonrpc":"2.0","id":2,"method":5}', INVALID_REQUEST),
    "method as object": ('{"jsonrpc":"2.0","id":2,"method":{}}', INVALID_REQUEST),
    "unknown method": ('{"jsonrpc":"2.0","id":2,"method":"no/such"}', NO_METHOD),
    "method of a megabyte": (f'{{"jsonrpc":"2.0","id":2,"method":"{"m" * MEGABYTE}"}}', NO_METHOD),
    "unknown notification": ('{"jsonrpc":"2.0","method":"notifications/nonsense"}', SILENCE),
    "notification with bad params": ('{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}', SILENCE),
    "cancel of nothing": ('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}', SILENCE),
    "cancel with an odd id": ('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}', SILENCE),
    "answer to nothing": ('{"jsonrpc":"2.0","id":77,"result":{}}', SILENCE),
    "error to nothing": ('{"jsonrpc":"2.0","id":77,"error":{"code":1,"message":"x"}}', SILENCE),
    "id as float": ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', ANY),
    "id null": ('{"jsonrpc":"2.0","id":null,"method":"ping"}', INVALID_REQUEST),
    "id true": ('{"jsonrpc":"2.0","id":true,"method":"ping"}', INVALID_REQUEST),
    "id of a megabyte": (f'{{"jsonrpc":"2.0","id":"{"i" * MEGABYTE}","method":"ping"}}', ANY),
    "id beyond 64 bits": ('{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"}', ANY),
    "duplicate keys": ('{"jsonrpc":"2.0","id":2,"id":3,"method":"ping"}', ANY),
    "params as array": ('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":[1]}', (INVALID_REQUEST, INVALID_PARAMS)),
    "params as string": ('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":"x"}', (INVALID_REQUEST, INVALID_PARAMS)),
    "no tool name": ('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{}}', INVALID_PARAMS),
    "tool name as number": ('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":7}}', INVALID_PARAMS),
    "unknown tool": ('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"no_such"}}', INVALID_PARAMS),
    "arguments as string": ('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":"x"}}',
                            (INVALID_PARAMS, TOOL_ERROR)),
    "argument of wrong type": (echo("[1]"), TOOL_ERROR),
    "argument missing": ('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{}}}',
                         TOOL_ERROR),
    "1e999": (echo("1e999"), (PARSE_ERROR, TOOL_ERROR)),
    "100,000 arguments": ('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{'
                          + ",".join(f'"a{i}":1' for i in range(100_000)) + "}}}", ANY),
    "8 MB line": (echo(f'"{"a" * 8 * MEGABYTE}"'), ANY),
    "40 MB line": (echo(f'"{"a" * 40 * MEGABYTE}"'), ANY),
    "a megabyte of noise": (bytes(0x80 + i % 64 for i in range(MEGABYTE)), PARSE_ERROR),
    "bad cursor": ('{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"nonsense"}}', INVALID_PARAMS),
    "cursor as object": ('{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":{}}}', INVALID_PARAMS),
    "resource outside": ('{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}',
                         (-32002, INVALID_PARAMS)),
    "resource climbing": ('{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"test://../../etc/passwd"}}',
                          (-32002, INVALID_PARAMS)),
    "modern without capabilities": (modern(f'{{{VERSION}:"2026-07-28"}}'), INVALID_PARAMS),
    "modern of tomorrow": (modern(f'{{{VERSION}:"2099-01-01",{CAPABILITIES}:{{}}}}'), -32022),
    "modern version as number": (modern(f"{{{VERSION}:7,{CAPABILITIES}:{{}}}}"), (INVALID_PARAMS, -32022)),
    "modern capabilities as string": (modern(f'{{{VERSION}:"2026-07-28",{CAPABILITIES}:"x"}}'), INVALID_PARAMS),
    "_meta as array": (modern("[]"), ANY),
    "second initialize": (HELLO.splitlines()[0].replace(b'"hello"', b"2"), ANY),
}


def hello(output):
    return b'"hello"' in output


def alive(output):
    return b'"alive"' in output


class StdioServer:
    """One server on pipes, read and written without blocking."""

    def __init__(self, program, state):
        self.process = subprocess.Popen([program, "serve", "--conformance"], cwd=state.work, env=state.env,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        os.set_blocking(self.process.stdin.fileno(), False)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.out = b""

    def exchange(self, data, arrived, limit_s=20):
        """Writes data and reads whole lines until arrived(output) holds; false if it never does."""
        end = time.monotonic() + limit_s
        data = memoryview(data)
        while time.monotonic() < end:
            readable, writable, _ = select.select([self.process.stdout], [self.process.stdin] if data else [], [], 0.2)
            try:
                if writable:
                    data = data[os.write(self.process.stdin.fileno(), data[:65536]):]
            except BrokenPipeError:
                return False
            if readable:
                got = os.read(self.process.stdout.fileno(), 1 << 20)
                self.out += got
                if not got:
                    break
            if not data and self.out.endswith(b"\n") and arrived(self.out):
                return True
        return False

    def messages(self):
        return [json.loads(line) for line in self.out.splitlines()]

    def answers(self):
        """The answers to what was sent between HELLO and ALIVE."""
        return [m for m in self.messages() if m.get("id") not in ("hello", "alive") and "method" not in m]

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def matches(expected, answers):
    """Whether the answers to a hostile line are what was expected."""
    if expected is ANY:
        return True
    if expected == SILENCE:
        return not answers
    wanted = expected if isinstance(expected, tuple) else (expected,)
    if len(answers) != 1:
        return False
    if "error" in answers[0]:
        return answers[0]["error"]["code"] in wanted
    return TOOL_ERROR in wanted and answers[0]["result"].get("isError") is True


def stdio_case(name, line, expected, program, state, checks):
    line = line if isinstance(line, bytes) else line.encode()
    server = StdioServer(program, state)
    try:
        lives = server.exchange(HELLO + line + b"\n" + ALIVE, alive)
        if not checks.check(f"stdio {name}: lives on", lives, f"exit status {server.process.poll()}"):
            return
        try:
            # Calls may be answered out of order: one that is owed is waited for, one that must not come gets its chance.
            owed = expected not in (ANY, SILENCE)
            server.exchange(b"", lambda _: owed and server.answers(), 3 if owed else 0.1)
            answers = server.answers()
        except ValueError as error:
            checks.check(f"stdio {name}: only JSON on stdout", False, error)
            return
        shown = [json.dumps(answer)[:200] for answer in answers]
        checks.check(f"stdio {name}: right answer", matches(expected, answers), f"wanted {expected}, got {shown}")
    finally:
        server.end()


def ends_in_order(server, limit_s=10):
    try:
        return server.process.wait(limit_s) == 0
    except subprocess.TimeoutExpired:
        return False


def stdio_pipes(program, state, checks):
    """What happens at the ends of the pipes."""
    server = StdioServer(program, state)
    server.exchange(HELLO, hello)
    server.process.stdin.close()
    checks.check("stdio end of input: exits with 0", ends_in_order(server), server.process.poll())
    server.end()

    server = StdioServer(program, state)
    server.exchange(HELLO, hello)
    os.write(server.process.stdin.fileno(), b'{"jsonrpc":"2.0","id":2,"me')
    server.process.stdin.close()
    checks.check("stdio end of input inside a line: exits with 0", ends_in_order(server), server.process.poll())
    server.end()

    server = StdioServer(program, state)
    server.exchange(HELLO, hello)
    server.process.stdout.close()
    with contextlib.suppress(BrokenPipeError):  # it may have noticed already
        os.write(server.process.stdin.fileno(), ALIVE * 10)
    try:
        ended = server.process.wait(10) is not None
    except subprocess.TimeoutExpired:
        ended = False
    checks.check("stdio nobody reads its output: exits", ended and server.process.returncode != -signal.SIGSEGV,
                 server.process.poll())
    server.end()

    server = StdioServer(program, state)
    pings = b"".join(b'{"jsonrpc":"2.0","id":%d,"method":"ping"}\n' % i for i in range(20_000))
    server.exchange(HELLO + pings, lambda output: output.count(b"\n") > 20_000, 60)
    ids = {message["id"] for message in server.messages()}
    checks.check("stdio 20,000 requests in one go: all answered", all(i in ids for i in range(20_000)), len(ids))
    server.end()

    server = StdioServer(program, state)
    same = b'{"jsonrpc":"2.0","id":5,"method":"ping"}\n' * 100
    checks.check("stdio one id a hundred times: lives on", server.exchange(HELLO + same + ALIVE, alive))
    server.end()


# --- HTTP -------------------------------------------------------------------------------------------------------

def raw_exchange(server, data, limit_s=15, half_close=False):
    """Sends bytes and reads to the end of the first response, or of the connection."""
    got = b""
    with socket.create_connection((server.host, server.port), 5) as link:
        link.settimeout(limit_s)
        try:
            link.sendall(data)
            if half_close:
                link.shutdown(socket.SHUT_WR)
            while not response_complete(got):
                more = link.recv(65536)
                if not more:
                    break
                got += more
        except (ConnectionError, TimeoutError) as error:
            return got or type(error).__name__.encode()
    return got


def response_complete(got):
    head, blank, body = got.partition(b"\r\n\r\n")
    if not blank:
        return False
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-length:"):
            return len(body) >= int(line.split(b":")[1])
    return b"chunked" in head.lower() and body.endswith(b"0\r\n\r\n")


def status_of(got):
    """The HTTP status, or 0 if the connection was closed without a response."""
    words = got.split(b" ", 2)
    return int(words[1]) if got.startswith(b"HTTP/1.") and len(words) > 1 and words[1].isdigit() else 0


def post(body, *extra, length=None, host="127.0.0.1", drop=()):
    headers, _ = modern_request("tools/list")
    headers = {"Host": host, **headers, "Content-Length": str(len(body) if length is None else length)}
    lines = [f"{name}: {value}" for name, value in headers.items() if name not in drop]
    return "\r\n".join(["POST /mcp HTTP/1.1", *lines, *extra, "", ""]).encode("latin-1") + body


def http_cases():
    """name: (bytes, statuses that are right). 0 = closed without a response."""
    good = modern_request("tools/list")[1]
    return {
        "body of 1 GB announced": (post(b"{", length=10**9), (413, 0)),
        "body of 40 MB sent": (post(b'{"a":"' + b"x" * 40 * MEGABYTE + b'"}'), (413, 400, 0)),
        "header of 1 MB": (post(good, "X-Long: " + "x" * MEGABYTE), (431, 400, 413, 0)),
        "100,000 headers": (post(good, *(f"X-{i}: 1" for i in range(100_000))), (431, 400, 413, 0)),
        "target of 1 MB": (b"POST /" + b"x" * MEGABYTE + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", (414, 431, 400, 413, 0)),
        "bad UTF-8 body": (post(b'{"jsonrpc":"2.0","id":1,"method":"\xff\xfe"}'), (400,)),
        "deep body": (post(DEEP.encode()), (400,)),
        "deep id": (post(f'{{"jsonrpc":"2.0","id":{DEEP},"method":"ping"}}'.encode()), (400,)),
        "empty body": (post(b""), (400,)),
        "garbage body": (post(b"{{{"), (400,)),
        "negative length": (post(good, length="-5"), (400, 0)),
        "length of letters": (post(good, length="ten"), (400, 0)),
        "length beyond 64 bits": (post(good, length="99999999999999999999999"), (400, 413, 0)),
        "two lengths": (post(good, f"Content-Length: {len(good) + 1}"), (400, 0)),
        # RFC 9112 6.1: both together are a smuggling attempt.
        "length and chunked": (post(good, "Transfer-Encoding: chunked"), (400, 0)),
        "bad chunk size": (post(b"zz\r\n{}\r\n0\r\n\r\n", "Transfer-Encoding: chunked", drop=("Content-Length",)), (400, 0)),
        "endless chunk size": (post(b"F" * 5000, "Transfer-Encoding: chunked", drop=("Content-Length",)), (400, 413, 0)),
        "unknown coding": (post(good, "Transfer-Encoding: gzip", drop=("Content-Length",)), (400, 501, 415, 0)),
        "blank before the colon": (post(good, "X-Odd : 1"), (400, 0)),
        "NUL in a header": (post(good, "X-Odd: a\0b"), (400, 0)),
        # RFC 9112 5.2: refused, or the fold read as a blank.
        "folded header": (post(good, "X-Odd: a\r\n b"), (400, 200, 0)),
        "no host": (post(good, drop=("Host",)), (400, 403)),
        "strange host": (post(good, host="evil.example"), (403, 400, 421)),
        "strange origin": (post(good, "Origin: http://evil.example"), (403,)),
        "two authorizations": (post(good, "Authorization: Bearer a", "Authorization: Bearer b"), (400,)),
        "wrong content type": (post(good, "Content-Type: text/plain", drop=("Content-Type",)), (415, 400)),
        "HTTP/3.7": (post(good).replace(b"HTTP/1.1", b"HTTP/3.7"), (505, 400, 0)),
        "no HTTP at all": (b"hello, is anybody there?\r\n\r\n", (400, 0)),
        "a TLS hello": (bytes.fromhex("16030100c8010000c40303") + bytes(200) + b"\r\n\r\n", (400, 0)),
        "unknown verb": (b"PATCH /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n", (405, 501)),
        "unknown path": (b"GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", (404,)),
        "climbing path": (b"GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", (404, 400)),
        "method header differs": (post(good).replace(b"Mcp-Method: tools/list", b"Mcp-Method: prompts/list"), (400,)),
        "unknown session": (post(b'{"jsonrpc":"2.0","id":1,"method":"ping"}', "Mcp-Session-Id: nonsense",
                                 "MCP-Protocol-Version: 2025-11-25", drop=("MCP-Protocol-Version", "Mcp-Method")), (404, 400)),
    }


def answers(server):
    """Whether an ordinary client is served."""
    try:
        connection = connect(server, timeout_s=10)
        status, answer = modern_call(connection, "tools/call", {"name": "echo", "arguments": {"text": "here"}})
        connection.close()
        return status == 200 and "here" in json.dumps(answer["result"])
    except (OSError, ValueError, KeyError):
        return False


def proc_figures(pid):
    status = Path(f"/proc/{pid}/status").read_text()
    rss_kb = int(status.split("VmRSS:")[1].split()[0])
    return rss_kb, len(os.listdir(f"/proc/{pid}/fd"))


def open_links(server, count):
    return [socket.create_connection((server.host, server.port), 5) for _ in range(count)]


def close_links(links, reset=False):
    for link in links:
        if reset:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        link.close()


def http_slow_clients(server, checks):
    silent = open_links(server, 100)
    checks.check("http 100 silent clients: others are served", answers(server))
    close_links(silent)

    request = post(modern_request("tools/list")[1])
    slow = open_links(server, 30)
    for at in range(20):
        for link in slow:
            link.send(request[at:at + 1])
        if at == 10:
            checks.check("http 30 slow clients: others are served", answers(server))
        time.sleep(0.02)
    for link in slow:
        link.sendall(request[20:])
    finished = sum(status_of(link.recv(65536)) == 200 for link in slow)
    checks.check("http 30 slow clients: served when they are done", finished == 30, f"{finished} of 30")
    close_links(slow)

    greedy = open_links(server, 4)
    for link in greedy:
        link.setblocking(False)
        try:
            for _ in range(2000):
                link.send(request)
        except (BlockingIOError, ConnectionError):
            pass
    checks.check("http clients that never read: others are served", answers(server))
    close_links(greedy, reset=True)


def http_odd_ends(server, checks):
    request = post(modern_request("tools/list")[1])
    got = raw_exchange(server, request, half_close=True)
    checks.check("http half-closed after the request: answered", status_of(got) == 200, got[:200])
    raw_exchange(server, request[:-10], limit_s=3, half_close=True)
    checks.check("http half-closed inside the request: others are served", answers(server))
    for cut in (1, 20, len(request) // 2, len(request) - 1):
        links = open_links(server, 20)
        for link in links:
            link.sendall(request[:cut])
        close_links(links, reset=True)
    checks.check("http 80 resets inside a request: others are served", answers(server))
    for _ in range(300):
        close_links(open_links(server, 1))
    checks.check("http 300 connections opened and closed: others are served", answers(server))


def http_pipelined(server, checks):
    count = 50
    requests = b"".join(
        post(modern_request("tools/list", request_id=i)[1]) for i in range(1, count + 1))
    got = b""
    with socket.create_connection((server.host, server.port), 5) as link:
        link.settimeout(10)
        link.sendall(requests)
        try:
            while got.count(b"HTTP/1.1 200") < count or not response_complete(got[got.rfind(b"HTTP/1.1"):]):
                more = link.recv(1 << 20)
                if not more:
                    break
                got += more
        except TimeoutError:
            pass
    order = [got.find(f'"id":{i},'.encode()) for i in range(1, count + 1)]
    if -1 in order:
        order = [got.find(f'"id":{i}}}'.encode()) if at < 0 else at for i, at in enumerate(order, 1)]
    checks.check("http 50 pipelined requests: answered in order", -1 not in order and order == sorted(order),
                 f"{got.count(b'HTTP/1.1 200')} answers")


def http_all(program, state, checks):
    with HttpServer([program, "serve", "--http=127.0.0.1:0", "--conformance"], state) as server:
        checks.check("http before anything: served", answers(server))
        _, descriptors = proc_figures(server.pid)
        for name, (data, allowed) in http_cases().items():
            got = raw_exchange(server, data)
            checks.check(f"http {name}: refused", status_of(got) in allowed, f"wanted {allowed}, got {got[:160]}")
            checks.check(f"http {name}: lives on", server.alive() and answers(server), server.tail())
            if not server.alive():
                return
        http_slow_clients(server, checks)
        http_odd_ends(server, checks)
        http_pipelined(server, checks)
        for _ in range(100):
            rss_kb, now = proc_figures(server.pid)
            if now <= descriptors + 2:
                break
            time.sleep(0.1)
        checks.check("http after everything: no descriptor left over", now <= descriptors + 2, f"{descriptors} -> {now}")
        checks.check(f"http after everything: below {RSS_LIMIT_KB // 1000} MB", rss_kb < RSS_LIMIT_KB, f"{rss_kb} kB")
        checks.check("http after everything: served", answers(server))
        checks.check("http SIGTERM: exits with 0", server.stop() == 0, server.process.returncode)


def shared_script(program, state, checks):
    folder = checks.corpora("the shared hostile lines")
    if folder is None:
        return
    script = folder.parent / SHARED_SCRIPT
    done = subprocess.run([sys.executable, script, program, "serve", "--conformance"], cwd=state.work,
                          env=state.env, capture_output=True, text=True, timeout=300)
    last = (done.stdout.strip().splitlines() or [""])[-1]
    print(f"      {script.name}: {last}")
    checks.check("the shared hostile lines: 16 of 16 survived", last == "dead: 0 of 16", done.stdout)


def main():
    program = str(server_argument())
    checks = Checks()
    with State() as state:
        for name, (line, expected) in STDIO_CASES.items():
            stdio_case(name, line, expected, program, state, checks)
        stdio_pipes(program, state, checks)
        http_all(program, state, checks)
        shared_script(program, state, checks)
    checks.finish()


if __name__ == "__main__":
    main()
