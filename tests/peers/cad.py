#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Other people's programs read our files: ezdxf audits every DXF, the Khronos validator every GLB, poppler draws every
page of every PDF, expat reads every SVG.

    cad.py PROGRAM PLAN.floorplan…

Every plan is written in each format by the program. Ends with 1 if a reader complains about anything (errors or repairs
of ezdxf, errors or warnings of the validator), or if a drawing is empty.
"""
import json
import pathlib
import os
import subprocess
import sys
import tempfile
import xml.dom.minidom

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
        [os.environ.get("LINTEL_NODE", "node"), "--input-type=module", "-e", VALIDATE, str(path)],
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


def check_pdf(path):
    pages = subprocess.run(["pdftoppm", "-r", "30", "-gray", str(path), str(path.with_suffix(""))],
                           capture_output=True, text=True, timeout=120, check=False)
    complaints = [line for line in pages.stderr.splitlines() if line.strip()]
    drawn = sorted(path.parent.glob(path.stem + "-*.pgm"))
    if not drawn:
        complaints.append("no page was drawn")
    for page in drawn:
        if len(set(page.read_bytes()[20:])) < 3:
            complaints.append(f"{page.name} is blank")
    return f"{len(drawn)} pages", complaints


def check_svg(path):
    root = xml.dom.minidom.parse(str(path)).documentElement
    texts = len(root.getElementsByTagName("text"))
    return f"{texts} texts", [] if root.tagName == "svg" and texts else ["no <text> in it"]


CHECKS = {"dxf": check_dxf, "glb": check_glb, "pdf": check_pdf, "svg": check_svg}


def check_plan(program, plan, folder):
    """Writes a plan in every format and has each read; says how many readers complained."""
    failed = 0
    for ending, check in CHECKS.items():
        path = pathlib.Path(folder) / f"{plan.stem}.{ending}"
        made = subprocess.run([program, "floorplan", "render", str(plan), "-o", str(path)], capture_output=True, text=True,
                              timeout=60, check=False)
        summary, complaints = check(path) if made.returncode == 0 else ("not written", [made.stdout + made.stderr])
        print(f"{'FAIL' if complaints else 'ok  '} {path.name}: {summary}")
        for complaint in complaints[:10]:
            print(f"  {complaint}")
        failed += bool(complaints)
    return failed


def main(program, *plans):
    program = str(pathlib.Path(program).resolve())
    with tempfile.TemporaryDirectory(prefix="lintel-cad-") as folder:
        failed = sum(check_plan(program, pathlib.Path(plan).resolve(), folder) for plan in plans)
    print(f"{len(plans) * len(CHECKS) - failed} passed, {failed} failed")
    return 1 if failed or not plans else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
