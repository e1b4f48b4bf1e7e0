#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Our checker of Asset Administration Shells beside aas-core 3.0 and 3.1: verdict and violations of every document.

    aas_verdicts.py BUILD_DIR [SEED]

Documents of our own, one for each rule that breaks it and many broken at random; those of $LINTEL_CORPORA
(aas/testgen-3.0.tar.gz and aas/idta-templates). Where aas-core reads a document, the violations are compared as a set of
(object, constraint, or kind where it has no id). It reads no further than the first thing that it cannot read; that one must
be among ours. Of testgen the folder gives the verdict.
"""
import collections
import importlib
import json
import pathlib
import random
import re
import subprocess
import sys
import tarfile
import tempfile

from harness import ROOT, corpora
import own_shells

sys.path.insert(0, str(ROOT / "codegen"))
from aas import BY_MESSAGE, constraint_of  # noqa: E402

OWN_DOCUMENTS = 3000
VERSIONS = {"3.0": "aas_core3", "3.1": "aas_core3_1"}
CORE = {version: (importlib.import_module(f"{package}.jsonization"), importlib.import_module(f"{package}.verification"))
        for version, package in VERSIONS.items()}

# What aas-core says -> our code, where there is no id. The first that is found.
KINDS = [("at least one item", "empty_list"), ("must not be empty", "too_short"), ("maximum length", "too_long"),
         ("unique languages", "unique_languages"), ("value type", "value_of_type"), ("ID-shorts of the value must be unique", "AASd-022"),
         ("ID-short of Referables shall only feature", "AASd-002"), ("to a referable", "refers_to_referable"),
         *BY_MESSAGE, ("pattern", "pattern"), ("language tag", "pattern"), ("MIME type", "pattern"), ("RFC 2396", "pattern"),
         ("valid xs:dateTime", "pattern")]
UNREAD = [("Unexpected property", "unknown_member"), ("required property", "required"), ("modelType", "model_type"),
          ("model type", "model_type"), ("Not a valid string representation", "literal"),
          ("Expected", "wrong_type")]


def kind_of(message, kinds):
    found = constraint_of(message) or next((kind for start, kind in kinds if start in message), None)
    assert found, message
    return found


def camel(name):
    head, *tail = name.split("_")
    return head + "".join(part.capitalize() for part in tail)


def reader(jsonization, cls):
    return getattr(jsonization, re.sub(r"(?<!^)(?=[A-Z])", "_", cls).lower() + "_from_jsonable")


def pointer(path, name):
    """aas-core's path as a JSON Pointer."""
    return "".join("/" + (str(each.index) if hasattr(each, "index") else name(each.name)) for each in path.segments)


def look(document, cls, version):
    """What aas-core says: (read?, set of (object, kind))."""
    jsonization, verification = CORE[version]
    try:
        instance = reader(jsonization, cls)(document)
    except jsonization.DeserializationException as problem:
        return False, {(pointer(problem.path, str), kind_of(problem.cause, UNREAD))}
    except (ValueError, UnicodeError):  # base64 that b64decode refuses, which aas-core lets through
        return False, set()
    found = set()
    for error in verification.verify(instance):
        where = pointer(error.path, camel) + ("/text" if error.cause.startswith("String shall have a maximum length") else "")
        found.add((where, kind_of(error.cause, KINDS)))
    return True, found


