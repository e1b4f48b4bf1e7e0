// SPDX-License-Identifier: Apache-2.0
// ui://lintel/plan: a floor plan to look at, measure and read beside its source.
import "../kit/theme.css";
import "../kit/base.css";
import "./plan/plan.css";
import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { copyText } from "../kit/copy.ts";
import { openSource } from "../kit/data.ts";
import { area, count, lines, size } from "../kit/format.ts";
import { applyLook } from "../kit/look.ts";
import { type View, zoomedAt } from "../kit/viewport.ts";
import { Button } from "../parts/Button.tsx";
import { Mark, type Severity, words } from "../parts/Status.tsx";
import { Findings } from "./plan/Findings.tsx";
import { Floors } from "./plan/Floors.tsx";
import { Fold } from "./plan/Fold.tsx";
import { Measure } from "./plan/measure.ts";
import type { Finding } from "./plan/data.ts";
import { PlanState, type Thing } from "./plan/state.ts";
import { Print } from "./plan/Print.tsx";
import { Rooms, roomsOn } from "./plan/Rooms.tsx";
import { SourceText } from "./plan/SourceText.tsx";
import { Stage } from "./plan/Stage.tsx";

const state = new PlanState();
const measure = new Measure();
const view = signal<View>({ x: 0, y: 0, z: 1 });
const fit = signal(true);
const modes = signal<string[]>([]);
const mode = signal("inline");
const wide = matchMedia("(min-width: 760px)");
const open = { rooms: signal(wide.matches), findings: signal(wide.matches), source: signal(wide.matches) };

const source = openSource("plan", "plan", {
  data: (value) => state.load(value),
  problem: (sentence) => state.fail(sentence),
  context(context) {
    applyLook(context);
    modes.value = context.availableDisplayModes ?? [];
    mode.value = context.displayMode ?? "inline";
  },
});

// --- what the controls do ---

function zoomBy(factor: number): void {
  const stage = document.querySelector(".stage")?.getBoundingClientRect();
  fit.value = false;
  view.value = zoomedAt(view.value, { x: (stage?.width ?? 0) / 2, y: (stage?.height ?? 0) / 2 }, factor);
}

function fitAll(): void {
  fit.value = false;
  fit.value = true;
}

function toggleMeasure(): void {
  state.measuring.value = !state.measuring.value;
  state.hovered.value = undefined;
  measure.clear();
  if (state.measuring.value) document.querySelector<SVGElement>(".stage")?.focus();
}

// One step back: the point begun, then measuring, then what is chosen.
function escape(): void {
  if (!state.measuring.value) state.choose(undefined);
  else if (measure.escape()) toggleMeasure();
}

async function copyId(thing: Thing): Promise<void> {
  state.said.value = (await copyText(thing.id)) ? `Copied ${thing.id}` : `Could not copy ${thing.id}`;
}

async function switchMode(): Promise<void> {
  const wanted = mode.value === "fullscreen" ? "inline" : "fullscreen";
  const answer = await source.bridge?.request("ui/request-display-mode", { mode: wanted });
  const given = (answer as { mode?: unknown } | undefined)?.mode;
  if (typeof given === "string") mode.value = given;
}

