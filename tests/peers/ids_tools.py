#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The ids tools, checked with IfcTester's API as seed 000 asks: input -> objects -> XML.

    ids_tools.py LINTEL [--documents N] [--seed N]

Random documents are made call by call through the tools, exported, and opened with ifctester (XSD validation on). What
IfcTester sees must be what was asked for. Then whole specifications in one call, tables, and files come and go.
"""
import argparse
import datetime
import json
import random
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

from harness import Checks, ROOT, State, StdioServer

from ifctester import ids as ifctester_ids

PROPERTIES = [  # set, property, data type, base, values
    ("Pset_WallCommon", "FireRating", "IFCLABEL", "xs:string", ["REI30", "REI60", "REI90"]),
    ("Pset_WallCommon", "IsExternal", "IFCBOOLEAN", "xs:boolean", ["true", "false"]),
    ("Pset_WallCommon", "ThermalTransmittance", "IFCTHERMALTRANSMITTANCEMEASURE", "xs:double", ["0.24", "0.3"]),
    ("Project_Data", "Room number", "IFCLABEL", "xs:string", ["R-01", "R-02"]),
    ("Project_Data", "Height", "IFCLENGTHMEASURE", "xs:double", ["2.4", "3"]),
    ("Project_Data", "Count", "IFCINTEGER", "xs:integer", ["1", "2", "3"]),
]
ENTITIES = [("IFCWALL", "SOLIDWALL"), ("IFCDOOR", "GATE"), ("IFCWINDOW", "SKYLIGHT"), ("IFCSPACE", "SPACE"), ("IFCBEAM", None)]
ATTRIBUTES = ["Name", "Description", "ObjectType"]
RELATIONS = [("IFCRELCONTAINEDINSPATIALSTRUCTURE", "IFCBUILDINGSTOREY"), ("IFCRELAGGREGATES", "IFCBUILDING"),
             ("IFCRELASSIGNSTOGROUP", "IFCGROUP"), ("IFCRELNESTS", "IFCBEAM"),
             ("IFCRELVOIDSELEMENT IFCRELFILLSELEMENT", "IFCWALL")]
ODD_TEXTS = ["Wände & Türen", "a < b > \"c\"", "日本語", "tabs\tand  spaces", "'quoted'", "x" * 300]


class Server(StdioServer):
    """One whose refusals end the script."""

    def call(self, tool, **arguments):
        result = super().call(tool, arguments)
        if result.get("isError"):
            said = result["content"][0]["text"] if "content" in result else result["error"]
            raise RuntimeError(f"{tool} {json.dumps(arguments)[:300]}: {said}")
        return result["structuredContent"]


class Author:
    """Makes one random document through the tools and remembers what it must be."""

    def __init__(self, server, rng):
        self.server, self.rng = server, rng
        self.used = set()

    def text(self, plain):
        return self.rng.choice(ODD_TEXTS) if self.rng.random() < 0.15 else plain

    def document(self, number):
        title = self.text(f"Document {number}")
        info = {"title": title, "author": f"author{number}@example.com", "version": str(number),
                "date": str(datetime.date(2025, 1, 1) + datetime.timedelta(days=number)),
                "description": self.text("All of it"), "copyright": "Somebody", "milestone": "Design", "purpose": "Test"}
        keep = {key: value for key, value in info.items() if key == "title" or self.rng.random() < 0.8}
        assert self.server.call("create_ids", **keep)["status"] == "created"
        return {"info": keep, "specifications": [self.specification(i) for i in range(self.rng.randint(1, 4))]}

    def specification(self, number):
        occurs = self.rng.choice([(0, "unbounded"), (1, "unbounded"), (0, 0)])
        versions = self.rng.sample(["IFC2X3", "IFC4", "IFC4X3"], self.rng.randint(1, 2))
        if "IFC2X3" in versions:
            versions = ["IFC4"]
        arguments = {"name": f"{self.text('Specification')} {number}", "ifc_versions": versions, "min_occurs": occurs[0],
                     "max_occurs": occurs[1]}
        for optional in ("identifier", "description", "instructions"):
            if self.rng.random() < 0.6:
                arguments[optional] = f"{optional} {number}"
        answer = self.server.call("add_specification", **arguments)
        spec = {"arguments": arguments, "spec_id": answer["spec_id"], "versions": answer["ifc_versions"], "occurs": occurs,
                "applicability": [], "requirements": []}
        spec["applicability"].append(self.entity(spec, "applicability"))
        makers = [self.property, self.attribute, self.classification, self.material, self.part_of]
        if self.rng.random() < 0.4:
            spec["applicability"].append(self.rng.choice(makers)(spec, "applicability"))
        if occurs != (0, 0):
            for _ in range(self.rng.randint(1, 3)):
                spec["requirements"].append(self.rng.choice(makers)(spec, "requirements"))
        return spec

    def cardinality(self, location, *allowed):
        return self.rng.choice(allowed) if location == "requirements" else "required"

    def entity(self, spec, location):
        name, predefined = self.rng.choice(ENTITIES)
        expected = {"class": "Entity", "name": name}
        arguments = {"spec_id": spec["spec_id"], "location": location, "entity_name": name}
        if predefined and self.rng.random() < 0.3:
            arguments["predefined_type"] = expected["predefinedType"] = predefined
        self.add("entity", arguments)
        if "predefined_type" not in arguments and self.rng.random() < 0.3:
            names = ["IFCWALL", "IFCSLAB", "IFCROOF"]
            self.restrict(spec, "enumeration", "name", "xs:string", values=names)
            expected["name"] = {"base": "string", "options": {"enumeration": names}}
        return expected

    def property(self, spec, location):
        pset, name, data_type, base, values = self.rng.choice(PROPERTIES)
        expected = {"class": "Property", "propertySet": pset, "baseName": name, "dataType": data_type,
                    "cardinality": self.cardinality(location, "required", "required", "optional")}
        arguments = {"spec_id": spec["spec_id"], "location": location, "property_set": pset, "property_name": name,
                     "data_type": data_type, "cardinality": expected["cardinality"]}
        way = self.rng.choice(["none", "simple", "restriction"])
        if way == "simple":
            arguments["value"] = expected["value"] = values[0]
        self.add("property", arguments)
        if way == "restriction":
            expected["value"] = self.value_restriction(spec, base, values)
        return expected

    def attribute(self, spec, location):
        name = self.rng.choice(ATTRIBUTES)
        expected = {"class": "Attribute", "name": name, "value": self.text("Value"),
                    "cardinality": self.cardinality(location, "required", "prohibited", "optional")}
        self.add("attribute", {"spec_id": spec["spec_id"], "location": location, "attribute_name": name,
                               "value": expected["value"], "cardinality": expected["cardinality"]})
        if self.rng.random() < 0.5:
            expected["value"] = self.value_restriction(spec, "xs:string", ["A", "B"])
        return expected

    def classification(self, spec, location):
        expected = {"class": "Classification", "value": "EF_25_10", "system": "Uniclass 2015",
                    "cardinality": self.cardinality(location, "required", "prohibited", "optional")}
        self.add("classification", {"spec_id": spec["spec_id"], "location": location, "classification_value": "EF_25_10",
                                    "classification_system": "Uniclass 2015", "cardinality": expected["cardinality"]})
        if self.rng.random() < 0.3:
            self.restrict(spec, "pattern", "value", "xs:string", pattern="EF_.*")
            expected["value"] = {"base": "string", "options": {"pattern": ["EF_.*"]}}
        return expected

    def material(self, spec, location):
        expected = {"class": "Material", "value": self.text("Concrete"),
                    "cardinality": self.cardinality(location, "required", "prohibited", "optional")}
        self.add("material", {"spec_id": spec["spec_id"], "location": location, "material_value": expected["value"],
                              "cardinality": expected["cardinality"]})
        if self.rng.random() < 0.3:
            expected["value"] = self.value_restriction(spec, "xs:string", ["steel", "wood"])
        return expected

    def part_of(self, spec, location):
        relation, entity = self.rng.choice(RELATIONS)
        expected = {"class": "PartOf", "relation": relation, "name": entity,
                    "cardinality": self.cardinality(location, "required", "prohibited")}
        self.add("partof", {"spec_id": spec["spec_id"], "location": location, "relation": relation,
                            "parent_entity": entity, "cardinality": expected["cardinality"]})
        return expected

    def value_restriction(self, spec, base, values):
        kinds = {"xs:string": ["enumeration", "pattern", "length"], "xs:boolean": ["enumeration"],
                 "xs:double": ["enumeration", "bounds"], "xs:integer": ["enumeration", "bounds"]}[base]
        kind = self.rng.choice(kinds)
        if kind == "enumeration":
            options = {"enumeration": values}
            self.restrict(spec, kind, "value", base, values=values)
        elif kind == "pattern":
            options = {"pattern": ["[A-Z]{1,3}-?[0-9]*"]}
            self.restrict(spec, kind, "value", base, pattern=options["pattern"][0])
        elif kind == "bounds":
            options = {"minInclusive": "1", "maxExclusive": "10"}
            self.restrict(spec, kind, "value", base, min_inclusive=1, max_exclusive=10)
        else:
            options = {"minLength": "2", "maxLength": "50"}
            self.restrict(spec, kind, "value", base, min_length=2, max_length=50)
        self.used.add(kind)
        return {"base": base.removeprefix("xs:"), "options": options}

    def add(self, kind, arguments):
        answer = self.server.call(f"add_{kind}_facet", **arguments)
        assert answer["status"] == "added" and answer["spec_id"] == arguments["spec_id"], answer
        self.used.add(kind)

    def restrict(self, spec, kind, parameter, base, **more):
        answer = self.server.call(f"add_{kind}_restriction", spec_id=spec["spec_id"], parameter_name=parameter,
                                  base_type=base, **more)
        assert answer["status"] == "added", answer
        self.used.add(kind)


def seen_value(value):
    """A value as IfcTester holds it, made comparable."""
    if isinstance(value, ifctester_ids.Restriction):
        options = {}
        for key, option in value.options.items():
            if isinstance(option, list):
                options[key] = [str(item) for item in option]
            else:
                options[key] = [str(option)] if key == "pattern" else str(option)
        return {"base": value.base, "options": options}
    return value


def facet_differences(expected, facet, location):
    out = []
    if type(facet).__name__ != expected["class"]:
        return [f"{type(facet).__name__} instead of {expected['class']}"]
    for key, wanted in expected.items():
        if key == "class" or (key == "cardinality" and location == "applicability"):
            continue
        seen = seen_value(getattr(facet, key, None))
        if expected["class"] == "Property" and isinstance(seen, dict) and isinstance(wanted, dict):
            seen["options"] = {k: v for k, v in seen["options"].items()}
        if isinstance(wanted, str) and not isinstance(seen, dict):
            seen = str(seen)
            if wanted in ("true", "false"):
                seen = seen.lower()
        if seen != wanted:
            out.append(f"{key}: {seen!r} instead of {wanted!r}")
    return out


def open_with_ifctester(xml):
    """from_string(validate=True) loses the prefix map and refuses every restriction; a file is validated as it is."""
    with tempfile.NamedTemporaryFile("w", suffix=".ids", encoding="utf-8") as file:
        file.write(xml)
        file.flush()
        return ifctester_ids.open(file.name, validate=True)


def document_differences(expected, xml):
    opened = open_with_ifctester(xml)
    namespace = "{http://standards.buildingsmart.org/IDS}"
    elements = ElementTree.fromstring(xml).findall(f".//{namespace}specification")
    out = []
    for key, wanted in expected["info"].items():
        if str(opened.info.get(key)) != wanted:
            out.append(f"info {key}: {opened.info.get(key)!r} instead of {wanted!r}")
    if len(opened.specifications) != len(expected["specifications"]):
        return out + [f"{len(opened.specifications)} specifications"]
    for wanted, seen, element in zip(expected["specifications"], opened.specifications, elements):
        if element.get("identifier") != wanted["arguments"].get("identifier"):  # IfcTester forgets it
            out.append(f"identifier: {element.get('identifier')!r}")
        for key in ("name", "description", "instructions"):
            if wanted["arguments"].get(key) != (getattr(seen, key) or None):
                out.append(f"{key}: {getattr(seen, key)!r}")
        if list(seen.ifcVersion if isinstance(seen.ifcVersion, list) else seen.ifcVersion.split()) != wanted["versions"]:
            out.append(f"ifcVersion: {seen.ifcVersion!r}")
        if (str(seen.minOccurs), str(seen.maxOccurs)) != tuple(map(str, wanted["occurs"])):
            out.append(f"occurs: {seen.minOccurs} {seen.maxOccurs}")
        for location in ("applicability", "requirements"):
            # IDS files hold the facets by kind; within a kind the order stays.
            facets = list(getattr(seen, location))
            for facet in wanted[location]:
                match = next((f for f in facets if type(f).__name__ == facet["class"]), None)
                if match is None:
                    out.append(f"{location}: no {facet['class']}")
                    continue
                facets.remove(match)
                out += [f"{location}: {d}" for d in facet_differences(facet, match, location)]
            out += [f"{location}: unexpected {type(f).__name__}" for f in facets]
    return out


def random_documents(checks, server, count, seed):
    print(f"seed {seed}")
    rng = random.Random(seed)
    author = Author(server, rng)
    bad = []
    for number in range(count):
        expected = author.document(number)
        answer = server.call("export_ids")
        differences = [] if answer["validation_result"]["valid"] else answer["validation_result"]["errors"]
        differences += document_differences(expected, answer["xml"])
        again = server.call("load_ids", source=answer["xml"], source_type="string")
        if again["specification_count"] != len(expected["specifications"]):
            differences.append("load_ids counts differently")
        if server.call("export_ids")["xml"] != answer["xml"]:
            differences.append("load then export gives other bytes")
        if differences:
            bad.append(f"document {number}: {differences[:3]}")
    checks.check(f"{count} documents made through the tools are what IfcTester sees", not bad, bad[:3])
    kinds = {"entity", "property", "attribute", "classification", "material", "partof", "enumeration", "pattern", "bounds",
             "length"}
    checks.check("every facet and every restriction was used", kinds <= author.used, kinds - author.used)


def whole_specifications(checks, server, state):
    server.call("create_ids", title="Batch")
    answer = server.call("add_specifications", specifications=[
        {"name": "Walls", "identifier": "W", "ifc_versions": ["IFC4"],
         "applicability": [{"type": "entity", "name": {"enumeration": ["IFCWALL", "IFCSLAB"]}}],
         "requirements": [{"type": "property", "property_set": "Pset_WallCommon", "property_name": "FireRating",
                           "data_type": "IFCLABEL", "value": {"base": "xs:string", "pattern": "REI[0-9]+"}},
                          {"type": "attribute", "attribute_name": "Name"}]},
        {"name": "Doors", "identifier": "D", "ifc_versions": ["IFC4"],
         "applicability": [{"type": "entity", "name": "IFCDOOR"}],
         "requirements": [{"type": "partOf", "relation": "IFCRELCONTAINEDINSPATIALSTRUCTURE", "entity": "IFCBUILDINGSTOREY"},
                          {"type": "material", "value": "wood", "cardinality": "optional"}]}])
    checks.check("a batch adds all", answer["spec_ids"] == ["W", "D"], answer)
    xml = server.call("export_ids")["xml"]
    opened = open_with_ifctester(xml)
    checks.check("a batch opens in IfcTester", [s.name for s in opened.specifications] == ["Walls", "Doors"])
    for ending in ("csv", "xlsx"):
        server.call("export_ids_table", output_path=f"table.{ending}")
        server.call("create_ids", title="Batch")
        server.call("import_ids_table", path=f"table.{ending}")
        again = open_with_ifctester(server.call("export_ids")["xml"])
        same = [s.asdict() for s in again.specifications] == [s.asdict() for s in opened.specifications]
        checks.check(f"a .{ending} table brings the same specifications back", same)
    for template in server.call("list_ids_templates")["templates"]:
        server.call("create_ids", title=template["title"])
        server.call("apply_ids_template", name=template["name"])
        verdict = server.call("validate_ids")
        checks.check(f"the template {template['name']} is valid", verdict["valid"] and not verdict["warnings"],
                     verdict["errors"][:2] + verdict["warnings"][:2])
        opened = open_with_ifctester(server.call("export_ids")["xml"])
        checks.check(f"the template {template['name']} opens in IfcTester",
                     len(opened.specifications) == len(template["specifications"]))


def official_files(checks, server):
    corpora = checks.corpora("the official example files")
    if corpora is None:
        return
    bad = []
    files = sorted(corpora.glob("ids-official/**/*.ids")) + sorted(corpora.glob("ids-examples/*.ids"))
    for file in files:
        try:
            answer = server.call("load_ids", source=file.read_text(encoding="utf-8-sig"), source_type="string")
            opened = ifctester_ids.open(str(file), validate=False)
            names = [s["name"] for s in answer["specifications"]]
            if names != [s.name for s in opened.specifications]:
                bad.append(f"{file.name}: {names}")
        except Exception as problem:  # every kind of failure is a finding here
            bad.append(f"{file.name}: {problem}")
    checks.check(f"{len(files)} official and example files load with IfcTester's specifications", not bad, bad[:3])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20260715)
    options = parser.parse_args()
    checks = Checks()
    with State() as state:
        server = Server([str(Path(options.program).resolve()), "serve", "ids"], state)
        random_documents(checks, server, options.documents, options.seed)
        whole_specifications(checks, server, state)
        official_files(checks, server)
        server.close()
    checks.finish()


if __name__ == "__main__":
    sys.exit(main())
