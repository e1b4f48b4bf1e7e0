#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Alters a workspace's files as somebody could who writes the database and the heads but cannot read the keys.

usage: tamper.py [build/lintel] [--edits 120] [--seed N]

First every kind of alteration that we know, each made with SQL or by moving files: `lintel log verify --deep` must find
it, and so must the verifier that goes with an export. Then random edits of the database, its write-ahead log, the heads
and the policy file: found, or harmless, which means that everything exported is what it was, to the byte. The two
verifiers agree on all of them.
"""
import argparse
import hashlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/peers"))
from harness import PASSPHRASE, Checks, State, StdioServer, World  # noqa: E402

EXPORTED = ("events.jsonl", "texts.jsonl", "approvers.jsonl", "policies")  # what must be the same


class Log(World):
    """A state directory with a log of every kind of event, as a server left it."""

    def call(self, server, tool, arguments, key=None):
        params = {"name": tool, "arguments": {"reasoning": "for the test", **arguments}}
        if key:
            params["_meta"] = {"lintel/idempotency-key": key}
        return server.ask("tools/call", params)["result"]["structuredContent"]

    def approve(self, answer):
        approval = answer["approval"]
        self.terminal(["approvals", "approve", approval["id"]], ("to approve", approval["change_digest"][:6]),
                      ("Passphrase", PASSPHRASE))

    def fill(self):
        self.make_approver()
        (self.state.work / "other.toml").write_text('[admin]\ncontact = "ada"\n')
        self.terminal(["policy", "accept", "other.toml"], ("Passphrase", PASSPHRASE))
        with StdioServer([self.program, "serve", "--conformance"], self.state) as server:
            for number in range(12):
                self.call(server, "sample_create", {"id": f"W{number}", "category": "wall", "dry_run": False}, f"k{number}")
            self.call(server, "sample_modify", {"ids": ["W1"], "name": "height", "value": 7, "dry_run": False})
            self.call(server, "sample_export", {"path": "out.json", "dry_run": False})
            self.approve(self.call(server, "sample_delete", {"ids": ["W11"], "dry_run": False}))
            self.call(server, "sample_delete", {"ids": ["W10"], "dry_run": False})  # goes on waiting
            self.call(server, "sample_branch", {"name": "idea", "dry_run": False})
            self.call(server, "sample_create", {"id": "B1", "category": "wall", "branch": "idea", "dry_run": False})
            self.terminal(["log", "redact", "3"], ("Passphrase", PASSPHRASE))

    def database(self):
        return max(self.root.glob("workspaces/*.db"), key=lambda path: path.stat().st_size)

    def pins(self):
        return self.root / "policy.pins"

    def heads(self):
        return self.root / "heads" / (self.database().stem + ".jsonl")

    def sql(self, *statements):
        base = sqlite3.connect(self.database())
        base.create_function("sha256", 1, lambda data: hashlib.sha256(data).digest())
        triggers = []
        for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            text = base.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
            base.execute("DROP TRIGGER " + name)
            triggers.append(text)
        for statement in statements:
            base.execute(*statement) if isinstance(statement, tuple) else base.execute(statement)
        for text in triggers:
            base.execute(text)
        base.commit()
        base.close()

    def rechain(self, change, first):
        """Alters event `first` and gives all from there on new hashes, as a careful forger would."""
        base = sqlite3.connect(self.database())
        rows = base.execute("SELECT seq, bytes FROM events WHERE seq >= ? ORDER BY seq", (first,)).fetchall()
        previous = base.execute("SELECT hash FROM events WHERE seq = ?", (first - 1,)).fetchone()
        base.close()
        previous = previous[0] if previous else bytes(32)
        statements = []
        for seq, data in rows:
            event = json.loads(data)
            if seq == first:
                change(event)
            event["prev"] = previous.hex()
            data = canonical(event)
            digest = event_hash(data)
            statements.append(("UPDATE events SET bytes = ?, prev = ?, hash = ?, id = ?, branch = ? WHERE seq = ?",
                               (data, previous, digest, event["id"], event["branch"], seq)))
            previous = digest
        self.sql(*statements)

    def append(self, change):
        """Puts one more event at the end, made from the last one."""
        base = sqlite3.connect(self.database())
        seq, data, digest = base.execute("SELECT seq, bytes, hash FROM events ORDER BY seq DESC LIMIT 1").fetchone()
        base.close()
        event = json.loads(data)
        event.update(seq=seq + 1, prev=digest.hex(), id=event["id"][:-4] + "ffff", ops=[], inverse=[], private={})
        change(event)
        data = canonical(event)
        self.sql(("INSERT INTO events (seq, id, branch, prev, hash, touched, bytes) VALUES (?, ?, ?, ?, ?, '', ?)",
                  (seq + 1, event["id"], event["branch"], digest, event_hash(data), data)))


def canonical(event):
    return json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def event_hash(data):
    return hashlib.sha256(b"lintel/event/v1\0" + data).digest()


class Copy:
    """The state as it was, to come back to before each alteration."""

    def __init__(self, world):
        self.world = world
        self.kept = world.state.path / "kept-state"
        shutil.copytree(world.root, self.kept)

    def back(self):
        shutil.rmtree(self.world.root)
        shutil.copytree(self.kept, self.world.root)


def contents(directory):
    found = {}
    for name in EXPORTED:
        path = directory / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            found[str(file.relative_to(directory))] = file.read_bytes() if file.exists() else b""
    return found


class Verdict:
    """What the two verifiers say of the state as it is."""

    def __init__(self, world, handle):
        verified = world.lintel("log", "verify", "--deep", "--workspace", handle)
        self.text = verified.stdout
        self.found = verified.returncode != 0
        with tempfile.TemporaryDirectory(dir=world.state.path) as folder:
            exported = world.lintel("log", "export", "-o", folder + "/out", "--workspace", handle)
            self.crashed = min(verified.returncode, exported.returncode) < 0
            if exported.returncode != 0:
                self.script, self.found_by_script, self.exported = exported.stdout, True, None
                return
            checked = subprocess.run([sys.executable, "-I", folder + "/out/verify.py"], capture_output=True, text=True)
            self.script, self.found_by_script = checked.stdout + checked.stderr, checked.returncode != 0
            self.crashed = self.crashed or "Traceback" in self.script
            self.exported = contents(Path(folder) / "out")

    def agree(self):
        return self.found == self.found_by_script and not self.crashed


def forged_approval(event):
    event["approval"] = {"id": "c1-forged00", "change_digest": "00" * 32, "decisions": [{
        "principal": {"kind": "human", "user_id": event["principal"]["user_id"], "agent_id": None},
        "verdict": "approve", "digest": "00" * 32, "channel": "terminal", "assurance": "A2", "nonce": "n_1",
        "sig": "11" * 64, "key": "22" * 32, "time": event["time"]}]}


def without_seal(event):
    event.pop("seal")


def swap_workspace(world):
    """Another workspace's file in its place."""
    other = State(world.state.path / "other")
    second = Log(world.program, other)
    with StdioServer([world.program, "serve", "--conformance"], other) as server:
        for number in range(3):
            second.call(server, "sample_create", {"id": f"X{number}", "category": "wall", "dry_run": False})
    shutil.copy(second.database(), world.database())
    shutil.rmtree(other.path)


