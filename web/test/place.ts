// SPDX-License-Identifier: Apache-2.0
// The built page in the three places where people meet it.
import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";

const dist = new URL("../dist/", import.meta.url);

export const pageHtml = (name: string): string => readFileSync(new URL(`${name}.html`, dist), "utf8");

export function manifest(name: string): { script_hash: string } {
  const { pages } = JSON.parse(readFileSync(new URL("manifest.json", dist), "utf8"));
  return pages.find((page: { name: string }) => page.name === name);
}

// As web::with_data writes it; tests/unit/web/pages_test.cpp shows that the program does the same.
export function withData(html: string, data: unknown): string {
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  const hash = createHash("sha256")
    .update(/<script>([^]*)<\/script>/.exec(html)![1]!)
    .digest("base64");
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:`;
  return html.replace(
    "<!--lintel-data-->",
    () =>
      `<meta http-equiv="Content-Security-Policy" content="${policy}">\n` +
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

export async function watched(browser: Browser, allowed: RegExp, options = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 760 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (problem) => complaints.push(String(problem)));
  page.on("request", (request) => {
    if (!allowed.test(request.url())) complaints.push(`asked for ${request.url()}`);
  });
  return { page, complaints };
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
