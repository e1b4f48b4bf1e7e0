#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An agent that may only READ makes 1,000 random calls, valid by the tools' schemas, aimed at files that are there.

    read_only_agent.py BINARY [--calls 1000] [--seed N]

Not one byte under the roots may change, nothing may appear or go. The same calls to a server with the built-in policy show
that they are no strawmen: at least half of them succeed there, or would but for a human's word. Prints its seed.
"""
import argparse
import hashlib
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from harness import Checks, State, StdioServer  # noqa: E402

READ_ONLY = """
[[principal]]
id = "agent:*"
[[principal.allow]]
do = ["READ"]
[[principal]]
id = "human:*"
[[principal.allow]]
do = ["READ", "APPROVE"]
"""
IDS = """<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema"><info><title>T</title></info>
<specifications><specification name="W" ifcVersion="IFC4"><applicability minOccurs="0" maxOccurs="unbounded"><entity><name>
<simpleValue>IFCWALL</simpleValue></name></entity></applicability></specification></specifications></ids>"""
PLAN = "floorplan\n  floor Ground {\n    room A at (0, 0) size (4 x 3) walls [top: solid, right: solid, bottom: solid, left: solid]\n  }\n"
MODEL = ("ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\n"
         "ENDSEC;\nDATA;\n#1=IFCWALL('2O2Fr$t4X7Zf8NOew3FLOH',$,'W',$,$,$,$,$,$);\nENDSEC;\nEND-ISO-10303-21;\n")
FILES = {"model.ifc": MODEL, "rules.ids": IDS, "old.xml": IDS, "plan.floorplan": PLAN, "table.csv": "a;b\n", "report.html": "<p>",
         "report.json": "{}", "plan.svg": "<svg/>", "plan.pdf": "%PDF", "plan.png": "x", "Makefile": "all:\n", ".env": "A=1\n",
         "out/rules.ids": IDS, "out/table.xlsx": "x", ".git/hooks/pre-commit": "#!/bin/sh\n"}
# What leads to files, by argument.
PATHS = ("output_path", "path", "ifc_file_path", "source", "file_path", "base_path", "other_path")


def state_of(root):
    out = {}
    for path in sorted(root.rglob("*")):
        if path.is_file():
            out[str(path.relative_to(root))] = (path.stat().st_mode, hashlib.sha256(path.read_bytes()).hexdigest())
    return out


def range_of(schema):
    """Some fifty values from the lowest that the schema allows, none above its highest."""
    lowest = schema.get("minimum", min(0, schema.get("maximum", 0)))
    return lowest, min(schema.get("maximum", lowest + 50), lowest + 50)


def value_of(random_, name, schema):
    kind = schema.get("type")
    if "enum" in schema:
        return random_.choice(schema["enum"])
    if name == "dry_run":
        return False
    if name == "overwrite":
        return True
    if name in PATHS or name.endswith("path"):
        return random_.choice([*FILES, "new.ids", "new.csv", "new.html", "new.svg", "out/new.floorplan"])
    if name == "dsl":
        return PLAN
    if kind == "integer":
        return random_.randint(*map(int, range_of(schema)))
    if kind == "number":
        return round(random_.uniform(*range_of(schema)), 2)
    if kind == "boolean":
        return random_.random() < 0.5
    if kind == "array":
        return [value_of(random_, name, schema.get("items", {})) for _ in range(random_.randint(1, 2))]
    if kind == "object":
        return arguments_of(random_, schema)
    return random_.choice(["W", "IFCWALL", "Pset_WallCommon", "A", "IFC4"])


def arguments_of(random_, schema):
    required = schema.get("required", [])
    return {name: value_of(random_, name, of) for name, of in schema.get("properties", {}).items()
            if name not in ("workspace", "branch") and (name in required or name in PATHS or random_.random() < 0.3)}


# Those that write files come more often, with arguments that fit.
def aimed_call(random_):
    endings = {"export_ids": ["rules.ids", "old.xml", "out/rules.ids", "new.ids"],
               "export_ids_table": ["table.csv", "out/table.xlsx", "new.csv"],
               "export_floorplan": ["plan.floorplan", "plan.svg", "plan.pdf", "plan.png", "new.svg"],
               "export_ids_report": ["report.html", "report.json", "new.html"]}
    tool = random_.choice(list(endings))
    path = random_.choice(endings[tool])
    arguments = {"path" if tool == "export_floorplan" else "output_path": path, "overwrite": random_.random() < 0.95}
    if tool == "export_floorplan":
        arguments["dsl"] = PLAN
    if tool == "export_ids_report":
        arguments.update(ifc_file_path="model.ifc", report_format=Path(path).suffix[1:])
    return tool, arguments


def calls_of(random_, tools, count):
    for number in range(count):
        if number % 10 == 0:  # other calls may have taken the document apart
            yield "load_ids", {"source": IDS, "source_type": "string"}
        elif random_.random() < 0.85:
            yield aimed_call(random_)
        else:
            tool = random_.choice(tools)
            yield tool["name"], arguments_of(random_, tool["inputSchema"])


def prepare(state):
    for name, text in FILES.items():
        path = state.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (state.work / ".git/hooks/pre-commit").chmod(0o755)


def play(binary, seed, count, policy):
    """(files before, files after, how many calls succeeded or wait for a human)"""
    random_ = random.Random(seed)
    with State() as state:
        prepare(state)
        good = 0
        # A document in work, by a person's policy; the attack begins after it.
        with StdioServer([binary, "serve", "all"], state) as server:
            server.call("load_ids", {"source": "rules.ids"})
        if policy:
            state.write_policy(policy)
        before = state_of(state.work)
        with StdioServer([binary, "serve", "all"], state) as server:
            tools = [each for each in server.tools() if each["name"] not in ("workspace_close", "view_read")]
            for tool, arguments in calls_of(random_, tools, count):
                result = server.call(tool, arguments)
                good += not result.get("isError", False)
        return before, state_of(state.work), good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    binary = str(Path(options.binary).resolve())
    print(f"seed {options.seed}", flush=True)
    checks = Checks()
    before, after, _ = play(binary, options.seed, options.calls, READ_ONLY)
    changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    checks.check("a READ-only agent changes no byte under the roots", not changed, changed)
    _, _, good = play(binary, options.seed, options.calls, None)
    checks.check(f"the same calls are no strawmen: {good} of {options.calls} succeed, or wait for a human, by the built-in policy",
                 good * 2 >= options.calls, good)
    checks.finish()


if __name__ == "__main__":
    main()
