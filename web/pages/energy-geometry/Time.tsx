// SPDX-License-Identifier: Apache-2.0
// A simulated value over time: the slider below the picture, the scale beside it, and the series of what is chosen.
import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { sequential } from "../../kit/colours.ts";
import { figure, timeText } from "../../kit/packed.ts";
import { Button } from "../../parts/Button.tsx";
import { LineChart } from "../../parts/LineChart.tsx";
import { Stale } from "../../parts/Stale.tsx";
import type { Model, Spot, Values } from "./data.ts";
import { css, type GeometryState } from "./state.ts";

const playing = signal(false);
const stride = signal<"value" | "day">("value");
const frameMs = { value: 90, day: 250 };

// How many steps a day has, from the two ends of what is shown.
function stepsADay(values: Values, first: number, count: number): number {
  if (count < 2) return 1;
  const minutes = (values.times[first + count - 1]! - values.times[first]!) / (count - 1);
  return Math.max(1, Math.round(1440 / Math.max(1, minutes)));
}

export function togglePlay(): void {
  playing.value = !playing.value;
}

const whenText = (values: Values, step: number, name: string): string => timeText(values.times[step]) || name;

export function TimeBar({ state, values }: { state: GeometryState; values: Values }) {
  const environment = state.environment.value ?? { name: "", first: 0, count: values.times.length };
  const last = environment.first + environment.count - 1;
  const day = stepsADay(values, environment.first, environment.count);
  const by = stride.value === "day" ? Math.min(day, environment.count) : 1;
  const go = (steps: number) => {
    const next = state.time.value + steps;
    state.time.value =
      next > last ? environment.first : next < environment.first ? Math.max(environment.first, last) : next;
  };
  useEffect(() => {
    if (!playing.value) return undefined;
    const timer = setInterval(() => go(by), frameMs[stride.value]);
    return () => clearInterval(timer);
  }, [playing.value, by, environment.first, last]);
  const loading = state.arrived.value < values.parts;
  return (
    <div class="time" role="group" aria-label="Time">
      <Button label="One step back" press={() => go(-by)}>
        ◀
      </Button>
      <Button pressed={playing.value} press={togglePlay} title="Play or stop (P)">
        {playing.value ? "Stop" : "Play"}
      </Button>
      <Button label="One step on" press={() => go(by)}>
        ▶
      </Button>
      <input
        type="range"
        aria-label="Time"
        aria-valuetext={whenText(values, state.time.value, environment.name)}
        min={environment.first}
        max={last}
        value={state.time.value}
        onInput={(event) => (state.time.value = Number(event.currentTarget.value))}
      />
      <output title="The end of the interval, in local standard time">
        {whenText(values, state.time.value, environment.name)}
      </output>
      {values.environments.length > 1 && (
        <select
          aria-label="Environment"
          value={String(environment.first)}
          onChange={(event) => (state.time.value = Number(event.currentTarget.value))}
        >
          {values.environments.map(({ name, first }) => (
            <option key={first} value={String(first)}>
              {name}
            </option>
          ))}
        </select>
      )}
      {day > 1 && environment.count > 2 * day && (
        <select
          aria-label="Step"
          value={stride.value}
          onChange={(event) => (stride.value = event.currentTarget.value as "value" | "day")}
        >
          <option value="value">every value</option>
          <option value="day">every day</option>
        </select>
      )}
      {loading && (
        <span class="quiet" role="status">
          Loading {state.arrived.value} of {values.parts}
        </span>
      )}
    </div>
  );
}

function End({
  state,
  values,
  word,
  spot,
  value,
}: {
  state: GeometryState;
  values: Values;
  word: string;
  spot: Spot;
  value: number;
}) {
  return (
    <button
      type="button"
      class="end"
      title="Go there"
      onClick={() => {
        state.time.value = Math.min(spot.step, values.times.length - 1);
        const place = [...values.rows.keys()][spot.row] ?? -1;
        if (values.bySurface) state.choose(place);
        else if (state.zone.value !== place) state.chooseZone(place);
      }}
    >
      <span>{word}</span> <strong>{figure(value, values.unit)}</strong>
      <span class="quiet">
        <bdi>{spot.name}</bdi>
        <br />
        {timeText(values.times[spot.step])}
      </span>
    </button>
  );
}

