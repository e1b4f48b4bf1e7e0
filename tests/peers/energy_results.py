# SPDX-License-Identifier: Apache-2.0
"""Simulations with the real engine: what our tools read from a run is what idfkit reads from the same files, and whatever
happens to a run costs that run alone.

    energy_results.py BUILD
"""
import os
import pathlib
import signal
import subprocess
import sys
import time

import harness
from energy_engine import ENERGY, ROOT

sys.path.insert(0, str(ENERGY))
from idfkit.simulation.parsers.sql import SQLResult  # noqa: E402

MODELS = ["ASHRAE901_OfficeSmall_STD2019_Denver", "RefBldgWarehouseNew2004_Chicago", "RefBldgQuickServiceRestaurantNew2004_Chicago"]
DENVER = "USA_CO_Denver-Aurora-Buckley.AFB.724695_TMY3.epw"
# Some of every frequency; the first model's own have run periods.
ASKED = "".join(f"\nOutput:Variable,*,{name},{frequency};" for name, frequency in [
    ("Zone Mean Air Temperature", "Hourly"), ("Zone Mean Air Temperature", "Daily"), ("Zone Mean Air Temperature", "Monthly"),
    ("Zone Air System Sensible Heating Rate", "Timestep"), ("Site Outdoor Air Drybulb Temperature", "Detailed")]) + "\n"
BOX = (ROOT / "tests/fixtures/energy/box.idf").read_text()


def done(answer):
    return answer.get("structuredContent", answer)


def put_models(work):
    for name in MODELS:
        (work / f"{name}.idf").write_text((ENERGY / f"pyenergyplus/data/model/{name}.idf").read_text() + ASKED)
    (work / "box.idf").write_text(BOX)


def all_points(server, variable, key, frequency):
    """Every point of one series, page by page."""
    points, offset = [], 0
    while True:
        answer = done(server.call("query_timeseries", {"variable_name": variable, "key_value": key, "frequency": frequency,
                                                       "limit": 500, "offset": offset}))
        page = answer["series"][0]["data"]
        points += [(point["timestamp"], point["value"]) for point in page]
        offset += len(page)
        if not page or offset >= answer["series"][0]["total"]:
            return points


OURS = {"Zone Timestep": "Timestep", "HVAC System Timestep": "Detailed", "Run Period": "RunPeriod"}


def run_period_values(sql, variable, key):
    rows = sql._conn.execute("SELECT Value FROM ReportData JOIN ReportDataDictionary USING (ReportDataDictionaryIndex) "
                             "WHERE Name = ? AND KeyValue = ? AND ReportingFrequency = 'Run Period' ORDER BY TimeIndex", (variable, key))
    return [value for (value,) in rows]


def compare_series(checks, server, sql, name):
    different = []
    rows = sql._conn.execute("SELECT Name, KeyValue, ReportingFrequency FROM ReportDataDictionary").fetchall()
    for variable, key, spelled in rows:
        if spelled == "Run Period":  # which has no date: idfkit cannot read it
            expected = [("", value) for value in run_period_values(sql, variable, key)]
        else:
            theirs = sql.get_timeseries(variable, key or "*", spelled)
            expected = [(at.isoformat(), value) for at, value in zip(theirs.timestamps, theirs.values)]
        if all_points(server, variable, key or "*", OURS.get(spelled, spelled)) != expected:
            different.append((variable, key, spelled))
    checks.check(f"{name}: {len(rows)} series are as idfkit reads them", rows and not different, different[:3])


def compare_tables(checks, server, sql, name):
    reports = {row.report_name for row in sql.get_tabular_data()}
    different = []
    for report in sorted(reports):
        theirs = [(r.report_for, r.table_name, r.row_name, r.column_name, r.units, r.value.strip())
                  for r in sql.get_tabular_data(report_name=report)]
        ours, offset = [], 0
        while offset < len(theirs):
            rows = done(server.call("query_simulation_table", {"report_name": report, "limit": 200, "offset": offset}))["rows"]
            ours += [(r["for"], r["table"], r["row"], r["column"], r["units"], r["value"]) for r in rows]
            offset += len(rows)
        if ours != theirs:
            different.append(report)
    checks.check(f"{name}: {len(reports)} reports are as idfkit reads them", reports and not different, different[:3])


