// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { decodePlan } from "../../pages/plan/data.ts";
import { smallHouse } from "../plan_fixture.ts";

test("plan data: a plan as the server sends it", () => {
  const plan = decodePlan(smallHouse());
  assert.equal(plan.title, "Small house");
  assert.deepEqual(
    plan.floors.map((floor) => floor.rooms.length),
    [4, 4],
  );
  assert.equal(plan.floors[0]?.rooms[0]?.areaM2, 20);
  assert.equal(plan.findings.length, 3);
  assert.match(plan.source[5] ?? "", /room Living/);
});

test("plan data: what is not as promised becomes something harmless", () => {
  const plan = decodePlan({
    title: 7,
    unit: "furlong",
    source: "a\r\nb\rc",
    floors: [null, { scale: -1, rooms: [{ line: 5, endLine: 2, areaM2: "12" }, 3] }],
    diagnostics: [{ severity: "fatal", line: -4 }],
  });
  assert.equal(plan.title, "Floor plan");
  assert.equal(plan.unit, "m");
  assert.deepEqual(plan.source, ["a", "b", "c"]);
  assert.equal(plan.floors.length, 1);
  assert.equal(plan.floors[0]?.scale, 50);
  assert.equal(plan.floors[0]?.rooms[0]?.endLine, 5);
  assert.ok(Number.isNaN(plan.floors[0]?.rooms[0]?.areaM2));
  assert.deepEqual([plan.findings[0]?.severity, plan.findings[0]?.line], ["info", 0]);
});

test("plan data: something else altogether is refused in words", () => {
  for (const value of [null, 3, "plan", {}]) assert.throws(() => decodePlan(value), /not a floor plan/);
});
