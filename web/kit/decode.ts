// SPDX-License-Identifier: Apache-2.0
// What a server sends, as the types a page trusts: whatever is not as promised becomes something harmless.

export type Fields = Record<string, unknown>;

export const text = (value: unknown, fallback = ""): string => (typeof value === "string" ? value : fallback);
export const number = (value: unknown, fallback: number): number =>
  typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 1e9 ? value : fallback;
export const whole = (value: unknown): number => Math.max(0, Math.trunc(number(value, 0)));
export const list = (value: unknown, limit: number): Fields[] =>
  (Array.isArray(value) ? value : [])
    .filter((item): item is Fields => typeof item === "object" && item !== null)
    .slice(0, limit);
export const oneOf = <T extends string>(value: unknown, known: readonly T[], fallback: T): T =>
  known.find((name) => name === value) ?? fallback;
// How many of something: whole, not negative, and as large as it comes.
export const tally = (value: unknown): number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
export const texts = (value: unknown, limit: number): string[] =>
  (Array.isArray(value) ? value : []).slice(0, limit).map((item) => text(item));
