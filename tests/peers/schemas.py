#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The committed tables of schemas/ are what the generators write from the packages that are installed.

    schemas.py [IDS-DOCUMENTATION]

The tables of IDS facts are compared where the folder with buildingSMART's documentation is given. Ends with 1 if a table
differs.
"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def generated(folder, documentation):
    commands = [["ifc.py", folder], ["aas.py", folder]]
    if documentation:
        commands.append(["ids_facts.py", documentation, folder])
    for script, *arguments in commands:
        subprocess.run([sys.executable, str(ROOT / "codegen" / script), *arguments], check=True)
    return sorted(pathlib.Path(folder).iterdir())


def main(documentation):
    with tempfile.TemporaryDirectory() as folder:
        tables = generated(folder, documentation)
        wrong = [table.name for table in tables if table.read_bytes() != (ROOT / "schemas" / table.name).read_bytes()]
    print(f"{len(tables)} tables, {len(wrong)} differ" + "".join(f"\n  {name}: run ./dev codegen" for name in wrong))
    return 1 if wrong or not tables else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
