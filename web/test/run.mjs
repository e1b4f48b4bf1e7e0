// SPDX-License-Identifier: Apache-2.0
// Runs test/unit and test/pages and ends with the counts that ./dev reads.
//   node test/run.mjs [unit|pages]
import { readdirSync } from "node:fs";
import { run } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const folders = process.argv[2] ? [process.argv[2]] : ["unit", "pages"];
const files = folders.flatMap((folder) =>
  readdirSync(here + folder)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${here}${folder}/${name}`),
);

const counts = { passed: 0, failed: 0, skipped: 0 };
// A file or a suite is not a test of its own.
const isTest = (data) => data.details?.type !== "suite" && !files.includes(data.name);
const tests = run({ files, concurrency: 2, timeout: 120_000 });
tests.on("test:pass", (data) => {
  if (!isTest(data)) return;
  counts[data.skip === undefined ? "passed" : "skipped"]++;
  console.log(`ok ${data.name}`);
});
tests.on("test:fail", (data) => {
  if (data.details?.type === "suite") return;
  counts.failed++;
  console.log(`FAIL ${data.name}\n${data.details.error?.cause?.stack ?? data.details.error?.message ?? ""}`);
});
tests.on("test:stderr", (data) => process.stderr.write(data.message));
tests.on("end", () => {
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
});
tests.resume();
