// SPDX-License-Identifier: Apache-2.0
// The built page in the three places where people meet it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { build } from "esbuild";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const dist = new URL("../dist/", import.meta.url);

export const pageHtml = (name: string): string => readFileSync(new URL(`${name}.html`, dist), "utf8");

// What a browser may do with a page: run its own script, use its own style.
function policyOf(name: string): string {
  const { pages } = JSON.parse(readFileSync(new URL("manifest.json", dist), "utf8"));
  const { script_source, style_source } = pages.find((page: { name: string }) => page.name === name);
  const rest = "img-src data:; base-uri 'none'; form-action 'none'";
  return `default-src 'none'; script-src ${script_source}; style-src ${style_source}; ${rest}`;
}
// The header that the program sends with GET /ui/<name>.
export const servedPolicy = (name: string): string => `${policyOf(name)}; connect-src 'self'; frame-ancestors 'none'`;

// As web::page_file writes it; tests/unit/web/pages_test.cpp shows that the program does the same.
function pageFile(name: string, data: unknown): string {
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  return pageHtml(name).replace(
    "<!--lintel-data-->",
    () =>
      `<meta http-equiv="Content-Security-Policy" content="${policyOf(name)}">\n` +
      `<script type="application/json" id="lintel-data">${text}</script>`,
  );
}

export async function launch(): Promise<Browser> {
  const named = process.env["LINTEL_CHROMIUM"];
  const path = [named, "/usr/bin/chromium", "/usr/bin/google-chrome"].find((name) => name && existsSync(name));
  return chromium.launch({ executablePath: path ?? "chromium", args: ["--no-sandbox"] });
}

// Everything a page must not do: errors on the console, and requests that nobody allowed.
export interface Watched {
  page: Page;
  complaints: string[];
}

// A test leaves no page behind: those that nobody looks at slow down the others.
const contexts: BrowserContext[] = [];
export async function closePages(): Promise<void> {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
}

export async function watched(browser: Browser, allowed: RegExp, options = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 760 }, ...options });
  contexts.push(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Without a graphics card the browser reads its own pictures back, and says that this is slow.
    if (/^\[\.WebGL-\w+\]GL Driver Message \(OpenGL, Performance/.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (problem) => complaints.push(String(problem)));
  page.on("request", (request) => {
    if (!allowed.test(request.url())) complaints.push(`asked for ${request.url()}`);
  });
  return { page, complaints };
}

export const ready = (page: Page) =>
  page.waitForFunction(() => (window as { lintelReady?: boolean }).lintelReady === true);

// A page with its data as a file on the disk, opened from there and ready.
export async function openedFile(browser: Browser, folder: string, name: string, data: unknown, options = {}) {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, pageFile(name, data));
  const seen = await watched(browser, /^file:|^data:/, options);
  await seen.page.goto(`file://${file}`);
  await ready(seen.page);
  return seen;
}

// The page draws a moment after it was told something.
export async function comes(wanted: unknown, look: () => Promise<unknown>): Promise<void> {
  let found: unknown;
  for (let turn = 0; turn < 100; turn++) {
    found = await look();
    if (wanted instanceof RegExp ? wanted.test(String(found)) : isDeepStrictEqual(found, wanted)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(
    `waited for ${wanted instanceof RegExp ? wanted : JSON.stringify(wanted)}, found ${JSON.stringify(found)}`,
  );
}

// What was started, to be ended by its file's `after` even if a test fails.
const started: (() => void)[] = [];
export function endAll(): void {
  for (const end of started.splice(0)) end();
}

export type Routes = Record<string, { type: string; body: string | Buffer; headers?: Record<string, string> }>;

export async function serve(routes: Routes): Promise<string> {
  const server = createServer((request, response) => {
    const found = routes[(request.url ?? "").split("?")[0] ?? ""];
    response.writeHead(found ? 200 : 404, { "Content-Type": found?.type ?? "text/plain", ...found?.headers });
    response.end(found?.body ?? "not found\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  started.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

// What a host applies to a page that asks for nothing (2026-01-26, "UI resource content security policy").
const hostPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

let hostScript: Promise<string> | undefined;
async function bundledHost(): Promise<string> {
  const made = await build({ entryPoints: [pathOf("host/host.ts")], bundle: true, write: false, format: "iife" });
  return made.outputFiles[0]!.text;
}

// A page in the official MCP Apps host, which gives it `data`.
export async function hosted(
  browser: Browser,
  name: string,
  options: { resources: boolean; theme: "light" | "dark"; data: unknown },
) {
  const url = await serve({
    "/": {
      type: "text/html; charset=utf-8",
      body: `<!doctype html><body style="margin:0"><iframe sandbox="allow-scripts" style="border:0;width:100%;height:200px"></iframe><script src="/host.js"></script>`,
    },
    "/host.js": { type: "text/javascript", body: await (hostScript ??= bundledHost()) },
    "/app": {
      type: "text/html; charset=utf-8",
      body: pageHtml(name),
      headers: { "Content-Security-Policy": hostPolicy },
    },
  });
  const seen = await watched(browser, new RegExp(`^${url}/(app|host\\.js|favicon\\.ico)?$`));
  await seen.page.goto(url);
  const given = { ...options, page: name, data: JSON.stringify(options.data) };
  await seen.page.evaluate((values) => window.startHost(values), given);
  const frame = seen.page.frameLocator("iframe[sandbox]");
  const told = () => seen.page.evaluate(() => window.seen);
  const complaints = () => seen.complaints.filter((text) => !/favicon|404/.test(text));
  return { ...seen, complaints, frame, told };
}

export const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

// The program itself, serving on a port of its own choice with a state directory of its own.
export async function serveProgram(program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "lintel-web-"));
  const environment = { ...process.env, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder, XDG_RUNTIME_DIR: folder };
  const server = spawn(program, ["serve", "--http=127.0.0.1:0"], { cwd: folder, env: environment });
  started.push(() => {
    server.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    server.kill();
  });
  return new Promise<string>((resolve, reject) => {
    let said = "";
    server.stderr.on("data", (chunk) => {
      said += chunk;
      const found = /listening on (http:\/\/\S+)\/mcp/.exec(said);
      if (found) resolve(found[1]!);
    });
    server.on("exit", () => reject(new Error(`the program ended: ${said}`)));
  });
}

// The program over stdio, as a client that shows pages has it: a folder of its own, and a call for each tool.
export async function startClient(program: string, args: string[], folder: string) {
  const environment = { ...process.env, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder, XDG_RUNTIME_DIR: folder };
  const server = spawn(program, ["serve", ...args], {
    cwd: folder,
    env: environment,
    stdio: ["pipe", "pipe", "ignore"],
  });
  started.push(() => server.kill());
  const waiting = new Map<number, (result: Record<string, any>) => void>();
  let [said, last] = ["", 0];
  server.stdout.on("data", (chunk) => {
    const lines = (said + chunk).split("\n");
    said = lines.pop()!;
    for (const message of lines.filter(Boolean).map((line) => JSON.parse(line)))
      waiting.get(message.id)?.(message.result ?? message.error);
  });
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const request = (method: string, params: object) =>
    new Promise<Record<string, any>>((resolve) => {
      waiting.set(++last, resolve);
      send({ id: last, method, params });
    });
  const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
  await request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: { extensions },
    clientInfo: { name: "pages", version: "1" },
  });
  send({ method: "notifications/initialized" });
  const call = async (name: string, given: object) =>
    (await request("tools/call", { name, arguments: given }))["structuredContent"];
  return { request, call };
}
