// SPDX-License-Identifier: Apache-2.0
// The geometry of an EnergyPlus model as the program sends it: columns by surface, points in whole millimetres.
import { type Fields, list, number, tally, text, texts } from "../../kit/decode.ts";
import type { Mesh } from "../../kit/scene.ts";

export const kindNames = ["wall", "floor", "ceiling", "roof", "window", "door", "shading", "other"] as const;
export type Kind = (typeof kindNames)[number];

export interface Zone {
  name: string;
  floorM2: number;
  volumeM3: number;
  heightM: number;
  windowM2: number;
  multiplier: number;
}
export interface Surface {
  id: number;
  name: string;
  objectType: string;
  type: string;
  kind: Kind;
  zone: number; // of Model.zones; -1: none
  parent: number; // of Model.surfaces; -1: none
  boundary: string;
  construction: string;
  areaM2: number;
  tilt: number;
  azimuth: number;
  points: number[]; // x, y, z in metres
  triangles: number[];
}
export interface Finding {
  object: string;
  message: string;
}
// A simulated value of each zone over time.
export interface Values {
  variable: string;
  unit: string;
  times: string[];
  zones: (number | undefined)[][]; // by zone, then by time
  low: number;
  high: number;
}
export interface Model {
  name: string;
  facts: string;
  zones: Zone[];
  surfaces: Surface[];
  findings: Finding[];
  findingsLeft: number;
  leftOut: string[];
  values: Values | undefined;
}

const maxSurfaces = 60_000;

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map((item) => number(item, 0)) : []);

function decodeZone(from: Fields): Zone {
  return {
    name: text(from["name"]),
    floorM2: number(from["floor_m2"], 0),
    volumeM3: number(from["volume_m3"], 0),
    heightM: number(from["height_m"], 0),
    windowM2: number(from["window_m2"], 0),
    multiplier: number(from["multiplier"], 1),
  };
}

// Corners of triangles by their place in the polygon: three for each.
function trianglesIn(from: number[], points: number): number[] {
  return from.every((place) => Number.isInteger(place) && place >= 0 && place < points) ? from : [];
}

function decodeSurfaces(from: Fields, zones: number): Surface[] {
  const names = texts(from["names"], maxSurfaces);
  const column = (name: string) => numbers(from[name]);
  const words = (name: string) => texts(from[name], maxSurfaces);
  const [kinds, zone, parent, counts] = [column("kinds"), column("zone"), column("parent"), column("counts")];
  const [area, tilt, azimuth] = [column("area_m2"), column("tilt"), column("azimuth")];
  const [types, boundaries, constructions, objects] = [
    words("type_names"),
    words("boundary_names"),
    words("construction_names"),
    words("object_types"),
  ];
  const [type, boundary, construction, object] = [
    column("types"),
    column("boundaries"),
    column("constructions"),
    column("objects"),
  ];
  const [points, corners] = [column("points_mm"), column("triangles")];
  let [point, corner] = [0, 0];
  return names.map((name, id) => {
    const count = Math.max(0, Math.trunc(counts[id] ?? 0));
    const three = 3 * Math.max(0, count - 2);
    const mine = points.slice(point, point + 3 * count).map((value) => value / 1000);
    const cut = trianglesIn(corners.slice(corner, corner + three), mine.length / 3);
    point += 3 * count;
    corner += three;
    const inRange = (value: number | undefined, limit: number) =>
      value !== undefined && Number.isInteger(value) && value >= 0 && value < limit ? value : -1;
    return {
      id,
      name,
      objectType: objects[object[id] ?? -1] ?? "",
      type: types[type[id] ?? -1] ?? "",
      kind: kindNames[kinds[id] ?? 7] ?? "other",
      zone: inRange(zone[id], zones),
      parent: inRange(parent[id], names.length),
      boundary: boundaries[boundary[id] ?? -1] ?? "",
      construction: constructions[construction[id] ?? -1] ?? "",
      areaM2: area[id] ?? 0,
      tilt: tilt[id] ?? 0,
      azimuth: azimuth[id] ?? 0,
      points: mine,
      triangles: cut,
    };
  });
}

function decodeValues(from: unknown, zones: number): Values | undefined {
  if (typeof from !== "object" || from === null) return undefined;
  const fields = from as Fields;
  const rows = Array.isArray(fields["zones"]) ? fields["zones"].slice(0, zones) : [];
  const decoded = rows.map((row) =>
    (Array.isArray(row) ? row : []).map((value) => (typeof value === "number" ? value : undefined)),
  );
  const times = texts(fields["times"], 9000);
  const known = decoded.flat().filter((value): value is number => value !== undefined);
  if (!times.length || !known.length) return undefined;
  const ends = known.reduce(
    ([low, high], value) => [Math.min(low!, value), Math.max(high!, value)],
    [Infinity, -Infinity],
  );
  return {
    variable: text(fields["variable"]),
    unit: text(fields["unit"]),
    times,
    zones: decoded,
    low: ends[0]!,
    high: ends[1]!,
  };
}

export function decodeModel(value: unknown): Model {
  if (typeof value !== "object" || value === null) throw new Error("The server sent no model.");
  const from = value as Fields;
  const zones = list(from["zones"], maxSurfaces).map(decodeZone);
  return {
    name: text(from["name"], "Model"),
    facts: text(from["facts"]),
    zones,
    surfaces: decodeSurfaces(from, zones.length),
    findings: list(from["findings"], 200).map((each) => ({
      object: text(each["object"]),
      message: text(each["message"]),
    })),
    findingsLeft: tally(from["findings_left"]),
    leftOut: texts(from["left_out"], 200),
    values: decodeValues(from["values"], zones.length),
  };
}

// Everything as triangles and edges for the graphics card. Openings stand 20 mm before their wall.
export function meshOf(surfaces: Surface[]): Mesh {
  const [positions, ids, lines, lineIds]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const surface of surfaces) {
    const points = lifted(surface);
    for (const place of surface.triangles) {
      positions.push(points[3 * place]!, points[3 * place + 1]!, points[3 * place + 2]!);
      ids.push(surface.id);
    }
    const count = points.length / 3;
    for (let i = 0; i < count; i++) {
      const next = ((i + 1) % count) * 3;
      lines.push(...points.slice(3 * i, 3 * i + 3), ...points.slice(next, next + 3));
      lineIds.push(surface.id, surface.id);
    }
  }
  return {
    positions: new Float32Array(positions),
    ids: new Float32Array(ids),
    lines: new Float32Array(lines),
    lineIds: new Float32Array(lineIds),
    count: surfaces.length,
  };
}

function lifted(surface: Surface): number[] {
  if (surface.kind !== "window" && surface.kind !== "door") return surface.points;
  const turn = Math.PI / 180;
  const level = Math.sin(surface.tilt * turn);
  const out = [
    Math.sin(surface.azimuth * turn) * level,
    Math.cos(surface.azimuth * turn) * level,
    Math.cos(surface.tilt * turn),
  ];
  return surface.points.map((value, i) => value + 0.02 * out[i % 3]!);
}