def ours(build, jobs):
    """The answers of our checker to [(version, path)]."""
    lines = "".join(f"{version}\t{path}\n" for version, path in jobs)
    done = subprocess.run([pathlib.Path(build, "aas_verdicts")], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


class Comparison:
    def __init__(self):
        self.counts = collections.Counter()
        self.broken = {version: set() for version in VERSIONS}  # the rules that aas-core saw broken
        self.wrong = []

    def fail(self, path, version, what):
        self.wrong.append(f"{path} ({version}): {what}")

    def compare(self, path, version, answer, expected):
        """`expected`: True or False by the folder, None where nothing says."""
        document = json.loads(pathlib.Path(path).read_text(encoding="utf-8-sig"))
        read, found = look(document, answer["class"], version)
        valid = read and not found
        mine = {(each["instance"], each["constraint"] or each["code"]) for each in answer["findings"] if each["error"]}
        self.broken[version] |= {kind for _, kind in found} if read else set()
        self.counts["documents"] += 1
        self.counts["violations"] += len(found) if read else 0
        self.counts["warnings of ours"] += sum(not each["error"] for each in answer["findings"])
        if answer["valid"] != valid or (expected is not None and answer["valid"] != expected):
            self.fail(path, version, f"valid: ours {answer['valid']}, aas-core {valid}, folder {expected}; {sorted(found)[:3]}; {sorted(mine)[:3]}")
        elif read and mine != found:
            self.fail(path, version, f"only aas-core: {sorted(found - mine)[:3]}; only ours: {sorted(mine - found)[:3]}")
        elif not read and not found <= {(where, "wrong_type" if kind == "null_value" else kind) for where, kind in mine}:
            self.fail(path, version, f"not found by us: {sorted(found - mine)}; ours: {sorted(mine)[:3]}")
        for each in answer["findings"]:
            if not each["message"] or not each["pointer"].startswith(each["instance"]):
                self.fail(path, version, f"a poor finding: {each}")

    def run(self, what, build, jobs):
        """jobs: (version, path, expected)."""
        before = len(self.wrong)
        self.counts.clear()
        unreadable = 0
        answers = ours(build, [(version, path) for version, path, _ in jobs])
        assert len(answers) == len(jobs)
        for (version, path, expected), answer in zip(jobs, answers):
            if "unreadable" in answer:
                unreadable += 1
                self.check_unreadable(path, version)
            else:
                self.compare(path, version, answer, expected)
        counts = ", ".join(f"{count} {name}" for name, count in self.counts.items())
        print(f"{what}: {counts}, {unreadable} unreadable, {len(self.wrong) - before} differ", flush=True)

    def check_all_rules_were_broken(self):
        """A rule that no document breaks is one that is not compared."""
        for version, table in (("3.0", "aas3_0"), ("3.1", "aas3_1")):
            rows = (line.split("\t") for line in (ROOT / f"schemas/{table}.tsv").read_text().splitlines() if line.startswith("I\t"))
            rules = {constraint if constraint != "-" else name for _, name, constraint, *_ in rows}
            if missing := rules - self.broken[version]:
                self.fail("our own", version, f"never broken: {sorted(missing)}")

    def check_unreadable(self, path, version):
        """What we cannot read as JSON, Python cannot either; but for members that occur twice."""
        def no_twins(pairs):
            if len(dict(pairs)) != len(pairs):
                raise ValueError("a member occurs twice")
            return dict(pairs)
        try:
            json.loads(pathlib.Path(path).read_text(encoding="utf-8-sig"), object_pairs_hook=no_twins)
        except ValueError:
            return
        self.fail(path, version, "unreadable for us only")


def testgen(folder, into):
    """Every JSON file of testgen with the verdict of its folder: it was made for 3.0; of 3.1 aas-core alone decides."""
    with tarfile.open(folder / "aas/testgen-3.0.tar.gz") as archive:
        archive.extractall(into, filter="data")
    files = sorted(pathlib.Path(into, "Json").rglob("*.json"))
    assert len(files) > 1000
    return [job for file in files for job in (("3.0", file, "/Expected/" in str(file)), ("3.1", file, None))]


def main(build, seed):
    comparison = Comparison()
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory() as folder:
        paths = own_shells.write(folder, OWN_DOCUMENTS, seed)
        jobs = [(version, path, True if not path.name.startswith("broken") else None) for path in paths for version in VERSIONS]
        comparison.run("our own, broken in every way and at random", build, jobs)
        comparison.check_all_rules_were_broken()
    if (real := corpora("AAS documents of testgen and IDTA")) is not None:
        with tempfile.TemporaryDirectory() as folder:
            comparison.run("testgen", build, testgen(real, folder))
        templates = sorted((real / "aas/idta-templates").rglob("*.json"))
        comparison.run("IDTA templates", build, [(version, path, None) for path in templates for version in VERSIONS])
    print("\n".join(comparison.wrong[:40]))
    return 1 if comparison.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1_000_000)))