// The ends of the colours can be changed, to compare with another picture or to look closer.
function Range({ state, values }: { state: GeometryState; values: Values }) {
  const { low, high } = state.range.value;
  const changed = low !== values.low || high !== values.high;
  const field = (name: "low" | "high", label: string) => (
    <label>
      <span class="off-screen">{label}</span>
      <input
        type="number"
        step="any"
        aria-label={label}
        value={Number(state.range.value[name].toPrecision(5))}
        onChange={(event) => {
          const value = event.currentTarget.valueAsNumber;
          if (Number.isFinite(value)) state.range.value = { ...state.range.value, [name]: value };
        }}
      />{" "}
      {values.unit}
    </label>
  );
  return (
    <div class="ends">
      {field("low", "Lowest colour")}
      <span>
        <Button press={() => state.rangeNow()} title="Colours from the lowest to the highest of this moment">
          Now
        </Button>{" "}
        <Button
          press={() => state.resetRange()}
          pressed={!changed}
          title="Colours from the lowest to the highest of the whole run"
        >
          Run
        </Button>
      </span>
      {field("high", "Highest colour")}
    </div>
  );
}

export function Scale({ state, model }: { state: GeometryState; model: Model }) {
  const values = model.values!;
  const shown = Array.from({ length: 24 }, (_, i) => css(sequential(i / 23)));
  return (
    <div class="pad scale-of-values">
      <Stale stale={values.stale} />
      <p>
        <strong>
          <bdi>{values.variable}</bdi>
        </strong>
        {values.unit && `, ${values.unit}`}{" "}
        <span class="quiet">
          {values.frequency}, {values.rows.size} {values.bySurface ? "surfaces" : "zones"}
        </span>
      </p>
      <div class="scale" style={{ background: `linear-gradient(90deg, ${shown.join(",")})` }} />
      <Range state={state} values={values} />
      <div class="both">
        <End state={state} values={values} word="Lowest" spot={values.lowest} value={values.low} />
        <End state={state} values={values} word="Highest" spot={values.highest} value={values.high} />
      </div>
      <Series state={state} model={model} values={values} />
      {values.others.length > 1 && (
        <details>
          <summary>{values.others.length} variables of this run can be shown</summary>
          <p class="quiet">Ask for one by its name: {values.others.join(", ")}.</p>
        </details>
      )}
    </div>
  );
}

// Of the chosen surface or zone; without one the mean of all.
function chosenRow(state: GeometryState, model: Model, values: Values): { name: string; row: Float64Array } {
  const surface = state.surface.value;
  const place = values.bySurface ? (surface?.id ?? -1) : surface && surface.zone >= 0 ? surface.zone : state.zone.value;
  const row = values.rows.get(place);
  const name = values.bySurface ? model.surfaces[place]?.name : model.zones[place]?.name;
  if (row && name) return { name, row };
  const mean = new Float64Array(values.times.length);
  const all = [...values.rows.values()];
  for (let step = 0; step < mean.length; step++) {
    let [sum, count] = [0, 0];
    for (const each of all) {
      if (!Number.isFinite(each[step]!)) continue;
      sum += each[step]!;
      count++;
    }
    mean[step] = count ? sum / count : NaN;
  }
  return { name: `mean of ${all.length} ${values.bySurface ? "surfaces" : "zones"}`, row: mean };
}

function Series({ state, model, values }: { state: GeometryState; model: Model; values: Values }) {
  const environment = state.environment.value ?? { first: 0, count: values.times.length };
  const chosen = useMemo(
    () => chosenRow(state, model, values),
    [state.chosen.value, state.zone.value, state.arrived.value, values],
  );
  const data = useMemo(
    () => ({
      times: values.times,
      unit: values.unit,
      lines: [{ name: chosen.name, colour: "var(--accent)", values: chosen.row }],
      first: environment.first,
      count: environment.count,
    }),
    [chosen, environment.first, environment.count],
  );
  if (environment.count < 2) return null;
  return (
    <>
      <p class="of">
        <bdi>{chosen.name}</bdi>
      </p>
      <LineChart
        data={data}
        label={`${values.variable}, ${chosen.name}`}
        at={state.time.value}
        mark={(step) => (state.time.value = step)}
      />
    </>
  );
}
