#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs scripts of this folder side by side; each is one check. Says in their order what they said.

    side_by_side.py JOBS <commands       one line each: SCRIPT ARGUMENTS…
"""
import concurrent.futures
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent


def run(line):
    begun = time.monotonic()
    script, *arguments = line.split()
    done = subprocess.run([sys.executable, HERE / script, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode == 0, done.stdout, time.monotonic() - begun


def main():
    lines = [line for line in sys.stdin.read().splitlines() if line.strip()]
    bad = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(int(sys.argv[1])) as pool:
        for line, (good, output, seconds) in zip(lines, pool.map(run, lines)):
            print(f"--- {line}\n{output}{'ok   ' if good else 'FAIL '} {line} ({seconds:.0f} s)", flush=True)
            bad += not good
            skipped += sum(said.startswith("skipped: ") for said in output.splitlines())
    print(f"{len(lines) - bad} passed, {bad} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if bad or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
