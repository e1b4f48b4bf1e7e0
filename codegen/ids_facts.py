#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of IDS facts into a folder: codegen/ids_facts.py IDS-DOCUMENTATION schemas

The first argument is a folder with DataTypes.md, units.md, IfcConversionBasedUnit.md and
ifc2x3-occurrence-type-mapping-table.md of buildingSMART's IDS 1.0 documentation. Names, types and factors only.
Tab-separated:

  ids_data_types.tsv        data type, schemas that have it, xs base of restrictions, SI unit, how it is shown,
                            unit type (IfcUnitEnum or IfcDerivedUnitEnum), exponents of m kg s A K mol cd
  ids_conversion_units.tsv  name, factor to SI, SI unit
  ids_2x3_names.tsv         name in IDS, occurrence entity, type entity
"""

import pathlib
import re
import sys

SCHEMAS = ("IFC2X3", "IFC4", "IFC4X3_ADD2")
# The documentation's spelling, where it is not that of the SI brochure.
SPELLING = {
    "meter": "metre",
    "square meter": "square metre",
    "cubic meter": "cubic metre",
    "becqurel": "becquerel",
    "steradin": "steradian",
    "°K": "K",
    "db": "dB",
}
# Units in which the conversion table gives its factors: to SI.
CONVERSION_SI = {
    "mm": (1e-3, "metre"),
    "m": (1, "metre"),
    "square meters": (1, "square metre"),
    "cubic meters": (1, "cubic metre"),
    "rad": (1, "radian"),
    "g": (1e-3, "kilogram"),
    "kg": (1, "kilogram"),
    "N": (1, "newton"),
    "Pa": (1, "pascal"),
    "s": (1, "second"),
    "J": (1, "joule"),
}
PI_OVER_180 = "0.017453292519943295"


def heading(source):
    return [
        f"# Facts of the IDS 1.0 documentation of buildingSMART International ({source})",
        "# Written by codegen/ids_facts.py (./dev codegen), which explains the columns. Do not edit.",
    ]


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def table(text, first):
    """The rows of a table whose first cell matches."""
    return [row for row in map(cells, text.splitlines()) if len(row) > 1 and re.fullmatch(first, row[0])]


def spelled(text):
    return SPELLING.get(text, text.replace("Kg", "kg"))


def unit_cells(row):
    _, _, unit, _, shown, exponents, unit_type = row
    return [spelled(unit), spelled(shown), unit_type.split(".")[1], ",".join(re.findall(r"-?\d+", exponents))]


def data_types(data_text, units_text):
    units = {row[0]: unit_cells(row) for row in table(units_text, "IFC[A-Z0-9]+")}
    for row in sorted(table(data_text, "IFC[A-Z0-9]+")):
        name, *present, base = row
        schemas = " ".join(schema for schema, mark in zip(SCHEMAS, present) if mark.startswith("✔"))
        yield "\t".join([name, schemas, base, *units.get(name, [])]).rstrip("\t")


def conversion_units(text):
    for name, meaning in table(text, "'.+'"):
        amount, unit = re.search(r"equal to (\S+) (square meters|cubic meters|\w+)", meaning).groups()
        scale, si = CONVERSION_SI[unit]
        factor = PI_OVER_180 if amount == "π/180" else repr(float(amount)) if scale == 1 else f"{float(amount) * scale:.15g}"
        yield "\t".join([name.strip("'"), factor, si])


def names_2x3(text):
    return ("\t".join(row) for row in table(text, "Ifc[A-Za-z]+"))


def main(documentation, folder):
    def text(name):
        return pathlib.Path(documentation, name).read_text(encoding="utf-8")

    def write(name, source, rows):
        lines = heading(source) + sorted(rows)
        pathlib.Path(folder, name).write_text("\n".join(lines) + "\n", encoding="utf-8")

    write("ids_data_types.tsv", "DataTypes.md, units.md", data_types(text("DataTypes.md"), text("units.md")))
    write("ids_conversion_units.tsv", "IfcConversionBasedUnit.md", conversion_units(text("IfcConversionBasedUnit.md")))
    mapping = "ifc2x3-occurrence-type-mapping-table.md"
    write("ids_2x3_names.tsv", mapping, names_2x3(text(mapping)))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.splitlines()[0])
    main(sys.argv[1], sys.argv[2])
