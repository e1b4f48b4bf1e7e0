// SPDX-License-Identifier: Apache-2.0
// ui://lintel/energy-geometry: an EnergyPlus model in 3D, to look at, turn, take apart and ask about.
import "../kit/theme.css";
import "../kit/base.css";
import "../parts/chart.css";
import "./energy-geometry/geometry.css";
import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { openSource } from "../kit/data.ts";
import { count } from "../kit/format.ts";
import { applyLook, turnTheme } from "../kit/look.ts";
import { Button } from "../parts/Button.tsx";
import { Fold } from "./plan/Fold.tsx";
import { Chosen, Findings, Legend, Zones } from "./energy-geometry/Side.tsx";
import { type Eye, Stage } from "./energy-geometry/Stage.tsx";
import { TimeBar, togglePlay } from "./energy-geometry/Time.tsx";
import { type ColourBy, colourWords, GeometryState } from "./energy-geometry/state.ts";

const state = new GeometryState();
let eye: Eye | undefined;
const flat = signal(false);
const open = { legend: signal(true), zones: signal(true), odd: signal(false) };

const source = openSource("energy-geometry", "geometry", {
  data: (value, part) => void state.load(value, part),
  problem: (sentence) => state.fail(sentence),
  context: applyLook,
});
const hosted = source.place === "app";

function toggleFlat(): void {
  flat.value = !flat.value;
  eye?.flat();
}

function savePicture(): void {
  if (!eye) return;
  const link = document.createElement("a");
  link.href = eye.picture();
  link.download = `${state.model.value?.name.replace(/[^\w.-]+/g, "_") ?? "model"}.png`;
  link.click();
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLInputElement && event.target.type !== "range") return;
  const keys: Record<string, () => void> = {
    "+": () => eye?.zoom(1.25),
    "=": () => eye?.zoom(1.25),
    "-": () => eye?.zoom(0.8),
    f: () => eye?.fit(),
    o: toggleFlat,
    p: () => state.model.value?.values && togglePlay(),
    i: () => (state.isolated.value = !state.isolated.value),
    Escape: () => (state.chosen.value >= 0 ? state.choose(-1) : state.chooseZone(state.zone.value)),
  };
  keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.();
});

function Bar() {
  const model = state.model.value;
  const ways = (Object.keys(colourWords) as ColourBy[]).filter((way) => way !== "value" || model?.values);
  return (
    <header class="bar">
      <h1 title={model?.name}>
        <bdi>{model?.name ?? "Model"}</bdi> <span class="quiet">{model?.facts}</span>
      </h1>
      <div class="tools" role="toolbar" aria-label="View">
        <label>
          Colour by{" "}
          <select
            value={state.colourBy.value}
            onChange={(event) => {
              state.hidden.value = new Set();
              state.colourBy.value = event.currentTarget.value as ColourBy;
            }}
          >
            {ways.map((way) => (
              <option key={way} value={way}>
                {colourWords[way]}
              </option>
            ))}
          </select>
        </label>
        <label title="Everything above that height is left out">
          Height{" "}
          <input
            type="range"
            min={0}
            max={1}
            step={0.01}
            value={state.cut.value}
            aria-label="Height that is shown"
            onInput={(event) => (state.cut.value = Number(event.currentTarget.value))}
          />
        </label>
        <Button title="Show everything (F)" press={() => eye?.fit()}>
          Fit
        </Button>
        <Button title="Without perspective (O)" pressed={flat.value} press={toggleFlat}>
          Parallel
        </Button>
        {!hosted && (
          <Button title="Save the picture as PNG" press={savePicture}>
            Save
          </Button>
        )}
        {!hosted && <Button press={turnTheme}>Dark or light</Button>}
      </div>
    </header>
  );
}

function Page() {
  const model = state.model.value;
  const problem = state.problem.value;
  return (
    <main class="page">
      <Bar />
      <div class="middle">
        <Stage state={state} ready={(given) => (eye = given)} />
        {(!model || problem || !model.surfaces.length) && (
          <p class="empty" role={problem ? "alert" : "status"}>
            {problem || (model ? "This model has no surfaces that can be drawn." : "Waiting for the model.")}
          </p>
        )}
      </div>
      {model?.values && state.colourBy.value === "value" && <TimeBar state={state} values={model.values} />}
      {model && (
        <aside class="side">
          <Chosen state={state} model={model} />
          <Fold name="Legend" note={colourWords[state.colourBy.value]} open={open.legend}>
            <Legend state={state} model={model} />
          </Fold>
          <Fold name="Zones" note={model.zones.length} open={open.zones}>
            <Zones state={state} model={model} />
          </Fold>
          <Fold
            name="Odd"
            note={count(model.findings.length + model.findingsLeft + model.leftOut.length, "thing")}
            open={open.odd}
          >
            <Findings model={model} />
          </Fold>
        </aside>
      )}
      <div class="off-screen" role="status" aria-live="polite">
        {state.said.value}
      </div>
    </main>
  );
}

// --- start ---

const root = document.createElement("div");
document.body.append(root);
render(<Page />, root);
source.bridge?.followSize(root);

effect(() => {
  if (state.model.value) document.title = `${state.model.value.name} – geometry`;
});
// What the person points at, for the model: the next message may be "make this window smaller".
effect(() => {
  const [surface, zone] = [state.surface.value, state.model.value?.zones[state.zone.value]];
  if ((!surface && !zone) || !source.bridge?.can("updateModelContext")) return;
  const text = surface
    ? `The user has chosen the ${surface.objectType} "${surface.name}" in the 3D view.`
    : `The user has chosen the zone "${zone!.name}" in the 3D view.`;
  source.bridge.request("ui/update-model-context", { content: [{ type: "text", text }] }).catch(() => undefined);
});
effect(() => {
  if (state.model.value || state.problem.value) {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => ((window as { lintelReady?: boolean }).lintelReady = true)),
    );
  }
});
