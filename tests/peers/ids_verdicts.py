#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Our check beside IfcTester's: status, applicable and failed elements of every specification.

    ids_verdicts.py BUILD_DIR

Our own models are checked against our own document and our templates; the real models of $LINTEL_CORPORA (ifc/**/*.ifc)
against our own document and the examples there (ids-examples/*.ids). Everything is compared; a difference is excused only by
a rule below in which IfcTester is known to differ from the standard, and what each rule excused is counted.
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

import ifcopenshell
import ifcopenshell.util.unit
import ifctester.ids

from harness import ROOT, corpora
from own_models import write_models

TEMPLATES = ROOT / "src/domains/ids/engine/library/templates"
LARGEST = 12_000_000  # bytes: IfcTester takes minutes for more
XS = "{http://www.w3.org/2001/XMLSchema}"


def value(text):
    return f"<value><simpleValue>{text}</simpleValue></value>"


def restriction(*facets, base="xs:string"):
    return f'<value><xs:restriction base="{base}">' + "".join(f'<xs:{n} value="{v}"/>' for n, v in facets) + "</xs:restriction></value>"


def entity(name, kind=None):
    kind = f"<predefinedType><simpleValue>{kind}</simpleValue></predefinedType>" if kind else ""
    return f"<entity><name><simpleValue>{name}</simpleValue></name>{kind}</entity>"


def entities(pattern):
    return f'<entity><name><xs:restriction base="xs:string"><xs:pattern value="{pattern}"/></xs:restriction></name></entity>'


def attribute(name, wanted="", **options):
    return f"<attribute{extra(options)}><name><simpleValue>{name}</simpleValue></name>{wanted}</attribute>"


def property_(name_of_set, name, wanted="", **options):
    return (f"<property{extra(options)}><propertySet><simpleValue>{name_of_set}</simpleValue></propertySet>"
            f"<baseName><simpleValue>{name}</simpleValue></baseName>{wanted}</property>")


def any_set(pattern, name):
    return (f'<property><propertySet><xs:restriction base="xs:string"><xs:pattern value="{pattern}"/></xs:restriction></propertySet>'
            f"<baseName><simpleValue>{name}</simpleValue></baseName></property>")


def within(least, most):
    return restriction(("minInclusive", least), ("maxInclusive", most), base="xs:double")


def classification(system, wanted=""):
    return f'<classification>{wanted}<system><xs:restriction base="xs:string"><xs:pattern value="{system}"/></xs:restriction></system></classification>'


def part_of(whole, relation=None):
    return f"<partOf{extra({'relation': relation} if relation else {})}>{whole}</partOf>"


def extra(options):
    return "".join(f' {name}="{text}"' for name, text in options.items())


def specification(name, applicability, requirements, least="0"):
    return (f'<specification name="{name}" ifcVersion="IFC2X3 IFC4 IFC4X3_ADD2"><applicability minOccurs="{least}" maxOccurs="unbounded">'
            f"{applicability}</applicability><requirements>{requirements}</requirements></specification>")


CONTAINED = "IFCRELCONTAINEDINSPATIALSTRUCTURE"
OWN = [
    specification("walls are named and rated", entity("IFCWALL"), attribute("Name") + property_("Pset_WallCommon", "FireRating")),
    specification("standard walls bear", entity("IFCWALLSTANDARDCASE"), property_("Pset_WallCommon", "LoadBearing", value("true"), dataType="IFCBOOLEAN")),
    specification("external walls", entity("IFCWALLSTANDARDCASE") + property_("Pset_WallCommon", "IsExternal", value("true")),
                  "<material/>" + property_("Pset_WallCommon", "ThermalTransmittance")),
    specification("doors stand in storeys", entity("IFCDOOR"),
                  part_of(entity("IFCBUILDINGSTOREY")) + attribute("Tag") + property_("Pset_DoorCommon", "IsExternal", dataType="IFCBOOLEAN")),
    specification("windows are named like numbers", entity("IFCWINDOW"), attribute("Name", restriction(("pattern", ".*[0-9]+.*")))),
    specification("spaces have areas", entity("IFCSPACE"), attribute("LongName") + property_("BaseQuantities", "NetFloorArea")),
    specification("everything that is built is contained", entities("IFC(WALL|SLAB|BEAM|COLUMN|DOOR|WINDOW|ROOF|STAIR).*"),
                  part_of(entities(".*"), "IFCRELAGGREGATES") + attribute("GlobalId", restriction(("length", "22")))),
    specification("slabs by their kind", entity("IFCSLAB", "FLOOR"), entity("IFCSLAB", "FLOOR") + "<material/>"),
    specification("there is one project", entity("IFCPROJECT"), attribute("Name"), least="1"),
    specification("there is an elevator", entity("IFCTRANSPORTELEMENT"), attribute("Name"), least="1"),
    specification("whatever is named", attribute("Name", restriction(("minLength", "3"))), attribute("Name", restriction(("maxLength", "40")))),
    specification("whatever is classified", classification(".*"), classification(".*", restriction(("pattern", ".*")))),
    specification("whatever has a material", "<material/>", attribute("Name")),
    specification("whatever bears", property_("Pset_WallCommon", "LoadBearing"), property_("Pset_WallCommon", "IsExternal")),
    specification("door types", entities("IFCDOOR(TYPE|STYLE)"), attribute("Name") + attribute("OperationType")),
    specification("no proxies with a type", entity("IFCBUILDINGELEMENTPROXY"), attribute("ObjectType", cardinality="prohibited")),
    specification("openings belong to walls", entity("IFCOPENINGELEMENT"), attribute("Name") + attribute("ObjectType", restriction(("enumeration", "Opening"), ("enumeration", "Recess")))),
    specification("contained in a storey by the relation", entities("IFC(WALL|DOOR|WINDOW|SLAB|STAIR|BEAM|COLUMN|FURNISHING).*"),
                  part_of(entity("IFCBUILDINGSTOREY"), CONTAINED)),
    specification("contained in a building by the relation", entities("IFC(WALL|DOOR|WINDOW|SLAB|STAIR|BEAM|COLUMN|FURNISHING).*"),
                  part_of(entity("IFCBUILDING"), CONTAINED)),
    specification("contained in anything by the relation", entities("IFC(SPACE|MEMBER|PLATE|PROXY|FLOW|COVERING|STAIRFLIGHT).*"),
                  part_of(entities(".*"), CONTAINED)),
    specification("nothing stands directly on the site", entities("IFC(WALL|SLAB|DOOR|PROXY|BUILDINGELEMENTPROXY).*"),
                  part_of(entity("IFCSITE"), CONTAINED).replace("<partOf", '<partOf cardinality="prohibited"')),
    specification("a property in any set", any_set(".*", "Hidden"), attribute("Name")),
    *[specification(f"{name} in a range", property_("Own_Several", name), property_("Own_Several", name, within(1, 10), dataType="IFCREAL"))
      for name in ("List", "Bounds")],
    specification("Table in a range", property_("Own_Several", "Table", dataType="IFCREAL"),
                  property_("Own_Several", "Table", within(1, 10), dataType="IFCREAL")),
]
DOCUMENT = ('<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema" '
            'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://standards.buildingsmart.org/IDS '
            'http://standards.buildingsmart.org/IDS/1.0/ids.xsd"><info><title>Ours</title></info><specifications>{}</specifications></ids>')


# ---- where IfcTester is known to differ, each by its rule: (name, does it concern this specification on this model?)

def restrictions_of(facets):
    for facet in facets:
        for text in vars(facet).values():
            if isinstance(text, ifctester.facet.Restriction):
                yield text


def kinds(spec, kind):
    return [f for f in spec.applicability + spec.requirements if type(f).__name__ == kind]


RULES = [
    ("several patterns are alternatives; IfcTester wants all of them (IDS pull request 406)",
     lambda spec, model: any(isinstance(r.options.get("pattern"), list) and len(r.options["pattern"]) > 1
                             for r in restrictions_of(spec.applicability + spec.requirements))),
    ("an optional attribute may be null; IfcTester fails it (IfcOpenShell 6323)",
     lambda spec, model: any(f.cardinality == "optional" for f in kinds(spec, "Attribute"))),
    ("IFC2X3 occurrences are named by the mapping table; IfcTester takes any type's name without Type for the occurrence's",
     lambda spec, model: model.schema == "IFC2X3" and any(named_by_type(f, model) for f in kinds(spec, "Entity"))),
    ("a null predefined type never matches; IfcTester takes ObjectType for it",
     lambda spec, model: any(f.predefinedType for f in kinds(spec, "Entity"))),
    ("derived units are converted; IfcTester ignores those without a name, and stops at others",
     lambda spec, model: any(f.value for f in kinds(spec, "Property")) and bool(model.by_type("IfcDerivedUnit"))),
    ("an attribute that is a measure is converted to the units of IDS; IfcTester takes the number as it stands",
     lambda spec, model: any(f.value for f in kinds(spec, "Attribute"))
     and ifcopenshell.util.unit.calculate_unit_scale(model) != 1),
    ("every value of a list or table, and both bounds, lie in a range; IfcTester is content with one of them",
     lambda spec, model: any(has_range(f.value) and several_values(f, model) for f in kinds(spec, "Property"))),
]


def has_range(value):
    return isinstance(value, ifctester.facet.Restriction) and any(name.startswith(("min", "max")) and name.endswith("clusive")
                                                                  for name in value.options)


def several_values(facet, model):
    shapes = ("IfcPropertyListValue", "IfcPropertyTableValue", "IfcPropertyBoundedValue")
    return any(each.Name == facet.baseName for shape in shapes for each in model.by_type(shape))


def named_by_type(facet, model):
    for kind in model.by_type("IfcTypeProduct"):
        name = kind.is_a().upper().removesuffix("TYPE").removesuffix("STYLE")
        if name == facet.name:
            return True
    return False


def theirs(path, model):
    """One row per specification, or the text of what IfcTester stumbled over."""
    document = ifctester.ids.open(str(path), validate=False)
    rows = []
    for spec in document.specifications:
        rule = next((name for name, concerns in RULES if concerns(spec, model)), None)
        try:
            spec.reset_status()
            spec.check_ifc_version(model)
            spec.validate(model)
        except Exception as wrong:
            rule = f"IfcTester stops: {type(wrong).__name__}"
        failed = {e.id() for e in spec.failed_entities}
        if spec.maxOccurs == 0 and not spec.requirements:  # IfcTester fails what is forbidden as a whole and names nothing
            failed = {e.id() for e in spec.applicable_entities}
        rows.append((rule, {"name": spec.name, "status": bool(spec.status), "applicable": len(spec.applicable_entities), "failed": len(failed),
                            "requirements": [len(r.failures) for r in spec.requirements]}))
    return rows


def models(real):
    found = sorted((real / "ifc").rglob("*.ifc"))
    return [p for p in found if p.stat().st_size < LARGEST]


class Comparison:
    def __init__(self, program):
        self.program = program
        self.compared = self.differ = 0
        self.excused = collections.Counter()

    def add(self, documents, paths):
        documents = list(documents)
        for path in paths:
            try:
                model = ifcopenshell.open(str(path))
            except Exception as wrong:
                print("IfcOpenShell cannot open", path.name, type(wrong).__name__)
                continue
            for document in list(documents):
                try:
                    rows = theirs(document, model)
                except Exception as wrong:
                    print("IfcTester cannot read", document.name, type(wrong).__name__)
                    documents.remove(document)
                    continue
                self.compare(document, path, rows)

    def compare(self, document, path, rows):
        answer = subprocess.run([self.program, document, path], capture_output=True, text=True, check=True).stdout
        ours = json.loads(answer)
        if isinstance(ours, dict):
            print("DIFFER", document.name, path.name, ours["error"])
            self.differ += 1
            return
        for (rule, row), mine in zip(rows, ours, strict=True):
            self.compared += 1
            first = mine.pop("first", "")
            if mine != row and rule:
                self.excused[rule] += 1
            elif mine != row:
                self.differ += 1
                print("DIFFER", document.name, path.name, "\n  theirs", row, "\n  ours  ", mine, "\n  ", first)


def main():
    comparison = Comparison(pathlib.Path(sys.argv[1]) / "ids_check_dump")
    with tempfile.TemporaryDirectory() as folder:
        own = pathlib.Path(folder) / "own.ids"
        own.write_text(DOCUMENT.format("".join(OWN)), encoding="utf-8")
        comparison.add([own, *sorted(TEMPLATES.glob("*.ids"))], write_models(folder))
        if real := corpora("the verdicts on real models"):
            comparison.add([own, *sorted((real / "ids-examples").glob("*.ids"))], models(real))
    for name, count in sorted(comparison.excused.items()):
        print(f"{count} excused: {name}")
    print(f"{comparison.compared} specifications, {comparison.differ} differ")
    sys.exit(1 if comparison.differ or not comparison.compared else 0)


if __name__ == "__main__":
    main()
