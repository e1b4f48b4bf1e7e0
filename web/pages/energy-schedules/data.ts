// SPDX-License-Identifier: Apache-2.0
// Schedules of a year as the program sends them: the different days of each once, and which one each day is; in parts.
import type { ReadPart } from "../../kit/data.ts";
import { type Fields, list, number, text, whole } from "../../kit/decode.ts";

export interface Schedule {
  name: string;
  type: string;
  limits: string;
  unit: string;
  shapes: number[][]; // 24 values each
  days: number[]; // of shapes, one each day of the year
  low: number;
  high: number;
  mean: number;
}
export interface Skipped {
  name: string;
  type: string;
  reason: string;
}
export interface Year {
  name: string;
  year: number;
  dayTypes: number[];
  schedules: Schedule[];
  skipped: Skipped[];
}

export const dayTypeWords = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Holiday",
  "Summer design day",
  "Winter design day",
  "Custom day 1",
  "Custom day 2",
];

function decodeShape(value: unknown): number[] {
  const given = Array.isArray(value) ? value : [];
  return Array.from({ length: 24 }, (_, hour) => number(given[hour], 0));
}

function decodeSchedule(from: Fields, days: number): Schedule {
  const shapes = (Array.isArray(from["shapes"]) ? from["shapes"] : []).slice(0, 366).map(decodeShape);
  if (!shapes.length) shapes.push(decodeShape(undefined));
  const given = Array.isArray(from["days"]) ? from["days"] : [];
  const places = Array.from({ length: days }, (_, day) => Math.min(shapes.length - 1, whole(given[day])));
  const values = shapes.flat();
  const sums = shapes.map((shape) => shape.reduce((sum, value) => sum + value, 0));
  return {
    name: text(from["name"]),
    type: text(from["type"]),
    limits: text(from["limits"]),
    unit: text(from["unit"]),
    shapes,
    days: places,
    low: values.reduce((low, value) => Math.min(low, value), Infinity),
    high: values.reduce((high, value) => Math.max(high, value), -Infinity),
    mean: places.reduce((sum, place) => sum + sums[place]!, 0) / Math.max(1, days * 24),
  };
}

export async function readYear(value: unknown, part: ReadPart): Promise<Year> {
  if (typeof value !== "object" || value === null) throw new Error("The server sent no schedules.");
  const from = value as Fields;
  const given = Array.isArray(from["day_types"]) ? from["day_types"] : [];
  const dayTypes = given.slice(0, 366).map((type) => Math.min(11, whole(type)));
  const schedules: Schedule[] = [];
  for (let i = 0; i < Math.min(1000, whole(from["schedule_parts"])); i++) {
    const block = (await part(`schedules-${i}`)) as Fields | undefined;
    schedules.push(...list(block?.["schedules"], 5000).map((each) => decodeSchedule(each, dayTypes.length)));
  }
  return {
    name: text(from["name"], "Schedules"),
    year: whole(from["year"]) || 2024,
    dayTypes,
    schedules,
    skipped: list(from["skipped"], 500).map((each) => ({
      name: text(each["name"]),
      type: text(each["type"]),
      reason: text(each["reason"]),
    })),
  };
}

// 2024-03-09 of the day with that number.
export const isoDay = (year: number, day: number): string =>
  new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10);

export const shown = (value: number, unit: string): string =>
  `${Number.parseFloat(value.toPrecision(4))}${unit ? ` ${unit}` : ""}`;

// Days of one look, the most frequent first: "250 days, Monday to Friday".
export function profiles(schedule: Schedule, dayTypes: number[]): { shape: number[]; days: number; words: string }[] {
  return schedule.shapes
    .map((shape, place) => {
      const days = schedule.days.flatMap((each, day) => (each === place ? [day] : []));
      const types = [...new Set(days.map((day) => dayTypes[day]!))].sort((a, b) => a - b);
      return { shape, days: days.length, words: typesInWords(types) };
    })
    .filter(({ days }) => days > 0)
    .sort((a, b) => b.days - a.days);
}

export function typesInWords(types: number[]): string {
  const has = (...wanted: number[]) => wanted.every((type) => types.includes(type));
  const words: string[] = [];
  let rest = types;
  const take = (name: string, ...taken: number[]) => {
    if (!taken.every((type) => rest.includes(type))) return;
    words.push(name);
    rest = rest.filter((type) => !taken.includes(type));
  };
  if (has(0, 1, 2, 3, 4, 5, 6)) take("All days of the week", 0, 1, 2, 3, 4, 5, 6);
  take("Monday to Friday", 1, 2, 3, 4, 5);
  take("weekends", 0, 6);
  return [...words, ...rest.map((type) => dayTypeWords[type]!)].join(", ");
}
