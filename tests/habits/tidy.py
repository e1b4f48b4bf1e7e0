#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""House rules that no compiler checks.

    tidy.py ROOT       check the tree
    tidy.py --self     show that each rule bites
"""
import pathlib
import re
import subprocess
import sys
import tempfile

MAX_BYTES = 1_000_000
CATCH_ALL_OK = {"src/base/threads.cpp", "src/store/writer.cpp", "src/tool/dispatch.cpp"}
STDOUT_OK = {"src/command/terminal.cpp", "src/transport/stdio.cpp"}
SPDX = "SPDX-License-Identifier: Apache-2.0"


def rules(name, text):
    """Problems of one file under src/."""
    code = re.sub(r'R"(\w*)\(.*?\)\1"', '""', re.sub(r"//[^\n]*", "", text), flags=re.S)
    code = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', code)
    if re.search(r"catch\s*\(\s*\.\.\.\s*\)", code) and name not in CATCH_ALL_OK:
        yield "catch (...) belongs at dispatch and the top of threads only"
    if re.search(r"\bstd::c(out|in)\b|\bprintf\s*\(|\bputs\s*\(|\bputchar\s*\(|\bSTDOUT_FILENO\b|#include\s*<iostream>", code) and name not in STDOUT_OK:
        yield "nothing but the stdio transport and command/terminal.cpp touches standard output"
    if re.search(r"\busing namespace\b", code):
        yield "no using namespace"
    if re.search(r"\b(TODO|FIXME|XXX)\b", text):
        yield "unfinished: finish it or leave it out"


BELOW_DOMAINS = ("src/kernel/", "src/tool/", "src/store/", "src/protocol/", "src/transport/", "src/domain/", "src/command/")


def names_a_domain(name, text, domains):
    """Strings that name a domain where nothing may know one."""
    if not name.startswith(BELOW_DOMAINS):
        return
    for word in re.findall(r'"(\w+)"', re.sub(r"//[^\n]*", "", text)):
        if word in domains:
            yield f'knows the domain "{word}"'


def mutable_globals(name, text):
    """Variables of namespace scope, and statics of functions, that are not constant: state that no server owns."""
    if not name.startswith("src/domains/"):
        return
    code = re.sub(r'R"(\w*)\(.*?\)\1"', '""', re.sub(r"//[^\n]*", "", text), flags=re.S)
    for line in code.splitlines():
        if re.match(r"\s*(static|thread_local|inline)\s+(?!constexpr|const\b|assert|_assert)[\w:<>, *&]+\s+\w+\s*(=|;|\{[^()]*\};)", line):
            yield f"mutable state of the whole process: {line.strip()}"
        elif re.match(r"(std::)?(atomic|mutex|map|vector|deque|unordered_map|string|unique_ptr|shared_ptr|once_flag)\b[^()]*\s\w+\s*(=.*)?;", line):
            yield f"mutable state of the whole process: {line.strip()}"


def statements_not_shown(text):
    """A conversation whose head says "each number is one of its N statements" has a step under every number."""
    head = re.search(r"each number is one of its (\d+) statements", text)
    if head is None:
        return
    shown, waiting = set(), set()
    for line in text[head.end():].splitlines():
        if line.startswith("#"):
            for numbers in re.findall(r"(?:^#|\.) ?((?:\d+(?: to \d+)?(?:, )?)+):|; (\d+):", line):
                for first, last in re.findall(r"(\d+)(?: to (\d+))?", "".join(numbers)):
                    waiting.update(range(int(first), int(last or first) + 1))
        elif line.startswith((">", "$")):
            shown |= waiting
            waiting = set()
    missing = sorted(set(range(1, int(head[1]) + 1)) - shown)
    if missing:
        yield f"no step shows {', '.join(map(str, missing))}"


def listed_in_cmake(file, root):
    for folder in [file.parent, *file.parent.parents]:
        lists = folder / "CMakeLists.txt"
        if lists.exists() and re.search(rf"(^|[\s/(]){re.escape(file.name)}([\s)]|$)", lists.read_text()):
            return True
        if folder == root:
            return False
    return False


def check(root, files):
    domains = {name.split("/")[2] for name in files if re.match(r"src/domains/\w+/", name)}
    for name in files:
        file = root / name
        if not file.is_file():
            continue
        if file.stat().st_size > MAX_BYTES and not name.startswith(("schemas/", "tests/")):
            yield f"{name}: over 1 MB"
        if file.suffix in (".cpp", ".h", ".py", ".ts", ".tsx", ".mjs") and SPDX not in file.read_text(errors="replace")[:300]:
            yield f"{name}: no SPDX line at the top"
        if file.suffix == ".test":
            yield from (f"{name}: {problem}" for problem in statements_not_shown(file.read_text()))
        if file.suffix in (".cpp", ".h") and name.startswith("src/"):
            text = file.read_text()
            for problem in [*rules(name, text), *names_a_domain(name, text, domains), *mutable_globals(name, text)]:
                yield f"{name}: {problem}"
            if not listed_in_cmake(file, root):
                yield f"{name}: in no target"


def self_test():
    cases = {
        "src/kernel/a.cpp": "// SPDX-License-Identifier: Apache-2.0\nvoid f() { try {} catch (...) {} }\n",
        "src/kernel/b.cpp": "// SPDX-License-Identifier: Apache-2.0\nvoid f() { std::cout << 1; }\n",
        "src/kernel/c.cpp": "int x;\n",
        "src/kernel/d.cpp": "// SPDX-License-Identifier: Apache-2.0\n// TODO later\n",
        "src/kernel/e.cpp": "// SPDX-License-Identifier: Apache-2.0\nusing namespace std;\n",
        "src/kernel/f.cpp": "// SPDX-License-Identifier: Apache-2.0\nbool f(S s) { return s == \"aas\"; }\n",
        "src/domains/ids/tools/g.cpp": "// SPDX-License-Identifier: Apache-2.0\nM& f() {\n  static Memory only;\n  return only;\n}\n",
        "src/domains/ids/tools/h.cpp": "// SPDX-License-Identifier: Apache-2.0\nstd::atomic<int> count = 0;\n",
        "docs/big.bin": "x" * (MAX_BYTES + 1),
        "tests/conversations/i.test": "# each number is one of its 4 statements\n# 1 to 3: so.\n> ping {}\n# 4: no step.\n",
    }
    for name, text in cases.items():
        with tempfile.TemporaryDirectory() as tree:
            root = pathlib.Path(tree)
            (root / name).parent.mkdir(parents=True)
            (root / name).write_text(text)
            (root / name).with_name("CMakeLists.txt").write_text(f"add({pathlib.Path(name).name})")
            domain = root / "src/domains/aas/words.md"
            domain.parent.mkdir(parents=True)
            domain.write_text("a domain")
            assert list(check(root, [name, "src/domains/aas/words.md"])), name
    with tempfile.TemporaryDirectory() as tree:
        root = pathlib.Path(tree)
        (root / "src").mkdir()
        (root / "src/lost.cpp").write_text(f"// {SPDX}\n")
        (root / "src/CMakeLists.txt").write_text("")
        assert list(check(root, ["src/lost.cpp"])) == ["src/lost.cpp: in no target"]
    print(f"{len(cases) + 1} rules bite as they should")


if __name__ == "__main__":
    if sys.argv[1] == "--self":
        self_test()
        sys.exit(0)
    top = pathlib.Path(sys.argv[1])
    listing = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=top, check=True,
                             capture_output=True, text=True).stdout.splitlines()
    broken = list(check(top, listing))
    print("\n".join(broken) or f"{len(listing)} files keep the house rules")
    sys.exit(1 if broken else 0)