def results_are_theirs(checks, server):
    for name in [*MODELS, "box"]:
        server.call("load_model", {"file_path": f"{name}.idf"})
        run = done(server.call("run_simulation", {"design_day": True}))
        if not checks.check(f"{name}: design days complete", run.get("state") == "completed", run):
            continue
        with SQLResult(pathlib.Path(run["output_directory"]) / "eplusout.sql") as sql:
            compare_series(checks, server, sql, name)
            compare_tables(checks, server, sql, name)


def workers_of(server):
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if parent == server.process.pid and b"worker" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except (OSError, ValueError, IndexError):
            pass
    return found


def start_annual(server):
    server.call("load_model", {"file_path": f"{MODELS[0]}.idf"})
    job = done(server.call("submit_simulation", {"weather_file": DENVER, "annual": True}))["job_id"]
    for _ in range(200):
        state = done(server.call("get_simulation_job", {"job_id": job}))["jobs"][0]
        if state["state"] == "running" and workers_of(server):
            return job
        time.sleep(0.05)
    raise TimeoutError(state)


def accidents(checks, server):
    before = done(server.call("run_simulation", {"design_day": True}))["run_id"]
    job = start_annual(server)
    cancelled = done(server.call("cancel_simulation", {"job_id": job}))
    checks.check("a cancelled run says cancelled", cancelled["state"] == "cancelled", cancelled)
    checks.check("its worker is gone", not workers_of(server))

    job = start_annual(server)
    (worker,) = workers_of(server)
    os.kill(worker, signal.SIGKILL)
    killed = done(server.call("wait_for_simulation", {"job_id": job}))
    checks.check("a killed worker is reported", killed["state"] == "failed" and "signal 9" in killed["problem"], killed)
    server.call("load_model", {"file_path": "box.idf"})
    after = done(server.call("run_simulation", {"design_day": True}))
    checks.check("the server answers on, and earlier runs are there", after["run_id"] == before and after["cached"], after)

    server.call("load_model", {"file_path": f"{MODELS[0]}.idf"})
    late = str(done(server.call("run_simulation", {"weather_file": DENVER, "annual": True, "time_limit_seconds": 1})))
    checks.check("a time limit holds", "stopped after 1 seconds, its time limit" in late, late)


def two_at_once(checks, server):
    server.call("load_model", {"file_path": "box.idf"})
    jobs = []
    for level in (111, 222):
        server.call("update_object", {"object_type": "Lights", "name": "Lamps", "fields": {"lighting_level": level}})
        jobs.append(done(server.call("submit_simulation", {"design_day": True}))["job_id"])
    ended = [done(server.call("wait_for_simulation", {"job_id": job})) for job in jobs]
    checks.check("two runs at once both complete", [e["state"] for e in ended] == ["completed"] * 2, ended)
    checks.check("each in a directory of its own", len({e["result"]["output_directory"] for e in ended}) == 2)


def files_of_a_model(checks, server, work):
    (work / "data").mkdir()
    (work / "data/lamps.csv").write_text("\n".join(["0.5"] * 8760) + "\n")
    model = BOX.replace("Schedule:Constant,Always,Any,1;", "Schedule:File,Always,Any,data/lamps.csv,1,0,8760,Comma;")
    (work / "filed.idf").write_text(model)
    server.call("load_model", {"file_path": "filed.idf"})
    run = done(server.call("run_simulation", {"design_day": True}))
    used = done(server.call("query_timeseries", {"variable_name": "Electricity:Facility", "limit": 1}))
    checks.check("a file beside the model is found", run.get("state") == "completed" and
                 abs(used["series"][0]["data"][0]["value"] - 34560000) < 1, (run, used))
    (work / "filed.idf").write_text(model.replace("data/lamps.csv", "/etc/hostname"))
    server.call("load_model", {"file_path": "filed.idf"})
    outside = str(done(server.call("run_simulation", {"design_day": True})))
    checks.check("one outside the roots is refused by its object", 'Schedule:File "Always", file_name' in outside, outside)


