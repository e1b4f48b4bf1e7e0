#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What was not checked never looks like a pass: every kind of it in every report format, and its exit code.

    false_green.py LINTEL

Each case is one `lintel ids check` that writes all formats at once, and once more each of them to standard output. Of
every format the verdict is read as its readers would: never better than the case says, and the reason stands there.
"""
import csv
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

import openpyxl
from lxml import etree, html

FORMATS = {"console": "txt", "json": "json", "html": "html", "pdf": "pdf", "csv": "csv", "xlsx": "xlsx", "bcf": "bcf", "bcf-3.0": "bcfzip",
           "junit": "xml", "sarif": "sarif"}
problems = []
checks = 0


def expect(what, condition):
    global checks
    checks += 1
    if not condition:
        problems.append(what)


# ---- what is checked

def model(*records):
    return ("ISO-10303-21;\nHEADER;FILE_DESCRIPTION((''),'2;1');FILE_NAME('','2026-01-01T00:00:00',(''),(''),'','','');"
            "FILE_SCHEMA(('IFC4'));ENDSEC;\nDATA;\n" + "\n".join(records) + "\nENDSEC;\nEND-ISO-10303-21;\n")


def rules(*specifications):
    return ('<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema"><info><title>Rules</title></info>'
            f"<specifications>{''.join(specifications)}</specifications></ids>")


def specification(name, of="IFCWALL", requirements="", occurs='maxOccurs="unbounded"'):
    requirements = f"<requirements>{requirements}</requirements>" if requirements else ""
    of = f"<entity><name><simpleValue>{of}</simpleValue></name></entity>" if of else ""
    return f'<specification name="{name}" ifcVersion="IFC4"><applicability {occurs}>{of}</applicability>{requirements}</specification>'


def attribute(name, pattern=None):
    wanted = f'<value><xs:restriction base="xs:string"><xs:pattern value="{pattern}"/></xs:restriction></value>' if pattern else ""
    return f"<attribute><name><simpleValue>{name}</simpleValue></name>{wanted}</attribute>"


NAMED, TAGGED = attribute("Name"), attribute("Tag")
OPTIONAL = 'minOccurs="0" maxOccurs="unbounded"'
FILES = {
    "walls.ifc": model("#1=IFCPROJECT('0YvctVUKr0kugbFTf53O90',$,'Project',$,$,$,$,$,$);", "#2=IFCWALL('0YvctVUKr0kugbFTf53O91',$,'W1',$,$,$,$,$,$);"),
    "broken.ifc": "this is not a model\n",
    "zero.ifc": "",
    "cut.ifc": model("#1=IFCWALL('0YvctVUKr0kugbFTf53O91',$,'W1',$,$,$,$,$,$);", "#2=IFCWALL('0Yvct").split("\nENDSEC;\nEND")[0],
    "head.ifc": "ISO-10303-21;\nHEADER;\nFILE_DESC",
    "other.ifc": model("#1=SOMETHING('x');").replace("IFC4", "AP214"),
    "walls.ids": rules(specification("Walls", requirements=NAMED)),
    "four.ids": rules(specification("One", requirements=NAMED), specification("Two", requirements=attribute("Name", "W[0-9]")),
                      specification("Three", requirements=attribute("Name", "(W")), specification("Four", requirements=NAMED)),
    "fails.ids": rules(specification("One", requirements=TAGGED), specification("Two", requirements=attribute("Name", "(?=W).*"))),
    "doors.ids": rules(specification("Doors", "IFCDOOR", NAMED, OPTIONAL)),
    "required.ids": rules(specification("Doors", "IFCDOOR", NAMED)),
    "mixed.ids": rules(specification("Walls", requirements=NAMED), specification("Doors", "IFCDOOR", NAMED, OPTIONAL)),
    "empty.ids": rules(),
    "nothing.ids": rules(specification("Everything", "", NAMED, OPTIONAL)),
    "asks.ids": rules(specification("Walls", occurs=OPTIONAL)),
    "exists.ids": rules(specification("Walls")),
    "exists_not.ids": rules(specification("Doors", "IFCDOOR")),
    "forbidden.ids": rules(specification("Walls", occurs='minOccurs="0" maxOccurs="0"')),
    "torn.ids": "<ids><info>",
    "empty_folder/notes.txt": "no model here\n",
    "folder/a.ifc": "nothing at all\n",
}
# name: rules, models, exit code, status, what every report says, and the statuses of the models
CASES = {
    "nothing readable": ("walls.ids", ["broken.ifc"], 2, "error", "not a STEP file", ["error"]),
    "one of two unreadable": ("walls.ids", ["walls.ifc", "broken.ifc"], 2, "error", "not a STEP file", ["pass", "error"]),
    "a model without a byte": ("walls.ids", ["zero.ifc"], 2, "error", "the file is empty", ["error"]),
    "a model that ends early": ("walls.ids", ["walls.ifc", "cut.ifc"], 2, "error", "cut off at line", ["pass", "error"]),
    "a model that says nothing of its schema": ("walls.ids", ["head.ifc"], 2, "error", "does not name its schema", ["error"]),
    "a file of another schema": ("walls.ids", ["other.ifc"], 2, "error", "AP214", ["error"]),
    "a model that is not there": ("walls.ids", ["walls.ifc", "gone.ifc"], 2, "error", "gone.ifc", ["pass", "error"]),
    "a folder without models": ("walls.ids", ["empty_folder"], 2, "error", "holds no models", ["error"]),
    "a pattern that nothing matches": ("walls.ids", ["walls.ifc", "no*.ifc"], 2, "error", "no model matches", ["pass", "error"]),
    "a folder of broken models": ("walls.ids", ["folder"], 2, "error", "not a STEP file", ["error"]),
    "one bad pattern among four": ("four.ids", ["walls.ifc"], 2, "error", "never closed", ["error"]),
    "a bad pattern beside a failure": ("fails.ids", ["walls.ifc"], 2, "error", "lookahead", ["error"]),
    "failures and a broken model": ("required.ids", ["walls.ifc", "broken.ifc"], 2, "error", "not a STEP file", ["fail", "error"]),
    "rules that cannot be read": ("torn.ids", ["walls.ifc"], 2, "error", "torn.ids", ["error"]),
    "rules that are not there": ("gone.ids", ["walls.ifc"], 2, "error", "gone.ids", ["error"]),
    "rules without specifications": ("empty.ids", ["walls.ifc"], 2, "error", "has no specifications", ["error"]),
    "nothing applicable": ("doors.ids", ["walls.ifc"], 0, "not_applicable", "Nothing in the model is applicable", ["not_applicable"]),
    "applicability without facets": ("nothing.ids", ["walls.ifc"], 0, "not_applicable", "Nothing in the model is applicable", ["not_applicable"]),
    "required and nothing applicable": ("required.ids", ["walls.ifc"], 1, "fail", "othing in the model is applicable", ["fail"]),
    "required, asks nothing, nothing there": ("exists_not.ids", ["walls.ifc"], 1, "fail", "othing in the model is applicable", ["fail"]),
    "forbidden and there": ("forbidden.ids", ["walls.ifc"], 1, "fail", "", ["fail"]),
    # Green, but for a reason; beside them every reader is shown to tell a pass from the rest.
    "some of it applies": ("mixed.ids", ["walls.ifc"], 0, "pass", "", ["pass"]),
    "one model given twice": ("walls.ids", ["walls.ifc", "./walls.ifc", "walls.ifc"], 0, "pass", "", ["pass"]),
    "required and asks nothing": ("exists.ids", ["walls.ifc"], 0, "pass", "", ["pass"]),
    "optional and asks nothing": ("asks.ids", ["walls.ifc"], 0, "pass", "", ["pass"]),
}


# ---- how each format is read: its text, and what it counts or says besides

def read_console(data):
    return (data.decode(),)


def read_json(data):
    report = json.loads(data)
    return json.dumps(report, ensure_ascii=False), report["status"]


def read_html(data):
    page = json.loads(html.document_fromstring(data.decode()).get_element_by_id("lintel-data").text)
    return json.dumps(page, ensure_ascii=False), page["status"]


def read_pdf(data):
    text = subprocess.run(["pdftotext", "-layout", "-", "-"], input=data, capture_output=True, check=True).stdout.decode()
    return (" ".join(text.split()),)


def read_csv(data):
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    return "\n".join(" ".join(row) for row in rows), len(rows) - 1


def read_xlsx(data):
    book = openpyxl.load_workbook(io.BytesIO(data))
    text = "\n".join(" ".join(str(cell.value) for cell in row if cell.value is not None) for sheet in book for row in sheet)
    return text, [row[0].value for row in book["Failures"]][1:]


def read_bcf(data):
    topics = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in archive.namelist():
            if member.endswith("markup.bcf"):
                topics.append(etree.fromstring(archive.read(member)).find("Topic"))
    return "\n".join(topic.findtext("Description") or "" for topic in topics), [topic.get("TopicType") for topic in topics]


def read_junit(data):
    root = etree.fromstring(data)
    return data.decode(), {word: int(root.get(word)) for word in ("tests", "failures", "errors", "skipped")}


def read_sarif(data):
    log = json.loads(data)
    return json.dumps(log, ensure_ascii=False), log["runs"]


# ---- and what it must not say

PASSED = re.compile(r"All \d+ specifications passed|The specification passed|\d+ of \d+ specifications? passed")


def look_at(name, kind, data, status, said, verdict):
    """`verdict`: what the JSON says of all models."""
    label = f"{name}, {kind}"
    text, *seen = globals()["read_" + kind.replace("bcf-3.0", "bcf")](data)
    expect(f"{label}: does not say {said!r}", said in text)
    expect(f"{label}: is dated 1970", "1970-01-01" not in text)
    if kind in ("console", "pdf"):
        judge_words(label, kind, status, text, verdict)
    else:
        globals()["judge_" + kind.replace("bcf-3.0", "bcf")](label, status, text, *seen)


def judge_words(label, kind, status, text, verdict):
    """People read the first page, and on a terminal the last verdict."""
    lines = [line for line in text.splitlines() if line[:2] in ("‼ ", "✗ ", "✓ ", "– ") and verdict in line]
    if kind == "console":
        expect(f"{label}: the verdict is {lines}", lines and lines[-1][0] == {"error": "‼", "fail": "✗", "pass": "✓", "not_applicable": "–"}[status])
    expect(f"{label}: does not say {verdict!r}", verdict in text)
    passed = PASSED.search(text)
    if kind == "pdf" and status != "pass":
        expect(f"{label}: says passed before {verdict!r}", not passed or text.index(verdict) < passed.start())


def judge_json(label, status, text, found):
    expect(f"{label}: status {found}", found == status)


judge_html = judge_json


def judge_csv(label, status, text, rows):
    expect(f"{label}: {rows} rows", rows > 0 or status == "pass")


def judge_xlsx(label, status, text, rows):
    expect(f"{label}: failures {rows}", bool(rows) or status == "pass")


def judge_bcf(label, status, text, kinds):
    wanted = {"error": "Error", "fail": "Error", "not_applicable": "Information"}.get(status)
    expect(f"{label}: topics {kinds}", wanted in kinds if wanted else "Error" not in kinds)


def judge_junit(label, status, text, count):
    green = count["tests"] > count["skipped"] and not count["failures"] + count["errors"]
    expect(f"{label}: {count}", {"error": count["errors"] > 0, "fail": count["failures"] > 0, "pass": green,
                                 "not_applicable": count["skipped"] == count["tests"] > 0}[status])


def judge_sarif(label, status, text, runs):
    done = all(run["invocations"][0]["executionSuccessful"] for run in runs)
    results = [result for run in runs for result in run["results"]]
    bad = [result for result in results if result["level"] == "error"]
    expect(f"{label}: executionSuccessful {done}", bool(runs) and done == (status != "error"))
    expect(f"{label}: results {results}", bool(results) if status == "not_applicable" else bool(bad) == (status != "pass"))


# ---- the runs

def run(lintel, folder, *words):
    return subprocess.run([lintel, "ids", "check", *words], cwd=folder, capture_output=True)


def try_case(lintel, folder, name, case):
    document, models, code, status, said, of_models = case
    targets = [f"--report={kind}=out.{ending}" for kind, ending in FORMATS.items()]
    done = run(lintel, folder, document, *models, "--quiet", *targets)
    expect(f"{name}: exit code {done.returncode}, {done.stderr.decode()[:200]}", done.returncode == code)
    report = json.loads((folder / "out.json").read_text())
    for kind, ending in FORMATS.items():
        look_at(name, kind, (folder / f"out.{ending}").read_bytes(), status, said, report["verdict"])
    expect(f"{name}: models {[each['status'] for each in report['models']]}", [each["status"] for each in report["models"]] == of_models)
    for kind in FORMATS:
        shown = run(lintel, folder, document, *models, "--format", kind)
        expect(f"{name}: exit code {shown.returncode} with --format {kind}", shown.returncode == code)
        if document not in ("torn.ids", "gone.ids"):
            look_at(name, kind, shown.stdout, status, said, report["verdict"])


def try_targets(lintel, folder):
    """A target that cannot be used costs only itself: the others are written, and 2 wins over 0 and 1."""
    for document in ("walls.ids", "required.ids"):
        for bad in ("missing/report.json", "empty_folder", "json=empty_folder", "report.doc", "/proc/report.json"):
            for file in folder.glob("good.*"):
                file.unlink()
            done = run(lintel, folder, document, "walls.ifc", "--quiet", "--report", "good.json", "--report", bad, "--report", "good.xml")
            expect(f"target {bad}: exit code {done.returncode}", done.returncode == 2)
            expect(f"target {bad} is not named", bad.removeprefix("json=").encode() in done.stderr)
            expect(f"target {bad}: the others are not written", (folder / "good.json").exists() and (folder / "good.xml").exists())


def main():
    lintel = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path, text in FILES.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        for case in CASES.items():
            try_case(lintel, folder, *case)
        try_targets(lintel, folder)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"false green: {checks} checks, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
