#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Geometry and schedules of the 32 reference models as we see them, beside idfkit and the engine.

    energy_views.py BUILD_DIR

Of every model: the same surfaces as idfkit's with the same points, areas, tilts and azimuths, the same areas, volumes and
heights of zones (to a relative 1e-9), and every hour of every schedule as the engine reports it in a simulated year. How
many schedules idfkit has otherwise is said, not judged. Ends with 1 where we differ.
"""
import datetime
import json
import math
import sys

from energy_engine import ENERGY, MODELS, Engine
from energy_models import Ours

sys.path.append(str(ENERGY))
import idfkit  # noqa: E402
from idfkit import geometry, scene  # noqa: E402
from idfkit.schedules import compact, values  # noqa: E402
from idfkit.schedules.holidays import get_holidays  # noqa: E402

YEAR = 2023
WEATHER = next((ENERGY / "pyenergyplus/data/weather").glob("*Chicago*.epw"))
SCHEDULES = ("Schedule:Compact", "Schedule:Year", "Schedule:Constant")


def close(a, b):
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


def surfaces(ours, path, model):
    answer = ours.ask("scene", path)
    mine = {(each["object_type"], each["name"]): each for each in answer["surfaces"]}
    theirs = scene.get_scene(model)
    if len(theirs.unresolved) or len(theirs.unattempted) or answer["left_out"]:
        yield "surfaces are left out"
    if len(mine) != len(theirs.surfaces):
        yield f"{len(mine)} surfaces, idfkit {len(theirs.surfaces)}"
    for each in theirs.surfaces:
        our = mine.get((each.object_type, each.name))
        if our is None:
            yield f"no surface {each.name}"
            continue
        points = [point for vertex in each.polygon.vertices for point in vertex.as_tuple()]
        if not all(map(close, (value for point in our["points"] for value in point), points)) or len(points) != 3 * len(our["points"]):
            yield f"{each.name}: points"
        for name, value in (("area", each.area), ("tilt", each.polygon.tilt), ("azimuth", each.polygon.azimuth)):
            # A tilt is an arc cosine: near 0 and 180 it has half the digits of its argument.
            same = close(our[name], value) or name == "tilt" and abs(our[name] - value) < 2e-6
            if not same and not (name == "azimuth" and abs(abs(our[name] - value) - 360) < 1e-9):
                yield f"{each.name}: {name} {our[name]}, idfkit {value}"
        for name, value in (("type", each.surface_type), ("construction", each.construction), ("zone", each.zone)):
            if our[name].upper() != value.upper() and not each.is_shading:
                yield f"{each.name}: {name} {our[name]!r}, idfkit {value!r}"
    for zone in answer["zones"]:
        name = zone["name"]
        for key, value in (("floor", geometry.calculate_zone_floor_area(model, name)), ("ceiling", geometry.calculate_zone_ceiling_area(model, name)),
                           ("volume", geometry.calculate_zone_volume(model, name)), ("height", geometry.calculate_zone_height(model, name))):
            if not math.isclose(zone[key], value, rel_tol=1e-9, abs_tol=1e-6):
                yield f"zone {name}: {key} {zone[key]}, idfkit {value}"


def box(period):
    """The least that the engine simulates: one zone."""
    corners = {"floor": "000 0L0 LL0 L00", "roof": "00L L0L LLL 0LL", "a": "00L 000 L00 L0L", "b": "L0L L00 LL0 LLL", "c": "LLL LL0 0L0 0LL", "d": "0LL 0L0 000 00L"}
    surface = {name: {"surface_type": {"floor": "Floor", "roof": "Roof"}.get(name, "Wall"), "construction_name": "Box", "zone_name": "Box",
                      "outside_boundary_condition": "Outdoors", "vertices": [
                          dict(zip(("vertex_x_coordinate", "vertex_y_coordinate", "vertex_z_coordinate"), (3.0 if each == "L" else 0.0 for each in point)))
                          for point in points.split()]} for name, points in corners.items()}
    return {"Building": {"Box": {"terrain": "City"}}, "Zone": {"Box": {}}, "BuildingSurface:Detailed": surface,
            "Material:NoMass": {"Box": {"roughness": "Rough", "thermal_resistance": 1.0}}, "Construction": {"Box": {"outside_layer": "Box"}},
            "GlobalGeometryRules": {"1": {"coordinate_system": "Relative", "starting_vertex_position": "UpperLeftCorner", "vertex_entry_direction": "Counterclockwise"}},
            "SimulationControl": {"1": {"run_simulation_for_sizing_periods": "No", "run_simulation_for_weather_file_run_periods": "Yes"}},
            "Timestep": {"1": {"number_of_timesteps_per_hour": 6}},
            "RunPeriod": {"Year": {"begin_month": 1, "begin_day_of_month": 1, "begin_year": YEAR, "end_month": 12, "end_day_of_month": 31, "end_year": YEAR,
                                   "use_weather_file_holidays_and_special_days": "No", "use_weather_file_daylight_saving_period": "No", **period}},
            "Output:Variable": {"1": {"key_value": "*", "variable_name": "Schedule Value", "reporting_frequency": "Hourly"}}}


def engines_values(engine, ours, path):
    """Every hour of every schedule by its name in upper case, from the engine's ESO file."""
    model = json.loads(ours.ask("epjson", path)["output"])
    period = next(iter(model.get("RunPeriod", {}).values()), {})
    rule = {key: value for key, value in period.items() if key == "apply_weekend_holiday_rule"}
    kept = {kind: objects for kind, objects in model.items() if kind.startswith(("Schedule:", "ScheduleTypeLimits", "RunPeriodControl:SpecialDays", "Version"))}
    done = engine.simulate(json.dumps({**kept, **box(rule)}).encode(), WEATHER, "eplusout.eso")
    assert done.accepted, done.errors
    head, _, rows = done.output.decode().partition("End of Data Dictionary\n")
    names = {line.split(",")[0]: line.split(",")[2] for line in head.splitlines() if "Schedule Value" in line}
    found = {name: [] for name in names.values()}
    for line in rows.splitlines():
        key, _, value = line.partition(",")
        if key in names:
            found[names[key]].append(float(value))
    return found