def wrong_models(checks, server, work):
    (work / "old.idf").write_text(BOX.replace("Version,25.2;", "Version,25.1;"))
    server.call("load_model", {"file_path": "old.idf"})
    old = str(done(server.call("run_simulation", {"design_day": True})))
    checks.check("a model of another version is not run", "This model is of version 25.1" in old, old)
    (work / "plugin.idf").write_text(BOX + "\nPythonPlugin:Instance,Mine,No,mine,Mine;\n")
    server.call("load_model", {"file_path": "plugin.idf"})
    plugin = str(done(server.call("run_simulation", {"design_day": True})))
    checks.check("code of others is not run", 'PythonPlugin:Instance "Mine"' in plugin, plugin)


def a_full_disk(checks, binary):
    """In a namespace of its own, the state lies on a disk of 600 kB."""
    with harness.State() as state:
        (state.work / "box.idf").write_text(BOX)
        place = state.path / "state"
        place.mkdir(exist_ok=True)
        script = (f"mount -t tmpfs -o size=600k none {place} && {binary} call load_model '{{\"file_path\":\"box.idf\"}}' && "
                  f"{binary} call run_simulation '{{\"design_day\":true}}'; {binary} call get_model_summary '{{}}'")
        run = subprocess.run(["unshare", "-rm", "sh", "-c", script], cwd=state.work, env=state.env, capture_output=True, text=True)
        if "unshare" in run.stderr or "mount" in run.stderr:
            print("skipped: a full disk (no namespaces here)", flush=True)
            checks.skipped += 1
            return
        said = run.stdout + run.stderr
        checks.check("a full disk is said, and the model is there", "The disk is full" in said and '"total_objects"' in said, said)


def command_line(checks, binary):
    with harness.State() as state:
        put_models(state.work)
        run = subprocess.run([binary, "energy", "run", "box.idf", "-D", "-o", "out"], cwd=state.work, env=state.env, capture_output=True, text=True)
        checks.check("lintel energy run completes", run.returncode == 0 and "completed" in run.stdout, run)
        checks.check("and copies its results", (state.work / "out/eplusout.sql").exists())
        (state.work / "study.json").write_text('{"model": "box.idf", "design_day": true, "parameters": '
                                               '[{"object_type": "Lights", "field": "lighting_level", "values": [1, 2, 3]}]}')
        batch = subprocess.run([binary, "energy", "batch", "study.json"], cwd=state.work, env=state.env, capture_output=True, text=True)
        rows = batch.stdout.splitlines()
        checks.check("lintel energy batch has a row for each variant", batch.returncode == 0 and len(rows) == 5, batch)
        checks.check("and does not run twice what was run", rows[1].startswith("model as it is,completed,yes"), rows)
        (state.work / "bad.idf").write_text(BOX.replace("Construction,Wall,Block;", "Construction,Wall,Straw;"))
        bad = subprocess.run([binary, "energy", "run", "bad.idf", "-D"], cwd=state.work, env=state.env, capture_output=True, text=True)
        checks.check("a fatal run exits 1 and quotes the engine", bad.returncode == 1 and "STRAW" in bad.stdout.upper(), bad)


def main():
    checks = harness.Checks()
    binary = pathlib.Path(sys.argv[1]).resolve() / "lintel"
    with harness.State() as state:
        state.write_policy(harness.UNLIMITED_POLICY)
        put_models(state.work)
        with harness.StdioServer([str(binary), "serve", "energy"], state) as server:
            results_are_theirs(checks, server)
            accidents(checks, server)
            two_at_once(checks, server)
            files_of_a_model(checks, server, state.work)
            wrong_models(checks, server, state.work)
    a_full_disk(checks, binary)
    command_line(checks, binary)
    checks.finish()


if __name__ == "__main__":
    main()
