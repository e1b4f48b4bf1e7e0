#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Own small IDF files, many made at random from pieces of them and from any types, as we read them and as the engine does.

    energy_texts.py BUILD_DIR [--random N] [--seed N]

What the engine refuses we refuse, and where it accepts a file our epJSON equals its own; except what RULES lists, where we
are stricter on purpose. Objects for preprocessors (HVACTemplate, GroundHeatTransfer, Parametric) are compared though the
engine refuses them, since it converts them first. Ends with 1 where anything differs.
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
from energy_types import ALWAYS, Kind, any_case, good_value

HEAD = "Version,25.2;\nBuilding,B;\nGlobalGeometryRules,UpperLeftCorner,Counterclockwise,World;\n"

# What we refuse and the engine does not, by what we say: it reads something else than what was written, or nothing.
RULES = [
    "the object does not end",        # the engine takes the end of the file for a semicolon
    "a comma must follow",            # `Type;`: it takes what follows for values; `Type ! x`: the comment for a value
    "the line ends are CR alone",     # it reads nothing after the first comment, and says nothing
    "a NUL byte",
]

OWN = {
    "HVACTemplate": """
HVACTemplate:Thermostat,
    Constant Setpoints,      !- Name
    ,                        !- Heating Setpoint Schedule Name
    20,                      !- Constant Heating Setpoint {C}
    ,                        !- Cooling Setpoint Schedule Name
    25;                      !- Constant Cooling Setpoint {C}
Zone, South;
HVACTemplate:Zone:IdealLoadsAirSystem, South, Constant Setpoints, , 50, 13, 0.0156, 0.0077;
HVACTemplate:Zone:VAV, South, Loop, Constant Setpoints, AUTOSIZE, , constant, 0.3, , , flow/person, 0.00944;
HVACTemplate:System:VAV, Loop, , autosize, autosize;
""",
    "Parametric": """
Parametric:SetValueForRun, $orient, 0, 90, 180, 270;
Parametric:Logic, Main, $half = $orient / 2, PARAMETER $x, IF $orient > 90, $y = 1, ENDIF;
Parametric:RunControl, Runs, Yes, no, YES;
Parametric:FileNameSuffix, Names, a, b, c, d;
""",
    "ground heat transfer": """
GroundHeatTransfer:Control, GHT, Yes, no;
GroundHeatTransfer:Slab:Materials, 1, 0.158, 0.379, 0.9, 0.9, 0.75, 0.03, 6.13, 9.26;
GroundHeatTransfer:Slab:MatlProps, 2300, 1200, 653, 1200, 0.93, 1;
GroundHeatTransfer:Slab:BldgProps, 10, 3, 1, 1.5, 18, 18, 18, 20, 20, 20, 22, 22, 22, 22, 20, 20, , 0;
GroundHeatTransfer:Basement:AutoGrid, 15, 20, 15, 0.1, 0.4, 15, 0.2;
Site:GroundDomain:Slab, Slab, 10, 2, 0.0025, 1300, 1500, 30, 50, Site:GroundTemperature:Undisturbed:KusudaAchenbach,
    KA, 4, Coupled, OnGrade, , , , No, , Hourly, , , , 1, autosize;
Site:GroundTemperature:Undisturbed:KusudaAchenbach, KA, 1.8, 920, 2200, 15.5, 3.2, 8;
""",
    "groups": """
BuildingSurface:Detailed, W, wall, C, Z, , outdoors, , sunexposed, windexposed, autocalculate, 4,
    0,0,3, !- X,Y,Z ==> Vertex 1 {m}
    0,0,0, 1,0,0,
    1,0,3;
Branch, B, , Pipe:Adiabatic, P, in, out, Pump:VariableSpeed, Q, out, end;
Schedule:Compact, S, Any, Through: 12/31, For: AllDays, Until: 8:00, 0, Until: 24:00, 1.0, Through: x;
Table:Lookup, T, Vars, none, , , , , , , , 0.1, 0.2, 3e-1, .4;
WindowThermalModel:Params, P, iso15099, 1;
FluidProperties:Temperatures, F, 1, 2, 3, 4, 5, 6, 7;
FluidProperties:Saturated, Water, pressure, liquidgas, F, 1, 2, 3, 4, 5, 6, 7;
MaterialProperty:GlazingSpectralData, G, 0.3, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7;
EnergyManagementSystem:Program, Prog, SET a = 1, IF (a > 1) && b, RUN c, ENDIF;
EnergyManagementSystem:GlobalVariable, x, y, , z;
""",
    "energy management": """
EnergyManagementSystem:Sensor, T_zone, South, Zone Mean Air Temperature;
EnergyManagementSystem:Actuator, Set, Heat Setpoint, schedule:constant, schedule value;
EnergyManagementSystem:ProgramCallingManager, Call, begintimestepbeforepredictor, Prog, Other;
EnergyManagementSystem:Program, Prog, set x = T_zone, if x < 20.5, set Set = 21, else, SET Set = 15 + @round x, endif;
EnergyManagementSystem:Subroutine, Other, LOCAL y, set y = x ^ 2;
EnergyManagementSystem:GlobalVariable, x, counter;
EnergyManagementSystem:OutputVariable, Erl x, x, averaged, zonetimestep, Prog, C;
EnergyManagementSystem:MeteredOutputVariable, Erl y, y, zonetimestep, , electricity, building, interiorlights, Own, J;
EnergyManagementSystem:TrendVariable, Trend, x, 24;
EnergyManagementSystem:InternalVariable, Vol, South, zone air volume;
EnergyManagementSystem:CurveOrTableIndexVariable, Cv, A Curve;
EnergyManagementSystem:ConstructionIndexVariable, Cx, A Wall;
EnergyManagementSystem:ProgramCallingManager, Last, EndOfSystemSizing, Prog;
Output:EnergyManagementSystem, verbose, VERBOSE, none;
""",
    "Python plugins": """
PythonPlugin:SearchPaths, Paths, yes, NO, , /a/path, ./another one;
PythonPlugin:Instance, Own, yes, own_module, OwnClass;
PythonPlugin:Variables, Vars, first, second, third;
PythonPlugin:TrendVariable, Trend, first, 12;
PythonPlugin:OutputVariable, Out, first, averaged, systemtimestep, kg/s;
""",
    "external interface": """
ExternalInterface, ptolemyserver;
ExternalInterface:Schedule, Sch, Any Number, 1.5;
ExternalInterface:Variable, Var, -2;
ExternalInterface:Actuator, Act, Zn001, people, number of people, 0;
ExternalInterface:FunctionalMockupUnitImport, some.fmu, 15, 1;
ExternalInterface:FunctionalMockupUnitImport:From:Variable, South, Zone Mean Air Temperature, some.fmu, Model, T;
ExternalInterface:FunctionalMockupUnitImport:To:Schedule, Sch 2, Any Number, some.fmu, Model, s, 0;
ExternalInterface:FunctionalMockupUnitImport:To:Actuator, Act 2, Zn001, people, number of people, some.fmu, Model, a, 0;
ExternalInterface:FunctionalMockupUnitImport:To:Variable, Var 2, some.fmu, Model, v, 1;
ExternalInterface:FunctionalMockupUnitExport:From:Variable, South, Zone Mean Air Temperature, TOut;
ExternalInterface:FunctionalMockupUnitExport:To:Schedule, Sch 3, Any Number, Q, 0;
ExternalInterface:FunctionalMockupUnitExport:To:Actuator, Act 3, Zn001, people, number of people, P, 0;
ExternalInterface:FunctionalMockupUnitExport:To:Variable, Var 3, v, 1;
""",
    "a basement": """
GroundHeatTransfer:Basement:SimParameters, 0.1, 15;
GroundHeatTransfer:Basement:MatlProps, 6, 2242.6, 2242.6, 311.66, 1513.5, 2242.6, 448.5, 880, 880, 1513.4, 840, 880, 1630, 1.4, 1.4, 0.093, 0.5, 1.9, 0.1;
GroundHeatTransfer:Basement:Insulation, 5, true;
GroundHeatTransfer:Basement:SurfaceProps, .16, .40, .94, .86, 6, 0.25, False;
GroundHeatTransfer:Basement:BldgData, .2, .1, .3, .2, .1;
GroundHeatTransfer:Basement:Interior, FALSE, 0.92, 4.04, 3.08, 6.13, 9.26, 8.29;
GroundHeatTransfer:Basement:ComBldg, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 1.5;
GroundHeatTransfer:Basement:EquivSlab, 15, True;
GroundHeatTransfer:Basement:EquivAutoGrid, 15, .1, 2.4;
GroundHeatTransfer:Basement:XFACE, 1, 2, 3;
GroundHeatTransfer:Basement:Sides, 1, 2, 3, 4;
GroundHeatTransfer:Slab:AutoGrid, 15, 20, 3;
GroundHeatTransfer:Slab:EquivalentSlab, 10, 0.1, 3;
GroundHeatTransfer:Slab:BoundConds, TRUE, true, False, 2;
GroundHeatTransfer:Slab:Insulation, 0, 0, 2, 0.8, 1;
GroundHeatTransfer:Slab:ManualGrid, 4, 5, 6, 7, 8;
GroundHeatTransfer:Slab:XFACE, 1, 2;
""",
    "the last of them": "ZoneList, L, A, B ;; Zone, X ,1,2,,,,, autosize, 100 ; ! the end",
    "latin-1": b"Zone,A; ! Caf\xe9\nSchedule:Constant,S,Caf\xe9,1;\n",
    "byte order mark": b"\xef\xbb\xbfZone,A;\n",
}

