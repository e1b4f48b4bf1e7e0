# SPDX-License-Identifier: Apache-2.0
"""EnergyPlus models beside idfkit-mcp 0.11.1 in the same run, both as servers over stdio.

The large model is the largest that comes with the engine (5,013 objects); results are those of one annual run of
SmallOffice, made here by our server and beside it by the bare engine. Rounds are interleaved. Wall times are medians; CPU is
that of the whole server process, a call, over the same calls. A model is validated right after an edit, since both sides keep what
they found. The origin's view_schedules takes about a minute and is quoted, not run.
"""
import hashlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / ".deps/energy/pyenergyplus/data"
PEER = ROOT / ".deps/idfkit-mcp/bin/idfkit-mcp"
LARGE = DATA / "model/ASHRAE901_ApartmentHighRise_STD2019_Denver.idf"
OFFICE = DATA / "model/RefBldgSmallOfficeNew2004_Chicago.idf"
WEATHER = DATA / "weather/USA_IL_Chicago-OHare.Intl.AP.725300_TMY3.epw"
STARTS, LOADS, CALLS = 10, 5, 200
MATERIAL = next(iter(re.findall(r"^\s*Material:NoMass,\s*([^,]+?)\s*,", LARGE.read_text(), re.M)), "") if LARGE.exists() else ""
QUOTED_SCHEDULES_S = 51
INITIALIZE = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


