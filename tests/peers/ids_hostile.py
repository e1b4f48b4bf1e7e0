#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hostile IDS and IFC files through the command line: a clear answer, no crash, no hang, bounded memory.

    ids_hostile.py LINTEL
"""
import io
import os
import resource
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from harness import Checks, server_argument

MEMORY_MB = 600  # of a process, whatever it is fed with
SECONDS = 30

HEAD = ("ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n"
        "FILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n")
TAIL = "ENDSEC;\nEND-ISO-10303-21;\n"


def guid(number):
    alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"
    text = ""
    for _ in range(22):
        text, number = alphabet[number % 64] + text, number // 64
    return "0" + text[1:]


def wall(step_id, name="$"):
    return f"#{step_id}=IFCWALL('{guid(step_id)}',$,{name},$,$,$,$,$,$);\n"


def facet_rules(requirement, applicability="<ids:entity><ids:name><ids:simpleValue>IFCWALL</ids:simpleValue></ids:name></ids:entity>"):
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<ids:ids xmlns:ids="http://standards.buildingsmart.org/IDS" '
            'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
            'xsi:schemaLocation="http://standards.buildingsmart.org/IDS http://standards.buildingsmart.org/IDS/1.0/ids.xsd">'
            '<ids:info><ids:title>T</ids:title></ids:info><ids:specifications><ids:specification name="S" ifcVersion="IFC4">'
            f'<ids:applicability minOccurs="0" maxOccurs="unbounded">{applicability}</ids:applicability>'
            f"<ids:requirements>{requirement}</ids:requirements></ids:specification></ids:specifications></ids:ids>")


def attribute(value, name="Name"):
    return (f'<ids:attribute cardinality="required"><ids:name><ids:simpleValue>{name}</ids:simpleValue></ids:name>'
            f"<ids:value>{value}</ids:value></ids:attribute>")


def pattern(text):
    return attribute(f'<xs:restriction base="xs:string"><xs:pattern value="{text}"/></xs:restriction>')


PART_OF = ('<ids:partOf cardinality="required"{0}><ids:entity><ids:name><ids:simpleValue>IFCBUILDING</ids:simpleValue></ids:name>'
           "</ids:entity></ids:partOf>")
ANY_RULES = facet_rules(attribute("<ids:simpleValue>W</ids:simpleValue>"))
EVERYTHING = facet_rules(
    PART_OF.format("") +
    '<ids:classification cardinality="required"><ids:system><ids:simpleValue>U</ids:simpleValue></ids:system></ids:classification>' +
    attribute("<ids:simpleValue>W</ids:simpleValue>") +
    '<ids:property cardinality="required"><ids:propertySet><ids:simpleValue>P</ids:simpleValue></ids:propertySet><ids:baseName>'
    '<ids:simpleValue>B</ids:simpleValue></ids:baseName></ids:property>' +
    '<ids:material cardinality="required"/>')


def bomb():
    """Ten thousand million characters in a kilobyte."""
    entities = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10 if i else "lol"}">' for i in range(10))
    return f'<?xml version="1.0"?><!DOCTYPE ids [{entities}]><ids>&e9;</ids>'


def zipped(name, content, compression=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        archive.writestr(name, content)
    return out.getvalue()


def rules_cases():
    """name -> (bytes, accepted exit codes of audit)"""
    yield "an XML bomb", bomb().encode(), {2}
    yield "an external entity", (b'<?xml version="1.0"?><!DOCTYPE ids [<!ENTITY x SYSTEM "file:///etc/passwd">]><ids '
                                 b'xmlns="http://standards.buildingsmart.org/IDS"><info><title>&x;</title></info></ids>'), {2}
    yield "an external DTD", b'<!DOCTYPE ids SYSTEM "http://127.0.0.1:9/x.dtd"><ids/>', {2}
    yield "nothing", b"", {2}
    yield "zeros", b"\0" * 100_000, {2}
    yield "half a file", ANY_RULES[: len(ANY_RULES) // 2].encode(), {2}
    yield "bytes that are no UTF-8", ANY_RULES.replace("<ids:title>T", "<ids:title>\udcff").encode("utf-8", "surrogateescape"), {2}
    yield "elements a hundred thousand deep", b"<a>" * 100_000, {2}
    yield "a million attributes", b"<ids " + b" ".join(b'a%d="1"' % i for i in range(100_000)) + b"/>", {1, 2}
    yield "a pattern made to blow up", facet_rules(pattern("(a|a?)+" * 20 + "b")).encode(), {0, 1}
    yield "a pattern with a billion states", facet_rules(pattern("((a{1,1000}){1,1000}){1,1000}")).encode(), {0, 1}
    yield "a pattern of brackets", facet_rules(pattern("(" * 50_000)).encode(), {1}
    yield "numbers beyond double", facet_rules(attribute('<xs:restriction base="xs:double"><xs:minInclusive value="1e999999"/>'
                                                         '<xs:length value="99999999999999999999"/></xs:restriction>')).encode(), {1}
    yield "a text of 10 MB", facet_rules(attribute("<ids:simpleValue>" + "x" * 10_000_000 + "</ids:simpleValue>")).encode(), {0, 1, 2}


def model_cases():
    """name -> (file name, bytes, rules, accepted exit codes of check)"""
    deep = "(" * 200_000 + ")" * 200_000
    yield "nothing", "m.ifc", b"", ANY_RULES, {2}
    yield "zeros", "m.ifc", b"\0" * 1_000_000, ANY_RULES, {2}
    yield "text", "m.ifc", b"hello\n" * 1000, ANY_RULES, {2}
    yield "another schema", "m.ifc", (HEAD.replace("IFC4", "AUTOMOTIVE_DESIGN") + TAIL).encode(), ANY_RULES, {2}
    yield "half a file", "m.ifc", (HEAD + wall(1, "'W'") + wall(2)[:30]).encode(), ANY_RULES, {2}
    yield "a string without an end", "m.ifc", (HEAD + wall(1) + "#2=IFCWALL('abc" + "x" * 1_000_000).encode(), ANY_RULES, {2}
    yield "a string of 10 MB", "m.ifc", (HEAD + wall(1, "'" + "x" * 10_000_000 + "'") + TAIL).encode(), ANY_RULES, {1}
    yield "lists two hundred thousand deep", "m.ifc", (HEAD + f"#1=IFCWALL({deep});\n" + TAIL).encode(), EVERYTHING, {0, 1}
    yield "an id beyond all", "m.ifc", (HEAD + "#99999999999999999999=IFCWALL('a',$,$,$,$,$,$,$,$);\n" + TAIL).encode(), ANY_RULES, {0, 1}
    yield "the same id again and again", "m.ifc", (HEAD + wall(1) * 10_000 + TAIL).encode(), EVERYTHING, {1}
    yield "too few arguments", "m.ifc", (HEAD + "#1=IFCWALL();\n#2=IFCRELAGGREGATES();\n#3=IFCPROPERTYSET('x');\n" + TAIL).encode(), EVERYTHING, {0, 1}
    yield "references to nothing", "m.ifc", (
        HEAD + wall(1) + f"#2=IFCRELAGGREGATES('{guid(2)}',$,$,$,#77,(#1,#78));\n#3=IFCRELDEFINESBYPROPERTIES('{guid(3)}',$,$,$,(#1),#79);\n"
        f"#4=IFCRELASSOCIATESMATERIAL('{guid(4)}',$,$,$,(#1),#80);\n#5=IFCRELDEFINESBYTYPE('{guid(5)}',$,$,$,(#1),#81);\n"
        f"#6=IFCRELASSOCIATESCLASSIFICATION('{guid(6)}',$,$,$,(#1),#82);\n" + TAIL).encode(), EVERYTHING, {1}
    yield "wholes that are parts of themselves", "m.ifc", (
        HEAD + wall(1) + wall(2) + f"#3=IFCRELAGGREGATES('{guid(3)}',$,$,$,#1,(#2));\n#4=IFCRELAGGREGATES('{guid(4)}',$,$,$,#2,(#1));\n"
        f"#5=IFCRELNESTS('{guid(5)}',$,$,$,#1,(#1));\n#6=IFCRELCONTAINEDINSPATIALSTRUCTURE('{guid(6)}',$,$,$,(#1),#2);\n"
        f"#7=IFCRELASSIGNSTOGROUP('{guid(7)}',$,$,$,(#1,#7),$,#1);\n" + TAIL).encode(), EVERYTHING, {1}
    yield "materials and classifications in circles", "m.ifc", (
        HEAD + wall(1) + f"#2=IFCCLASSIFICATIONREFERENCE($,'a','b',#3,$,$);\n#3=IFCCLASSIFICATIONREFERENCE($,'a','b',#2,$,$);\n"
        f"#4=IFCRELASSOCIATESCLASSIFICATION('{guid(4)}',$,$,$,(#1),#2);\n#5=IFCMATERIALLIST((#5,#6));\n#6=IFCMATERIALCONSTITUENTSET($,$,(#5,#6));\n"
        f"#7=IFCRELASSOCIATESMATERIAL('{guid(7)}',$,$,$,(#1),#5);\n#8=IFCDERIVEDUNIT((#9),.THERMALTRANSMITTANCEUNIT.,$);\n"
        f"#9=IFCDERIVEDUNITELEMENT(#8,999999);\n#10=IFCUNITASSIGNMENT((#8));\n#11=IFCPROJECT('{guid(11)}',$,$,$,$,$,$,$,#10);\n" + TAIL).encode(), EVERYTHING, {1}
    chain = "".join(wall(i) for i in range(1, 30_001)) + "".join(
        f"#{40_000 + i}=IFCRELAGGREGATES('{guid(40_000 + i)}',$,$,$,#{i},(#{i + 1}));\n" for i in range(1, 30_000))
    yield "a chain of thirty thousand", "m.ifc", (HEAD + chain + TAIL).encode(), facet_rules(PART_OF.format(' relation="IFCRELAGGREGATES"')), {1}
    yield "a pattern made to blow up on a long name", "m.ifc", (HEAD + wall(1, "'" + "a" * 200_000 + "'") + TAIL).encode(), facet_rules(pattern("(a*)*(a|a)*(a+)+b")), {1}
    yield "a zip bomb", "m.ifczip", zipped("m.ifc", b"\0" * 400_000_000), ANY_RULES, {2}
    yield "a zip with a path that climbs", "m.ifczip", zipped("../../../../tmp/lintel-evil.ifc", HEAD + wall(1, "'W'") + TAIL), ANY_RULES, {0, 2}
    yield "a zip without a model", "m.ifczip", zipped("readme.txt", "hello"), ANY_RULES, {2}
    yield "a zip cut short", "m.ifczip", zipped("m.ifc", HEAD + TAIL)[:60], ANY_RULES, {2}
    yield "UTF-16", "m.ifc", (HEAD + wall(1) + TAIL).encode("utf-16"), ANY_RULES, {2}
    yield "control sequences without an end", "m.ifc", (HEAD + wall(1, r"'\X2\26'") + wall(2, r"'\X4\0001F'") + wall(3, r"'\S'") + wall(4, r"'\X\Z'") + TAIL).encode(), ANY_RULES, {1}


def run(program, arguments, folder):
    """Exit code (negative: a signal; None: too long), peak MB, output."""
    process = subprocess.Popen([str(program), *map(str, arguments)], cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)))
    output = process.stdout.read(1_000_000)
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss / 1024, output.decode("utf-8", "replace")


def judge(checks, name, result, codes):
    code, peak, output = result
    checks.check(name, code in codes and peak < MEMORY_MB and (code == 0 or output.strip()) and "internal" not in output,
                 f"exit {code}, {peak:.0f} MB: {output[:300]}")


def main():
    program = server_argument()
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name, content, codes in rules_cases():
            (folder / "rules.ids").write_bytes(content)
            judge(checks, f"audit: {name}", run(program, ["ids", "audit", "rules.ids"], folder), codes)
        good = (HEAD + wall(1, "'W'") + TAIL).encode()
        (folder / "good.ifc").write_bytes(good)
        for name, content, _ in rules_cases():
            (folder / "rules.ids").write_bytes(content)
            judge(checks, f"check: {name}", run(program, ["ids", "check", "rules.ids", "good.ifc"], folder), {0, 1, 2})
        for name, file, content, rules, codes in model_cases():
            (folder / file).write_bytes(content)
            (folder / "rules.ids").write_text(rules, encoding="utf-8")
            judge(checks, f"model: {name}", run(program, ["ids", "check", "rules.ids", file], folder), codes)
    checks.check("nothing was written where a member's name pointed", not Path("/tmp/lintel-evil.ifc").exists())
    checks.finish()


if __name__ == "__main__":
    sys.exit(main())
