#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A study of many variants of one small model, with a worker that is killed and a disk that fills up.

    energy_study.py LINTEL [--variants 200]

Not part of `./dev test`: it takes minutes. Through the server: one worker is killed on the way, and only that variant fails; asked for again,
that one alone is simulated. Progress counts up to the number of variants. Then at the command line on a small disk: what
has no room is said to have none; with room again the study is completed, and nothing is simulated twice.
"""
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from energy_engine import MODELS
from harness import Checks, State, StdioServer, UNLIMITED_POLICY

SMALL = next(each for each in MODELS if each.stem == "RefBldgSmallOfficeNew2004_Chicago")


def parameters(count):
    """As many combinations, and two that are the same as another."""
    values = [round(0.05 + 0.001 * i, 4) for i in range(count - 2)]
    return [{"object_type": "Material", "name": "*", "field": "thickness", "values": values}]


class Client(StdioServer):
    """Keeps what it is told of progress."""

    def __init__(self, argv, state):
        self.progress = []
        super().__init__(argv, state)

    def next_answer(self):
        while line := self.process.stdout.readline():
            message = json.loads(line)
            if "id" in message:
                return message
            if message["method"] == "notifications/progress":
                self.progress.append((message["params"]["progress"], message["params"].get("total")))
        raise EOFError("the server ended")

    def study(self, arguments):
        self.progress = []
        answer = self.ask("tools/call", {"name": "run_simulation_study", "arguments": arguments, "_meta": {"progressToken": "study"}})
        if "result" not in answer:
            raise RuntimeError(json.dumps(answer)[:800])
        return answer["result"].get("structuredContent", answer["result"])


def workers_of(pid):
    """Processes of the engine under a server."""
    children = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for each in children for child in each.read_text().split()]


def kill_one(client, killed):
    # After the first few, among which are those that have a twin: what one of them loses the other would bring.
    while not client.progress or client.progress[-1][0] < 6:
        time.sleep(0.05)
    for _ in range(200):
        if found := workers_of(client.process.pid):
            time.sleep(0.2)
            try:
                os.kill(found[0], signal.SIGKILL)
                killed.append(found[0])
                return
            except ProcessLookupError:
                continue
        time.sleep(0.05)


def peak_mb(pid):
    return int(Path(f"/proc/{pid}/status").read_text().split("VmHWM:")[1].split()[0]) / 1024


def through_the_server(check, lintel, count):
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        shutil.copy(SMALL, state.work / "small.idf")
        with Client([lintel, "serve", "energy", "--root", "."], state) as client:
            client.call("load_model", {"file_path": "small.idf"})
            same = [{"name": f"the same {i}", "set": parameters_set(0.05)} for i in range(2)]
            arguments = {"design_day": True, "parameters": parameters(count), "variants": same}
            killed = []
            threading.Thread(target=kill_one, args=(client, killed), daemon=True).start()
            begun = time.monotonic()
            first = client.study(arguments)
            took = time.monotonic() - begun
            rows = first.get("table", [])
            failed = [each for each in rows if each["state"] != "completed"]
            check.check(f"{first.get('variants')} variants in {took:.0f} s", first.get("variants", 0) >= count, json.dumps(first)[:400])
            check.check("a worker was killed, and only its variant failed", len(killed) == 1 and len(failed) <= 1, [each["problem"] for each in failed][:3])
            check.check("and is said to have been", all("signal 9" in each["problem"] for each in failed), failed[:1])
            counts = [each for each, _ in client.progress]
            total = {each for _, each in client.progress}
            check.check("progress counts up to all of them", counts == sorted(counts) and counts[-1:] == [len(rows)] and total == {len(rows)}, counts[-3:])
            ids = [each["run_id"] for each in rows if each.get("run_id")]
            simulated = [each for each in rows if each["state"] == "completed" and not each["cached"]]
            check.check("nothing is simulated twice", len(simulated) == len(set(ids)), (len(simulated), len(set(ids))))
            again = client.study(arguments)
            check.check("again: complete", again.get("completed") == again.get("variants"), json.dumps(again)[:300])
            fresh = [each["name"] for each in again["table"] if not each["cached"]]
            check.check("again: only what failed is simulated", fresh == [each["name"] for each in failed][:1], fresh[:5])
            check.check("every variant has its figures", again["figures"] and all(None not in each["figures"] for each in again["table"]))
            print(f"      memory of the server at its largest: {peak_mb(client.process.pid):.0f} MB", flush=True)


def parameters_set(thickness):
    return [{"object_type": "Material", "name": "*", "field": "thickness", "value": thickness}]


# In a namespace of its own: the state lies on a small disk, which is then made larger.
FULL = """
set -e
mount -t tmpfs -o size={size}m none {place}
set +e
{lintel} energy batch study.json -o first.csv; echo "first $?"
mount -o remount,size=2g {place}
{lintel} energy batch study.json -o second.csv; echo "second $?"
"""


def on_a_small_disk(check, lintel, count, size):
    with State() as state:
        shutil.copy(SMALL, state.work / "small.idf")
        (state.work / "study.json").write_text(json.dumps({"model": "small.idf", "design_day": True, "parameters": parameters(count)}))
        place = Path(state.env.get("XDG_STATE_HOME", state.path / "state"))
        place.mkdir(parents=True, exist_ok=True)
        script = FULL.format(size=size, place=place, lintel=lintel)
        done = subprocess.run(["unshare", "-m", "sh", "-c", script], cwd=state.work, env={**state.env, "XDG_STATE_HOME": str(place)},
                              capture_output=True, text=True)
        if "unshare" in done.stderr or "first" not in done.stdout:
            print(f"skipped: a full disk (no namespaces here) {done.stderr[-200:]}", flush=True)
            return
        first, second = table(state.work / "first.csv"), table(state.work / "second.csv")
        full = [each for each in first if each["state"] != "completed"]
        check.check(f"a full disk: {len(first) - len(full)} of {len(first)} completed, the others say why",
                    full and len(full) < len(first) and all("disk is full" in each["problem"] for each in full), full[:1])
        check.check("with room: all complete", second and all(each["state"] == "completed" for each in second) and "second 0" in done.stdout, second[:1])
        kept = {each["variant"] for each in first if each["state"] == "completed"}
        twice = [each["variant"] for each in second if each["variant"] in kept and each["cached"] != "yes"]
        check.check("with room: nothing is simulated twice", not twice, twice[:3])


def table(path):
    import csv
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lintel")
    parser.add_argument("--variants", type=int, default=200)
    parser.add_argument("--small-disk-mb", type=int, default=12)
    options = parser.parse_args()
    check, lintel = Checks(), Path(options.lintel).resolve()
    through_the_server(check, lintel, options.variants)
    on_a_small_disk(check, lintel, max(20, options.variants // 5), options.small_disk_mb)
    check.finish()


if __name__ == "__main__":
    main()
