// SPDX-License-Identifier: Apache-2.0
import { effect, type Signal, useComputed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { length } from "../../kit/format.ts";
import type { Point } from "../../kit/outline.ts";
import { fitted, pannedBy, toScreen, toWorld, type View, zoomedAt } from "../../kit/viewport.ts";
import type { Distance, Measure } from "./measure.ts";
import type { PlanState, Thing } from "./state.ts";
import { layOut, markNodes, middleOf, sheetNodes, type World } from "./sheets.ts";

interface Props {
  state: PlanState;
  measure: Measure;
  view: Signal<View>;
  fit: Signal<boolean>; // the whole drawing is kept in view until somebody moves it
}

const clickPx = 4;
const stepPx = 60;

// Runs at once when a signal changes, and not a frame later: a drawing that lags behind the pointer feels loose.
function useNow(callback: () => void): void {
  useEffect(() => effect(callback), []);
}

// The drawing: pan, zoom, choose, measure; by pointer, by touch and by keyboard.
export function Stage(props: Props) {
  const { state, measure, view, fit } = props;
  const box = useRef<SVGSVGElement>(null);
  const sheets = useRef<SVGGElement>(null);
  const marks = useRef<SVGGElement>(null);
  const world = useComputed<World>(() => layOut(state.visible.value));

  const refit = () => {
    const window = box.current?.getBoundingClientRect();
    if (window && window.width > 0) view.value = fitted(world.peek(), window);
  };
  const move = (to: View) => {
    fit.value = false;
    view.value = to;
  };

  useNow(() => {
    sheets.current?.replaceChildren(...sheetNodes(world.value));
    fit.value = true;
    refit();
  });
  useNow(() => {
    if (fit.value) refit();
  });
  useNow(() => {
    const { x, y, z } = view.value;
    for (const group of [sheets.current, marks.current]) {
      group?.setAttribute("transform", `translate(${x} ${y}) scale(${z})`);
    }
  });
  useNow(() => {
    const [chosen, hovered] = [state.chosen.value, state.hovered.value];
    const nodes = chosen ? markNodes(world.value, chosen, "chosen") : [];
    if (hovered && hovered !== chosen) nodes.push(...markNodes(world.value, hovered, "hovered"));
    marks.current?.replaceChildren(...nodes);
  });
  useNow(() => {
    const chosen = state.chosen.value;
    if (chosen) bringIntoView(chosen, world.value);
  });
  const bringIntoView = (thing: Thing, at: World) => {
    const window = box.current?.getBoundingClientRect();
    const middle = middleOf(at, thing);
    if (!window || !middle) return;
    const { x, y } = toScreen(view.peek(), middle);
    if (x >= 0 && y >= 0 && x <= window.width && y <= window.height) return;
    move(pannedBy(view.peek(), window.width / 2 - x, window.height / 2 - y));
  };

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => fit.peek() && refit());
    watch.observe(element);
    // Not passive, so that the page around does not scroll as well.
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      watch.disconnect();
      element.removeEventListener("wheel", onWheel);
    };
  }, []);

  const place = (event: { clientX: number; clientY: number }): Point => {
    const corner = box.current?.getBoundingClientRect();
    return { x: event.clientX - (corner?.left ?? 0), y: event.clientY - (corner?.top ?? 0) };
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 24;
    const speed = event.ctrlKey ? 0.01 : 0.0015; // a pinch on a touch pad arrives as small steps with Ctrl
    const delta = Math.max(-400, Math.min(400, event.deltaY * unit));
    move(zoomedAt(view.peek(), place(event), Math.exp(-delta * speed)));
  };

  // --- pointers ---

  const down = useRef(new Map<number, Point>());
  const travelled = useRef(0);
  const resting = useRef<Point>({ x: NaN, y: NaN });
  const thingUnder = (event: PointerEvent): Thing | undefined => {
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-id]");
    const floor = element?.closest("[data-floor]")?.getAttribute("data-floor");
    return element && floor ? state.thing(Number(floor), element.getAttribute("data-id") ?? "") : undefined;
  };
  const aim = (event: PointerEvent) =>
    measure.aim(world.peek(), toWorld(view.peek(), place(event)), view.peek().z, event.shiftKey);

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    box.current?.setPointerCapture(event.pointerId);
    if (down.current.size === 0) travelled.current = 0;
    down.current.set(event.pointerId, place(event));
  };
  const onMove = (event: PointerEvent) => {
    const [now, before] = [place(event), down.current.get(event.pointerId)];
    // Browsers report a pointer that rests whenever something under it changes.
    if (now.x === resting.current.x && now.y === resting.current.y) return;
    resting.current = now;
    if (!before) {
      if (state.measuring.peek()) aim(event);
      else state.hovered.value = thingUnder(event);
      return;
    }
    travelled.current += Math.hypot(now.x - before.x, now.y - before.y);
    const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1];
    down.current.set(event.pointerId, now);
    if (other) {
      const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
      if (Number.isFinite(factor)) move(zoomedAt(view.peek(), other, factor));
    } else if (travelled.current > clickPx) {
      move(pannedBy(view.peek(), now.x - before.x, now.y - before.y));
    }
  };
  const onUp = (event: PointerEvent) => {
    const clicked = down.current.delete(event.pointerId) && travelled.current <= clickPx;
    if (!clicked || event.type === "pointercancel") return;
    if (state.measuring.peek()) {
      aim(event);
      placePoint();
    } else {
      state.choose(thingUnder(event));
    }
  };
  const placePoint = () => {
    const distance = measure.place(world.peek());
    const unit = state.plan.peek()?.unit ?? "m";
    state.said.value = distance ? length(distance.metres, unit) : "First point set";
  };

  // --- keys ---

  const onKey = (event: KeyboardEvent) => {
    const ways: Record<string, Point> = {
      ArrowLeft: { x: -1, y: 0 },
      ArrowRight: { x: 1, y: 0 },
      ArrowUp: { x: 0, y: -1 },
      ArrowDown: { x: 0, y: 1 },
    };
    const way = ways[event.key];
    const window = box.current?.getBoundingClientRect();
    const middle = { x: (window?.width ?? 0) / 2, y: (window?.height ?? 0) / 2 };
    if (way && state.measuring.peek()) measure.hop(world.peek(), way, toWorld(view.peek(), middle));
    else if (way) move(pannedBy(view.peek(), -way.x * stepPx, -way.y * stepPx));
    else if (event.key === "Enter" && state.measuring.peek()) placePoint();
    else return;
    event.preventDefault();
  };

  return (
    <svg
      ref={box}
      class={`stage${state.measuring.value ? " measuring" : ""}`}
      tabindex={0}
      role="application"
      aria-label="Floor plan. Arrow keys move it, plus and minus zoom, F fits it, M measures."
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      onPointerLeave={() => (state.hovered.value = undefined)}
      onKeyDown={onKey}
    >
      <g ref={sheets} class="sheets" />
      <g ref={marks} class="marks" aria-hidden="true" />
      <Ruler {...props} />
    </svg>
  );
}

