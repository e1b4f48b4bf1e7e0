// SPDX-License-Identifier: Apache-2.0
// Flat polygons with numbers, drawn with WebGL2. Colour and visibility of each stand in one texture by its number, so
// that another colouring of thousands is one upload.
import type { Rgb } from "./colours.ts";

export interface Mesh {
  positions: Float32Array; // x, y, z of each corner of each triangle; metres, z up
  ids: Float32Array; // the polygon of each corner
  lines: Float32Array; // ends of edges
  lineIds: Float32Array;
  count: number; // polygons
}
export interface Camera {
  yaw: number; // radians; 0 looks north
  pitch: number; // up from level
  distance: number;
  target: [number, number, number];
  flat: boolean; // without perspective
}

const vertexShader = `#version 300 es
in vec3 position; in float id;
uniform mat4 view; uniform sampler2D looks;
out vec3 place; flat out vec4 look; flat out float number;
void main() {
  int n = int(id + 0.5);
  look = texelFetch(looks, ivec2(n & 255, n >> 8), 0);
  number = id; place = position;
  gl_Position = view * vec4(position, 1.0);
}`;
// Edges are darker than their faces; what is chosen gets an edge of its own colour. Seen from inside, a wall between
// two zones has the colour of the zone one looks into: outsides lie a hair behind.
const fragmentShader = `#version 300 es
precision highp float;
in vec3 place; flat in vec4 look; flat in float number;
uniform int mode; uniform float cut; uniform vec3 edge; uniform float chosen; uniform vec3 mark; uniform float tint;
out vec4 colour;
void main() {
  if (look.a == 0.0 || place.z > cut) discard;
  bool mine = abs(number - chosen) < 0.5;
  gl_FragDepth = gl_FragCoord.z + (mode != 2 ? gl_FrontFacing ? 2e-6 : 0.0 : mine ? -1e-4 : 0.0);
  bool solid = look.a > 0.99;
  if (mode == 2) { colour = vec4(mine ? mark : edge, mine ? 1.0 : 0.55 * look.a); return; }
  if (solid != (mode == 0)) discard;
  vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
  float light = 0.85 + 0.15 * abs(dot(normal, normalize(vec3(0.3, -0.5, 0.8))));
  colour = vec4(mix(look.rgb * light, mark, mine ? tint : 0.0), look.a);
}`;

export const multiply = (a: number[], b: number[]): number[] =>
  Array.from({ length: 16 }, (_, i) => {
    const [column, row] = [i >> 2, i & 3];
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[k * 4 + row]! * b[column * 4 + k]!, 0);
  });

const halfView = 0.35; // radians, upright

function axes(camera: Camera): { right: Vector; up: Vector; forward: Vector } {
  const [cy, sy, cp, sp] = [Math.cos(camera.yaw), Math.sin(camera.yaw), Math.cos(camera.pitch), Math.sin(camera.pitch)];
  return { right: [cy, -sy, 0], forward: [sy * cp, cy * cp, -sp], up: [sy * sp, cy * sp, cp] };
}

// Where the camera looks, as the columns of a matrix from metres to the unit cube of WebGL.
export function viewMatrix(camera: Camera, aspect: number, radius: number): number[] {
  const { right, up, forward } = axes(camera);
  const eye = camera.target.map((value, i) => value - forward[i]! * camera.distance);
  const along = (axis: number[]) => -axis.reduce((sum, value, i) => sum + value * eye[i]!, 0);
  const look = [right, up, forward.map((value) => -value)];
  const turned = [0, 1, 2].flatMap((i) => [...look.map((axis) => axis[i]!), 0]);
  const world = [...turned, ...look.map(along), 1];
  const near = Math.max(camera.distance - 2 * radius, camera.distance / 100, 0.05);
  const far = camera.distance + 2 * radius;
  const f = 1 / Math.tan(halfView);
  if (camera.flat) {
    const k = f / camera.distance;
    const depth = [-2 / (far - near), -(far + near) / (far - near)];
    return multiply([k / aspect, 0, 0, 0, 0, k, 0, 0, 0, 0, depth[0]!, 0, 0, 0, depth[1]!, 1], world);
  }
  const depth = [(far + near) / (near - far), (2 * far * near) / (near - far)];
  return multiply([f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, depth[0]!, -1, 0, 0, depth[1]!, 0], world);
}

