// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { figure, timeText, unpackValues, unpackWhole } from "../../kit/packed.ts";
import { spaced, words } from "../../kit/run.ts";
import { niceTicks, timeTicks } from "../../kit/ticks.ts";
import { byHour, partName, shortName, waterfall } from "../../pages/energy-peaks/data.ts";
import { changeText, decodeDifferences } from "../../pages/energy-runs/data.ts";
import { packValues, packWhole } from "../energy_fixture.ts";

test("packed: whole numbers and values come back, anything else is nothing", () => {
  const numbers = [0, 1, -1, 63, 64, -64, -65, 300_000, -1, 25_000_000, 25_000_060];
  assert.deepEqual(unpackWhole(packWhole(numbers)), numbers);
  assert.deepEqual(
    [...unpackValues(packValues([20, 30, NaN, 25], 20, 30), 20, 30)].map((v) => Math.round(v)),
    [20, 30, NaN, 25],
  );
  for (const bad of [undefined, 7, "%%%", {}]) assert.deepEqual(unpackWhole(bad), []);
});

test("packed: times and figures in words", () => {
  assert.equal(timeText(Date.parse("2017-07-21T15:00Z") / 60_000), "2017-07-21 15:00");
  assert.equal(timeText(-1), "");
  assert.equal(timeText(1e300), "");
  assert.equal(figure(1234.5), "1,235");
  assert.equal(figure(0.123456, "W"), "0.1235\u202fW");
  assert.equal(figure(NaN), "–");
});

test("ticks: round numbers and dates", () => {
  assert.deepEqual(niceTicks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(niceTicks(0.1, 0.32, 5), [0.1, 0.15, 0.2, 0.25, 0.3]);
  assert.deepEqual(niceTicks(5, 5, 5), [5]);
  const minutes = (text: string) => Date.parse(`${text}Z`) / 60_000;
  const texts = (from: string, to: string, most: number) =>
    timeTicks(minutes(from), minutes(to), most).map(({ text }) => text);
  assert.deepEqual(texts("2017-07-21T01:00", "2017-07-22T00:00", 5), ["6 h", "12 h", "18 h", "22 Jul"]);
  assert.deepEqual(texts("2017-01-01T01:00", "2018-01-01T00:00", 4).slice(0, 3), ["Apr", "Jul", "Oct"]);
  assert.deepEqual(texts("2017-01-01T01:00", "2017-01-01T01:00", 4), []);
});

test("peaks: a waterfall and the hours of the day", () => {
  const { steps, total } = waterfall([
    { name: "Window Heat Addition", watts: 300, percent: 75 },
    { name: "Lights", watts: 100, percent: 25 },
    { name: "Infiltration Heat Removal", watts: -200, percent: -50 },
  ]);
  assert.equal(total, 200);
  assert.deepEqual(
    steps.map(({ from, to }) => [from, to]),
    [
      [0, 0.75],
      [0.75, 1],
      [1, 0.5],
    ],
  );
  assert.equal(shortName("Lights Sensible Heat Addition"), "Lights");
  const air = ["Infiltration Heat Addition", "Infiltration Heat Removal"].map((name) => ({
    name,
    watts: 1,
    percent: 50,
  }));
  assert.deepEqual(
    air.map(({ name }) => partName(name, air)),
    ["Infiltration, gain", "Infiltration, loss"],
  );
  const zone = { name: "", perArea: 0, designDay: "", outdoor: 0, indoor: 0, components: [] };
  const hours = byHour([
    { ...zone, load: 5, time: "7/21 15:30:00" },
    { ...zone, load: 7, time: "21-JUL-15:00" },
    { ...zone, load: 1, time: "" },
  ]);
  assert.deepEqual(hours[15], { load: 12, zones: 2 });
});

test("runs: changes and differences in words", () => {
  const pair = (before: number, after: number) => changeText({ name: "", unit: "", before, after });
  assert.equal(pair(100, 112.5), "+12.5 %");
  assert.equal(pair(-100, -110), "−10 %");
  assert.equal(pair(5, 5), "same");
  assert.equal(pair(0, 5), "new");
  assert.equal(pair(NaN, 5), "");
  assert.deepEqual(decodeDifferences({ rows: [["R", "T", "r", "c", "u", "1", null, null], 7] })[0], [
    "R",
    "T",
    "r",
    "c",
    "u",
    "1",
    "not there",
    "",
  ]);
  assert.equal(spaced("AnnualBuildingUtilityPerformanceSummary"), "Annual Building Utility Performance Summary");
  assert.equal(spaced("HVACSizingSummary"), "HVAC Sizing Summary");
  assert.equal(spaced("InputVerificationandResultsSummary"), "Input Verification and Results Summary");
  assert.equal(spaced("DemandEndUseComponentsSummary"), "Demand End Use Components Summary");
  assert.equal(words("total_site_energy"), "Total site energy");
});
