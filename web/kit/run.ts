// SPDX-License-Identifier: Apache-2.0
// What pages of simulations know of a run.
import { type Fields, list, text } from "./decode.ts";

export interface Run {
  building: string;
  model: string;
  environment: string;
  weather: string;
  engine: string;
  id: string;
  stale: boolean;
}
export interface Figure {
  name: string;
  unit: string;
  value: number;
}

export const asFields = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};
// As large or small as it comes; NaN where there is none.
export const amount = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : NaN);

export function decodeRun(value: unknown): Run {
  const from = asFields(value);
  return {
    building: text(from["building"]),
    model: text(from["model"]),
    environment: text(from["environment"]),
    weather: text(from["weather"]),
    engine: text(from["engine"]),
    id: text(from["id"]),
    stale: from["stale"] === true,
  };
}

export const decodeFigures = (value: unknown): Figure[] =>
  list(value, 100).map((each) => ({
    name: text(each["name"]),
    unit: text(each["unit"]),
    value: amount(each["value"]),
  }));

// "total_site_energy" is Total site energy.
export const words = (name: string): string => {
  const plain = name.replaceAll("_", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

// "AnnualBuildingUtilityPerformanceSummary" in words.
export const spaced = (name: string): string =>
  name.includes(" ")
    ? name
    : name
        .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
        .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
        .replace(/(?<=tion)and (?=[A-Z])/g, " and ");

// The last part of a path.
export const fileName = (path: string): string => path.split("/").pop() ?? path;

// What was run, in a line.
export const runFacts = (run: Run): string =>
  [fileName(run.model), run.environment, run.weather, run.engine && `EnergyPlus ${run.engine}`]
    .filter(Boolean)
    .join(" · ");

// For tests and programs that wait for a page.
export function tellReady(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => ((window as { lintelReady?: boolean }).lintelReady = true)));
}
