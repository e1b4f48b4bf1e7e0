#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A model that is edited equals the same model read anew: random edits, undo and redo, on branches, in two workspaces.

    energy_edits.py LINTEL [--steps N] [--seed N]

After an edit a server does not read its model again; it brings what it has up to date. So now and then the model is saved, another
server loads that file, and both are asked the same: summary, objects of many types with all fields, validation with its lines, integrity,
references, searches. Ends with 1 where any answer differs.
"""
import argparse
import json
import random
import sys
from pathlib import Path

from energy_engine import MODELS
from harness import Checks, State, StdioServer, UNLIMITED_POLICY

TYPES = ["Zone", "Lights", "People", "Material", "Construction", "Schedule:Compact", "Output:Variable", "BuildingSurface:Detailed",
         "FenestrationSurface:Detailed", "ScheduleTypeLimits", "Timestep"]
# What can be set in objects of a type, and to what.
FIELDS = {"Zone": {"x_origin": [0, 1.5, -3], "multiplier": [1, 2]}, "Material": {"thickness": [0.1, 0.25], "roughness": ["Smooth", "rough"]},
          "Lights": {"schedule_name": ["ALWAYS_ON", "nobody"], "end_use_subcategory": ["General", "Some lights"]},
          "ScheduleTypeLimits": {"lower_limit_value": [0, -1, None]}, "Output:Variable": {"key_value": ["*", "Core_ZN"], "reporting_frequency": ["Hourly", "Daily"]},
          "BuildingSurface:Detailed": {"vertices[0].vertex_x_coordinate": [0, 7.25], "sun_exposure": ["NoSun", "SunExposed"]}}


class Side:
    """One branch of one workspace."""

    def __init__(self, client, workspace, branch):
        self.client, self.where = client, {"workspace": workspace, **({"branch": branch} if branch != "main" else {})}

    def call(self, tool, **arguments):
        done = self.client.call(tool, {**arguments, **self.where})
        return done.get("structuredContent") or done

    def names(self, kind):
        listed = self.call("list_objects", object_type=kind, limit=200)
        return [each["name"] for each in listed.get("objects", [])]


def edit(rng, side):
    """One random edit; the server may refuse it."""
    what = rng.choice(["update", "update", "update", "add", "duplicate", "rename", "remove", "undo", "undo", "redo"])
    if what == "undo" and side.call("undo", dry_run=True).get("tool") == "load_model":
        what = "update"  # to take the model itself away would leave nothing to compare
    kind = rng.choice(list(FIELDS))
    if what in ("undo", "redo"):
        return side.call(what)
    names = side.names(kind)
    if what == "add" or not names:
        if kind == "Output:Variable":
            return side.call("add_object", object_type=kind, fields={"key_value": "*", "variable_name": "Zone Mean Air Temperature"})
        return side.call("add_object", object_type="Zone", name=f"New {rng.randrange(1000)}", fields={"y_origin": 2})
    name = rng.choice(names)
    if what == "remove":
        return side.call("remove_object", object_type=kind, name=name, force=True)
    if what == "rename" and kind != "Output:Variable":
        return side.call("rename_object", object_type=kind, old_name=name, new_name=f"{name[:40]} {rng.randrange(100)}")
    if what == "duplicate" and kind != "Output:Variable":
        return side.call("duplicate_object", object_type=kind, name=name, new_name=f"Copy {rng.randrange(1000)}")
    field, values = rng.choice(list(FIELDS[kind].items()))
    return side.call("update_object", object_type=kind, name=name, fields={field: rng.choice(values)})


def answers(side):
    out = {"summary": side.call("get_model_summary"), "valid": side.call("validate_model"), "whole": side.call("check_model_integrity")}
    for kind in TYPES:
        out[kind] = side.call("list_objects", object_type=kind, limit=60, include_all_fields=True)
    for word in ("core", "new", "a", "nothing like it"):
        out[f"search {word}"] = side.call("search_objects", query=word, limit=100)
    zones = side.names("Zone")
    for name in zones[:3]:
        out[f"references of {name}"] = side.call("get_references", name=name)
    for each in ("file_path", "unsaved"):
        out["summary"].pop(each, None)
    return out


def differing(ours, theirs):
    return [f"{key}: {json.dumps(ours[key])[:300]}, anew {json.dumps(theirs[key])[:300]}" for key in ours if ours[key] != theirs[key]]


def opened(client, name):
    done = client.call("workspace_open", {"label": name})
    return done["structuredContent"]["workspace"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lintel")
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    rng, check = random.Random(options.seed), Checks()
    models = {each.stem: each for each in MODELS}
    command = [Path(options.lintel).resolve(), "serve", "energy", "--root", "."]
    with State() as state, State() as other:
        for each in (state, other):
            each.write_policy(UNLIMITED_POLICY)
        with StdioServer(command, state) as client, StdioServer(command, other) as fresh:
            sides = []
            for number, name in enumerate(("RefBldgSmallOfficeNew2004_Chicago", "RefBldgWarehouseNew2004_Chicago")):
                (state.work / f"{name}.idf").write_bytes(models[name].read_bytes())
                workspace = opened(client, f"w{number}")
                main_branch = Side(client, workspace, "main")
                main_branch.call("load_model", file_path=f"{name}.idf")
                client.call("manage_branches", {"action": "create", "name": "try", "workspace": workspace})
                sides += [main_branch, Side(client, workspace, "try")]
            done = 0
            for step in range(options.steps):
                side = rng.choice(sides)
                done += "error" not in edit(rng, side)
                if step % 10 != 9:
                    continue
                ours = answers(side)
                saved = side.call("save_model", file_path=f"saved{step}.idf")
                (other.work / "saved.idf").write_bytes((state.work / f"saved{step}.idf").read_bytes())
                anew = Side(fresh, opened(fresh, "anew"), "main")
                anew.call("load_model", file_path="saved.idf")
                problems = differing(ours, answers(anew))
                check.check(f"after {step + 1} steps", not problems and saved.get("status") == "saved", problems[:2] or saved)
            check.check("most edits were taken", done > options.steps / 2, done)
    check.finish()


if __name__ == "__main__":
    main()
