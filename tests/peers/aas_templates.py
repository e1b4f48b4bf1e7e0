#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Submodel templates as we compile them and make submodels of them, beside codegen/idta.py and aas-core 3.0 and 3.1.

    aas_templates.py BUILD_DIR

For every template of the table, and every one of $LINTEL_CORPORA/aas/idta-templates as if it were a user's own, in both versions
of the metamodel, with and without what is optional: the submodel that is made of it is valid to us and to aas-core and conforms
to its template. With the corpus: schemas/idta_*.tsv are what codegen/idta.py writes, the program compiles every file as
that does, and templates conform to themselves but for at most eight, which are named.
"""
import collections
import importlib
import json
import pathlib
import subprocess
import sys

from harness import ROOT, Checks

sys.path.insert(0, str(ROOT / "codegen"))
import idta  # noqa: E402

CORE = {version: {name: importlib.import_module(f"{package}.{name}") for name in ("jsonization", "verification")}
        for version, package in (("3.0", "aas_core3"), ("3.1", "aas_core3_1"))}
MOST_INCONSISTENT = 8  # of the published templates, reference: aas-core and a prototype of the same rule


class Program:
    """Our side: one request, one answer."""

    def __init__(self, build):
        self.process = subprocess.Popen([pathlib.Path(build) / "aas_templates"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, encoding="utf-8")

    def ask(self, do, **request):
        self.process.stdin.write(json.dumps({"do": do, **request}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def faults_by_core(version, environment):
    core = CORE[version]
    try:
        instance = core["jsonization"].environment_from_jsonable(environment)
    except core["jsonization"].DeserializationException as error:
        return [str(error)]
    return [f"{error.path}: {error.cause}" for error in core["verification"].verify(instance)]


def instances_are_right(program, template, faults):
    """Of one template; gives how many were tried."""
    tried = 0
    for version in CORE:
        for optional in (False, True):
            name = (template["source"], template["idShort"], version, "all" if optional else "mandatory")
            answer = program.ask("instance", source=template["source"], template=template["id"], id="urn:instance",
                                 metamodel=version, optional=optional)
            tried += 1
            if "error" in answer:
                faults["not made"].append((name, answer["error"]))
                continue
            for kind, found in (("our check", answer["findings"]), ("our conformance", answer["conformance"]["errors"]),
                                ("aas-core", faults_by_core(version, answer["environment"]))):
                if found:
                    faults[kind].append((name, found[:2]))
    return tried


def shown(faults):
    return {name: (len(found), found[:4]) for name, found in faults.items()}


def table(checks, program):
    faults = collections.defaultdict(list)
    templates = program.ask("table")
    tried = sum(instances_are_right(program, each, faults) for each in templates)
    checks.check(f"table: {tried} submodels of {len(templates)} templates are valid to us and aas-core, and conform",
                 len(templates) > 30 and not faults, shown(faults))
    return templates


def corpus(checks, program, folder, table_templates):
    """Every file as a user's own."""
    templates, concepts, inconsistent = [], [], []
    different, faults = collections.defaultdict(list), collections.defaultdict(list)
    tried = 0
    for path in idta.files_of(folder):
        environment, metamodel = idta.environment_of(path)
        if environment is None:
            continue
        source = path.relative_to(folder).as_posix()
        ours = program.ask("compile", path=str(path), source=source)
        wanted, wanted_concepts = list(idta.compiled(environment, source, metamodel)), list(idta.concepts_of(environment))
        if "error" in ours:
            different["not read"].append((source, ours["error"]))
            continue
        for each in ours["templates"] + wanted:
            if path.suffix == ".json":
                each["metamodel"] = metamodel  # JSON does not say
        if ours["templates"] != wanted:
            different["templates"].append(source)
        if ours["concepts"] != wanted_concepts:
            different["concepts"].append(source)
        for each, itself in zip(ours["templates"], ours["conformance"]):
            if itself["count"]:
                inconsistent.append((source, each["idShort"], itself["count"], itself["errors"][:3]))
        tried += sum(instances_are_right(program, each, faults) for each in ours["templates"])
        templates += wanted
        concepts += wanted_concepts
    checks.check(f"corpus: {len(templates)} templates, {len(concepts)} concept descriptions compiled as codegen/idta.py does",
                 len(templates) > 100 and not different, shown(different))
    checks.check(f"corpus: {tried} submodels of them are valid to us and aas-core, and conform", not faults, shown(faults))
    for source, id_short, count, errors in inconsistent:
        print(f"      does not conform to itself ({count}): {source} {id_short}: {errors[0][:200]}")
    checks.check(f"corpus: {len(templates) - len(inconsistent)} of {len(templates)} templates conform to themselves",
                 len(inconsistent) <= MOST_INCONSISTENT, inconsistent[:20])
    old = [name for name, text in idta.tables(templates, concepts).items()
           if (ROOT / "schemas" / name).read_text(encoding="utf-8") != text]
    checks.check("corpus: schemas/idta_*.tsv are what ./dev codegen writes", not old, old)
    wanted = {number for each in templates for number in each["numbers"]}
    known = {number for each in table_templates for number in each["numbers"]}
    checks.check(f"corpus: all {len(wanted)} published numbers are in the table", wanted == known, sorted(wanted ^ known))


def examples(checks, program, folder):
    """The IDTA's own examples: what is found in them are slips that are there."""
    found = {}
    for path in idta.files_of(folder):
        for each in program.ask("conform", path=str(path)) if "ample" in path.name else []:
            found[path.name] = each
    clean = [name for name, each in found.items() if not each["count"]]
    slips = {error.split(" at ")[0] for each in found.values() for error in each["errors"]}
    misspelt = [name for name, each in found.items() if any("'Entites'" in said for said in each["information"])]
    checks.check(f"examples: {len(clean)} of {len(found)} conform; the others lack {sorted(slips)}, and {len(misspelt)} write Entites",
                 len(clean) >= 2 and slips == {"valueTypeListElement xs:string"} and len(misspelt) >= 2, (found.keys(), slips, misspelt))


def main():
    checks = Checks()
    program = Program(sys.argv[1])
    templates = table(checks, program)
    corpora = checks.corpora("submodel templates of the IDTA")
    if corpora is not None:
        corpus(checks, program, corpora / "aas/idta-templates", templates)
        examples(checks, program, corpora / "aas/idta-templates")
    checks.finish()


if __name__ == "__main__":
    main()
