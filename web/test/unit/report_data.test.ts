// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeReport } from "../../pages/report/data.ts";
import { failingReport, guidOf } from "../report_fixture.ts";

test("report data: a report as the server sends it", () => {
  const report = decodeReport(failingReport());
  assert.equal(report.verdict, "3 of 5 specifications failed");
  const [fire, , proxies] = report.models[0]!.specifications;
  assert.deepEqual(
    fire?.requirements.map(({ index, status, failed, failures }) => [index, status, failed, failures.length]),
    [
      [0, "fail", 212, 212],
      [1, "fail", 71, 71],
      [2, "pass", 0, 0],
    ],
  );
  const failure = fire?.requirements[1]?.failures[1];
  assert.equal(failure?.reason, "The property LoadBearing of Pset_WallCommon is missing");
  assert.deepEqual(failure?.element, {
    guid: guidOf(3),
    name: "Basic Wall:Exterior – Brick on CMU:3",
    tag: "3",
    id: "#1003",
    entity: "IfcWall.SOLIDWALL",
    typeName: "Exterior – Brick on CMU",
    storey: "Level 2",
  });
  assert.deepEqual(
    proxies?.requirements.map(({ index, text, failures }) => [index, text, failures.length]),
    [[-1, "There must be no such elements", 2]],
  );
});

test("report data: counts are as large as they come", () => {
  const report = decodeReport({ models: [], totals: { checks: 9_007_199_254_740_991, checksPassed: 4e9 } });
  assert.equal(report.totals.checks, 9_007_199_254_740_991);
  assert.equal(report.totals.checksPassed, 4_000_000_000);
});

test("report data: what is not as promised becomes something harmless", () => {
  const report = decodeReport({
    title: 7,
    totals: { specifications: -3, checks: "12", elementsFailed: 1e300 },
    warnings: ["one", { two: 2 }],
    models: [
      null,
      {
        words: ["", 5],
        elements: [["guid"], 3, [1, 2, 3, 4, 99, 98, 97, 96]],
        specs: [
          {
            status: "perhaps",
            requirements: [{ text: "x", failed: 1 }, "no"],
            failures: [[0, 0, 0], [77, 0, 77], [1, 55, 0], [2, -1, 1], "row", null],
          },
        ],
      },
    ],
  });
  assert.equal(report.title, "Report");
  assert.deepEqual([report.totals.specifications, report.totals.checks, report.totals.elementsFailed], [0, 0, 0]);
  assert.deepEqual(report.warnings, ["one", ""]);
  const [spec] = report.models[0]!.specifications;
  assert.equal(spec?.status, "error");
  assert.deepEqual(
    spec?.requirements.map(({ index, failures }) => [index, failures.length]),
    [
      [0, 4],
      [-1, 1],
    ],
  );
});

test("report data: something else altogether is refused in words", () => {
  for (const value of [null, 3, "report", {}]) assert.throws(() => decodeReport(value), /not a report/);
});
