#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""HVACTemplate models of every kind that ExpandObjects knows, before and after it.

    energy_templates.py BUILD_DIR

A zone with each kind of zone template and the system and plants that it needs. As it is written, and as ExpandObjects
writes it anew: our epJSON equals what the engine's --convert-only makes of it, we find no error that the engine does not, and written back
the bytes are the same. Ends with 1 where anything differs.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from energy_engine import ENERGY, Engine
from energy_models import Ours, differences

HEAD = """Version,25.2;
Building,B;
GlobalGeometryRules,UpperLeftCorner,Counterclockwise,World;
Zone,Z; ! the only one
HVACTemplate:Thermostat, T, , 20, , 25;
"""
HOT = "HVACTemplate:Plant:HotWaterLoop,Hot;\nHVACTemplate:Plant:Boiler,Boiler,HotWaterBoiler,autosize,0.8,NaturalGas,1;\n"
CHILLED = ("HVACTemplate:Plant:ChilledWaterLoop,Chilled;\nHVACTemplate:Plant:Chiller,Chiller,ElectricReciprocatingChiller,autosize,3.2,WaterCooled,1;\n"
           "HVACTemplate:Plant:Tower,Tower,SingleSpeed;\n")
MIXED = ("HVACTemplate:Plant:MixedWaterLoop,Mixed;\nHVACTemplate:Plant:Boiler,Boiler,HotWaterBoiler,autosize,0.8,NaturalGas,1;\n"
         "HVACTemplate:Plant:Tower,Tower,SingleSpeed;\n")
OBJECTS = ("HVACTemplate:Plant:Boiler:ObjectReference,BoilerRef,Boiler:HotWater,Own Boiler,1;\n"
           "HVACTemplate:Plant:Chiller:ObjectReference,ChillerRef,Chiller:Electric:EIR,Own Chiller,1;\n"
           "HVACTemplate:Plant:Tower:ObjectReference,TowerRef,CoolingTower:SingleSpeed,Own Tower,1;\n")

MODELS = {
    "ideal loads": "HVACTemplate:Zone:IdealLoadsAirSystem,Z,T;\n",
    "baseboard": "HVACTemplate:Zone:BaseboardHeat,Z,T;\n" + HOT,
    "fan coil": "HVACTemplate:Zone:FanCoil,Z,T;\n" + HOT + CHILLED,
    "fan coil and dedicated outdoor air": "HVACTemplate:Zone:FanCoil,Z,T,autosize,,,flow/person,0.00944,,,DOAS;\nHVACTemplate:System:DedicatedOutdoorAir,DOAS;\n"
                                          + HOT + CHILLED,
    "PTAC": "HVACTemplate:Zone:PTAC,Z,T;\n",
    "PTHP": "HVACTemplate:Zone:PTHP,Z,T;\n",
    "water to air heat pump": "HVACTemplate:Zone:WaterToAirHeatPump,Z,T;\n" + MIXED,
    "VRF": "HVACTemplate:Zone:VRF,Z,Sys,T;\nHVACTemplate:System:VRF,Sys;\n",
    "unitary": "HVACTemplate:Zone:Unitary,Z,Sys,T;\nHVACTemplate:System:Unitary,Sys,,Z;\n",
    "unitary heat pump": "HVACTemplate:Zone:Unitary,Z,Sys,T;\nHVACTemplate:System:UnitaryHeatPump:AirToAir,Sys,,Z;\n",
    "unitary system": "HVACTemplate:Zone:Unitary,Z,Sys,T;\nHVACTemplate:System:UnitarySystem,Sys,,Load,Z;\n",
    "VAV": "HVACTemplate:Zone:VAV,Z,Sys,T;\nHVACTemplate:System:VAV,Sys;\n" + HOT + CHILLED,
    "VAV, fan powered": "HVACTemplate:Zone:VAV:FanPowered,Z,Sys,T;\nHVACTemplate:System:VAV,Sys;\n" + HOT + CHILLED,
    "VAV, heat and cool": "HVACTemplate:Zone:VAV:HeatAndCool,Z,Sys,T;\nHVACTemplate:System:VAV,Sys;\n" + HOT + CHILLED,
    "packaged VAV": "HVACTemplate:Zone:VAV,Z,Sys,T;\nHVACTemplate:System:PackagedVAV,Sys;\n" + HOT,
    "constant volume": "HVACTemplate:Zone:ConstantVolume,Z,Sys,T;\nHVACTemplate:System:ConstantVolume,Sys;\n" + HOT + CHILLED,
    "dual duct": "HVACTemplate:Zone:DualDuct,Z,Sys,T;\nHVACTemplate:System:DualDuct,Sys;\n" + HOT + CHILLED,
    "plants that are there": "HVACTemplate:Zone:FanCoil,Z,T;\nHVACTemplate:Plant:HotWaterLoop,Hot;\nHVACTemplate:Plant:ChilledWaterLoop,Chilled;\n" + OBJECTS,
}


def expanded(text):
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        (folder / "in.idf").write_bytes(text)
        program = next(ENERGY.rglob("ExpandObjects"))
        subprocess.run([program], cwd=folder, capture_output=True, timeout=60, check=False)
        made = folder / "expanded.idf"
        return made.read_bytes() if made.exists() else None
    finally:
        shutil.rmtree(folder)


def compare(engine, ours, text, folder):
    path = pathlib.Path(folder) / "model.idf"
    path.write_bytes(text)
    theirs = engine.convert(text, ".idf")
    refused = [each for each in theirs.errors if not re.match(r"HVACTemplate:\*", each)]
    problems = [] if ours.ask("same", path).get("same") else ["written back, its bytes differ"]
    errors = [each for each in ours.ask("check", path)["findings"] if each["error"]]
    if bool(errors) != bool(refused):
        problems.append(f"we find {errors[:1]}, the engine {refused[:1]}")
    converted = ours.ask("epjson", path)
    if "error" in converted or theirs.output is None:
        return problems + [f"not converted: {converted.get('error')}, {theirs.errors[:2]}"]
    return problems + list(differences(json.loads(converted["output"]), json.loads(theirs.output)))


def main(build):
    engine, ours = Engine(), Ours(build)
    bad = grown = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in MODELS.items():
            model = (HEAD + text).encode()
            made = expanded(model)
            problems = compare(engine, ours, model, folder)
            if made is None:
                problems.append("ExpandObjects made nothing of it")
            else:
                grown += made.count(b";") > model.count(b";") + 10
                problems += [f"expanded: {each}" for each in compare(engine, ours, made, folder)]
            bad += bool(problems)
            for each in problems[:4]:
                print(f"  {name}: {each}")
    print(f"{len(MODELS)} models, {grown} expanded, {bad} differ")
    return 1 if bad or grown < len(MODELS) / 2 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
