#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of IFC facts into a folder: codegen/ifc.py schemas

Read by introspection from the PyPI package ifcopenshell: the schemas from its schema objects, the property and quantity
sets from the template files of its wheel. Names, parents and types only; no text of the standard. Per schema two files,
tab-separated, the first column saying what a line is:

  ifc4.tsv       T  defined type, base
                 N  enumeration, values
                 S  select, members
                 E  entity, parent, "a" if abstract       depth first, so that the subtypes of an entity follow it at once
                 A  attribute of the entity above, type, "?" if optional
                 D  attributes that are derived in it (inherited ones too)
                 I  inverse attributes of its own
  ifc4_sets.tsv  P  property or quantity set, what it is for (Entity or Entity/PREDEFINEDTYPE, separated by commas)
                 p  property of the set above, kind, data type, second data type, values (separated by |)
                 c  part of the complex property above, like p
"""

import os
import pathlib
import sys

import ifcopenshell
import ifcopenshell.ifcopenshell_wrapper as wrapper

SCHEMAS = [
    ("IFC2X3", "ifc2x3", "Pset_IFC2X3.ifc"),
    ("IFC4", "ifc4", "Pset_IFC4_ADD2.ifc"),
    ("IFC4X3_ADD2", "ifc4x3", "Pset_IFC4X3.ifc"),
]
KINDS = {
    "P_SINGLEVALUE": "single",
    "P_ENUMERATEDVALUE": "enumerated",
    "P_BOUNDEDVALUE": "bounded",
    "P_LISTVALUE": "list",
    "P_TABLEVALUE": "table",
    "P_REFERENCEVALUE": "reference",
    "Q_LENGTH": "length",
    "Q_AREA": "area",
    "Q_VOLUME": "volume",
    "Q_COUNT": "count",
    "Q_WEIGHT": "weight",
    "Q_TIME": "time",
    "Q_NUMBER": "number",
}
# The value attribute of each IfcPhysicalSimpleQuantity.
QUANTITY_MEASURES = {
    "length": "IfcLengthMeasure",
    "area": "IfcAreaMeasure",
    "volume": "IfcVolumeMeasure",
    "count": "IfcCountMeasure",
    "weight": "IfcMassMeasure",
    "time": "IfcTimeMeasure",
    "number": "IfcNumericMeasure",
}


def heading(what):
    return [
        f"# {what}: facts read from the PyPI package ifcopenshell {ifcopenshell.version}",
        "# Written by codegen/ifc.py (./dev codegen), which explains the columns. Do not edit.",
    ]


def row(*cells):
    """One line; empty cells at the end are left out."""
    cells = list(cells)
    for cell in cells:
        assert "\t" not in cell and "\n" not in cell, cells
    while not cells[-1]:
        cells.pop()
    return "\t".join(cells)


def type_text(parameter):
    """A declared type as EXPRESS spells it, without bounds: LIST OF IfcLabel."""
    if aggregation := parameter.as_aggregation_type():
        kind = aggregation.type_of_aggregation_string().upper()
        return f"{kind} OF {type_text(aggregation.type_of_element())}"
    if named := parameter.as_named_type():
        return named.declared_type().name()
    return parameter.as_simple_type().declared_type().upper()


def depth_first(entities):
    children = {}
    for entity in sorted(entities, key=lambda each: each.name()):
        parent = entity.supertype()
        children.setdefault(parent.name() if parent else None, []).append(entity)
    found = []

    def visit(name):
        for entity in children.get(name, []):
            found.append(entity)
            visit(entity.name())

    visit(None)
    return found


def entity_rows(entity):
    parent = entity.supertype()
    yield row("E", entity.name(), parent.name() if parent else "", "a" if entity.is_abstract() else "")
    for attribute in entity.attributes():
        yield row("A", attribute.name(), type_text(attribute.type_of_attribute()), "?" if attribute.optional() else "")
    derived = [each.name() for each, is_derived in zip(entity.all_attributes(), entity.derived()) if is_derived]
    if derived:
        yield row("D", " ".join(derived))
    inverse = [each.name() for each in entity.inverse_attributes()]
    if inverse:
        yield row("I", " ".join(inverse))


def schema_rows(declarations):
    named = sorted(declarations, key=lambda each: each.name())
    for each in named:
        if each.as_type_declaration():
            yield row("T", each.name(), type_text(each.declared_type()))
    for each in named:
        if each.as_enumeration_type():
            yield row("N", each.name(), " ".join(each.enumeration_items()))
    for each in named:
        if each.as_select_type():
            yield row("S", each.name(), " ".join(sorted(member.name() for member in each.select_list())))
    for entity in depth_first([each for each in named if each.as_entity()]):
        yield from entity_rows(entity)


class Sets:
    """The rows of one template file, with the names of the schema that it is for."""

    def __init__(self, declarations):
        self.names = {each.name().upper(): each.name() for each in declarations}

    def spelled(self, name):
        """A type's name as the schema spells it; as it stands where the schema has none."""
        name = (name or "").strip()
        return self.names.get(name.upper(), name)

    def applicable(self, text):
        """IfcWall,IfcWallType/SOLIDWALL. Some templates name the part of the standard in front: IFCKERNEL/IfcProduct."""
        found = []
        for item in (text or "").split(","):
            entity, _, predefined = item.strip().partition("/")
            if entity.upper() not in self.names and predefined.upper() in self.names:
                entity, predefined = predefined, ""
            if entity:
                found.append(self.spelled(entity) + ("/" + predefined.strip() if predefined else ""))
        return ",".join(dict.fromkeys(found))

    def property_cells(self, template):
        """Name, kind, type, second type, values."""
        if template.is_a("IfcComplexPropertyTemplate"):
            return [template.Name, "complex"]
        if template.TemplateType not in KINDS:
            # A few records of the wheel lack their second argument, so that everything after it stands one too early.
            return [template[1], "single", self.spelled(template.TemplateType)]
        kind = KINDS[template.TemplateType]
        values = template.Enumerators.EnumerationValues if template.Enumerators else []
        texts = [str(each.wrappedValue).strip() for each in values]
        data_type = self.spelled(template.PrimaryMeasureType) or QUANTITY_MEASURES.get(kind, "")
        if values and data_type.upper() not in self.names:
            data_type = values[0].is_a()
        assert not any("|" in each for each in texts), template
        return [template.Name, kind, data_type, self.spelled(template.SecondaryMeasureType), "|".join(texts)]

    def rows(self, templates):
        for template in sorted(templates, key=lambda each: each.Name):
            yield row("P", template.Name, self.applicable(template.ApplicableEntity))
            by_name = sorted(template.HasPropertyTemplates or [], key=lambda each: self.property_cells(each)[0])
            for each in by_name:
                yield row("p", *self.property_cells(each))
                if each.is_a("IfcComplexPropertyTemplate"):
                    parts = sorted(each.HasPropertyTemplates, key=lambda part: part.Name)
                    yield from (row("c", *self.property_cells(part)) for part in parts)


def main(folder):
    folder = pathlib.Path(folder)
    templates = pathlib.Path(os.path.dirname(ifcopenshell.__file__), "util", "schema")
    for schema, file, sets in SCHEMAS:
        declarations = list(wrapper.schema_by_name(schema).declarations())
        lines = heading(schema) + list(schema_rows(declarations))
        (folder / f"{file}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        found = ifcopenshell.open(str(templates / sets)).by_type("IfcPropertySetTemplate")
        lines = heading(f"Property and quantity sets of {schema}") + list(Sets(declarations).rows(found))
        (folder / f"{file}_sets.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[0])
    main(sys.argv[1])
