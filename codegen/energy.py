#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of EnergyPlus object types: codegen/energy.py ENERGY schemas

The first argument is the folder that `./dev setup energy` fills: the schemas of all versions are in it (idfkit, MIT; the schemas
are EnergyPlus', BSD). Facts only: names and places, no texts.

energy_types.tsv, tab-separated, a line for each type and again for each version from which something is different:

  type, group, 1 if it has a name (the first field), the version from which on, and the fields that name a zone, each as
  slot:field with the slot counted from 0 as in an IDF file, separated by blanks. A type that is gone has "-" as its group.
"""

import gzip
import json
import pathlib
import sys

# The lists of names to which a zone adds its own, as far as who refers to them means a zone.
ZONES = {"ZoneNames", "ZoneAndZoneListNames", "ZoneAndZoneListAndSpaceAndSpaceListNames"}
GONE = ("-", "0", "")


def versions(folder):
    found = {}
    for path in pathlib.Path(folder).glob("idfkit/schemas/V*/Energy+.schema.epJSON.gz"):
        found[tuple(int(part) for part in path.parent.name[1:].split("-"))] = path
    return sorted(found.items())


def facts(schema):
    group = schema.get("group") or ""  # before 9.5 there is none
    members = next(iter((schema.get("patternProperties") or {}).values()), None) or schema.get("additionalProperties") or {}
    fields = members.get("properties", {}) if isinstance(members, dict) else {}
    order = schema["legacy_idd"]["fields"]
    zones = [f"{slot}:{name}" for slot, name in enumerate(order)
             if ZONES & set((fields.get(name) or {}).get("object_list") or ())]
    return group, "1" if "name" in schema else "0", " ".join(zones)


def rows(folder):
    known = {}
    for version, path in versions(folder):
        with gzip.open(path) as file:
            types = json.load(file)["properties"]
        since = f"{version[0]}.{version[1]}"
        for name in {**{name: None for name in known}, **types}:
            known.setdefault(name, []).append((since, facts(types[name]) if name in types else GONE))
    for name in sorted(known, key=str.upper):
        group = next((group for _, (group, _, _) in reversed(known[name]) if group not in ("", "-")), "")
        last = None
        for since, (now, named, zones) in known[name]:
            row = ("-" if now == "-" else group, named, zones)
            if row != last:
                yield "\t".join((name, row[0], named, since, zones))
            last = row


def main(energy, out):
    text = "\n".join(rows(energy)) + "\n"
    (pathlib.Path(out) / "energy_types.tsv").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
