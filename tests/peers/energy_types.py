#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Objects of every type that a schema knows, made from the schema, as we read and check them and as the engine does.

    energy_types.py BUILD_DIR [--rounds N] [--seed N]

A file has one object of each type. Good ones: only what is required, everything, and something between; our epJSON must
equal the engine's. Then mistakes: in each object one value is spoilt (wrong type, beyond a bound or on it, not a choice,
required and blank, blank group…). What we call an error must be what the engine refuses, field by field. Ends with 1
where anything differs.
"""
import argparse
import gzip
import json
import pathlib
import random
import re
import sys
import tempfile

from energy_engine import Engine, schema_path
from energy_models import Ours, differences

# Without these the engine refuses every file; objects of other types say what they are themselves.
ALWAYS = {"Version": "Version,25.2;\n", "Building": "Building,B;\n",
          "GlobalGeometryRules": "GlobalGeometryRules,UpperLeftCorner,Counterclockwise,World;\n"}


class Kind:
    """One object type, as far as values are made for it."""

    def __init__(self, name, described):
        body = next(iter(described["patternProperties"].values()))
        idd = described["legacy_idd"]
        self.name = name
        self.named = "name" in described
        self.properties = body["properties"]
        self.required = set(body.get("required", ()))
        self.fields = idd["fields"]
        self.group = idd.get("extension")
        self.inner = idd.get("extensibles", [])
        if self.group:
            items = self.properties[self.group]["items"]
            self.inner_properties = items["properties"]
            self.inner_required = set(items.get("required", ()))
            self.min_groups = self.properties[self.group].get("minItems", 0)

    def describe(self, field, grouped):
        if field == "name" and self.named and not grouped:
            return {"type": "string"}
        return (self.inner_properties if grouped else self.properties)[field]


def any_case(rng, text):
    return rng.choice([text, text.upper(), text.lower(), "".join(rng.choice([c.upper(), c.lower()]) for c in text)])


def bounds(described):
    low, high = described.get("minimum"), described.get("maximum")
    above, below = described.get("exclusiveMinimum"), described.get("exclusiveMaximum")
    # Up to 9.5 these two say of the others whether they are allowed themselves.
    if isinstance(above, bool):
        low, above = (None, low) if above else (low, None)
    if isinstance(below, bool):
        high, below = (None, high) if below else (high, None)
    return low, high, above, below


def good_number(rng, described, strict=False):
    if "enum" in described:
        return str(rng.choice(described["enum"]))
    low, high, above, below = bounds(described)
    whole = described.get("type") == "integer"
    least = low if low is not None else above if above is not None else None
    most = high if high is not None else below if below is not None else None
    if least is None:
        least = -10 if most is None else most - 10
    if most is None:
        most = least + 10
    choices = [least + (most - least) * share for share in (0.25, 0.5, 0.75)]
    if low is not None:
        choices.append(low)
    if high is not None:
        choices.append(high)
    value = rng.choice(choices)
    if whole:
        value = round(value)
        for each in (value, value + 1, value - 1):
            if (low is None or each >= low) and (high is None or each <= high) and (above is None or each > above) and (below is None or each < below):
                return str(each) if strict else rng.choice([str(each), f"{each}.0", f" {each} "])
    return rng.choice([repr(float(value)), f"{value:.17g}", f"{value:.17e}", f"{value:.17E}  "])


def good_value(rng, described):
    if "anyOf" in described:
        number, text = described["anyOf"]
        words = [each for each in text.get("enum", ["Some Words"]) if each]
        if words and rng.random() < 0.4:
            return any_case(rng, rng.choice(words)) if "enum" in text else "Some Words"
        return good_number(rng, number, strict=True)
    if described.get("type") in ("number", "integer"):
        return good_number(rng, described)
    if "enum" in described:
        return any_case(rng, rng.choice([each for each in described["enum"] if each] or [""]))
    return f"Text {rng.randrange(1000)} é"


def make(rng, kind, fill):
    """The slots of an object: what is required, and of the rest a share."""
    slots = []
    for field in kind.fields:
        wanted = field == "name" or field in kind.required or rng.random() < fill
        slots.append(good_value(rng, kind.describe(field, False)) if wanted else "")
    groups = 0
    if kind.group:
        groups = max(kind.min_groups, kind.group in kind.required or not kind.fields, rng.choice([0, 1, 2, 5]) if fill else 0)
        for _ in range(groups):
            for field in kind.inner:
                wanted = field in kind.inner_required or rng.random() < fill
                slots.append(good_value(rng, kind.describe(field, True)) if wanted else "")
    # Blanks at the end may stand or go; with them, groups that nothing else stands in.
    if fill < 1 and (not groups or rng.random() < 0.5):
        least = rng.randrange(len(slots) + 1) if groups else 0
        if kind.group in kind.required:
            least = max(least, len(kind.fields) + len(kind.inner))
        while len(slots) > least and slots and not slots[-1]:
            slots.pop()
    return slots


def blank_name(rng, kind, slots, place, grouped, field):
    return "" if field == "name" and not grouped and kind.named else None


def blank_field(rng, kind, slots, place, grouped, field):
    return "" if not grouped and field in kind.required else None


def blank_in_group(rng, kind, slots, place, grouped, field):
    return "" if grouped and field in kind.inner_required else None


def wrong_field(rng, kind, slots, place, grouped, field):
    return None if grouped or (field == "name" and kind.named) else wrong_value(rng, kind.describe(field, False))


def wrong_in_group(rng, kind, slots, place, grouped, field):
    return wrong_value(rng, kind.describe(field, True)) if grouped else None


# NB: of several mistakes the engine tells only those that lie as deep as the deepest before, and of a type only those of
# the first object. So a file has mistakes of one depth, in one object of each type.
MISTAKES = [blank_name, blank_field, blank_in_group, wrong_field, wrong_in_group]


def wrong_value(rng, described):
    """A value that may be wrong; None: any would be right."""
    either = described.get("anyOf")
    number = either[0] if either else described if described.get("type") in ("number", "integer") else None
    if number:
        low, high, above, below = bounds(number)
        bad = ["1x y", "--1", "1e", "+5", "5.5", ".5", "nan", "1 2", "0x1", "-1e300", "1e300", "4\t"]
        bad += [str(each) for each in (low, high, above, below) if each is not None]
        bad += [str(each - 0.001) for each in (low, above) if each is not None]
        bad += [str(each + 0.001) for each in (high, below) if each is not None]
        # The engine breaks off at a sentinel in a field that has a text but none of these words.
        words = either and either[1].get("enum")
        if not either or (words and len([each for each in words if each]) > 0):
            bad += ["word", "Autosize", "autocalculate"]
        return rng.choice(bad)
    if "enum" in described:
        return rng.choice(["Not A Choice", "7", described["enum"][-1] + "x"])
    return None


def spoil(rng, kind, slots, mistake):
    """The object with one such mistake; None if it admits none."""
    places = list(range(len(slots)))
    rng.shuffle(places)
    for place in places:
        grouped = place >= len(kind.fields)
        field = kind.inner[(place - len(kind.fields)) % len(kind.inner)] if grouped else kind.fields[place]
        if (value := mistake(rng, kind, slots, place, grouped, field)) is not None:
            return [*slots[:place], value, *slots[place + 1:]]
    return None


SEPARATORS = [",", ",\n  ", ",  !- a comment, with; signs\n  ", ", ", ",\t", ",!\n", ",\n\n! a line, of; its own\n\t", ",  ! ##if not a macro\n",
              ",   \n"]
ENDS = [";\n", "; ! ends\n", " ;\n\n", ";", "; !- Name, x;\n! more\n", ";\n! ##include nothing\n"]


def write(objects, rng):
    text = rng.choice(["", "\ufeff", "! first line\n", "\n\n"]) + "".join(ALWAYS.values())
    for name, slots in objects:
        separators = [rng.choice(SEPARATORS) for _ in slots]
        text += any_case(rng, name) + "".join(f"{sep}{slot}" for sep, slot in zip(separators, slots))
        text += ("," if not slots else "") + rng.choice(ENDS)
    return text.replace("\n", rng.choice(["\n", "\n", "\r\n"]))


def their_refusals(errors):
    """(type, field path) of the engine's messages."""
    found = set()
    for message in errors:
        head, _, rest = message.partition(" - ")
        if not head.startswith("<root>"):
            continue
        path = re.findall(r"\[(.*?)\]", head)
        if missing := re.match(r"Missing required property '(.*?)'", rest):
            path.append(missing[1])
        if not path:
            continue
        if len(path) == 1:
            found.add((path[0], "name" if "property that could not be" in rest or "name is required" in rest else "(count)"))
            continue
        found.add((path[0], "/".join(path[2:])))
    return found


