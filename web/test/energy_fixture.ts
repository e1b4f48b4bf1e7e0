// SPDX-License-Identifier: Apache-2.0
// Models as the program sends them: rooms in rows and storeys, with a window each.

export const attack = `</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">`;

const kinds = { wall: 0, floor: 1, roof: 3, window: 4 };
type Corner = [number, number, number];

class Columns {
  readonly page: Record<string, any> = {
    names: [],
    kinds: [],
    zone: [],
    parent: [],
    objects: [],
    types: [],
    boundaries: [],
    constructions: [],
    area_m2: [],
    tilt: [],
    azimuth: [],
    counts: [],
    points_mm: [],
    triangles: [],
  };
  readonly shared: Record<string, any> = {
    object_types: ["BuildingSurface:Detailed", "FenestrationSurface:Detailed"],
    type_names: ["Wall", "Floor", "", "Roof", "Window"],
    boundary_names: ["Outdoors", "Ground"],
    construction_names: ["Ext wall", "Glass"],
    zones: [],
    findings: [],
    left_out: [],
  };
  add(name: string, kind: number, zone: number, parent: number, look: [number, number], corners: Corner[]): number {
    const p = this.page;
    p["names"].push(name);
    p["kinds"].push(kind);
    p["zone"].push(zone);
    p["parent"].push(parent);
    p["objects"].push(kind === kinds.window ? 1 : 0);
    p["types"].push(kind);
    p["boundaries"].push(kind === kinds.floor ? 1 : 0);
    p["constructions"].push(kind === kinds.window ? 1 : 0);
    p["area_m2"].push(12.5);
    p["tilt"].push(look[0]);
    p["azimuth"].push(look[1]);
    p["counts"].push(corners.length);
    p["points_mm"].push(...corners.flat().map((metres) => Math.round(metres * 1000)));
    for (let i = 1; i + 1 < corners.length; i++) p["triangles"].push(0, i, i + 1);
    return p["names"].length - 1;
  }
}

function room(columns: Columns, zone: number, name: string, x: number, y: number, z: number): void {
  const [a, b, h] = [x + 5, y + 4, z + 3];
  columns.shared["zones"].push({
    name,
    floor_m2: 20,
    volume_m3: 60,
    height_m: 3,
    window_m2: 3,
    multiplier: zone === 1 ? 2 : 1,
  });
  columns.add(
    `${name} floor`,
    kinds.floor,
    zone,
    -1,
    [180, 0],
    [
      [x, y, z],
      [x, b, z],
      [a, b, z],
      [a, y, z],
    ],
  );
  columns.add(
    `${name} roof`,
    kinds.roof,
    zone,
    -1,
    [0, 0],
    [
      [x, y, h],
      [a, y, h],
      [a, b, h],
      [x, b, h],
    ],
  );
  const south = columns.add(
    `${name} south`,
    kinds.wall,
    zone,
    -1,
    [90, 180],
    [
      [x, y, h],
      [x, y, z],
      [a, y, z],
      [a, y, h],
    ],
  );
  columns.add(
    `${name} east`,
    kinds.wall,
    zone,
    -1,
    [90, 90],
    [
      [a, y, h],
      [a, y, z],
      [a, b, z],
      [a, b, h],
    ],
  );
  columns.add(
    `${name} north`,
    kinds.wall,
    zone,
    -1,
    [90, 0],
    [
      [a, b, h],
      [a, b, z],
      [x, b, z],
      [x, b, h],
    ],
  );
  columns.add(
    `${name} west`,
    kinds.wall,
    zone,
    -1,
    [90, 270],
    [
      [x, b, h],
      [x, b, z],
      [x, y, z],
      [x, y, h],
    ],
  );
  const w: Corner[] = [
    [x + 1, y, z + 2.5],
    [x + 1, y, z + 1],
    [x + 3, y, z + 1],
    [x + 3, y, z + 2.5],
  ];
  columns.add(`${name} window`, kinds.window, zone, south, [90, 180], w);
}

export function building(storeys: number, rooms: number, named = (i: number) => `Room ${i + 1}`): Record<string, any> {
  const columns = new Columns();
  for (let i = 0; i < storeys * rooms; i++) room(columns, i, named(i), (i % rooms) * 5, 0, Math.floor(i / rooms) * 3);
  return {
    name: "house.idf",
    facts: `${storeys * rooms} zones, ${columns.page["names"].length} surfaces`,
    ...columns.shared,
    surface_parts: 1,
    surface_count: columns.page["names"].length,
    parts: { "surfaces-0": columns.page },
    findings: [{ object: "Room 1", message: "2.0 m of the edges of its surfaces meet no other surface" }],
    findings_left: 0,
  };
}

