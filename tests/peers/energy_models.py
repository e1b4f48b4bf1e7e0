#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The 32 reference models of EnergyPlus as we read them, beside its own engine and idfkit.

    energy_models.py BUILD_DIR [FILE…]

Of every model: our epJSON equals what the engine's --convert-only writes (numbers to a relative 1e-12), our IDF of that
epJSON is read by the engine as the same model, written back without an edit it has the same bytes, we find no error in
it, and our references are idfkit's. Ends with 1 where any of that fails.

With files: the same of those, without idfkit; what the engine refuses is not compared.
"""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

from energy_engine import ENERGY, MODELS, Engine, schema_path


class Ours:
    """energy_dump, which answers line by line."""

    def __init__(self, build, version="25.2.0"):
        program = pathlib.Path(build) / "energy_dump"
        self.process = subprocess.Popen([program, schema_path(version)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words):
        print(*words, sep="\t", file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


def same(a, b):
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    numbers = (int, float)
    if isinstance(a, numbers) and isinstance(b, numbers) and not isinstance(a, bool) and not isinstance(b, bool):
        return math.isclose(a, b, rel_tol=1e-12)
    return type(a) is type(b) and a == b


def differences(a, b, path=""):
    if isinstance(a, dict) and isinstance(b, dict):
        for key in {**a, **b}:
            if key not in a or key not in b:
                yield f"{path}/{key}: only {'ours' if key in a else 'the engine'}"
            else:
                yield from differences(a[key], b[key], f"{path}/{key}")
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for number, (one, other) in enumerate(zip(a, b)):
            yield from differences(one, other, f"{path}/{number}")
    elif not same(a, b):
        yield f"{path}: {str(a)[:100]}, the engine {str(b)[:100]}"


def compare(engine, ours, path, folder):
    """Problems of one file, and whether the engine accepts it."""
    problems = []
    theirs = engine.convert(path.read_bytes(), ".idf")
    if not ours.ask("same", path).get("same"):
        problems.append("written back, its bytes differ")
    errors = [each for each in ours.ask("check", path).get("findings", [{"error": True, "message": "not read"}]) if each["error"]]
    if theirs.accepted and errors:
        problems.append(f"{len(errors)} errors, the engine finds none: {errors[0]}")
    if theirs.output is None:
        return problems, theirs.accepted
    wanted = json.loads(theirs.output)
    converted = ours.ask("epjson", path)
    if "error" in converted:
        return problems + ([converted["error"]] if theirs.accepted else []), theirs.accepted
    if theirs.accepted:
        problems += list(differences(json.loads(converted["output"]), wanted))
        problems += back(engine, ours, converted["output"], wanted, folder)
    return problems, theirs.accepted


def back(engine, ours, output, wanted, folder):
    """Our epJSON as IDF again, as the engine reads it."""
    made = pathlib.Path(folder) / "made.epJSON"
    made.write_text(output)
    if not ours.ask("same", made).get("same"):
        yield "epJSON written back differs"
    idf = ours.ask("idf", made)
    if "error" in idf:
        yield f"epJSON to IDF: {idf['error']}"
        return
    again = engine.convert(idf["output"].encode(), ".idf")
    if not again.accepted:
        yield f"our IDF of it is refused: {again.errors[:2]}"
    else:
        yield from (f"there and back: {each}" for each in differences(json.loads(again.output), wanted))


def their_edges(path):
    sys.path.append(str(ENERGY))
    import idfkit

    found, numbers = set(), {}
    model = idfkit.load_idf(str(path))
    for source in model.all_objects:
        number = numbers[source.obj_type] = numbers.get(source.obj_type, 0) + 1
        name = source.name or f"{source.obj_type} {number}"
        found |= {(source.obj_type, name, field, group, named)
                  for named, field, group in model.references._references.get(source, ())}
    return found


def our_edges(ours, path):
    found = {}
    for kind, name, field, text, targets, of_class in ours.ask("edges", path)["edges"]:
        group = None
        if "[" in field:
            before, _, field = field.partition("].")
            group = int(before.partition("[")[2])
        found[(kind, name, field, group, text.upper())] = (targets, of_class)
    return found


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    files = [pathlib.Path(each) for each in sys.argv[2:]]
    engine, ours = Engine(), Ours(sys.argv[1])
    bad = accepted = edges = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in files or MODELS:
            problems, good = compare(engine, ours, path, folder)
            accepted += good
            if not files:
                mine, theirs = our_edges(ours, path), their_edges(path)
                edges += len(mine)
                problems += [f"reference that idfkit lacks: {each}" for each in mine.keys() - theirs]
                problems += [f"reference that we lack: {each}" for each in theirs - mine.keys()]
            bad += bool(problems)
            for each in problems[:10]:
                print(f"  {path.name}: {each}")
            if len(problems) > 10: print(f"   {len(problems)} problems")
    print(f"{len(files or MODELS)} models, {accepted} accepted by the engine, {edges} references, {bad} differ")
    return 1 if bad or not accepted else 0


if __name__ == "__main__":
    sys.exit(main())
