// SPDX-License-Identifier: Apache-2.0
// Round numbers and dates along an axis.

// 1, 2 or 5 times a power of ten apart, as many as fit.
export function niceTicks(low: number, high: number, most: number): number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const raw = span / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw)!;
  const out: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++)
    out.push(Number((i * step).toPrecision(12)));
  return out;
}

const minutesOf = { hour: 60, day: 1440 };
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

// Where a chart of these times gets marks: hours of a day, days of a month, or months.
export function timeTicks(from: number, to: number, most: number): { at: number; text: string }[] {
  const span = to - from;
  if (!(span > 0)) return [];
  const months30 = 30 * minutesOf.day;
  if (span > 2.5 * months30) return monthTicks(from, to, most);
  const steps = [minutesOf.hour, 3 * minutesOf.hour, 6 * minutesOf.hour, 12 * minutesOf.hour];
  steps.push(...[1, 2, 7, 14].map((days) => days * minutesOf.day));
  const step = steps.find((each) => span / each <= most) ?? months30;
  const out: { at: number; text: string }[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) out.push({ at, text: tickText(at, step) });
  return out;
}

function tickText(at: number, step: number): string {
  const iso = new Date(at * 60_000).toISOString();
  const day = `${Number(iso.slice(8, 10))} ${months[Number(iso.slice(5, 7)) - 1]}`;
  return step >= minutesOf.day || at % minutesOf.day === 0 ? day : `${Number(iso.slice(11, 13))} h`;
}

function monthTicks(from: number, to: number, most: number): { at: number; text: string }[] {
  const out: { at: number; text: string }[] = [];
  const begin = new Date(from * 60_000);
  const every = Math.max(1, Math.ceil((to - from) / (30.5 * minutesOf.day) / most));
  for (let i = 0; i < 600; i += every) {
    const at = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + i, 1) / 60_000;
    if (at > to) break;
    if (at >= from) out.push({ at, text: months[new Date(at * 60_000).getUTCMonth()]! });
  }
  return out;
}
