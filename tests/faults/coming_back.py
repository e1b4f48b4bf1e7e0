#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Clients come and go, and the work stays within reach.

usage: coming_back.py [build/lintel] [--rounds 6] [--seed N]

Several stdio clients in one directory work on one document, begun at once or one after the other. The one that serves
ends, politely or by SIGKILL, also in the middle of another's change: the others go on, what was acknowledged is there,
and a call that was not answered is answered with an error. A session over HTTP is told where its principal was before.
"""
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "peers"))
from harness import Checks, HttpServer, State, StdioServer, server_argument  # noqa: E402


def option(name, default):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default


def create(client, name):
    return client.call("sample_create", {"id": name, "category": "wall", "dry_run": False, "reasoning": "r"})


def names(client):
    data = client.call("sample_list", {"reasoning": "r"})["structuredContent"]["data"]
    return {element["id"] for element in data["elements"]}


def verified(program, state):
    done = subprocess.run([str(program), "log", "verify", "--deep"], cwd=state.work, env=state.env,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode == 0, done.stdout.decode()


def two_clients(checks, program, end):
    with State() as state:
        argv = [str(program), "serve", "--conformance"]
        first = StdioServer(argv, state)
        second = StdioServer(argv, state)
        checks.check(f"{end}: the first works", not create(first, "A").get("isError"))
        made = create(second, "B")
        checks.check(f"{end}: the second works beside it", not made.get("isError"), made)
        checks.check(f"{end}: both see one document", names(first) == names(second) == {"A", "B"})
        shown = subprocess.run([str(program), "log", "show"], cwd=state.work, env=state.env, stdout=subprocess.PIPE)
        checks.check(f"{end}: so do commands", shown.stdout.count(b"sample_create") == 2, shown.stdout)
        if end == "kill":
            first.process.kill()
            first.process.wait()
        else:
            first.close()
        checks.check(f"{end}: the second takes over", names(second) == {"A", "B"})
        checks.check(f"{end}: and writes", not create(second, "C").get("isError"))
        third = StdioServer(argv, state)
        checks.check(f"{end}: a third joins it", names(third) == {"A", "B", "C"})
        checks.check(f"{end}: and writes", not create(third, "D").get("isError"))
        tools = {tool["name"] for tool in second.tools()}
        checks.check(f"{end}: the session is what it was", "sample_create" in tools)
        second.close()
        checks.check(f"{end}: the third goes on alone", names(third) == {"A", "B", "C", "D"})
        third.close()
        checks.check(f"{end}: the log holds", *verified(program, state))


def together(checks, program, clients):
    """All begin at once, work at once, and end one by one in any order."""
    with State() as state:
        argv = [str(program), "serve", "--conformance"]
        begun, problems = [None] * clients, []

        def work(i):
            try:
                begun[i] = StdioServer(argv, state)
                for n in range(5):
                    answer = create(begun[i], f"E{i}-{n}")
                    if answer.get("isError"):
                        problems.append(answer)
            except Exception as problem:  # pylint: disable=broad-except
                problems.append(repr(problem))

        threads = [threading.Thread(target=work, args=(i,)) for i in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        checks.check(f"{clients} clients that begin at once all work", not problems, problems[:2])
        wanted = {f"E{i}-{n}" for i in range(clients) for n in range(5)}
        alive = [client for client in begun if client]
        while alive:
            gone = alive.pop(random.randrange(len(alive)))
            gone.process.kill()
            gone.process.wait()
            if alive:
                seen = names(random.choice(alive))
                checks.check(f"{len(alive)} are left and see all", seen == wanted, wanted ^ seen)
        checks.check("the log holds", *verified(program, state))


def killed_in_the_middle(checks, program, rounds):
    """The serving process dies at a random moment of the other's stream of changes."""
    for i in range(rounds):
        with State() as state:
            argv = [str(program), "serve", "--conformance"]
            first, second = StdioServer(argv, state), StdioServer(argv, state)
            create(first, "A")
            names(second)
            timer = threading.Timer(random.uniform(0, 0.15), first.process.kill)
            timer.start()
            acknowledged, lost = {"A"}, 0
            deadline = time.monotonic() + 20
            n = 0
            while time.monotonic() < deadline and (first.process.poll() is None or n < 20):
                n += 1
                answer = create(second, f"B{n}")
                if answer.get("isError"):
                    lost += 1
                    message = json.dumps(answer)
                    if not checks.check(f"round {i}: an unanswered call says so", "ended before it answered" in message, message):
                        break
                else:
                    acknowledged.add(f"B{n}")
            timer.cancel()
            first.process.kill()
            first.process.wait()
            seen = names(second)
            checks.check(f"round {i}: nothing acknowledged is lost, at most one call was ({lost})",
                         acknowledged <= seen and lost <= 1 and len(seen - acknowledged) <= lost, acknowledged ^ seen)
            second.close()
            checks.check(f"round {i}: the log holds", *verified(program, state))


# ---- over HTTP -------------------------------------------------------------------------------------------------------


class Session:
    """A client of the initialize era over HTTP."""

    def __init__(self, server, name):
        self.server, self.id, self.number = server, None, 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                "clientInfo": {"name": name, "version": "1"}})

    def ask(self, method, params):
        self.number += 1
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=20)
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if self.id:
            headers["Mcp-Session-Id"] = self.id
        connection.request("POST", "/mcp", json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method,
                                                       "params": params}).encode(), headers)
        response = connection.getresponse()
        self.id = self.id or response.headers.get("Mcp-Session-Id")
        answer = json.loads(response.read())
        connection.close()
        return answer["result"]

    def call(self, tool, arguments):
        return self.ask("tools/call", {"name": tool, "arguments": arguments})


def texts(result):
    return "\n".join(block.get("text", "") for block in result["content"])


def sessions(checks, program):
    with State() as state, HttpServer([program, "serve", "--http=127.0.0.1:0", "--conformance"], state) as server:
        one = Session(server, "harness")
        made = create(one, "A")
        checks.check("the first session is told of nothing", "Your last one" not in texts(made), texts(made))
        mine = one.call("workspace_list", {})["structuredContent"]["current"]
        two = Session(server, "harness")
        listed = two.call("sample_list", {"reasoning": "r"})
        checks.check("a new session has a workspace of its own", listed["structuredContent"]["data"]["elements"] == [])
        checks.check("its first answer names the last one", mine in texts(listed), texts(listed))
        again = two.call("sample_list", {"reasoning": "r"})
        checks.check("its second does not", mine not in texts(again))
        there = two.call("sample_list", {"reasoning": "r", "workspace": mine})["structuredContent"]
        checks.check("it goes on there", [e["id"] for e in there["data"]["elements"]] == ["A"])
        shown = subprocess.run([str(program), "log", "show"], cwd=state.work, env=state.env, stdout=subprocess.PIPE)
        checks.check("log show in the server's directory finds it", b"sample_create" in shown.stdout, shown.stdout)
        # Those of others are not named.
        third = Session(server, "harness")
        listed = third.call("workspace_list", {"limit": 1})["structuredContent"]
        checks.check("lists come in pages", len(listed["workspaces"]) == 1 and listed["total"] >= 1, listed)


def main():
    checks = Checks()
    program = server_argument()
    seed = option("--seed", int.from_bytes(os.urandom(3), "big"))
    random.seed(seed)
    print(f"seed {seed}", flush=True)
    two_clients(checks, program, "end")
    two_clients(checks, program, "kill")
    together(checks, program, 4)
    killed_in_the_middle(checks, program, option("--rounds", 6))
    sessions(checks, program)
    checks.finish()


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    main()
