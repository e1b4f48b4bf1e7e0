// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { distinct, sequential } from "../../kit/colours.ts";
import { type Camera, distanceTo, rayAt, viewMatrix } from "../../kit/scene.ts";
import { typesInWords } from "../../pages/energy-schedules/data.ts";

const camera: Camera = { yaw: 0, pitch: 0, distance: 10, target: [0, 0, 0], flat: false };
const place = (matrix: number[], [x, y, z]: number[]) => {
  const at = (row: number) => matrix[row]! * x! + matrix[row + 4]! * y! + matrix[row + 8]! * z! + matrix[row + 12]!;
  return [at(0) / at(3), at(1) / at(3)].map((value) => Number(value.toFixed(6)));
};

test("scene: looking north, east is right and up is up", () => {
  for (const flat of [false, true]) {
    const matrix = viewMatrix({ ...camera, flat }, 1, 5);
    assert.deepEqual(place(matrix, [0, 0, 0]), [0, 0]);
    assert.ok(place(matrix, [1, 0, 0])[0]! > 0);
    assert.ok(place(matrix, [0, 0, 1])[1]! > 0);
  }
});

test("scene: the line through a place of the picture meets what is drawn there", () => {
  for (const flat of [false, true]) {
    const turned = { ...camera, yaw: 0.7, pitch: 0.4, flat };
    const [x, y] = place(viewMatrix(turned, 1.5, 5), [1, 2, -1]);
    const { from, along } = rayAt(turned, x! * 1.5, y!);
    const triangle = [0.9, 1.9, -1, 1.2, 1.9, -1, 0.9, 2.2, -1];
    assert.ok(Number.isFinite(distanceTo(triangle, from, along)));
    assert.equal(
      distanceTo(
        triangle.map((value) => value + 5),
        from,
        along,
      ),
      Infinity,
    );
  }
});

test("colours: ends, beyond, and no number", () => {
  assert.deepEqual(sequential(0), [68, 1, 84]);
  assert.deepEqual(sequential(9), [253, 231, 37]);
  assert.deepEqual(sequential(NaN), [68, 1, 84]);
  assert.equal(new Set(Array.from({ length: 200 }, (_, i) => distinct(i).join())).size, 200);
});

test("schedules: kinds of day in words", () => {
  assert.equal(typesInWords([0, 1, 2, 3, 4, 5, 6]), "All days of the week");
  assert.equal(typesInWords([1, 2, 3, 4, 5, 7]), "Monday to Friday, Holiday");
  assert.equal(typesInWords([0, 6]), "weekends");
});
