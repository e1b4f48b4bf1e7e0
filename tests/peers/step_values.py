#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every attribute of every entity of real files, as we read it and as ifcopenshell does.

    step_values.py BUILD_DIR [FILE…]

Without files: our own models, and twenty of $LINTEL_CORPORA, the largest ones and the rest spread over its folders. Ends
with 1 if a value differs, or a record is missing on either side.

What is told apart by us and not by ifcopenshell (derived from unset, enumerations from strings) is compared as it sees it.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import ifcopenshell

from harness import corpora
from own_models import write_models

WANTED = 20


def choose(corpora):
    """The six largest files, then the first of each folder, the second of each folder…, in sorted order."""
    files = sorted(corpora.rglob("*.ifc"))
    chosen = sorted(files, key=lambda path: (-path.stat().st_size, path))[:6]
    folders = {}
    for path in files:
        if path not in chosen:
            folders.setdefault(path.parent, []).append(path)
    row = 0
    while len(chosen) < min(WANTED, len(files)):
        chosen += [paths[row] for _, paths in sorted(folders.items()) if row < len(paths)]
        row += 1
    return chosen[:WANTED]


def theirs(value):
    if isinstance(value, ifcopenshell.entity_instance):
        if value.id():
            return {"r": value.id()}
        return {"t": value.is_a().upper(), "v": [theirs(value.wrappedValue)]}
    if isinstance(value, (tuple, list)):
        return [theirs(each) for each in value]
    return value


def same(our, their):
    if isinstance(our, dict) and isinstance(their, dict):
        if "t" in our:
            return our["t"].upper() == their.get("t") and same(our["v"], their["v"])
        return our == their
    if isinstance(our, dict):
        if "e" in our:
            return their == {"T": True, "F": False, "U": "UNKNOWN"}.get(our["e"], our["e"]) or their == our["e"]
        if "b" in our:
            return bits(our["b"]) == their
        return our.get("s", our) == their
    if isinstance(our, list):
        return isinstance(their, list) and len(our) == len(their) and all(map(same, our, their))
    if isinstance(our, bool) or isinstance(their, bool):
        return our is their
    return our == their


def bits(written):
    """6.4.4: the first digit says how many bits of the second are unused."""
    digits = written.strip('"')
    return "".join(f"{int(digit, 16):04b}" for digit in digits[1:])[int(digits[0]):] if digits else ""


def compare(program, path):
    lines = subprocess.run([program, path], capture_output=True, check=True).stdout.decode().splitlines()
    problems = json.loads(lines[0])["problems"]
    model = ifcopenshell.open(str(path))
    ours = {record[0]: record for record in map(json.loads, lines[1:])}
    differing = [f"{path.name}: {problem}" for problem in problems]
    differing += [f"{path.name}: only one side has #{each}" for each in sorted(ours.keys() ^ {e.id() for e in model})]
    values = 0
    for entity in model:
        _, kind, arguments = ours.get(entity.id(), (0, "", []))
        if kind != entity.is_a().upper() or len(arguments) != len(entity):
            differing.append(f"{path.name}: #{entity.id()} is {kind} with {len(arguments)} values, theirs {entity}")
            continue
        for position, our in enumerate(arguments):
            values += 1
            their = theirs(entity[position])
            if not same(our, their):
                differing.append(f"{path.name}: #{entity.id()} {kind} {entity.attribute_name(position)}: {our!r}, theirs {their!r}")
    return values, differing


def compare_all(program, files):
    values = differ = 0
    for path in files:
        count, differing = compare(program, path)
        print(f"{path.parent.name}/{path.name}: {count} values, {len(differing)} differ")
        for each in differing[:10]:
            print(f"  {each}")
        values += count
        differ += len(differing)
    print(f"{len(files)} files, {values} values, {differ} differ")
    return 1 if differ or not values else 0


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = pathlib.Path(sys.argv[1]) / "step_dump"
    if files := [pathlib.Path(each) for each in sys.argv[2:]]:
        return compare_all(program, files)
    real = corpora("the values of real models")
    with tempfile.TemporaryDirectory() as folder:
        return compare_all(program, write_models(folder) + (choose(real) if real else []))


if __name__ == "__main__":
    sys.exit(main())
