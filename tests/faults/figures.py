#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long others wait for what is large: figures with a line each, on the real program over HTTP.

usage: figures.py [build] [--load build-bench/load] [--events 100000] [--megabytes 100] [--seconds 20] [--only undo|opening|readings]

`build` is the directory of the release build, `load` the generator of the bench. Not part of `./dev test`: it takes minutes, and
wants a machine that does nothing else. `./dev figures` runs it, and crowd.py with its full numbers.
"""
import argparse
import json
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/peers"), str(ROOT / "tests/faults"), str(ROOT / "bench")]
from harness import UNLIMITED_POLICY, Checks, HttpServer, State, connect, modern_call  # noqa: E402
from crowd import SERVE, call, metric, resident_mb, structured  # noqa: E402
from ids import rules_text  # noqa: E402

UNDO_MS = 20
READING_MS = 50


def share(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1e3


def figures(times):
    return f"{len(times)} calls, median {share(times, 0.5):.1f} ms, p99 {share(times, 0.99):.1f} ms, most {max(times) * 1e3:.1f} ms"


def timed(connection, tool, arguments, workspace=None):
    begin = time.perf_counter()
    done, result, answer = call(connection, tool, arguments, workspace)
    return time.perf_counter() - begin, done, result, answer


class Reader:
    """Reads one small workspace over and over, and notes how long each reading took."""

    def __init__(self, server, pause_s=0.005):
        self.connection = connect(server, 60)
        self.workspace = structured(call(self.connection, "workspace_open", {"label": "small"})[1])["workspace"]
        call(self.connection, "sample_create", {"id": "W1", "category": "wall", "dry_run": False}, self.workspace)
        self.times, self.problems, self.pause_s = [], [], pause_s
        self.ending = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.ending.is_set():
            took, done, _, answer = timed(self.connection, "sample_list", {}, self.workspace)
            self.times.append(took)
            if not done:
                self.problems.append(answer)
            time.sleep(self.pause_s)

    def end(self):
        self.ending.set()
        self.thread.join()
        return self.times


def fill(load, server, events):
    """So many events and elements in one new workspace; its handle."""
    connection = connect(server, 60)
    handle = structured(call(connection, "workspace_open", {"label": "large"})[1])["workspace"]
    arguments = {"id": "L$ID", "category": "wall", "dry_run": False, "reasoning": "to fill it", "workspace": handle}
    run = subprocess.run([str(load), "--modern", "--http", str(server.port), "--inflight", "32", "--warmup", "0",
                          "--calls", str(events), "--seconds", "900", "--tool", "sample_create", "--arguments",
                          json.dumps(arguments), "--expect", "L$ID"], capture_output=True, text=True, timeout=1000)
    if run.returncode != 0:
        raise RuntimeError(run.stdout + run.stderr)
    return handle


def undo_in_a_long_history(server, handle, events, checks):
    connection = connect(server, 60)
    own, problems = [], []
    for number in range(40):
        call(connection, "sample_modify", {"ids": ["L1000000002"], "name": "height", "value": number, "dry_run": False}, handle)
        for tool in ("undo", "redo", "undo"):
            took, done, _, answer = timed(connection, tool, {"dry_run": False}, handle)
            own.append(took)
            problems += [] if done else [answer]
    print(f"  own undo and redo at {events} events: {figures(own)}", flush=True)
    checks.check(f"undo at {events} events takes less than {UNDO_MS} ms", not problems and share(own, 0.5) < UNDO_MS,
                 json.dumps(problems[:1])[:600])
    before, others = resident_mb(server), []
    for _ in range(40):  # who wrote nothing here has nothing to take back, and learns it as soon
        begin = time.perf_counter()
        modern_call(connection, "tools/call", {"name": "undo", "arguments": {"dry_run": False, "reasoning": "r", "workspace": handle}},
                    meta={"io.modelcontextprotocol/clientInfo": {"name": "a-stranger", "version": "1"}})
        others.append(time.perf_counter() - begin)
    grown = resident_mb(server) - before
    print(f"  a stranger's undo: {figures(others)}, {grown:.0f} MB", flush=True)
    checks.check(f"a stranger's undo at {events} events, too", share(others, 0.5) < UNDO_MS and grown < 20)


def opening(argv, state, handle, events, checks):
    """A workspace of many elements is opened while another one is read."""
    with HttpServer(argv, state) as server:
        reader = Reader(server)
        time.sleep(1)
        quiet = len(reader.times)
        took, done, _, answer = timed(connect(server, 120), "workspace_open", {"workspace": handle})
        beside = reader.times[quiet:]
        time.sleep(0.2)
        reader.end()
        print(f"  opening {events} elements took {took:.2f} s; readings of another meanwhile: {figures(beside or reader.times)}", flush=True)
        checks.check(f"a workspace of {events} elements opens", done, json.dumps(answer)[:400])
        checks.check(f"and holds up no reading of another for {READING_MS} ms",
                     not reader.problems and share(beside or [0], 0.99) < READING_MS)


def large(build, options, checks):
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        argv = [str(build / "lintel"), *SERVE]
        with HttpServer(argv, state) as server:
            begin = time.perf_counter()
            handle = fill(options.load, server, options.events)
            print(f"  {options.events} events written in {time.perf_counter() - begin:.0f} s, {resident_mb(server):.0f} MB", flush=True)
            if options.only in ("", "undo"):
                undo_in_a_long_history(server, handle, options.events, checks)
        if options.only in ("", "opening"):
            opening(argv, state, handle, options.events, checks)


class Busy:
    """Calls one thing again and again until it is told to end."""

    def __init__(self, server, tool, arguments, workspace=None, pause_s=0.0, model=None):
        self.server, self.tool, self.arguments, self.workspace, self.pause_s = server, tool, arguments, workspace, pause_s
        self.model = model  # a file that is another one each time, so that nothing is remembered of it
        self.done, self.problems, self.ending = 0, [], threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        connection = connect(self.server, 300)
        while not self.ending.is_set():
            if self.model:
                with open(self.model, "ab") as file:
                    file.write(b"\n")
            done, _, answer = call(connection, self.tool, self.arguments(self.done), self.workspace)
            self.done += done
            self.problems += [] if done else [answer]
            time.sleep(self.pause_s)

    def end(self):
        self.ending.set()
        self.thread.join()


def readings(build, options, checks):
    """Two checks of large models and a change that is planned anew go on; somebody else reads."""
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        (state.work / "rules.ids").write_text(rules_text())
        for name in ("a", "b"):
            subprocess.run([sys.executable, str(ROOT / "bench/make_ifc.py"), str(state.work / f"{name}.ifc"), str(options.megabytes)],
                           check=True)
        with HttpServer([str(build / "lintel"), *SERVE, "all"], state) as server:
            connection = connect(server, 60)
            places = [structured(call(connection, "workspace_open", {"label": name})[1])["workspace"] for name in ("a", "b", "c")]
            for place in places[:2]:
                done, _, answer = call(connection, "load_ids", {"source": "rules.ids", "dry_run": False}, place)
                checks.check("rules are loaded", done, json.dumps(answer)[:400])
            call(connection, "sample_create", {"id": "W1", "category": "wall", "dry_run": False}, places[2])
            reader = Reader(server)
            work = [Busy(server, "validate_ifc_model", lambda _, name=name: {"ifc_file_path": f"{name}.ifc"}, place,
                         model=state.work / f"{name}.ifc") for name, place in zip("ab", places)]
            work.append(Busy(server, "sample_count", lambda _: {"to": 100, "step_ms": 5, "into": "W1", "dry_run": False}, places[2]))
            work.append(Busy(server, "sample_modify",
                             lambda done: {"ids": ["W1"], "name": "height", "value": done, "dry_run": False}, places[2], 0.2))
            time.sleep(options.seconds)
            times = reader.end()
            for each in work:
                each.end()
            checked, anew = sum(each.done for each in work[:2]), metric(server, "plans_anew_total")
            print(f"  beside {checked} checks of {options.megabytes} MB and {anew} plans made anew: {figures(times)}; "
                  f"{resident_mb(server):.0f} MB", flush=True)
            problems = reader.problems + [problem for each in work for problem in each.problems]
            checks.check("nothing of it failed", not problems, json.dumps(problems[:1])[:600])
            checks.check(f"the p99 of a reading is under {READING_MS} ms", checked > 0 and anew > 0 and share(times, 0.99) < READING_MS)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", type=Path, default=ROOT / "build")
    parser.add_argument("--load", type=Path, default=ROOT / "build-bench/load")
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", default="", choices=["", "undo", "opening", "readings"])
    options = parser.parse_args()
    checks = Checks()
    if options.only != "readings":
        large(options.build.resolve(), options, checks)
    if options.only in ("", "readings"):
        readings(options.build.resolve(), options, checks)
    checks.finish()


if __name__ == "__main__":
    main()