def differ(one, other):
    """Hours; the engine writes 17 digits of what it summed in six steps."""
    return [hour for hour, pair in enumerate(zip(one, other)) if not math.isclose(*pair, rel_tol=1e-9, abs_tol=1e-9)] or len(one) != len(other)


def idfkits_values(obj, specials):
    """values() of idfkit, which takes 2 s a schedule; here days of one kind are asked once."""
    if obj.obj_type != "Schedule:Compact":
        return values(obj, year=YEAR)
    days, found = {}, []
    for number in range(365):
        date = datetime.date(YEAR, 1, 1) + datetime.timedelta(days=number)
        key = (compact._find_period_for_date(compact.parse_compact(obj)[0], date).end_month, date.weekday(), date if date in specials else None, compact._find_period_for_date(compact.parse_compact(obj)[0], date).end_day)
        if key not in days:
            days[key] = [compact.evaluate_compact(obj, datetime.datetime.combine(date, datetime.time(hour)), holidays=specials) for hour in range(24)]
        found += days[key]
    return found


def schedules(engine, ours, path, counts):
    answer = ours.ask("schedules", path, YEAR)
    theirs = engines_values(engine, ours, path)
    for name, mine in answer["schedules"].items():
        counts["schedules"] += 1
        if isinstance(mine, str):
            yield f"{name}: {mine}"
        elif hours := differ(mine, theirs[name.upper()]):
            yield f"{name}: hours differ from the engine's: {str(hours)[:60]}"
    counts["ms"].append(answer["seconds"] * 1000)


def idfkit_differs(ours, path, model, counts):
    answer = ours.ask("schedules", path, YEAR)["schedules"]
    specials = get_holidays(model, YEAR)
    for kind in SCHEDULES:
        for obj in model.get_collection(kind):
            counts["idfkit"] += bool(differ(answer[obj.name], idfkits_values(obj, specials)))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    engine, ours, bad = Engine(), Ours(sys.argv[1]), 0
    counts = {"schedules": 0, "idfkit": 0, "ms": []}
    for path in MODELS:
        model = idfkit.load_idf(str(path))
        problems = list(surfaces(ours, path, model)) + list(schedules(engine, ours, path, counts))
        idfkit_differs(ours, path, model, counts)
        bad += bool(problems)
        for each in problems[:10]:
            print(f"  {path.name}: {each}", flush=True)
        if len(problems) > 10: print(f"   {len(problems)} problems")
    print(f"schedules of a model: {sorted(counts['ms'])[len(counts['ms']) // 2]:.1f} ms (median)")
    print(f"{counts['schedules']} schedules as the engine reports them; idfkit has {counts['idfkit']} otherwise")
    print(f"{len(MODELS)} models, {bad} differ")
    return 1 if bad or not counts["schedules"] else 0


if __name__ == "__main__":
    sys.exit(main())
