// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { area, count, length, lines, size } from "../../kit/format.ts";

const plain = (text: string) => text.replaceAll("\u202f", " ");

test("format: lengths in the plan's unit", () => {
  const cases = { m: "3.05 m", cm: "305 cm", mm: "3048 mm", ft: "10.00 ft", in: "120.0 in" } as const;
  for (const [unit, text] of Object.entries(cases)) assert.equal(plain(length(3.048, unit as "m")), text);
  assert.equal(plain(size(4, 2.5, "m")), "4.00 × 2.50 m");
});

test("format: areas", () => {
  assert.equal(plain(area(25, "sqm")), "25.0 m²");
  assert.equal(plain(area(25, "sqft")), "269 ft²");
});

test("format: what is not a number is a dash", () => {
  assert.equal(plain(length(NaN, "m")), "– m");
  assert.equal(area(Infinity, "sqm"), "–");
});

test("format: counts and line ranges", () => {
  assert.equal(plain(count(1, "line")), "1 line");
  assert.equal(plain(count(0, "line")), "0 lines");
  assert.equal(lines(4, 8), "lines 4–8");
  assert.equal(lines(4, 4), "line 4");
});
