// SPDX-License-Identifier: Apache-2.0
// Where a page's data comes from: inside the file itself, from the server by HTTP, or through an MCP Apps host.
import { Bridge, type HostContext, type ToolResult } from "./bridge.ts";

export type Place = "file" | "http" | "app";

// Reads another part of the same view: what is large comes in parts, when it is needed.
export type ReadPart = (name: string) => Promise<unknown>;

export interface Listener {
  data(value: unknown, part: ReadPart): void;
  problem(sentence: string): void;
  context(context: HostContext): void;
}

export interface Source {
  place: Place;
  bridge?: Bridge;
}

// A handle that the server gave: {view, page} in a tool's structured answer.
export function viewHandle(result: ToolResult): string | undefined {
  const structured = asObject(result.structuredContent);
  const view = structured?.["view"];
  return typeof view === "string" && /^[\w-]{1,100}$/.test(view) ? view : undefined;
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

// RFC 1952, 2.3.1: a gzip member begins with 1f 8b. Anything else is taken as it is.
export async function inflate(bytes: Uint8Array<ArrayBuffer>, limit = 64 << 20): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const pieces: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(pieces, total);
    total += value.length;
    if (total > limit) throw new Error("The data is larger than this page takes.");
    pieces.push(value);
  }
}

function joined(pieces: Uint8Array[], total: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export async function decodeJson(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await inflate(bytes)));
}

const asObject = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;

// A tool's answer as an object: the structure, or the same as text where a client dropped it. That text comes last,
// after pictures and files; only links to what was too long for it follow.
export function structureOf(result: ToolResult): Record<string, unknown> {
  const structured = asObject(result.structuredContent);
  if (structured) return structured;
  const blocks = Array.isArray(result.content) ? result.content.map(asObject) : [];
  const last = blocks.findLast((block) => typeof block?.["text"] === "string");
  return (typeof last?.["text"] === "string" && asObject(JSON.parse(last["text"]))) || {};
}

// view_read in pieces. A server that never ends is not believed.
export async function readByTool(
  call: (name: string, args: object) => Promise<ToolResult>,
  view: string,
  part: string,
  maxPieces = 1000,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let total = 0;
  let offset = 0;
  for (let piece = 0; piece < maxPieces; piece++) {
    const result = await call("view_read", { view, part, offset });
    const answer = structureOf(result);
    if (result.isError || typeof answer["base64"] !== "string") throw new Error("The view cannot be read any more.");
    const bytes = fromBase64(answer["base64"]);
    pieces.push(bytes);
    total += bytes.length;
    const next = answer["next_offset"];
    if (typeof next !== "number") return joined(pieces, total);
    if (next <= offset) break;
    offset = next;
  }
  throw new Error("The view does not end.");
}

async function readByResource(bridge: Bridge, uri: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = asObject(await bridge.request("resources/read", { uri }));
  const contents = answer?.["contents"];
  const first = Array.isArray(contents) ? asObject(contents[0]) : undefined;
  if (typeof first?.["text"] === "string") return new TextEncoder().encode(first["text"]);
  if (typeof first?.["blob"] === "string") return fromBase64(first["blob"]);
  throw new Error("The host gave no data.");
}

function readThroughHost(bridge: Bridge, view: string, part: string): Promise<Uint8Array<ArrayBuffer>> {
  if (bridge.can("serverResources")) return readByResource(bridge, `lintel://view/${view}/${part}`);
  const call = (name: string, args: object) =>
    bridge.request("tools/call", { name, arguments: args }) as Promise<ToolResult>;
  if (bridge.can("serverTools")) return readByTool(call, view, part);
  return Promise.reject(new Error("This client lets pages read nothing from the server."));
}

export const sentence = (problem: unknown) => (problem instanceof Error ? problem.message : String(problem));

async function openHttp(part: string, listener: Listener): Promise<void> {
  const view = new URLSearchParams(location.search).get("view") ?? "";
  if (!/^[\w-]{1,100}$/.test(view))
    return listener.problem("This address names no view. Open the link that a tool gave.");
  const read = async (name: string): Promise<unknown> => {
    const answer = await fetch(`/view/${view}/${name}`);
    if (!answer.ok) throw new Error("This view does not exist or has expired. Call the tool again for a fresh one.");
    return decodeJson(new Uint8Array(await answer.arrayBuffer()));
  };
  listener.data(await read(part), read);
}

function openApp(page: string, part: string, listener: Listener): Bridge {
  const bridge: Bridge = new Bridge(parent, {
    context: (context) => listener.context(context),
    cancelled: (reason) => listener.problem(`The call was cancelled. ${reason}`.trim()),
    async result(result) {
      const view = viewHandle(result);
      if (!view) return listener.problem("The tool gave nothing to show here.");
      const read = async (name: string) => decodeJson(await readThroughHost(bridge, view, name));
      try {
        listener.data(await read(part), read);
      } catch (problem) {
        listener.problem(sentence(problem));
      }
    },
  });
  bridge.open(`lintel ${page}`, "1").catch((problem: unknown) => listener.problem(sentence(problem)));
  return bridge;
}

export function openSource(page: string, part: string, listener: Listener): Source {
  const inlined = document.getElementById("lintel-data");
  if (inlined) {
    try {
      const value: unknown = JSON.parse(inlined.textContent ?? "");
      listener.data(value, async (name) => asObject(asObject(value)?.["parts"])?.[name]);
    } catch (problem) {
      listener.problem(sentence(problem));
    }
    return { place: "file" };
  }
  if (parent !== window) return { place: "app", bridge: openApp(page, part, listener) };
  openHttp(part, listener).catch((problem: unknown) => listener.problem(sentence(problem)));
  return { place: "http" };
}