def our_refusals(findings):
    found = set()
    for each in findings:
        if each["error"] and not each["message"].startswith("cannot be Autosize"):
            field = re.sub(r"\[(\d+)\]\.", r"/\1/", each["field"])
            found.add((each["type"], field))
    return found


def compare(engine, ours, text, folder):
    path = pathlib.Path(folder) / "types.idf"
    path.write_bytes(text.encode())
    theirs = engine.convert(text.encode(), ".idf")
    converted = ours.ask("epjson", path)
    findings = ours.ask("check", path)["findings"]
    if not ours.ask("same", path).get("same"):
        return ["written back, its bytes differ"], set()
    refused, ours_refused = their_refusals(theirs.errors), our_refusals(findings)
    problems = [f"the engine refuses, we do not: {each}" for each in sorted(refused - ours_refused)]
    problems += [f"we refuse, the engine does not: {each}" for each in sorted(ours_refused - refused)]
    sentinels = sum(each["message"].startswith("cannot be Autosize") for each in findings if each["error"])
    other = [each for each in theirs.errors if not each.startswith(("<root>", "HVACTemplate", "Parametric", "GroundHeat"))
             and "cannot be Autosize" not in each]
    if sentinels != sum("cannot be Autosize" in each for each in theirs.errors):
        problems.append("Autosize in a text: not refused as often as by the engine")
    problems += [f"the engine says {each}" for each in other]
    if "error" in converted or theirs.output is None:
        return problems + [f"not converted: {converted.get('error')}, {theirs.errors[:3]}"], refused
    return problems + list(differences(json.loads(converted["output"]), json.loads(theirs.output))), refused


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    rng = random.Random(options.seed)
    schema = json.load(gzip.open(schema_path()))
    kinds = [Kind(name, described) for name, described in schema["properties"].items() if name not in ALWAYS]
    engine, ours = Engine(), Ours(options.build)
    bad = objects = mistakes = 0
    with tempfile.TemporaryDirectory() as folder:
        for fill in [0, 1, *[0.5] * options.rounds]:
            text = write([(kind.name, make(rng, kind, fill)) for kind in kinds], rng)
            problems, refused = compare(engine, ours, text, folder)
            problems += [f"a good object is refused: {each}" for each in refused]
            objects += len(kinds)
            bad += len(problems)
            for each in problems[:12]:
                print(f"  good, {fill}: {each}")
        for mistake in MISTAKES * options.rounds:
            made = []
            for kind in kinds:
                slots = spoil(rng, kind, make(rng, kind, rng.choice([0, 0.5, 1])), mistake)
                if slots is not None:
                    made.append((kind.name, slots))
            problems, refused = compare(engine, ours, write(made, rng), folder)
            mistakes += len(refused)
            bad += len(problems)
            for each in problems[:12]:
                print(f"  {mistake.__name__}: {each}")
    print(f"{len(kinds)} types, {objects} good objects, {mistakes} spoilt ones refused, {bad} differ")
    return 1 if bad or mistakes < 60 else 0


if __name__ == "__main__":
    sys.exit(main())
