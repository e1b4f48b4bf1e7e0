#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of submodel templates: codegen/idta.py IDTA-TEMPLATES schemas

The first argument is the folder `published` of https://github.com/admin-shell-io/submodel-templates (CC BY 4.0, Industrial
Digital Twin Association and contributors), or some of it. Facts only: names, identifiers, types, cardinalities and short example
values; no descriptions, display names or definitions. The program compiles a user's own templates in the same way
(src/domains/aas/engine/templates/template.cpp); tests/peers/aas_templates.py compares the two.

Tab-separated, the first column saying what a line is. idta_templates.tsv:

  T  name, version, metamodel, semanticId (the last key), idShort, id, published numbers (separated by blanks), file
     One for each name, semanticId and major.minor version: of several revisions the newest, with the numbers of all.
  a number  how deep an element of the template above stands, 0 being the submodel; then
     modelType, idShort, cardinality ("?…": one that is not known), valueType, semanticId, the rest as a JSON object: members
     that an instance carries, qualifiers by the last word of their type, and an example value.
     semanticId: "E:…" an external reference with one GlobalReference, "C:…" a model reference to a ConceptDescription, or
     a Reference in JSON.

idta_concepts.tsv:

  C  concept description: id, idShort, preferred name, unit, unitId (as a semanticId), dataType, value
