#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`lintel aas` on all real files there are, beside aas-core.

    aas_command_line.py BINARY [SEED]

Documents of our own: the verdict of those that are whole, and the operations that `diff` tells between neighbours. On
$LINTEL_CORPORA: every JSON and XML file of aas/testgen-3.0.tar.gz has the verdict of its folder, every package of
aas/idta-templates that of aas-core; a package converted to JSON and to XML is the same model to aas-core; the operations that
`diff` tells between any two neighbouring templates, done here by the rules of RFC 6902, turn the one into the other.
"""
import collections
import json
import pathlib
import random
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

from aas_files import CORE, form_by_core, is_valid, normal, read_by_core
from harness import Checks
import own_shells

sys.setrecursionlimit(10_000)
# The lists of elements, by the class that has them: Part 1 of the specification.
LISTS = {("Environment", "assetAdministrationShells"), ("Environment", "submodels"), ("Environment", "conceptDescriptions"),
         ("Submodel", "submodelElements"), ("SubmodelElementCollection", "value"), ("SubmodelElementList", "value"),
         ("Entity", "statements"), ("AnnotatedRelationshipElement", "annotations")}


def lintel(binary, *arguments):
    """(exit code, standard output, seconds)"""
    begun = time.monotonic()
    done = subprocess.run([binary, "aas", *map(str, arguments)], capture_output=True, text=True)
    return done.returncode, done.stdout, time.monotonic() - begun


def verdicts(binary, folder):
    code, out, seconds = lintel(binary, "validate", "--json", folder)
    return code, [json.loads(line) for line in out.splitlines()], seconds


def testgen(checks, binary, archive, folder):
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    for form in ("Json", "Xml"):
        code, answers, seconds = verdicts(binary, folder / form)
        wrong = [each for each in answers if each["verdict"] != ("valid" if "/Expected/" in each["file"] else "invalid")]
        files = sum(path.is_file() for path in (folder / form).rglob("*"))
        checks.check(f"testgen: the verdict of {len(answers)} {form} files is their folder's ({seconds:.1f} s)",
                     len(answers) == files > 1000 and code == 1 and not wrong, wrong[:3])


def xml_of(binary, package, folder):
    path = folder / "converted.xml"
    code, out, _ = lintel(binary, "convert", package, path, "--overwrite")
    return path.read_bytes() if code == 0 else None


def packages(checks, binary, templates, folder):
    faults = collections.defaultdict(list)
    _, answers, seconds = verdicts(binary, templates)
    answers = [each for each in answers if each["file"].endswith(".aasx")]
    for each in answers:
        core = CORE[each["metamodel"]]
        instance = read_by_core(core, spec_of(each["file"]))
        if is_valid(core, instance) != (each["verdict"] == "valid"):
            faults["verdict"].append(each["file"])
        if instance is None:
            continue
        model = normal(form_by_core(core, instance))
        xml = read_by_core(core, xml_of(binary, each["file"], folder) or b"<none/>")
        if xml is None or normal(form_by_core(core, xml)) != model:
            faults["as XML"].append(each["file"])
        path = folder / "converted.json"
        lintel(binary, "convert", each["file"], path, "--overwrite")
        if normal(form_by_core(core, core["jsonization"].environment_from_jsonable(json.loads(path.read_text())))) != model:
            faults["as JSON"].append(each["file"])
        if lintel(binary, "diff", each["file"], path)[0] != 0:
            faults["diff"].append(each["file"])
    checks.check(f"templates: {len(answers)} packages have aas-core's verdict, and are its model as JSON and XML ({seconds:.1f} s to validate all)",
                 len(answers) > 100 and not faults, dict(faults))


def spec_of(package):
    """The one XML part that holds the environment."""
    with zipfile.ZipFile(package) as archive:
        found = [archive.read(name) for name in archive.namelist() if name.endswith(".xml")]
    found = [data for data in found if b"admin-shell.io/aas/3/" in data[:3000]]
    assert len(found) == 1, package
    return found[0]


def steps_of(pointer):
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def owner(document, steps):
    for step in steps[:-1]:
        document = document[int(step) if isinstance(document, list) else step]
    return document, int(steps[-1]) if isinstance(document, list) else steps[-1]


def leads_through_elements(document, steps):
    """Whether the steps are names of lists of elements and places in them, by turns."""
    kind = "Environment"
    for name, index in zip(steps[::2], steps[1::2]):
        if (kind, name) not in LISTS:
            return False
        document = document[name][int(index)]
        kind = document.get("modelType") if isinstance(document, dict) else None
    return len(steps) % 2 == 0


def taken(document, pointer):
    """Removed; a list of elements goes with its last item."""
    steps = steps_of(pointer)
    place, key = owner(document, steps)
    of_elements = isinstance(place, list) and leads_through_elements(document, steps)
    value = place.pop(key)
    if place == [] and of_elements:
        outer, name = owner(document, steps[:-1])
        del outer[name]
    return value


def put(document, pointer, value):
    steps = steps_of(pointer)
    above, name = owner(document, steps[:-1]) if len(steps) > 1 else (None, None)
    if isinstance(above, dict) and name not in above:
        above[name] = []
    place, key = owner(document, steps)
    if isinstance(place, list):
        assert 0 <= key <= len(place)
        place.insert(key, value)
    else:
        place[key] = value


def apply(document, operation):
    """RFC 6902, 4."""
    path = operation["path"]
    if operation["op"] == "move":
        put(document, path, taken(document, operation["from"]))
    elif operation["op"] == "remove":
        taken(document, path)
    elif operation["op"] == "add":
        put(document, path, operation["value"])
    else:
        assert operation["op"] == "replace"
        place, key = owner(document, steps_of(path))
        assert place[key] == operation["before"]
        place[key] = operation["value"]


def own(checks, binary, folder, seed):
    paths = own_shells.write(folder, 300, seed)
    _, answers, _ = verdicts(binary, folder)
    wrong = [each for each in answers if not pathlib.Path(each["file"]).name.startswith("broken") and each["verdict"] != "valid"]
    checks.check(f"our own: {len(answers)} documents, those that are whole are valid", len(answers) == len(paths) and not wrong, wrong[:2])


def differences(checks, binary, templates):
    files = sorted(templates.rglob("*.json"))
    counts = collections.Counter()
    wrong = []
    slowest = 0
    for before, after in zip(files, files[1:]):
        code, out, seconds = lintel(binary, "diff", "--json", before, after)
        if code == 2:
            counts["not a document"] += 1
            continue
        document, wanted = (json.loads(path.read_text(encoding="utf-8-sig")) for path in (before, after))
        told = json.loads(out)
        for operation in told["differences"]:
            apply(document, operation)
        counts["pairs"] += 1
        counts["operations"] += len(told["differences"])
        slowest = max(slowest, seconds)
        if document != wanted or (code == 0) != told["equal"]:
            wrong.append((str(before), str(after)))
    checks.check(f"diff: operations between neighbours in {templates.name} lead from one to the other ({dict(counts)}, slowest {slowest * 1000:.0f} ms)",
                 counts["pairs"] > 50 and not wrong, wrong[:3])


def main():
    checks = Checks()
    binary = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1_000_000)
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory() as name:
        (folder := pathlib.Path(name, "own")).mkdir()
        own(checks, binary, folder, seed)
        differences(checks, binary, folder)
    corpora = checks.corpora("lintel aas on testgen and templates")
    if corpora is not None:
        with tempfile.TemporaryDirectory() as name:
            testgen(checks, binary, corpora / "aas/testgen-3.0.tar.gz", pathlib.Path(name))
            packages(checks, binary, corpora / "aas/idta-templates", pathlib.Path(name))
        differences(checks, binary, corpora / "aas/idta-templates")
    checks.finish()


if __name__ == "__main__":
    main()
