# SPDX-License-Identifier: Apache-2.0
"""Checking models against an IDS, beside IfcTester 0.9 in the same run: opening and checking, time and peak memory.

Ours is the whole program from its start to its exit; of IfcTester only opening and checking are counted, not the time
Python needs to import it. inspect_ifc and facet calls go through a server. The large model is written by make_ifc.py and
kept in .deps/bench.
"""
import json
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

import floorplan

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".deps/bench"
PYTHON = ROOT / ".deps/venv/bin/python"
LARGE_MB = 110
REAL = "ifc/real/houten-kozijnen.ifc"
DOCUMENTS = 20
PROPERTIES = [("FireRating", "IFCLABEL"), ("IsExternal", "IFCBOOLEAN"), ("LoadBearing", "IFCBOOLEAN"),
              ("ThermalTransmittance", "IFCTHERMALTRANSMITTANCEMEASURE"), ("Reference", "IFCIDENTIFIER"),
              ("AcousticRating", "IFCLABEL"), ("Combustible", "IFCBOOLEAN")]

PEER = """
import json, resource, sys, time
import ifcopenshell
from ifctester import ids
start = time.perf_counter()
model = ifcopenshell.open(sys.argv[2])
opened = time.perf_counter()
rules = ids.open(sys.argv[1])
rules.validate(model)
done = time.perf_counter()
print(json.dumps({"open": opened - start, "check": done - opened,
                  "peak_kb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
                  "specifications": {s.name: [bool(s.status), len(s.applicable_entities), len(s.failed_entities)]
                                     for s in rules.specifications}}))
"""


def specification(name, entity, requirements):
    return (f'<ids:specification name="{name}" ifcVersion="IFC2X3 IFC4"><ids:applicability minOccurs="0" maxOccurs="unbounded">'
            f"<ids:entity><ids:name>{entity}</ids:name></ids:entity></ids:applicability>"
            f"<ids:requirements>{requirements}</ids:requirements></ids:specification>")


def simple(text):
    return f"<ids:simpleValue>{text}</ids:simpleValue>"


def enumeration(*values):
    return ('<xs:restriction base="xs:string">' + "".join(f'<xs:enumeration value="{v}"/>' for v in values) +
            "</xs:restriction>")


def rules_text():
    """Five ordinary specifications: names, properties, quantities, materials, containment."""
    walls = enumeration("IFCWALL", "IFCWALLSTANDARDCASE")
    elements = enumeration("IFCWALL", "IFCWALLSTANDARDCASE", "IFCDOOR", "IFCWINDOW", "IFCSLAB", "IFCMEMBER", "IFCPLATE")
    property_of = ('<ids:property cardinality="required" dataType="{2}"><ids:propertySet>' + simple("{0}") +
                   "</ids:propertySet><ids:baseName>" + simple("{1}") + "</ids:baseName>{3}</ids:property>")
    rei = ('<ids:value><xs:restriction base="xs:string"><xs:pattern value="(R|EI|REI) ?[0-9]{2,3}"/></xs:restriction></ids:value>')
    body = [
        specification("Walls have a fire rating", walls, property_of.format("Pset_WallCommon", "FireRating", "IFCLABEL", rei)),
        specification("Walls say whether they are external", walls,
                      property_of.format("Pset_WallCommon", "IsExternal", "IFCBOOLEAN", "")),
        specification("Elements have a name", elements,
                      '<ids:attribute cardinality="required"><ids:name>' + simple("Name") + "</ids:name></ids:attribute>"),
        specification("Elements have a material", elements, '<ids:material cardinality="required"/>'),
        specification("Elements stand in a storey", elements,
                      '<ids:partOf cardinality="required" relation="IFCRELCONTAINEDINSPATIALSTRUCTURE"><ids:entity><ids:name>' +
                      simple("IFCBUILDINGSTOREY") + "</ids:name></ids:entity></ids:partOf>"),
    ]
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<ids:ids xmlns:ids="http://standards.buildingsmart.org/IDS" '
            'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
            'xsi:schemaLocation="http://standards.buildingsmart.org/IDS http://standards.buildingsmart.org/IDS/1.0/ids.xsd">'
            "<ids:info><ids:title>Bench</ids:title></ids:info><ids:specifications>" + "".join(body) +
            "</ids:specifications></ids:ids>\n")


def ours(lintel, rules, model):
    """Wall seconds, peak kB and [passes, applicable, failed] of each specification."""
    start = time.perf_counter()
    process = subprocess.Popen([lintel, "ids", "check", rules, model, "--json"], stdout=subprocess.PIPE)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    report = json.loads(output)
    seen = {s["name"]: [s["status"] == "pass", s["applicable"], s["failed"]] for s in report["models"][0]["specifications"]}
    return seconds, usage.ru_maxrss, seen


def theirs(rules, model):
    result = json.loads(subprocess.run([PYTHON, "-c", PEER, rules, model], check=True, capture_output=True).stdout)
    return result["open"] + result["check"], result["peak_kb"], result["specifications"]


def large_model():
    file = FOLDER / f"large-{LARGE_MB}.ifc"
    if not file.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, ROOT / "bench/make_ifc.py", file, str(LARGE_MB)], check=True)
    return file


def models():
    yield f"generated, {LARGE_MB} MB", large_model(), 2
    corpora = os.environ.get("LINTEL_CORPORA")
    real = Path(corpora) / REAL if corpora else None
    if real and real.exists():
        yield real.name, real, 9  # so short that one disturbance shows