PIECES = [",", ",", ",", ";", ";", "\n", "\n  ", " ", "\t", "\r\n", "! c\n", "!- Name, x; y\n", "Zone,", "Zone,", "ZoneList,", "\nZone, Q,",
          "Schedule:Compact,", "Timestep,", "Foo,", "A", "B 1", "é", "1", "-1.5", "+2", ".5", "1e3", "2.5", "autosize", "Autocalculate",
          "x y", "Zone", ";Zone,N1,1,2;", ";ZoneList,N2,A;", ",,", "1 2", "1\n2", "a\nb", "0x1", "yes"]


def soup(rng):
    return "Zone,Z," + "".join(rng.choice(PIECES) for _ in range(rng.randrange(1, 14))) + rng.choice([";", ";\n", "\n", ";! end"])


# How people and other programs spell a number; what is no number for the engine must be none for us.
SPELLINGS = ["{}.", "{}.0", "+{}", "0{}", "00{}.50", "{}e0", "{}E+01", "{}.e-1", ".{}", "-.{}", "{}d0", "{}D+1", "{}e", "{} .5", "{},", "{}.0.1",
             "{}e400", "1e-400", "{}%", "$5", "inf", "-Infinity", "nan", "NaN", "0x{}", "1_000", "{}f", "'{}'", "--{}", "+ {}", "- {}", "{}\t", "\t{}", "{}\u00a0"]
