#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of AAS facts into a folder: codegen/aas.py schemas

Read by introspection from the PyPI packages aas-core3.0 and aas-core3.1 (MIT, https://github.com/aas-core-works): names,
types, limits, patterns and the ids of constraints; no text of the standard. One file per version of the metamodel,
tab-separated, the first column saying what a line is:

  V  version, XML namespace
  N  enumeration, literals (separated by blanks)
  S  set of literals, enumeration ("-": of plain strings), literals (separated by blanks)
  R  regular expression, pattern as RE2 reads it, for the whole text
  T  constrained string, least length, greatest length ("-": none), what it must match (separated by blanks)
  C  class, direct parents (separated by blanks, "-": none), XML element, modelType ("-": none), "a" if abstract
  P  property of the class above, kind, type ("-": none), "!" if required, least number of items
     kind: boolean, bytes, string (type: constrained string), enumeration, class, list (type: class).
     The order is that of the XML sequence. Concrete classes have all their properties, inherited ones too.
  I  invariant of the class above: name, constraint ("-": it has no id), properties it looks at (separated by blanks)
"""

import ast
import enum
import importlib
import importlib.metadata
import inspect
import pathlib
import re
import sys
import textwrap
import typing

VERSIONS = [("3.0", "aas_core3", "aas-core3.0", "aas3_0"), ("3.1", "aas_core3_1", "aas-core3.1", "aas3_1")]

# Our name for an invariant, by what its condition calls or its message says. The functions of these names are written by
# hand (src/formats/aas/invariants.cpp); what is not named here stops the generator, so that nothing is missed.
BY_CALL = {
    "lang_strings_have_unique_languages": "unique_languages",
    "value_consistent_with_xsd_type": "value_of_type",
    "extension_names_are_unique": "unique_names",
    "qualifier_types_are_unique": "unique_types",
    "id_shorts_are_unique": "unique_id_shorts",
    "id_shorts_of_variables_are_unique": "unique_variables",
    "submodel_elements_have_identical_semantic_ids": "same_semantic_ids",
    "is_model_reference_to_referable": "refers_to_referable",
}
BY_MESSAGE = [
    ("Derived-from must be a model reference", "refers_to_shell"),
    ("All submodels must be model references", "refer_to_submodels"),
    ("Source must be a model reference to an Event", "refers_to_event"),
    ("ID-shorts need to be defined for all the items", "id_shorts_defined"),
    ("Value must have the ID-short specified", "id_short_of_variable"),
    ("Max. interval is not applicable", "no_interval_for_input"),
]
BY_CONSTRAINT = {
    "AASd-005": "revision_needs_version",
    "AASd-014": "assets_of_entity",
    "AASd-090": "category_of_data_element",
    "AASd-107": "semantic_id_of_list",
    "AASd-108": "type_of_list",
    "AASd-109": "value_type_of_list",
    "AASd-116": "reserved_asset_name",
    "AASd-118": "main_semantic_id",
    "AASd-119": "template_qualifier_of_submodel",
    "AASd-120": "no_id_short_in_list",
    "AASd-121": "first_key",
    "AASd-122": "first_key_external",
    "AASd-123": "first_key_model",
    "AASd-124": "last_key_external",
    "AASd-125": "later_keys",
    "AASd-126": "fragment_key_last",
    "AASd-127": "fragment_after_file",
    "AASd-128": "index_after_list",
    "AASd-129": "template_qualifier_of_element",
    "AASd-131": "asset_has_id",
    "AASd-133": "external_subject",
    "AASc-3a-002": "english_name",
    "AASc-3a-004": "data_type_of_property",
    "AASc-3a-005": "data_type_of_reference",
    "AASc-3a-006": "data_type_of_document",
    "AASc-3a-007": "data_type_of_qualifier",
    "AASc-3a-008": "english_definition",
    "AASc-3a-009": "unit_of_measure",
    "AASc-3a-010": "value_or_list",
}
# What aas-core checks without saying the id: Part 1 has one.
UNSAID = {"unique_id_shorts": "AASd-022"}


def official(name):
    """SpecificAssetID -> SpecificAssetId, as the JSON and XML schemas spell it."""
    for acronym in ("AAS", "IEC", "XSD", "UTC", "ID"):
        name = re.sub(rf"{acronym}(?=[A-Z0-9]|$)", acronym.capitalize(), name)
    return name


def camel(name):
    return "".join(part.capitalize() for part in name.split("_"))


def row(*cells):
    """One line; empty cells at the end are left out."""
    cells = [str(cell) for cell in cells]
    for cell in cells:
        assert "\t" not in cell and "\n" not in cell, cells
    while not cells[-1]:
        cells.pop()
    return "\t".join(cells)


def re2(pattern):
    """The pattern for a match of the whole text: without its anchors, code points as RE2 writes them."""
    assert pattern.startswith("^") and pattern.endswith("$"), pattern
    pattern = re.sub(r"\\U([0-9a-fA-F]{8})|\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})",
                     lambda found: "\\x{%x}" % int(found[1] or found[2] or found[3], 16), pattern[1:-1])
    return pattern.replace("\t", "\\t")


def message_of(node):
    """The text of `yield Error("…" + "…")`, or None."""
    if not isinstance(node, ast.If) or not isinstance(node.body[0], ast.Expr) or not isinstance(node.body[0].value, ast.Yield):
        return None
    return eval(compile(ast.Expression(node.body[0].value.value.args[0]), "message", "eval"))  # constants joined by +


def constraint_of(message):
    """AASc-002 is how aas-core 3.1 spells AASc-3a-002."""
    found = re.search(r"\bAAS([cd])-(3a-)?(\d{3})\b", message)
    return f"AAS{found[1]}-{'3a-' if found[1] == 'c' else ''}{found[3]}" if found else ""


def called(node):
    return {each.func.id for each in ast.walk(node) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)}


def invariant_name(test, message):
    """What the invariant of this condition and message is called here."""
    for function in called(test) & set(BY_CALL):
        return BY_CALL[function]
    for start, name in BY_MESSAGE:
        if message.startswith(start):
            return name
    return BY_CONSTRAINT[constraint_of(message)]


class Metamodel:
    """One version, read from its package."""

    def __init__(self, package):
        self.types, self.verification, self.constants, self.jsonization, self.xmlization = (
            importlib.import_module(f"{package}.{part}")
            for part in ("types", "verification", "constants", "jsonization", "xmlization"))
        self.bodies = {}
        for part in (self.verification, self.jsonization, self.xmlization):
            for node in ast.walk(ast.parse(inspect.getsource(part))):
                if isinstance(node, ast.FunctionDef):
                    self.bodies.setdefault((part.__name__.split(".")[-1], node.name), node)
        self.classes = [each for each in vars(self.types).values()
                        if inspect.isclass(each) and issubclass(each, self.types.Class) and each is not self.types.Class]

    def function(self, part, name):
        return self.bodies.get((part, name))

    def snake(self, cls):
        """specific_asset_id for SpecificAssetID: as aas-core names its functions."""
        if not inspect.isabstract(cls):
            accept = ast.parse(textwrap.dedent(inspect.getsource(cls.accept)))
            return next(node.attr[6:] for node in ast.walk(accept) if isinstance(node, ast.Attribute) and node.attr.startswith("visit_"))
        return None

    # --- what stands beside the classes ---

    def enumerations(self):
        return [each for each in vars(self.types).values()
                if inspect.isclass(each) and issubclass(each, enum.Enum) and each is not enum.Enum]

    def sets(self):
        for name, value in vars(self.constants).items():
            if isinstance(value, set):
                kinds = {type(each) for each in value}
                assert len(kinds) == 1, name
                kind = kinds.pop()
                literals = value if kind is str else {each.value for each in value}
                yield camel(name.lower()), "-" if kind is str else official(kind.__name__), sorted(literals)

    def expressions(self):
        for name, value in vars(self.verification).items():
            if name.startswith("_REGEX_"):
                yield name.removeprefix("_REGEX_").removeprefix("MATCHES_").lower(), re2(value.pattern)

    def strings(self):
        """Each verify_… of a primitive: its limits and what it matches."""
        for (part, name), node in self.bodies.items():
            if part != "verification" or not name.startswith("verify_"):
                continue
            least, most, matches = 0, "-", []
            for statement in node.body:
                if message_of(statement) is None:
                    continue
                test = ast.unparse(statement.test)
                if found := re.fullmatch(r"not len\(that\) (>=|<=) (\d+)", test):
                    least, most = (int(found[2]), most) if found[1] == ">=" else (least, int(found[2]))
                else:
                    matches.append(re.fullmatch(r"not (?:matches_)?(\w+)\(that\)", test)[1])
            yield camel(name.removeprefix("verify_")), least, most, matches

    # --- classes ---

    def element_of(self, cls, snake):
        visit = self.function("xmlization", f"visit_{snake}")
        return next(node.args[0].value for node in ast.walk(visit)
                    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("_write_start_element", "_write_empty_element"))

    def order_in_xml(self, snake):
        names = []
        for node in ast.walk(self.function("xmlization", f"_write_{snake}_as_sequence")):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "").startswith("_write_") and node.args \
                    and isinstance(node.args[0], ast.Constant):
                names.append((node.lineno, node.args[0].value))
        return list(dict.fromkeys(name for _, name in sorted(names)))

    def json_names(self, snake):
        """Attribute -> name in JSON, in the order of writing, and the modelType."""
        names, model_type = {}, ""
        for node in ast.walk(self.function("jsonization", f"transform_{snake}")):
            if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Subscript):
                continue
            name = node.targets[0].slice.value
            if name == "modelType":
                model_type = node.value.value
                continue
            attribute = next(each.attr for each in ast.walk(node.value)
                             if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == "that")
            names[attribute] = (node.lineno, name)
        return {attribute: name for attribute, (_, name) in sorted(names.items(), key=lambda each: each[1])}, model_type

    def string_types(self, snake):
        """Attribute -> the constrained string that verification takes it for."""
        found = {}
        for node in ast.walk(self.function("verification", f"transform_{snake}")):
            if isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and getattr(node.iter.func, "id", "").startswith("verify_"):
                found[node.iter.args[0].attr] = camel(node.iter.func.id.removeprefix("verify_"))
        return found

    def kind_of(self, hint, attribute, strings):
        if typing.get_origin(hint) is list:
            return "list", official(typing.get_args(hint)[0].__name__)
        if hint is bool:
            return "boolean", "-"
        if hint is bytes:
            return "bytes", "-"
        if hint is str:
            return "string", strings.get(attribute, "-")
        return "enumeration" if issubclass(hint, enum.Enum) else "class", official(hint.__name__)

    def property_rows(self, cls, snake, names, least_items, longest):
        hints = typing.get_type_hints(cls, vars(self.types))
        strings = self.string_types(snake)
        assert self.order_in_xml(snake) == list(names.values()), snake
        for attribute, name in names.items():
            hint, optional = hints[attribute], False
            if type(None) in typing.get_args(hint):
                optional = True
                hint = next(each for each in typing.get_args(hint) if each is not type(None))
            kind, type_name = self.kind_of(hint, attribute, strings)
            if attribute in longest:
                type_name += f"{longest[attribute]}"
            yield row("P", name, kind, type_name, "" if optional else "!", least_items.get(attribute, ""))

    def rules(self, snake):
        """The conditions of a class: (attribute -> least items, attribute -> greatest length, the invariants)."""
        least_items, longest, invariants = {}, {}, []
        for statement in self.function("verification", f"transform_{snake}").body:
            message = message_of(statement)
            if message is None:
                continue
            test = ast.unparse(statement.test)
            if message.endswith("at least one item."):
                least_items[re.search(r"len\(that\.(\w+)\) >= 1", test)[1]] = 1
            elif found := re.fullmatch(r"not len\(that\.(\w+)\) <= (\d+)", test):
                longest[found[1]] = int(found[2])
            else:
                invariants.append((statement.test, message))
        return least_items, longest, invariants

    def class_rows(self, cls):
        parents = " ".join(official(each.__name__) for each in cls.__bases__ if each is not self.types.Class) or "-"
        name, snake = official(cls.__name__), self.snake(cls)
        if snake is None:
            yield row("C", name, parents, "-", "-", "a")
            return
        names, model_type = self.json_names(snake)
        least_items, longest, invariants = self.rules(snake)
        assert not model_type or model_type == name, name
        yield row("C", name, parents, self.element_of(cls, snake), model_type or "-")
        yield from self.property_rows(cls, snake, names, least_items, longest)
        for test, message in invariants:
            called_ours = invariant_name(test, message)
            seen = {node.attr for node in ast.walk(test)
                    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "that"}
            yield row("I", called_ours, constraint_of(message) or UNSAID.get(called_ours, "-"),
                      " ".join(names[each] for each in names if each in seen))

    def longer_strings(self):
        """The language strings limit a text beyond its type: types of their own, Type + limit."""
        of = {name: (least, matches) for name, least, _, matches in self.strings()}
        found = set()
        for cls in self.classes:
            if snake := self.snake(cls):
                strings = self.string_types(snake)
                found |= {(strings[attribute], most) for attribute, most in self.rules(snake)[1].items()}
        for name, most in sorted(found):
            yield f"{name}{most}", of[name][0], most, of[name][1]

    def check_dispatch(self):
        """What a property admits are the concrete descendants of its class: so says aas-core's own table."""
        for name, table in vars(self.jsonization).items():
            if found := re.fullmatch(r"_(\w+)_FROM_JSONABLE_DISPATCH", name):
                cls = next(each for each in self.classes if official(each.__name__).lower() == found[1].replace("_", "").lower())
                assert set(table) == {official(each.__name__) for each in self.classes
                                      if issubclass(each, cls) and self.snake(each)}, name

    def rows(self, version):
        self.check_dispatch()
        yield row("V", version, self.xmlization.NAMESPACE)
        for each in self.enumerations():
            yield row("N", official(each.__name__), " ".join(literal.value for literal in each))
        for name, kind, literals in self.sets():
            yield row("S", name, kind, " ".join(literals))
        for name, pattern in self.expressions():
            yield row("R", name, pattern)
        for name, least, most, matches in [*self.strings(), *self.longer_strings()]:
            yield row("T", name, least, most, " ".join(matches))
        for cls in self.classes:
            yield from self.class_rows(cls)


def main(folder):
    for version, package, project, name in VERSIONS:
        lines = [
            f"# The metamodel {version} of the Asset Administration Shell: facts read from the PyPI package "
            f"{project} {importlib.metadata.version(project)} (MIT)",
            "# Written by codegen/aas.py (./dev codegen), which explains the columns. Do not edit.",
            *Metamodel(package).rows(version),
        ]
        pathlib.Path(folder, f"{name}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
