#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What we read and write again is the same document, by other people's judgement.

    ids_round_trip.py BUILD_DIR [SEED]

Our templates, every readable .ids below $LINTEL_CORPORA, and 240 documents made with IfcTester, go through
build/ids_rewrite. lxml must find the same canonical XML (comments too), xmlschema the same verdict, IfcTester the same specifications. Our verdict by
the XSD must be that of xmlschema too, for these documents and for mutations of them. Ends with 1 if anything differs.
"""
import copy
import io
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from ifctester import facet as facets
from ifctester import ids
from lxml import etree

from harness import ROOT, corpora

TEMPLATES = ROOT / "src/domains/ids/engine/library/templates"
DOCUMENTS = 240
MUTATIONS = 600
IDS = "{http://standards.buildingsmart.org/IDS}"
XS = "{http://www.w3.org/2001/XMLSchema}"


def canonical(data, comments):
    # strip_text of the whole tree would also strip values: only the white space between elements goes.
    tree = etree.fromstring(data)
    for node in tree.iter():
        if len(node) and not (node.text or "").strip():
            node.text = None
        if not (node.tail or "").strip():
            node.tail = None
        elif len(node.getparent()):
            node.tail = node.tail.strip()
        if len(node) and node.text:
            node.text = node.text.strip()
    return etree.canonicalize(tree, with_comments=comments, rewrite_prefixes=True)


def stripped(data):
    return etree.canonicalize(etree.fromstring(data), strip_text=True, rewrite_prefixes=True)


def is_valid(schema, data):
    try:
        return schema.is_valid(io.BytesIO(data))
    except Exception:  # no XML at all
        return False


def opened(data):
    """What IfcTester sees in a document, or the class of its complaint."""
    with tempfile.NamedTemporaryFile(suffix=".ids") as file:
        file.write(data)
        file.flush()
        try:
            document = ids.open(file.name)
        except Exception as error:
            return type(error).__name__
    seen = [document.info]
    for each in document.specifications:
        seen.append((each.name, each.identifier, each.description, each.instructions, each.minOccurs, each.maxOccurs, each.ifcVersion,
                     [shown(f) for f in each.applicability], [shown(f) for f in each.requirements]))
    return repr(seen)


def shown(facet):
    return type(facet).__name__, {key: shown_value(value) for key, value in vars(facet).items()
                                  if key not in ("status", "failures", "passed_entities", "failed_entities")}


def shown_value(value):
    if isinstance(value, facets.Restriction):
        return "Restriction", value.base, value.options
    if isinstance(value, facets.Facet):
        return shown(value)
    return value


class Program:
    def __init__(self, build, xsd):
        self.path = pathlib.Path(build) / "ids_rewrite"
        self.xsd = xsd

    def rewrite(self, path):
        run = subprocess.run([self.path, path], capture_output=True, timeout=60, check=False)
        return run.stdout if run.returncode == 0 else None

    def verdicts(self, paths):
        run = subprocess.run([self.path, "--xsd", self.xsd, *paths], capture_output=True, text=True, timeout=600, check=False)
        if run.returncode != 0:
            raise SystemExit(run.stderr)
        return [line == "valid" for line in run.stdout.splitlines()]


def differences(program, schema, path):
    """None where the document is unreadable for us, else what differs."""
    data = pathlib.Path(path).read_bytes()
    ours = program.rewrite(path)
    if ours is None:
        return None
    found = []
    if stripped(data) != stripped(ours) or canonical(data, False) != canonical(ours, False):
        found.append("canonical XML")
    elif canonical(data, True) != canonical(ours, True):
        found.append("comments")
    if is_valid(schema, data) != is_valid(schema, ours):
        found.append("XSD verdict")
    if opened(data) != opened(ours):
        found.append("IfcTester")
    return found


# ---- documents made with IfcTester

WORDS = ["FireRating", "Wände & Dächer", "a < b", "it's \"quoted\"", "  two  spaces ", "naïve", "日本語", "x" * 300, "tab\there", "0", "]]>"]


def restriction(rng):
    kind = rng.randrange(6)
    if kind == 0:
        return facets.Restriction(options={"enumeration": rng.sample(WORDS, rng.randint(1, 5))}, base="string")
    if kind == 1:
        return facets.Restriction(options={"pattern": rng.choice(["[A-Z]{2}-\\d+", ".*", "(a|b)+&<>", "\\p{Lu}.*"])}, base="string")
    if kind == 2:
        return facets.Restriction(options={"minInclusive": rng.randint(-5, 5), "maxExclusive": rng.random() * 100}, base="double")
    if kind == 3:
        return facets.Restriction(options={"minExclusive": 1, "maxInclusive": 10 ** rng.randint(1, 9)}, base="integer")
    if kind == 4:
        return facets.Restriction(options={"length": rng.randint(0, 99)}, base="string")
    return facets.Restriction(options={"minLength": rng.randint(0, 3), "maxLength": rng.randint(4, 9)}, base="string")


def value(rng):
    return rng.choice(WORDS) if rng.random() < 0.5 else restriction(rng)


def maybe(rng, made):
    return made if rng.random() < 0.6 else None


def entity(rng):
    name = rng.choice(["IFCWALL", "IFCDOOR", facets.Restriction(options={"enumeration": ["IFCWALL", "IFCSLAB"]}, base="string")])
    return facets.Entity(name=name, predefinedType=maybe(rng, value(rng)))


def random_facet(rng, kind, required):
    extra = {"cardinality": rng.choice(["required", "optional", "prohibited"]), "instructions": maybe(rng, rng.choice(WORDS))} if required else {}
    if kind == "partOf":
        if required:
            extra["cardinality"] = rng.choice(["required", "prohibited"])
        relation = rng.choice([None, "IFCRELAGGREGATES", "IFCRELNESTS", "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT", "IFCRELASSIGNSTOGROUP"])
        return facets.PartOf(name="IFCSPACE", predefinedType=maybe(rng, value(rng)), relation=relation, **extra)
    if kind == "attribute":
        return facets.Attribute(name=value(rng), value=maybe(rng, value(rng)), **extra)
    uri = {"uri": maybe(rng, "https://example.org/x?a=1&b=2")} if required else {}
    if kind == "classification":
        return facets.Classification(value=maybe(rng, value(rng)), system=value(rng), **uri, **extra)
    if kind == "material":
        return facets.Material(value=maybe(rng, value(rng)), **uri, **extra)
    return facets.Property(propertySet=value(rng), baseName=value(rng), value=maybe(rng, value(rng)),
                           dataType=maybe(rng, rng.choice(["IFCLABEL", "IFCREAL"])), **uri, **extra)


KINDS = ["partOf", "classification", "attribute", "property", "material"]


def random_document(rng):
    document = ids.Ids(title=rng.choice(WORDS), copyright=maybe(rng, "C"), version=maybe(rng, "1.2"), description=maybe(rng, rng.choice(WORDS)),
                       author=maybe(rng, "a@example.org"), date=maybe(rng, "2026-01-31"), purpose=maybe(rng, "P"), milestone=maybe(rng, "M"))
    for number in range(rng.randint(1, 4)):
        spec = ids.Specification(name=f"{rng.choice(WORDS)} {number}", ifcVersion=rng.sample(["IFC2X3", "IFC4", "IFC4X3_ADD2"], rng.randint(1, 3)),
                                 identifier=maybe(rng, f"S{number}"), description=maybe(rng, rng.choice(WORDS)),
                                 instructions=maybe(rng, rng.choice(WORDS)), minOccurs=rng.choice([0, 1]),
                                 maxOccurs=rng.choice(["unbounded", "unbounded", 0]))
        if rng.random() < 0.8:
            spec.applicability.append(entity(rng))
        for kind in KINDS:
            if rng.random() < 0.3:
                spec.applicability.append(random_facet(rng, kind, False))
        for kind in rng.choices([*KINDS, "entity"], k=rng.randint(1, 5)):
            spec.requirements.append(entity(rng) if kind == "entity" else random_facet(rng, kind, True))
        document.specifications.append(spec)
    return document.to_string().encode()


# ---- mutations, for the verdict only

def mutated(rng, data):
    tree = etree.fromstring(data)
    nodes = [node for node in tree.iter() if isinstance(node.tag, str)]
    for _ in range(rng.randint(1, 2)):
        node = rng.choice(nodes)
        kind = rng.randrange(9)
        if kind == 0 and node.getparent() is not None:
            node.getparent().remove(node)
        elif kind == 1 and node.attrib:
            del node.attrib[rng.choice(list(node.attrib))]
        elif kind == 2 and node.attrib:
            node.attrib[rng.choice(list(node.attrib))] = rng.choice(["", "x", "-1", "0", "unbounded", "IFC4", "required", "true", "xs:string"])
        elif kind == 3:
            node.attrib[rng.choice(["cardinality", "uri", "instructions", "fixed", "id", "minOccurs", "dataType", "{urn:x}y"])] = rng.choice(["required", "1", "A", "true"])
        elif kind == 4 and len(node) > 1:
            node.append(node[0])
        elif kind == 5:
            node.append(etree.SubElement(node, rng.choice([IDS + "value", IDS + "simpleValue", XS + "restriction", XS + "annotation", XS + "totalDigits", "other"])))
        elif kind == 6 and len(node):
            node.append(copy.deepcopy(rng.choice(node)))
        elif kind == 7:
            node.text = rng.choice(["", "text", None, "2026-13-01"])
        elif kind == 8:
            node.tag = rng.choice([IDS + "name", IDS + "value", IDS + "entity", XS + "pattern", XS + "length", XS + "whiteSpace", XS + "minInclusive"])
    return etree.tostring(tree)


def check_documents(program, schema, paths, what):
    bad = unreadable = 0
    for path in paths:
        found = differences(program, schema, path)
        if found is None:
            unreadable += 1
        elif found:
            bad += 1
            print(f"{path}: differs in {', '.join(found)}")
    print(f"{len(paths) - unreadable} {what} read and written, {unreadable} unreadable, {bad} differ")
    return len(paths) - unreadable, bad


def check_verdicts(program, schema, paths):
    bad = 0
    invalid = 0
    for path, ours in zip(paths, program.verdicts(paths), strict=True):
        theirs = is_valid(schema, pathlib.Path(path).read_bytes())
        invalid += not theirs
        if ours != theirs:
            bad += 1
            keep = pathlib.Path(tempfile.gettempdir()) / f"ids_verdict_{bad}.ids"
            keep.write_bytes(pathlib.Path(path).read_bytes())
            print(f"{keep}: we say {'valid' if ours else 'invalid'}, xmlschema {'valid' if theirs else 'invalid'}")
    print(f"{len(paths)} XSD verdicts ({invalid} invalid), {bad} differ")
    return bad


def main():
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    rng = random.Random(seed)
    print(f"seed {seed}")
    schema = ids.get_schema()
    program = Program(sys.argv[1], pathlib.Path(ids.__file__).parent / "ids.xsd")
    paths = sorted(map(str, TEMPLATES.glob("*.ids")))
    if real := corpora("the documents of others"):
        paths += sorted(str(path) for path in real.glob("ids-*/**/*.ids"))
    files, bad = check_documents(program, schema, paths, "documents in files")
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for number in range(DOCUMENTS):
            made.append(os.path.join(folder, f"{number}.ids"))
            pathlib.Path(made[-1]).write_bytes(random_document(rng))
        more, worse = check_documents(program, schema, made, "documents of IfcTester")
        files, bad = files + more, bad + worse
        sources = [path for path in paths if program.rewrite(path) is not None] + made
        mutations = []
        for number in range(MUTATIONS):
            mutations.append(os.path.join(folder, f"m{number}.ids"))
            pathlib.Path(mutations[-1]).write_bytes(mutated(rng, pathlib.Path(rng.choice(sources)).read_bytes()))
        bad += check_verdicts(program, schema, paths + made)
        bad += check_verdicts(program, schema, mutations)
    print(f"{files} files, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