type Vector = [number, number, number];
const minus = (a: ArrayLike<number>, b: ArrayLike<number>): Vector => [a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

// What is seen at a place of the picture, as a line through it: x and y from -1 to 1, x times the aspect.
export function rayAt(camera: Camera, x: number, y: number): { from: Vector; along: Vector } {
  const { right, up, forward } = axes(camera);
  const k = Math.tan(halfView);
  const aside = right.map((value, i) => (value * x + up[i]! * y) * k) as Vector;
  const eye = minus(
    camera.target,
    forward.map((value) => value * camera.distance),
  );
  if (!camera.flat) return { from: eye, along: forward.map((value, i) => value + aside[i]!) as Vector };
  return { from: eye.map((value, i) => value + aside[i]! * camera.distance) as Vector, along: forward };
}

// Möller and Trumbore: how far along a line it meets a triangle; Infinity: it does not.
export function distanceTo(corners: ArrayLike<number>, from: Vector, along: Vector): number {
  const at = (i: number): Vector => [corners[3 * i]!, corners[3 * i + 1]!, corners[3 * i + 2]!];
  const [one, two, offset] = [minus(at(1), at(0)), minus(at(2), at(0)), minus(from, at(0))];
  const side = cross(along, two);
  const size = dot(one, side);
  if (Math.abs(size) < 1e-12) return Infinity;
  const u = dot(offset, side) / size;
  const other = cross(offset, one);
  const v = dot(along, other) / size;
  const far = dot(two, other) / size;
  return u >= 0 && v >= 0 && u + v <= 1 && far > 0 ? far : Infinity;
}

const sideOfLooks = 256;

export class SceneView {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #looks: WebGLTexture;
  #faces: { array: WebGLVertexArrayObject; corners: number } | undefined;
  #edges: { array: WebGLVertexArrayObject; corners: number } | undefined;
  #mesh: Mesh = {
    positions: new Float32Array(),
    ids: new Float32Array(),
    lines: new Float32Array(),
    lineIds: new Float32Array(),
    count: 0,
  };
  #table = new Uint8Array(sideOfLooks * 4);
  camera: Camera = { yaw: 0.6, pitch: 0.5, distance: 50, target: [0, 0, 0], flat: false };
  cut = Infinity;
  chosen = -1;
  colours: { ground: Rgb; edge: Rgb; mark: Rgb } = { ground: [255, 255, 255], edge: [30, 30, 30], mark: [11, 92, 173] };
  tint = 0.45; // how much of the mark's colour what is chosen takes; 0 where colours are values
  radius = 10;
  middle: [number, number, number] = [0, 0, 0];

  // Fails where the browser has no WebGL2.
  constructor(canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl2", { antialias: true });
    if (!gl) throw new Error("This browser has no WebGL2.");
    this.#gl = gl;
    this.#program = this.#compiled();
    this.#looks = gl.createTexture();
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  }

  #compiled(): WebGLProgram {
    const gl = this.#gl;
    const program = gl.createProgram();
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, vertexShader],
      [gl.FRAGMENT_SHADER, fragmentShader],
    ] as const) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? "no shader");
    return program;
  }

  #array(positions: Float32Array, ids: Float32Array) {
    const gl = this.#gl;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    for (const [name, data, size] of [
      ["position", positions, 3],
      ["id", ids, 1],
    ] as const) {
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      const at = gl.getAttribLocation(this.#program, name);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, size, gl.FLOAT, false, 0, 0);
    }
    return { array, corners: ids.length };
  }

  load(mesh: Mesh): void {
    this.#mesh = mesh;
    this.#faces = this.#array(mesh.positions, mesh.ids);
    this.#edges = this.#array(mesh.lines, mesh.lineIds);
    this.#table = new Uint8Array(sideOfLooks * Math.max(1, Math.ceil(mesh.count / sideOfLooks)) * 4);
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    mesh.positions.forEach((value, i) => {
      low[i % 3] = Math.min(low[i % 3]!, value);
      high[i % 3] = Math.max(high[i % 3]!, value);
    });
    if (!mesh.positions.length) return;
    this.middle = [0, 1, 2].map((i) => (low[i]! + high[i]!) / 2) as [number, number, number];
    this.radius = Math.max(0.5, Math.hypot(...high.map((value, i) => value - low[i]!)) / 2);
  }

  // The whole model in the picture.
  fit(): void {
    const { width, height } = this.#gl.canvas;
    const half = Math.min(halfView, Math.atan((Math.tan(halfView) * width) / Math.max(1, height)));
    this.camera = { ...this.camera, target: [...this.middle], distance: (this.radius * 1.02) / Math.sin(half) };
  }

  // Colour of each polygon and how solid it is: 0 is hidden, 1 covers what is behind.
  paint(look: (id: number) => { colour: Rgb; solid: number }, count: number): void {
    const gl = this.#gl;
    for (let id = 0; id < count; id++) {
      const { colour, solid } = look(id);
      this.#table.set([colour[0], colour[1], colour[2], Math.round(solid * 255)], id * 4);
    }
    gl.bindTexture(gl.TEXTURE_2D, this.#looks);
    const rows = this.#table.length / 4 / sideOfLooks;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, sideOfLooks, rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, this.#table);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  #uniforms(): void {
    const gl = this.#gl;
    const at = (name: string) => gl.getUniformLocation(this.#program, name);
    const aspect = gl.canvas.width / Math.max(1, gl.canvas.height);
    const reach = this.radius + Math.hypot(...this.camera.target.map((value, i) => value - this.middle[i]!));
    gl.useProgram(this.#program);
    gl.uniformMatrix4fv(at("view"), false, viewMatrix(this.camera, aspect, reach));
    gl.uniform1f(at("cut"), Number.isFinite(this.cut) ? this.cut : 1e9);
    gl.uniform1f(at("chosen"), this.chosen);
    gl.uniform1f(at("tint"), this.tint);
    gl.uniform3fv(
      at("edge"),
      this.colours.edge.map((value) => value / 255),
    );
    gl.uniform3fv(
      at("mark"),
      this.colours.mark.map((value) => value / 255),
    );
    gl.bindTexture(gl.TEXTURE_2D, this.#looks);
  }

  #pass(mode: number, what: { array: WebGLVertexArrayObject; corners: number } | undefined): void {
    const gl = this.#gl;
    if (!what) return;
    gl.uniform1i(gl.getUniformLocation(this.#program, "mode"), mode);
    gl.bindVertexArray(what.array);
    gl.drawArrays(mode === 2 ? gl.LINES : gl.TRIANGLES, 0, what.corners);
  }

  draw(): void {
    const gl = this.#gl;
    const [r, g, b] = this.colours.ground;
    gl.viewport(0, 0, gl.canvas.width, gl.canvas.height);
    gl.clearColor(r / 255, g / 255, b / 255, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.#uniforms();
    gl.disable(gl.BLEND);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 2);
    this.#pass(0, this.#faces);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.enable(gl.BLEND);
    this.#pass(2, this.#edges);
    gl.depthMask(false);
    this.#pass(1, this.#faces);
    gl.depthMask(true);
  }

  // The polygon at a pixel of the canvas, from the top left; -1: none. What is faint or cut away is looked through. On
  // the CPU: to ask the graphics card makes it wait, and a click is rare.
  pick(x: number, y: number): number {
    const { width, height } = this.#gl.canvas;
    const { from, along } = rayAt(this.camera, ((2 * x) / width - 1) * (width / height), 1 - (2 * y) / height);
    const { positions, ids } = this.#mesh;
    let [best, nearest] = [-1, Infinity];
    for (let corner = 0; corner < ids.length; corner += 3) {
      const id = ids[corner]!;
      if (this.#table[id * 4 + 3]! < 64) continue;
      const far = distanceTo(positions.subarray(corner * 3, corner * 3 + 9), from, along);
      if (far < nearest && from[2] + along[2] * far <= this.cut) [best, nearest] = [id, far];
    }
    return best;
  }
}
