// SPDX-License-Identifier: Apache-2.0
// What stands beside the picture: the chosen surface, the legend, the zones, what is odd.
import { signal } from "@preact/signals";
import { count, grouped } from "../../kit/format.ts";
import { Button } from "../../parts/Button.tsx";
import { Mark } from "../../parts/Status.tsx";
import type { Model, Surface } from "./data.ts";
import { css, type GeometryState } from "./state.ts";
import { figure as valueText } from "../../kit/packed.ts";
import { Scale } from "./Time.tsx";

const figure = (value: number, unit: string, digits = 1) => `${grouped(Number(value.toFixed(digits)))} ${unit}`;
const points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const faces = (surface: Surface) =>
  surface.tilt < 1
    ? "up"
    : surface.tilt > 179
      ? "down"
      : `${points[Math.round(surface.azimuth / 45) % 8]} (${surface.azimuth.toFixed(0)}°), tilt ${surface.tilt.toFixed(0)}°`;

export function Chosen({ state, model }: { state: GeometryState; model: Model }) {
  const surface = state.surface.value;
  if (!surface) return <p class="quiet pad">Choose a surface in the picture, or a zone below.</p>;
  const zone = model.zones[surface.zone];
  const rows: [string, string][] = [
    ["Type", [surface.type, surface.objectType].filter(Boolean).join(" · ")],
    ["Zone", zone?.name ?? "none"],
    ["Boundary", surface.boundary || "none"],
    ["Construction", surface.construction || "none"],
    ["Area", figure(surface.areaM2, "m²", 2)],
    ["Faces", faces(surface)],
  ];
  const value = state.valueOf(state.rowOf(surface));
  if (model.values && value !== undefined)
    rows.unshift([model.values.bySurface ? "Value" : "Zone's value", valueText(value, model.values.unit)]);
  const parent = model.surfaces[surface.parent];
  if (parent) rows.push(["In", parent.name]);
  return (
    <div class="chosen pad">
      <h3>
        <bdi>{surface.name}</bdi>
      </h3>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {zone && state.zone.value !== surface.zone && (
        <Button press={() => state.chooseZone(surface.zone)}>Show its zone</Button>
      )}
    </div>
  );
}

export function Legend({ state, model }: { state: GeometryState; model: Model }) {
  if (state.colourBy.value === "value" && model.values) return <Scale state={state} model={model} />;
  return (
    <ul class="legend">
      {state.legend.value.slice(0, 400).map(({ name, count: number, colour }) => (
        <li key={name}>
          <label title={name}>
            <input type="checkbox" checked={!state.hidden.value.has(name)} onChange={() => state.toggle(name)} />
            <span class="swatch" style={{ background: css(colour) }} />
            <bdi class="name">{name}</bdi>
            <span class="number">{grouped(number)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

// By itself, so that a step in time draws these cells and no rows.
function ValueCell({ state, zone }: { state: GeometryState; zone: number }) {
  const value = state.zoneValue(zone);
  return <td class="now">{value === undefined ? "–" : valueText(value)}</td>;
}

const wanted = signal("");
const maxRows = 500;

export function Zones({ state, model }: { state: GeometryState; model: Model }) {
  const found = model.zones
    .map((zone, index) => ({ zone, index }))
    .filter(({ zone }) => zone.name.toLowerCase().includes(wanted.value.toLowerCase()));
  const byZone = state.colourBy.value === "value" && model.values && !model.values.bySurface;
  return (
    <>
      <div class="find">
        <input
          type="search"
          aria-label="Find a zone"
          placeholder="Find a zone"
          value={wanted.value}
          onInput={(event) => (wanted.value = event.currentTarget.value)}
        />
        <Button
          pressed={state.isolated.value}
          press={() => (state.isolated.value = !state.isolated.value)}
          title="Hide all but the chosen zone (I)"
        >
          Isolate
        </Button>
      </div>
      <table class="zones">
        <thead>
          <tr>
            <th scope="col">Zone</th>
            {byZone && <th scope="col">Value {model.values!.unit}</th>}
            <th scope="col">Floor m²</th>
            <th scope="col">Volume m³</th>
            <th scope="col">Windows m²</th>
          </tr>
        </thead>
        <tbody>
          {found.slice(0, maxRows).map(({ zone, index }) => (
            <tr key={index} class={state.zone.value === index ? "on" : ""}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={state.zone.value === index}
                  onClick={() => state.chooseZone(index)}
                  title={zone.name}
                >
                  <bdi>{zone.name}</bdi>
                  {zone.multiplier !== 1 && <span class="quiet"> ×{zone.multiplier}</span>}
                </button>
              </th>
              {byZone && <ValueCell state={state} zone={index} />}
              <td>{grouped(Number(zone.floorM2.toFixed(1)))}</td>
              <td>{grouped(Number(zone.volumeM3.toFixed(1)))}</td>
              <td>{grouped(Number(zone.windowM2.toFixed(1)))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.length > maxRows && (
        <p class="quiet pad">{count(found.length - maxRows, "more zone")}: write part of the name.</p>
      )}
    </>
  );
}

export function Findings({ model }: { model: Model }) {
  if (!model.findings.length && !model.leftOut.length) return <p class="quiet pad">Nothing odd was found.</p>;
  return (
    <ul class="findings">
      {model.leftOut.map((sentence) => (
        <li key={sentence}>
          <Mark severity="warning" />
          <span>
            <bdi>{sentence}</bdi>
          </span>
        </li>
      ))}
      {model.findings.map((finding, index) => (
        <li key={index}>
          <Mark severity="warning" />
          <span>
            <strong>
              <bdi>{finding.object}</bdi>
            </strong>{" "}
            {finding.message}
          </span>
        </li>
      ))}
      {model.findingsLeft > 0 && <li class="quiet">{count(model.findingsLeft, "more")}</li>}
    </ul>
  );
}
