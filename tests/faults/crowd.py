#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Many at once, and more than the server has room for: the real program over HTTP.

usage: crowd.py [build/lintel] [--workspaces 64] [--files 256] [--clients 64] [--seconds 3] [--load build-bench/load]

More workspaces than the process may have open; unfinished bodies of strangers; many clients without an error and with
flat memory; a /health that tells the truth and a /metrics that only those who may come in can read.
"""
import argparse
import hashlib
import json
import os
import re
import resource
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/peers"))
from harness import UNLIMITED_POLICY, Checks, HttpServer, State, connect, modern_call  # noqa: E402

SERVE = ["serve", "--http=127.0.0.1:0", "--conformance"]
TOKEN_POLICY = UNLIMITED_POLICY + """
[[token]]
sha256 = "{digest}"
principal = {{ user = "ada", agent = "crowd" }}
"""


def limited(program, files):
    """The program under `ulimit -n`, which it cannot raise."""
    return ["bash", "-c", f'ulimit -n {files} && exec "$@"', "bash", str(program), *SERVE]


def call(connection, tool, arguments, workspace=None):
    arguments = dict(arguments, reasoning="a crowd")
    if workspace:
        arguments["workspace"] = workspace
    status, answer = modern_call(connection, "tools/call", {"name": tool, "arguments": arguments})
    result = answer.get("result", {})
    return (status == 200 and "result" in answer and not result.get("isError")), result, answer


def get(server, path, headers=None):
    connection = connect(server)
    connection.request("GET", path, headers=headers or {})
    response = connection.getresponse()
    body = response.read().decode()
    connection.close()
    return response.status, body


def metric(server, name):
    found = re.search(rf"^lintel_{name} (\d+)$", get(server, "/metrics")[1], re.M)
    return int(found.group(1)) if found else None


def resident_mb(server):
    return int(Path(f"/proc/{server.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


def structured(result):
    inner = result.get("structuredContent", {})
    return inner.get("data", inner)


def write(connection, handle, name, problems):
    done, _, answer = call(connection, "sample_create", {"id": name, "category": "wall", "dry_run": False}, handle)
    if not done:
        problems.append(answer)


def many_workspaces(program, checks, count, files):
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        with HttpServer(limited(program, files), state) as server:
            connection = connect(server, 60)
            handles, problems = [], []
            for number in range(count):
                done, result, answer = call(connection, "workspace_open", {"label": f"w{number}"})
                if not done:
                    problems.append(answer)
                    break
                handles.append(structured(result)["workspace"])
                if number % 4:  # some are asked for, and first written to when many others came
                    write(connection, handles[-1], "first", problems)
            for handle in handles:
                write(connection, handle, "second", problems)
            checks.check(f"{count} workspaces under ulimit -n {files}", not problems and len(handles) == count,
                         json.dumps(problems[:1])[:600])
            most = metric(server, "workspaces_open_max")
            checks.check("no more are open than there is room for", most and metric(server, "workspaces_open") <= most)
            checks.check("descriptors are left", metric(server, "open_files") < files)


def strangers_bodies(program, checks, clients=60, megabytes=8):
    with State() as state:
        state.write_policy(TOKEN_POLICY.format(digest=hashlib.sha256(b"secret").hexdigest()))
        server = HttpServer([str(program), *SERVE], state)
        with server:
            before = resident_mb(server)
            sockets, refused = [], 0
            for _ in range(clients):
                s = socket.create_connection((server.host, server.port), timeout=10)
                s.sendall(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer wrong\r\n"
                          b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % (megabytes << 20))
                answer = s.recv(4096)
                refused += b" 401 " in answer.split(b"\r\n")[0]
                sockets.append(s)
            checks.check("a body is refused by its head", refused == clients, f"{refused} of {clients}")
            for s in sockets:
                s.close()
            sockets = []
            for _ in range(clients):  # whoever needs no token shares a budget
                s = socket.create_connection((server.host, server.port), timeout=10)
                s.sendall(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                          b"Content-Length: %d\r\n\r\n" % ((megabytes << 20) + 1))
                try:
                    s.sendall(b" " * (megabytes << 20))
                except OSError:
                    pass
                sockets.append(s)
            grown = resident_mb(server) - before
            checks.check("unfinished bodies do not fill the memory", grown < 160, f"{grown:.0f} MB for {clients * megabytes} MB")
            checks.check("and others are served", call(connect(server), "workspace_list", {})[0])
            for s in sockets:
                s.close()
            time.sleep(0.5)
            checks.check("nothing stays of them", metric(server, "http_unfinished_bytes") == 0)


def one_client(server, number, until, times, errors):
    connection = connect(server, 60)
    turn = 0
    while time.monotonic() < until:
        begin = time.monotonic()
        try:
            if turn == 0:
                done, _, answer = call(connection, "sample_create", {"id": f"c{number}", "category": "wall", "dry_run": False})
            elif turn % 4 == 0:
                done, _, answer = call(connection, "sample_modify",
                                       {"ids": [f"c{number}"], "name": "turn", "value": turn, "dry_run": False})
            else:
                done, _, answer = call(connection, "workspace_list", {})
        except Exception as error:  # whatever it is, it counts
            done, answer = False, repr(error)
            connection = connect(server, 60)
        times.append(time.monotonic() - begin)
        if not done:
            errors.append(answer)
        turn += 1
        time.sleep(0.02)


def many_clients(program, checks, clients, seconds):
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        with HttpServer([str(program), *SERVE], state) as server:
            times, errors, memory = [], [], []
            until = time.monotonic() + seconds
            with ThreadPoolExecutor(clients) as pool:
                work = [pool.submit(one_client, server, n, until, times, errors) for n in range(clients)]
                while not all(w.done() for w in work):
                    memory.append(resident_mb(server))
                    time.sleep(0.25)
            print(f"  {clients} clients, {seconds} s: {len(times)} calls, {len(errors)} errors, "
                  f"p99 {sorted(times)[int(len(times) * 0.99)] * 1e3:.0f} ms, memory {memory[0]:.0f} .. {memory[-1]:.0f} MB")
            checks.check(f"{clients} clients for {seconds} s without an error", not errors, json.dumps(errors[:1])[:600])
            check_flat(memory, checks)


def check_flat(memory, checks):
    """Bounded, and from the second quarter of the time to the last one no more."""
    early, late = memory[len(memory) // 4:len(memory) // 2] or memory, memory[len(memory) * 3 // 4:]
    grown = sorted(late)[len(late) // 2] - sorted(early)[len(early) // 2]
    checks.check("their memory is bounded and flat", max(memory) < 600 and grown < 16,
                 f"{max(memory):.0f} MB at most, {grown:.1f} MB more at the end")


def generated(load, server, clients, seconds, tool, arguments, expect):
    return subprocess.Popen([str(load), "--modern", "--http", str(server.port), "--inflight", str(clients), "--warmup", "0",
                             "--seconds", str(seconds), "--tool", tool, "--arguments", json.dumps({**arguments, "reasoning": "a crowd"}),
                             "--expect", expect], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def more_clients(program, load, checks, clients, seconds):
    """As many as a generator in C++ can be, each with a connection of its own: nine readers to one who writes."""
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        with HttpServer([str(program), *SERVE], state) as server:
            first = connect(server)
            handle = structured(call(first, "workspace_open", {"label": "shared"})[1])["workspace"]
            call(first, "sample_create", {"id": "W1", "category": "wall", "dry_run": False}, handle)
            memory, writers = [], max(1, clients // 10)
            work = [generated(load, server, clients - writers, seconds, "sample_list", {"workspace": handle}, "W1"),
                    generated(load, server, writers, seconds, "sample_modify",
                              {"ids": ["W1"], "name": "turn", "value": "$ID", "dry_run": False, "workspace": handle}, "event_id")]
            connections = 0
            while any(each.poll() is None for each in work):
                memory.append(resident_mb(server))
                connections = max(connections, len(os.listdir(f"/proc/{server.pid}/fd")))
                time.sleep(0.5)
            said = [each.communicate() for each in work]
            for out, error in said:
                print("  " + (out + error).strip(), flush=True)
            print(f"  {clients} clients, {seconds} s: {connections} descriptors at most, memory {memory[0]:.0f} .. {memory[-1]:.0f} MB")
            checks.check(f"{clients} clients for {seconds} s without an error", all(each.returncode == 0 for each in work), said)
            checks.check("all of them were connected", connections > clients, connections)
            check_flat(memory, checks)


def health_and_metrics(program, checks):
    with State() as state:
        state.write_policy(TOKEN_POLICY.format(digest=hashlib.sha256(b"secret").hexdigest()))
        with HttpServer([str(program), *SERVE], state) as server:
            checks.check("a server that can work is healthy", get(server, "/health") == (200, '{"status":"ok","policy":"ok"}'))
            status, text = get(server, "/metrics", {"Authorization": "Bearer secret"})
            checks.check("who has a token reads the metrics", status == 200 and "lintel_lane_queued{lane=\"jobs\"} 0" in text, text)
            names = [line for line in text.splitlines() if "ada" in line or "crowd" in line or str(state.path) in line]
            checks.check("they name nobody", not names, names)
            checks.check("who has a wrong one does not", get(server, "/metrics", {"Authorization": "Bearer wrong"})[0] == 401)
            call(connect(server), "workspace_list", {})
            if os.geteuid() == 0:
                return  # nothing is closed to root
            folder = state.path / "state/lintel"
            folder.chmod(0o500)
            try:
                time.sleep(1.1)  # an answer is good for a second
                status, text = get(server, "/health")
                checks.check("where nothing can be stored it says so", status == 503 and "cannot be written" in text, text)
            finally:
                folder.chmod(0o700)
            time.sleep(1.1)
            checks.check("and comes back", get(server, "/health")[0] == 200)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default="build/lintel")
    parser.add_argument("--workspaces", type=int, default=64)
    parser.add_argument("--files", type=int, default=256)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--load", help="the bench's generator of load, for more clients than Python can be")
    options = parser.parse_args()
    program = Path(options.program).resolve()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    checks = Checks()
    many_workspaces(program, checks, options.workspaces, options.files)
    strangers_bodies(program, checks)
    if options.load:
        more_clients(program, Path(options.load).resolve(), checks, options.clients, options.seconds)
    else:
        many_clients(program, checks, options.clients, options.seconds)
    health_and_metrics(program, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