// As src/domains/energy/engine/views/packed.cpp does it.
export function packWhole(numbers: number[]): string {
  const bytes: number[] = [];
  let before = 0;
  for (const number of numbers) {
    const step = number - before;
    let left = step < 0 ? -2 * step - 1 : 2 * step;
    for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
    bytes.push(left);
    before = number;
  }
  return Buffer.from(bytes).toString("base64");
}
export const packValues = (values: number[], low: number, high: number): string =>
  packWhole(
    values.map((value) => (Number.isFinite(value) ? 1 + Math.round(((value - low) / (high - low || 1)) * 16382) : 0)),
  );

const minutes = (text: string) => Date.parse(`${text}Z`) / 60_000;

// Two zones in two environments of a day, one growing warm and the other cold; the values in two parts.
export function simulated(stale = false): Record<string, any> {
  const model = building(1, 2);
  const hours = Array.from({ length: 48 }, (_, hour) => hour % 24);
  const start = [minutes("2017-12-21T00:00"), minutes("2017-07-21T00:00")];
  const times = hours.map((hour, i) => start[i < 24 ? 0 : 1]! + 60 * (hour + 1));
  const zones = [hours.map((hour) => 20 + hour / 4), hours.map((hour) => 26 - hour / 4)];
  const [low, high] = [20, 26];
  model["values"] = {
    variable: "Zone Mean Air Temperature",
    unit: "°C",
    frequency: "Hourly",
    by: "zone",
    places: [0, 1],
    steps: 48,
    times: packWhole(times),
    environments: [
      { name: "WINTER", first: 0, count: 24 },
      { name: "SUMMER", first: 24, count: 24 },
    ],
    low,
    high,
    lowest: { row: 0, step: 0, name: "Room 1" },
    highest: { row: 1, step: 24, name: "Room 2" },
    parts: 2,
    block: 24,
    step: 24,
    stale,
    others: ["Zone Mean Air Temperature", "Zone Lights Electricity Rate"],
  };
  for (const [number, from] of [0, 24].entries()) {
    const packed = packValues(
      zones.flatMap((zone) => zone.slice(from, from + 24)),
      low,
      high,
    );
    model["parts"][`values-${number}`] = { from, count: 24, packed };
  }
  return model;
}

const run = (stale = false, id = "0123456789abcdef") => ({
  building: "Small office",
  model: "models/office.idf",
  environment: "RUN PERIOD 1",
  weather: "Chicago Ohare Intl Ap",
  engine: "25.2.0",
  id,
  stale,
});

// A report of two tables and one that is long.
export function report(stale = false, named = (text: string) => text): Record<string, any> {
  const table = (columns: [string, string][], rows: string[][]) => ({
    columns: columns.map(([name, unit]) => ({ name, unit })),
    rows,
  });
  const energy = table(
    [
      ["Total Energy", "GJ"],
      ["Energy Per Total Building Area", "MJ/m²"],
    ],
    [
      ["Total Site Energy", "293.50", "574.4"],
      ["Net Site Energy", "9.50", "1574.4"],
      ["Total Source Energy", "-", ""],
    ],
  );
  const area = table([["Area", "m²"]], [[named("Total Building Area"), "511.16"]]);
  const walls = table(
    [
      ["Construction", ""],
      ["U-Factor with Film", "W/m²·K"],
    ],
    Array.from({ length: 450 }, (_, i) => [`WALL ${i + 1}`, "STEEL FRAME", (0.3 + i / 1000).toFixed(3)]),
  );
  return {
    run: run(stale),
    figures: [
      { name: "total_site_energy", unit: "GJ", value: 293.5 },
      { name: "building_area", unit: "m²", value: 511.16 },
    ],
    reports: [
      {
        name: "AnnualBuildingUtilityPerformanceSummary",
        scope: "Entire Facility",
        tables: [
          { name: "Site and Source Energy", rows: 3 },
          { name: "Building Area", rows: 1 },
        ],
      },
      { name: "EnvelopeSummary", scope: "Entire Facility", tables: [{ name: "Opaque Exterior", rows: 450 }] },
    ],
    table_parts: 2,
    parts: { "tables-0": { tables: [energy, area] }, "tables-1": { tables: [walls] } },
  };
}

