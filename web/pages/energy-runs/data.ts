// SPDX-License-Identifier: Apache-2.0
// Two runs side by side as the program sends them; differences and series come in parts.
import { list, text, texts, whole } from "../../kit/decode.ts";
import { type Span, unpackValues, unpackWhole } from "../../kit/packed.ts";
import { amount, asFields, decodeRun, type Run } from "../../kit/run.ts";

export interface Pair {
  name: string;
  unit: string;
  before: number; // NaN: that run does not have it
  after: number;
}
export interface SeriesEntry {
  name: string;
  key: string;
  unit: string;
  frequency: string;
  steps: number;
  environments: Span[];
}
export interface SeriesData {
  times: number[];
  before: Float64Array;
  after: Float64Array;
}
export interface Runs {
  before: Run;
  after: Run;
  warnings: string[];
  report: string;
  figures: Pair[];
  usesUnit: string;
  uses: Pair[];
  compared: number;
  same: number;
  different: number;
  series: SeriesEntry[];
  differenceParts: number;
}

const decodePair = (from: Record<string, unknown>): Pair => ({
  name: text(from["name"]),
  unit: text(from["unit"]),
  before: amount(from["before"]),
  after: amount(from["after"]),
});

export function decodeRuns(value: unknown): Runs {
  if (typeof value !== "object" || value === null) throw new Error("The server sent no runs.");
  const from = asFields(value);
  const uses = asFields(from["end_uses"]);
  return {
    before: decodeRun(from["before"]),
    after: decodeRun(from["after"]),
    warnings: texts(from["warnings"], 20),
    report: text(from["report"]),
    figures: list(from["figures"], 100).map(decodePair),
    usesUnit: text(uses["unit"]),
    uses: list(uses["uses"], 100).map(decodePair),
    compared: whole(from["compared"]),
    same: whole(from["same"]),
    different: whole(from["different"]),
    series: list(from["series"], 100).map((each) => ({
      name: text(each["name"]),
      key: text(each["key"]),
      unit: text(each["unit"]),
      frequency: text(each["frequency"]),
      steps: whole(each["steps"]),
      environments: list(each["environments"], 1000).map((span) => ({
        name: text(span["name"]),
        first: whole(span["first"]),
        count: whole(span["count"]),
      })),
    })),
    differenceParts: Math.min(1000, whole(from["difference_parts"])),
  };
}

export function decodeSeries(value: unknown): SeriesData {
  const from = asFields(value);
  const [low, high] = [amount(from["low"]) || 0, amount(from["high"]) || 0];
  return {
    times: unpackWhole(from["times"]),
    before: unpackValues(from["before"], low, high),
    after: unpackValues(from["after"], low, high),
  };
}

// Rows for a table: report, table, row, column, unit, before, after, percent.
export const decodeDifferences = (value: unknown): string[][] =>
  (Array.isArray(asFields(value)["rows"]) ? (asFields(value)["rows"] as unknown[]) : []).map((row) => {
    const cells: unknown[] = Array.isArray(row) ? row : [];
    const percent = typeof cells[7] === "number" ? String(Number(cells[7].toPrecision(4))) : "";
    return [...texts(cells.slice(0, 5), 5), text(cells[5], "not there"), text(cells[6], "not there"), percent];
  });

// "+12.5 %"; empty where there is nothing to compare with.
export function changeText({ before, after }: Pair): string {
  if (!Number.isFinite(before) || !Number.isFinite(after)) return "";
  if (before === after) return "same";
  if (before === 0) return "new";
  const percent = (100 * (after - before)) / Math.abs(before);
  return `${percent > 0 ? "+" : "−"}${Number(Math.abs(percent).toPrecision(3))} %`;
}
