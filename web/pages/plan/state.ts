// SPDX-License-Identifier: Apache-2.0
// What the plan page knows and shows. Parts read the signals; all changes are methods here.
import { computed, signal } from "@preact/signals";
import { lines } from "../../kit/format.ts";
import { type Matrix, type Outline, outlineOfDrawing } from "../../kit/outline.ts";
import { type Drawing, importSvg } from "../../kit/svg.ts";
import { decodePlan, type Floor, type Plan, type Room } from "./data.ts";

// Something drawn that the source says: a room, a door, a stair.
export interface Thing {
  key: string; // floor and id: ids may come again on another floor
  floor: number;
  id: string;
  name: string;
  line: number;
  endLine: number;
  room?: Room;
}

export class Sheet {
  readonly index: number;
  readonly floor: Floor;
  readonly drawing: Drawing | undefined;
  #outline: Outline | undefined;

  constructor(index: number, floor: Floor) {
    this.index = index;
    this.floor = floor;
    this.drawing = importSvg(floor.svg, `f${index}-`);
  }

  get width(): number {
    return this.drawing?.width ?? 0;
  }
  get height(): number {
    return this.drawing?.height ?? 0;
  }

  // The viewBox may begin anywhere; the sheet begins at (0, 0).
  get shift(): Matrix {
    const [x = 0, y = 0] = (this.drawing?.root.getAttribute("viewBox") ?? "").split(" ").map(Number);
    return [1, 0, 0, 1, -x, -y];
  }

  get outline(): Outline {
    const root = this.drawing?.root;
    this.#outline ??= root ? outlineOfDrawing(root, this.shift) : { corners: [], edges: [] };
    return this.#outline;
  }

  elements(id: string): Element[] {
    return [...(this.drawing?.root.querySelectorAll(`[data-id="${CSS.escape(id)}"]`) ?? [])];
  }
}

const keyOf = (floor: number, id: string) => `${floor}/${id}`;
const lineOf = (element: Element, name: string) => Number.parseInt(element.getAttribute(name) ?? "", 10) || 0;

// "door:3" as words, where the drawing gives no title.
const spoken = (id: string) =>
  id.replace(/^(\w)(\w*):/, (_, first: string, rest: string) => `${first.toUpperCase()}${rest} `);

function thingsOf(sheet: Sheet): Thing[] {
  const found = new Map<string, Thing>();
  for (const room of sheet.floor.rooms) {
    const key = keyOf(sheet.index, room.id);
    found.set(key, {
      key,
      floor: sheet.index,
      id: room.id,
      name: room.label,
      line: room.line,
      endLine: room.endLine,
      room,
    });
  }
  for (const element of sheet.drawing?.root.querySelectorAll("[data-id]") ?? []) {
    const id = element.getAttribute("data-id") ?? "";
    const key = keyOf(sheet.index, id);
    if (found.has(key)) continue;
    const title = [...element.children].find((child) => child.localName === "title")?.textContent?.trim();
    const line = lineOf(element, "data-line");
    const endLine = Math.max(line, lineOf(element, "data-end-line"));
    found.set(key, { key, floor: sheet.index, id, name: title || spoken(id), line, endLine });
  }
  return [...found.values()];
}

export class PlanState {
  readonly plan = signal<Plan | undefined>(undefined);
  readonly problem = signal("");
  readonly shown = signal<number | "all">(0);
  readonly chosen = signal<Thing | undefined>(undefined);
  readonly hovered = signal<Thing | undefined>(undefined);
  readonly line = signal(0); // the source line last jumped to; 0: none
  readonly measuring = signal(false);
  readonly said = signal(""); // for the live region

  readonly sheets = computed(() => (this.plan.value?.floors ?? []).map((floor, index) => new Sheet(index, floor)));
  readonly visible = computed(() => {
    const shown = this.shown.value;
    return this.sheets.value.filter((sheet) => shown === "all" || sheet.index === shown);
  });
  readonly things = computed(() => new Map(this.sheets.value.flatMap(thingsOf).map((thing) => [thing.key, thing])));
  // Line -> the innermost thing there.
  readonly #byLine = computed(() => {
    const spans = [...this.things.value.values()].filter((thing) => thing.line > 0);
    spans.sort((a, b) => b.endLine - b.line - (a.endLine - a.line));
    const last = this.plan.value?.source.length ?? 0;
    const at: (Thing | undefined)[] = [];
    for (const thing of spans) {
      for (let line = thing.line; line <= Math.min(thing.endLine, last); line++) at[line] = thing;
    }
    return at;
  });
  readonly highlighted = computed(() => this.hovered.value ?? this.chosen.value);

  load(value: unknown): void {
    try {
      const plan = decodePlan(value);
      this.problem.value = "";
      this.chosen.value = this.hovered.value = undefined;
      this.line.value = 0;
      this.shown.value = 0;
      this.plan.value = plan;
    } catch (problem) {
      this.fail(problem instanceof Error ? problem.message : String(problem));
    }
  }

  fail(sentence: string): void {
    this.problem.value = sentence;
  }

  show(floor: number | "all"): void {
    this.shown.value = floor;
    this.hovered.value = undefined;
  }

  thing(floor: number, id: string): Thing | undefined {
    return this.things.value.get(keyOf(floor, id));
  }

  atLine(line: number): Thing | undefined {
    return this.#byLine.value[line];
  }

  choose(thing: Thing | undefined): void {
    this.chosen.value = thing;
    if (!thing) return;
    this.#bringUp(thing);
    this.line.value = thing.line;
    this.said.value = `${thing.name}, ${thing.line ? lines(thing.line, thing.endLine) : thing.id}`;
  }

  // A line of the source, and what stands there.
  jump(line: number): void {
    const thing = this.atLine(line);
    this.chosen.value = thing;
    if (thing) this.#bringUp(thing);
    this.line.value = line;
  }

  #bringUp(thing: Thing): void {
    if (this.shown.value !== "all" && this.shown.value !== thing.floor) this.show(thing.floor);
  }
}