export function peaks(zones = 3, named = (i: number) => `Zone ${i + 1}`): Record<string, any> {
  const components = [
    { name: "Window Heat Addition", watts: 9000, percent: 60 },
    { name: "Lights Sensible Heat Addition", watts: 6000, percent: 40 },
    { name: "Infiltration Heat Removal", watts: -1000, percent: -6.7 },
  ];
  const zone = (i: number) => ({
    zone: named(i),
    design_load_w: 6000 - i * 10,
    load_per_area_w_m2: 20 + i,
    design_day: "CHICAGO SUMMER",
    time: `7/21 ${String(14 + (i % 3)).padStart(2, "0")}:30:00`,
    outdoor_c: 33.1,
    indoor_c: 24,
    components: i === 0 ? components.map((each) => ({ ...each, watts: each.watts / 3 })) : [],
  });
  return {
    run: run(),
    floor_area_m2: 511.16,
    cooling: { design_load_w: 15000, peak_time: "21-JUL-15:30", components, zone_count: zones, zones: [] },
    heating: { design_load_w: 0, peak_time: "", components: [], zone_count: 0, zones: [] },
    flags: [
      { code: "one_part_dominates", message: "60 % of the cooling peak is Window Heat Addition." },
      { code: "no_sizing", message: "No zone was sized for heating." },
    ],
    cooling_parts: 1,
    heating_parts: 0,
    parts: { "cooling-0": { zones: Array.from({ length: zones }, (_, i) => zone(i)) } },
  };
}

// Two runs: a meter over a year and a temperature of one day.
export function runs(named = (text: string) => text): Record<string, any> {
  const year = Array.from({ length: 8760 }, (_, hour) => minutes("2017-01-01T00:00") + 60 * (hour + 1));
  const meter = year.map((_, hour) => 100 + 50 * Math.sin(hour / 4) + 40 * Math.sin(hour / 1400));
  const less = meter.map((value) => value * 0.8);
  const day = year.slice(0, 24);
  const packed = (times: number[], before: number[], after: number[]) => {
    const [low, high] = [Math.min(...before, ...after), Math.max(...before, ...after)];
    return {
      times: packWhole(times),
      low,
      high,
      before: packValues(before, low, high),
      after: packValues(after, low, high),
    };
  };
  const entry = (name: string, key: string, unit: string, steps: number) => ({
    name,
    key,
    unit,
    frequency: "Hourly",
    steps,
    environments: [{ name: "RUN PERIOD 1", first: 0, count: steps }],
  });
  return {
    before: run(false, "aaaa"),
    after: run(false, "bbbb"),
    warnings: ["The runs had different weather files."],
    report: "",
    figures: [
      { name: "total_site_energy", unit: "GJ", before: 300, after: 240 },
      { name: "building_area", unit: "m²", before: 511.16, after: 511.16 },
    ],
    end_uses: {
      unit: "GJ",
      uses: [
        { name: "Heating", before: 100, after: 60 },
        { name: named("Interior Lighting"), before: 200, after: 180 },
      ],
    },
    compared: 1000,
    same: 998,
    different: 2,
    series: [entry("Electricity:Facility", "", "J", 8760), entry("Zone Mean Air Temperature", named("CORE"), "°C", 24)],
    difference_parts: 1,
    parts: {
      "series-0": packed(year, meter, less),
      "series-1": packed(
        day,
        day.map((_, i) => 20 + i / 10),
        day.map((_, i) => 21 + i / 10),
      ),
      "differences-0": {
        rows: [
          [
            "AnnualBuildingUtilityPerformanceSummary",
            "Site",
            "Total Site Energy",
            "Total Energy",
            "GJ",
            "300",
            "240",
            -20,
          ],
          ["EnvelopeSummary", "Opaque", named("WALL 9"), "U-Factor", "W/m²·K", "0.300", null, null],
        ],
      },
    },
  };
}

export function office(count = 3): Record<string, any> {
  const days = Array.from({ length: 366 }, (_, day) => (day + 1) % 7); // 2024 begins with a Monday
  const work = Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 18 ? 1 : 0.1));
  const schedule = (name: string) => ({
    name,
    type: "Schedule:Compact",
    limits: "Fraction",
    unit: "",
    shapes: [work, Array(24).fill(0.05)],
    days: days.map((type) => (type === 0 || type === 6 ? 1 : 0)),
  });
  return {
    name: "house.idf",
    year: 2024,
    day_types: days,
    schedule_parts: 2,
    parts: {
      "schedules-0": { schedules: Array.from({ length: count - 1 }, (_, i) => schedule(`Occupancy ${i + 1}`)) },
      "schedules-1": {
        schedules: [{ ...schedule("Setpoint"), unit: "°C", shapes: [Array(24).fill(21)], days: days.map(() => 0) }],
      },
    },
    skipped: [{ name: "Weather", type: "Schedule:File", reason: "its file is not there" }],
  };
}
