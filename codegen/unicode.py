#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/domains/ids/engine/value/unicode.def: what XSD patterns need to know of Unicode.

    unicode.py [OUTPUT]

General categories come from Python's unicodedata; names and ranges of blocks from the PyPI package elementpath (the
blocks of the same Unicode version, and the names that XML Schema Part 2 took from Unicode 3.1). Facts only.
"""
import pathlib
import re
import sys
import unicodedata

import elementpath
from elementpath.regex.unicode_subsets import UnicodeData

# XML Schema Part 2, appendix F.1.1: names that later versions of Unicode changed.
OLD_NAMES = {
    "Greek": (0x0370, 0x03FF),
    "CombiningMarksforSymbols": (0x20D0, 0x20FF),
    "PrivateUse": (0xE000, 0xF8FF),
}


def runs():
    """(first code point, category) wherever the category changes."""
    last = None
    for code in range(0x110000):
        category = unicodedata.category(chr(code))
        if category != last:
            yield code, category
            last = category


def blocks():
    data = UnicodeData(unicodedata.unidata_version)
    found = dict(OLD_NAMES)
    for key in sorted(data._blocks):
        name = re.sub(r"^Is", "", key)
        if name in ("NoBlock", "No_Block"):
            continue
        points = data.block(key).codepoints
        first = points[0] if isinstance(points[0], int) else points[0][0]
        end = points[-1] + 1 if isinstance(points[-1], int) else points[-1][1]
        found.setdefault(re.sub(r"[ _]", "", name), (first, end - 1))
    return sorted(found.items())


def wrapped(items, width=110):
    line = ""
    for item in items:
        if line and len(line) + 1 + len(item) > width:
            yield line
            line = ""
        line = f"{line} {item}".strip()
    yield line


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    output = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "src/domains/ids/engine/value/unicode.def"
    lines = [
        "// SPDX-License-Identifier: Apache-2.0",
        f"// Written by codegen/unicode.py from unicodedata (Unicode {unicodedata.unidata_version}) and elementpath "
        f"{elementpath.__version__}; not by hand.",
        "// RUN(first, category): from this code point on. BLOCK(name, first, last).",
        *wrapped(f"RUN(0x{code:X}, {category})" for code, category in runs()),
        *wrapped(f'BLOCK("{name}", 0x{first:X}, 0x{last:X})' for name, (first, last) in blocks()),
    ]
    output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
