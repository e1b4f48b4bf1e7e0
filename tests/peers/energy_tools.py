#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tools for EnergyPlus models on the 32 reference models, beside idfkit and the engine.

    energy_tools.py LINTEL

Of every model: load_model counts idfkit's objects, validate_model finds no error, save_model writes the bytes that were loaded;
after an update, a new and a removed object the saved file is, read by idfkit, what idfkit's own edits come to, all other lines
are as they were, and undo brings the first bytes back. Then mistakes are seeded into one of them: each is an error for
validate_model, and refused by the engine's own input check.
"""
import json
import pathlib
import sys

from energy_engine import ENERGY, MODELS, Engine
from harness import Checks, State, StdioServer, UNLIMITED_POLICY

sys.path.append(str(ENERGY))
import idfkit  # noqa: E402

# What is appended to a good model; the engine refuses every one of them.
MISTAKES = [
    # texts for numbers
    "Zone,Bad,abc;", "Zone,Bad,0,1 2;", "Zone,Bad,0,0,0,zero;", "Zone,Bad,0,0,0,0,one;", "Material,Bad,Rough,thick,1,1000,1000;",
    "Material,Bad,Rough,0.1,x,1000,1000;", "Material,Bad,Rough,0.1,1,heavy,1000;", "Material:NoMass,Bad,Rough,r;",
    "ScheduleTypeLimits,Bad,low,1;", "Schedule:Constant,Bad,Any Number,half;", "Lights,Bad,Z,S,LightingLevel,bright;",
    "People,Bad,Z,S,People,many;", "ElectricEquipment,Bad,Z,S,EquipmentLevel,full;", "Sizing:Parameters,big,1;",
    "Site:GroundTemperature:BuildingSurface,warm;", "WindowMaterial:SimpleGlazingSystem,Bad,u,0.5;",
    "Curve:Linear,Bad,a,1,0,1;", "Curve:Quadratic,Bad,1,2,three,0,1;", "ZoneInfiltration:DesignFlowRate,Bad,Z,S,Flow/Zone,lots;",
    "Fan:ConstantVolume,Bad,S,0.7,high,1,1,0,A,B;",
    # outside their bounds
    "Zone,Bad,0,0,0,0,1,0;", "Material,Bad,Rough,-0.1,1,1000,1000;", "Material,Bad,Rough,0.1,0,1000,1000;",
    "Material,Bad,Rough,0.1,1,0,1000;", "Material,Bad,Rough,0.1,1,1000,50;", "Material,Bad,Rough,0.1,1,1000,1000,1.5;",
    "Material,Bad,Rough,0.1,1,1000,1000,0.9,2;", "Material:NoMass,Bad,Rough,0.0001;", "Lights,Bad,Z,S,LightingLevel,-5;",
    "Lights,Bad,Z,S,LightingLevel,5,,,1.2;", "People,Bad,Z,S,People,-1;", "ElectricEquipment,Bad,Z,S,EquipmentLevel,5,,,-0.1;",
    "WindowMaterial:SimpleGlazingSystem,Bad,0,0.5;", "WindowMaterial:SimpleGlazingSystem,Bad,2,1.5;",
    "Site:GroundTemperature:BuildingSurface,18,18,18,18,18,18,18,18,18,18,18,hot;", "Fan:ConstantVolume,Bad,S,1.7,500,1,1,0,A,B;",
    "SizingPeriod:DesignDay,Bad,13,1,SummerDesignDay,30,5;", "SizingPeriod:DesignDay,Bad,1,32,SummerDesignDay,30,5;",
    # words that are not among the choices
    "Material,Bad,Bumpy,0.1,1,1000,1000;", "ScheduleTypeLimits,Bad,0,1,Sometimes;", "ScheduleTypeLimits,Bad,0,1,Discrete,Apples;",
    "Lights,Bad,Z,S,LightingLvl,5;", "People,Bad,Z,S,Persons,5;", "Zone,Bad,0,0,0,0,1,1,autocalculate,autocalculate,autocalculate,Nothing;",
    "SizingPeriod:DesignDay,Bad,1,1,Feastday,30,5;", "Output:Variable,*,Zone Air Temperature,Sometimes;",
    "ZoneInfiltration:DesignFlowRate,Bad,Z,S,Flow/House,1;", "Output:Table:Monthly,Bad,two,X,Maximum;",
    "RunPeriod,Bad,1,1,,1,31,,Someday;", "OutputControl:Table:Style,Papyrus;",
    # what is missing
    "Zone,;", "Material,Bad,Rough;", "Schedule:Constant,;", "Lights,Bad,,S;", "ZoneList,Bad,;", "ZoneList,Bad,A,,B;",
    "Construction,Bad;", "EnergyManagementSystem:Program,Bad;", "Curve:Linear,Bad;",
    # names, counts, surplus and types
    "Zone,Twice;\nZone,Twice;", "Building,Second;", "Timestep,4;\nTimestep,6;", "Zone,Bad,0,0,0,0,1,1,1,1,1,TARP,TARP,Yes,surplus;",
    "Zoone,Bad;", "Timestep,4,5;", "Version,25.2;",
    # inside lists
    "BuildingSurface:Detailed,Bad,Wall,C,Z,,Outdoors,,SunExposed,WindExposed,0.5,3,0,0,0,1,0,0,1,0,abc;",
    "BuildingSurface:Detailed,Bad,Wall,C,Z,,Outdoors,,SunExposed,WindExposed,0.5,3,0,0,0,1,,0,1,0,1;",
    "Schedule:Day:List,Bad,Any Number,No,60,x;", "BranchList,Bad,A,,B;",
]


class Client(StdioServer):
    told = ()  # addresses of resources that changed

    def next_answer(self):
        while line := self.process.stdout.readline():
            message = json.loads(line)
            if "id" in message:
                return message
            if message["method"] == "notifications/resources/updated":
                self.told += (message["params"]["uri"],)
        raise EOFError("the server ended")

    def call(self, tool, **arguments):
        return super().call(tool, arguments)["structuredContent"]


def content(path):
    """A model as idfkit reads it, comparable; its writer drops blank fields at the end of objects."""
    def values(each):
        return json.dumps({field: value for field, value in each.to_dict().items() if value not in ("", None)}, sort_keys=True, default=str)
    return {kind: sorted((each.name.upper(), values(each)) for each in objects)
            for kind, objects in idfkit.load_idf(str(path)).items() if len(objects)}


def try_model(check, client, work, path):
    name, original = path.stem, path.read_bytes()
    (work / "in.idf").write_bytes(original)
    loaded = client.call("load_model", file_path="in.idf")
    theirs = idfkit.load_idf(str(path))
    check.check(f"{name}: objects", loaded.get("total_objects") == sum(len(each) for each in theirs.collections.values()), loaded)
    checked = client.call("validate_model")
    check.check(f"{name}: valid", checked["is_valid"] and checked["error_count"] == 0, checked["errors"][:2])
    client.call("save_model", file_path="same.idf", overwrite=True)
    check.check(f"{name}: the same bytes", (work / "same.idf").read_bytes() == original)
    edits(check, client, work, path, theirs)


def edits(check, client, work, path, theirs):
    name = path.stem
    zone = next(iter(theirs.get_collection("Zone")))
    gone = next(each for each in theirs.get_collection("Output:Variable")) if "Output:Variable" in theirs else None
    client.call("update_object", object_type="Zone", name=zone.name, fields={"x_origin": 12.5})
    client.call("add_object", object_type="Zone", name="Added zone", fields={"z_origin": 3, "multiplier": 2})
    if gone:
        client.call("remove_object", object_type="Output:Variable", name="Output:Variable 1")
        theirs.removeidfobject(gone)
    saved = client.call("save_model", file_path="out.idf", overwrite=True)
    check.check(f"{name}: saved", saved.get("status") == "saved", saved)
    zone.x_origin = 12.5
    theirs.add("Zone", "Added zone", z_origin=3, multiplier=2)
    idfkit.save_idf(theirs, str(work / "theirs.idf"))
    check.check(f"{name}: edited as idfkit edits", content(work / "out.idf") == content(work / "theirs.idf"))
    before, after = path.read_bytes().splitlines(), (work / "out.idf").read_bytes().splitlines()
    changed = set(before) ^ set(after)
    check.check(f"{name}: few lines changed", len(changed) <= 16, len(changed))
    for _ in range(4 if gone else 3):
        client.call("undo")
    client.call("save_model", file_path="back.idf", overwrite=True)
    check.check(f"{name}: undone", (work / "back.idf").read_bytes() == path.read_bytes())


def try_subscriptions(check, client, work):
    (work / "in.idf").write_text("Version,25.2;\nZone,Core;\n")
    client.call("load_model", file_path="in.idf")
    uris = ("idfkit://model/summary", "idfkit://model/objects/Zone/Core")
    for uri in uris:
        client.ask("resources/subscribe", {"uri": uri})
    client.told = ()
    client.call("update_object", object_type="Zone", name="Core", fields={"x_origin": 1})
    client.call("get_model_summary")
    check.check("subscribers are told", set(client.told) == set(uris), client.told)


def try_mistakes(check, client, work):
    engine = Engine()
    base = (ENERGY / "pyenergyplus/data/model/RefBldgSmallOfficeNew2004_Chicago.idf").read_bytes()
    check.check("the model without a mistake", engine.convert(base, ".idf").accepted)
    for mistake in MISTAKES:
        text = base + b"\n" + mistake.encode() + b"\n"
        (work / "bad.idf").write_bytes(text)
        client.call("load_model", file_path="bad.idf")
        found = client.call("validate_model")
        check.check(f"found: {mistake[:60]!r}", found.get("error_count", 0) > 0 and not found["is_valid"], found)
        check.check(f"refused by the engine: {mistake[:60]!r}", not engine.convert(text, ".idf").accepted)


def main(lintel):
    check = Checks()
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        with Client([pathlib.Path(lintel).resolve(), "serve", "energy"], state) as client:
            for path in MODELS:
                try_model(check, client, state.work, path)
            try_subscriptions(check, client, state.work)
            try_mistakes(check, client, state.work)
    check.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
