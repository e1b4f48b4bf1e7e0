// SPDX-License-Identifier: Apache-2.0
// A year at a glance: a day in each column, an hour in each row, from midnight at the top.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { sequential } from "../../kit/colours.ts";
import { dayTypeWords, isoDay, type Schedule, shown, type Year } from "./data.ts";

const rowHeight = 6;

export function paint(canvas: HTMLCanvasElement, schedule: Schedule): void {
  canvas.width = Math.max(1, schedule.days.length);
  canvas.height = 24;
  const context = canvas.getContext("2d");
  if (!context) return;
  const image = context.createImageData(canvas.width, 24);
  const span = schedule.high - schedule.low;
  schedule.days.forEach((place, day) => {
    schedule.shapes[place]!.forEach((value, hour) => {
      const [r, g, b] = sequential(span > 0 ? (value - schedule.low) / span : 0.5);
      image.data.set([r, g, b, 255], (hour * canvas.width + day) * 4);
    });
  });
  context.putImageData(image, 0, 0);
}

export interface Spot {
  day: number;
  hour: number;
}

// Moves with the arrow keys as well; what is there is said below.
export function HeatMap({ schedule, year, spot }: { schedule: Schedule; year: Year; spot: Signal<Spot | undefined> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const held = useSignal(false);
  useEffect(() => {
    if (canvas.current) paint(canvas.current, schedule);
  }, [schedule]);
  const at = (event: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    const day = Math.floor(((event.clientX - box.x) / box.width) * schedule.days.length);
    const hour = Math.floor(((event.clientY - box.y) / box.height) * 24);
    spot.value = { day: clamp(day, schedule.days.length - 1), hour: clamp(hour, 23) };
  };
  const key = (event: KeyboardEvent) => {
    const by: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = by[event.key];
    if (!step) return;
    event.preventDefault();
    const from = spot.value ?? { day: 0, hour: 0 };
    spot.value = { day: clamp(from.day + step[0], schedule.days.length - 1), hour: clamp(from.hour + step[1], 23) };
  };
  const days = schedule.days.length;
  return (
    <figure class="heat">
      <div class="hours" aria-hidden="true">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour} style={{ top: `${(hour / 24) * 100}%` }}>
            {hour} h
          </span>
        ))}
      </div>
      <div class="map" style={{ height: `${24 * rowHeight}px` }}>
        <canvas
          ref={canvas}
          tabIndex={0}
          role="img"
          aria-label={`${schedule.name} over the year, ${shown(schedule.low, schedule.unit)} to ${shown(schedule.high, schedule.unit)}. Arrow keys go through days and hours.`}
          onPointerMove={(event) => !held.value && at(event)}
          onPointerDown={(event) => {
            held.value = !held.value;
            at(event);
          }}
          onKeyDown={key}
        />
        {spot.value && (
          <span
            class="spot"
            style={{
              left: `${((spot.value.day + 0.5) / days) * 100}%`,
              top: `${((spot.value.hour + 0.5) / 24) * 100}%`,
            }}
          />
        )}
      </div>
      <div class="months" aria-hidden="true">
        {["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].map((month) => (
          <span key={month}>{month}</span>
        ))}
      </div>
      <figcaption aria-live="polite">
        {spot.value ? told(schedule, year, spot.value) : "Point at an hour to read it."}
      </figcaption>
    </figure>
  );
}

const clamp = (value: number, high: number) => Math.min(high, Math.max(0, value));

function told(schedule: Schedule, year: Year, { day, hour }: Spot): string {
  const value = schedule.shapes[schedule.days[day] ?? 0]?.[hour] ?? 0;
  const kind = dayTypeWords[year.dayTypes[day] ?? 0];
  return `${isoDay(year.year, day)} (${kind}), ${hour}:00 to ${hour + 1}:00: ${shown(value, schedule.unit)}`;
}
