// SPDX-License-Identifier: Apache-2.0
// What the geometry page knows: the model, what is chosen, hidden and coloured.
import { computed, signal } from "@preact/signals";
import { css, distinct, kinds, missing, type Rgb, sequential } from "../../kit/colours.ts";
import { type ReadPart, sentence } from "../../kit/data.ts";
import { addValues, type Kind, kindNames, type Model, readModel, type Surface } from "./data.ts";

export type ColourBy = "type" | "zone" | "boundary" | "construction" | "value";
export const colourWords: Record<ColourBy, string> = {
  type: "Type",
  zone: "Zone",
  boundary: "Boundary",
  construction: "Construction",
  value: "Simulated value",
};

export class GeometryState {
  readonly model = signal<Model | undefined>(undefined);
  readonly problem = signal("");
  readonly colourBy = signal<ColourBy>("type");
  readonly chosen = signal(-1); // a surface
  readonly zone = signal(-1); // a zone
  readonly isolated = signal(false); // nothing but that zone
  readonly hiddenKinds = signal<ReadonlySet<Kind>>(new Set());
  readonly hidden = signal<ReadonlySet<string>>(new Set()); // names of the legend
  readonly cut = signal(1); // share of the height that is shown
  readonly time = signal(0); // a step of the values
  readonly arrived = signal(0); // parts of the values that are there
  readonly range = signal<{ low: number; high: number }>({ low: 0, high: 1 }); // of the colours
  readonly said = signal("");

  async load(value: unknown, part: ReadPart): Promise<void> {
    try {
      const model = await readModel(value, part);
      this.time.value = model.values?.step ?? 0;
      this.resetRange(model);
      this.colourBy.value = model.values ? "value" : "type";
      this.model.value = model;
      await this.#loadValues(model, part);
    } catch (problem) {
      this.fail(sentence(problem));
    }
  }
  // One after the other, that of the first picture first, so that it can be looked at while the others come.
  async #loadValues({ values }: Model, part: ReadPart): Promise<void> {
    if (!values) return;
    const first = Math.min(values.parts - 1, Math.floor(values.step / values.block));
    const order = [first, ...Array.from({ length: values.parts }, (_, i) => i).filter((i) => i !== first)];
    for (const number of order) {
      addValues(values, await part(`values-${number}`));
      this.arrived.value++;
    }
  }
  resetRange(model = this.model.value): void {
    if (model?.values) this.range.value = { low: model.values.low, high: model.values.high };
  }
  rangeNow(): void {
    let [low, high] = [Infinity, -Infinity];
    for (const row of this.model.value?.values?.rows.values() ?? []) {
      const value = this.valueOf(row);
      if (value !== undefined) [low, high] = [Math.min(low, value), Math.max(high, value)];
    }
    if (low <= high) this.range.value = { low, high };
  }
  readonly environment = computed(() =>
    this.model.value?.values?.environments.findLast(({ first }) => first <= this.time.value),
  );
  fail(sentence: string): void {
    this.problem.value = sentence;
  }

  readonly surface = computed<Surface | undefined>(() => this.model.value?.surfaces[this.chosen.value]);
  readonly heights = computed(() => {
    let [low, high] = [Infinity, -Infinity];
    for (const { points } of this.model.value?.surfaces ?? []) {
      for (let i = 2; i < points.length; i += 3) {
        low = Math.min(low, points[i]!);
        high = Math.max(high, points[i]!);
      }
    }
    return low < high ? { low, high } : { low: 0, high: 1 };
  });
  readonly cutAt = computed(() => {
    const { low, high } = this.heights.value;
    return this.cut.value >= 1 ? Infinity : low + (high - low) * this.cut.value;
  });

  nameOf(surface: Surface): string {
    const by = this.colourBy.value;
    if (by === "zone" || by === "value") return this.model.value?.zones[surface.zone]?.name ?? "No zone";
    if (by === "boundary") return surface.boundary || "None";
    if (by === "construction") return surface.construction || "None";
    return surface.kind;
  }
  // The names that have a colour, as many as there are surfaces of each.
  readonly legend = computed(() => {
    const counts = new Map<string, number>();
    for (const surface of this.model.value?.surfaces ?? []) {
      const name = this.nameOf(surface);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const names = this.colourBy.value === "type" ? kindNames.filter((kind) => counts.has(kind)) : [...counts.keys()];
    return names.map((name, index) => ({
      name,
      count: counts.get(name) ?? 0,
      colour: this.colourBy.value === "type" ? kinds[name]! : name === "No zone" ? missing : distinct(index),
    }));
  });
  readonly #colours = computed(() => new Map(this.legend.value.map(({ name, colour }) => [name, colour])));

  // The row that colours a surface; a zone has one where the values are by zone.
  rowOf(surface: Surface): Float64Array | undefined {
    const values = this.model.value?.values;
    return values?.rows.get(values.bySurface ? surface.id : surface.zone);
  }
  valueOf(row: Float64Array | undefined): number | undefined {
    void this.arrived.value;
    const value = row?.[this.time.value];
    return value !== undefined && Number.isFinite(value) ? value : undefined;
  }
  zoneValue(zone: number): number | undefined {
    const values = this.model.value?.values;
    return values && !values.bySurface ? this.valueOf(values.rows.get(zone)) : undefined;
  }
  colourOf(surface: Surface): Rgb {
    if (this.colourBy.value !== "value" || !this.model.value?.values)
      return this.#colours.value.get(this.nameOf(surface)) ?? missing;
    const value = this.valueOf(this.rowOf(surface));
    const { low, high } = this.range.value;
    return value === undefined ? missing : sequential(high > low ? (value - low) / (high - low) : 0.5);
  }
  solidOf(surface: Surface): number {
    if (this.hiddenKinds.value.has(surface.kind) || this.hidden.value.has(this.nameOf(surface))) return 0;
    if (this.zone.value >= 0 && surface.zone !== this.zone.value) return this.isolated.value ? 0 : 0.12;
    return 1;
  }

  choose(id: number): void {
    this.chosen.value = id;
    const surface = this.surface.value;
    this.said.value = surface ? `${surface.name}, ${surface.type}` : "Nothing chosen";
  }
  chooseZone(zone: number): void {
    this.zone.value = this.zone.value === zone ? -1 : zone;
    this.chosen.value = -1;
    this.said.value = this.model.value?.zones[this.zone.value]?.name ?? "All zones";
  }
  toggle(name: string): void {
    const next = new Set(this.hidden.value);
    if (!next.delete(name)) next.add(name);
    this.hidden.value = next;
  }
}

export { css };
