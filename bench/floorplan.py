# SPDX-License-Identifier: Apache-2.0
"""Floor plans through the real server over stdio: the origin's measured figures stand beside ours.

The origin is malarbase/mermaid-floorplan 0.19.0 (Node, Langium, resvg); its figures were measured once on a machine of
the same kind and are quoted, not run.
"""
import json
import os
import re
import statistics
import subprocess
import time
from pathlib import Path

# The 42-room, four-storey plan comes with the corpora; without them a plan of the same size is written here.
EXAMPLE = "floorplan/ImprovedTriplexVilla.floorplan"
ORIGIN = {"validate": 12.1, "png": 72.0, "svg": 25.0, "modify": 48.0, "dxf": 33.0, "3d-png": 2000.0, "validate 500": 397.0,
          "png 500": 889.0}
FLAT_KB = 1024


def grid(rooms, floors=1):
    """Rooms of 4 x 4 in a square grid, each joined to the one on its left."""
    side = max(1, round((rooms / floors) ** 0.5))
    text, links = ["floorplan"], []
    for floor in range(floors):
        text.append(f"  floor F{floor} {{")
        for i in range(rooms // floors):
            x, y, name = i % side * 4, i // side * 4, f"R{floor}_{i}"
            text.append(f"    room {name} at ({x}, {y}) size (4 x 4) "
                        "walls [top: window, right: solid, bottom: solid, left: solid]")
            if x:
                links.append(f"  connect R{floor}_{i - 1}.right to {name}.left door at 50%")
        text.append("  }")
    return "\n".join(text + links) + "\n"


def example():
    corpora = os.environ.get("LINTEL_CORPORA")
    file = Path(corpora) / EXAMPLE if corpora else None
    return file.read_text() if file and file.exists() else grid(42, 4)


class Client:
    def __init__(self, lintel, state, toolset="floorplan", log=subprocess.DEVNULL, log_level="info", root="."):
        self.process = subprocess.Popen([lintel, "serve", toolset, "--root", root], cwd=state.work, env={**state.env, "LINTEL_LOG_LEVEL": log_level},
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        self.ids = 0
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}})

    def line(self, method, params):
        self.ids += 1
        return json.dumps({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params}).encode() + b"\n"

    def ask(self, method, params):
        self.process.stdin.write(self.line(method, params))
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def call(self, tool, arguments):
        """Milliseconds until the answer's last byte is here; its contents are looked at afterwards."""
        start = time.perf_counter()
        line = self.ask("tools/call", {"name": tool, "arguments": arguments})
        took = (time.perf_counter() - start) * 1000
        self.look_at(tool, line)
        return took

    def call_at_once(self, calls):
        """Sends all before it waits for the first answer."""
        lines = [self.line("tools/call", {"name": tool, "arguments": arguments}) for tool, arguments in calls]
        self.process.stdin.write(b"".join(lines))
        self.process.stdin.flush()
        for tool, line in [(tool, self.process.stdout.readline()) for tool, _ in calls]:
            self.look_at(tool, line)

    @staticmethod
    def look_at(tool, line):
        result = json.loads(line)["result"]
        if result.get("isError") or result["structuredContent"].get("valid") is False:
            raise RuntimeError(f"{tool}: {line[:400]!r}")

    def rss_kb(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


def median_ms(client, tool, arguments, count):
    client.call(tool, arguments)
    return statistics.median(client.call(tool, arguments) for _ in range(count))


def report(bench, state, verdict):
    client = Client(os.path.abspath(bench.options.lintel), state)
    plan, many = example(), grid(500)
    rename = [{"action": "add_label", "target": re.search(r"^\s*room (\w+)", plan, re.M).group(1), "params": {"label": "bench"}}]
    rows = [
        ("42 rooms, 4 storeys: validate", "validate", "validate_floorplan", {"dsl": plan}, 300, 1),
        ("the same: PNG 1200 px, one floor", "png", "render_floorplan", {"dsl": plan, "width": 1200, "height": 1200}, 60, 10),
        ("the same: SVG", "svg", "render_floorplan", {"dsl": plan, "format": "svg"}, 60, None),
        ("the same: modify", "modify", "modify_floorplan", {"dsl": plan, "operations": rename}, 60, None),
        ("the same: DXF", "dxf", "render_floorplan", {"dsl": plan, "format": "dxf"}, 60, None),
        ("the same: 3D PNG 1200 x 900, all floors", "3d-png", "render_floorplan",
         {"dsl": plan, "format": "3d-png", "width": 1200, "height": 900, "renderAllFloors": True}, 5, None),
        ("500 rooms: validate", "validate 500", "validate_floorplan", {"dsl": many}, 60, 10),
        ("500 rooms: PNG 800 px", "png 500", "render_floorplan", {"dsl": many, "width": 800, "height": 800}, 10, None),
    ]
    print("\n| floor plans, ms per call over stdio (median) | lintel | origin (quoted) | ratio | target |")
    print("|---|---:|---:|---:|---|")
    for label, key, tool, arguments, count, target in rows:
        ours = median_ms(client, tool, arguments, count)
        shown = f"< {target} ms: {verdict(ours < target)}" if target else ""
        print(f"| {label} | {ours:.2f} | {ORIGIN[key]:,.1f} | {ORIGIN[key] / ours:,.0f}× | {shown} |")
    for _ in range(1000):
        client.call("validate_floorplan", {"dsl": plan})
    before = client.rss_kb()
    for i in range(10_000):
        client.call("render_floorplan" if i % 20 == 0 else "validate_floorplan", {"dsl": plan})
    after = client.rss_kb()
    print(f"| RSS over 10,000 calls, MB | {before / 1024:.1f} → {after / 1024:.1f} | 122 → 759 after 400 | "
          f"| flat (< 1 MB more): {verdict(after - before < FLAT_KB)} |")
    client.close()
