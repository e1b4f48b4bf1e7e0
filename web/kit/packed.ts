// SPDX-License-Identifier: Apache-2.0
// Series as the program packs them (src/domains/energy/engine/views/packed.h): differences of whole numbers, negative
// ones woven in, seven bits a byte, as base64.
import { fromBase64 } from "./data.ts";

const most = 2_000_000;

export function unpackWhole(text: unknown): number[] {
  const out: number[] = [];
  let [before, left, scale] = [0, 0, 1];
  for (const byte of bytesOf(text)) {
    left += (byte & 127) * scale;
    scale *= 128;
    if (byte & 128) continue;
    before += left % 2 ? -(left + 1) / 2 : left / 2;
    [left, scale] = [0, 1];
    if (out.length < most) out.push(before);
  }
  return out;
}

function bytesOf(text: unknown): Uint8Array {
  try {
    return fromBase64(typeof text === "string" ? text : "");
  } catch {
    return new Uint8Array();
  }
}

const steps = 16382;

// From `low` to `high`; what is not known is NaN.
export function unpackValues(text: unknown, low: number, high: number): Float64Array {
  return Float64Array.from(unpackWhole(text), (share) =>
    share < 1 ? NaN : low + ((share - 1) / steps) * (high - low),
  );
}

// 2017-07-21 15:00 of the minutes since 1970; empty where there is no date.
export const timeText = (minutes: number | undefined): string =>
  minutes === undefined || minutes < 0 || minutes > 4e9
    ? ""
    : new Date(minutes * 60_000).toISOString().slice(0, 16).replace("T", " ");

// Four digits, and thousands in groups.
const groups = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
export function figure(value: number, unit = ""): string {
  if (!Number.isFinite(value)) return "–";
  const text = Math.abs(value) >= 1000 ? whole.format(value) : groups.format(value);
  return unit ? `${text}\u202f${unit}` : text;
}

// Steps in time that belong to one environment.
export interface Span {
  name: string;
  first: number;
  count: number;
}
