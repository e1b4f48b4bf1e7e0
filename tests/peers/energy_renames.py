#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Objects of the reference models are renamed. What changed is what referred to them, and a rename back gives the bytes, but
for the case of references and the column of comments.

    energy_renames.py BUILD_DIR [--seed N]

Of every model: all objects that keys of outputs, sensors, actuators and internal variables name, and some others. After a
rename the references that led to the object lead to it by its new name and no other changed; renamed back, the file is what
it was. At the end: how many keys were changed, and how many were left because they can mean several objects.
"""
import argparse
import json
import pathlib
import random
import re
import sys
import tempfile

from energy_engine import MODELS
from energy_models import Ours

KEYS = {
    "Output:Variable": "key_value",
    "EnergyManagementSystem:Sensor": "output_variable_or_output_meter_index_key_name",
    "EnergyManagementSystem:Actuator": "actuated_component_unique_name",
    "EnergyManagementSystem:InternalVariable": "internal_data_index_key_name",
}
OTHERS = 3
NEW = "Quite Another Name"


def edges(ours, path):
    return sorted(json.dumps(each) for each in ours.ask("edges", path)["edges"])


def plain(content):
    return re.sub(rb" +", b" ", content.lower())


def check(ours, path, kind, name, made):
    done = ours.ask("rename", path, kind, name, NEW)
    if "error" in done:
        return [done["error"]], done
    made.write_text(done["output"], encoding="utf-8", newline="")
    problems = []
    expected = []
    changed = {tuple(each) for each in done["edits"]}
    for edge in ours.ask("edges", path)["edges"]:
        own = edge[0] == kind and edge[1] == name
        text = NEW if tuple(edge[:4]) in changed else edge[3]
        expected.append(json.dumps([edge[0], NEW if own else edge[1], edge[2], text, *edge[4:]]))
    if sorted(expected) != edges(ours, made):
        problems.append("other references after it")
    back = ours.ask("rename", made, kind, NEW, name)
    # NB: references may have been written in another case than the name, and a long name moves its comment.
    if plain(back.get("output", "").encode()) != plain(path.read_bytes()):
        problems.append("renamed back, the bytes differ")
    return problems, done


def chosen(rng, model):
    """The objects to rename: (type, name)."""
    by_name = {}
    for kind, objects in model.items():
        for name in objects:
            if name and name != f"{kind} {list(objects).index(name) + 1}":
                by_name.setdefault(name.upper(), []).append((kind, name))
    keyed = {fields.get(KEYS[kind], "").upper() for kind in KEYS for fields in model.get(kind, {}).values()}
    wanted = [each for key in sorted(keyed) for each in by_name.get(key, ())]
    rest = [each for named in by_name.values() for each in named if each not in wanted]
    return wanted[:8] + rng.sample(rest, min(OTHERS, len(rest)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    rng = random.Random(options.seed)
    ours = Ours(options.build)
    bad = renames = keys = references = left = 0
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder) / "renamed.idf"
        for path in sorted(MODELS, key=lambda each: each.stat().st_size)[:12]:
            model = json.loads(ours.ask("epjson", path)["output"])
            for kind, name in chosen(rng, model):
                problems, done = check(ours, path, kind, name, made)
                renames += 1
                keys += done.get("keys", 0)
                references += done.get("references", 0)
                left += sum(each[4] == "two objects have this name" for each in done.get("mentions", ()))
                bad += bool(problems)
                for each in problems:
                    print(f"  {path.name}: {kind} {name}: {each}")
    print(f"{renames} renames, {references} references and {keys} keys changed, {left} left, {bad} wrong")
    return 1 if bad or not keys else 0


if __name__ == "__main__":
    sys.exit(main())
