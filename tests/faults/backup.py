#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Backs up, restores and verifies while HTTP clients make changes, with kills in the middle.

usage: backup.py [build/lintel] [--rounds 6] [--seed N]

Nothing acknowledged is lost: every acknowledged event is in the log, or in a log that a restore kept beside it. Every
head that a restore left behind is named by its event. After each round the log holds, deeply verified.
"""
import argparse
import json
import os
import random
import sqlite3
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/peers"), str(ROOT / "tests/conversations"), str(ROOT / "tests/faults")]
from harness import PASSPHRASE, UNLIMITED_POLICY, Checks, HttpServer, State, World, connect, modern_call  # noqa: E402
from kill_server import SERVE, default_workspace, event_id_of  # noqa: E402
from run import Mismatch  # noqa: E402

CLIENTS = 4


class Load:
    """Clients that make changes and remember what was acknowledged; refusals while a restore goes on are expected."""

    def __init__(self, server, name):
        self.server, self.name = server, name
        self.stop = threading.Event()
        self.acknowledged = []
        self.threads = [threading.Thread(target=self.run, args=(number,)) for number in range(CLIENTS)]
        for thread in self.threads:
            thread.start()

    def run(self, number):
        try:
            connection = connect(self.server, timeout_s=10)
            for count in range(1_000_000):
                if self.stop.is_set():
                    return
                change = f"{self.name}-{number}-{count}"
                arguments = {"id": change, "category": "wall", "dry_run": False, "reasoning": "load"}
                _, answer = modern_call(connection, "tools/call", {"name": "sample_create", "arguments": arguments})
                event = event_id_of(answer.get("result", {}))
                if event:
                    self.acknowledged.append(event)
                else:
                    time.sleep(0.02)
        except (OSError, ValueError, AttributeError, Exception):  # noqa: BLE001  the server was killed
            return

    def end(self):
        self.stop.set()
        for thread in self.threads:
            thread.join()
        return self.acknowledged


class Log(World):
    def restore(self, directory):
        try:
            return self.try_terminal(["restore", str(directory)], ("Passphrase", PASSPHRASE))
        except (Mismatch, OSError) as error:  # the server died under it
            return 1, str(error)

    def events(self):
        """The ids of all events that are anywhere, and the facts of the log as it stands."""
        ids, facts = set(), []
        for path in self.root.glob("workspaces/w_*"):
            if path.name.endswith((".lock", "-wal", "-shm")):
                continue
            base = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
            for event_id, data in base.execute("SELECT id, bytes FROM events"):
                ids.add(event_id)
                if path.suffix == ".db":
                    facts += [(fact["type"], fact["element"]) for fact in json.loads(data)["facts"]
                              if fact["type"] in ("log.restored", "head.abandoned")]
            base.close()
        return ids, facts


def run_round(world, argv, number, chance, handles):
    """Some load, a backup, more load, a restore; a kill at some moment of it, or none."""
    server = HttpServer(argv, world.state)
    handles.add(default_workspace(server))
    load = Load(server, f"r{number}")
    time.sleep(chance.uniform(0.05, 0.3))
    directory = world.state.path / f"backup-{number}"
    killer = None
    if chance.random() < 0.6:
        killer = threading.Timer(chance.uniform(0, 0.6), server.kill)
        killer.start()
    backed_up = world.lintel("backup", str(directory), "--workspace", next(iter(handles)))
    time.sleep(chance.uniform(0, 0.2))
    restored = (1, "no backup")
    if backed_up.returncode == 0 and chance.random() < 0.7:
        restored = world.restore(directory)
    if killer:
        killer.join()
    else:
        time.sleep(0.1)
    acknowledged = load.end()
    if not killer:
        server.stop()
    return backed_up, restored, acknowledged, killer is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=ROOT / "build/lintel")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options = parser.parse_args()
    print(f"{options.rounds} rounds, seed {options.seed}", flush=True)
    chance, checks = random.Random(options.seed), Checks()
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        world = Log(os.path.abspath(options.program), state)
        world.make_approver()
        argv = [world.program, *SERVE]
        acknowledged, handles, backups, restores, kills = [], set(), 0, 0, 0
        for number in range(options.rounds):
            backed_up, restored, more, killed = run_round(world, argv, number, chance, handles)
            acknowledged += more
            backups += backed_up.returncode == 0
            restores += restored[0] == 0
            kills += killed
            if not killed:
                checks.check(f"round {number}: a backup under load is made and verified", backed_up.returncode == 0,
                             backed_up.stdout)
            verified = world.lintel("log", "verify", "--deep", "--workspace", next(iter(handles)))
            checks.check(f"round {number}: the log holds", verified.returncode == 0, verified.stdout + restored[1])
        ids, facts = world.events()
        lost = [event for event in acknowledged if event not in ids]
        checks.check(f"none of {len(acknowledged)} acknowledged events is lost", not lost, lost[:5])
        handle = next(iter(handles))
        lines = [json.loads(line) for line in (world.root / "heads" / f"{handle}.jsonl").read_text().splitlines()]
        base = sqlite3.connect(f"file:{world.root}/workspaces/{handle}.db?mode=ro", uri=True)
        held = {seq: digest.hex() for seq, digest in base.execute("SELECT seq, hash FROM events")}
        base.close()
        named = {element for kind, element in facts if kind == "head.abandoned"}
        unnamed = [line["seq"] for line in lines
                   if held.get(line["seq"]) != line["hash"] and f"{line['seq']}:{line['hash']}" not in named]
        checks.check(f"every abandoned head is named ({len(named)})", not unnamed, unnamed)
        tried = world.lintel("restore", str(state.path / "backup-0"))
        checks.check("a restore needs a person at a terminal", tried.returncode != 0, tried.stdout)
        print(f"{options.rounds} rounds: {backups} backups, {restores} restores, {kills} kills")
    checks.finish()


if __name__ == "__main__":
    main()
