// SPDX-License-Identifier: Apache-2.0
// Drawings laid out in one world, and marks on what is drawn.
import { apply, identity, type Matrix, matrixOf, multiply, type Point } from "../../kit/outline.ts";
import type { Sheet, Thing } from "./state.ts";

const svgNamespace = "http://www.w3.org/2000/svg";
const gap = 48;
const shapes = "path, rect, polygon, polyline, line, circle, ellipse";
const mostMarks = 200;

export interface Placed {
  sheet: Sheet;
  y: number;
}
export interface World {
  placed: Placed[];
  width: number;
  height: number;
}

// One below the other, the lowest floor at the bottom, as a section would show them.
export function layOut(sheets: Sheet[]): World {
  const placed: Placed[] = [];
  let y = 0;
  for (const sheet of [...sheets].reverse()) {
    if (sheets.length > 1) y += gap;
    placed.push({ sheet, y });
    y += sheet.height;
  }
  return { placed, width: Math.max(1, ...sheets.map((sheet) => sheet.width)), height: Math.max(1, y) };
}

export function sheetAt(world: World, p: Point): Placed | undefined {
  return world.placed.find(({ sheet, y }) => p.y >= y - gap && p.y <= y + sheet.height) ?? world.placed[0];
}

export function svg(name: string, given: Record<string, string | number>, ...children: (Node | string)[]): SVGElement {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(given)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

export function sheetNodes(world: World): Node[] {
  return world.placed.map(({ sheet, y }) => {
    const group = svg("g", { transform: `translate(0 ${y})`, "data-floor": sheet.index });
    group.append(svg("rect", { class: "paper", width: sheet.width, height: sheet.height }));
    if (world.placed.length > 1) group.append(svg("text", { class: "caption", x: 0, y: -12 }, sheet.floor.id));
    if (sheet.drawing) group.append(sheet.drawing.root);
    return group;
  });
}

function placeOf(element: Element, root: Element, shift: Matrix): Matrix {
  let whole = identity;
  for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
    whole = multiply(matrixOf(at.getAttribute("transform") ?? ""), whole);
  }
  return multiply(shift, whole);
}

function copyOf(shape: Element, matrix: Matrix): SVGElement {
  const copy = svg(shape.localName, { transform: `matrix(${matrix.join(" ")})` });
  const geometry = ["d", "points", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height"];
  for (const name of geometry) {
    const value = shape.getAttribute(name);
    if (value !== null) copy.setAttribute(name, value);
  }
  return copy;
}

// A double outline (ground, then accent) round everything that a thing is drawn with.
export function markNodes(world: World, thing: Thing, className: string): Node[] {
  const placed = world.placed.find(({ sheet }) => sheet.index === thing.floor);
  const root = placed?.sheet.drawing?.root;
  if (!placed || !root) return [];
  const found = placed.sheet
    .elements(thing.id)
    .flatMap((element) => [...(element.matches(shapes) ? [element] : []), ...element.querySelectorAll(shapes)])
    .slice(0, mostMarks);
  const outline = (name: string) =>
    svg("g", { class: name }, ...found.map((shape) => copyOf(shape, placeOf(shape, root, placed.sheet.shift))));
  return [svg("g", { class: className, transform: `translate(0 ${placed.y})` }, outline("under"), outline("over"))];
}

// Where a thing is, in world units: to see whether it is in view.
export function middleOf(world: World, thing: Thing): Point | undefined {
  const placed = world.placed.find(({ sheet }) => sheet.index === thing.floor);
  const root = placed?.sheet.drawing?.root;
  for (const element of placed?.sheet.elements(thing.id) ?? []) {
    const shape = element.matches(shapes) ? element : element.querySelector(shapes);
    if (!placed || !root || !(shape instanceof SVGGraphicsElement)) continue;
    const box = shape.getBBox();
    const at = apply(placeOf(shape, root, placed.sheet.shift), { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    return { x: at.x, y: at.y + placed.y };
  }
  return undefined;
}
