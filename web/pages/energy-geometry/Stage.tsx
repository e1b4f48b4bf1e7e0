// SPDX-License-Identifier: Apache-2.0
// The model in 3D: turned with the pointer or the arrow keys, moved with Shift, nearer with the wheel or + and −.
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Rgb } from "../../kit/colours.ts";
import { SceneView } from "../../kit/scene.ts";
import { meshOf } from "./data.ts";
import type { GeometryState } from "./state.ts";

// What the page's other controls may do to the picture.
export interface Eye {
  fit(): void;
  zoom(factor: number): void;
  flat(): void;
  picture(): string;
}

const colourIn = (name: string): Rgb => {
  const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const hex = /^#([0-9a-f]{6})$/i.exec(text)?.[1];
  if (!hex) return [128, 128, 128];
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
};

class Controls {
  readonly view: SceneView;
  readonly #canvas: HTMLCanvasElement;
  readonly #state: GeometryState;
  #waiting = false;
  #pointers = new Map<number, { x: number; y: number }>();
  #moved = 0;

  constructor(canvas: HTMLCanvasElement, state: GeometryState) {
    this.#canvas = canvas;
    this.#state = state;
    this.view = new SceneView(canvas);
  }

  redraw(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.view.colours = { ground: colourIn("--panel"), edge: colourIn("--ink"), mark: colourIn("--accent") };
      this.view.draw();
    });
  }
  resize(): void {
    const { width, height } = this.#canvas.getBoundingClientRect();
    const scale = Math.min(2, devicePixelRatio || 1);
    this.#canvas.width = Math.max(1, Math.round(width * scale));
    this.#canvas.height = Math.max(1, Math.round(height * scale));
    this.redraw();
  }
  turn(dx: number, dy: number): void {
    const { yaw, pitch } = this.view.camera;
    const up = Math.min(1.57, Math.max(-1.57, pitch + dy * 0.008));
    this.view.camera = { ...this.view.camera, yaw: yaw + dx * 0.008, pitch: up };
    this.redraw();
  }
  move(dx: number, dy: number): void {
    const { yaw, pitch, distance, target } = this.view.camera;
    const k = (distance * 0.73) / Math.max(1, this.#canvas.clientHeight);
    const [right, up] = [
      [Math.cos(yaw), -Math.sin(yaw), 0],
      [Math.sin(yaw) * Math.sin(pitch), Math.cos(yaw) * Math.sin(pitch), Math.cos(pitch)],
    ];
    const next = target.map((value, i) => value - right![i]! * dx * k + up![i]! * dy * k);
    this.view.camera = { ...this.view.camera, target: next as [number, number, number] };
    this.redraw();
  }
  zoom(factor: number): void {
    const distance = Math.min(
      this.view.radius * 20,
      Math.max(this.view.radius / 50, this.view.camera.distance / factor),
    );
    this.view.camera = { ...this.view.camera, distance };
    this.redraw();
  }

  down(event: PointerEvent): void {
    this.#canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#moved = 0;
  }
  drag(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    this.#moved += Math.abs(dx) + Math.abs(dy);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (p: { x: number; y: number }) => Math.hypot(p.x - other.x, p.y - other.y);
      this.zoom(apart({ x: event.clientX, y: event.clientY }) / Math.max(1, apart(before)));
    } else if (event.shiftKey || event.buttons === 2 || event.buttons === 4) this.move(dx, dy);
    else this.turn(dx, dy);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }
  up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    if (this.#moved > 4 || event.type === "pointercancel") return;
    const box = this.#canvas.getBoundingClientRect();
    const scale = this.#canvas.width / Math.max(1, box.width);
    this.#state.choose(this.view.pick((event.clientX - box.x) * scale, (event.clientY - box.y) * scale));
    this.redraw();
  }
  key(event: KeyboardEvent): void {
    const step = 20;
    const arrows: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const by = arrows[event.key];
    if (!by) return;
    event.preventDefault();
    if (event.shiftKey) this.move(-by[0], by[1]);
    else this.turn(...by);
  }
}

function listen(canvas: HTMLCanvasElement, controls: Controls): () => void {
  const observer = new ResizeObserver(() => controls.resize());
  observer.observe(canvas);
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    controls.zoom(Math.exp(-event.deltaY * 0.0015));
  };
  canvas.addEventListener("wheel", wheel, { passive: false });
  canvas.addEventListener("pointerdown", (event) => controls.down(event));
  canvas.addEventListener("pointermove", (event) => controls.drag(event));
  canvas.addEventListener("pointerup", (event) => controls.up(event));
  canvas.addEventListener("pointercancel", (event) => controls.up(event));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("keydown", (event) => controls.key(event));
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const themed = new MutationObserver(() => controls.redraw());
  themed.observe(document.documentElement, { attributes: true });
  dark.addEventListener("change", () => controls.redraw());
  return () => {
    observer.disconnect();
    themed.disconnect();
  };
}

function follow(state: GeometryState, controls: Controls): (() => void)[] {
  const loaded = effect(() => {
    const model = state.model.value;
    if (!model) return;
    controls.view.load(meshOf(model.surfaces));
    controls.resize();
    controls.view.fit();
  });
  const painted = effect(() => {
    const surfaces = state.model.value?.surfaces ?? [];
    controls.view.paint(
      (id) => ({ colour: state.colourOf(surfaces[id]!), solid: state.solidOf(surfaces[id]!) }),
      surfaces.length,
    );
    controls.redraw();
  });
  const looked = effect(() => {
    controls.view.cut = state.cutAt.value;
    controls.view.chosen = state.chosen.value;
    controls.view.tint = state.colourBy.value === "value" ? 0 : 0.45;
    controls.redraw();
  });
  return [loaded, painted, looked];
}

export function Stage({ state, ready }: { state: GeometryState; ready(eye: Eye): void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current!;
    let controls: Controls;
    try {
      controls = new Controls(element, state);
    } catch (problem) {
      state.said.value = `${problem instanceof Error ? problem.message : String(problem)} The lists still work.`;
      element.parentElement!.classList.add("without");
      return undefined;
    }
    const ends = [listen(element, controls), ...follow(state, controls)];
    ready({
      fit: () => (controls.view.fit(), controls.redraw()),
      zoom: (factor) => controls.zoom(factor),
      flat: () => {
        controls.view.camera = { ...controls.view.camera, flat: !controls.view.camera.flat };
        controls.redraw();
      },
      picture: () => (controls.view.draw(), element.toDataURL("image/png")),
    });
    return () => ends.forEach((end) => end());
  }, []);
  return (
    <div class="stage">
      <canvas
        ref={canvas}
        tabIndex={0}
        role="img"
        aria-label="The model in 3D. Arrow keys turn it, with Shift they move it; the zones beside it are a list of the same."
      />
      <p class="no-picture">
        This browser has no WebGL2: there is no picture. Zones and surfaces are listed beside it.
      </p>
    </div>
  );
}
