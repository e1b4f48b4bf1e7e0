// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { apply, cornerTowards, matrixOf, outlineOfPath, outlineOfPoints, snapTo } from "../../kit/outline.ts";

const near = (actual: { x: number; y: number }, x: number, y: number) => {
  assert.ok(Math.hypot(actual.x - x, actual.y - y) < 1e-9, JSON.stringify(actual));
};

test("outline: path data, absolute, relative, implicit and closed", () => {
  const corners = (data: string) => outlineOfPath(data).corners.map(({ x, y }) => [x, y]);
  const square = [[1, 1], [3, 1], [3, 3], [1, 3]]; // prettier-ignore
  assert.deepEqual(corners("M1 1H3V3H1Z"), square);
  assert.deepEqual(corners("m1 1h2v2h-2z"), square);
  assert.deepEqual(corners("M1,1 3,1 3,3 1,3Z"), square);
  assert.deepEqual(corners("m1 1 2 0 0 2-2 0z"), square);
  assert.deepEqual(corners("M.5.5L1e1-2"), [[0.5, 0.5], [10, -2]]); // prettier-ignore
  assert.equal(outlineOfPath("M1 1H3V3H1Z").edges.length, 4);
});

test("outline: curves give their ends and no edge", () => {
  const { corners, edges } = outlineOfPath("M0 0A5 5 0 0 1 5 5C1 1 2 2 9 9q1 1 2 2");
  assert.deepEqual(corners.at(-1), { x: 11, y: 11 });
  assert.equal(corners.length, 4);
  assert.equal(edges.length, 0);
});

test("outline: a new subpath closes to its own start", () => {
  const { edges } = outlineOfPath("M0 0H4V4ZM10 10H14V14Z");
  assert.deepEqual(edges.at(-1), { a: { x: 14, y: 14 }, b: { x: 10, y: 10 } });
});

test("outline: broken path data ends and is not believed", () => {
  assert.deepEqual(outlineOfPath("L").corners, []);
  assert.deepEqual(outlineOfPath("M1").corners, []);
  assert.deepEqual(outlineOfPath("<script>").corners, []);
});

test("outline: transforms are applied from the inside out", () => {
  near(apply(matrixOf("translate(10 20) scale(2)"), { x: 1, y: 1 }), 12, 22);
  near(apply(matrixOf("rotate(90)"), { x: 1, y: 0 }), 0, 1);
  near(apply(matrixOf("rotate(90 1 1)"), { x: 2, y: 1 }), 1, 2);
  near(apply(matrixOf("matrix(1 0 0 -1 0 5)"), { x: 2, y: 1 }), 2, 4);
});

test("outline: a corner in reach wins over a nearer edge; out of reach the point is free", () => {
  const square = outlineOfPoints([0, 0, 100, 0, 100, 100, 0, 100], true);
  assert.deepEqual(snapTo(square, { x: 4, y: 1 }, 10), { point: { x: 0, y: 0 }, kind: "corner" });
  assert.deepEqual(snapTo(square, { x: 40, y: 3 }, 10), { point: { x: 40, y: 0 }, kind: "edge" });
  assert.equal(snapTo(square, { x: 50, y: 50 }, 10).kind, "free");
});

test("outline: arrow keys go to the next corner that way", () => {
  const square = outlineOfPoints([0, 0, 100, 0, 100, 100, 0, 100], true);
  assert.deepEqual(cornerTowards(square, { x: 0, y: 0 }, { x: 1, y: 0 }), { x: 100, y: 0 });
  assert.equal(cornerTowards(square, { x: 100, y: 0 }, { x: 1, y: 0 }), undefined);
});
