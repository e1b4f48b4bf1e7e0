// SPDX-License-Identifier: Apache-2.0
// The peak loads of a run as the program sends them; zones come in parts.
import type { ReadPart } from "../../kit/data.ts";
import { type Fields, list, text, whole } from "../../kit/decode.ts";
import { amount, asFields, decodeRun, type Run } from "../../kit/run.ts";

export interface Component {
  name: string;
  watts: number; // what it adds to the load; negative: it lessens it
  percent: number; // of all that add to it
}
export interface PeakZone {
  name: string;
  load: number; // W
  perArea: number; // W/m²; NaN: unknown
  designDay: string;
  time: string;
  outdoor: number; // °C
  indoor: number;
  components: Component[];
}
export interface Side {
  word: "Cooling" | "Heating";
  load: number;
  time: string;
  components: Component[];
  zones: PeakZone[];
}
export interface Flag {
  code: string;
  message: string;
}
export interface Peaks {
  run: Run;
  floorM2: number;
  cooling: Side;
  heating: Side;
  flags: Flag[];
}

const decodeComponents = (value: unknown): Component[] =>
  list(value, 100)
    .map((each) => ({ name: text(each["name"]), watts: amount(each["watts"]), percent: amount(each["percent"]) }))
    .filter(({ watts }) => Number.isFinite(watts));

const decodeZone = (from: Fields): PeakZone => ({
  name: text(from["zone"]),
  load: amount(from["design_load_w"]) || 0,
  perArea: amount(from["load_per_area_w_m2"]),
  designDay: text(from["design_day"]),
  time: text(from["time"]),
  outdoor: amount(from["outdoor_c"]),
  indoor: amount(from["indoor_c"]),
  components: decodeComponents(from["components"]),
});

async function readSide(from: Fields, word: Side["word"], parts: number, part: ReadPart): Promise<Side> {
  const zones: PeakZone[] = [];
  for (let i = 0; i < Math.min(parts, 1000); i++) {
    zones.push(...list(asFields(await part(`${word.toLowerCase()}-${i}`))["zones"], 1000).map(decodeZone));
  }
  return {
    word,
    load: amount(from["design_load_w"]) || 0,
    time: text(from["peak_time"]),
    components: decodeComponents(from["components"]),
    zones,
  };
}

export async function readPeaks(value: unknown, part: ReadPart): Promise<Peaks> {
  if (typeof value !== "object" || value === null) throw new Error("The server sent no peak loads.");
  const from = asFields(value);
  return {
    run: decodeRun(from["run"]),
    floorM2: amount(from["floor_area_m2"]),
    cooling: await readSide(asFields(from["cooling"]), "Cooling", whole(from["cooling_parts"]), part),
    heating: await readSide(asFields(from["heating"]), "Heating", whole(from["heating_parts"]), part),
    flags: list(from["flags"], 1000).map((each) => ({ code: text(each["code"]), message: text(each["message"]) })),
  };
}

// "Window Heat Addition" is Window.
export const shortName = (name: string): string =>
  name.replace(/ (Sensible )?(Heat|Air) (Addition|Removal)$/, "").trim();

// The same, but told apart where air brings heat and takes it away.
export const partName = (name: string, all: Component[]): string => {
  const short = shortName(name);
  const twice = all.filter((each) => shortName(each.name) === short).length > 1;
  return twice ? `${short}, ${name.endsWith("Removal") ? "loss" : "gain"}` : short;
};

// Where each part of a waterfall begins and ends, as shares of its whole width.
export interface Step extends Component {
  from: number;
  to: number;
}
export function waterfall(components: Component[]): { steps: Step[]; total: number } {
  let [at, low, high] = [0, 0, 0];
  const raw = components.map((each) => {
    const from = at;
    at += each.watts;
    [low, high] = [Math.min(low, at), Math.max(high, at)];
    return { ...each, from, to: at };
  });
  const span = Math.max(1e-9, high - low);
  const share = (value: number) => (value - low) / span;
  return { steps: raw.map((step) => ({ ...step, from: share(step.from), to: share(step.to) })), total: at };
}

// The load that peaks in each hour of the day. "7/21 15:30:00" and "21-JUL-15:30" are in the hour that begins at 15.
export function byHour(zones: PeakZone[]): { load: number; zones: number }[] {
  const hours = Array.from({ length: 24 }, () => ({ load: 0, zones: 0 }));
  for (const { time, load } of zones) {
    const found = /(\d{1,2}):(\d{2})/.exec(time);
    const hour = found ? hours[Number(found[1]) % 24] : undefined;
    if (!hour || load <= 0) continue;
    hour.load += load;
    hour.zones++;
  }
  return hours;
}