class Server:
    """One server over stdio, from its start to its first answer on."""

    def __init__(self, command, cwd, env):
        begun = time.perf_counter()
        self.process = subprocess.Popen(list(map(str, command)), cwd=cwd, env=env, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.ids = 0
        self.ask("initialize", INITIALIZE)
        self.start_ms = (time.perf_counter() - begun) * 1000
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.ids += 1
        self.send({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params})
        while line := self.process.stdout.readline():
            if b'"id"' in line[:40] or b'"result"' in line or b'"error"' in line:
                return line
        raise EOFError(f"{self.process.args[0]} ended")

    def request(self, method, params):
        """Milliseconds until the answer is here; it is looked at afterwards."""
        begun = time.perf_counter()
        line = self.ask(method, params)
        took = (time.perf_counter() - begun) * 1000
        answer = json.loads(line)
        if "error" in answer or answer["result"].get("isError"):
            raise RuntimeError(f"{self.process.args[0]}: {method} {json.dumps(params)[:200]}: {line[:400]!r}")
        return took, answer["result"]

    def call(self, tool, **arguments):
        return self.request("tools/call", {"name": tool, "arguments": arguments})[0]

    def cpu_ms(self):
        """Of all its threads."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(each.read_text().split()[0]) for each in tasks) / 1e6

    def rss_mb(self):
        return int(Path(f"/proc/{self.process.pid}/status").read_text().split("VmRSS:")[1].split()[0]) / 1024

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Pair:
    """Both programs, each with a folder and settings of its own."""

    def __init__(self, bench, state):
        self.state = state
        self.commands = {"lintel": [os.path.abspath(bench.options.lintel), "serve", "energy", "--root", "."], "idfkit-mcp": [PEER]}
        self.env = {**state.env, "XDG_CACHE_HOME": str(state.path / "cache"), "ENERGYPLUS_DIR": str(ROOT / ".deps/energy")}
        for path in (LARGE, OFFICE, WEATHER):
            shutil.copy(path, state.work)

    def start(self, name):
        return Server(self.commands[name], self.state.work, self.env)


# What an agent asks all the time, of both: a name, and how each side spells it.
def light_calls():
    zone = "G SW APARTMENT"
    both = [
        ("list_objects, zones", "list_objects", {"object_type": "Zone"}),
        ("list_objects, 50 surfaces, all fields", "list_objects",
         {"object_type": "BuildingSurface:Detailed", "limit": 50, "include_all_fields": True}),
        ("search_objects, found", "search_objects", {"query": "apartment"}),
        ("search_objects, not found", "search_objects", {"query": "no such words"}),
        ("describe_object_type", "describe_object_type", {"object_type": "Zone"}),
        ("search_schema", "search_schema", {"query": "zone"}),
        ("get_available_references", "get_available_references", {"object_type": "Lights", "field_name": "schedule_name"}),
        ("check_model_integrity", "check_model_integrity", {}),
    ]
    calls = [(label, "tools/call", {"name": tool, "arguments": arguments}) for label, tool, arguments in both]
    for address in ("model/summary", f"model/objects/Zone/{zone.replace(' ', '%20')}", f"model/references/{zone.replace(' ', '%20')}"):
        calls.append((f"resource {address.split('/')[1]}", "resources/read", {"uri": f"idfkit://{address}"}))
    return calls


def alternately(pair, names, rounds, measure):
    out = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            out[name].append(measure(name))
    return {name: statistics.median(values) for name, values in out.items()}


def started(pair, name):
    server = pair.start(name)
    server.close()
    return server.start_ms


def loaded(pair, name):
    server = pair.start(name)
    took = server.call("load_model", file_path=LARGE.name)
    server.close()
    return took


def repeated(servers, count, ask):
    """{name: (p50 ms, CPU ms a call)}; `ask(server, i)` gives milliseconds."""
    out = {}
    for name, server in servers.items():
        ask(server, 0)
        before = server.cpu_ms()
        times = [ask(server, i + 1) for i in range(count)]
        out[name] = (statistics.median(times), (server.cpu_ms() - before) / count)
    return out


class Table:
    def __init__(self, verdict):
        self.verdict = verdict
        print(f"\n| energy, {LARGE.name}, 5,013 objects | lintel | idfkit-mcp 0.11.1 | ratio | target |")
        print("|---|---:|---:|---:|---|")

    def row(self, label, ours, theirs, unit="ms", target=None, cpu=None):
        ratio = theirs / ours if ours and theirs else None
        shown = f"≥ {target}×: {self.verdict(ratio >= target)}" if target and ratio else ""
        beside = f" (CPU {cpu[0]:.3f})" if cpu else "", f" (CPU {cpu[1]:.3f})" if cpu else ""
        theirs_shown = f"{theirs:,.2f} {unit}{beside[1]}" if theirs else "absent"
        print(f"| {label} | {ours:,.3f} {unit}{beside[0]} | {theirs_shown} | {f'{ratio:,.1f}×' if ratio else ''} | {shown} |", flush=True)

    def below(self, label, ours, limit, unit, quoted=""):
        print(f"| {label} | {ours:,.3f} {unit} | {quoted} | | < {limit:g} {unit}: {self.verdict(ours < limit)} |", flush=True)


def pair_row(table, label, measured, target=None):
    ours, theirs = measured["lintel"], measured.get("idfkit-mcp", (None, None))
    cpu = (ours[1], theirs[1]) if theirs[1] else None
    table.row(label, ours[0], theirs[0], target=target, cpu=cpu)


def edit(server, i):
    return server.call("update_object", object_type="Zone", name="G SW APARTMENT", fields={"x_origin": i % 7 + 0.5})


def validated(servers, count, edit):
    """As repeated(), of validate_model alone, each time after an edit."""
    out = {}
    for name, server in servers.items():
        times, cpu = [], []
        for i in range(count + 1):
            edit(server, i)
            before = server.cpu_ms()
            times.append(server.call("validate_model"))
            cpu.append(server.cpu_ms() - before)
        out[name] = (statistics.median(times[1:]), statistics.median(cpu[1:]))
    return out


def edit_material(server, i):
    return server.call("update_object", object_type="Material:NoMass", name=MATERIAL, fields={"thermal_resistance": i % 7 + 0.5})


def annual_run(pair):
    """Our annual run of SmallOffice; its folder, and how long it and the bare engine took."""
    server = pair.start("lintel")
    server.call("load_model", file_path=OFFICE.name)
    took, answer = server.request("tools/call", {"name": "run_simulation", "arguments": {"weather_file": WEATHER.name, "annual": True}})
    server.close()
    folder = Path(answer["structuredContent"]["output_directory"])
    return folder if folder.is_absolute() else pair.state.work / folder, took / 1000


def bare_engine():
    sys.path.insert(0, str(ROOT / "tests/peers"))
    script = ("import sys, time; sys.path.insert(0, sys.argv[1])\nfrom energy_engine import Engine\n"
              "from pathlib import Path\nimport shutil, tempfile, os\nengine = Engine()\n"
              "folder = Path(tempfile.mkdtemp()); shutil.copy(sys.argv[2], folder / 'in.idf')\nbegun = time.perf_counter()\n"
              "child = os.fork()\nif child == 0: engine._run(folder, '-a', '-w', sys.argv[3], 'in.idf')\n"
              "os.waitpid(child, 0)\nprint(time.perf_counter() - begun)\nshutil.rmtree(folder)\n")
    done = subprocess.run([sys.executable, "-c", script, ROOT / "tests/peers", OFFICE, WEATHER], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def hand_over(pair, folder):
    """The session file with which idfkit-mcp finds the results of that run."""
    copy = pair.state.path / "results"
    shutil.copytree(folder, copy)
    key = hashlib.sha256(str(pair.state.work.resolve()).encode()).hexdigest()[:12]
    sessions = Path(pair.env["XDG_CACHE_HOME"]) / "idfkit/sessions"
    sessions.mkdir(parents=True, exist_ok=True)
    (sessions / f"{key}.json").write_text(json.dumps({
        "version": 1, "cwd": str(pair.state.work.resolve()), "updated_at": time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime()),
        "file_path": str(pair.state.work / OFFICE.name), "simulation_run_dir": str(copy), "weather_file": str(WEATHER)}))


def queries(pair, names, folder):
    if "idfkit-mcp" in names:
        hand_over(pair, folder)
    servers = {name: pair.start(name) for name in names}
    servers["lintel"].call("load_model", file_path=OFFICE.name)
    servers["lintel"].call("run_simulation", weather_file=WEATHER.name, annual=True)  # of the cache
    ask = {"variable_name": "Site Outdoor Air Drybulb Temperature", "frequency": "Hourly", "environment": "annual", "limit": 24}
    out = repeated(servers, 50, lambda server, _: server.call("query_timeseries", **ask))
    ours = servers["lintel"]
    schedules = statistics.median(ours.call("view_schedules") for _ in range(5)) / 1000
    first = pair.start("lintel")
    first.call("load_model", file_path=LARGE.name)
    schedules = max(schedules, first.call("view_schedules") / 1000)
    for server in [*servers.values(), first]:
        server.close()
    return out, schedules


def report(bench, state, verdict):
    if not LARGE.exists():
        print("\nenergy: absent (./dev setup energy)")
        return
    pair = Pair(bench, state)
    names = ["lintel"] + (["idfkit-mcp"] if PEER.exists() else [])
    table = Table(verdict)

    def both(label, values, target, **more):
        table.row(label, values["lintel"], values.get("idfkit-mcp"), target=target, **more)

    both("start to the first answer", alternately(pair, names, STARTS, lambda name: started(pair, name)), 50)
    both("first load_model in a fresh server", alternately(pair, names, LOADS, lambda name: loaded(pair, name)), 10)
    servers = {name: pair.start(name) for name in names}
    for server in servers.values():
        server.call("load_model", file_path=LARGE.name)
    for label, method, params in light_calls():
        pair_row(table, label, repeated(servers, CALLS, lambda server, _: server.request(method, params)[0]), 10)
    memory = {name: server.rss_mb() for name, server in servers.items()}
    pair_row(table, "update_object", repeated(servers, CALLS, edit))
    pair_row(table, "validate_model after an edit of a material", validated(servers, 20, edit_material), 10)
    pair_row(table, "validate_model after an edit of a zone, ours with geometry", validated(servers, 20, edit), 1)
    pair_row(table, "get_zone_properties, all zones", repeated(servers, 5, lambda server, _: server.call("get_zone_properties")))
    both("memory with the model, after the light calls", memory, 4, unit="MB")
    both("memory after 250 edits as well", {name: server.rss_mb() for name, server in servers.items()}, None, unit="MB")
    for server in servers.values():
        server.close()
    folder, seconds = annual_run(pair)
    table.row("one annual run of SmallOffice (beside it the bare engine)", seconds, bare_engine(), unit="s")
    measured, schedules = queries(pair, names, folder)
    pair_row(table, "query_timeseries, annual SmallOffice", measured, 10)
    table.below("view_schedules, data", schedules, 0.2, "s", f"{QUOTED_SCHEDULES_S} s (quoted)")
