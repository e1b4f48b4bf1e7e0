// SPDX-License-Identifier: Apache-2.0
// Measuring: two points, each on a corner or an edge where one is near. Points are in world units.
import { signal } from "@preact/signals";
import { cornerTowards, type Point, type Snap, snapTo } from "../../kit/outline.ts";
import { type Placed, sheetAt, type World } from "./sheets.ts";

export interface Distance {
  a: Point;
  b: Point;
  metres: number;
}

const reachPx = 12;

export class Measure {
  readonly from = signal<Point | undefined>(undefined);
  readonly at = signal<Snap | undefined>(undefined);
  readonly done = signal<Distance[]>([]);
  #placed: Placed | undefined;

  // `straight` keeps the second point level with or plumb to the first.
  aim(world: World, p: Point, zoom: number, straight: boolean): void {
    const from = this.from.value;
    const placed = (from && this.#placed) || sheetAt(world, p);
    if (!placed) return;
    const local = snapTo(placed.sheet.outline, { x: p.x, y: p.y - placed.y }, reachPx / zoom);
    const point = { x: local.point.x, y: local.point.y + placed.y };
    this.at.value = { kind: local.kind, point: from && straight ? along(from, point) : point };
  }

  // To the next corner that way; from the middle of the sheet if there is no point yet.
  hop(world: World, way: Point, middle: Point): void {
    const from = this.at.value?.point ?? middle;
    const placed = (this.from.value && this.#placed) || sheetAt(world, from);
    if (!placed) return;
    const corner = cornerTowards(placed.sheet.outline, { x: from.x, y: from.y - placed.y }, way);
    if (corner) this.at.value = { kind: "corner", point: { x: corner.x, y: corner.y + placed.y } };
  }

  // Sets the point aimed at. Gives the distance when it was the second.
  place(world: World): Distance | undefined {
    const at = this.at.value?.point;
    if (!at) return undefined;
    const from = this.from.value;
    if (!from) {
      this.#placed = sheetAt(world, at);
      this.from.value = at;
      return undefined;
    }
    const distance = this.distance(from, at);
    this.done.value = [...this.done.value, distance];
    this.from.value = undefined;
    return distance;
  }

  distance(a: Point, b: Point): Distance {
    return { a, b, metres: Math.hypot(b.x - a.x, b.y - a.y) / (this.#placed?.sheet.floor.scale ?? 1) };
  }

  // Gives up the point begun; true if there was none.
  escape(): boolean {
    const idle = this.from.value === undefined;
    this.from.value = undefined;
    return idle;
  }

  clear(): void {
    this.from.value = undefined;
    this.at.value = undefined;
    this.done.value = [];
  }
}

function along(from: Point, to: Point): Point {
  const level = Math.abs(to.x - from.x) >= Math.abs(to.y - from.y);
  return level ? { x: to.x, y: from.y } : { x: from.x, y: to.y };
}
