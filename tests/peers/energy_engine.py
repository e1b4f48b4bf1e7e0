# SPDX-License-Identifier: Apache-2.0
"""The EnergyPlus engine of .deps/energy as an oracle: what `--convert-only` makes of a file, what it refuses, and what it
simulates.

    engine = Engine()
    done = engine.convert(b"Version,25.2;", ".idf")     # done.accepted, done.output (bytes or None), done.errors (lines)
    done = engine.simulate(b"{…}", weather, "eplusout.eso")  # likewise; the output is that file
"""
import ctypes
import os
import pathlib
import re
import shutil
import tempfile
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENERGY = ROOT / ".deps/energy"
MODELS = sorted((ENERGY / "pyenergyplus/data/model").glob("*.idf"))


def schema_path(version="25.2.0"):
    return ENERGY / f"idfkit/schemas/V{version.replace('.', '-')}/Energy+.schema.epJSON.gz"


class Converted(NamedTuple):
    accepted: bool
    output: bytes | None
    errors: list


class Engine:
    """The library is loaded, and its state made, once; each file is read in a process of its own, a fork of this one."""

    def __init__(self):
        self.library = ctypes.CDLL(str(ENERGY / "libenergyplusapi.so"))
        self.library.stateNew.restype = ctypes.c_void_p
        self.library.energyplus.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)]
        self.library.setConsoleOutputState.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self.state = self.library.stateNew()
        self.library.setConsoleOutputState(self.state, 0)

    def convert(self, content, ending):
        made = f"in{'.epJSON' if ending == '.idf' else '.idf'}"
        return self._done(content, ending, made, "--convert-only")

    def simulate(self, content, weather, output):
        return self._done(content, ".epJSON", output, "-w", str(weather))

    def _done(self, content, ending, output, *options):
        folder = pathlib.Path(tempfile.mkdtemp())
        try:
            (folder / f"in{ending}").write_bytes(content)
            child = os.fork()
            if child == 0:
                self._run(folder, *options, f"in{ending}")
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            made = folder / output
            return Converted(code == 0, made.read_bytes() if made.exists() else None, self._errors(folder))
        finally:
            shutil.rmtree(folder)

    def _run(self, folder, *options):
        try:
            os.chdir(folder)
            log = os.open("log", os.O_CREAT | os.O_WRONLY)
            os.dup2(log, 1)
            os.dup2(log, 2)
            words = [each.encode() for each in ("energyplus", "-d", ".", *options)]
            code = self.library.energyplus(self.state, len(words), (ctypes.c_char_p * len(words))(*words))
            os._exit(code & 0xFF)
        finally:
            os._exit(99)

    def _errors(self, folder):
        """Severe messages, each with the lines that go on from it."""
        path = folder / "eplusout.err"
        if not path.exists():
            return []
        found = []
        for line in path.read_text(errors="replace").splitlines():
            line = line.strip()
            if line.startswith(("** Severe  **", "**  Fatal  **")):
                found.append(re.sub(r"^\*\*\s+(Severe|Fatal)\s+\*\*\s*", "", line))
            elif line.startswith("**   ~~~   **") and found:
                found[-1] += " " + line.removeprefix("**   ~~~   **").strip()
        return [each for each in found if not each.startswith("Errors occurred on processing input file")]
