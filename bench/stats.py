#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The size of the code, folder by folder, beside two code bases that we like to resemble.

usage: stats.py                          sizes of files and functions, share of comments, tokens of the tools
       stats.py --coverage BUILD         lines that the tests reached, by gcov's count in a build folder

Size is shown, not limited. Function lengths come from matching braces, not from a compiler; they are good to a line.
"""
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Median and 95th percentile of file lines, of function lines, of bodies longer than three lines; comments in headers
# and sources.
MODELS = {
    "ninja": ("112/571", "7/65", "12/75", "32/13 %"),
    "LevelDB": ("105/452", "5/39", "9/51", "33/10 %"),
}
TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^()\\ ]{0,16})\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
SCOPE = re.compile(r"\b(namespace|class|struct|union|enum)\b[^()=]*$|\bextern\s*$|^\s*namespace\b")


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns],
                            cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in sorted(set(listed.stdout.split()))]


def blank(match):
    """Keeps the line breaks of what is taken out, so that lines still count."""
    return re.sub(r"[^\n]", " ", match.group(0))


def comment_lines(text):
    lines = text.splitlines()
    body = lines[1:] if lines and "SPDX" in lines[0] else lines
    commented = sum(line.lstrip().startswith(("//", "/*", "*")) for line in body)
    return commented, sum(bool(line.strip()) for line in body)


def function_lengths(text):
    """Lines of every function with a body, from the line where its declaration begins to its closing brace."""
    code = re.sub(r"^[ \t]*#.*(?:\\\n.*)*", blank, TOKEN.sub(blank, text), flags=re.M)
    lengths, scopes, begin = [], [], 0
    for at, char in enumerate(code):
        if char == "{":
            before = code[begin:at]
            inside = all(kind == "scope" for kind, _ in scopes)
            kind = "scope" if SCOPE.search(before) else "function" if inside and ")" in before else "block"
            scopes.append((kind, begin + len(before) - len(before.lstrip())))
            if kind == "scope":
                begin = at + 1
        elif char == "}" and scopes:
            kind, start = scopes.pop()
            if kind == "function":
                lengths.append(code.count("\n", start, at) + 1)
            begin = at + 1 if all(k == "scope" for k, _ in scopes) else begin
        elif char == ";" and all(kind == "scope" for kind, _ in scopes):
            begin = at + 1
    return lengths


def quantile(values, q):
    return sorted(values)[int(q * (len(values) - 1))] if values else 0


def spread(values):
    return f"{quantile(values, 0.5)}/{quantile(values, 0.95)}"


def share(counts):
    commented, total = counts
    return round(100 * commented / total) if total else 0


class Folder:
    def __init__(self):
        self.files, self.functions = [], []
        self.comments = {"hdr": [0, 0], "src": [0, 0]}

    def add(self, path):
        text = path.read_text()
        self.files.append(len(text.splitlines()))
        self.functions += function_lengths(text)
        for index, count in enumerate(comment_lines(text)):
            self.comments["hdr" if path.suffix == ".h" else "src"][index] += count

    def row(self, name):
        bodies = [lines for lines in self.functions if lines > 3]
        comments = f"{share(self.comments['hdr'])}/{share(self.comments['src'])} %"
        return (f"| {name} | {len(self.files)} | {sum(self.files):,} | {spread(self.files)} | {spread(self.functions)} "
                f"| {spread(bodies)} | {comments} |")


def folder_of(path):
    parts = path.relative_to(ROOT).parts
    depth = 3 if parts[:2] in (("src", "domains"), ("tests", "unit")) else 2 if parts[0] in ("src", "tests") else 1
    return "/".join(parts[:min(depth, len(parts) - 1)])


def print_sizes():
    folders, whole = defaultdict(Folder), Folder()
    for path in tracked("src/*.cpp", "src/*.h", "tests/*.cpp", "tests/*.h", "fuzz/*.cpp", "bench/*.cpp"):
        folders[folder_of(path)].add(path)
        if path.is_relative_to(ROOT / "src"):
            whole.add(path)
    print("| folder | files | lines | file med/p95 | function med/p95 | bodies > 3 lines | comments hdr/src |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name in sorted(folders):
        print(folders[name].row(name))
    print(whole.row("**src, whole**"))
    for name, (files, functions, bodies, comments) in MODELS.items():
        print(f"| {name} | | | {files} | {functions} | {bodies} | {comments} |")
    print()
    for kind in ("cpp", "h", "py", "mjs", "test", "toml", "md"):
        paths = tracked(f"*.{kind}")
        if paths:
            print(f"{kind:5} {len(paths):5} files {sum(len(p.read_text().splitlines()) for p in paths):8,} lines")


def tokens_of(entry):
    """What a model reads of a tool, at four bytes a token."""
    read = {member: entry[member] for member in ("name", "description", "inputSchema")}
    return -(-len(json.dumps(read, separators=(",", ":"), ensure_ascii=False).encode()) // 4)


def print_tokens(program):
    def listed(*arguments):
        return subprocess.run([program, "tools", *arguments], capture_output=True, text=True, check=True).stdout.splitlines()

    tokens = {entry["name"]: tokens_of(entry) for entry in map(json.loads, listed("all", "--json"))}
    sets = defaultdict(list)
    for name, toolset in (line.split()[:2] for line in listed("all")):
        sets[toolset].append(name)
    sets["**by default**"] = listed("--names")
    print("\n| toolset | tools | tokens | largest |")
    print("|---|---:|---:|---|")
    for toolset, names in sets.items():
        largest = max(names, key=tokens.get)
        print(f"| {toolset} | {len(names)} | {sum(map(tokens.get, names)):,} | {largest} {tokens[largest]:,} |")


def traced(notes, build):
    """The files that one object was made of, with how often each line ran: never where no program ran the object."""
    said = subprocess.run(["gcov", "--json-format", "--stdout", notes], cwd=build, capture_output=True, text=True)
    if said.returncode != 0 or "stamp mismatch" in said.stderr:
        sys.exit(f"stats.py: gcov cannot read {notes}: {said.stderr}")
    return json.loads(said.stdout)["files"]


def reached_lines(build):
    """For every file of src/ its lines with code, and whether a test reached them. A header is in many objects."""
    reached = defaultdict(dict)
    for notes in sorted(build.rglob("*.gcno")):
        for file in traced(notes, build):
            path = (build / file["file"]).resolve()  # the compiler is told relative paths (CCACHE_BASEDIR)
            if not path.is_relative_to(ROOT / "src") or not path.exists():
                continue
            lines = reached[path.relative_to(ROOT)]
            for line in file["lines"]:
                number = line["line_number"]
                lines[number] = lines.get(number, False) or line["count"] > 0
    return reached


def print_coverage(build):
    reached, total = defaultdict(int), defaultdict(int)
    for name, lines in reached_lines(build).items():
        for folder in (str(name.parent), "**all**"):
            reached[folder] += sum(lines.values())
            total[folder] += len(lines)
    print("| folder | lines | reached |")
    print("|---|---:|---:|")
    for folder in sorted(total, key=lambda each: (each == "**all**", each)):
        print(f"| {folder} | {total[folder]:,} | {100 * reached[folder] / max(1, total[folder]):.1f} % |")


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] == "--coverage":
        print_coverage(Path(sys.argv[2]).resolve())
    else:
        print_sizes()
        program = ROOT / "build/lintel"
        if program.exists():
            print_tokens(program)
        else:
            print("\nno build/lintel: the tokens of its tools are not counted")
