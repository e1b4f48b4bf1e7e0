// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them, always with their unit.

export type LengthUnit = "m" | "ft" | "cm" | "in" | "mm";
export type AreaUnit = "sqm" | "sqft";

// The international foot is 0.3048 m, the inch 0.0254 m.
const perMetre: Record<LengthUnit, number> = { m: 1, cm: 100, mm: 1000, ft: 1 / 0.3048, in: 1 / 0.0254 };
const decimals: Record<LengthUnit, number> = { m: 2, cm: 0, mm: 0, ft: 2, in: 1 };

const thin = "\u202f"; // a narrow space that does not break

export function bareLength(metres: number, unit: LengthUnit): string {
  return Number.isFinite(metres) ? (metres * perMetre[unit]).toFixed(decimals[unit]) : "–";
}

export function length(metres: number, unit: LengthUnit): string {
  return `${bareLength(metres, unit)}${thin}${unit}`;
}

export function size(width: number, depth: number, unit: LengthUnit): string {
  return `${bareLength(width, unit)} × ${length(depth, unit)}`;
}

export function area(squareMetres: number, unit: AreaUnit): string {
  if (!Number.isFinite(squareMetres)) return "–";
  if (unit === "sqm") return `${squareMetres.toFixed(1)}${thin}m²`;
  return `${(squareMetres / 0.3048 ** 2).toFixed(0)}${thin}ft²`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number}${thin}${number === 1 ? one : many}`;
}

export function lines(first: number, last: number): string {
  return last > first ? `lines ${first}–${last}` : `line ${first}`;
}

const inGroups = new Intl.NumberFormat("en");

// 12,345
export const grouped = (number: number): string => inGroups.format(number);

// "1 element", "12,345 elements"
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${grouped(number)} ${number === 1 ? one : many}`;
