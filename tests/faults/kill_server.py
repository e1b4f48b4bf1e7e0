#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills the real server with SIGKILL while eight HTTP clients make durable changes, again and again on one state.

usage: kill_server.py [build/lintel] [--rounds 60] [--seed N]

At the end the exported log must show: every acknowledged event exactly once; every change whose answer never came at
most once, and exactly once after a retry with the same idempotency key; nothing else; no gap in seq; an unbroken hash
chain, computed here from the exported bytes and not by the server.
"""
import argparse
import hashlib
import http.client
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/peers"))
from harness import UNLIMITED_POLICY, Checks, HttpServer, State, connect, modern_call  # noqa: E402

SERVE = ["serve", "--http=127.0.0.1:0", "--conformance"]
VERIFY = ["log", "verify"]
EXPORT = ["log", "export"]  # to standard output: the canonical bytes, one event a line
TOOL = "sample_create"
KEY = "lintel/idempotency-key"
HASH_PREFIX = b"lintel/event/v1\0"
CLIENTS = 8
LONGEST_ROUND_S = 0.15
CONNECTION_ERRORS = (OSError, http.client.HTTPException, ValueError)


def arguments_for(change):
    return {"id": change, "category": "wall", "dry_run": False, "reasoning": "kill test"}


def event_id_of(result):
    return result.get("structuredContent", {}).get("event_id")


def was_replayed(result):
    return result.get("structuredContent", {}).get("replayed") is True


def key_of(event):
    return event.get("idem")


def default_workspace(server):
    """The handle of the workspace that calls over stateless HTTP mean."""
    connection = connect(server)
    _, answer = modern_call(connection, "tools/call", {"name": "workspace_list", "arguments": {}})
    connection.close()
    structured = answer["result"]["structuredContent"]
    return structured.get("current") or structured["data"]["current"]


class Refused(Exception):
    """The server answered, but not with a committed change."""


def make_change(connection, change):
    """Sends one change and returns its result; the idempotency key is the change's own name."""
    params = {"name": TOOL, "arguments": arguments_for(change)}
    status, answer = modern_call(connection, "tools/call", params, meta={KEY: change})
    result = answer.get("result")
    if status != 200 or result is None or result.get("isError") or not event_id_of(result):
        raise Refused(f"HTTP {status}: {json.dumps(answer)[:500]}")
    return result


class Ledger:
    """What the clients know: which changes were acknowledged as which event, which have no answer, what retries gave."""

    def __init__(self):
        self.lock = threading.Lock()
        self.acknowledged = {}
        self.unknown = []
        self.refused = []
        self.replayed = 0
        self.made_by_retry = 0
        self.wrong_replays = []

    def record(self, change, outcome):
        with self.lock:
            if isinstance(outcome, Refused):
                self.refused.append((change, str(outcome)))
            elif outcome is None:
                self.unknown.append(change)
            else:
                self.acknowledged[change] = event_id_of(outcome)


def client(server, name, ledger, stop):
    """Makes changes until the connection dies; the change on its way at that moment has an unknown outcome."""
    connection = connect(server, timeout_s=10)
    for number in range(1_000_000):
        if stop.is_set():
            break
        change = f"{name}-{number}"
        try:
            ledger.record(change, make_change(connection, change))
        except Refused as refusal:
            ledger.record(change, refusal)
            break
        except CONNECTION_ERRORS:
            # A request that could not even be sent counts too: it must not be in the log twice either.
            ledger.record(change, None)
            break
    connection.close()


