#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ifcopenshell and we read the same relations: types, sets, materials, classifications, containers, groups, openings and
units of every object of every file.

    ifc_model.py BUILD_DIR [FILE.ifc…]

Without files: our own models, and those in ifc/real of $LINTEL_CORPORA. Ends with 1 if an answer differs. Where several relations of a kind hang on one object, ifcopenshell gives one of them:
then it must be among ours.
"""
import math
import pathlib
import subprocess
import sys
import tempfile

import ifcopenshell
import ifcopenshell.util.classification
import ifcopenshell.util.element
import ifcopenshell.util.unit

from harness import corpora
from own_models import write_models

element = ifcopenshell.util.element
COLUMNS = ("type", "sets", "material", "classification", "container", "group", "opening", "voided")
UNITS = {
    "IFCLENGTHMEASURE": "LENGTHUNIT",
    "IFCAREAMEASURE": "AREAUNIT",
    "IFCVOLUMEMEASURE": "VOLUMEUNIT",
    "IFCPLANEANGLEMEASURE": "PLANEANGLEUNIT",
    "IFCMASSMEASURE": "MASSUNIT",
    "IFCTIMEMEASURE": "TIMEUNIT",
}


def dumped(program, path):
    with tempfile.NamedTemporaryFile("r", suffix=".tsv") as out:
        subprocess.run([program, path, out.name], check=True)
        return [line.rstrip("\n").split("\t") for line in out]


def one(instance):
    return {instance.id()} if instance is not None else set()


def containing(thing):
    """Not every product has the inverse attribute that get_container() asks (IfcSpatialZone has none)."""
    return [each for each in thing.file.get_inverse(thing) if each.is_a("IfcRelContainedInSpatialStructure")
            and thing in each.RelatedElements]


def answers(thing):
    """What ifcopenshell says of one object, by column."""
    type_of = element.get_type(thing) if thing.is_a("IfcObject") else None
    sets = element.get_psets(thing, should_inherit=False)
    return {
        "type": one(type_of),
        "sets": {each["id"] for each in sets.values()},
        "material": one(element.get_material(thing, should_inherit=False)),
        "classification": {
            each.id() for each in ifcopenshell.util.classification.get_references(thing, should_inherit=False)
        },
        "container": {each.RelatingStructure.id() for each in containing(thing)},
        "group": {each.id() for each in element.get_groups(thing)},
        "opening": one(element.get_filled_void(thing)),
        "voided": one(element.get_voided_element(thing)),
    }


def same(column, ours, theirs, model):
    if column == "sets":  # a name keeps one set there
        names = {model.by_id(each).Name for each in ours}
        return theirs <= ours and names == {model.by_id(each).Name for each in theirs}
    if column in ("classification", "group"):
        return ours == theirs
    return theirs <= ours and bool(theirs) == bool(ours)


def has_unit(model, unit_type):
    return ifcopenshell.util.unit.get_project_unit(model, unit_type) is not None


def compare(program, path):
    model = ifcopenshell.open(path)
    rows = dumped(program, path)
    objects = {int(row[0]): row[1:] for row in rows if row[0].isdigit()}
    differences = []
    things = model.by_type("IfcObjectDefinition")
    if {each.id() for each in things} != set(objects):
        differences.append("the objects themselves")
    for thing in things:
        theirs = answers(thing)
        for column, cell in zip(COLUMNS, objects.get(thing.id(), [])):
            ours = {int(each) for each in cell.split(",") if each}
            if not same(column, ours, theirs[column], model):
                differences.append(f"#{thing.id()} {thing.is_a()} {column}: {sorted(ours)}, there {sorted(theirs[column])}")
    measures = [row for row in rows if row[0] in UNITS] if model.by_type("IfcProject") else []
    for measure, factor in measures:
        theirs = ifcopenshell.util.unit.calculate_unit_scale(model, UNITS[measure])
        if measure == "IFCMASSMEASURE" and has_unit(model, "MASSUNIT"):
            theirs /= 1000  # theirs are grams, IDS wants kilograms
        if not math.isclose(float(factor), theirs, rel_tol=1e-9):
            differences.append(f"{measure}: {factor}, there {theirs}")
    print(f"{path}: {len(things)} objects, {len(differences)} differences")
    for each in differences[:20]:
        print(f"  {each}")
    return not differences


def compare_all(program, paths):
    return 0 if all([compare(program, str(path)) for path in paths]) else 1


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = pathlib.Path(sys.argv[1]) / "dump_ifc_model"
    if len(sys.argv) > 2:
        return compare_all(program, sys.argv[2:])
    real = corpora("the relations of real models")
    with tempfile.TemporaryDirectory() as folder:
        return compare_all(program, write_models(folder) + (sorted(real.glob("ifc/real/*.ifc")) if real else []))


if __name__ == "__main__":
    sys.exit(main())
