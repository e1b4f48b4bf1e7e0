#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Objects of every type of every version, made from its schema, as we read them and as idfkit does.

    energy_versions.py BUILD_DIR [--versions N] [--rounds N] [--seed N]

The engine here is of one version; idfkit reads all 18. Of N versions, chosen at random (0: all): a file has one object of each
type, with what is required, with everything, and with something between. Our epJSON must equal idfkit's, we find no error,
and written back it has the same bytes. Ends with 1 where anything differs.
"""
import argparse
import gzip
import json
import pathlib
import random
import sys
import tempfile

from energy_engine import ENERGY, schema_path
from energy_models import Ours, differences
from energy_types import Kind, good_value, make

sys.path.append(str(ENERGY))
import idfkit  # noqa: E402

VERSIONS = [".".join(map(str, each)) for each in idfkit.ENERGYPLUS_VERSIONS]


def plain(rng, kind, slots):
    """Without what idfkit reads otherwise than the engine: UTF-8, blank groups, and blanks around values."""
    slots = [each.strip().replace(" é", "") for each in slots]
    size = len(kind.inner)
    if size and not slots:
        slots = [""]
    for first in range(len(kind.fields), len(slots), size or 1):
        if size and not any(slots[first:first + size]):
            slots[first] = good_value(rng, kind.describe(kind.inner[0], True)).strip().replace(" é", "")
    while slots and not slots[-1]:
        slots.pop()
    return slots


def text_of(version, kinds, fill, rng):
    always = [f"Version,{version};"]
    for kind in kinds:
        slots = plain(rng, kind, make(rng, kind, fill))
        separator = rng.choice([",", ",\n    ", ",  !- field\n  "])
        always.append(kind.name + separator + separator.join(slots) + ";")
    return "\n".join(always) + "\n"


def sizes_agree(described):
    """Where a schema gives two sizes of a group, the engine goes by the list of its fields and idfkit by the number."""
    return described.get("extensible_size", 0) == len(described["legacy_idd"].get("extensibles", ()))


def idfkit_reads(kind, version, folder):
    """It does not know the groups of some types that have nothing else."""
    path = pathlib.Path(folder) / "one.idf"
    path.write_text(f"Version,{version};\n{kind.name},1;\n")
    try:
        idfkit.load_idf(str(path))
        return True
    except idfkit.IDFParseError:
        return False


def theirs(path, folder):
    model = idfkit.load_idf(str(path))
    made = pathlib.Path(folder) / "theirs.epJSON"
    idfkit.save_epjson(model, str(made))
    return json.loads(made.read_text())


def without_blanks(value):
    """idfkit keeps a blank between two values as an empty text; the engine leaves it out."""
    if isinstance(value, dict):
        return {key: without_blanks(each) for key, each in value.items() if each not in ("", None)}
    if isinstance(value, list):
        return [without_blanks(each) for each in value]
    return value


def compare(ours, path, folder):
    checked = ours.ask("check", path).get("findings", [{"error": True, "message": "not read"}])
    # What only a preprocessor reads, and what lacks in a file of one object each, is the model's matter.
    problems = [f"we refuse: {each}" for each in checked if each["error"] and each["type"] and each["code"] != "preprocessed"]
    if not ours.ask("same", path).get("same"):
        problems.append("written back, its bytes differ")
    converted = ours.ask("epjson", path)
    if "error" in converted:
        return problems + [converted["error"]]
    return problems + list(differences(without_blanks(json.loads(converted["output"])), without_blanks(theirs(path, folder))))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--versions", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    rng = random.Random(options.seed)
    versions = VERSIONS if not options.versions else sorted(rng.sample(VERSIONS, options.versions), key=VERSIONS.index)
    bad = objects = 0
    with tempfile.TemporaryDirectory() as folder:
        for version in versions:
            schema = json.load(gzip.open(schema_path(version)))
            kinds = [Kind(name, described) for name, described in schema["properties"].items()
                     if name != "Version" and sizes_agree(described)]
            ours = Ours(options.build, version)
            kinds = [each for each in kinds if each.fields or idfkit_reads(each, version, folder)]
            for fill in [0, 1, *[0.5] * options.rounds]:
                path = pathlib.Path(folder) / "types.idf"
                path.write_text(text_of(version, kinds, fill, rng), encoding="utf-8")
                problems = compare(ours, path, folder)
                objects += len(kinds)
                bad += len(problems)
                for each in problems[:8]:
                    print(f"  {version}, {fill}: {each}")
    print(f"{len(versions)} versions, {objects} objects, {bad} differ")
    return 1 if bad or not objects else 0


if __name__ == "__main__":
    sys.exit(main())
