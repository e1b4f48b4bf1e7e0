#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What inspect_ifc says of a model is what ifcopenshell finds in it: classes, storeys, sets, properties, how many have a
value, and the values.

    ifc_inspect.py LINTEL [FILE.ifc…]

Without files: our own models, and those of $LINTEL_CORPORA, of which large ones are left to a call by hand. Every class
that has property sets is asked for, each set that the answer cut once more. Answers stay below the bytes that are
promised. Numbers are compared in SI where ifcopenshell knows the unit, else left alone.
"""
import collections
import json
import math
import pathlib
import sys
import tempfile

import ifcopenshell
import ifcopenshell.util.element
import ifcopenshell.util.unit

from harness import Checks, State, StdioServer, server_argument
from own_models import write_models

MAX_BYTES = 40_000  # 10,000 tokens
LARGE = 3_000_000
CLASSES = 12  # of a model, the most used


class Model:
    """What ifcopenshell says, counted as inspect_ifc counts."""

    def __init__(self, path):
        self.file = ifcopenshell.open(str(path))
        self.schema = ifcopenshell.schema_by_name(self.file.schema_identifier)
        self.scales = {}

    def classes(self):
        counts = collections.Counter(each.is_a().upper() for each in self.file.by_type("IfcObject"))
        return dict(counts)

    def storeys(self):
        out = collections.Counter()
        for storey in self.file.by_type("IfcBuildingStorey"):
            out[storey.GlobalId] = sum(len(each.RelatedElements) for each in storey.ContainsElements)
        return dict(out)

    def scale(self, measure):
        """From the project's unit of IfcLengthMeasure and the like to SI; None where there is none to tell."""
        if measure not in self.scales:
            unit_type = ifcopenshell.util.unit.get_measure_unit_type(measure) if measure.endswith("Measure") else None
            unit = unit_type and ifcopenshell.util.unit.get_project_unit(self.file, unit_type)
            simple = unit and unit.is_a() in ("IfcSIUnit", "IfcConversionBasedUnit") and unit_type != "MASSUNIT" \
                and unit_type != "THERMODYNAMICTEMPERATUREUNIT"
            self.scales[measure] = ifcopenshell.util.unit.calculate_unit_scale(self.file, unit_type) if simple else None
        return self.scales[measure]

    def values(self, wrapped, unit):
        """The value as we tell it, or None where the two cannot be compared."""
        value = self.plain(wrapped)
        if isinstance(value, bool) or isinstance(value, str):
            return value
        if unit is None and isinstance(value, (int, float)):
            measure = wrapped.is_a() if hasattr(wrapped, "is_a") else ""
            if not measure.endswith("Measure"):
                return value
            scale = self.scale(measure)
            return None if scale is None else value * scale
        return None

    def sets_on(self, thing):
        """name -> property -> list of entities or of attribute values, the element's before its type's."""
        own = self.named(self.definitions(thing))
        kind = ifcopenshell.util.element.get_type(thing)
        for name, properties in self.named(self.definitions(kind) if kind else []).items():
            mine = own.setdefault(name, {})
            for key, value in properties.items():
                mine.setdefault(key, value)
        return own

    @staticmethod
    def definitions(thing):
        if thing.is_a("IfcTypeObject"):
            return thing.HasPropertySets or []
        relations = [each for each in getattr(thing, "IsDefinedBy", ()) if each.is_a("IfcRelDefinesByProperties")]
        found = []
        for relation in relations:
            definition = relation.RelatingPropertyDefinition
            found += definition.wrappedValue if definition.is_a("IfcPropertySetDefinitionSet") else [definition]
        return found

    @staticmethod
    def named(definitions):
        out = {}
        for each in definitions:
            mine = out.setdefault(each.Name or "", {})
            if each.is_a("IfcPropertySet"):
                members = each.HasProperties or ()
            elif each.is_a("IfcElementQuantity"):
                members = each.Quantities or ()
            else:
                members = ()
                info = each.get_info(recursive=False)
                for name in list(info)[6:]:
                    mine.setdefault(name, []).append((each, info[name]))
            for member in members:
                mine.setdefault(member.Name, []).append((member, None))
        return out

    def read(self, member, attribute):
        """(has a value, values that can be compared) of a property."""
        raw, unit = self.raw(member, attribute)
        present = [each for each in raw if self.plain(each) is not None and not self.unknown(each)]
        filled = any(self.plain(each) != "" for each in present)
        shown = [self.values(each, unit) for each in present] if filled else []
        return filled, shown

    @staticmethod
    def plain(value):
        return value.wrappedValue if hasattr(value, "wrappedValue") else value  # None of IFCLABEL($)

    @staticmethod
    def unknown(value):
        """A logical that says neither is no value."""
        return hasattr(value, "is_a") and value.is_a("IfcLogical") and value.wrappedValue == "UNKNOWN"

    @staticmethod
    def raw(member, attribute):
        if member.is_a("IfcPropertySingleValue"):
            return [member.NominalValue], member.Unit
        if member.is_a("IfcPropertyEnumeratedValue"):
            reference = member.EnumerationReference
            return list(member.EnumerationValues or ()), reference and reference.Unit
        if member.is_a("IfcPropertyListValue"):
            return list(member.ListValues or ()), member.Unit
        if member.is_a("IfcPropertyBoundedValue"):
            return [member.UpperBoundValue, member.LowerBoundValue, getattr(member, "SetPointValue", None)], member.Unit
        if member.is_a("IfcPropertyTableValue"):
            return list(member.DefiningValues or ()) + list(member.DefinedValues or ()), True
        if member.is_a("IfcPhysicalSimpleQuantity"):
            return [member[3]], True  # its measure stands in the schema; values of quantities are compared by count
        if member.is_a("IfcPropertySetDefinition"):
            return [None if isinstance(attribute, ifcopenshell.entity_instance) else attribute], True
        return [], None

    def census(self, entity):
        """(set, property) -> [elements, filled, values], and set -> elements."""
        sets, properties = collections.Counter(), {}
        for thing in self.file.by_type(entity, include_subtypes=False):
            for name, members in self.sets_on(thing).items():
                sets[name] += 1
                for key, entries in members.items():
                    row = properties.setdefault((name, key), [0, 0, collections.Counter(), False])
                    read = [self.read(*entry) for entry in entries]
                    row[0] += 1
                    row[1] += any(filled for filled, _ in read)
                    values = [value for _, shown in read for value in shown]
                    row[3] = row[3] or None in values
                    row[2].update({self.key(value) for value in values if value is not None})
        return sets, properties

    @staticmethod
    def key(value):
        if isinstance(value, bool) or isinstance(value, str):
            return (type(value).__name__, value)
        return ("number", float(f"{value:.9g}"))  # as inspect_ifc tells them


