#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The include table of ARCHITECTURE.md as a test: every #include "folder/…" under src/ must be allowed.

    layers.py SRC      check a tree
    layers.py --self   show that the check bites
"""
import pathlib
import re
import sys
import tempfile

# folder -> folders it may include (its own is always allowed)
TABLE = {
    "base": [],
    "transport": ["base"],
    "formats": ["base"],
    "store": ["base"],
    "geometry": ["base"],
    "web": ["base"],
    "drawing": ["base", "geometry"],
    "kernel": ["base", "store"],
    "tool": ["base", "kernel"],
    "protocol": ["base", "kernel", "tool", "transport"],
    "command": ["base"],
    "domain": ["base", "kernel", "tool", "transport", "command"],
    "engine": ["base", "formats", "geometry", "drawing"],
    "runtime": ["base", "formats", "web", "store", "kernel", "own engine"],
    "tools": ["base", "formats", "web", "kernel", "tool", "own engine", "own runtime"],
    "commands": ["base", "formats", "geometry", "drawing", "web", "command", "own engine", "own runtime"],
    "domain value": ["base", "command", "kernel", "tool", "transport", "domain", "own engine", "own runtime", "own tools",
                     "own commands"],
    "bridges": ["base", "formats", "geometry", "kernel", "tool", "any engine"],
    "cli": ["base", "transport", "web", "kernel", "tool", "protocol", "command", "domain"],
}
# The program put together: these see everything.
TOP = {"main.cpp", "domains.cpp", "domains.h"}
# transport's insides are for transport alone
PUBLIC_TRANSPORT = {"ascii.h", "http.h", "stdio.h", "unix_socket.h", "origin.h"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


def layer_of(path):
    """'domains/ids/engine/x.h' -> ('engine', 'ids'); 'domains/ids/domain.cpp' -> ('domain value', 'ids');
    'kernel/x.h' -> ('kernel', None)."""
    parts = path.split("/")
    if parts[0] == "domains" and len(parts) == 3:
        return "domain value", parts[1]
    if parts[0] == "domains" and len(parts) >= 4:
        return parts[2], parts[1]
    return parts[0], None


def allowed(source, target):
    layer, domain = layer_of(source)
    other, other_domain = layer_of(target)
    if source in TOP or (layer == other and domain == other_domain):
        return True
    if layer not in TABLE:
        return False
    if other == "transport" and target.split("/")[1] not in PUBLIC_TRANSPORT:
        return False
    if other_domain is None:
        return other in TABLE[layer]
    if other_domain == domain:
        return f"own {other}" in TABLE[layer]
    return f"any {other}" in TABLE[layer]


def check(root):
    root = pathlib.Path(root)
    problems = []
    for file in sorted(p for p in root.rglob("*") if p.suffix in (".h", ".cpp")):
        source = file.relative_to(root).as_posix()
        for target in INCLUDE.findall(file.read_text(encoding="utf-8")):
            if "/" not in target and target not in TOP:
                problems.append(f"{source}: include \"{target}\" by its folder")
            elif not (root / target).exists():
                problems.append(f"{source}: \"{target}\" does not exist")
            elif not allowed(source, target):
                problems.append(f"{source}: may not include \"{target}\"")
    return problems


def self_test():
    cases = [
        ("kernel/a.cpp", "tool/b.h", False),
        ("kernel/a.cpp", "store/b.h", True),
        ("base/a.cpp", "kernel/b.h", False),
        ("transport/a.cpp", "protocol/b.h", False),
        ("protocol/a.cpp", "transport/http.h", True),
        ("protocol/a.cpp", "transport/http_parser.h", False),
        ("domains/ids/tools/a.cpp", "domains/ids/engine/b.h", True),
        ("domains/ids/tools/a.cpp", "domains/aas/engine/b.h", False),
        ("domains/ids/engine/a.cpp", "kernel/b.h", False),
        ("web/a.cpp", "transport/http.h", False),
        ("cli/a.cpp", "web/b.h", True),
        ("cli/a.cpp", "domains/ids/engine/b.h", False),
        ("domain/a.cpp", "cli/b.h", False),
        ("domains/ids/commands/a.cpp", "command/b.h", True),
        ("domains/ids/commands/a.cpp", "domains/ids/tools/b.h", False),
        ("domains/ids/domain.cpp", "domains/ids/tools/b.h", True),
        ("domains/ids/domain.cpp", "domains/aas/tools/b.h", False),
        ("main.cpp", "cli/b.h", True),
    ]
    for source, target, fine in cases:
        with tempfile.TemporaryDirectory() as tree:
            for name, text in ((source, f'#include "{target}"\n'), (target, "")):
                path = pathlib.Path(tree) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            found = check(tree)
            assert bool(found) != fine, (source, target, found)
    print(f"{len(cases)} cases bite as they should")


if __name__ == "__main__":
    if sys.argv[1] == "--self":
        self_test()
        sys.exit(0)
    broken = check(sys.argv[1])
    print("\n".join(broken) or "every include follows the table")
    sys.exit(1 if broken else 0)
