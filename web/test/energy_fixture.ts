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
  columns.page["zones"].push({
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
    ...columns.page,
    findings: [{ object: "Room 1", message: "2.0 m of the edges of its surfaces meet no other surface" }],
    findings_left: 0,
  };
}

// Two zones that grow warm, one after the other.
export function simulated(): Record<string, any> {
  const model = building(1, 2);
  const times = Array.from({ length: 24 }, (_, hour) => `2023-07-21 ${String(hour).padStart(2, "0")}:00`);
  const zones = [times.map((_, hour) => 20 + hour / 4), times.map((_, hour) => 26 - hour / 4)];
  model["values"] = { variable: "Zone Mean Air Temperature", unit: "°C", times, zones };
  return model;
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
    schedules: [
      ...Array.from({ length: count - 1 }, (_, i) => schedule(`Occupancy ${i + 1}`)),
      { ...schedule("Setpoint"), unit: "°C", shapes: [Array(24).fill(21)], days: days.map(() => 0) },
    ],
    skipped: [{ name: "Weather", type: "Schedule:File", reason: "its file is not there" }],
  };
}
