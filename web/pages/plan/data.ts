// SPDX-License-Identifier: Apache-2.0
// The part "plan" of a view, as the server writes it. Everything is checked here once; the rest of the page trusts it.
import { type Fields, list, number, oneOf, text, whole } from "../../kit/decode.ts";
import type { AreaUnit, LengthUnit } from "../../kit/format.ts";
import type { Severity } from "../../parts/Status.tsx";

export interface Room {
  id: string;
  name: string;
  label: string;
  areaM2: number;
  widthM: number;
  depthM: number;
  line: number;
  endLine: number;
}
export interface Floor {
  id: string;
  svg: string;
  scale: number; // px per metre
  rooms: Room[];
}
export interface Finding {
  code: string;
  severity: Severity;
  message: string;
  hint: string;
  line: number;
  column: number;
}
export interface Plan {
  title: string;
  unit: LengthUnit;
  areaUnit: AreaUnit;
  source: string[];
  floors: Floor[];
  findings: Finding[];
}

const most = { floors: 200, rooms: 20_000, findings: 10_000, lines: 400_000 };

function roomOf(given: Fields): Room {
  const name = text(given["name"]);
  const line = whole(given["line"]);
  return {
    id: text(given["id"]),
    name,
    label: text(given["label"]) || name,
    areaM2: number(given["areaM2"], NaN),
    widthM: number(given["widthM"], NaN),
    depthM: number(given["depthM"], NaN),
    line,
    endLine: Math.max(line, whole(given["endLine"])),
  };
}

function floorOf(given: Fields): Floor {
  const scale = number(given["scale"], 50);
  return {
    id: text(given["id"], "?"),
    svg: text(given["svg"]),
    scale: scale > 0 ? scale : 50,
    rooms: list(given["rooms"], most.rooms).map(roomOf),
  };
}

function findingOf(given: Fields): Finding {
  return {
    code: text(given["code"]),
    severity: oneOf(given["severity"], ["error", "warning", "info"], "info"),
    message: text(given["message"]),
    hint: text(given["hint"]),
    line: whole(given["line"]),
    column: whole(given["column"]),
  };
}

export function decodePlan(value: unknown): Plan {
  if (typeof value !== "object" || value === null || !("floors" in value)) throw new Error("This is not a floor plan.");
  const given = value as Fields;
  return {
    title: text(given["title"]) || "Floor plan",
    unit: oneOf(given["unit"], ["m", "ft", "cm", "in", "mm"], "m"),
    areaUnit: oneOf(given["areaUnit"], ["sqm", "sqft"], "sqm"),
    source: text(given["source"]).split(/\r\n|\n|\r/, most.lines),
    floors: list(given["floors"], most.floors).map(floorOf),
    findings: list(given["diagnostics"], most.findings).map(findingOf),
  };
}
