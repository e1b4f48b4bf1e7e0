// SPDX-License-Identifier: Apache-2.0
// The geometry of an EnergyPlus model as the program sends it: columns by surface, points in whole millimetres, what was
// simulated packed; surfaces and values come in parts.
import type { ReadPart } from "../../kit/data.ts";
import { type Fields, list, number, tally, text, texts, whole } from "../../kit/decode.ts";
import { type Span, unpackValues, unpackWhole } from "../../kit/packed.ts";
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
// A simulated value of each zone, or of each surface, over time.
export interface Spot {
  row: number;
  step: number;
  name: string;
}
export interface Values {
  variable: string;
  unit: string;
  frequency: string;
  bySurface: boolean;
  rows: ReadonlyMap<number, Float64Array>; // by zone or surface, then by step; NaN: unknown, or not there yet
  times: number[]; // minutes since 1970; the ends of intervals
  environments: Span[];
  low: number;
  high: number;
  lowest: Spot;
  highest: Spot;
  parts: number;
  block: number; // steps in a part
  step: number; // where it begins
  stale: boolean;
  others: string[]; // what else could be asked for
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

// One part of them; `words` has what they share.
function decodeSurfaces(from: Fields, main: Fields, zones: number, before: number, all: number): Surface[] {
  const names = texts(from["names"], maxSurfaces - before);
  const column = (name: string) => numbers(from[name]);
  const words = (name: string) => texts(main[name], maxSurfaces);
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
      id: before + id,
      name,
      objectType: objects[object[id] ?? -1] ?? "",
      type: types[type[id] ?? -1] ?? "",
      kind: kindNames[kinds[id] ?? 7] ?? "other",
      zone: inRange(zone[id], zones),
      parent: inRange(parent[id], all),
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

const amount = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);

function decodeSpot(value: unknown): Spot {
  const from = (typeof value === "object" && value !== null ? value : {}) as Fields;
  return { row: whole(from["row"]), step: whole(from["step"]), name: text(from["name"]) };
}

function decodeValues(value: unknown, places: (bySurface: boolean) => number): Values | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const from = value as Fields;
  const times = unpackWhole(from["times"]);
  const bySurface = from["by"] === "surface";
  const limit = places(bySurface);
  const rows = numbers(from["places"]).filter((place) => Number.isInteger(place) && place >= 0 && place < limit);
  if (!times.length || !rows.length) return undefined;
  return {
    variable: text(from["variable"]),
    unit: text(from["unit"]),
    frequency: text(from["frequency"]),
    bySurface,
    rows: new Map(rows.map((place) => [place, new Float64Array(times.length).fill(NaN)])),
    times,
    environments: list(from["environments"], 1000).map((each) => ({
      name: text(each["name"]),
      first: Math.min(whole(each["first"]), times.length - 1),
      count: Math.min(whole(each["count"]), times.length - whole(each["first"])),
    })),
    low: amount(from["low"]),
    high: amount(from["high"]),
    lowest: decodeSpot(from["lowest"]),
    highest: decodeSpot(from["highest"]),
    parts: Math.min(2000, whole(from["parts"])),
    block: Math.max(1, whole(from["block"])),
    step: Math.min(whole(from["step"]), times.length - 1),
    stale: from["stale"] === true,
    others: texts(from["others"], 60),
  };
}

// Puts one part where it belongs: all rows for some of the steps.
export function addValues(values: Values, part: unknown): void {
  const from = (typeof part === "object" && part !== null ? part : {}) as Fields;
  const [first, count] = [whole(from["from"]), whole(from["count"])];
  const given = unpackValues(from["packed"], values.low, values.high);
  let at = 0;
  for (const mine of values.rows.values()) {
    if (first < mine.length) mine.set(given.subarray(at, at + Math.min(count, mine.length - first)), first);
    at += count;
  }
}

export async function readModel(value: unknown, part: ReadPart): Promise<Model> {
  if (typeof value !== "object" || value === null) throw new Error("The server sent no model.");
  const from = value as Fields;
  const zones = list(from["zones"], maxSurfaces).map(decodeZone);
  const all = Math.min(maxSurfaces, whole(from["surface_count"]));
  const surfaces: Surface[] = [];
  for (let i = 0; i < whole(from["surface_parts"]) && surfaces.length < all; i++) {
    const given = await part(`surfaces-${i}`);
    if (typeof given !== "object" || given === null) throw new Error("Some of the model is missing.");
    surfaces.push(...decodeSurfaces(given as Fields, from, zones.length, surfaces.length, all));
  }
  return {
    name: text(from["name"], "Model"),
    facts: text(from["facts"]),
    zones,
    surfaces,
    findings: list(from["findings"], 200).map((each) => ({
      object: text(each["object"]),
      message: text(each["message"]),
    })),
    findingsLeft: tally(from["findings_left"]),
    leftOut: texts(from["left_out"], 200),
    values: decodeValues(from["values"], (bySurface) => (bySurface ? surfaces.length : zones.length)),
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
