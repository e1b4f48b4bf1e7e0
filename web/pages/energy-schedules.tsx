// SPDX-License-Identifier: Apache-2.0
// ui://lintel/energy-schedules: the schedules of an EnergyPlus model over a year, as heat maps and days.
import "../kit/theme.css";
import "../kit/base.css";
import "./energy-schedules/schedules.css";
import { computed, effect, signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { css, sequential } from "../kit/colours.ts";
import { openSource, sentence } from "../kit/data.ts";
import { counted, grouped } from "../kit/format.ts";
import { applyLook, turnTheme } from "../kit/look.ts";
import { Button } from "../parts/Button.tsx";
import { Mark } from "../parts/Status.tsx";
import { profiles, readYear, type Schedule, shown, type Year } from "./energy-schedules/data.ts";
import { HeatMap, paint, type Spot } from "./energy-schedules/HeatMap.tsx";

const year = signal<Year | undefined>(undefined);
const problem = signal("");
const wanted = signal("");
const chosen = signal(0);
const spot = signal<Spot | undefined>(undefined);

const source = openSource("energy-schedules", "schedules", {
  data: (value, part) =>
    void readYear(value, part).then(
      (read) => (year.value = read),
      (wrong: unknown) => (problem.value = sentence(wrong)),
    ),
  problem: (told) => (problem.value = told),
  context: applyLook,
});
const hosted = source.place === "app";

const found = computed(() => {
  const text = wanted.value.toLowerCase();
  return (year.value?.schedules ?? [])
    .map((schedule, index) => ({ schedule, index }))
    .filter(({ schedule }) => schedule.name.toLowerCase().includes(text));
});
const maxRows = 300;

function Thumb({ schedule }: { schedule: Schedule }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) paint(canvas.current, schedule);
  }, [schedule]);
  return <canvas ref={canvas} class="thumb" aria-hidden="true" />;
}

function List() {
  return (
    <nav class="list" aria-label="Schedules">
      <input
        type="search"
        aria-label="Find a schedule"
        placeholder="Find a schedule"
        value={wanted.value}
        onInput={(event) => (wanted.value = event.currentTarget.value)}
      />
      <ul>
        {found.value.slice(0, maxRows).map(({ schedule, index }) => (
          <li key={index}>
            <button
              type="button"
              aria-current={chosen.value === index}
              title={schedule.name}
              onClick={() => {
                chosen.value = index;
                spot.value = undefined;
              }}
            >
              <bdi class="name">{schedule.name}</bdi>
              <span class="quiet">
                {schedule.low === schedule.high
                  ? shown(schedule.low, schedule.unit)
                  : `${shown(schedule.low, "")} to ${shown(schedule.high, schedule.unit)}`}
              </span>
              <Thumb schedule={schedule} />
            </button>
          </li>
        ))}
      </ul>
      {found.value.length > maxRows && (
        <p class="quiet pad">{grouped(found.value.length - maxRows)} more: write part of a name.</p>
      )}
      {!found.value.length && <p class="quiet pad">No schedule has that name.</p>}
    </nav>
  );
}

function Scale({ schedule }: { schedule: Schedule }) {
  const stops = Array.from({ length: 20 }, (_, i) => css(sequential(i / 19)));
  if (schedule.low === schedule.high) return <p>Always {shown(schedule.low, schedule.unit)}</p>;
  return (
    <div class="scale">
      <span>{shown(schedule.low, schedule.unit)}</span>
      <span class="ramp" style={{ background: `linear-gradient(90deg, ${stops.join(",")})` }} />
      <span>{shown(schedule.high, schedule.unit)}</span>
    </div>
  );
}

const [chartWidth, chartHeight] = [320, 90];

// The values of a day as steps.
function Profile({ schedule, shape }: { schedule: Schedule; shape: number[] }) {
  const span = schedule.high - schedule.low;
  const y = (value: number) => chartHeight - 8 - (span > 0 ? (value - schedule.low) / span : 0.5) * (chartHeight - 16);
  const x = (hour: number) => (hour / 24) * chartWidth;
  const path = shape
    .map((value, hour) => `${hour ? "L" : "M"}${x(hour)} ${y(value)}L${x(hour + 1)} ${y(value)}`)
    .join("");
  return (
    <svg
      class="profile"
      viewBox={`0 0 ${chartWidth} ${chartHeight + 14}`}
      role="img"
      aria-label={shape.map((value, hour) => `${hour} h ${shown(value, "")}`).join(", ")}
    >
      {[0, 6, 12, 18, 24].map((hour) => (
        <g key={hour}>
          <line x1={x(hour)} x2={x(hour)} y1={0} y2={chartHeight} />
          <text x={x(hour)} y={chartHeight + 11} text-anchor={hour === 0 ? "start" : hour === 24 ? "end" : "middle"}>
            {hour} h
          </text>
        </g>
      ))}
      <path d={path} />
    </svg>
  );
}

function Detail({ of }: { of: Year }) {
  const schedule = of.schedules[chosen.value];
  if (!schedule) return <p class="empty">This model has no schedules that can be shown.</p>;
  const days = profiles(schedule, of.dayTypes);
  return (
    <section class="detail">
      <h2>
        <bdi>{schedule.name}</bdi>
      </h2>
      <p class="quiet">
        {[
          schedule.type,
          schedule.limits,
          `mean ${shown(schedule.mean, schedule.unit)}`,
          `${grouped(Math.round(schedule.mean * schedule.days.length * 24))} value-hours a year`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <Scale schedule={schedule} />
      <HeatMap schedule={schedule} year={of} spot={spot} />
      <h3>Its days</h3>
      <ul class="profiles">
        {days.slice(0, 12).map(({ shape, days: number, words }, index) => (
          <li key={index}>
            <p>
              <strong>{counted(number, "day")}</strong> <span class="quiet">{words}</span>
            </p>
            <Profile schedule={schedule} shape={shape} />
          </li>
        ))}
      </ul>
      {days.length > 12 && <p class="quiet">{counted(days.length - 12, "more kind of day", "more kinds of day")}</p>}
    </section>
  );
}

function Page() {
  const of = year.value;
  if (!of || problem.value) {
    return (
      <p class="empty" role={problem.value ? "alert" : "status"}>
        {problem.value || "Waiting for the schedules."}
      </p>
    );
  }
  return (
    <main class="page">
      <header class="bar">
        <h1>
          <bdi>{of.name}</bdi>{" "}
          <span class="quiet">
            {counted(of.schedules.length, "schedule")}, {of.year}
          </span>
        </h1>
        {!hosted && <Button press={turnTheme}>Dark or light</Button>}
        {!hosted && <Button press={() => print()}>Print</Button>}
      </header>
      <List />
      <div class="middle">
        <Detail of={of} />
        {of.skipped.length > 0 && (
          <ul class="skipped">
            {of.skipped.map(({ name, type, reason }) => (
              <li key={name}>
                <Mark severity="warning" /> <bdi>{name}</bdi> <span class="quiet">{type}</span> is not shown: {reason}
              </li>
            ))}
          </ul>
        )}
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
  if (year.value) document.title = `${year.value.name} – schedules ${year.value.year}`;
});
effect(() => {
  if (year.value || problem.value) {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => ((window as { lintelReady?: boolean }).lintelReady = true)),
    );
  }
});
