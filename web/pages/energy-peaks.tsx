// SPDX-License-Identifier: Apache-2.0
// ui://lintel/energy-peaks: what the peak heating and cooling loads of a run consist of, which zones need them and when.
import "../kit/theme.css";
import "../kit/base.css";
import "./energy-peaks/peaks.css";
import { computed, effect, type Signal, signal } from "@preact/signals";
import { render } from "preact";
import { css, distinct } from "../kit/colours.ts";
import { openSource, type ReadPart, sentence } from "../kit/data.ts";
import { counted, grouped } from "../kit/format.ts";
import { applyLook, turnTheme } from "../kit/look.ts";
import { figure } from "../kit/packed.ts";
import { runFacts, tellReady } from "../kit/run.ts";
import { Button } from "../parts/Button.tsx";
import { Stale } from "../parts/Stale.tsx";
import { Mark } from "../parts/Status.tsx";
import {
  byHour,
  type Component,
  type Peaks,
  type PeakZone,
  partName,
  readPeaks,
  shortName,
  type Side,
  waterfall,
} from "./energy-peaks/data.ts";

const peaks = signal<Peaks | undefined>(undefined);
const problem = signal("");
const wanted = signal("");
const said = signal("");
const chosen = { Cooling: signal(""), Heating: signal("") };
const sortBy = { Cooling: signal<"load" | "density">("load"), Heating: signal<"load" | "density">("load") };

async function load(value: unknown, part: ReadPart): Promise<void> {
  try {
    peaks.value = await readPeaks(value, part);
  } catch (wrong) {
    problem.value = sentence(wrong);
  }
}
const source = openSource("energy-peaks", "peaks", {
  data: (value, part) => void load(value, part),
  problem: (told) => (problem.value = told),
  context: applyLook,
});
const hosted = source.place === "app";

// A component has one colour in the whole page.
const colours = computed(() => {
  const names = new Set<string>();
  for (const side of [peaks.value?.cooling, peaks.value?.heating]) {
    for (const components of [side?.components ?? [], ...(side?.zones.map((zone) => zone.components) ?? [])])
      for (const { name } of components) names.add(shortName(name));
  }
  return new Map([...names].sort().map((name, index) => [name, css(distinct(index))]));
});
const colourOf = (component: Component) => colours.value.get(shortName(component.name)) ?? "var(--edge)";

const power = (watts: number): string =>
  Math.abs(watts) >= 10_000 ? figure(watts / 1000, "kW") : figure(Math.round(watts), "W");

function Waterfall({ components }: { components: Component[] }) {
  const { steps, total } = waterfall(components);
  return (
    <table class="waterfall">
      <tbody>
        {steps.map((step) => (
          <tr key={step.name} title={`${step.name}: ${power(step.watts)}`}>
            <th scope="row">
              <span class="swatch" style={{ background: colourOf(step) }} /> {partName(step.name, components)}
            </th>
            <td class="track">
              <span
                class={`piece${step.watts < 0 ? " less" : ""}`}
                style={{
                  left: `${100 * Math.min(step.from, step.to)}%`,
                  width: `${100 * Math.abs(step.to - step.from)}%`,
                  background: colourOf(step),
                }}
              />
            </td>
            <td>{power(step.watts)}</td>
            <td class="quiet">{step.watts > 0 ? `${Math.round(step.percent)} %` : "less"}</td>
          </tr>
        ))}
        <tr class="total">
          <th scope="row">All together</th>
          <td />
          <td>{power(total)}</td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}

// When zones peak: the load in each hour of the day.
function Timing({ side }: { side: Side }) {
  const hours = byHour(side.zones);
  const most = Math.max(...hours.map(({ load: watts }) => watts));
  if (!(most > 0)) return null;
  const days = [...new Set(side.zones.map(({ designDay }) => designDay).filter(Boolean))];
  return (
    <figure class="timing">
      <figcaption>
        When zones peak <span class="quiet">load by hour of the design day</span>
      </figcaption>
      <div
        class="hours"
        role="img"
        aria-label={hours
          .map(({ load: watts }, hour) => (watts ? `${hour} h ${power(watts)}` : ""))
          .filter(Boolean)
          .join(", ")}
      >
        {hours.map(({ load: watts, zones }, hour) => (
          <span key={hour} title={`${hour}:00 to ${hour + 1}:00: ${counted(zones, "zone")}, ${power(watts)}`}>
            <i style={{ height: `${(100 * watts) / most}%` }} />
          </span>
        ))}
      </div>
      <div class="clock" aria-hidden="true">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{hour} h</span>
        ))}
      </div>
      <p class="quiet">
        {days.slice(0, 3).join(", ")}
        {days.length > 3 && ` and ${days.length - 3} more design days`}
      </p>
    </figure>
  );
}

// The parts that add to the load where they are known, else one bar.
function ZoneBar({ zone, most }: { zone: PeakZone; most: number }) {
  const adding = zone.components.filter(({ watts }) => watts > 0);
  const sum = adding.reduce((all, { watts }) => all + watts, 0);
  return (
    <span class="bar-of-zone" style={{ width: `${(100 * zone.load) / Math.max(1e-9, most)}%` }}>
      {adding.map((each) => (
        <i key={each.name} style={{ width: `${(100 * each.watts) / sum}%`, background: colourOf(each) }} />
      ))}
      {!adding.length && <i class="plain" />}
    </span>
  );
}

