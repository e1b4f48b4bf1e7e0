#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures our server beside rmcp and mcp-go in one run and prints a markdown report.

usage: run.py [section…] [--rounds 3] [--seconds 3] [--lintel build/lintel] [--load build-bench/load]

Sections, all of them unless some are named:
  stdio, http   requests per second, CPU and latency, in both eras
  cold          start to first answer, and resident memory when idle
  memory        resident memory over 110,000 calls
  durable       durable changes beside a bare loop of group commits
  floorplan     drawing, checking and changing floor plans
  geometry      walls that clash, by prisms and by solids
  ids           checking models beside IfcTester
  aas           loading, checking and editing shells beside aas-core
  energy        EnergyPlus models and results beside idfkit-mcp
  devices       what each speed device of base/devices.h is worth (only where named; `./dev bench devices` builds it)

Rounds are interleaved (every server in every round) and the median is taken, so that a slow minute of the machine
falls on all of them. A peer that was not built is shown as absent. Exits 1 if any answer was wrong; targets that are
missed are marked in the table.
"""
import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
from pathlib import Path

import aas
import energy
import floorplan
import geometry
import ids

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/peers"))
from harness import UNLIMITED_POLICY, HttpServer, State  # noqa: E402

PEERS = ROOT / ".deps/peers"
FIXTURES = ["--conformance"]  # brings the echo and the change tool that are measured
FLAT_RSS_KB = 1024
COLD_STARTS = 20
ABSENT = "absent"


class Target:
    """How one server is started in each transport."""

    def __init__(self, name, stdio, http, bare_stdio=None):
        self.name, self.stdio, self.http, self.bare_stdio = name, stdio, http, bare_stdio or stdio

    def present(self):
        return Path(self.stdio[0]).exists()


def targets(lintel):
    rmcp, go = str(PEERS / "rmcp_peer"), str(PEERS / "mcp_go_peer")
    return [
        Target("lintel", [lintel, "serve", *FIXTURES],
               lambda port: [lintel, "serve", f"--http=127.0.0.1:{port}", *FIXTURES], [lintel, "serve"]),
        Target("rmcp", [rmcp], lambda port: [rmcp, str(port)]),
        Target("mcp-go", [go], lambda port: [go, str(port)]),
    ]


# Name, arguments of the generator, the ratio to the better peer that we aim at.
def workloads(transport, wanted):
    return [(f"{transport} {era}, {inflight} in flight", [*flags, "--inflight", str(inflight)], target)
            for era, flags in (("legacy", []), ("modern", ["--modern"]))
            for inflight, target in ((1, None), (32, wanted))]


def say(text):
    """The last line of a terminal, rewritten each time."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", flush=True, file=sys.stderr)


def free_port():
    """A port below the range the kernel hands out, so that no client socket takes it meanwhile."""
    for port in range(18100, 32000):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    sys.exit("no free port")


