#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Other people's programs read our files: ezdxf audits every DXF, the Khronos validator every GLB.

    cad.py FILE.dxf|FILE.glb...

Prints one line a file. Ends with 1 if a reader complains about anything (errors or repairs of ezdxf,
errors or warnings of the validator), or if a drawing is empty.
"""
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LAYERS = {"ROOMS", "WALLS", "DOORS", "WINDOWS", "STAIRS", "LIFTS", "LABELS", "DIMENSIONS"}

VALIDATE = """
import { readFileSync } from "node:fs";
import validator from "gltf-validator";
const report = await validator.validateBytes(new Uint8Array(readFileSync(process.argv[1])));
console.log(JSON.stringify(report));
"""


def check_dxf(path):
    import ezdxf

    drawing = ezdxf.readfile(path)
    audit = drawing.audit()
    complaints = [f"{entry.code}: {entry.message}" for entry in list(audit.errors) + list(audit.fixes)]
    entities = list(drawing.modelspace())
    missing = LAYERS - {layer.dxf.name for layer in drawing.layers}
    if missing:
        complaints.append(f"layers missing: {sorted(missing)}")
    if not any(entity.dxf.layer == "WALLS" for entity in entities):
        complaints.append("no walls")
    if drawing.header.get("$INSUNITS") not in (1, 2, 4, 5, 6):
        complaints.append(f"$INSUNITS is {drawing.header.get('$INSUNITS')}")
    for insert in drawing.modelspace().query("INSERT"):
        if insert.dxf.name not in drawing.blocks:
            complaints.append(f"block missing: {insert.dxf.name}")
    return f"{drawing.dxfversion}, {len(entities)} entities", complaints


def check_glb(path):
    run = subprocess.run(
        ["node", "--input-type=module", "-e", VALIDATE, str(path)],
        cwd=HERE, capture_output=True, text=True, timeout=60, check=False)
    if run.returncode != 0:
        return "validator did not run", [run.stderr.strip()]
    report = json.loads(run.stdout)
    bad = [entry for entry in report["issues"]["messages"] if entry["severity"] <= 1]
    info = report.get("info", {})
    complaints = [f"{entry['code']} {entry.get('pointer', '')}: {entry['message']}" for entry in bad]
    if not info.get("totalTriangleCount"):
        complaints.append("no triangles")
    return f"{info.get('drawCallCount')} meshes, {info.get('totalTriangleCount')} triangles", complaints


def main(paths):
    failed = not paths
    for name in paths:
        path = pathlib.Path(name).resolve()
        check = {".dxf": check_dxf, ".glb": check_glb}.get(path.suffix)
        if check is None:
            print(f"{path.name}: neither .dxf nor .glb")
            failed = True
            continue
        summary, complaints = check(path)
        print(f"{path.name}: {summary}" + ("" if complaints else ", no complaints"))
        for complaint in complaints:
            print(f"  {complaint}")
        failed = failed or bool(complaints)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
