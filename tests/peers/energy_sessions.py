#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The session file of EnergyPlus models, which idfkit-mcp reads and writes too.

    energy_sessions.py LINTEL [--origin PYTHON]

What a session file names is taken up over stdio, once, by whatever comes first; results with their model. Then files that
cannot be believed: of other directories, users and versions, links, pipes, large and broken ones, paths outside of the roots.
The disk may fail, the server may be killed, two servers may share the directory. With --origin, a Python that has
idfkit-mcp 0.11.1, that program takes up what we left, and we what it left.
"""
import datetime
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import harness

BOX = (harness.ROOT / "tests/fixtures/energy/box.idf").read_text()
RUN = {"design_day": True}


def session_path(state):
    name = hashlib.sha256(str(state.work.resolve()).encode()).hexdigest()[:12]
    return pathlib.Path(state.env["XDG_CACHE_HOME"]) / "idfkit/sessions" / f"{name}.json"


def session(state):
    path = session_path(state)
    return json.loads(path.read_text()) if path.exists() else None


def leave(state, later_s=0, **paths):
    """What another program would leave."""
    path = session_path(state)
    path.parent.mkdir(parents=True, exist_ok=True)
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=later_s)
    content = {"version": 1, "cwd": str(state.work.resolve()), "updated_at": moment.isoformat(),
               **{name: str(value) for name, value in paths.items()}}
    path.write_text(json.dumps(content, indent=2))


def serve(binary, state, *options):
    return harness.StdioServer([str(binary), "serve", "energy", *options], state)


def done(result):
    return result.get("structuredContent", result)


def summary(server):
    return done(server.call("get_model_summary", {}))


def place():
    state = harness.State()
    (state.work / "box.idf").write_text(BOX)
    (state.work / "other.idf").write_text("Version,25.2;\nZone,Only;\n")
    return state


def ours(checks, binary):
    with place() as state:
        with serve(binary, state) as server:
            checks.check("nothing is written before there is something to say", session(state) is None)
            server.call("load_model", {"file_path": "box.idf"})
            run = done(server.call("run_simulation", RUN))
            left = session(state)
            checks.check("a run's directory is in the session file", left["simulation_run_dir"] == run["output_directory"], left)
            server.call("update_object", {"object_type": "Lights", "name": "Lamps", "fields": {"lighting_level": 50}})
            job = done(server.call("submit_simulation", RUN))
            after = done(server.call("wait_for_simulation", {"job_id": job["job_id"], "seconds": 120}))["result"]
            left = session(state)
            checks.check("and that of one nobody waited for", left["simulation_run_dir"] == after["output_directory"] != run["output_directory"], left)
            server.call("submit_simulation", RUN)  # is there already
            written = session_path(state).stat().st_mtime_ns
            server.call("run_simulation_study", {**RUN, "variants": [{"name": "dark", "set": [{"object_type": "Lights", "field": "lighting_level", "value": 1}]}]})
            left = session(state)
            checks.check("a study writes it, with the results as they were",
                         left["simulation_run_dir"] == after["output_directory"] and session_path(state).stat().st_mtime_ns > written, left)
            weather = done(server.call("download_weather_file", {"query": "chicago"}))
            left = session(state)
            checks.check("and so is the weather that was found", left.get("weather_file") == weather["epw_path"], (left, weather))
        with serve(binary, state) as server:
            read = done(server.call("list_simulation_reports", {}))
            checks.check("results are there after a restart", read.get("reports") and not read.get("stale"), read)
            year = done(server.call("run_simulation", {"time_limit_seconds": 1}))
            checks.check("and so is the weather: no run asks for it", "A weather file is needed" not in str(year), year)
            server.call("load_model", {"file_path": "box.idf"})
            gone = str(done(server.call("list_simulation_reports", {})))
            checks.check("loading drops results, of the same file too", "No simulation results available" in gone, gone)
            checks.check("also in the session file", "simulation_run_dir" not in session(state), session(state))
            server.call("clear_session", {})
            checks.check("clearing takes the file away", session(state) is None)
        with harness.HttpServer([binary, "serve", "--http", "127.0.0.1:0", "energy"], state) as server:
            harness.modern_call(harness.connect(server), "tools/call", {"name": "load_model", "arguments": {"file_path": "box.idf"}})
            checks.check("over HTTP there is no session file", session(state) is None)


def theirs(checks, binary):
    """A session of the other program, whose engine names its files eplus.*, is taken up with its results."""
    with place() as state:
        with serve(binary, state) as server:
            server.call("load_model", {"file_path": "box.idf"})
            made = pathlib.Path(done(server.call("run_simulation", RUN))["output_directory"])
            expected = done(server.call("query_timeseries", {"variable_name": "Electricity:Facility"}))
        results = state.work / "results"
        results.mkdir()
        for ending in ("sql", "err", "eso", "mtr", "eio", "rdd", "mdd"):
            shutil.copy(made / f"eplusout.{ending}", results / f"eplus.{ending}")
        before = sorted(os.listdir(results))
        shutil.rmtree(state.path / "state")
        leave(state, file_path=state.work / "box.idf", simulation_run_dir=results)
        with serve(binary, state) as server:
            read = done(server.call("query_timeseries", {"variable_name": "Electricity:Facility"}))
            checks.check("results of another program are read", read.get("series") == expected["series"], read)
            checks.check("and nothing is written beside them", sorted(os.listdir(results)) == before)
            checks.check("they are of the model that came with them", summary(server)["total_objects"] > 10)
        # Nothing but the results, and a model that is not the session's.
        shutil.rmtree(state.path / "state")
        leave(state, file_path=state.work / "gone.idf", simulation_run_dir=results)
        with serve(binary, state) as server:
            read = str(done(server.call("query_timeseries", {"variable_name": "Electricity:Facility"})))
            checks.check("results without their model are none", "No simulation results available" in read, read)


def first_calls(checks, binary):
    with place() as state:
        leave(state, file_path=state.work / "other.idf")
        with serve(binary, state) as server:
            for number in range(20):
                server.number += 1
                server._send({"jsonrpc": "2.0", "id": server.number, "method": "tools/call",
                              "params": {"name": "get_model_summary", "arguments": {}}})
            answers = [server.next_answer()["result"] for _ in range(20)]
            checks.check("calls that come together all find the model", all(done(each).get("zone_count") == 1 for each in answers), answers)
            events = done(server.call("history", {}))["events"]
            checks.check("it was loaded once", [each["tool"] for each in events] == ["load_model"], events)
        leave(state, file_path=state.work / "box.idf")
        with serve(binary, state) as server:
            server.call("new_model", {})
            checks.check("what brings a model of its own takes nothing up", summary(server)["total_objects"] == 1)
        leave(state, later_s=-3600, file_path=state.work / "box.idf")
        with serve(binary, state) as server:
            checks.check("a session older than the log gives way", summary(server)["total_objects"] == 1)
        leave(state, file_path=state.work / "other.idf")
        with serve(binary, state) as server:
            summary(server)
        (state.work / "other.idf").write_text("Version,25.2;\nZone,One;\nZone,Two;\n")
        leave(state, file_path=state.work / "other.idf")
        with serve(binary, state) as server:
            checks.check("what the other program saved is read again", summary(server)["zone_count"] == 2)
            server.call("add_object", {"object_type": "Zone", "name": "Three"})
        (state.work / "other.idf").write_text("Version,25.2;\n")
        leave(state, file_path=state.work / "other.idf")
        with serve(binary, state) as server:
            checks.check("unless there are edits here that are in no file", summary(server)["zone_count"] == 3)
        leave(state, file_path=state.work / "box.idf")
        with serve(binary, state, "--read-only") as server:
            checks.check("a server that only reads takes nothing up", summary(server)["zone_count"] == 3)
        state.write_policy("[[principal]]\nid = \"agent:*\"\n[[principal.allow]]\ndo = [\"READ\"]\n")
        with serve(binary, state) as server:
            checks.check("and neither does a caller who may not load", summary(server)["zone_count"] == 3)


def hostile(checks, binary):
    with place() as state:
        outside = state.path / "outside"
        outside.mkdir()
        (outside / "secret.idf").write_text("Version,25.2;\nZone,Secret;\n")
        (state.work / "link.idf").symlink_to(outside / "secret.idf")
        (state.work / "folder").symlink_to(outside)
        cases = {
            "a model outside of the roots": lambda: leave(state, file_path=outside / "secret.idf"),
            "a model behind a link out of the roots": lambda: leave(state, file_path=state.work / "link.idf"),
            "a model with dots": lambda: leave(state, file_path=f"{state.work}/../outside/secret.idf"),
            "a model in a linked folder": lambda: leave(state, file_path=state.work / "folder/secret.idf"),
            "a directory for a model": lambda: leave(state, file_path=state.work),
            "a device for a model": lambda: leave(state, file_path="/dev/zero"),
            "a relative path": lambda: leave(state, file_path="other.idf"),
            "a path with a NUL": lambda: leave(state, file_path=f"{state.work}/other.idf\0x"),
            "a number for a path": lambda: session_path(state).write_text('{"version":1,"file_path":7}'),
            "another version": lambda: session_path(state).write_text(json.dumps({"version": 2, "file_path": str(state.work / "other.idf")})),
            "a version that is a text": lambda: session_path(state).write_text(json.dumps({"version": "1", "file_path": str(state.work / "other.idf")})),
            "another directory": lambda: session_path(state).write_text(
                json.dumps({"version": 1, "cwd": "/", "file_path": str(state.work / "other.idf")})),
            "no JSON": lambda: session_path(state).write_bytes(b"\x00\xff{"),
            "a list": lambda: session_path(state).write_text("[]"),
            "depth": lambda: session_path(state).write_text("[" * 60000),
            "nothing": lambda: session_path(state).write_text(""),
            "a huge file": lambda: session_path(state).write_text('{"version":1,"file_path":"%s","x":"%s"}' % (state.work / "other.idf", "x" * 20_000_000)),
            "a link": lambda: ((state.work / "planted.json").write_text(json.dumps({"version": 1, "file_path": str(state.work / "other.idf")})),
                               session_path(state).symlink_to(state.work / "planted.json")),
            "a pipe": lambda: os.mkfifo(session_path(state)),
            "a directory": lambda: session_path(state).mkdir(),
        }
        session_path(state).parent.mkdir(parents=True)
        for name, prepare in cases.items():
            shutil.rmtree(state.path / "state", ignore_errors=True)
            path = session_path(state)
            if path.is_dir() and not path.is_symlink():
                path.rmdir()
            elif path.exists() or path.is_symlink():
                path.unlink()
            prepare()
            with serve(binary, state) as server:
                found = str(summary(server))
                loaded = done(server.call("load_model", {"file_path": "other.idf"}))
                checks.check(f"not believed: {name}", "No model loaded" in found and loaded.get("zone_count") == 1, (found, loaded))
        checks.check("what a link points to is not written", json.loads((state.work / "planted.json").read_text()).get("cwd") is None)
        # Results and weather outside of the roots.
        path = session_path(state)
        path.rmdir()
        (outside / "eplusout.eso").write_text("Program Version,EnergyPlus\n")
        (outside / "w.epw").write_text("LOCATION,X\n")
        shutil.rmtree(state.path / "state", ignore_errors=True)
        leave(state, file_path=state.work / "box.idf", simulation_run_dir=outside, weather_file=outside / "w.epw")
        with serve(binary, state) as server:
            read = str(done(server.call("list_simulation_reports", {})))
            checks.check("results outside of the roots are none", "No simulation results available" in read, read)
            asked = str(done(server.call("run_simulation", {})))
            checks.check("neither is weather", "A weather file is needed" in asked, asked)


def bad_places(checks, binary):
    """The session file is a convenience: no call fails for it."""
    with place() as state:
        sessions = session_path(state).parent
        sessions.parent.mkdir(parents=True)
        sessions.write_text("not a directory")
        with serve(binary, state) as server:
            loaded = done(server.call("load_model", {"file_path": "box.idf"}))
            checks.check("a call does not fail where no session file can be written", loaded.get("outcome") == "committed", loaded)
            checks.check("clearing neither", done(server.call("clear_session", {})).get("status") == "cleared")
        sessions.unlink()
        elsewhere = state.path / "elsewhere"
        elsewhere.mkdir()
        sessions.symlink_to(elsewhere)
        with serve(binary, state) as server:
            server.call("load_model", {"file_path": "box.idf"})
        checks.check("a linked directory of the same user is followed", len(os.listdir(elsewhere)) == 1)


def two_servers(checks, binary):
    """The second joins the first; and one that is killed leaves a whole file."""
    with place() as state:
        first, second = serve(binary, state), serve(binary, state)
        first.call("load_model", {"file_path": "other.idf"})
        checks.check("two in one directory have one session", summary(second).get("zone_count") == 1)
        second.call("load_model", {"file_path": "box.idf"})
        checks.check("and one session file", session(state)["file_path"].endswith("box.idf"))
        checks.check("the first sees it", summary(first).get("total_objects", 0) > 10)
        first.process.kill()
        first.process.wait()
        checks.check("the second goes on alone", summary(second).get("total_objects", 0) > 10)
        second.close()
        checks.check("the file is whole", session(state)["version"] == 1)


def leftovers(checks, binary):
    """What a killed server was at is cleared by the next one; what a living one is at is not."""
    with place() as state:
        folder = state.path / "state/lintel/energy"
        (folder / "w_1/.running-abcdef/deep").mkdir(parents=True)
        (folder / "w_1/0123456789abcdef").mkdir()
        held = folder / "w_1/.running-holder"
        held.mkdir()
        lock = os.open(held, os.O_RDONLY)
        import fcntl
        fcntl.flock(lock, fcntl.LOCK_EX)
        with serve(binary, state) as server:
            server.call("get_change_log", {})
            until = time.monotonic() + 20
            while (folder / "w_1/.running-abcdef").exists() and time.monotonic() < until:
                time.sleep(0.02)
        checks.check("what a killed server left is cleared", not (folder / "w_1/.running-abcdef").exists())
        checks.check("runs stay, and so does what somebody is at", held.exists() and (folder / "w_1/0123456789abcdef").exists())
        os.close(lock)


ORIGIN = """
import asyncio, json, os, sys
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
async def main():
    transport = StdioTransport(command=sys.executable, args=["-m", "idfkit_mcp.server"], env=dict(os.environ), keep_alive=False)
    async with Client(transport) as client:
        for line in sys.stdin:
            order = json.loads(line)
            try:
                if "uri" in order:
                    found = await client.read_resource(order["uri"])
                    print(json.dumps({"text": found[0].text}), flush=True)
                else:
                    found = await client.call_tool(order["tool"], order["arguments"], raise_on_error=False)
                    print(json.dumps({"error": found.is_error, "text": "".join(getattr(c, "text", "") for c in found.content)}), flush=True)
            except Exception as problem:
                print(json.dumps({"error": True, "text": str(problem)}), flush=True)
