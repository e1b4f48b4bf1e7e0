// SPDX-License-Identifier: Apache-2.0
// Where a drawing stands in its window: screen = world * z + (x, y).
import type { Point } from "./outline.ts";

export interface View {
  x: number;
  y: number;
  z: number;
}

const smallest = 0.02;
const largest = 40;

export const toScreen = (view: View, p: Point): Point => ({ x: p.x * view.z + view.x, y: p.y * view.z + view.y });
export const toWorld = (view: View, p: Point): Point => ({ x: (p.x - view.x) / view.z, y: (p.y - view.y) / view.z });

export const pannedBy = (view: View, dx: number, dy: number): View => ({ ...view, x: view.x + dx, y: view.y + dy });

// The point under `at` stays where it is.
export function zoomedAt(view: View, at: Point, factor: number): View {
  const z = Math.min(largest, Math.max(smallest, view.z * factor));
  const under = toWorld(view, at);
  return { x: at.x - under.x * z, y: at.y - under.y * z, z };
}

export function fitted(content: { width: number; height: number }, room: { width: number; height: number }): View {
  const margin = Math.min(16, room.width / 10, room.height / 10);
  const fit = Math.min((room.width - 2 * margin) / content.width, (room.height - 2 * margin) / content.height);
  const z = Math.min(4, Math.max(smallest, Number.isFinite(fit) ? fit : 1));
  return { x: (room.width - content.width * z) / 2, y: (room.height - content.height * z) / 2, z };
}
