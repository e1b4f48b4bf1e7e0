#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Broken models through the tools and at the command line.

    energy_bad_input.py LINTEL [--large]

Each is answered with an error, or loaded with a finding, that quotes the object and the line; `lintel energy check` says the same and ends
with 1 or 2. The model that was open before stays open. With --large: files of 100 MB as well.
"""
import json
import re
import subprocess
import sys
import time
from pathlib import Path

from harness import Checks, State, StdioServer, UNLIMITED_POLICY

HEAD = "Version,25.2;\nBuilding,B;\nGlobalGeometryRules,UpperLeftCorner,Counterclockwise,World;\n"

# Name, file, what load_model or, where it loads, validate_model says; what `check` ends with.
CASES = [
    ("no semicolon at the end", "a.idf", HEAD + "Zone,\n  Core", r"line 4.*Zone.*semicolon", 1),
    ("no semicolon before the next object", "a.idf", HEAD + "Zone,\n  Core,\n  0, 0, 0, 0, 1, 1, 1, 1, 1, TARP, TARP, Yes\nZone,B;\n",
     r"Zone.*Core|\b4\b.*more values|another object", 1),
    ("no semicolon in a list", "a.idf", HEAD + "ZoneList,L,A,\n  B\nZone,C;\n", r"ZoneList.*another object: Zone", 0),
    ("no comma after a type", "a.idf", HEAD + "Zone;\n", r"line 4.*Zone.*comma", 1),
    ("a comma on the next line", "a.idf", HEAD + "Zone\n  ,Core;\n", r"line 4.*Zone.*comma", 1),
    ("a type that is unknown", "a.idf", HEAD + "Zoone,Core;\n", r"Zoone.*not an object type.*Did you mean Zone", 1),
    ("too many fields", "a.idf", HEAD + "Timestep,4,5;\n", r"Timestep.*more values than the 1", 1),
    ("text for a number", "a.idf", HEAD + "Zone,Core,\n  north;\n", r"Zone.*Core.*north|direction_of_relative_north", 1),
    ("latin-1 in a name", "a.idf", HEAD.encode() + b"Zone,Caf\xe9;\n", r"Zone.*UTF-8", 1),
    ("latin-1 in a comment", "a.idf", HEAD.encode() + b"Zone,Cafe; ! caf\xe9\n", None, 0),
    ("UTF-16", "a.idf", (HEAD + "Zone,A;\n").encode("utf-16"), r"NUL byte.*text", 1),
    ("CR alone", "a.idf", (HEAD + "! a comment\nZone,A;\n").replace("\n", "\r"), r"CR alone", 1),
    ("macros", "a.idf", HEAD + "##include other.idf\nZone,A;\n", r"line 4.*##include.*EPMacro", 1),
    ("an .imf file", "a.imf", "##set1 x 1\n" + HEAD + "Zone,A;\n", r"EPMacro", 1),
    ("version 8.1", "a.idf", "Version,8.1;\nZone,A;\n", r"8\.1.*Transition", 2),
    ("version 8.8", "a.idf", "Version,8.8.0;\nZone,A;\n", r"8\.8.*Transition", 2),
    ("a version that is no number", "a.idf", "Version,newest;\nZone,A;\n", r"newest.*not a version", 2),
    ("a semicolon too early", "a.idf", HEAD + "Zone,A;,1,2;\n", r"line 4.*comma where an object should begin", 1),
    ("the same name twice", "a.idf", HEAD + "Zone,A;\n\nZone,A;\n", r"Zone.*A.*same name", 1),
    ("epJSON that is no JSON", "a.epJSON", '{"Zone": {"A": {}', r"JSON|end", 2),
    ("epJSON that is a list", "a.epJSON", "{}[1]", r".", 2),
    ("epJSON with a member twice", "a.epJSON", '{"Zone": {"A": {}, "A": {}}}', r"A", 2),
    ("epJSON with an unknown type", "a.epJSON", '{"Version": {"V": {"version_identifier": "25.2"}}, "Zoone": {"A": {}}}', r"Zoone.*Zone", 1),
    ("an empty file", "a.idf", "", r"Building", 1),
    ("a picture", "a.idf", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01" + bytes(range(256)) * 4, r"NUL", 1),
]


def told(client, name):
    """What the tools say of a file: the error of loading, or what validation finds; and whether it was loaded."""
    loaded = client.call("load_model", {"file_path": name})
    if loaded.get("isError"):
        error = loaded["structuredContent"]
        return json.dumps(error, ensure_ascii=False), False
    found = client.call("validate_model", {})["structuredContent"]
    return json.dumps([loaded["structuredContent"].get("warnings", []), found["errors"], found["warnings"]], ensure_ascii=False), True


def try_case(check, lintel, client, state, case):
    name, file, content, wanted, ends = case
    path = state.work / file
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    (state.work / "good.idf").write_text(HEAD + "Zone,Kept;\n")
    client.call("load_model", {"file_path": "good.idf"})
    said, loaded = told(client, file)
    check.check(f"{name}: said by the tools", wanted is None or re.search(wanted, said, re.S), said)
    if not loaded:
        kept = client.call("list_objects", {"object_type": "Zone"})["structuredContent"]
        check.check(f"{name}: the model before stays", [each["name"] for each in kept["objects"]] == ["Kept"], kept)
    done = subprocess.run([lintel, "energy", "check", file], cwd=state.work, env=state.env, capture_output=True, text=True, errors="replace")
    check.check(f"{name}: check ends with {ends}", done.returncode == ends, (done.returncode, done.stdout[-400:], done.stderr[-400:]))
    if wanted is not None and ends:
        words = done.stdout + done.stderr
        lines = [word for word in re.findall(r"line (\d+)", wanted)]
        good = all(f":{line}:" in words or f"line {line}" in words for line in lines)
        check.check(f"{name}: check quotes it", good and words.strip(), words[-400:])
    path.unlink()


def try_large(check, lintel, client, state):
    usual = "Zone,\n    A zone with a rather long name {:07},    !- Name\n    0,0,0,0,1,1;                            !- The rest of it\n"
    short = "Zone,A zone {:07};\n"
    for label, zone, megabytes, good in (("just below 100 MB", usual, 99.9, True), ("above 100 MB", usual, 101, False),
                                         ("more than a million objects", short, 25, False)):
        size = len(zone.format(0))
        count = int(megabytes * 1e6 / size)
        (state.work / "large.idf").write_text(HEAD + "".join(zone.format(i) for i in range(count)))
        begun = time.monotonic()
        loaded = client.call("load_model", {"file_path": "large.idf"})
        took = time.monotonic() - begun
        said = json.dumps(loaded)[:300]
        check.check(f"{label}: {count} objects, {took:.1f} s", bool(loaded.get("isError")) != good, said)
        done = subprocess.run([lintel, "energy", "check", "large.idf"], cwd=state.work, env=state.env, capture_output=True, text=True)
        check.check(f"{label}: check", done.returncode == (0 if good else 2), (done.returncode, done.stderr[-300:]))


def main(lintel, *options):
    check, lintel = Checks(), Path(lintel).resolve()
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        with StdioServer([lintel, "serve", "energy", "--root", "."], state) as client:
            for case in CASES:
                try_case(check, lintel, client, state, case)
            if "--large" in options:
                try_large(check, lintel, client, state)
    check.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
