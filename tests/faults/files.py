#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A file and its event agree after every fault, or the next start mends it and says so.

usage: files.py [build/lintel] [build/bad_disk.so] [--points 8] [--seed N] [--only KIND[:SCENE[:N]]]

The real server makes changes that write files, on a disk that goes bad at the n-th call that changes something
(bad_disk.cpp). Then it is started again on a good disk and everything is compared: the log, the answers, the files.

kinds of fault:
    kill, torn       the process dies before the call, or after it (a write is half done)
    EIO              the call fails, once
    ENOSPC, dead     the call fails and so does all that needs room, or everything, until the end
    power            it dies, and all that was not synced is gone: contents of files, entries of directories
    power-ordered    it dies; what a directory had when anything was last synced is there (as ext4, XFS and Btrfs do)
    power-names      it dies; directories are as they were, contents never synced are gone
    power-mixed      it dies; of each file and directory the safe or the last state is there, by chance
    twice            it dies, is started again, dies once more while or after it mends, and then the power goes
    intruder         it dies, and somebody else writes to the places before the next start; that one may see EIO, once

scenes: `known` begins with a workspace that has a document and a file of its own, `first` with nothing.
Points are spread evenly over all calls, and as many more are drawn by chance; the seed is printed.
"""
import argparse
import hashlib
import json
import os
import queue
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/peers"))
from harness import Checks, State, StdioServer  # noqa: E402

POLICY = "[approval]\ngate = []\n"  # files of others are replaced without a human
THEIRS = b"drawn by hand\n" * 500
INTRUDER = b"somebody else was faster\n"
POWER = ("power", "power-ordered", "power-names", "power-mixed")
KINDS = ("kill", "torn", "EIO", "ENOSPC", "dead", *POWER, "twice", "intruder")
SCENES = ("known", "first")
CROWDED = "crowded.ids"


def digest(data):
    return hashlib.sha256(data).hexdigest()


# ---- what the agent does ---------------------------------------------------------------------------------------------


class Agent:
    """Calls tools and remembers every event that an answer named."""

    def __init__(self, server):
        self.server = server
        self.answers = []  # (tool, its answer, the event it names or None)

    def call(self, tool, **arguments):
        return self.note(tool, self.server.call(tool, arguments))

    def note(self, tool, result):
        structured = result.get("structuredContent", {})
        event = structured.get("event_id") or (structured.get("error") or {}).get("event_id")
        self.answers.append((tool, result, event))
        return event

    def call_together(self, calls):
        """All are sent before the first is answered, so that they share commits. Some may be refused."""
        first = self.server.number + 1
        for tool, arguments in calls:
            self.server.number += 1
            self.server._send({"jsonrpc": "2.0", "id": self.server.number, "method": "tools/call",
                               "params": {"name": tool, "arguments": arguments}})
        for _ in calls:
            answer = self.server.next_answer()
            self.note(calls[answer["id"] - first][0], answer.get("result", {}))

    def failed(self):
        return [(tool, json.dumps(answer)[:300]) for tool, answer, _ in self.answers if answer.get("isError")]

    def events(self):
        return [event for _, _, event in self.answers if event]


def specify(agent, name):
    agent.call("add_specification", name=name, ifc_versions=["IFC4"])
    agent.call("add_entity_facet", spec_id=name, location="applicability", entity_name="IFCWALL")


def prepare(agent):
    agent.call("create_ids", title="Rules")
    specify(agent, "Walls")
    agent.call("export_ids", output_path="mine.ids")


def work(agent):
    agent.call("export_ids", output_path="new.ids")
    specify(agent, "Slabs")
    own = agent.call("export_ids", output_path="mine.ids")
    foreign = agent.call("export_ids", output_path="theirs.ids", overwrite=True)
    if foreign:
        agent.call("undo", event_id=foreign)
    agent.call("export_ids", output_path="theirs.ids", overwrite=True)
    agent.call("export_ids_table", output_path="out/table.csv")
    if own:
        agent.call("undo", event_id=own)


def crowd(agent):
    """Several versions of one file at once: the first is written, for the others its place is not free any more."""
    agent.call_together([call for number in range(3) for call in (
        ("edit_ids_info", {"title": f"Version {number}"}), ("export_ids", {"output_path": CROWDED}))])


# ---- a loss of power -------------------------------------------------------------------------------------------------


def tree(directories):
    """{directory: {name: (kind, inode)}} of what is there."""
    found = {}
    for top in directories:
        for folder, below, files in os.walk(top):
            found[folder] = {name: ("d" if name in below else "f", os.lstat(f"{folder}/{name}").st_ino)
                             for name in [*below, *files]}
    return found


def contents(directories):
    return {os.lstat(path).st_ino: path.read_bytes()
            for top in directories for path in Path(top).rglob("*") if path.is_file()}


class Power:
    """What was safe when, by the journal of bad_disk.cpp: contents by inode, entries by directory."""

    def __init__(self, directories, journal):
        self.directories = directories
        self.journal = journal
        self.safe_contents = contents(directories)
        self.safe_entries = tree(directories)
        self.last_entries = dict(self.safe_entries)  # of all directories, whenever anything was synced

    def _read_journal(self):
        what, listing = None, {}
        lines = (self.journal / "syncs").read_text().splitlines() if (self.journal / "syncs").exists() else []
        for line in [*lines, "end"]:
            word, *rest = line.split(" ", 3)
            if word == "entry":
                kind, inode, path = rest
                folder, name = os.path.split(path)
                listing.setdefault(folder, {})[name] = (kind, int(inode))
                if kind == "d":
                    listing.setdefault(path, {})
                continue
            if what:
                self._note(*what, listing)
            what, listing = rest, {str(top): {} for top in self.directories}

    def _note(self, kind, where, number, listing):
        self.last_entries = listing
        if kind == "d":
            self.safe_entries[where] = listing.get(where, {})
        else:
            self.safe_contents[int(where)] = (self.journal / f"content-{number}").read_bytes()

    def lose(self, kind, chance):
        """Makes the directories what they could be after the power came back."""
        self._read_journal()
        now_entries, now_contents = tree(self.directories), contents(self.directories)
        for held in (self.journal / "held").iterdir():
            now_contents.setdefault(int(held.name), held.read_bytes())

        def entries(folder):
            choice = {"power-ordered": self.last_entries, "power-names": now_entries}.get(kind, self.safe_entries)
            if kind == "power-mixed":
                choice = chance.choice([self.safe_entries, now_entries])
            return choice.get(folder, {})

        def content(inode):
            safe, now = self.safe_contents.get(inode, b""), now_contents.get(inode, b"")
            return chance.choice([safe, now, now[:len(now) // 2] + safe[len(now) // 2:]]) if kind == "power-mixed" else safe

        after = {}  # all is chosen before anything is written
        waiting = [str(top) for top in self.directories]
        for folder in waiting:
            after[folder] = None
            for name, (what, inode) in sorted(entries(folder).items()):
                path = f"{folder}/{name}"
                after[path] = None if what == "d" else content(inode)
                if what == "d":
                    waiting.append(path)
        put_back(self.directories, after)


def put_back(directories, paths):
    for top in directories:
        shutil.rmtree(top, ignore_errors=True)
    for path, data in paths.items():
        if data is None:
            os.makedirs(path, mode=0o700, exist_ok=True)
        elif not path.endswith("-shm"):
            Path(path).write_bytes(data)
            os.chmod(path, 0o600 if "/state/" in path else 0o644)


def remembered(directories):
    """What put_back() wants."""
    paths = {str(top): None for top in directories}
    for top in directories:
        paths.update((str(path), None if path.is_dir() else path.read_bytes()) for path in sorted(Path(top).rglob("*")))
    return paths


# ---- one place to work in --------------------------------------------------------------------------------------------


class Place:
    """A directory of its own for one server after the other. A workspace belongs to its path, so it stays the same."""

    def __init__(self, program, bad_disk, path):
        self.state = State(path)
        self.state.write_policy(POLICY)
        self.program, self.bad_disk = str(program), str(bad_disk)
        self.journal = self.state.path / "journal"
        self.directories = [self.state.path / "state", self.state.work]
        self.good = dict(self.state.env)
        self.begin = {}
        (self.state.path / "state").mkdir()
        (self.state.work / "out").mkdir()
        (self.state.work / "theirs.ids").write_bytes(THEIRS)
        self.begin["first"] = remembered(self.directories)
        with self.server() as server:
            prepare(Agent(server))
        self.begin["known"] = remembered(self.directories)

    def reset(self, scene):
        put_back(self.directories, self.begin[scene])
        shutil.rmtree(self.journal, ignore_errors=True)
        (self.journal / "held").mkdir(parents=True)

    def server(self, **disk):
        """With arguments: on a bad disk."""
        self.state.env = dict(self.good)
        if disk:
            self.state.env.update(LD_PRELOAD=self.bad_disk, BAD_DISK_JOURNAL=str(self.journal),
                                  BAD_DISK_UNDER=":".join(map(str, self.directories)),
                                  **{f"BAD_DISK_{name.upper()}": str(value) for name, value in disk.items()})
        return StdioServer([self.program, "serve", "ids"], self.state)

    def play(self, scene, **disk):
        """The agent after its work, or as far as it came."""
        agent = Agent(None)
        try:
            agent.server = self.server(**disk)
            if scene == "first":
                prepare(agent)
            work(agent)
            self.plain_failures = agent.failed()
            crowd(agent)
        except (EOFError, BrokenPipeError):
            pass
        if agent.server:
            end(agent.server)
        return agent

    def start_once(self, last_words, **disk):
        """A start that mends what it can, and then ends or is killed."""
        try:
            server = self.server(**disk)
            server.call("history", {"limit": 1})
        except (EOFError, BrokenPipeError):
            return
        last_words(server)

    def calls(self):
        return (self.journal / "calls").read_text().splitlines()

    def lintel(self, *arguments):
        return subprocess.run([self.program, *arguments], cwd=self.state.work, env=self.good, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=60)

    def outbox(self):
        """The paths that a start still has to write, by a copy, so that nothing is mended by looking."""
        found = set()
        for database in (self.state.path / "state").rglob("*.db"):
            with tempfile.TemporaryDirectory() as copy:
                for file in database.parent.glob(database.name + "*"):
                    shutil.copy(file, copy)
                connection = sqlite3.connect(f"{copy}/{database.name}")
                try:
                    found.update(path for path, in connection.execute("SELECT path FROM outbox"))
                except sqlite3.DatabaseError:
                    pass  # killed while it was made
                finally:
                    connection.close()
        return found


    def outbox_is_emptied(self):
        """That comes after the answer."""
        patience = time.monotonic() + 5
        while self.outbox():
            if time.monotonic() > patience:
                return False
            time.sleep(0.005)
        return True


def end(server):
    try:
        server.close()
    except (BrokenPipeError, subprocess.TimeoutExpired):
        kill(server)


def kill(server):
    server.process.kill()
    server.process.wait()


# ---- what must hold after the restart --------------------------------------------------------------------------------


class Verdict:
    """Everything that is wrong after one fault, in words."""

    def __init__(self, place, agent, kind):
        self.place, self.agent, self.kind = place, agent, kind
        self.wrong = []

    def hold(self, condition, words):
        if not condition:
            self.wrong.append(words)
        return condition

    def give(self, must_be_said=()):
        server = self.place.server()
        try:
            opened = server.call("history", {"limit": 1})
            self.hold(not opened.get("isError"), f"the workspace does not open: {json.dumps(opened)[:300]}")
            self.hold(self.place.outbox_is_emptied(), f"still in the outbox: {self.place.outbox()}")
            events = self.read_log()
            self.look_at_answers(events)
            self.look_at_files(events, must_be_said)
            if self.kind != "intruder":
                self.take_back(server, events)
        finally:
            end(server)
        return self.wrong

    def read_log(self):
        """The events of all workspaces: a server whose secret was not kept, which it says, begins another."""
        events = []
        for database in sorted((self.place.state.path / "state").rglob("*.db")):
            verified = self.place.lintel("log", "verify", "--deep", "--workspace", database.stem)
            exported = self.place.lintel("log", "export", "--workspace", database.stem)
            if b"there is no workspace" in exported.stderr:
                continue  # killed before its first event
            nothing = 0 if exported.stdout.strip() else 2  # nothing to check is not a log that is good
            self.hold(verified.returncode == nothing, f"log verify: {(verified.stdout + verified.stderr)[:300]}")
            self.hold(exported.returncode == 0, f"log export: {exported.stderr[:300]}")
            events += [json.loads(line) for line in exported.stdout.splitlines()]
        return events

    def look_at_answers(self, events):
        there = {event["id"] for event in events}
        for tool, answer, event in self.agent.answers:
            self.hold(event is None or event in there, f"the event of an answered {tool} is lost: {json.dumps(answer)[:200]}")

    def look_at_files(self, events, must_be_said):
        last, unsaid = {}, {}
        for event in events:
            for file in event.get("files", []):
                last[file["path"]] = file["after"]
                unsaid.pop(file["path"], None)
            for fact in event["facts"]:
                if fact["type"] == "file.not_written":
                    unsaid[fact["element"]] = event["id"]
        crowded = str(self.place.state.work / CROWDED)
        intruded = self.kind == "intruder"
        self.hold(intruded or set(unsaid) <= {crowded}, f"not written though nobody came between: {unsaid}")
        self.hold(set(must_be_said) <= set(unsaid), f"not said: {set(must_be_said) - set(unsaid)}")
        for path, after in last.items():
            now = digest(Path(path).read_bytes()) if Path(path).exists() else None
            versions = {file["after"] for event in events for file in event.get("files", []) if file["path"] == path}
            said = path in unsaid and (now in versions or (intruded and now == digest(INTRUDER)))
            self.hold(now == after or said, f"{path} is {now and now[:8]}, the log says {after[:8]}")
        self.look_at_names(last)

    def look_at_names(self, last):
        for path in self.place.state.work.rglob("*"):
            self.hold(not path.name.startswith(".lintel-"), f"left behind: {path}")
        untouched = {str(path) for path in self.place.state.work.rglob("*") if path.is_file()} - set(last)
        for path in untouched:
            self.hold(Path(path).read_bytes() in (THEIRS, INTRUDER), f"{path} is there, and no event made it")

    def take_back(self, server, events):
        """Undoing gives the file of others back, and the workspace works on."""
        theirs = self.place.state.work / "theirs.ids"
        replaced = [event for event in events for file in event.get("files", [])
                    if file["path"] == str(theirs) and file["before"] == digest(THEIRS)]
        if theirs.read_bytes() != THEIRS and self.hold(replaced, "theirs.ids is another, and no event replaced it"):
            undone = server.call("undo", {"event_id": replaced[-1]["id"], "workspace": replaced[-1]["ws"]})
            back = theirs.read_bytes() == THEIRS
            # Where names are safe only by a sync of their directory, what was kept may be gone; then that is said.
            refused = undone.get("isError") and "was not kept" in json.dumps(undone)
            may_be_gone = self.kind in ("power", "power-mixed", "twice")
            self.hold(back or (may_be_gone and refused), f"theirs.ids does not come back: {json.dumps(undone)[:300]}")
        again = Agent(server)
        again.call("create_ids", title="Again")
        specify(again, "Again")
        again.call("export_ids", output_path="again.ids")
        self.hold(not again.failed(), f"the next change fails: {again.failed()}")


def try_point(place, kind, scene, point, chance):
    """What is wrong after this fault, and the call that it hit."""
    place.reset(scene)
    power = Power(place.directories, place.journal)
    fault = kind if kind in ("torn", "EIO", "ENOSPC", "dead") else "kill"
    agent = place.play(scene, at=point, fault=fault, syncs=int(kind in (*POWER, "twice")))
    hit = next((line for line in place.calls() if line.startswith(f"{point} ")), "none")
    must_be_said = []
    if kind == "twice":
        place.start_once(kill, at=chance.randint(1, 40), fault="kill", syncs=1)
    if kind in (*POWER, "twice"):
        power.lose(kind, chance)
    if kind == "intruder":
        must_be_said = place.outbox()
        for path in must_be_said:
            Path(path).write_bytes(INTRUDER)
        place.start_once(end, at=chance.randint(0, 20), fault="EIO")
    return Verdict(place, agent, kind).give(must_be_said), hit


# ---- syncs -----------------------------------------------------------------------------------------------------------

# The commit; the file, its directory and the outbox; one more for what is replaced.
COSTS = (("no file", "add_specification", {"name": "More", "ifc_versions": ["IFC4"]}, 1),
         ("no file", "add_entity_facet", {"spec_id": "More", "location": "applicability", "entity_name": "IFCWALL"}, 1),
         ("a new file", "export_ids", {"output_path": "new.ids"}, 4),
         ("an own file replaced", "export_ids", {"output_path": "mine.ids"}, 5),
         ("a file of others replaced", "export_ids", {"output_path": "theirs.ids", "overwrite": True}, 5),
         ("the same file again", "export_ids", {"output_path": "theirs.ids"}, 5))


def count_syncs(place, checks):
    place.reset("known")
    server = place.server(at=0)
    for name, tool, arguments, most in COSTS:
        # A log that was idle for a while is begun anew, with a sync of its own: a change just before keeps it awake.
        server.call("edit_ids_info", {"title": f"before {name}"})
        before = len(place.calls())
        answer = server.call(tool, arguments)
        place.outbox_is_emptied()
        syncs = [Path(line.split(" ", 2)[2]).name for line in place.calls()[before:] if "sync " in line]
        checks.check(f"{name}: {len(syncs)} syncs, at most {most}", len(syncs) <= most and not answer.get("isError"),
                     f"{syncs} {answer}")
    end(server)


# ---- the run ---------------------------------------------------------------------------------------------------------


def points_of(total, count, chance):
    """Spread over all calls, and as many by chance."""
    spread = {1 + (2 * i + 1) * total // (2 * count) for i in range(count)}
    return sorted(spread | {chance.randint(1, total) for _ in range(count)})


def count_calls(place, scene, checks):
    place.reset(scene)
    agent = place.play(scene, at=0)
    total = len(place.calls())
    checks.check(f"{scene}: without a fault all succeeds, in {total} calls", not place.plain_failures, place.plain_failures)
    return total


def jobs_of(options, totals):
    chance = random.Random(options.seed)
    jobs = [(kind, scene, point) for kind in KINDS for scene in SCENES
            for point in points_of(totals[scene], options.points, chance)]
    if not options.only:
        return jobs
    kind, scene, point = (options.only.split(":") + ["", ""])[:3]
    if point:
        return [(kind, scene, int(point))]
    return [job for job in jobs if job[0] == kind and scene in ("", job[1])]


def work_off(place, jobs, seed, results):
    """One thread: takes jobs until there are none."""
    while True:
        try:
            kind, scene, point = jobs.get_nowait()
        except queue.Empty:
            return
        try:
            wrong, hit = try_point(place, kind, scene, point, random.Random(f"{seed}:{kind}:{scene}:{point}"))
        except Exception as error:  # said with the point at which it came
            wrong, hit = [repr(error)], "?"
        results.put((kind, scene, f"{kind}:{scene}:{point} ({hit}): " + "; ".join(wrong) if wrong else ""))


def run(options, folder):
    checks = Checks()
    program, bad_disk = os.path.abspath(options.program), os.path.abspath(options.bad_disk)
    places = [Place(program, bad_disk, folder / str(number)) for number in range(os.cpu_count() or 1)]
    totals = {scene: count_calls(places[0], scene, checks) for scene in SCENES}
    count_syncs(places[0], checks)
    jobs, results = queue.SimpleQueue(), queue.SimpleQueue()
    all_jobs = jobs_of(options, totals)
    for job in all_jobs:
        jobs.put(job)
    for place in places:
        threading.Thread(target=work_off, args=(place, jobs, options.seed, results)).start()
    found = {}
    for _ in all_jobs:
        kind, scene, words = results.get()
        found.setdefault((kind, scene), []).append(words)
    for (kind, scene), all_words in found.items():
        wrong = sorted(filter(None, all_words))
        checks.check(f"{kind}, {scene}: {len(all_words)} points of {totals[scene]}", not wrong, f"{len(wrong)} are wrong")
        for words in wrong[:10]:
            print("      " + words[:500], flush=True)
    checks.finish()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=ROOT / "build/lintel")
    parser.add_argument("bad_disk", nargs="?", default=ROOT / "build/bad_disk.so")
    parser.add_argument("--points", type=int, default=8)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--only")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # a sync costs nothing there
    with tempfile.TemporaryDirectory(prefix="lintel-", dir=memory) as folder:
        run(options, Path(folder))


if __name__ == "__main__":
    main()