def cut(world, keep):
    world.sql(("DELETE FROM events WHERE seq > ?", (keep,)))


def cut_both(world, keep):
    """Events and the heads that would miss them."""
    cut(world, keep)
    lines = [line for line in world.heads().read_text().splitlines() if json.loads(line)["seq"] <= keep]
    world.heads().write_text("".join(line + "\n" for line in lines))


def events_with(world, text):
    base = sqlite3.connect(world.database())
    found = [seq for (seq,) in base.execute("SELECT seq FROM events WHERE instr(bytes, ?) > 0 ORDER BY seq", (text.encode(),))]
    base.close()
    return found


KINDS = {
    "the database is removed": lambda w: w.database().unlink(),
    "another workspace's file is in its place": swap_workspace,
    "the newest events are cut off": lambda w: cut(w, 5),
    "all events are cut off": lambda w: cut(w, 0),
    "events and their heads are cut off": lambda w: cut_both(w, 1),
    "the heads are removed": lambda w: w.heads().unlink(),
    "a head is altered": lambda w: w.heads().write_text(w.heads().read_text().replace('"hash":"', '"hash":"f', 1)),
    "an event is altered": lambda w: w.sql(
        "UPDATE events SET bytes = CAST(replace(bytes, 'W3', 'W4') AS BLOB) WHERE seq = 4"),
    "an event is altered and the chain made anew": lambda w: w.rechain(lambda e: e.update(tool="other"), 4),
    "the last event is altered and the chain made anew": lambda w: w.rechain(lambda e: e.update(tool="other"),
                                                                             events_with(w, "log.redacted")[-1]),
    "an event is added": lambda w: w.append(lambda e: None),
    "an event is added without a seal": lambda w: w.append(without_seal),
    "a forged approval": lambda w: w.append(forged_approval),
    "a signature of an approval is altered": lambda w: w.rechain(
        lambda e: e["approval"]["decisions"][0].update(sig="11" * 64), events_with(w, '"verdict":"approve"')[-1]),
    "an approval is taken away": lambda w: w.rechain(
        lambda e: e.update(approval=None), events_with(w, '"verdict":"approve"')[-1]),
    "a reasoning is forged": lambda w: w.sql("UPDATE events SET reasoning = CAST('because' AS BLOB) WHERE seq = 2"),
    "a reasoning is put where none was": lambda w: w.sql(
        "UPDATE events SET reasoning = CAST('because' AS BLOB), salt = zeroblob(16) WHERE seq = 3"),
    "a silent redaction": lambda w: w.sql("UPDATE events SET reasoning = NULL, salt = NULL WHERE seq = 2"),
    "a policy's text is altered": lambda w: w.sql(
        "UPDATE named_values SET bytes = CAST(bytes || ' ' AS BLOB) WHERE name LIKE 'policy:%'"),
    "a policy's text is removed": lambda w: w.sql("DELETE FROM named_values WHERE name LIKE 'policy:%'"),
    "an element is altered": lambda w: w.sql(
        "UPDATE elements SET bytes = CAST(replace(bytes, 'wall', 'roof') AS BLOB) WHERE id LIKE '%W5'"),
    "an element is removed": lambda w: w.sql("DELETE FROM elements WHERE id LIKE '%W5'"),
    "an element is added": lambda w: w.sql(
        "INSERT INTO elements SELECT branch, id || 'x', revision, bytes FROM elements WHERE id LIKE '%W5'"),
    "a waiting change is altered": lambda w: w.sql(
        "UPDATE pending SET bytes = CAST(replace(bytes, 'W10', 'W01') AS BLOB) WHERE state = 'awaiting'"),
    "a waiting change is said to be decided": lambda w: w.sql(
        "UPDATE pending SET state = 'committed', bytes = CAST(replace(bytes, 'awaiting', 'committed') AS BLOB) "
        "WHERE state = 'awaiting'"),
    "a waiting change is removed": lambda w: w.sql("DELETE FROM pending WHERE state = 'awaiting'"),
    "a kept answer is altered": lambda w: w.sql(
        "UPDATE idempotency SET result = CAST(replace(result, 'W4', 'W5') AS BLOB) WHERE key = 'k4'"),
    "a file is made this workspace's own": lambda w: w.sql(
        "INSERT INTO files (path, sha256, element) VALUES ('/tmp/theirs.json', '" + "0" * 64 + "', '')"),
    "a file is to be written": lambda w: w.sql(
        "INSERT INTO outbox (event_id, path, bytes, before, keep) "
        f"SELECT id, '{w.state.work}/planted.json', x'7b7d', '', 0 FROM events WHERE seq = 2"),
    "the list of accepted policies is removed": lambda w: w.pins().unlink(),
    "the list of accepted policies is set back": lambda w: w.pins().write_text(w.pins().read_text().split("\n")[0] + "\n"),
    "the list of accepted policies is a link": lambda w: (w.pins().rename(w.root / "else"), w.pins().symlink_to(w.root / "else")),
    "an accepted policy is altered": lambda w: w.pins().write_text(w.pins().read_text().replace('"source":"', '"source":"x', 1)),
    "a trigger is planted": lambda w: w.sql(
        "CREATE TRIGGER planted AFTER INSERT ON elements BEGIN DELETE FROM pending; END"),
    "the record names another owner": lambda w: w.sql(
        "UPDATE named_values SET bytes = CAST(replace(bytes, 'label', 'lapel') AS BLOB) WHERE name = 'workspace'"),
}


