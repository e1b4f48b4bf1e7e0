// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kernel {

// Goes with every export and runs with nothing but Python's standard library, which has no Ed25519: it brings its own.
inline constexpr std::string_view verify_script = R"py(#!/usr/bin/env python3
"""Checks an exported log; needs nothing but Python.

usage: verify.py [DIRECTORY] [--key HEX]

It looks at hashes, links, sequence, times and the workspace of every event; at the signatures of heads, of approvers'
decisions, of restores and of the server's own report; at private texts and policies. --key is the server's public key
as you know it from elsewhere: without it the export is only shown to fit the key that it names itself.
"""
import hashlib
import json
import os
import sys

# --- Ed25519 (RFC 8032, 5.1), verification only ---
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def x_of(y, odd):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and odd):
        return None
    return P - x if x % 2 != odd else x


def point(data):
    number = int.from_bytes(data, "little")
    y = number & ((1 << 255) - 1)
    x = x_of(y, number >> 255) if y < P else None
    return None if x is None else (x, y, 1, x * y % P)


def add(a, b):
    first, second = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    third, fourth = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = second - first, fourth - third, fourth + third, second + first
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, base):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = add(result, base)
        base = add(base, base)
        number >>= 1
    return result


def encoded(a):
    inverse = pow(a[2], P - 2, P)
    x, y = a[0] * inverse % P, a[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (x_of(BASE_Y, 0), BASE_Y, 1, x_of(BASE_Y, 0) * BASE_Y % P)


def signed(key_hex, message, signature_hex):
    try:
        key, signature = bytes.fromhex(key_hex), bytes.fromhex(signature_hex)
    except (TypeError, ValueError):
        return False
    if len(key) != 32 or len(signature) != 64:
        return False
    a, s = point(key), int.from_bytes(signature[32:], "little")
    if a is None or s >= L or encoded(times(8, a)) == encoded((0, 1, 1, 0)):
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    minus_a = (P - a[0], a[1], a[2], P - a[3])
    return encoded(add(times(s, BASE), times(h, minus_a))) == signature[:32]


# --- the export ---
problems = []


def problem(text):
    problems.append(text)


def lines(directory, name):
    path = os.path.join(directory, name)
    if not os.path.exists(path):
        return
    with open(path, "rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield json.loads(line)
            except ValueError:
                problem(f"{name}, line {number}: damaged")


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def check_report(directory, key):
    path = os.path.join(directory, "report.json")
    try:
        with open(path, "rb") as file:
            report = json.load(file)
        body = {name: value for name, value in report.items() if name != "signature"}
        if key and report["public_key"] != key:
            problem("the report is of another server than the one whose key was given")
        if not signed(report["public_key"], b"lintel/report/v1\0" + canonical(body), report["signature"]):
            problem("the server's report: its signature does not fit")
        for name, digest in report["files"].items():
            with open(os.path.join(directory, name), "rb") as file:
                if hashlib.sha256(file.read()).hexdigest() != digest:
                    problem(f"{name}: altered since it was exported")
        for text in report["problems"]:
            problem(f"the server found: {text}")
        return report
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        problem(f"the server's report is missing or damaged: {error!r}")
        return {}


def ballot_message(decision, approval_id):
    voter = "human:" + decision["principal"]["user_id"]
    parts = ["lintel/ballot/v1", decision["verdict"], approval_id, decision["digest"], decision["nonce"], voter]
    return b"".join(b"%d:%s," % (len(part.encode()), part.encode()) for part in parts)


def decision_problem(decision, approval_id, approvers):
    if decision.get("principal", {}).get("kind") != "human":
        return "nobody decided it"
    if decision["assurance"] == "A1":
        return "" if decision["channel"] == "form" else "a decision without a signature that is not a form's"
    if not signed(decision["key"], ballot_message(decision, approval_id), decision["sig"]):
        return "the signature of its decision does not fit"
    known = (decision["principal"]["user_id"], decision["key"]) in approvers
    return "" if known else "the key of its decision is not that of an approver"


def restore_digest(event):
    text = "lintel/restore/v1\n" + event["ws"] + "\n"
    text += "".join(f"{fact['type']} {fact['element']}\n" for fact in event["facts"])
    return hashlib.sha256(text.encode()).hexdigest()


def check_approval(event, approvers):
    """Returns whether the event is a restore that a person signed."""
    approval = event.get("approval")
    if not approval:
        if len(event["parents"]) > 1:
            problem(f"event {event['seq']}: it merges, and nobody approved it")
        return False
    decisions = approval["decisions"]
    wrong = [text for text in (decision_problem(d, approval["id"], approvers) for d in decisions) if text]
    restores = any(fact["type"] == "log.restored" for fact in event["facts"])
    if restores and approval["change_digest"] != restore_digest(event):
        wrong.append("nobody signed this restore")
    moves = any(fact["type"].startswith("change.") and fact["element"] == approval["id"] for fact in event["facts"])
    right = [d for d in decisions if d["verdict"] == "approve" and d["digest"] == approval["change_digest"]]
    if not moves and (not decisions or len(right) != len(decisions)):
        wrong.append("it was done, and nobody approved exactly this")
    for text in wrong:
        problem(f"event {event['seq']}: {text}")
    return restores and not wrong


def check_pins(directory):
    """The accepted policies: each follows the one before and is signed with a key that one admits."""
    path, admitted, before = os.path.join(directory, "policy.pins"), None, ""
    if not os.path.exists(path):
        return
    with open(path, "rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                line = line.rstrip(b"\n")
                pin = json.loads(line)
                body = {name: value for name, value in pin.items() if name != "signature"}
                keys, by = admitted or pin["approvers"], pin["by"]["public_key"]
                text = hashlib.sha256(pin["text"].encode()).hexdigest() if pin["policy"] != "built-in" else "built-in"
                if (pin["generation"], pin["previous"], pin["policy"]) != (number, before, text):
                    problem(f"policy.pins, line {number}: does not follow the one before")
                if (number > 1 or by or "signature" in pin) and not (by in keys and signed(
                        by, b"lintel/policy-pin/v1\n" + canonical(body), pin.get("signature", ""))):
                    problem(f"policy.pins, line {number}: nobody who may accept a policy signed it")
                admitted, before = pin["approvers"], hashlib.sha256(line).hexdigest()
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                problem(f"policy.pins, line {number}: damaged: {error!r}")


class Log:
    def __init__(self, directory, report):
        self.directory, self.report = directory, report
        self.hashes, self.policies, self.abandoned = {0: "0" * 64}, set(), set()
        self.texts = {text["id"]: text for text in lines(directory, "texts.jsonl")}
        self.gone, self.redacted, self.change_of = [], set(), {}
        self.key = report.get("public_key", "")
        self.approvers = {
            (line["user_id"], line["public_key"]) for line in lines(directory, "approvers.jsonl")
            if signed(self.key, b"lintel/approver/v1\0" + (line["user_id"] + "\0" + line["public_key"]).encode(),
                      line["signature"])}
        self.time, self.count, self.sealed = "", 0, False

    def read(self):
        with open(os.path.join(self.directory, "events.jsonl"), "rb") as log:
            for self.count, line in enumerate(log, start=1):
                data = line.rstrip(b"\n")
                self.hashes[self.count] = hashlib.sha256(b"lintel/event/v1\0" + data).hexdigest()
                try:
                    self.event(json.loads(data))
                except (ValueError, KeyError, TypeError, AttributeError) as error:
                    problem(f"event {self.count}: damaged: {error!r}")

    def event(self, event):
        number = self.count
        if event["seq"] != number:
            problem(f"line {number}: sequence number {event['seq']}")
        if event["prev"] != self.hashes[number - 1]:
            problem(f"event {number}: does not follow the event before it")
        if event["time"] < self.time:
            problem(f"event {number}: time goes backwards")
        if event["ws"] != self.report.get("workspace"):
            problem(f"event {number}: it is of another workspace, {event['ws']}")
        if self.sealed and not event.get("seal"):
            problem(f"event {number}: it has no seal")
        self.sealed = self.sealed or bool(event.get("seal"))
        self.time = event["time"]
        self.policies.add(event["policy_digest"])
        if check_approval(event, self.approvers):
            self.abandoned |= {f["element"] for f in event["facts"] if f["type"] == "head.abandoned"}
        if event.get("approval"):
            self.change_of[event["id"]] = event["approval"]["id"]
        self.redacted |= {f["element"] for f in event["facts"] if f["type"] == "log.redacted"}
        self.private_text(event)

    def private_text(self, event):
        commit, text = event["private"].get("reasoning", ""), self.texts.get(event["id"])
        if text is None and commit:
            self.gone.append(event)
        if text is not None:
            salted = bytes.fromhex(text["salt"]) + text["text"].encode("utf-8", "surrogateescape")
            if hashlib.sha256(salted).hexdigest() != commit:
                problem(f"event {event['seq']}: its reasoning is not the one that was recorded")

    def finish(self):
        changes = {self.change_of[event] for event in self.redacted if event in self.change_of}
        for event in self.gone:
            if event["id"] not in self.redacted and self.change_of.get(event["id"]) not in changes:
                problem(f"event {event['seq']}: its reasoning is gone, and no event says that it was redacted")
        self.heads()
        for digest in sorted(self.policies):
            path = os.path.join(self.directory, "policies", digest + ".toml")
            if not os.path.exists(path):
                problem(f"policy {digest}: missing")
            elif hashlib.sha256(open(path, "rb").read()).hexdigest() != digest:
                problem(f"policy {digest}: altered")
        if (self.report.get("seq"), self.report.get("head")) != (self.count, self.hashes[self.count]):
            problem("the log does not end where the server's report says")

    def heads(self):
        heads = list(lines(self.directory, "heads.jsonl"))
        for last in lines(self.directory, "last.json"):
            if all((head["seq"], head["hash"]) != (last["seq"], last["hash"]) for head in heads):
                problem(f"head {last['seq']}: it was taken out of the file of heads")
        for head in heads:
            text = "\0".join([self.report.get("workspace", ""), str(head["seq"]), head["hash"], head["time"]])
            if not signed(self.key, b"lintel/head/v1\0" + text.encode(), head["signature"]):
                problem(f"head {head['seq']}: the signature does not fit")
            elif self.hashes.get(head["seq"]) != head["hash"]:
                if f"{head['seq']}:{head['hash']}" not in self.abandoned:
                    problem(f"head {head['seq']}: the log does not pass through it")


def main():
    arguments = sys.argv[1:]
    key = ""
    if "--key" in arguments:
        at = arguments.index("--key")
        key = "".join(arguments[at + 1:at + 2]).lower()
        del arguments[at:at + 2]
    directory = arguments[0] if arguments else os.path.dirname(os.path.abspath(__file__))
    log = Log(directory, check_report(directory, key))
    log.read()
    log.finish()
    check_pins(directory)
    for text in problems:
        print(text)
    print(f"{log.count} events, head {log.hashes[log.count]}, key {log.key}: "
          + ("BROKEN" if problems else "the chain holds"))
    sys.exit(1 if problems else 0)


main()
)py";

}  // namespace kernel
