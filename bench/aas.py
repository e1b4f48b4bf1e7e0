# SPDX-License-Identifier: Apache-2.0
"""Asset Administration Shells beside aas-core3.0, aas-test-engines and basyx in the same run, on the largest published
template: loading with all checks, and one edit with fast validation of what it changed.

Ours twice: the engine alone, and through the tools, where opening also stores the document and writes the log, and an edit is a
change that waits. Of the peers only reading and checking are counted, not the time Python needs to import them. Each is warm: it
does once what is measured before it is measured, the server with other bytes each time, since it knows what it has read. Rounds
are interleaved. All times are the processor's, all threads together, so that what else runs on the machine is not in them.
"""
import json
import os
import statistics
import subprocess
import time
from pathlib import Path

import floorplan

ROOT = Path(__file__).resolve().parents[1]
PYTHON = ROOT / ".deps/venv/bin/python"
ROUNDS = 5
TURNS = 3  # of each round, after one that is not counted

PEERS = """
import io, json, statistics, sys, time
path = sys.argv[1]
data = open(path, encoding="utf-8-sig").read()
def aas_core():
    from aas_core3 import jsonization, verification
    return lambda: list(verification.verify(jsonization.environment_from_jsonable(json.loads(data))))
def test_engines():
    from aas_test_engines import file
    return lambda: file.check_json_file(io.StringIO(data))
def basyx():
    import basyx.aas.adapter.json as adapter
    return lambda: adapter.read_aas_json_file(io.StringIO(data), failsafe=True)
out = {}
for name, peer in (("aas-core3.0", aas_core), ("aas-test-engines", test_engines), ("basyx", basyx)):
    try:
        run = peer()
        run()
        times = []
        for _ in range(int(sys.argv[2])):
            start = time.process_time()
            run()
            times.append((time.process_time() - start) * 1e3)
        out[name] = statistics.median(times)
    except ImportError as problem:
        out[name] = None
print(json.dumps(out))
"""


def largest():
    corpora = os.environ.get("LINTEL_CORPORA")
    files = list(Path(corpora, "aas/idta-templates").rglob("*.json")) if corpora else []
    return max(files, key=lambda file: file.stat().st_size, default=None)


def processor_ms(process):
    """Of all threads; /proc/PID/stat counts in hundredths of a second, this in nanoseconds."""
    return sum(int(file.read_text().split()[0]) for file in Path(f"/proc/{process.pid}/task").glob("*/schedstat")) / 1e6


def cost(client, *calls):
    """What the server's threads used until it is idle again: some of its work comes after the answer."""
    start = processor_ms(client.process)
    for tool, arguments in calls:
        client.call(tool, arguments)
    now = processor_ms(client.process)
    while True:
        time.sleep(0.02)
        before, now = now, processor_ms(client.process)
        if now - before < 0.2:
            return now - start


def through_tools(bench, state, path):
    """Milliseconds of opening with deep validation, and of one edit; and the idle memory of such a server."""
    client = floorplan.Client(os.path.abspath(bench.options.lintel), state, "aas")
    idle = client.rss_kb()
    both = []
    for turn in range(TURNS + 1):
        Path(state.work, "largest.json").write_bytes(path.read_bytes() + b"\n" * turn)
        if turn > 0:
            client.call("aas_document_close", {})
        both.append(cost(client, ("aas_document_open", {"source": "largest.json"}), ("aas_validate_deep", {})))
    found = json.loads(client.ask("tools/call", {"name": "aas_query_search", "arguments": {"modelType": ["Property"], "limit": 1}}))
    pointer = found["result"]["structuredContent"]["data"]["matches"][0]["path"]
    edits = cost(client, *(("aas_edit_property", {"path": pointer, "value": str(i), "dry_run": True}) for i in range(50))) / 50
    client.call("aas_document_close", {})
    client.close()
    return statistics.median(both[1:]), both[0], edits, idle


def report(bench, state, verdict):
    path = largest()
    if path is None:
        print("\naas: absent (LINTEL_CORPORA is not set)")
        return
    engine, tools, firsts, edits, idles, peers = [], [], [], [], [], {}
    for _ in range(ROUNDS):
        own = json.loads(subprocess.run([ROOT / "build-bench/aas_bench", path], check=True, capture_output=True, text=True).stdout)
        engine.append(own)
        both, first, edit, idle = through_tools(bench, state, path)
        tools.append(both), firsts.append(first), edits.append(edit), idles.append(idle)
        others = json.loads(subprocess.run([PYTHON, "-c", PEERS, path, str(TURNS)], check=True, capture_output=True, text=True).stdout)
        for name, time in others.items():
            peers.setdefault(name, []).append(time)
    median = {name: statistics.median(times) if None not in times else None for name, times in peers.items()}
    alone, edited = (statistics.median(each[key] for each in engine) for key in ("load_and_check_ms", "edit_ms"))
    served, edit, core = statistics.median(tools), statistics.median(edits), median["aas-core3.0"]
    print(f"\n| aas, {path.name}, {path.stat().st_size / 1e6:.1f} MB, {engine[0]['nodes']:,} nodes | processor ms | ratio to aas-core3.0 | target |")
    print("|---|---:|---:|---|")
    print(f"| engine: load and every check | {alone:.2f} | {core / alone:.1f}× | ≥ 20×: {verdict(core / alone >= 20)} |")
    print(f"| through the tools: open (stored) and aas_validate_deep | {served:.1f} | {core / served:.1f}× | ≥ 5×: {verdict(core / served >= 5)} |")
    print(f"| the same, the first of a server just started | {statistics.median(firsts):.1f} | {core / statistics.median(firsts):.1f}× | |")
    for name, time in median.items():
        print(f"| {name}: load{'' if name == 'basyx' else ' and check'} | {f'{time:.0f}' if time else 'absent'} | {f'{core / time:.1f}×' if time else ''} | |")
    print(f"| engine: an edit with fast validation of what changed | {edited:.3f} | | < 1 ms: {verdict(edited < 1)} |")
    print(f"| the same through aas_edit_property, dry run | {edit:.2f} | | |")
    idle = statistics.median(idles) / 1024
    print(f"| idle memory of `lintel serve aas`, MB | {idle:.1f} | | < 20 MB: {verdict(idle < 20)} |", flush=True)