def after_a_kill(world, checks):
    """Reopened after a kill, a log has a head for all of its events."""
    server = StdioServer([world.program, "serve", "--conformance"], world.state)
    for number in range(20):
        world.call(server, "sample_create", {"id": f"K{number}", "category": "wall", "dry_run": False})
    server.process.kill()
    server.process.wait()
    with StdioServer([world.program, "serve", "--conformance"], world.state) as again:
        world.call(again, "sample_list", {})
    handle = world.database().stem
    verdict = Verdict(world, handle)
    checks.check("after a kill and a reopening the log holds", not verdict.found and verdict.agree(), verdict.text + verdict.script)
    last = max(json.loads(line)["seq"] for line in world.heads().read_text().splitlines())
    cut(world, last - 15)
    verdict = Verdict(world, handle)
    checks.check("15 events cut off after a kill, a reopening and a clean stop", verdict.found and verdict.agree(),
                 verdict.text + verdict.script)
    with StdioServer([world.program, "serve", "--conformance"], world.state) as again:
        refused = world.call(again, "sample_create", {"id": "N", "category": "wall", "dry_run": False})
        checks.check("nothing is written to a log that was cut", "nothing is written to this workspace" in json.dumps(refused),
                     refused)
        checks.check("it can still be read", world.call(again, "sample_list", {}).get("success") is True)