class Bench:
    def __init__(self, options):
        self.options = options
        self.targets = targets(os.path.abspath(options.lintel))
        self.present = [one for one in self.targets if one.present()]
        self.wrong = []

    def load(self, state, arguments, command=(), what=""):
        argv = [os.path.abspath(self.options.load), *map(str, arguments), *(["--", *command] if command else [])]
        try:
            done = subprocess.run(argv, cwd=state.work, env=state.env, capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            self.wrong.append(f"{what}: not done after 300 s")
            return None
        if done.returncode not in (0, 1) or not done.stdout:
            self.wrong.append(f"{what}: {done.stderr.strip()}")
            return None
        figures = json.loads(done.stdout)
        if figures["errors"]:
            self.wrong.append(f"{what}: {figures['errors']} wrong answers, the first: {figures['first_error']}")
        return figures

    def throughput(self, loads, over_http):
        """{workload: {server: [figures of each round]}}"""
        results = {name: {one.name: [] for one in self.present} for name, *_ in loads}
        for round_number in range(self.options.rounds):
            for name, arguments, _ in loads:
                for one in self.present:
                    say(f"round {round_number + 1}: {name}: {one.name}")
                    figures = self.once(one, arguments, over_http, f"{one.name}, {name}")
                    if figures:
                        results[name][one.name].append(figures)
        say("")
        return results

    def once(self, target, arguments, over_http, what):
        timing = ["--seconds", self.options.seconds]
        with State() as state:
            if not over_http:
                return self.load(state, [*arguments, *timing], target.stdio, what)
            port = free_port()
            return self.load(state, ["--http", port, *arguments, *timing], target.http(port), what)

    def cold_starts(self):
        foundation = str(Path(os.path.abspath(self.options.load)).with_name("foundation"))
        everybody = [*self.present, Target("foundation", [foundation, "serve"], None)]
        results = {one.name: [] for one in everybody}
        with State() as state:
            for _ in range(COLD_STARTS):
                for one in everybody:
                    figures = self.load(state, ["--cold", "--modern"], one.bare_stdio, f"{one.name}, cold start")
                    if figures:
                        results[one.name].append(figures)
        return results

    def memory(self, target):
        """Resident kB of one HTTP server after 10,000 calls and after 100,000 more."""
        with State() as state, HttpServer(target.http(free_port()), state) as server:
            common = ["--http", server.port, "--pid", server.pid, "--modern", "--inflight", 32, "--warmup", 0]
            before = self.load(state, [*common, "--calls", 10_000], what=f"{target.name}, memory")
            after = self.load(state, [*common, "--calls", 100_000], what=f"{target.name}, memory")
            return (before["rss_end_kb"], after["rss_end_kb"]) if before and after else None

    def changes(self):
        """Durable changes per second, beside a bare loop of group commits with as many clients that wait and beside one
        thread that stores full groups, on the same disk: {clients: (ours, loop, full groups)}"""
        results = {}
        for clients in (1, 8):
            rounds = [self.changes_once(clients) for _ in range(self.options.rounds)]
            results[clients] = [statistics.median(rates) for rates in zip(*rounds)]
        return results

    def changes_once(self, clients):
        loop = Path(os.path.abspath(self.options.load)).with_name("group_commit")
        with State() as state:
            state.write_policy(UNLIMITED_POLICY)
            port = free_port()
            figures = self.load(state, ["--http", port, "--changes", "--inflight", clients, "--seconds",
                                        self.options.seconds], self.targets[0].http(port), "durable changes")
            rates = [figures["rps"] if figures and not figures["errors"] else 0]
            for way in ("--clients", "--batch"):
                bare = subprocess.run([loop, state.path / f"floor{way}.db", way, str(clients), "--seconds",
                                       str(self.options.seconds)], capture_output=True, text=True, check=True)
                rates.append(json.loads(bare.stdout)["rps"])
            return rates


def median(rounds, field):
    return statistics.median(one[field] for one in rounds) if rounds else None


def verdict(good):
    return "met" if good else "**missed**"


def print_throughput(loads, results, names):
    print("\n| requests per second | lintel | rmcp | mcp-go | ratio to the better peer | target |")
    print("|---|---:|---:|---:|---:|---|")
    for name, _, wanted in loads:
        rps = {server: median(results[name].get(server, []), "rps") for server in names}
        peers = [value for server, value in rps.items() if server != "lintel" and value]
        ratio = rps["lintel"] / max(peers) if rps["lintel"] and peers else None
        cells = [f"{rps[server]:,.0f}" if rps[server] else ABSENT for server in names]
        target = f"≥ {wanted}×: {verdict(ratio >= wanted)}" if wanted and ratio else ""
        print(f"| {name} | {' | '.join(cells)} | {f'{ratio:.2f}×' if ratio else ''} | {target} |")


def print_detail(loads, results, names):
    print("\n| CPU µs per request (p50 / p99 µs) | lintel | rmcp | mcp-go |")
    print("|---|---:|---:|---:|")
    for name, *_ in loads:
        cells = []
        for server in names:
            rounds = results[name].get(server, [])
            cells.append(f"{median(rounds, 'cpu_us'):.1f} ({median(rounds, 'p50_us'):,.0f} / "
                         f"{median(rounds, 'p99_us'):,.0f})" if rounds else ABSENT)
        print(f"| {name} | {' | '.join(cells)} |")


def report_throughput(bench, names, transport, wanted):
    loads = workloads(transport, wanted)
    results = bench.throughput(loads, over_http=transport == "HTTP")
    print_throughput(loads, results, names)
    print_detail(loads, results, names)


def print_footprint_head():
    print("\n| footprint | lintel | rmcp | mcp-go | target |")
    print("|---|---:|---:|---:|---|")


def report_cold(bench, names):
    """Without fixtures: none is needed to answer the first request."""
    cold = bench.cold_starts()
    print_footprint_head()
    # The program without any domain, and with all of them.
    for program, what, ms, mb in (("foundation", "the foundation alone", 5, 10), ("lintel", "every domain", 20, 20)):
        measured = {**cold, "lintel": cold[program]}
        starts = {name: median(measured.get(name, []), "cold_ms") for name in names}
        idle = {name: median(measured.get(name, []), "rss_idle_kb") for name in names}
        megabytes = {name: kilobytes and kilobytes / 1024 for name, kilobytes in idle.items()}
        row(f"`serve`, {what}: start to first answer, ms (median of {COLD_STARTS})", names, starts, "{:.2f}",
            f"< {ms} ms", starts["lintel"] is not None and starts["lintel"] < ms)
        row(f"`serve`, {what}: idle RSS, MB", names, megabytes, "{:.1f}",
            f"< {mb} MB", megabytes["lintel"] is not None and megabytes["lintel"] < mb)


def report_memory(bench, names):
    memory = {one.name: bench.memory(one) for one in bench.present}
    print_footprint_head()
    for index, label in enumerate(("RSS after 10,000 calls, MB", "RSS after 110,000 calls, MB")):
        values = {name: memory[name][index] / 1024 if memory.get(name) else None for name in names}
        flat = memory.get("lintel") and memory["lintel"][1] - memory["lintel"][0] < FLAT_RSS_KB
        row(label, names, values, "{:.1f}", "flat (< 1 MB more)" if index else "", flat if index else None)


def row(label, names, values, form, target, good):
    cells = [form.format(values[name]) if values[name] else ABSENT for name in names]
    shown = f"{target}: {verdict(good)}" if target and values["lintel"] else ""
    print(f"| {label} | {' | '.join(cells)} | {shown} |")


def report_durable(bench, _):
    print("\n| durable changes per second through HTTP | lintel | bare group commit, as many clients wait | ratio | target "
          "| full groups, nobody waits |")
    print("|---|---:|---:|---:|---|---:|")
    for clients, (ours, loop, full) in bench.changes().items():
        print(f"| {clients} client{'s' if clients > 1 else ''} | {ours:,.0f} | {loop:,.0f} | {ours / loop:.2f}× "
              f"| ≥ 0.5×: {verdict(ours / loop >= 0.5)} | {full:,.0f} ({ours / full:.2f}×) |")


# What a device is there for, and the load that shows it.
DEVICES = {
    "log_vfs": ("durable changes, 8 clients", ["--changes", "--inflight", "8"]),
    "key_filter": ("durable changes, 8 clients", ["--changes", "--inflight", "8"]),
    "counters": ("durable changes, 8 clients", ["--changes", "--inflight", "8"]),
    "pace": ("durable changes, 1 client", ["--changes", "--inflight", "1"]),
    "spin": ("requests, 1 in flight", ["--inflight", "1"]),
}
WORTH_KEEPING = 1.02


def report_devices(bench, _):
    """The same program with and without each device, in turn, over HTTP."""
    print("\n| device | load | with it, per second | without | worth | |")
    print("|---|---|---:|---:|---:|---|")
    for device, (what, load) in DEVICES.items():
        rates = {folder: [] for folder in ("build-bench", f"build-bench-{device}")}
        for _ in range(max(9, bench.options.rounds)):
            for folder, measured in rates.items():
                measured.append(governed_once(bench, ROOT / folder / "governed", load))
        kept, left_out = (statistics.median(each) for each in rates.values())
        worth = statistics.median(a / b for a, b in zip(*rates.values()))
        print(f"| {device} | {what} | {kept:,.0f} | {left_out:,.0f} | {worth:.2f}× "
              f"| {'' if worth >= WORTH_KEEPING else '**should go**'} |", flush=True)


def governed_once(bench, program, load):
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        port = free_port()
        figures = bench.load(state, ["--http", port, *load, "--seconds", bench.options.seconds],
                             [str(program), "serve", f"--http=127.0.0.1:{port}", *FIXTURES], f"{program.parent.name}")
        return figures["rps"] if figures and not figures["errors"] else 0.001


def report_floorplan(bench, _):
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        floorplan.report(bench, state, verdict)


def report_geometry(_, __):
    geometry.report(verdict)


def report_ids(bench, _):
    with State() as state:
        ids.report(bench, state, verdict)


def report_aas(bench, _):
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        aas.report(bench, state, verdict)


def report_energy(bench, _):
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        energy.report(bench, state, verdict)


SECTIONS = {
    "stdio": lambda bench, names: report_throughput(bench, names, "stdio", 2.0),
    "http": lambda bench, names: report_throughput(bench, names, "HTTP", 1.5),
    "cold": report_cold,
    "memory": report_memory,
    "durable": report_durable,
    "floorplan": report_floorplan,
    "geometry": report_geometry,
    "ids": report_ids,
    "aas": report_aas,
    "energy": report_energy,
    "devices": report_devices,
}
ONLY_WHERE_NAMED = {"devices"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="section", help=", ".join(SECTIONS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--lintel", default=ROOT / "build/lintel")
    parser.add_argument("--load", default=ROOT / "build-bench/load")
    options = parser.parse_args()
    if unknown := set(options.sections) - set(SECTIONS):
        parser.error(f"no such section: {', '.join(sorted(unknown))} (there are {', '.join(SECTIONS)})")
    for program in (options.lintel, options.load):
        if not Path(program).exists():
            sys.exit(f"{program} does not exist; run ./dev bench")
    bench = Bench(options)
    names = [one.name for one in bench.targets]
    print(f"{options.rounds} interleaved rounds of {options.seconds:g} s on {os.cpu_count()} cores, medians; "
          "every answer checked.", flush=True)
    for section in options.sections or [name for name in SECTIONS if name not in ONLY_WHERE_NAMED]:
        SECTIONS[section](bench, names)
    for line in bench.wrong:
        print(f"\nWRONG {line}")
    sys.exit(1 if bench.wrong else 0)


if __name__ == "__main__":
    main()
