#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files of Asset Administration Shells as we read and write them, beside aas-core 3.0 and 3.1 and basyx.

    aas_files.py BUILD_DIR

XML of our own, and every one of $LINTEL_CORPORA (aas/testgen-3.0.tar.gz), also with the namespace of 3.1: the verdict is that
of its folder and of aas-core, and the form is aas-core's. Every package of aas/idta-templates, and packages that basyx writes
(JSON, several specs, splits): what is saved has every member as it was; the form of the spec is aas-core's; written anew it is
the same model to aas-core; after one edit every element that was not touched has its bytes.
"""
import base64
import collections
import copy
import importlib
import io
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

from harness import Checks

CORE = {version: {name: importlib.import_module(f"{package}.{name}") for name in ("xmlization", "jsonization", "verification")}
        for version, package in (("3.0", "aas_core3"), ("3.1", "aas_core3_1"))}
NAMESPACE = re.compile(rb"https://admin-shell\.io/aas/3/(\d)")
LINK = "http://admin-shell.io/aasx/relationships/"


class Program:
    """Our side: one request, one answer."""

    def __init__(self, build):
        self.process = subprocess.Popen([pathlib.Path(build) / "aas_files"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, encoding="utf-8")

    def ask(self, do, **request):
        self.process.stdin.write(json.dumps({"do": do, **request}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def read_by_core(core, data):
    """The instance, or None where aas-core does not read the document."""
    text = data.decode("utf-8-sig")
    root = re.search(r"<(?:[\w.-]+:)?(\w+)[\s/>]", re.sub(r"<\?.*?\?>|<!--.*?-->", "", text, flags=re.S)).group(1)
    reader = re.sub(r"(?<!^)(?=[A-Z])", "_", root).lower() + "_from_str"
    if not hasattr(core["xmlization"], reader):
        return None
    try:
        return getattr(core["xmlization"], reader)(text)
    except (core["xmlization"].DeserializationException, SyntaxError):
        return None


def form_by_core(core, instance):
    return core["jsonization"].to_jsonable(instance)


def normal(form):
    """The form with base64 as aas-core writes it, which decodes and encodes it again."""
    if isinstance(form, list):
        return [normal(item) for item in form]
    if not isinstance(form, dict):
        return form
    result = {name: normal(member) for name, member in form.items()}
    if result.get("modelType") == "Blob" and "value" in result:
        result["value"] = base64.b64encode(base64.b64decode(result["value"])).decode()
    if "payload" in result:
        result["payload"] = base64.b64encode(base64.b64decode(result["payload"])).decode()
    return result


def is_valid(core, instance):
    return instance is not None and next(iter(core["verification"].verify(instance)), None) is None


def elements(form):
    """How many objects a form has."""
    if isinstance(form, list):
        return sum(map(elements, form))
    return 1 + sum(map(elements, form.values())) if isinstance(form, dict) else 0


# ---- XML of testgen ----

def compare_xml(program, version, path, expected, faults):
    """One document of one version. `expected`: by its folder; None: as aas-core says."""
    core = CORE[version]
    data = path.read_bytes()
    instance = read_by_core(core, data)
    valid = is_valid(core, instance)
    ours = program.ask("read", path=str(path))
    if expected is not None and expected != valid:
        faults["aas-core is not of its folder's opinion"].append(path)
    if ours.get("valid", False) != valid:
        faults[f"verdict of {version}"].append(
            (path, valid, ours.get("error"), ours.get("problems"), ours.get("findings", [])[:3]))
    refused = "error" in ours or any(problem["refused"] for problem in ours["problems"])
    if refused and instance is not None:
        faults[f"refused, but read by aas-core {version}"].append((path, ours))
    if instance is not None and not refused:
        if ours["version"] != version:
            faults["version"].append(path)
        if normal(ours["form"]) != form_by_core(core, instance):
            faults[f"form of {version}"].append(path)


def testgen(checks, program, archive, folder):
    counts = collections.Counter()
    faults = collections.defaultdict(list)
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    for path in sorted((folder / "Xml").rglob("*.xml")):
        expected = "Expected" in path.relative_to(folder).parts
        compare_xml(program, "3.0", path, expected, faults)
        other = folder / "other.xml"
        other.write_bytes(NAMESPACE.sub(b"https://admin-shell.io/aas/3/1", path.read_bytes()))
        compare_xml(program, "3.1", other, None, faults)
        counts["documents"] += 1
        counts["expected" if expected else "unexpected"] += 1
    checks.check(f"testgen: verdict and form of {counts['documents']} XML documents ({counts['expected']} valid), "
                 "in 3.0 and 3.1, are aas-core's and the folders'",
                 counts["documents"] > 1000 and not faults, {name: (len(list_), list_[:2]) for name, list_ in faults.items()})


# ---- documents of our own: where aas-core's reading ends ----

def odd_documents():
    """XML that is not as it should be, each in one place."""
    def submodel(inner, attributes=""):
        return ('<environment xmlns="https://admin-shell.io/aas/3/0"><submodels><submodel' + attributes +
                "><id>urn:a</id>" + inner + "</submodel></submodels></environment>")

    def element(inner):
        return submodel(f"<submodelElements>{inner}</submodelElements>")

    prop = "<property><idShort>P1</idShort><valueType>xs:string</valueType>{}</property>"
    listed = "<submodelElementList><orderRelevant>{}</orderRelevant><typeValueListElement>Blob</typeValueListElement></submodelElementList>"
    blob = "<blob><idShort>B1</idShort><value>{}</value><contentType>a/b</contentType></blob>"
    variable = "<operation><idShort>O1</idShort><inputVariables><operationVariable>{}</operationVariable></inputVariables></operation>"
    yield from (submodel(inner) for inner in (
        "", "<idShort>Ab</idShort>", "<idShort/>", "<idShort></idShort>", "<idShort>Ab</idShort><idShort>Cd</idShort>", "<kind/>",
        "<kind>Instance</kind>", "<kind> Instance</kind>", "<kind>instance</kind>", "<kind>Instance</kind><kind>Template</kind>",
        "<unknown/>", "text", "<idShort>Ab</idShort>text", "<kind>Instance</kind>text", "<idShort>A<!-- c -->b</idShort>",
        "<idShort>A<?p i?>b</idShort>", "<idShort><![CDATA[Ab]]></idShort>", "<idShort>A<b/></idShort>", "<idShort a='1'>Ab</idShort>",
        "<kind a='1'>Instance</kind>", "<submodelElements/>", "<submodelElements a='1'/>", "<submodelElements>text</submodelElements>",
        "<submodelElements></submodelElements>text", "<description/>", "<semanticId/>", "<semanticId a='1'/>",
        "<semanticId>text</semanticId>", "<x:idShort xmlns:x='urn:x'>Ab</x:idShort>", "<idShort xmlns=''>Ab</idShort>",
        "<x:idShort xmlns:x='https://admin-shell.io/aas/3/0'>Ab</x:idShort>", "<administration/>",
        "<administration><version>1</version></administration>text", "<modelType>Submodel</modelType>"))
    yield submodel("", " a='1'")
    yield submodel("", " xmlns:unused='urn:x'")
    yield from (element(inner) for inner in (
        prop.format(""), prop.format("<value/>"), prop.format("<value> a </value>"), prop.format("") + "text", "<other/>", "<key/>",
        "text" + prop.format(""), "<property/>", "<submodelElement/>", "<dataElement/>",
        *(listed.format(each) for each in ("true", "false", "1", "0", "True", " true", "", "yes", "tr<!-- -->ue")),
        *(blob.format(each) for each in ("", "AAE=", "AAE", "AA E=", "A", "AAEC", "ä", "AA==AAE", "====", "A===", "AAE=\n")),
        variable.format("<value>" + prop.format("") + "</value>"), variable.format("<value/>"), variable.format(""),
        variable.format("<value>text" + prop.format("") + "</value>"), variable.format("<value>" + prop.format("") + "text</value>"),
        variable.format("<value>" + prop.format("") * 2 + "</value>"), variable.format("<value a='1'>" + prop.format("") + "</value>"),
        variable.format("<value>" + prop.format("") + "</value>text"), variable.format(prop.format(""))))
    yield '<environment xmlns="https://admin-shell.io/aas/3/0"/>'
    yield '<environment xmlns="https://admin-shell.io/aas/3/0">text</environment>'
    yield ('<environment xmlns="https://admin-shell.io/aas/3/0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
           'xsi:schemaLocation="a b"/>')
    yield '<submodel xmlns="https://admin-shell.io/aas/3/0"><id>urn:a</id></submodel>'
    yield '<submodels xmlns="https://admin-shell.io/aas/3/0"/>'


def odd(checks, program, folder):
    faults = collections.defaultdict(list)
    count = 0
    for text in odd_documents():
        for version in CORE:
            path = folder / "odd.xml"
            path.write_text(text.replace("aas/3/0", "aas/3/" + version[-1]), encoding="utf-8")
            before = {name: len(found) for name, found in faults.items()}
            compare_xml(program, version, path, None, faults)
            for name, found in faults.items():
                if len(found) > before.get(name, 0):
                    found[-1] = (text, found[-1])
            count += 1
    checks.check(f"odd XML: verdict and form of {count} documents are aas-core's", not faults, dict(faults))


# ---- packages ----

def members(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [(info.filename, info.date_time, info.external_attr, archive.read(info)) for info in archive.infolist()]


def touched(form):
    """The form after one edit, and which list items are as they were: (path of the list, index)."""
    edited = copy.deepcopy(form)
    for kind in ("submodels", "conceptDescriptions", "assetAdministrationShells"):
        if edited.get(kind):
            edited[kind][0]["category"] = "touched & <changed>"
            return edited, kind
    return None, None


def direct_items(data, kind):
    """The bytes of the elements in a list of the environment, by a parser that is not ours."""
    import xml.parsers.expat
    parser = xml.parsers.expat.ParserCreate(namespace_separator=" ")
    depth, inside, begun, found = 0, False, 0, []

    def start(name, _):
        nonlocal depth, inside, begun
        depth += 1
        if depth == 2:
            inside = name.endswith(" " + kind)
        if depth == 3 and inside:
            begun = parser.CurrentByteIndex

    def end(name):
        nonlocal depth
        if depth == 3 and inside:
            stop = parser.CurrentByteIndex
            found.append(data[begun:data.index(b">", stop) + 1])
        depth -= 1

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(data, True)
    return found


def untouched_are_the_same(before, after, kind):
    for each in ("assetAdministrationShells", "submodels", "conceptDescriptions"):
        old, new = direct_items(before, each), direct_items(after, each)
        if len(old) != len(new) or (old if each != kind else old[1:]) != (new if each != kind else new[1:]):
            return False
    return True


def differing_lines(before, after):
    """The lines that are in one and not in the other, as bytes."""
    old, new = collections.Counter(before.splitlines(True)), collections.Counter(after.splitlines(True))
    return list((old - new).elements()), list((new - old).elements())


def spec_is_right(program, data, folder, faults, name):
    """One spec part in XML. Gives how many objects it has."""
    version = "3." + NAMESPACE.search(data).group(1).decode()
    core = CORE[version]
    path, out = folder / "spec.xml", folder / "out.xml"
    path.write_bytes(data)
    ours = program.ask("read", path=str(path))
    instance = read_by_core(core, data)
    if "error" in ours or ours["version"] != version:
        faults["read"].append((name, ours.get("error")))
        return 0
    if is_valid(core, instance) != ours["valid"]:
        faults["verdict"].append((name, ours["problems"][:2], ours["findings"][:2]))
    if instance is None:
        if not any(problem["refused"] for problem in ours["problems"]):
            faults["refused by aas-core only"].append(name)
    elif form_by_core(core, instance) != normal(ours["form"]):
        faults["form"].append(name)
    if instance is not None:
        answer = program.ask("write", path=str(path), out=str(out))
        again = None if "error" in answer else read_by_core(core, out.read_bytes())
        if again is None or form_by_core(core, again) != form_by_core(core, instance):
            faults["written anew"].append((name, answer))
    edit_is_right(program, path, out, ours["form"], faults, name)
    return elements(ours["form"])


def edit_is_right(program, path, out, form, faults, name):
    before = path.read_bytes()
    answer = program.ask("rewrite", path=str(path), form=form, out=str(out))
    if answer or out.read_bytes() != before:
        faults["the same form is not the same bytes"].append((name, answer))
    edited, kind = touched(form)
    if edited is None:
        return
    answer = program.ask("rewrite", path=str(path), form=edited, out=str(out))
    after = b"" if answer else out.read_bytes()
    again = program.ask("read", path=str(out))
    gone, come = differing_lines(before, after)
    if answer or again.get("form") != edited:
        faults["edit"].append((name, answer))
    elif not untouched_are_the_same(before, after, kind):
        faults["untouched elements"].append(name)
    elif b"\n" in before and (len(come) > 1 or len(gone) > 1):
        faults["lines that were not touched"].append((name, gone[:3], come[:3]))


def package_is_right(program, path, folder, faults):
    """Saved as it was, untouched and with a part written anew. Gives the names and bytes of its spec parts."""
    data, out = path.read_bytes(), folder / "out.aasx"
    answer = program.ask("package", path=str(path), out=str(out), touch=[])
    if "error" in answer:
        faults["package"].append((path.name, answer["error"]))
        return []
    if out.read_bytes() != data:
        faults["not the same file"].append(path.name)
    spec = answer["specs"][0]["part"]
    program.ask("package", path=str(path), out=str(out), touch=[spec])
    old, new = members(data), members(out.read_bytes())
    same_but_one = [a for a in old if "/" + a[0] != spec] == [a for a in new if "/" + a[0] != spec]
    if not same_but_one or [(a[0], a[3]) for a in old] != [(a[0], a[3]) for a in new]:
        faults["members"].append(path.name)
    content = {"/" + each[0]: each[3] for each in old}
    return [(part, content[part]) for each in answer["specs"] for part in [each["part"], *each["splits"]]]


def templates(checks, program, corpora, folder):
    faults = collections.defaultdict(list)
    counts = collections.Counter()
    for path in sorted(corpora.rglob("*.aasx")):
        counts["packages"] += 1
        for part, data in package_is_right(program, path, folder, faults):
            if NAMESPACE.search(data) is None:
                answer = program.ask("read", path=str(write_to(folder / "old.xml", data)))
                if "too old" not in answer.get("error", ""):
                    faults["older metamodel"].append((path.name, answer.get("error")))
                counts["older"] += 1
                continue
            counts["objects"] += spec_is_right(program, data, folder, faults, f"{path.name}{part}")
            counts["specs"] += 1
    checks.check(f"templates: {counts['packages']} packages saved as they were, {counts['specs']} specs with {counts['objects']} "
                 f"objects read as aas-core reads them, written anew and edited in place; {counts['older']} too old",
                 counts["packages"] > 50 and not faults, {name: (len(found), found[:3]) for name, found in faults.items()})


def write_to(path, data):
    path.write_bytes(data)
    return path


# ---- packages that basyx writes ----

def basyx_packages(folder):
    """Packages with XML, with JSON, with several specs, and one whose JSON has a split."""
    from basyx.aas import model
    from basyx.aas.adapter import aasx

    shell = model.AssetAdministrationShell(model.AssetInformation(global_asset_id="urn:asset"), "urn:shell", id_short="Shell")
    submodels = [model.Submodel(f"urn:submodel:{i}", id_short=f"Sub{i}", submodel_element={
        model.Property("Weight", model.datatypes.Double, 1.5), model.File("Manual", "application/pdf", "/aasx/files/manual.pdf")})
        for i in range(2)]
    shell.submodel = {model.ModelReference.from_referable(each) for each in submodels}
    store = model.DictIdentifiableStore([shell, *submodels])
    files = aasx.DictSupplementaryFileContainer()
    files.add_file("/aasx/files/manual.pdf", io.BytesIO(b"%PDF-1.7"), "application/pdf")
    for name, in_json in (("xml", False), ("json", True)):
        with aasx.AASXWriter(folder / f"{name}.aasx") as writer:
            writer.write_aas("urn:shell", store, files, write_json=in_json)
    with aasx.AASXWriter(folder / "several.aasx") as writer:
        writer.write_all_aas_objects("/aasx/first.xml", model.DictIdentifiableStore([shell, submodels[0]]), files)
        writer.write_all_aas_objects("/aasx/second.json", model.DictIdentifiableStore([submodels[1]]), files, write_json=True)
    with aasx.AASXWriter(folder / "split.aasx") as writer:
        writer.write_all_aas_objects("/aasx/data.json", model.DictIdentifiableStore([shell]), files, write_json=True)
        writer.write_all_aas_objects("/aasx/split.json", model.DictIdentifiableStore(submodels), files, write_json=True, split_part=True)
    split_by_relationship(folder / "split.aasx")
    return sorted(folder.glob("*.aasx"))


def split_by_relationship(path):
    """A split hangs on its spec; basyx writes the part and leaves the relationship to others."""
    content = [(name, data) for name, _, _, data in members(path.read_bytes())]
    names = [name for name, _ in content]
    link = f'<Relationship Type="{LINK}aas-spec-split" Target="/aasx/split.json" Id="split"/>'.encode()
    rels = "aasx/_rels/data.json.rels"
    if rels not in names:
        empty = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
        content.append((rels, empty))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content:
            archive.writestr(name, data.replace(b"</Relationships>", link + b"</Relationships>") if name == rels else data)


def json_is_right(program, data, folder, faults, name):
    path, out = folder / "spec.json", folder / "out.json"
    path.write_bytes(data)
    form = json.loads(data.decode("utf-8-sig"))
    if program.ask("rewrite", path=str(path), form=form, out=str(out)) or out.read_bytes() != data:
        faults["the same JSON is not the same bytes"].append(name)
    edited, _ = touched(form)
    if program.ask("rewrite", path=str(path), form=edited, out=str(out)) or json.loads(out.read_bytes()) != edited:
        faults["edit of JSON"].append(name)
        return
    gone, come = differing_lines(data, out.read_bytes())
    if b"\n" in data and (len(gone) > 1 or len(come) > 2):
        faults["lines of JSON that were not touched"].append((name, gone[:3], come[:3]))


def basyx(checks, program, folder):
    faults = collections.defaultdict(list)
    made = folder / "basyx"
    made.mkdir()
    specs = {}
    for path in basyx_packages(made):
        found = package_is_right(program, path, folder, faults)
        specs[path.stem] = [part for part, _ in found]
        for part, data in found:
            if data.lstrip(b"\xef\xbb\xbf \r\n")[:1] == b"<":
                spec_is_right(program, data, folder, faults, f"{path.name}{part}")
            else:
                json_is_right(program, data, folder, faults, f"{path.name}{part}")
    counts = {name: len(parts) for name, parts in specs.items()}
    wanted = {"json": 1, "several": 2, "split": 2, "xml": 1}
    checks.check(f"basyx: packages with XML, JSON, several specs and a split: {counts}", counts == wanted and not faults,
                 (specs, dict(faults)))


def json_templates(checks, program, corpora, folder):
    """Every JSON of the templates: edited in place."""
    faults = collections.defaultdict(list)
    count = 0
    for path in sorted(corpora.rglob("*.json")):
        data = path.read_bytes()
        try:
            form = json.loads(data.decode("utf-8-sig"))
        except ValueError:
            continue
        if touched(form)[0] is not None:
            json_is_right(program, data, folder, faults, path.name)
            count += 1
    checks.check(f"templates: {count} JSON documents edited in place", count > 50 and not faults,
                 {name: (len(found), found[:3]) for name, found in faults.items()})


def main():
    checks = Checks()
    program = Program(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        odd(checks, program, folder)
        basyx(checks, program, folder)
        corpora = checks.corpora("testgen and templates of Asset Administration Shells")
        if corpora is not None:
            testgen(checks, program, corpora / "aas/testgen-3.0.tar.gz", folder)
            templates(checks, program, corpora / "aas/idta-templates", folder)
            json_templates(checks, program, corpora / "aas/idta-templates", folder)
    checks.finish()


if __name__ == "__main__":
    main()