def random_edit(chance, data):
    """Some bytes other than they were: changed, swapped, cut, added or moved."""
    kind = chance.choice(["flip", "flip", "overwrite", "cut", "add", "copy", "zero"])
    data = bytearray(data)
    if not data:
        return bytes([chance.randrange(256)])
    at = chance.randrange(len(data))
    length = min(chance.choice([1, 1, 4, 32, 512, 4096]), len(data) - at)
    if kind == "flip":
        data[at] ^= 1 << chance.randrange(8)
    elif kind == "overwrite":
        data[at:at + length] = chance.randbytes(length)
    elif kind == "cut":
        del data[at:at + length]
    elif kind == "add":
        data[at:at] = chance.randbytes(length)
    elif kind == "copy":
        start = chance.randrange(len(data))
        data[at:at + length] = (data[start:start + length] + bytes(length))[:length]
    else:
        data[at:at + length] = bytes(length)
    return bytes(data)


def random_sql(chance, world):
    """One value of one row of some table becomes another one, as SQLite would write it."""
    base = sqlite3.connect(world.database())
    tables = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
    table = chance.choice(tables)
    columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
    column = chance.choice(columns)
    rows = base.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
    base.close()
    if not rows:
        return f"{table} is empty", False
    row = chance.choice(rows)
    value = row[columns.index(column)]
    if isinstance(value, int):
        new = value + chance.choice([-1, 1, 7])
    elif isinstance(value, bytes):
        new = random_edit(chance, value)
    elif value is None:
        new = b"x" * 16
    else:
        new = value + "x"
    where = " AND ".join(f"{name} IS ?" for name in columns)
    try:
        world.sql((f"UPDATE {table} SET {column} = ? WHERE {where}", (new, *row)))
    except sqlite3.Error as error:
        return f"{table}.{column}: {error}", False
    return f"{table}.{column} of {str(row)[:100]}", True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=ROOT / "build/lintel")
    parser.add_argument("--edits", type=int, default=120)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--only", default="", help="of the known kinds, those whose name has this in it")
    options = parser.parse_args()
    print(f"{options.edits} random edits, seed {options.seed}", flush=True)
    chance, checks = random.Random(options.seed), Checks()
    with State() as state:
        world = Log(os.path.abspath(options.program), state)
        world.fill()
        handle = world.database().stem
        good = Verdict(world, handle)
        checks.check("the log holds before anything is altered", not good.found and good.agree(), good.text + good.script)
        copy = Copy(world)
        for name, alter in KINDS.items():
            if options.only not in name:
                continue
            copy.back()
            alter(world)
            verdict = Verdict(world, handle)
            checks.check(name, verdict.found and verdict.agree(), verdict.text + verdict.script)
        checks.check("a file that nobody asked for was not written", not (state.work / "planted.json").exists())
        edits(world, copy, handle, good, chance, options.edits, checks)
        copy.back()
        after_a_kill(world, checks)
    checks.finish()