def kill_while_starting(argv, state, chance):
    """A server that dies while it opens its files must not harm them."""
    process = subprocess.Popen(argv, cwd=state.work, env=state.env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(chance.uniform(0, 0.01))
    process.kill()
    process.wait()


def run_round(argv, state, number, chance, ledger):
    if chance.random() < 0.2:
        kill_while_starting(argv, state, chance)
    server = HttpServer(argv, state)
    settle_unknown(server, ledger, chance)
    stop = threading.Event()
    clients = [threading.Thread(target=client, args=(server, f"r{number}-c{i}", ledger, stop)) for i in range(CLIENTS)]
    for one in clients:
        one.start()
    time.sleep(chance.uniform(0, LONGEST_ROUND_S))
    server.kill()
    stop.set()
    for one in clients:
        one.join()


def settle_unknown(server, ledger, chance):
    """After the restart: retries every change without an answer, and a few that had one."""
    connection = connect(server, timeout_s=10)
    waiting, ledger.unknown = ledger.unknown, []
    for change in waiting:
        retry(connection, change, ledger)
    known = list(ledger.acknowledged.items())
    for change, event_id in chance.sample(known, min(3, len(known))):
        result = make_change(connection, change)
        if event_id_of(result) != event_id or not was_replayed(result):
            ledger.wrong_replays.append(f"{change}: {event_id} became {json.dumps(result)[:300]}")
    connection.close()


def retry(connection, change, ledger):
    try:
        result = make_change(connection, change)
    except Refused as refusal:
        return ledger.record(change, refusal)
    ledger.replayed += was_replayed(result)
    ledger.made_by_retry += not was_replayed(result)
    ledger.record(change, result)


def lintel(program, arguments, state):
    return subprocess.run([program, *arguments], cwd=state.work, env=state.env, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=300)


def chain_breaks(lines):
    """Where the chain does not hold, recomputed from the exported bytes (docs/event_log.md)."""
    breaks = []
    previous = None
    for line in lines:
        event = json.loads(line)
        if previous is not None and event["prev"] != previous:
            breaks.append(event["seq"])
        previous = hashlib.sha256(HASH_PREFIX + line).hexdigest()
    return breaks


def check_log(program, workspace, state, ledger, checks):
    verified = lintel(program, [*VERIFY, "--workspace", workspace], state)
    checks.check("log verify finds nothing wrong", verified.returncode == 0, verified.stdout + verified.stderr)
    exported = lintel(program, [*EXPORT, "--workspace", workspace], state)
    if not checks.check("log export runs", exported.returncode == 0, exported.stderr):
        return
    lines = exported.stdout.splitlines()
    events = [json.loads(line) for line in lines]
    ours = [event for event in events if event.get("tool") == TOOL]

    by_id = Counter(event["id"] for event in events)
    lost = [change for change, event_id in ledger.acknowledged.items() if by_id[event_id] == 0]
    checks.check(f"none of {len(ledger.acknowledged)} acknowledged events is lost", not lost, lost[:5])
    twice = [event_id for event_id, count in by_id.items() if count > 1]
    checks.check("no event is there twice", not twice, twice[:5])

    by_key = Counter(key_of(event) for event in ours)
    repeated = [key for key, count in by_key.items() if count > 1]
    checks.check("no change was made twice", not repeated, repeated[:5])
    checks.check("every acknowledgement names the event of its own change",
                 {key_of(event): event["id"] for event in ours} == ledger.acknowledged,
                 f"{len(ours)} events, {len(ledger.acknowledged)} acknowledgements")

    numbers = [event["seq"] for event in events]
    checks.check("seq has no gap", numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else False)
    breaks = chain_breaks(lines)
    checks.check("the chain holds, recomputed from the bytes", not breaks, breaks[:5])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=ROOT / "build/lintel")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    print(f"{options.rounds} kills, seed {options.seed}", flush=True)
    chance = random.Random(options.seed)
    checks, ledger = Checks(), Ledger()
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        argv = [program, *SERVE]
        for number in range(options.rounds):
            run_round(argv, state, number, chance, ledger)
        with HttpServer(argv, state) as server:
            settle_unknown(server, ledger, chance)
            workspace = default_workspace(server)
            status = server.stop()
        checks.check("the last server ends in order", status == 0, f"exit status {status}")
        checks.check("no change was refused", not ledger.refused, ledger.refused[:3])
        checks.check("changes were acknowledged", len(ledger.acknowledged) >= options.rounds, len(ledger.acknowledged))
        checks.check("kills caught changes on their way", ledger.replayed + ledger.made_by_retry > 0)
        checks.check("a retry of an acknowledged change is replayed", not ledger.wrong_replays,
                     ledger.wrong_replays[:3])
        check_log(program, workspace, state, ledger, checks)
    unanswered = ledger.replayed + ledger.made_by_retry
    print(f"{options.rounds} kills: {len(ledger.acknowledged)} changes; of {unanswered} without an answer "
          f"{ledger.replayed} had been committed")
    checks.finish()


if __name__ == "__main__":
    main()