def printable(text, limit):
    return text[:limit] if len(text.encode()) <= limit and all(c >= " " for c in text) else None


class Comparison:
    def __init__(self, server, path):
        self.server, self.path, self.model = server, path, Model(path)
        self.differences, self.compared, self.largest = [], 0, 0

    def ask(self, **arguments):
        result = self.server.call("inspect_ifc", {"ifc_file_path": str(self.path), **arguments})
        if result.get("isError"):
            raise AssertionError(f"{self.path} {arguments}: {json.dumps(result)[:300]}")
        self.largest = max(self.largest, len(result["content"][-1]["text"].encode()))
        return result["structuredContent"]["found"]

    def same(self, what, ours, theirs):
        self.compared += 1
        if ours != theirs:
            self.differences.append(f"{what}: {ours!r}, there {theirs!r}")

    def overview(self):
        found = self.ask()
        theirs = self.model.classes()
        ours = {each["class"]: each["count"] for each in found.get("classes", [])}
        for name, count in ours.items():
            self.same(name, count, theirs.get(name))
        self.same("classes", len(ours) + found.get("more_classes", 0), len(theirs))
        storeys = self.model.storeys()
        for each in found.get("storeys", []):
            self.same(each["name"], each["elements"], storeys.get(each["global_id"]))
        self.same("storeys", len(found.get("storeys", [])) + found.get("more_storeys", 0), len(storeys))
        return list(ours)

    def entity(self, name):
        found = self.ask(about=name)
        sets, properties = self.model.census(name)
        self.same(f"{name} count", found["count"], len(self.model.file.by_type(name, include_subtypes=False)))
        listed = found.get("property_sets", [])
        self.same(f"{name} sets", len(listed) + found.get("more_property_sets", 0), len(sets))
        for each in listed:
            if "more_properties" in each and printable(each["name"], 120):
                each = self.ask(about=name, property_set=each["name"])["property_sets"][0]
            self.one_set(name, each, sets, properties)

    def one_set(self, entity, ours, sets, properties):
        where = f"{entity} {ours['name']}"
        if ours["name"] not in sets:
            return  # a name that was cut or made printable
        self.same(where, ours["elements"], sets[ours["name"]])
        self.same(f"{where} properties", ours["property_count"], sum(key[0] == ours["name"] for key in properties))
        for each in ours.get("properties", []):
            theirs = properties.get((ours["name"], each["name"]))
            if theirs:
                self.same(f"{where} {each['name']}", (each["elements"], each["filled"]), tuple(theirs[:2]))
                self.values(f"{where} {each['name']}", each, theirs)

    def values(self, where, ours, theirs):
        for each in ours.get("values", []):
            value = each["value"]
            if isinstance(value, str) and (value.endswith("…") or printable(value, 79) is None):
                continue
            if theirs[3] and not isinstance(value, (str, bool)):
                continue
            key = Model.key(value)
            count = theirs[2].get(key)
            if count is None and key[0] == "number":
                count = next((n for other, n in theirs[2].items() if other[0] == "number"
                              and math.isclose(other[1], value, rel_tol=1e-8, abs_tol=1e-12)), None)
            self.same(f"{where} = {value!r}", each["count"], count)


def compare(checks, server, path):
    comparison = Comparison(server, path)
    names = comparison.overview()
    for name in names[:CLASSES]:
        comparison.entity(name)
    detail = "; ".join(comparison.differences[:5])
    checks.check(f"{path.name}: {comparison.compared} counts and values as ifcopenshell has them",
                 not comparison.differences and comparison.compared > 5, detail)
    checks.check(f"{path.name}: answers of at most {comparison.largest} bytes", comparison.largest < MAX_BYTES)


def real_models(checks):
    folder = checks.corpora("real models")
    if folder is None:
        return []
    found = sorted((folder / "ifc").glob("**/*.ifc"))
    return [path for path in found if "real" in path.parts and path.stat().st_size < LARGE]


def main():
    program = server_argument()
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder, State() as state:
        paths = [pathlib.Path(each).resolve() for each in sys.argv[2:]]
        if not paths:
            write_models(pathlib.Path(folder))
            paths = sorted(pathlib.Path(folder).glob("*.ifc")) + real_models(checks)
        roots = [argument for each in sorted({str(path.parent) for path in paths}) for argument in ("--root", each)]
        with StdioServer([str(program), "serve", *roots], state) as server:
            for path in paths:
                compare(checks, server, path)
    checks.finish()


if __name__ == "__main__":
    main()