def killed(world, copy):
    """The same state as a kill leaves it: with a write-ahead log."""
    copy.back()
    server = StdioServer([world.program, "serve", "--conformance"], world.state)
    for number in range(5):
        world.call(server, "sample_create", {"id": f"L{number}", "category": "wall", "dry_run": False})
    server.process.kill()
    server.process.wait()
    left = world.state.path / "killed-state"
    shutil.copytree(world.root, left)
    return left


def edits(world, copy, handle, good, chance, count, checks):
    left = killed(world, copy)
    shutil.rmtree(world.root)
    shutil.copytree(left, world.root)
    whole = Verdict(world, handle)
    checks.check("what a kill left holds", not whole.found and whole.agree(), whole.text + whole.script)
    found = harmless = 0
    wrong = []
    for number in range(count):
        what = chance.choice(["database", "database", "database", "row", "row", "row", "wal", "heads", "policy", "pins"])
        source = left if what == "wal" else copy.kept
        shutil.rmtree(world.root)
        shutil.copytree(source, world.root)
        told, done = what, True
        if what == "row":
            told, done = random_sql(chance, world)
        else:
            path = {"database": world.database(), "wal": world.database().with_suffix(".db-wal"), "heads": world.heads(),
                    "policy": world.state.path / "config/lintel/policy.toml", "pins": world.root / "policy.pins"}[what]
            before = path.read_bytes() if path.exists() else b""
            path.parent.mkdir(parents=True, exist_ok=True)
            after = random_edit(chance, before)
            path.write_bytes(after)
            done = before != after
        verdict = Verdict(world, handle)
        (world.state.path / "config/lintel/policy.toml").unlink(missing_ok=True)
        if not verdict.agree():
            wrong.append(f"edit {number} ({told}): the verifiers do not agree: {verdict.text[-300:]} | {verdict.script[-300:]}")
        elif verdict.found:
            found += 1
        elif what == "wal":
            # What a crash left without a head may be cut before it is opened again; nothing else may change.
            events = verdict.exported["events.jsonl"]
            harmless += 1
            if not events.startswith(good.exported["events.jsonl"]) or not whole.exported["events.jsonl"].startswith(events):
                wrong.append(f"edit {number} ({told}): other events than there were")
        elif verdict.exported != good.exported:
            wrong.append(f"edit {number} ({told}): not found, and not harmless")
        else:
            harmless += 1
    checks.check(f"{count} random edits: {found} found, {harmless} harmless", not wrong, "\n".join(wrong[:5]))


if __name__ == "__main__":
    main()
