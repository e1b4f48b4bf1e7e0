// SPDX-License-Identifier: Apache-2.0
// Writes what tokens.json says as CSS for the pages and as a C++ header for drawings.
//   node tokens.mjs           write both
//   node tokens.mjs --check   fail if one of them is old
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const tokens = JSON.parse(readFileSync(at("tokens.json"), "utf8"));
const colours = Object.entries(tokens.colours);
const sizes = Object.entries(tokens.type);

function css() {
  const block = (selector, which, scheme) =>
    `${selector} {\n  color-scheme: ${scheme};\n` +
    colours.map(([name, value]) => `  --${name}: ${value[which]};\n`).join("") +
    "}\n";
  const indented = (text) => text.replace(/^(?=.)/gm, "  ");
  const fixed = sizes.map(([name, value]) => `  --type-${name}: ${value[0]}px;\n`).join("");
  const measures = ["space", "row", "control", "radius"].map((name) => `  --${name}: ${tokens[name]}px;\n`).join("");
  return (
    "/* SPDX-License-Identifier: Apache-2.0 */\n/* Written by tokens.mjs from tokens.json. */\n" +
    `:root {\n${fixed}${measures}}\n` +
    block(':root,\n:root[data-theme="light"]', 0, "light") +
    `@media (prefers-color-scheme: dark) {\n${indented(block(":root:not([data-theme])", 1, "dark"))}}\n` +
    block(':root[data-theme="dark"]', 1, "dark") +
    `@media print {\n${indented(block(":root,\n:root:not([data-theme]),\n:root[data-theme]", 0, "light"))}}\n`
  );
}

// Trailing comments in one column, as clang-format wants them.
function aligned(rows) {
  const width = Math.max(...rows.map(([code]) => code.length));
  return rows.map(([code, comment]) => `${code.padEnd(width)}  // ${comment}\n`).join("");
}

function header() {
  const hex = (colour) => `0x${colour.slice(1)}`;
  const palette = (name, which) =>
    `inline constexpr Palette ${name}{\n` +
    colours.map(([key, value]) => `    .${key} = ${hex(value[which])},\n`).join("") +
    "};\n";
  return (
    "// SPDX-License-Identifier: Apache-2.0\n#pragma once\n\n#include <cstdint>\n\n" +
    "// Written from web/tokens.json by web/tokens.mjs: drawings and pages look alike.\n" +
    "namespace drawing::tokens {\n\n" +
    "// Colours as 0xRRGGBB.\nstruct Palette {\n" +
    aligned(colours.map(([key, value]) => [`  std::uint32_t ${key};`, value[2]])) +
    "};\n\n" +
    palette("light", 0) +
    "\n" +
    palette("dark", 1) +
    "\n// Type sizes in px.\n" +
    aligned(sizes.map(([key, value]) => [`inline constexpr double type_${key} = ${value[0]};`, value[1]])) +
    "\n}  // namespace drawing::tokens\n"
  );
}

const made = { "kit/theme.css": css(), "../src/drawing/tokens.h": header() };
for (const [path, text] of Object.entries(made)) {
  if (!process.argv.includes("--check")) {
    writeFileSync(at(path), text);
  } else if (readFileSync(at(path), "utf8") !== text) {
    console.error(`${path} is old; run node web/tokens.mjs`);
    process.exitCode = 1;
  }
}
