// SPDX-License-Identifier: Apache-2.0
// The corners and straight edges of a drawing, in its own units: what a measuring point snaps to.

export interface Point {
  x: number;
  y: number;
}
export interface Edge {
  a: Point;
  b: Point;
}
export interface Outline {
  corners: Point[];
  edges: Edge[];
}
export interface Snap {
  point: Point;
  kind: "corner" | "edge" | "free";
}

// a b c d e f of SVG's matrix(): x' = a x + c y + e, y' = b x + d y + f.
export type Matrix = readonly [number, number, number, number, number, number];
export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export const apply = (m: Matrix, { x, y }: Point): Point => ({
  x: m[0] * x + m[2] * y + m[4],
  y: m[1] * x + m[3] * y + m[5],
});

// First n, then m.
export const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

export function numbers(text: string): number[] {
  return (text.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
}

// SVG 2, 8.5: the transform attribute. An unknown function is left out.
export function matrixOf(transform: string): Matrix {
  let whole = identity;
  for (const [, name, inside] of transform.matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    whole = multiply(whole, one(name ?? "", numbers(inside ?? "")));
  }
  return whole;
}

function one(name: string, [a = 0, b, c, d = 0, e = 0, f = 0]: number[]): Matrix {
  if (name === "translate") return [1, 0, 0, 1, a, b ?? 0];
  if (name === "scale") return [a, 0, 0, b ?? a, 0, 0];
  if (name === "matrix") return [a, b ?? 0, c ?? 0, d, e, f];
  if (name !== "rotate") return identity;
  const [sin, cos] = [Math.sin((a * Math.PI) / 180), Math.cos((a * Math.PI) / 180)];
  const turned: Matrix = [cos, sin, -sin, cos, 0, 0];
  return multiply(multiply([1, 0, 0, 1, b ?? 0, c ?? 0], turned), [1, 0, 0, 1, -(b ?? 0), -(c ?? 0)]);
}

const taken: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

// SVG 2, 9.3: path data. Curves give their ends, straight parts their edges too.
export function outlineOfPath(data: string): Outline {
  const out: Outline = { corners: [], edges: [] };
  let at: Point = { x: 0, y: 0 };
  let start = at;
  for (const [, letter = "", inside = ""] of data.matchAll(/([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/gi)) {
    let command = letter.toUpperCase();
    const relative = letter !== command;
    const values = numbers(inside);
    const width = taken[command] ?? 0;
    for (let i = 0; i === 0 || (width > 0 && i + width <= values.length); i += width) {
      if (width > 0 && values.length < width) break;
      const to = command === "Z" ? start : endOf(command, values.slice(i, i + width), at, relative);
      if (command === "M") start = to;
      else if ("LHVZ".includes(command)) out.edges.push({ a: at, b: to });
      if (command !== "Z") out.corners.push(to);
      at = to;
      if (command === "M") command = "L";
      if (width === 0) break;
    }
  }
  return out;
}

function endOf(command: string, values: number[], at: Point, relative: boolean): Point {
  const base = relative ? at : { x: 0, y: 0 };
  if (command === "H") return { x: base.x + (values[0] ?? 0), y: at.y };
  if (command === "V") return { x: at.x, y: base.y + (values[0] ?? 0) };
  const [x = 0, y = 0] = values.slice(-2);
  return { x: base.x + x, y: base.y + y };
}

export function outlineOfPoints(points: number[], closed: boolean): Outline {
  const corners: Point[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) corners.push({ x: points[i] ?? 0, y: points[i + 1] ?? 0 });
  const edges = corners.slice(1).map((b, i) => ({ a: corners[i] ?? b, b }));
  const [first, last] = [corners[0], corners.at(-1)];
  if (closed && first && last && corners.length > 2) edges.push({ a: last, b: first });
  return { corners, edges };
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function nearestOn({ a, b }: Edge, p: Point): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  if (square === 0) return a;
  const t = Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square));
  return { x: a.x + t * dx, y: a.y + t * dy };
}

// A corner within reach wins over an edge that is nearer: corners are what one means.
export function snapTo(outline: Outline, p: Point, reach: number): Snap {
  let best: Snap = { point: p, kind: "free" };
  let nearest = reach;
  for (const corner of outline.corners) {
    const away = distance(corner, p);
    if (away < nearest) [nearest, best] = [away, { point: corner, kind: "corner" }];
  }
  if (best.kind === "corner") return best;
  for (const edge of outline.edges) {
    const point = nearestOn(edge, p);
    const away = distance(point, p);
    if (away < nearest) [nearest, best] = [away, { point, kind: "edge" }];
  }
  return best;
}

// The next corner that way, for those who measure with the arrow keys.
export function cornerTowards(outline: Outline, from: Point, way: Point): Point | undefined {
  let best: Point | undefined;
  let lowest = Infinity;
  for (const corner of outline.corners) {
    const [dx, dy] = [corner.x - from.x, corner.y - from.y];
    const along = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y - dy * way.x);
    if (along < 0.5 || aside > along * 2) continue;
    const cost = along + 2 * aside;
    if (cost < lowest) [lowest, best] = [cost, corner];
  }
  return best;
}

const hidden = "defs, clipPath, mask, pattern, marker, symbol, text, title";
const notMeasured = /^(ground|labels|dimensions|sheet|furniture)$/i;

function outlineOfElement(element: Element): Outline | undefined {
  const number = (name: string) => Number.parseFloat(element.getAttribute(name) ?? "") || 0;
  switch (element.localName) {
    case "path":
      return outlineOfPath(element.getAttribute("d") ?? "");
    case "line":
      return outlineOfPoints([number("x1"), number("y1"), number("x2"), number("y2")], false);
    case "polygon":
    case "polyline":
      return outlineOfPoints(numbers(element.getAttribute("points") ?? ""), element.localName === "polygon");
    case "rect": {
      const [x, y, w, h] = [number("x"), number("y"), number("width"), number("height")];
      return outlineOfPoints([x, y, x + w, y, x + w, y + h, x, y + h], true);
    }
  }
  return undefined;
}

// Of a whole drawing. Layers that carry no building (labels, dimensions, the sheet) are left out.
export function outlineOfDrawing(root: Element, outer: Matrix, maxCorners = 400_000): Outline {
  const whole: Outline = { corners: [], edges: [] };
  const visit = (element: Element, matrix: Matrix): void => {
    for (const child of element.children) {
      if (whole.corners.length > maxCorners || child.matches(hidden)) continue;
      if (notMeasured.test(child.getAttribute("data-class") ?? "")) continue;
      const transform = child.getAttribute("transform");
      const here = transform ? multiply(matrix, matrixOf(transform)) : matrix;
      const found = outlineOfElement(child);
      if (found) {
        for (const corner of found.corners) whole.corners.push(apply(here, corner));
        for (const { a, b } of found.edges) whole.edges.push({ a: apply(here, a), b: apply(here, b) });
      }
      visit(child, here);
    }
  };
  visit(root, outer);
  return whole;
}
