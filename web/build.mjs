// SPDX-License-Identifier: Apache-2.0
// Every pages/<name>.tsx becomes one HTML file that needs nothing else: dist/<name>.html, the same gzipped, and
// dist/manifest.json. CMake puts the gzipped ones into the program.
//   node build.mjs [--out DIR]
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const given = process.argv.indexOf("--out");
const out = given > 0 ? process.argv[given + 1] : join(here, "dist");
const maxBytes = 256 * 1024;
// Drawings of others may bring styles. The page drops them, but a browser that forbids them complains about each.
const takesDrawings = ["plan"];

async function bundle(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    outdir: "out",
    format: "iife",
    target: ["chrome115", "firefox115", "safari16.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    charset: "utf8",
    logLevel: "warning",
  });
  const file = (suffix) => outputFiles.find(({ path }) => path.endsWith(suffix))?.text.trim() ?? "";
  return { script: file(".js"), style: file(".css") };
}

// Neither may end its own element (HTML, 13.1.2.1), nor begin a comment in it.
const inside = (text) => text.replace(/<\/(?=script|style)/gi, "<\\/").replaceAll("<!--", "<\\!--");

// NB: `<!--lintel-data-->` is where src/web/pages.cpp puts the data of a self-contained file; it changes the title and
// what stands in `noscript` as well.
const html = (name, script, style) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lintel ${name}</title>
<!--lintel-data-->
<style>${style}</style>
</head>
<body>
<noscript><p>This page needs JavaScript.</p></noscript>
<script>${script}</script>
</body>
</html>
`;

async function page(file) {
  const name = basename(file, ".tsx");
  const { script, style } = await bundle(join(here, "pages", file));
  const [safeScript, safeStyle] = [inside(script), inside(style)];
  const text = Buffer.from(html(name, safeScript, safeStyle));
  if (text.length > maxBytes) throw new Error(`${name}: ${text.length} bytes, at most ${maxBytes} are allowed`);
  const packed = gzipSync(text, { level: 9 });
  writeFileSync(join(out, `${name}.html`), text);
  writeFileSync(join(out, `${name}.html.gz`), packed);
  const hash = (encoding, bytes) => createHash("sha256").update(bytes).digest(encoding);
  const source = (bytes) => `'sha256-${hash("base64", bytes)}'`;
  return {
    name,
    bytes: text.length,
    gzip: packed.length,
    sha256: hash("hex", packed),
    script_source: source(safeScript),
    style_source: takesDrawings.includes(name) ? "'unsafe-inline'" : source(safeStyle),
  };
}

mkdirSync(out, { recursive: true });
const pages = [];
for (const file of readdirSync(join(here, "pages")).sort()) {
  if (file.endsWith(".tsx")) pages.push(await page(file));
}
writeFileSync(join(out, "manifest.json"), `${JSON.stringify({ pages }, null, 2)}\n`);
for (const { name, bytes, gzip } of pages) console.error(`${name}: ${bytes} bytes, ${gzip} gzipped`);