function downloadSvg(): void {
  const sheet = state.visible.value[0];
  if (!sheet) return;
  const link = document.createElement("a");
  link.href = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sheet.floor.svg)}`;
  link.download = `${[state.plan.value?.title, sheet.floor.id].join("-").replace(/[^\w-]+/g, "_")}.svg`;
  link.click();
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
  const keys: Record<string, () => void> = {
    "+": () => zoomBy(1.25),
    "=": () => zoomBy(1.25),
    "-": () => zoomBy(0.8),
    f: fitAll,
    "0": fitAll,
    m: toggleMeasure,
    Escape: escape,
  };
  keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.();
});

// --- what is on the page ---

function Bar() {
  const wide = modes.value.includes("fullscreen");
  return (
    <header class="bar">
      <h1 title={state.plan.value?.title}>{state.plan.value?.title ?? "Floor plan"}</h1>
      <Floors state={state} />
      <div class="tools" role="toolbar" aria-label="View">
        <Button label="Zoom out" title="Zoom out (−)" press={() => zoomBy(0.8)}>
          −
        </Button>
        <Button label="Zoom in" title="Zoom in (+)" press={() => zoomBy(1.25)}>
          +
        </Button>
        <Button title="Show the whole plan (F)" press={fitAll}>
          Fit
        </Button>
        <Button title="Measure between two points (M)" pressed={state.measuring.value} press={toggleMeasure}>
          Measure
        </Button>
        {source.place !== "app" && (
          <Button title="Save this floor as SVG" press={downloadSvg}>
            Save SVG
          </Button>
        )}
        {wide && <Button press={() => void switchMode()}>{mode.value === "fullscreen" ? "Shrink" : "Enlarge"}</Button>}
      </div>
    </header>
  );
}

function Facts({ thing }: { thing: Thing }) {
  const plan = state.plan.value;
  const room = thing.room;
  const facts = [
    room && plan && size(room.widthM, room.depthM, plan.unit),
    room && plan && area(room.areaM2, plan.areaUnit),
    thing.line > 0 && lines(thing.line, thing.endLine),
  ].filter(Boolean);
  return (
    <>
      <strong>{thing.name}</strong>
      <span class="facts">{facts.join(" · ")}</span>
    </>
  );
}

function Foot() {
  const [chosen, hovered] = [state.chosen.value, state.hovered.value];
  const thing = hovered ?? chosen;
  return (
    <footer class="foot">
      {state.measuring.value ? (
        <span>
          {measure.from.value ? "Choose the second point." : "Choose the first point."}{" "}
          <span class="quiet">Shift keeps it straight, Esc ends.</span>
        </span>
      ) : thing ? (
        <Facts thing={thing} />
      ) : (
        <span class="quiet">Choose a room to see it in the source.</span>
      )}
      {chosen && !state.measuring.value && (!hovered || hovered === chosen) && (
        <Button title={chosen.id} press={() => void copyId(chosen)}>
          Copy id
        </Button>
      )}
      <span class="zoom">{Math.round(view.value.z * 100)} %</span>
    </footer>
  );
}

function Tally({ findings }: { findings: Finding[] }) {
  const severities: Severity[] = ["error", "warning", "info"];
  const counted = severities.map((severity) => ({
    severity,
    number: findings.filter((f) => f.severity === severity).length,
  }));
  return (
    <>
      {counted
        .filter(({ number }) => number > 0)
        .map(({ severity, number }) => (
          <span key={severity} class="tally">
            <Mark severity={severity} /> {count(number, words[severity].toLowerCase())}
          </span>
        ))}
    </>
  );
}

function Empty() {
  const problem = state.problem.value;
  const plan = state.plan.value;
  if (!problem && plan && plan.floors.some((floor) => floor.svg)) return null;
  const nothing = plan ? "There is nothing to draw yet." : "Waiting for the plan.";
  return (
    <p class="empty" role={problem ? "alert" : "status"}>
      {problem || nothing}
    </p>
  );
}

function Page() {
  const plan = state.plan.value;
  const rooms = roomsOn(state.visible.value).length;
  return (
    <main class={`page ${source.place}`}>
      <Bar />
      <div class="middle">
        <Stage state={state} measure={measure} view={view} fit={fit} />
        <Empty />
      </div>
      <Foot />
      {plan && (
        <aside class="side">
          <Fold name="Rooms" note={rooms} open={open.rooms}>
            <Rooms state={state} />
          </Fold>
          <Fold name="Findings" note={<Tally findings={plan.findings} />} open={open.findings}>
            <Findings state={state} />
          </Fold>
          <Fold name="Source" note={count(plan.source.length, "line")} open={open.source}>
            <SourceText state={state} />
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

const paper = document.createElement("div");
paper.className = "paper-pages";
const printed = matchMedia("print");
const fillPaper = () => render(printed.matches ? <Print state={state} /> : null, paper);
addEventListener("beforeprint", () => render(<Print state={state} />, paper));
addEventListener("afterprint", fillPaper);
printed.addEventListener("change", fillPaper);

// Panels fold away where there is no room beside the drawing.
wide.addEventListener("change", () => {
  for (const section of Object.values(open)) section.value = wide.matches;
});

const root = document.createElement("div");
document.body.append(root, paper);
render(<Page />, root);
source.bridge?.followSize(root);

effect(() => {
  if (state.plan.value) document.title = state.plan.value.title;
});
effect(() => {
  measure.clear();
  void state.shown.value;
});
// What the person points at, for the model: the next message may be "make this one wider".
effect(() => {
  const thing = state.chosen.value;
  if (!thing || !source.bridge?.can("updateModelContext")) return;
  const text = `The user has chosen ${thing.id} (${lines(thing.line, thing.endLine)}) in the floor plan.`;
  source.bridge.request("ui/update-model-context", { content: [{ type: "text", text }] }).catch(() => undefined);
});
effect(() => {
  if (state.plan.value || state.problem.value) {
    requestAnimationFrame(() => ((window as { lintelReady?: boolean }).lintelReady = true));
  }
});
