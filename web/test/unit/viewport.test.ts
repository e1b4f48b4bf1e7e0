// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { fitted, toScreen, toWorld, zoomedAt } from "../../kit/viewport.ts";

test("viewport: zooming leaves what is under the pointer there", () => {
  const before = { x: 30, y: -20, z: 1.5 };
  const at = { x: 210, y: 95 };
  const after = zoomedAt(before, at, 1.7);
  const under = toScreen(after, toWorld(before, at));
  assert.ok(Math.hypot(under.x - at.x, under.y - at.y) < 1e-9);
});

test("viewport: zoom has an end both ways", () => {
  const start = { x: 0, y: 0, z: 1 };
  assert.equal(zoomedAt(start, { x: 0, y: 0 }, 1e9).z, 40);
  assert.equal(zoomedAt(start, { x: 0, y: 0 }, 1e-9).z, 0.02);
});

test("viewport: fit centres the whole drawing", () => {
  const view = fitted({ width: 1000, height: 500 }, { width: 532, height: 600 });
  assert.equal(view.z, 0.5);
  assert.deepEqual(toScreen(view, { x: 500, y: 250 }), { x: 266, y: 300 });
});