def cpu_seconds(pid):
    """What all threads of a process have used, to the nanosecond."""
    return sum(int((task / "schedstat").read_text().split()[0]) for task in Path(f"/proc/{pid}/task").iterdir()) / 1e9


class FacetCalls:
    """Facets for documents of eight specifications with seven facets each, one call after the other, or eight at once."""

    def __init__(self, lintel, state, **log):
        self.client = floorplan.Client(lintel, state, "ids", **log)
        self.documents = 0

    def begin(self):
        self.client.call("create_ids", {"title": f"Bench {self.documents}"})
        self.documents += 1
        for one in range(8):
            self.client.call("add_specification", {"name": f"S{one}", "ifc_versions": ["IFC4"]})
            self.client.call("add_entity_facet", {"spec_id": f"S{one}", "location": "applicability", "entity_name": "IFCWALL"})

    def calls(self):
        for name, data_type in PROPERTIES:
            yield [("add_property_facet", {"spec_id": f"S{one}", "location": "requirements", "property_set": "Pset_WallCommon",
                                           "property_name": name, "data_type": data_type}) for one in range(8)]

    def one_by_one(self):
        """µs until the durable answer, of each call"""
        self.begin()
        return [self.client.call(*call) * 1e3 for calls in self.calls() for call in calls]

    def eight_at_once(self):
        """µs per call, from the first call of a document to the last durable answer"""
        self.begin()
        start = time.perf_counter()
        for calls in self.calls():
            self.client.call_at_once(calls)
        return (time.perf_counter() - start) / (8 * len(PROPERTIES)) * 1e6


def server_time(lintel, state):
    """Medians of what the server's log says of facet calls: µs from request to answer, and µs to be stored."""
    log = state.path / "server.log"
    with log.open("wb") as out:
        facets = FacetCalls(lintel, state, log=out, log_level="debug")
        for _ in range(DOCUMENTS):
            facets.one_by_one()
        facets.client.close()
    told = re.findall(r"add_property_facet took (\d+) µs, and (\d+) µs to be stored", log.read_text())
    return [statistics.median(map(int, figures)) for figures in zip(*told)]


def facet_calls(lintel, state, verdict):
    facets = FacetCalls(lintel, state)
    facets.one_by_one()
    before = cpu_seconds(facets.client.process.pid)
    answered = [took for _ in range(DOCUMENTS) for took in facets.one_by_one()]
    spent = (cpu_seconds(facets.client.process.pid) - before) / (DOCUMENTS * (17 + 8 * len(PROPERTIES))) * 1e6
    at_once = statistics.median(facets.eight_at_once() for _ in range(DOCUMENTS))
    facets.client.close()
    took, stored = server_time(lintel, state)
    print(f"| a facet call, from request to answer without the disk | {took:.0f} µs, and {stored:.0f} µs to be stored | 3.2 ms (origin, quoted) "
          f"| < 100 µs of server time: {verdict(took < 100)} |")
    print(f"| a facet call, until the durable answer reaches the client | {statistics.median(answered):.0f} µs; {at_once:.0f} µs of eight at once; "
          f"{spent:.0f} µs of CPU, all threads | | |")


def inspection(lintel, state, verdict):
    """The best of five looks at the large model and at one of its classes, each reading the file anew."""
    client = floorplan.Client(lintel, state, "ids", root=FOLDER)
    for about in ("", "IFCWALL"):
        arguments = {"ifc_file_path": large_model().name, "about": about}
        took, tokens, before = [], 0, cpu_seconds(client.process.pid)
        for _ in range(5):
            start = time.perf_counter()
            line = client.ask("tools/call", {"name": "inspect_ifc", "arguments": arguments})
            took.append(time.perf_counter() - start)
            client.look_at("inspect_ifc", line)
            tokens = len(line) / 4  # everything that is sent
        spent = (cpu_seconds(client.process.pid) - before) / 5
        print(f"| inspect_ifc, generated, {LARGE_MB} MB, {about or 'the model'} | {min(took):.2f} s ({spent:.2f} s of CPU), {tokens:.0f} tokens | "
              f"| < 0.5 s and < 10,000 tokens: {verdict(min(took) < 0.5 and tokens < 10_000)} |")
    client.close()


def report(bench, state, verdict):
    lintel = os.path.abspath(bench.options.lintel)
    FOLDER.mkdir(parents=True, exist_ok=True)
    rules = FOLDER / "rules.ids"
    rules.write_text(rules_text())
    print("\n| ids, open and check of 5 specifications | lintel | IfcTester 0.9 | ratio and target |")
    print("|---|---:|---:|---|")
    for name, model, rounds in models():
        mine, peers = [], []
        for _ in range(rounds):
            mine.append(ours(lintel, rules, model))
            peers.append(theirs(rules, model))
        seconds, peer_seconds = min(m[0] for m in mine), min(p[0] for p in peers)
        peak, peer_peak = max(m[1] for m in mine) / 1024, max(p[1] for p in peers) / 1024
        if mine[0][2] != peers[0][2]:
            bench.wrong.append(f"ids {name}: {mine[0][2]} but IfcTester says {peers[0][2]}")
        ratio = peer_seconds / seconds
        print(f"| {name} | {seconds:.2f} s | {peer_seconds:.2f} s | {ratio:.1f}×, ≥ 10×: {verdict(ratio >= 10)} |")
        print(f"| {name}, peak memory | {peak:.0f} MiB | {peer_peak:.0f} MiB | {peak / peer_peak:.2f}, ≤ ½: "
              f"{verdict(peak <= peer_peak / 2)} |")
    inspection(lintel, state, verdict)
    facet_calls(lintel, state, verdict)
