#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Another user of this machine is not let in without a token, by whatever way of loopback; and who was let in with one
hears no more once it is revoked.

usage: other_users.py [build/lintel]

Only root can become another user (65534, nobody): without it that part is skipped, and says so.
"""
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "peers"))
from harness import Checks, HttpServer, State, modern_request, server_argument  # noqa: E402

NOBODY = 65534


def request(path="/mcp", token=None, close=True):
    headers, body = modern_request("tools/call", {"name": "workspace_list", "arguments": {}})
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}"]
    lines += [f"{key}: {value}" for key, value in headers.items()]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if close:
        lines.append("Connection: close")
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def get(path):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()


def as_user(uid, family, address, sent, leave=False):
    """What a process of this user is answered; with `leave` it sends and is gone at once."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            if uid:
                os.setgroups([])
                os.setgid(uid)
                os.setuid(uid)
            with socket.socket(family, socket.SOCK_STREAM) as connection:
                connection.settimeout(10)
                connection.connect(address)
                connection.sendall(sent)
                data = b""
                while not leave and (chunk := connection.recv(65536)):
                    data += chunk
            os.write(writing, data[:60000])
        except OSError as problem:
            os.write(writing, repr(problem).encode())
        os._exit(0)
    os.close(writing)
    data = b""
    while chunk := os.read(reading, 65536):
        data += chunk
    os.close(reading)
    os.waitpid(child, 0)
    return data.decode(errors="replace")


def status(answer):
    return answer.split(" ")[1] if answer.startswith("HTTP/1.1 ") else answer[:100]


def new_token(program, state):
    made = subprocess.run([str(program), "token", "new", "--agent", "cursor", "--json"], cwd=state.work, env=state.env,
                          stdout=subprocess.PIPE, check=True)
    return json.loads(made.stdout)


def opened(server, lines, body=b""):
    """A connection on which a stream begins, and what came of it so far."""
    connection = socket.create_connection((server.host, server.port), timeout=10)
    head = [*lines, "Host: localhost", f"Content-Length: {len(body)}"]
    connection.sendall(("\r\n".join(head) + "\r\n\r\n").encode() + body)
    return connection, connection.recv(65536).decode()


def standing_streams(server, token):
    """One of each kind: of a session, of the transport before that, and of a request that listens."""
    bearer = f"Authorization: Bearer {token}"
    accept = ["Content-Type: application/json", "Accept: application/json, text/event-stream"]
    hello = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "cursor", "version": "1"}}}).encode()
    first, answer = opened(server, ["POST /mcp HTTP/1.1", bearer, *accept], hello)
    session = next(line.split(": ")[1] for line in answer.split("\r\n") if line.lower().startswith("mcp-session-id"))
    first.close()
    headers, body = modern_request("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    return {"of a session": opened(server, ["GET /mcp HTTP/1.1", bearer, "Accept: text/event-stream", f"Mcp-Session-Id: {session}"]),
            "of HTTP+SSE": opened(server, ["GET /sse HTTP/1.1", bearer, "Accept: text/event-stream"]),
            "of one that listens": opened(server, ["POST /mcp HTTP/1.1", bearer, *(f"{k}: {v}" for k, v in headers.items())], body)}


def ends(connection):
    """Whether the stream ends: with the last chunk, or with the connection."""
    data = b""
    try:
        while chunk := connection.recv(65536):
            data += chunk
            if data.endswith(b"0\r\n\r\n"):
                return True
    except TimeoutError:
        return False
    return True


def revoked_streams(program, checks):
    with State() as state:
        revoked, other = new_token(program, state), new_token(program, state)
        with HttpServer([program, "serve", "--http=127.0.0.1:0", "--conformance", "--sse"], state) as server:
            streams, kept = standing_streams(server, revoked["token"]), standing_streams(server, other["token"])
            for name, (_, answer) in streams.items():
                checks.check(f"a stream {name} begins", " 200 " in answer.split("\r\n")[0], answer)
            subprocess.run([str(program), "token", "revoke", revoked["id"]], cwd=state.work, env=state.env, check=True,
                           stdout=subprocess.DEVNULL)
            for name, (connection, _) in streams.items():
                connection.settimeout(5)
                checks.check(f"with its token a stream {name} ends", ends(connection))
            for name, (connection, _) in kept.items():
                connection.settimeout(0.2)
                checks.check(f"with another token a stream {name} goes on", not ends(connection))


def main():
    checks = Checks()
    program = server_argument()
    revoked_streams(program, checks)
    if os.geteuid() != 0:
        print("skipped: another user's requests (only root can become another user)")
        checks.skipped += 1
        return checks.finish()
    for name, listen, family, address in (("IPv4", "127.0.0.1", socket.AF_INET, "127.0.0.1"),
                                          ("IPv6", "[::1]", socket.AF_INET6, "::1"),
                                          ("IPv4 mapped into IPv6", "127.0.0.1", socket.AF_INET6, "::ffff:127.0.0.1")):
        with State() as state:
            token = new_token(program, state)["token"]
            with HttpServer([program, "serve", f"--http={listen}:0", "--conformance"], state) as server:
                there = (address, server.port)
                answer = as_user(0, family, there, request())
                checks.check(f"{name}: its own user is let in", status(answer) == "200", answer)
                answer = as_user(NOBODY, family, there, request())
                checks.check(f"{name}: another is not", status(answer) == "401" and "lintel token new" in answer, answer)
                answer = as_user(NOBODY, family, there, request(close=False) + request())
                checks.check(f"{name}: nor by asking twice", answer.count("HTTP/1.1 401") == 2 and "200 OK" not in answer, answer)
                for path in ("/view/v_00000000000000000000000000/data", "/sse"):
                    answer = as_user(NOBODY, family, there, get(path))
                    checks.check(f"{name}: nor at {path}", status(answer) in ("401", "404") and "200 OK" not in answer, answer)
                answer = as_user(NOBODY, family, there, request(token=token))
                checks.check(f"{name}: with a token it is", status(answer) == "200", answer)
                answer = as_user(NOBODY, family, there, request(token="lintel_guess"))
                checks.check(f"{name}: with a wrong one it is not", status(answer) == "401", answer)
                # The kernel says of a socket that nobody holds any more that it is root's.
                create = modern_request("tools/call", {"name": "sample_create", "arguments": {
                    "id": "EVIL", "category": "wall", "dry_run": False, "reasoning": "r"}})
                lines = ["POST /mcp HTTP/1.1", "Host: localhost", f"Content-Length: {len(create[1])}"]
                lines += [f"{key}: {value}" for key, value in create[0].items()]
                evil = ("\r\n".join(lines) + "\r\n\r\n").encode() + create[1]
                for _ in range(200):
                    as_user(NOBODY, family, there, evil, leave=True)
                body = as_user(0, family, there, request())
                checks.check(f"{name}: nor by leaving before it is asked", '"total":0' in body, body)
                answer = as_user(0, family, there, get("/health"))
                checks.check(f"{name}: anybody may ask whether it is well", status(answer) == "200", answer)
    checks.finish()


if __name__ == "__main__":
    main()