WORDS = ["AutoSize", "aUTOSIZE", "autocalculate", "AUTOCALCULATE ", "auto size", "", " ", "Yes", "no", "*", "x" * 300, "a  b", "a\tb", "\"q\"", "##set x 1", "=", "{m}",
         "\u00e9t\u00e9", "\u4e2d", "Through: 12/31", "through:12/31", "For:AllDays", "FOR: Weekdays SummerDesignDay", "Until: 24:00", "until:24:00", "Interpolate:Average"]
GAPS = ["", "", "", " ", "  ", "\t", "\n", "\n\n", "\r\n", " \r\n\t", "\n! a, b; c\n", " !- Name\n", "!\n", "\n  !comment ! twice\n", "\n!- Vertex 1 {m}\n\n", "\f", "\v"]
LINES = ["\n", "", " ", "\n\n! ===\n", "\r\n", "\n##comment\n", "\n!##include x\n", "\n   ;\n", ";", "\n!-Generator IDFEditor 1.34\n!-Option SortedOrder\n"]


def odd_value(rng, described):
    chance = rng.random()
    if chance < 0.55:
        return good_value(rng, described).strip()
    if chance < 0.75:
        return ""
    return rng.choice(SPELLINGS).format(rng.choice([0, 1, 2, 5, 10, 24])) if chance < 0.93 else rng.choice(WORDS)


def odd(rng, kinds):
    """A few objects of any types: values as nobody would write them, and white space and comments anywhere."""
    text = ""
    for kind in rng.sample(kinds, rng.randrange(1, 6)):
        slots = [odd_value(rng, kind.describe(field, False)) for field in kind.fields]
        for _ in range(rng.choice([0, 0, 1, 2, 4]) if kind.group else 0):
            slots += [odd_value(rng, kind.describe(field, True)) for field in kind.inner]
        slots = slots[:rng.randrange(len(slots) + 1)] if rng.random() < 0.4 else slots
        slots += [""] * rng.choice([0, 0, 0, 1, 3])
        text += any_case(rng, kind.name) + "".join(f"{rng.choice(GAPS)},{rng.choice(GAPS)}{slot}" for slot in slots or [""])
        text += rng.choice(GAPS) + ";" + rng.choice(LINES)
    return text


def compare(engine, ours, content, folder):
    path = pathlib.Path(folder) / "text.idf"
    path.write_bytes(content)
    theirs = engine.convert(content, ".idf")
    errors = [each["message"] for each in ours.ask("check", path)["findings"] if each["error"]]
    stricter = any(each.startswith(rule) for each in errors for rule in RULES)
    refused = [each for each in theirs.errors if not re.match(r"(HVACTemplate|GroundHeatTransfer|Parametric):\*", each)]
    if refused or not (theirs.accepted or theirs.errors):
        return [] if errors else [f"the engine refuses it: {refused[:2]}"]
    if errors:
        return [] if stricter else [f"we refuse it: {errors[:2]}"]
    if not ours.ask("same", path).get("same"):
        return ["written back, its bytes differ"]
    converted = ours.ask("epjson", path)
    if "error" in converted:
        return [f"not converted: {converted['error']}"]
    return list(differences(json.loads(converted["output"]) or None, json.loads(theirs.output) or None))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--random", type=int, default=150)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    rng = random.Random(options.seed)
    engine, ours = Engine(), Ours(options.build)
    texts = [(name, text if isinstance(text, bytes) else text.encode()) for name, text in OWN.items()]
    texts += [("soup", soup(rng).encode()) for _ in range(options.random)]
    schema = json.load(gzip.open(schema_path()))
    kinds = [Kind(name, described) for name, described in schema["properties"].items() if name not in ALWAYS]
    texts += [("odd", odd(rng, kinds).encode()) for _ in range(options.random)]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts:
            content = text + HEAD.encode() if text.startswith(b"\xef") else HEAD.encode() + text
            problems = compare(engine, ours, content, folder)
            bad += bool(problems)
            if problems:
                print(f"  {name} {text if name in ('soup', 'odd') else ''}: {problems[:3]}")
    print(f"{len(texts)} texts, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