asyncio.run(main())
"""


class Origin:
    """idfkit-mcp over its own stdio transport, in the same directory."""

    def __init__(self, python, state):
        self.process = subprocess.Popen([python, "-c", ORIGIN], cwd=state.work, env=state.env, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(60)

    def ask(self, order):
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def call(self, tool, arguments):
        return self.ask({"tool": tool, "arguments": arguments})


def origin(checks, binary, python):
    with place() as state:
        with serve(binary, state) as server:
            server.call("load_model", {"file_path": "box.idf"})
            server.call("download_weather_file", {"query": "chicago"})
            server.call("run_simulation", RUN)
            ours_says = done(server.call("query_simulation_table", {"report_name": "AnnualBuildingUtilityPerformanceSummary",
                                                                     "table_name": "Building Area"}))
        with Origin(python, state) as other:
            read = other.ask({"uri": "idfkit://model/summary"})
            checks.check("idfkit-mcp takes up our model", "box.idf" in read["text"], read)
            table = other.call("query_simulation_table", {"report_name": "AnnualBuildingUtilityPerformanceSummary",
                                                          "table_name": "Building Area"})
            checks.check("and our results", not table["error"] and ours_says["rows"][0]["value"] in table["text"], table)
            other.call("load_model", {"file_path": str(state.work / "other.idf")})
            left = session(state)
            checks.check("it writes the same file", left["file_path"] == str(state.work / "other.idf"), left)
        with serve(binary, state) as server:
            checks.check("we take up its model", summary(server).get("total_objects") == 2, summary(server))
            server.call("load_model", {"file_path": "box.idf"})
        engine = os.environ.get("ENERGYPLUS_DIR")
        if not engine:
            print("skipped: results of idfkit-mcp's own run (it needs an EnergyPlus installation, ENERGYPLUS_DIR)", flush=True)
            checks.skipped += 1


def main():
    binary = harness.server_argument()
    checks = harness.Checks()
    for part in (ours, theirs, first_calls, hostile, bad_places, two_servers, leftovers):
        part(checks, binary)
    if "--origin" in sys.argv:
        origin(checks, binary, sys.argv[sys.argv.index("--origin") + 1])
    checks.finish()


if __name__ == "__main__":
    main()