const maxRows = 200;

function Zones({ side, zone }: { side: Side; zone: Signal<string> }) {
  const order = sortBy[side.word];
  const text = wanted.value.toLowerCase();
  const found = side.zones.filter(({ name }) => name.toLowerCase().includes(text));
  if (order.value === "density") found.sort((a, b) => (b.perArea || 0) - (a.perArea || 0));
  const most = Math.max(1e-9, ...side.zones.map(({ load: watts }) => watts));
  return (
    <table class="zones">
      <thead>
        <tr>
          <th scope="col">Zone</th>
          <th scope="col" class="wide">
            <span class="off-screen">Bar</span>
          </th>
          {(["load", "density"] as const).map((by) => (
            <th key={by} scope="col" aria-sort={order.value === by ? "descending" : "none"}>
              <button type="button" onClick={() => (order.value = by)}>
                {by === "load" ? "Load" : "W/m²"}
                {order.value === by && <span aria-hidden="true"> ▼</span>}
              </button>
            </th>
          ))}
          <th scope="col">Peak at</th>
        </tr>
      </thead>
      <tbody>
        {found.slice(0, maxRows).map((each) => (
          <tr key={each.name} class={zone.value === each.name ? "on" : ""}>
            <th scope="row">
              <button
                type="button"
                aria-pressed={zone.value === each.name}
                title={each.name}
                onClick={() => {
                  zone.value = zone.value === each.name ? "" : each.name;
                  said.value = zone.value ? `${each.name}: ${power(each.load)}` : "All zones";
                }}
              >
                <bdi>{each.name}</bdi>
              </button>
            </th>
            <td class="wide">
              <ZoneBar zone={each} most={most} />
            </td>
            <td>{power(each.load)}</td>
            <td>{figure(each.perArea)}</td>
            <td
              class="quiet"
              title={
                Number.isFinite(each.outdoor)
                  ? `outside ${figure(each.outdoor, "°C")}, inside ${figure(each.indoor, "°C")}`
                  : ""
              }
            >
              {each.time.replace(/:00$/, "")}
            </td>
          </tr>
        ))}
      </tbody>
      {found.length > maxRows && (
        <tfoot>
          <tr>
            <td colSpan={5} class="quiet">
              {grouped(found.length - maxRows)} more: write part of a name.
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function SideView({ side, floor }: { side: Side; floor: number }) {
  const zone = chosen[side.word];
  const picked = side.zones.find(({ name }) => name === zone.value);
  const components = picked ? picked.components : side.components;
  return (
    <section class={`side ${side.word.toLowerCase()}`}>
      <h2>
        {side.word} <strong>{power(side.load)}</strong>{" "}
        <span class="quiet">
          {floor > 0 && side.load > 0 && `${figure(side.load / floor, "W/m²")}, `}
          {side.zones.length > 0 && `${counted(side.zones.length, "zone")}, each at its own peak`}
        </span>
      </h2>
      {!side.zones.length && <p class="quiet">No zone was sized for {side.word.toLowerCase()}.</p>}
      {components.length > 0 && (
        <>
          <h3>
            {picked ? <bdi>{picked.name}</bdi> : "What the peak consists of"}{" "}
            <span class="quiet">{picked ? "at its own peak of the weather run" : `on ${side.time}`}</span>
            {picked && <Button press={() => (zone.value = "")}>All zones</Button>}
          </h3>
          <Waterfall components={components} />
        </>
      )}
      {picked && !components.length && (
        <p class="quiet">The parts of this zone’s peak are not known: see the notes above.</p>
      )}
      <Timing side={side} />
      {side.zones.length > 0 && <Zones side={side} zone={zone} />}
    </section>
  );
}

function Page() {
  const of = peaks.value;
  if (!of || problem.value) {
    return (
      <p class="empty" role={problem.value ? "alert" : "status"}>
        {problem.value || "Waiting for the peak loads."}
      </p>
    );
  }
  return (
    <main class="page">
      <header class="bar">
        <h1 title={of.run.model}>
          <bdi>{of.run.building || "Building"}</bdi>, peak loads{" "}
          <span class="quiet">
            <bdi>{runFacts(of.run)}</bdi>
          </span>
        </h1>
        <div class="tools">
          <input
            type="search"
            aria-label="Find a zone"
            placeholder="Find a zone"
            value={wanted.value}
            onInput={(event) => (wanted.value = event.currentTarget.value)}
          />
          {!hosted && <Button press={turnTheme}>Dark or light</Button>}
          {!hosted && <Button press={() => print()}>Print</Button>}
        </div>
      </header>
      <Stale stale={of.run.stale} />
      {of.flags.length > 0 && (
        <ul class="flags" aria-label="What deserves a look">
          {of.flags.map(({ code, message }, index) => (
            <li key={index}>
              <Mark severity={/^no|^not/.test(code) ? "info" : "warning"} />
              <span>
                <bdi>{message}</bdi>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div class="sides">
        <SideView side={of.cooling} floor={of.floorM2} />
        <SideView side={of.heating} floor={of.floorM2} />
      </div>
      <div class="off-screen" role="status" aria-live="polite">
        {said.value}
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
  if (peaks.value) document.title = `${peaks.value.run.building || "Run"} – peak loads`;
});
effect(() => {
  if (peaks.value || problem.value) tellReady();
});
