// SPDX-License-Identifier: Apache-2.0
// Series over time, several over each other: point at it or use the arrow keys to read, drag to look closer. Where there
// are more values than pixels it shows what each day has from the lowest to the highest and its mean, so that no peak is
// lost and none hides another.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { figure, timeText } from "../kit/packed.ts";
import { niceTicks, timeTicks } from "../kit/ticks.ts";
import { Button } from "./Button.tsx";

export interface Line {
  name: string;
  colour: string; // CSS
  values: ArrayLike<number>; // NaN: unknown
}
export interface ChartData {
  times: number[]; // minutes since 1970; the ends of intervals
  unit: string;
  lines: Line[];
  first: number; // the steps that are shown at first: one environment
  count: number;
}

const [left, right, top, bottom] = [56, 10, 8, 22];

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

function endsOf(lines: Line[], from: number, to: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const { values } of lines) {
    for (let i = from; i < to; i++) {
      const value = values[i]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (!(low <= high)) return [0, 1];
  // What differs in the last digits alone is flat.
  const room = Math.max((high - low) * 0.05, Math.abs(high) * 0.005, Math.abs(low) * 0.005) || 1;
  return [low - room, high + room];
}

interface Drawn {
  line: string; // a path through every value, or through the means
  band: string; // from the lowest to the highest of each group; empty: every value is drawn
}
type Place = (value: number) => number;

function everyValue(values: ArrayLike<number>, from: number, to: number, x: Place, y: Place): Drawn {
  let [line, open] = ["", false];
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    if (Number.isFinite(value)) line += `${open ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
    open = Number.isFinite(value);
  }
  return { line, band: "" };
}

function inGroups(values: ArrayLike<number>, from: number, to: number, size: number, x: Place, y: Place): Drawn {
  const [tops, bottoms, means]: [string[], string[], string[]] = [[], [], []];
  for (let i = from; i < to; i += size) {
    const end = Math.min(to, i + size);
    let [low, high, sum, count] = [Infinity, -Infinity, 0, 0];
    for (let k = i; k < end; k++) {
      const value = values[k]!;
      if (!Number.isFinite(value)) continue;
      [low, high, sum, count] = [Math.min(low, value), Math.max(high, value), sum + value, count + 1];
    }
    if (!count) continue;
    const at = x((i + end - 1) / 2).toFixed(1);
    tops.push(`${at} ${y(high).toFixed(1)}`);
    bottoms.push(`${at} ${y(low).toFixed(1)}`);
    means.push(`${at} ${y(sum / count).toFixed(1)}`);
  }
  if (!means.length) return { line: "", band: "" };
  return { line: `M${means.join("L")}`, band: `M${tops.join("L")}L${bottoms.reverse().join("L")}Z` };
}

// How many steps are drawn as one: 1, or whole days where there are many.
export function groupSize(times: number[], from: number, to: number, pixels: number): number {
  const perPixel = (to - from) / Math.max(1, pixels);
  if (perPixel <= 2) return 1;
  const minutes = ((times[to - 1] ?? 0) - (times[from] ?? 0)) / Math.max(1, to - 1 - from);
  const day = minutes > 0 ? Math.round(1440 / minutes) : 1;
  return day > 1 ? day * Math.ceil(perPixel / day) : Math.ceil(perPixel);
}

// A number along the axis, with as many digits as neighbours need to differ.
function tickText(value: number, step: number): string {
  const digits = Math.max(0, Math.min(6, -Math.floor(Math.log10(step || 1) + 1e-9)));
  return Math.abs(value) >= 1e6 || (value !== 0 && Math.abs(value) < 1e-4)
    ? value.toExponential(2).replace(/\.?0+e/, "e")
    : value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function LineChart({
  data,
  label,
  at,
  mark,
}: {
  data: ChartData;
  label: string;
  at?: number;
  mark?(step: number): void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(600);
  const range = useSignal<[number, number] | undefined>(undefined);
  const cursor = useSignal<number | undefined>(undefined);
  const drag = useSignal<[number, number] | undefined>(undefined);
  useEffect(() => {
    const observer = new ResizeObserver(() => (width.value = Math.max(200, box.current?.clientWidth ?? 600)));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    range.value = undefined;
    cursor.value = undefined;
  }, [data]);

  const height = 220;
  const [from, to] = range.value ?? [data.first, data.first + data.count];
  const [low, high] = endsOf(data.lines, from, to);
  const [wide, tall] = [width.value - left - right, height - top - bottom];
  const x = (step: number) => left + ((step - from) / Math.max(1, to - 1 - from)) * wide;
  const y = (value: number) => top + tall - ((value - low) / (high - low)) * tall;
  const stepAt = (event: PointerEvent) => {
    const edge = box.current!.getBoundingClientRect().x + left;
    return clamp(Math.round(from + ((event.clientX - edge) / Math.max(1, wide)) * (to - 1 - from)), from, to - 1);
  };
  const placeOf = (minutes: number) => {
    const [a, b] = [data.times[from]!, data.times[to - 1]!];
    return left + ((minutes - a) / Math.max(1, b - a)) * wide;
  };
  const close = () => {
    const held = drag.value;
    drag.value = undefined;
    if (!held) return;
    const [a, b] = held[0] < held[1] ? held : [held[1], held[0]];
    if (b - a >= 3) range.value = [a, b + 1];
    else mark?.(held[1]);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape" && range.value) {
      event.stopPropagation();
      range.value = undefined;
      return;
    }
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -24, PageDown: 24 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    cursor.value = clamp((cursor.value ?? from) + by, from, to - 1);
    mark?.(cursor.value);
  };
  const step = cursor.value;
  const dated = (data.times[from] ?? -1) >= 0;
  const ticks = niceTicks(low, high, 5);
  const size = groupSize(data.times, from, to, wide);
  const drawn = data.lines.map(({ values }) =>
    size > 1 ? inGroups(values, from, to, size, x, y) : everyValue(values, from, to, x, y),
  );
  return (
    <figure class="chart">
      <div
        class="plot"
        ref={box}
        role="img"
        tabIndex={0}
        aria-label={`${label}, ${data.unit || "no unit"}. Arrow keys read values; Escape shows all again.`}
        onKeyDown={key}
      >
        <svg
          width={width.value}
          height={height}
          aria-hidden="true"
          onPointerMove={(event) => {
            cursor.value = stepAt(event);
            if (drag.value) drag.value = [drag.value[0], stepAt(event)];
          }}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            drag.value = [stepAt(event), stepAt(event)];
          }}
          onPointerUp={close}
          onPointerCancel={() => (drag.value = undefined)}
          onPointerLeave={() => !drag.value && (cursor.value = undefined)}
          onDblClick={() => (range.value = undefined)}
        >
          {ticks.map((value) => (
            <g key={value}>
              <line class="grid" x1={left} x2={left + wide} y1={y(value)} y2={y(value)} />
              <text x={left - 6} y={y(value) + 4} text-anchor="end">
                {tickText(value, (ticks[1] ?? 1) - (ticks[0] ?? 0))}
              </text>
            </g>
          ))}
          {dated &&
            timeTicks(data.times[from]!, data.times[to - 1]!, wide / 60).map(({ at: minutes, text }) => (
              <g key={minutes}>
                <line class="grid" x1={placeOf(minutes)} x2={placeOf(minutes)} y1={top} y2={top + tall} />
                <text
                  x={placeOf(minutes)}
                  y={height - 6}
                  text-anchor={placeOf(minutes) > left + wide - 18 ? "end" : "middle"}
                >
                  {text}
                </text>
              </g>
            ))}
          {data.lines.map(
            ({ name, colour }, i) =>
              drawn[i]!.band && <path key={`band ${name}`} class="band" d={drawn[i]!.band} style={{ fill: colour }} />,
          )}
          {data.lines.map(({ name, colour }, i) => (
            <path key={name} class="line" d={drawn[i]!.line} style={{ stroke: colour }} />
          ))}
          {at !== undefined && at >= from && at < to && (
            <line class="now" x1={x(at)} x2={x(at)} y1={top} y2={top + tall} />
          )}
          {drag.value && (
            <rect
              class="held"
              x={Math.min(x(drag.value[0]), x(drag.value[1]))}
              width={Math.abs(x(drag.value[1]) - x(drag.value[0]))}
              y={top}
              height={tall}
            />
          )}
          {step !== undefined && step >= from && step < to && (
            <g>
              <line class="cursor" x1={x(step)} x2={x(step)} y1={top} y2={top + tall} />
              {data.lines.map(
                ({ name, colour, values }) =>
                  Number.isFinite(values[step]!) && (
                    <circle key={name} cx={x(step)} cy={y(values[step]!)} r={3.5} style={{ fill: colour }} />
                  ),
              )}
            </g>
          )}
        </svg>
      </div>
      <figcaption>
        <span aria-live="polite">
          {step === undefined
            ? `${data.unit ? `In ${data.unit}. ` : ""}${size > 1 ? "Each day from its lowest to its highest, with the mean. " : ""}Point to read, drag to look closer.`
            : [
                timeText(data.times[step]),
                ...data.lines.map(({ name, values }) => `${name} ${figure(values[step]!, data.unit)}`),
              ]
                .filter(Boolean)
                .join(" · ")}
        </span>
        {range.value && <Button press={() => (range.value = undefined)}>Show all</Button>}
      </figcaption>
    </figure>
  );
}