// What is measured, in screen units, so that lines and figures keep their size.
function Ruler({ state, measure, view }: Props) {
  if (!state.measuring.value) return null;
  const [from, at] = [measure.from.value, measure.at.value];
  const running = from && at ? [measure.distance(from, at.point)] : [];
  const unit = state.plan.value?.unit ?? "m";
  return (
    <g class="ruler" aria-hidden="true">
      {[...measure.done.value, ...running].map((distance, index) => (
        <Span key={index} distance={distance} view={view.value} text={length(distance.metres, unit)} />
      ))}
      {at && <Sight at={toScreen(view.value, at.point)} kind={at.kind} />}
    </g>
  );
}

function Span({ distance, view, text }: { distance: Distance; view: View; text: string }) {
  const [a, b] = [toScreen(view, distance.a), toScreen(view, distance.b)];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const width = text.length * 7.5 + 12;
  return (
    <g>
      <path class="under" d={`M${a.x} ${a.y}L${b.x} ${b.y}`} />
      <path class="over" d={`M${a.x} ${a.y}L${b.x} ${b.y}`} />
      {[a, b].map((end, index) => (
        <circle key={index} class="end" cx={end.x} cy={end.y} r="3.5" />
      ))}
      <rect class="plate" x={middle.x - width / 2} y={middle.y - 11} width={width} height="22" rx="4" />
      <text x={middle.x} y={middle.y + 4.5}>
        {text}
      </text>
    </g>
  );
}

// A square on a corner, a cross on an edge, a ring where there is neither.
function Sight({ at, kind }: { at: Point; kind: string }) {
  const shapes: Record<string, string> = {
    corner: "M-6-6h12v12h-12z",
    edge: "M-6-6l12 12M6-6l-12 12",
    free: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0",
  };
  return (
    <g transform={`translate(${at.x} ${at.y})`} data-snap={kind}>
      <path class="under" d={shapes[kind]} />
      <path class="over" d={shapes[kind]} />
    </g>
  );
}