"""

import importlib
import json
import pathlib
import posixpath
import re
import sys
import xml.etree.ElementTree
import zipfile

NAMESPACE = re.compile(r"https://admin-shell\.io/aas/3/([01])\b")
CORES = {"0": "aas_core3", "1": "aas_core3_1"}
LONGEST = 300  # bytes of an example or a rule: longer ones are texts
CHILDREN = {"Submodel": "submodelElements", "SubmodelElementCollection": "value", "SubmodelElementList": "value",
            "Entity": "statements", "AnnotatedRelationshipElement": "annotations"}
CARDINALITIES = {"one": "One", "zerotoone": "ZeroToOne", "zerottoone": "ZeroToOne", "zerotomany": "ZeroToMany",
                 "onetomany": "OneToMany", "1": "One", "0..1": "ZeroToOne", "0..*": "ZeroToMany", "1..*": "OneToMany",
                 "[1]": "One", "[0..1]": "ZeroToOne", "[0..*]": "ZeroToMany", "[1..*]": "OneToMany"}
RULES = {name.lower(): name for name in ("AllowedValue", "AllowedRange", "EitherOr", "AllowedIdShort", "ExampleValue",
                                         "InitialValue", "DefaultValue")}
# What an instance carries besides, with the kind of each.
MEMBERS = {"supplementalSemanticIds": list, "orderRelevant": bool, "semanticIdListElement": dict, "typeValueListElement": str,
           "valueTypeListElement": str, "contentType": str, "entityType": str, "globalAssetId": str, "specificAssetIds": list,
           "first": dict, "second": dict, "observed": dict, "direction": str, "state": str, "category": str}
VARIABLES = ("inputVariables", "outputVariables", "inoutputVariables")
TEXTS = ("description", "displayName", "qualifiers", "extensions", "embeddedDataSpecifications", "category")
ADMINISTRATION = ("version", "revision", "templateId")


# ---- what a file is ----

def identity(path):
    """Of a path below the folder: name, version, published numbers, what the file calls it."""
    *folders, file = path.split("/")
    version = []
    while folders and re.fullmatch(r"[0-9]+", folders[-1]):
        version.insert(0, folders.pop())
    stem = re.sub(r"\.(aasx|json|xml)$", "", file)
    found = re.search(r"([0-9]{5})((?:[-_][0-9]{1,3}(?![0-9A-Za-z]))*)", stem)
    label = stem
    numbers = []
    if found:
        base, groups = found[1], re.findall(r"[0-9]+", found[2])
        label = stem[found.end():]
        numbers.append("-".join([base, *groups]))
        if not version and len(groups) > 1:
            version = groups
        whole = version if len(version) >= len(groups) else groups
        if len(groups) == 1:
            numbers.append("-".join([base, *groups, *version]))
        elif groups == whole[:len(groups)] and version == whole[:len(version)]:
            numbers.append("-".join([base, *whole]))
        else:
            numbers.append("-".join([base, *version]))
    label = re.sub(r"_*(forAASMetamodelV3\.[0-9]|without_examplevalues)", "", label)
    label = plain(re.sub(r"^[ _-]*(Template|Submodel|Subomdel)?[ _-]*", "", label).replace("_", " "))
    name = ", ".join(plain(each.replace("_", " ")) for each in folders) or label or plain(stem)
    return name, ".".join(version), list(dict.fromkeys(numbers)), label


def plain(text):
    """With single blanks."""
    return " ".join(re.split(r"[ \t\r\n]+", text.strip(" \t\r\n")))


# ---- compiling ----

def stripped(value):
    return value.strip(" \t\r\n") if isinstance(value, str) else ""


def is_short(text):
    return isinstance(text, str) and text != "" and len(text.encode()) <= LONGEST


def rules_of(element):
    """(cardinality, qualifiers by the last word of their type): the first of each counts, whatever its kind."""
    cardinality, rules = "", {}
    for qualifier in element.get("qualifiers") or []:
        word = stripped(qualifier.get("type")).rsplit("/", 1)[-1].lower()
        value = stripped(qualifier.get("value"))
        if word in ("cardinality", "multiplicity"):
            if value and not cardinality:
                cardinality = CARDINALITIES.get(value.lower(), "?" + value[:40])
        elif word in RULES and is_short(value):
            rules.setdefault(RULES[word], value)
    return cardinality, rules


def example_of(element):
    """The value that a template gives: an example, where no qualifier gives one."""
    kind, value = element["modelType"], element.get("value")
    if kind in ("Property", "File"):
        return value if is_short(value) else None
    if kind == "MultiLanguageProperty":
        first = value[0] if isinstance(value, list) and value else {}
        return {first["language"]: first["text"]} if is_short(first.get("language")) and is_short(first.get("text")) else None
    if kind == "Range":
        return {name: element[name] for name in ("min", "max") if is_short(element.get(name))} or None
    return None


def bare(value):
    """The value of a variable without texts and values."""
    out = {name: member for name, member in value.items() if name not in TEXTS}
    children = CHILDREN.get(out.get("modelType"))
    if children in out:
        out[children] = [bare(each) for each in out[children]]
    elif children != "value":
        out.pop("value", None)
    return out


def compiled_element(element):
    cardinality, rules = rules_of(element)
    more = {name: element[name] for name, kind in MEMBERS.items() if isinstance(element.get(name), kind)}
    for name in VARIABLES:
        if element.get(name):
            more[name] = [{"value": bare(each["value"])} for each in element[name]]
    if element["modelType"] == "Submodel" and isinstance(element.get("administration"), dict):
        said = {name: element["administration"][name] for name in ADMINISTRATION if name in element["administration"]}
        if said:
            more["administration"] = said
    more.update(rules)
    example = example_of(element)
    if example is not None and "ExampleValue" not in rules:
        more["example"] = example
    return {
        "modelType": element["modelType"],
        "idShort": element.get("idShort", ""),
        "cardinality": cardinality,
        "valueType": element.get("valueType", ""),
        "semanticId": element.get("semanticId"),
        "more": more,
        "children": [compiled_element(each) for each in element.get(CHILDREN.get(element["modelType"], "-")) or []],
    }


def last_key(reference):
    keys = (reference or {}).get("keys") or [{}]
    return keys[-1].get("value", "")


def compiled(environment, path, metamodel):
    """Every template of an environment."""
    name, version, numbers, _ = identity(path)
    for submodel in environment.get("submodels") or []:
        if submodel.get("kind") != "Template":
            continue
        said = submodel.get("administration") or {}
        in_itself = ".".join(said[each] for each in ("version", "revision") if each in said)
        yield {"name": name, "version": version or in_itself, "metamodel": metamodel, "semanticId": last_key(submodel.get("semanticId")),
               "idShort": submodel.get("idShort", ""), "id": submodel.get("id", ""), "numbers": numbers, "source": path,
               "root": compiled_element({**submodel, "modelType": "Submodel"})}


def concepts_of(environment):
    """Facts of the concept descriptions of an environment."""
    for each in environment.get("conceptDescriptions") or []:
        content = next((spec["dataSpecificationContent"] for spec in each.get("embeddedDataSpecifications") or []
                        if spec["dataSpecificationContent"].get("modelType") == "DataSpecificationIec61360"), {})
        names = content.get("preferredName") or []
        name = next((one["text"] for one in names if one["language"].lower().split("-")[0] == "en"), names[0]["text"] if names else "")
        facts = {"id": each.get("id", ""), "idShort": each.get("idShort", ""), "preferredName": name, "unit": content.get("unit", ""),
                 "unitId": content.get("unitId"), "dataType": content.get("dataType", ""), "value": content.get("value", "")}
        yield {name: (plain(fact) if len(plain(fact).encode()) <= LONGEST else "") if isinstance(fact, str) and name != "id" else fact
               for name, fact in facts.items()}


# ---- reading ----

def spec_of_package(path):
    """The text of the one spec part of an AASX."""
    with zipfile.ZipFile(path) as package:
        for rels in package.namelist():
            if not rels.endswith(".rels"):
                continue
            for link in xml.etree.ElementTree.fromstring(package.read(rels)):
                if link.get("Type", "").endswith("/aas-spec"):
                    part = posixpath.normpath(posixpath.join("/", posixpath.dirname(posixpath.dirname(rels)), link.get("Target")))
                    return package.read(part.lstrip("/")).decode("utf-8-sig")
    return ""


def environment_of(path):
    """(environment as JSON, metamodel), or (None, "") where it cannot be read."""
    if path.suffix == ".json":
        try:
            return json.loads(path.read_text(encoding="utf-8-sig")), "3.1" if "V3.1" in path.name else "3.0"
        except ValueError:
            return None, ""
    text = spec_of_package(path)
    found = NAMESPACE.search(text)
    if not found:
        return None, ""
    xmlization, jsonization = (importlib.import_module(f"{CORES[found[1]]}.{part}") for part in ("xmlization", "jsonization"))
    try:
        return jsonization.to_jsonable(xmlization.environment_from_str(text)), "3." + found[1]
    except xmlization.DeserializationException:
        return None, ""


def files_of(folder):
    return sorted((path for path in pathlib.Path(folder).rglob("*") if path.suffix in (".aasx", ".json")), key=str)


# ---- choosing ----

def version_key(version):
    return [int(part) if part.isdigit() else 0 for part in version.split(".")]


def rank(template):
    """The newest revision; then the template itself, of 3.0, as a package."""
    path = template["source"]
    return ([-part for part in (version_key(template["version"]) + [0] * 4)[:4]], bool(re.search("sample|example_|genericform", path.lower())),
            "V3.1" in path, path.endswith(".json"), "without_examplevalues" in path, path)


def chosen(templates):
    groups = {}
    for each in templates:
        short = ".".join(each["version"].split(".")[:2])
        groups.setdefault((each["name"], short, each["semanticId"] or each["id"]), []).append(each)
    for _, group in sorted(groups.items()):
        best = dict(min(group, key=lambda each: (rank(each), each["idShort"])))
        numbers = {number for each in group for number in each["numbers"]}
        best["numbers"] = sorted(numbers, key=lambda number: [int(part) for part in number.split("-")])
        yield best


def chosen_concepts(concepts):
    """Of each id the one that says most; of equal ones the last. An id with a line feed is a slip that nothing refers to."""
    best = {}
    for each in concepts:
        said = sum(bool(fact) for fact in each.values())
        if each["id"] and not re.search("[\t\n\r]", each["id"]) and (each["id"] not in best or said >= best[each["id"]][0]):
            best[each["id"]] = (said, each)
    return [best[key][1] for key in sorted(best)]


# ---- writing ----

def row(*cells):
    for cell in cells:
        assert not re.search("[\t\n\r]", cell), cells
    return "\t".join(cells).rstrip("\t")


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def reference(value):
    """As one cell."""
    if value is None:
        return ""
    for mark, kind, key in (("E:", "ExternalReference", "GlobalReference"), ("C:", "ModelReference", "ConceptDescription")):
        text = last_key(value)
        if value == {"type": kind, "keys": [{"type": key, "value": text}]} and not re.search("[\t\n\r]", text):
            return mark + text
    return compact(value)


def element_rows(element, depth):
    more = compact(element["more"]) if element["more"] else ""
    yield row(str(depth), element["modelType"], element["idShort"], element["cardinality"], element["valueType"],
              reference(element["semanticId"]), more)
    for child in element["children"]:
        yield from element_rows(child, depth + 1)


def template_rows(templates):
    for each in templates:
        yield row("T", each["name"], each["version"], each["metamodel"], each["semanticId"], each["idShort"], each["id"],
                  " ".join(each["numbers"]), each["source"])
        yield from element_rows(each["root"], 0)


def concept_rows(concepts):
    for each in concepts:
        yield row("C", each["id"], each["idShort"], each["preferredName"], each["unit"], reference(each["unitId"]),
                  each["dataType"], each["value"])


def tables(templates, concepts):
    """File name -> text."""
    def text(what, rows):
        return "\n".join([
            f"# Facts of the {what} that the Industrial Digital Twin Association publishes at",
            "# https://github.com/admin-shell-io/submodel-templates, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/):",
            "# names, structure and identifiers, without descriptions and definitions.",
            "# Written by codegen/idta.py (./dev codegen), which explains the columns. Do not edit.", *rows]) + "\n"

    return {"idta_templates.tsv": text("submodel templates", template_rows(chosen(templates))),
            "idta_concepts.tsv": text("concept descriptions of submodel templates", concept_rows(chosen_concepts(concepts)))}


def main(corpus, folder):
    templates, concepts = [], []
    for path in files_of(corpus):
        environment, metamodel = environment_of(path)
        if environment is not None:
            templates += compiled(environment, path.relative_to(corpus).as_posix(), metamodel)
            concepts += concepts_of(environment)
    for name, text in tables(templates, concepts).items():
        pathlib.Path(folder, name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.splitlines()[0])
    main(sys.argv[1], sys.argv[2])
