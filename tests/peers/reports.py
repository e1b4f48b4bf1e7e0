#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Other people's programs read our reports: openpyxl the spreadsheets, bcf-client the topics, lxml the XML, poppler the
PDF, Chromium the page. And they write tables that we read.

    reports.py BUILD_DIR

BUILD_DIR holds ids_make_reports and table_convert. Ends with 1 and says what was not as it should be.
"""
import csv
import datetime
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
NAMES = ["failing", "passed", "nasty", "capped", "several", "empty", "none", "unreadable", "half", "badrule", "nothing"]
# What was not checked, and what every report must say of it. It is never green.
NOT_GREEN = {"none": ("error", "There was no model to check"), "unreadable": ("error", "this is not a STEP file"),
             "half": ("error", "this is not a STEP file"), "badrule": ("error", "never closed"),
             "nothing": ("not_applicable", "Nothing in the model is applicable")}
IFC_GUID = re.compile(r"[0-9A-Za-z_$]{22}")
problems = []


def expect(name, got, wanted):
    if got != wanted:
        problems.append(f"{name}: {got!r}, not {wanted!r}")


def expect_that(name, condition):
    if not condition:
        problems.append(name)


# ---- tables


def check_xlsx(directory):
    import openpyxl

    for name in NAMES:
        book = openpyxl.load_workbook(directory / f"{name}.xlsx.xlsx")
        expect(f"{name}.xlsx sheets", book.sheetnames, ["Summary", "Specifications", "Failures"])
        for sheet in book:
            expect(f"{name}.xlsx {sheet.title} frozen", sheet.freeze_panes, "A2")
            expect_that(f"{name}.xlsx {sheet.title} has no filter", sheet.auto_filter.ref)
            if name in NOT_GREEN and sheet.title != "Summary":
                said = any(NOT_GREEN[name][1] in str(cell.value) for row in sheet for cell in row)
                expect_that(f"{name}.xlsx {sheet.title} says nothing of what was not checked", said)
            formulas = [cell.coordinate for row in sheet for cell in row if cell.data_type == "f"]
            expect(f"{name}.xlsx {sheet.title} formulas", formulas, [])
    book = openpyxl.load_workbook(directory / "failing.xlsx.xlsx")
    expect("failing.xlsx failures", book["Failures"].max_row, 1 + 212 + 71 + 2 + 1)
    expect("failing.xlsx count is a number", book["Specifications"]["G2"].data_type, "n")
    expect("failing.xlsx version is text", [row[1].value for row in book["Summary"] if row[0].value == "Version"], ["1.0"])
    guids = {cell.value for cell in book["Failures"]["L"][1:] if cell.value}
    expect("failing.xlsx elements", len(guids), 212)
    nasty = openpyxl.load_workbook(directory / "nasty.xlsx.xlsx")["Failures"]
    guarded = [cell for row in nasty for cell in row if isinstance(cell.value, str) and cell.value.startswith("=")]
    expect_that("nasty.xlsx has no cell that looks like a formula", guarded)
    expect_that("nasty.xlsx formulas are not guarded", all(cell.quotePrefix for cell in guarded))


def check_csv(directory):
    for name in NAMES:
        text = (directory / f"{name}.csv.csv").read_text(encoding="utf-8-sig")
        rows = list(csv.reader(io.StringIO(text, newline="")))
        expect(f"{name}.csv heading", rows[0][:3], ["Model", "Specification", "Identifier"])
        formulas = [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@", "\t", "\r")]
        expect(f"{name}.csv formulas", formulas, [])
        expect_that(f"{name}.csv does not say what was not checked", NOT_GREEN.get(name, ("", ""))[1] in text)
    rows = list(csv.reader(io.StringIO((directory / "failing.csv.csv").read_text(encoding="utf-8-sig"), newline="")))
    expect("failing.csv rows", len(rows), 1 + 212 + 71 + 2 + 1)


def check_tables_of_others(build, directory):
    """A workbook that openpyxl wrote comes out of our reader as it was; and once more through our writer."""
    import openpyxl

    cells = [["Name", "Value", "Date", "Flag"], ["Tür & <Tor>", 0.1, datetime.date(2026, 11, 15), True],
             ["two\nlines", 12, datetime.datetime(2026, 11, 15, 10, 30), False], ["'=1+1", -3.5, None, None]]
    wanted = [["Name", "Value", "Date", "Flag"], ["Tür & <Tor>", "0.1", "2026-11-15", "TRUE"],
              ["two\nlines", "12", "2026-11-15T10:30:00", "FALSE"], ["''=1+1", "-3.5"]]
    book = openpyxl.Workbook()
    for row in cells:
        book.active.append(row)
    book.save(directory / "other.xlsx")
    convert = build / "table_convert"
    subprocess.run([convert, directory / "other.xlsx", directory / "ours.csv"], check=True)
    rows = list(csv.reader(io.StringIO((directory / "ours.csv").read_text(), newline="")))
    expect("a table of openpyxl", rows, wanted)
    subprocess.run([convert, directory / "other.xlsx", directory / "ours.xlsx"], check=True)
    again = [[cell.value or "" for cell in row] for row in openpyxl.load_workbook(directory / "ours.xlsx").active]
    expect("the same table, written by us", again[:3], wanted[:3])
    with open(directory / "other.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter=";").writerows([["a;b", 'say "yes"', "x"], ["1,5", "two\r\nlines", ""]])
    subprocess.run([convert, directory / "other.csv", directory / "third.xlsx"], check=True)
    third = [[cell.value or "" for cell in row] for row in openpyxl.load_workbook(directory / "third.xlsx").active]
    expect("a CSV of Python", third, [["a;b", 'say "yes"', "x"], ["1,5", "two_x000D_\nlines", ""]])
    (directory / "broken.xlsx").write_bytes((directory / "other.xlsx").read_bytes()[:2000])
    broken = subprocess.run([convert, directory / "broken.xlsx", directory / "x.csv"], capture_output=True)
    expect("a truncated workbook is refused", broken.returncode, 2)


# ---- BCF


def check_bcf(directory):
    import bcf.v2.bcfxml
    import bcf.v3.bcfxml

    counts = {"failing": 4, "passed": 0, "nasty": 5, "capped": 4, "several": 4, "empty": 0, "none": 1, "unreadable": 1, "half": 1,
              "badrule": 1, "nothing": 1}
    for version, module in (("2.1", bcf.v2.bcfxml), ("3.0", bcf.v3.bcfxml)):
        for name in NAMES:
            path = directory / f"{name}.{'bcf' if version == '2.1' else 'bcf-3.0'}.bcf"
            with module.BcfXml.load(path) as book:
                check_bcf_book(f"{path.name}", book, version, counts[name])
            check_bcf_parts(path, version)


def check_bcf_book(label, book, version, count):
    expect(f"{label} version", book.version.version_id, version)
    expect_that(f"{label} has no project", book.project and book.project.project_id)
    expect_that(f"{label} has no extensions", book.extensions is not None)
    topics = list(book.topics.values())
    expect(f"{label} topics", len(topics), count)
    for topic in topics:
        expect_that(f"{label} title", topic.topic.title)
        expect_that(f"{label} description", topic.topic.description)
        kind = "Information" if label.startswith("nothing") else "Error"
        expect(f"{label} status", (topic.topic.topic_type, topic.topic.topic_status), (kind, "Open"))
        if not label.startswith("none"):
            expect(f"{label} date", str(topic.topic.creation_date)[:10], "2026-11-15")
        said = next((text for name, (_, text) in NOT_GREEN.items() if label.startswith(name + ".")), "")
        expect_that(f"{label} does not say {said}", said in topic.topic.description)
        expect(f"{label} model", len(topic.header.files.file if version == "3.0" else topic.header.file), 1)
        for viewpoint in topic.viewpoints.values():
            info = viewpoint.visualization_info
            guids = [component.ifc_guid for component in info.components.selection.component]
            expect_that(f"{label} selection is empty or too long", 0 < len(guids) <= 1000)
            expect_that(f"{label} GUIDs", all(IFC_GUID.fullmatch(guid) for guid in guids))
            expect_that(f"{label} GUIDs are not unique", len(set(guids)) == len(guids))
            expect_that(f"{label} camera", info.perspective_camera is not None)
    if label.startswith("failing"):
        fire = next(topic for topic in topics if "FireRating" in topic.topic.title)
        selected = next(iter(fire.viewpoints.values())).visualization_info.components.selection.component
        expect(f"{label} selected", len(selected), 212)
        expect_that(f"{label} reasons", "is missing (159 elements)" in fire.topic.description)
    if label.startswith("capped"):
        fire = next(topic for topic in topics if "FireRating" in topic.topic.title)
        expect_that(f"{label} says what it left off", "selects 1,000 of them" in fire.topic.description)


def check_bcf_parts(path, version):
    from lxml import etree

    wanted = {"bcf.version", "project.bcfp", "extensions.xsd" if version == "2.1" else "extensions.xml"}
    with zipfile.ZipFile(path) as archive:
        expect(f"{path.name} archive", archive.testzip(), None)
        expect_that(f"{path.name} parts", wanted <= set(archive.namelist()))
        for member in archive.namelist():
            etree.fromstring(archive.read(member))
        if version == "2.1":
            project = etree.fromstring(archive.read("project.bcfp"))
            expect(f"{path.name} extension schema", project.findtext("ExtensionSchema"), "extensions.xsd")


# ---- pipelines


def check_junit(directory):
    from lxml import etree

    for name in NAMES:
        root = etree.parse(directory / f"{name}.junit.xml").getroot()
        cases, failures = root.findall(".//testcase"), root.findall(".//failure")
        expect(f"{name}.junit tests", int(root.get("tests")), len(cases))
        expect(f"{name}.junit failures", int(root.get("failures")), len(failures))
        for suite in root.findall("testsuite"):
            expect(f"{name}.junit suite", int(suite.get("failures")), len(suite.findall(".//failure")))
        for kind, word in (("errors", "error"), ("skipped", "skipped")):
            expect(f"{name}.junit {kind}", int(root.get(kind)), len(root.findall(f".//{word}")))
        if name in NOT_GREEN:
            status, said = NOT_GREEN[name]
            found = root.findall(".//error" if status == "error" else ".//skipped")
            expect_that(f"{name}.junit does not say {said}", found and all(said in each.get("message") for each in found))
    root = etree.parse(directory / "failing.junit.xml").getroot()
    expect("failing.junit suites", len(root.findall("testsuite")), 5)
    expect("failing.junit failures", root.get("failures"), "4")
    longest = max(len(each.text or "") for each in etree.parse(directory / "capped.junit.xml").getroot().iter("failure"))
    expect_that("capped.junit lists too much", longest < 100_000)


def check_sarif(directory):
    for name in NAMES:
        sarif = json.loads((directory / f"{name}.sarif.sarif").read_text())
        expect(f"{name}.sarif version", sarif["version"], "2.1.0")
        if name in NOT_GREEN:
            expect(f"{name}.sarif success", sarif["runs"][-1]["invocations"][0]["executionSuccessful"], NOT_GREEN[name][0] != "error")
            expect_that(f"{name}.sarif says nothing", NOT_GREEN[name][1] in json.dumps(sarif["runs"][-1]["results"]))
        for run in sarif["runs"]:
            rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
            expect(f"{name}.sarif rule ids", len(set(rules)), len(rules))
            expect_that(f"{name}.sarif results", len(run["results"]) <= 25_000)
            for result in run["results"]:
                expect(f"{name}.sarif rule", rules[result["ruleIndex"]], result["ruleId"])
                expect_that(f"{name}.sarif message", result["message"]["text"])
                uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                expect_that(f"{name}.sarif uri {uri}", re.fullmatch(r"[A-Za-z0-9._~/%-]+", uri))
                expect(f"{name}.sarif artifact", run["artifacts"][0]["location"]["uri"], uri)
    run = json.loads((directory / "failing.sarif.sarif").read_text())["runs"][0]
    expect("failing.sarif results", len(run["results"]), 212 + 71 + 2 + 1)
    expect_that("failing.sarif elements", run["results"][0]["locations"][0]["logicalLocations"][0]["properties"]["globalId"])


def check_json(directory):
    for name in NAMES:
        report = json.loads((directory / f"{name}.json.json").read_text())
        status, said = NOT_GREEN.get(name, ("error" if name == "empty" else "pass" if name == "passed" else "fail", ""))
        expect(f"{name}.json status", report["status"], status)
        expect(f"{name}.json models", len(report["models"]), 2 if name in ("several", "half") else 1)
        expect_that(f"{name}.json does not say {said}", said in json.dumps(report))


# ---- for people


def check_html(directory):
    from lxml import html

    for name in NAMES:
        text = (directory / f"{name}.html.html").read_text()
        page = html.document_fromstring(text)
        data = json.loads(page.get_element_by_id("lintel-data").text)
        if name in NOT_GREEN:
            expect_that(f"{name}.html says nothing", NOT_GREEN[name][1] in json.dumps(data) and f'"{NOT_GREEN[name][0]}"' in json.dumps(data))
        expect_that(f"{name}.html is dated 1970", "1970-01-01" not in text)
        expect(f"{name}.html scripts", len(page.findall(".//script")), 2)
        used = [each for each in page.iter() if isinstance(each.tag, str) and (each.get("src") or each.get("style"))]
        expect(f"{name}.html loads or styles from elsewhere", used, [])
        expect_that(f"{name}.html is too long", len(text) < 8_000_000)
    node = os.environ.get("LINTEL_NODE") or shutil.which("node")
    if not node:
        problems.append("there is no node to open the page with: set LINTEL_NODE")
        return
    done = subprocess.run([node, HERE / "report_page.mjs", directory, *sys.argv[2:3]], capture_output=True, text=True)
    if done.returncode != 0:
        problems.append("the page in Chromium: " + done.stderr.strip())


def check_pdf(directory):
    for name in NAMES:
        path = directory / f"{name}.pdf.pdf"
        done = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True)
        expect(f"{name}.pdf", (done.returncode, done.stderr), (0, ""))
        pages = done.stdout.count("\f")
        expect_that(f"{name}.pdf is dated 1970", "1970-01-01" not in done.stdout)
        said = " ".join(done.stdout.split())
        expect_that(f"{name}.pdf says nothing of what was not checked", NOT_GREEN.get(name, ("", ""))[1] in said)
        expect_that(f"{name}.pdf pages {pages}", 1 <= pages <= 200 and f"Page {pages} of {pages}" in done.stdout)
    failing = subprocess.run(["pdftotext", "-layout", directory / "failing.pdf.pdf", "-"], capture_output=True, text=True).stdout
    for words in ("3 of 5 specifications failed", "Walls carry a fire rating", "2O2Fr$t4X7Zf8NOew30000", "see the spreadsheet"):
        expect_that(f"failing.pdf does not say {words}", words in failing)
    expect_that("failing.pdf speaks of boxes", "shown as a box" not in failing)
    # No font of ours has these: the PDF says so, and where they can be read.
    japanese = subprocess.run(["pdftotext", "-layout", directory / "japanese.pdf.pdf", "-"], capture_output=True, text=True).stdout
    for words in ("5 characters (U+", "shown as a box", "HTML report"):
        expect_that(f"japanese.pdf does not say {words}", words in japanese)


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        subprocess.run([build / "ids_make_reports", directory], check=True)
        check_xlsx(directory)
        check_csv(directory)
        check_tables_of_others(build, directory)
        check_bcf(directory)
        check_junit(directory)
        check_sarif(directory)
        check_json(directory)
        check_html(directory)
        check_pdf(directory)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"reports: {len(problems)} problems" if problems else "reports: everybody reads them")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
