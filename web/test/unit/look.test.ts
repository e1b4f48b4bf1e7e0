// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { hostVariables, leastHeight } from "../../kit/look.ts";
import { pathOf } from "../place.ts";

const given = {
  "--color-background-primary": "light-dark(#fff, #222)",
  "--color-background-secondary": "#eee",
  "--color-text-primary": "#111",
  "--color-text-secondary": "#555",
  "--font-sans": "Host Sans, sans-serif",
};

test("look: a host's colours are taken all or none", () => {
  assert.equal(hostVariables(given)["--ground"], "light-dark(#fff, #222)");
  assert.deepEqual(hostVariables({ ...given, "--font-sans": undefined }), {});
  assert.deepEqual(hostVariables({ ...given, "--font-sans": "url(https://example.invalid/f)" }), {});
});

test("look: a page is no taller than its host allows", () => {
  assert.equal(leastHeight({}, 560), 560);
  assert.equal(leastHeight({ containerDimensions: { maxHeight: 400 } }, 560), 400);
  assert.equal(leastHeight({ containerDimensions: { height: 900 } }, 560), 560);
  assert.equal(leastHeight({ displayMode: "fullscreen" }, 560), 0);
});

test("look: status colours stay ours", () => {
  assert.deepEqual(Object.keys(hostVariables({ ...given, "--color-text-danger": "pink" })), [
    "--ground",
    "--panel",
    "--ink",
    "--ink2",
    "--font",
  ]);
});

test("look: theme.css and the C++ header are what tokens.json says", () => {
  const made = spawnSync(process.execPath, [pathOf("../tokens.mjs"), "--check"], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
});

// WCAG 2.2, 1.4.3 and 1.4.11.
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const [r = 0, g = 0, blue = 0] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

test("look: text has 5:1 and control edges 3:1 on the ground, light and dark", () => {
  const { colours } = JSON.parse(readFileSync(pathOf("../tokens.json"), "utf8"));
  for (const which of [0, 1]) {
    const ground = colours.ground[which];
    for (const name of ["ink", "ink2", "accent", "ok", "warn", "bad"]) {
      assert.ok(contrast(colours[name][which], ground) >= 5, `${name} ${which}`);
    }
    assert.ok(contrast(colours.edge[which], ground) >= 3, `edge ${which}`);
  }
});
