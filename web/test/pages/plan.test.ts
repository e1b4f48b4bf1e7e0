// SPDX-License-Identifier: Apache-2.0
// The floor-plan page in a real Chromium: as a file, over HTTP and in the official MCP Apps host.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { hostileHouse, smallHouse } from "../plan_fixture.ts";
import {
  closePages,
  comes,
  endAll,
  hosted,
  launch,
  openedFile,
  pageHtml,
  ready,
  serve,
  servedPolicy,
  serveProgram,
  watched,
  type Watched,
} from "../place.ts";

type Here = Page | FrameLocator;

let browser: Browser;
before(async () => {
  browser = await launch();
});
afterEach(closePages);
after(() => {
  endAll();
  return browser.close();
});

const plain = (text: string | null) => (text ?? "").replaceAll("\u202f", " ").trim();
const room = (here: Here, name: string) =>
  here.getByRole("listbox", { name: "Rooms" }).getByText(name, { exact: true });
const foot = (here: Here) => here.locator(".foot");
const litLines = (here: Here) => here.locator(".source .row.lit .number").allTextContents();

describe("plan as a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-web-"));
  after(() => rmSync(folder, { recursive: true }));

  async function opened(plan: unknown = smallHouse(), options = {}): Promise<Watched> {
    return openedFile(browser, folder, "plan", plan, options);
  }
  // Where a point of the ground floor, in metres, is on the screen.
  const spot = (page: Page, x: number, y: number) =>
    page.evaluate(
      ([mx, my]) => {
        const sheet = document.querySelector<SVGGraphicsElement>(".sheets [data-floor] .paper")!;
        const at = new DOMPoint((mx! + 1.4) * 50, (my! + 1.4) * 50).matrixTransform(sheet.getScreenCTM()!);
        return { x: at.x, y: at.y };
      },
      [x, y],
    );
  const click = async (page: Page, x: number, y: number) => {
    const at = await spot(page, x, y);
    await page.mouse.move(at.x + 3, at.y + 3);
    await page.mouse.click(at.x + 3, at.y + 3);
  };
  const scale = (page: Page) => page.evaluate(() => document.querySelector<SVGGraphicsElement>(".sheets")!.getCTM()!.a);

  test("file: shows the plan, asks the network for nothing, complains about nothing", async () => {
    const { page, complaints } = await opened();
    await comes("Small house", () => page.title());
    await comes(1, () => page.locator(".sheets [data-id='room:Kitchen']").count());
    assert.match(
      plain(await page.getByRole("listbox", { name: "Rooms" }).textContent()),
      /Kitchen3.00 × 4.00 m12.0 m²/,
    );
    assert.deepEqual(complaints, []);
  });

  test("file: floors are switched by tabs, by arrow keys, and shown together", async () => {
    const { page } = await opened();
    await page.getByRole("tab", { name: "Upper" }).click();
    await comes(1, () => page.locator(".sheets [data-id='room:Study']").count());
    await comes(0, () => page.locator(".sheets [data-id='room:Kitchen']").count());
    await page.keyboard.press("ArrowRight");
    await comes(2, () => page.locator(".sheets [data-floor]").count());
    await comes("true", () => page.getByRole("tab", { name: "All" }).getAttribute("aria-selected"));
  });

  test("file: the wheel zooms at the pointer, keys zoom and pan, F fits again", async () => {
    const { page } = await opened();
    const start = await scale(page);
    const at = await spot(page, 5.4, 0.2);
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, -300);
    const zoomed = (from: number) => document.querySelector<SVGGraphicsElement>(".sheets")!.getCTM()!.a > from * 1.3;
    await page.waitForFunction(zoomed, start);
    const now = await spot(page, 5.4, 0.2);
    assert.ok(Math.hypot(now.x - at.x, now.y - at.y) < 0.5, "the point under the pointer moved");
    await page.locator(".stage").focus();
    await page.keyboard.press("ArrowRight");
    assert.ok(Math.abs((await spot(page, 5.4, 0.2)).x - (now.x - 60)) < 0.5);
    const before = await scale(page);
    await page.keyboard.press("-");
    assert.ok(Math.abs((await scale(page)) - before * 0.8) < 1e-3);
    await page.keyboard.press("f");
    assert.ok(Math.abs((await scale(page)) - start) < 1e-6);
  });

  test("file: dragging pans and chooses nothing; two fingers zoom", async () => {
    const { page } = await opened();
    const at = await spot(page, 2, 2);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 50, at.y + 20, { steps: 5 });
    await page.mouse.up();
    const now = await spot(page, 2, 2);
    assert.ok(Math.abs(now.x - at.x - 50) < 0.5 && Math.abs(now.y - at.y - 20) < 0.5);
    await comes(0, () => page.locator(".marks .chosen").count());
    const start = await scale(page);
    await page.evaluate(() => {
      const stage = document.querySelector(".stage")!;
      stage.setPointerCapture = () => undefined; // these pointers exist only here
      const send = (type: string, pointerId: number, clientX: number) =>
        stage.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY: 300, bubbles: true }));
      send("pointerdown", 11, 300);
      send("pointerdown", 12, 400);
      send("pointermove", 12, 500);
      send("pointerup", 11, 300);
      send("pointerup", 12, 500);
    });
    assert.ok(Math.abs((await scale(page)) / start - 2) < 1e-6, `${await scale(page)} after ${start}`);
  });

  test("file: measuring snaps to corners and gives metres", async () => {
    const { page } = await opened();
    await page.getByRole("button", { name: "Measure" }).click();
    await click(page, 0.2, 0.2);
    await click(page, 5.2, 4.2);
    await comes("corner", () => page.locator("[data-snap]").getAttribute("data-snap"));
    await comes("6.40 m", async () => plain(await page.locator(".ruler text").textContent())); // √(5² + 4²) = 6.403
    await click(page, 5.4, 0.2);
    await page.keyboard.press("Escape");
    await comes(1, () => page.locator(".ruler text").count());
    await page.keyboard.press("Escape");
    await comes(0, () => page.locator(".ruler").count());
    await comes("false", () => page.getByRole("button", { name: "Measure" }).getAttribute("aria-pressed"));
  });

  test("file: measuring in feet, straight with Shift, and on an edge", async () => {
    const { page } = await opened({ ...smallHouse(), unit: "ft" });
    await page.keyboard.press("m");
    await click(page, 0.2, 0.2);
    await page.keyboard.down("Shift");
    const at = await spot(page, 5.2, 2.2);
    await page.mouse.click(at.x - 4, at.y);
    await page.keyboard.up("Shift");
    await comes("16.40 ft", async () => plain(await page.locator(".ruler text").textContent())); // 5 m
  });

  test("file: measuring by keyboard alone goes from corner to corner", async () => {
    const { page } = await opened();
    await page.keyboard.press("m");
    await click(page, 5.4, 0.2);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await comes("3.00 m", async () => plain(await page.locator(".ruler text").textContent()));
  });

  test("file: hovering a room lights its source lines, hovering the source lights the room", async () => {
    const { page } = await opened();
    const at = await spot(page, 6.6, 1.2);
    await page.mouse.move(at.x, at.y);
    await comes(["9", "10", "11"], () => litLines(page));
    await comes(1, () => page.locator(".marks .hovered").count());
    await page.locator(".source .row").nth(6).hover();
    await comes(["6", "7", "8"], () => litLines(page));
    await comes(/^Living/, async () => plain(await foot(page).textContent()));
  });

  test("file: choosing a room, in the plan or in the list, marks it everywhere; Esc lets go", async () => {
    const { page } = await opened();
    await click(page, 6.6, 1.2);
    await comes(/^Kitchen3.00 × 4.00 m · 12.0 m² · lines 9–11/, async () => plain(await foot(page).textContent()));
    await comes(1, () => page.locator(".rooms .row[aria-selected=true]").count());
    await room(page, "Hall").click();
    await comes(/^Hall/, async () => plain(await foot(page).textContent()));
    await comes(1, () => page.locator(".marks .chosen").count());
    await page.keyboard.press("Escape");
    await comes(0, () => page.locator(".marks .chosen").count());
  });

  test("file: lists are used with the keyboard", async () => {
    const { page } = await opened();
    await page.getByRole("listbox", { name: "Rooms" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await comes(["9", "10", "11"], () => litLines(page));
    await page.keyboard.press("Enter");
    await comes(/^Kitchen/, async () => plain(await foot(page).textContent()));
  });

  test("file: findings say word and line, worst first, and lead to the element on its floor", async () => {
    const { page } = await opened();
    const findings = page.locator(".findings button");
    await comes(["Error", "Warning", "Note"], () => findings.locator(".word").allTextContents());
    await comes(3, () => findings.locator("svg.mark").count());
    await findings.nth(2).click();
    await comes("true", () => page.getByRole("tab", { name: "Upper" }).getAttribute("aria-selected"));
    await comes(/^Bathroom/, async () => plain(await foot(page).textContent()));
    await comes("32", () => page.locator(".source .row[aria-selected=true] .number").textContent());
    await findings.nth(0).click();
    await comes(/^Door 2/, async () => plain(await foot(page).textContent()));
  });

  test("file: the id is copied", async () => {
    const { page } = await opened(smallHouse(), { permissions: ["clipboard-read", "clipboard-write"] });
    await room(page, "Kitchen").click();
    await page.mouse.move(5, 5);
    await page.getByRole("button", { name: "Copy id" }).click();
    await page.getByText("Copied room:Kitchen").waitFor({ state: "attached" });
    await comes("room:Kitchen", () => page.evaluate(() => navigator.clipboard.readText()));
  });

  test("file: the drawing is saved as the server drew it", async () => {
    const { page } = await opened();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save SVG" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "Small_house-Ground.svg");
  });

  test("file: narrow windows fold the panels away and have no sideways scroll", async () => {
    const { page } = await opened(smallHouse(), { viewport: { width: 360, height: 700 } });
    await comes(0, () => page.getByRole("listbox").count());
    await page.getByRole("button", { name: /^Rooms/ }).click();
    await room(page, "Kitchen").click();
    await comes(/^Kitchen/, async () => plain(await foot(page).textContent()));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });

  test("file: dark follows the system, paper is always light", async () => {
    const { page } = await opened(smallHouse(), { colorScheme: "dark" });
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    assert.equal(await ground(), "rgb(22, 24, 27)");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.equal(await ground(), "rgb(255, 255, 255)");
  });

  test("file: print has one sheet per floor, the lists, and no controls", async () => {
    const { page } = await opened();
    await page.emulateMedia({ media: "print" });
    await comes(2, () => page.locator(".paper-sheet svg").count());
    await comes(8, () => page.locator(".paper-pages tbody tr").count());
    await comes(3, () => page.locator(".paper-pages .print-findings li").count());
    assert.ok(!(await page.locator(".bar").isVisible()));
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    assert.equal(pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length, 3);
  });

  test("file: hostile drawings, labels and sources stay text", async () => {
    const { page, complaints } = await opened(hostileHouse());
    await comes("</script><script>window.hacked='title'</script>", () => page.title());
    await page.locator(".sheets [data-id='room:Evil']").click({ position: { x: 20, y: 80 } });
    for (const row of await page.locator(".rooms .row, .findings button, .source .row").all()) await row.hover();
    const bad = "script, style, foreignObject, image, a, animate, set, iframe, img, [onclick], [onload], [style]";
    assert.equal(
      await page
        .locator(
          bad
            .split(", ")
            .map((name) => `.sheets ${name}`)
            .join(", "),
        )
        .count(),
      0,
    );
    await comes(0, () => page.locator(".sheets [fill*='url(http']").count());
    await comes(0, () => page.locator(".sheets use[href]").count());
    assert.equal(await page.evaluate(() => (window as { hacked?: string }).hacked), undefined);
    assert.ok(await page.locator(".page").isVisible());
    // The parser's own document, which runs nothing, reports the handlers it would have refused.
    assert.deepEqual(
      complaints.filter((text) => !text.startsWith("Executing inline event handler violates")),
      [],
    );
  });

  test("file: a plan without floors, a broken drawing and data that is not a plan say so", async () => {
    const empty = await opened({ ...smallHouse(), floors: [] });
    assert.match((await empty.page.locator(".empty").textContent()) ?? "", /nothing to draw/);
    await comes(3, () => empty.page.locator(".findings li").count());
    const broken = await opened({ ...smallHouse(), floors: [{ id: "F", svg: "<svg><", rooms: [] }] });
    assert.deepEqual(broken.complaints, []);
    const nothing = await opened([1, 2]);
    assert.match((await nothing.page.getByRole("alert").textContent()) ?? "", /not a floor plan/);
  });

  test("file: five thousand rooms keep only the rows in view", async () => {
    const plan = smallHouse();
    const first = plan.floors[0]!;
    const rooms = Array.from({ length: 5000 }, (_, i) => ({
      ...first.rooms[0]!,
      id: `room:R${i}`,
      label: `R${i}`,
      line: i + 1,
      endLine: i + 1,
    }));
    const cells = rooms.map(
      ({ id }, i) =>
        `<rect data-id="${id}" x="${(i % 100) * 20}" y="${Math.floor(i / 100) * 20}" width="18" height="18" fill="#ddd"/>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2000 1000">${cells.join("")}</svg>`;
    const { page, complaints } = await opened({
      ...plan,
      source: rooms.map(({ label }) => `room ${label}`).join("\n"),
      floors: [{ ...first, svg, rooms }],
    });
    assert.ok((await page.locator(".row").count()) < 150);
    await page.getByRole("listbox", { name: "Rooms" }).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await comes(/^R4999/, async () => plain(await foot(page).textContent()));
    await comes("5000", () => page.locator(".source .row[aria-selected=true] .number").textContent());
    assert.deepEqual(complaints, []);
  });
});

describe("plan over HTTP", () => {
  const routes = {
    "/ui/plan": {
      type: "text/html; charset=utf-8",
      body: pageHtml("plan"),
      headers: { "Content-Security-Policy": servedPolicy("plan") },
    },
    "/view/v_test/plan": { type: "application/json", body: JSON.stringify(smallHouse()) },
  };

  test("http: reads its view from the server, under the strict policy, and nothing else", async () => {
    const url = await serve(routes);
    const { page, complaints } = await watched(browser, /\/ui\/plan\?view=v_test$|\/view\/v_test\/plan$/);
    await page.goto(`${url}/ui/plan?view=v_test`);
    await ready(page);
    await comes(1, () => page.locator(".sheets [data-id='room:Kitchen']").count());
    await room(page, "Kitchen").click();
    await comes(/^Kitchen/, async () => plain(await foot(page).textContent()));
    assert.deepEqual(complaints, []);
  });

  test("http: without a view, or with one that expired, it says what to do", async () => {
    const url = await serve(routes);
    const { page } = await watched(browser, /./);
    await page.goto(`${url}/ui/plan`);
    await page.getByRole("alert").getByText("names no view").waitFor();
    await page.goto(`${url}/ui/plan?view=v_old`);
    await page.getByRole("alert").getByText("expired").waitFor();
  });
});

// ./dev names the program; the tests of a page alone can do without it.
const program = process.env["LINTEL_PROGRAM"];

describe("plan from the program", () => {
  const skip = program ? false : "LINTEL_PROGRAM names no program";
  test("program: GET /ui/plan sends the packed page, once, under the strict policy", { skip }, async () => {
    const url = await serveProgram(program!);
    const { page, complaints } = await watched(browser, /\/ui\/plan$/);
    const answer = await page.goto(`${url}/ui/plan`);
    await page.getByRole("alert").getByText("names no view").waitFor();
    const headers = answer!.headers();
    assert.equal(headers["content-encoding"], "gzip");
    assert.equal(headers["cache-control"], "no-cache");
    assert.equal(headers["content-security-policy"], servedPolicy("plan"));
    assert.deepEqual(complaints, []);
    const again = await fetch(`${url}/ui/plan`, { headers: { "If-None-Match": headers["etag"]! } });
    assert.equal(again.status, 304);
    const plainly = await fetch(`${url}/ui/plan`, { headers: { "Accept-Encoding": "identity" } });
    assert.equal(plainly.headers.get("content-encoding"), null);
    assert.equal(await plainly.text(), pageHtml("plan"));
    assert.notEqual(plainly.headers.get("etag"), headers["etag"]);
    assert.equal((await fetch(`${url}/ui/plot`)).status, 404);
    assert.equal((await fetch(`${url}/ui/plan`, { headers: { Origin: "https://example.invalid" } })).status, 403);
  });

  test("program: a drawing of its own opens from the disk, room by room and floor by floor", { skip }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "lintel-web-"));
    const file = join(folder, "townhouse.html");
    const plan = fileURLToPath(new URL("../../../docs/gallery/townhouse.floorplan", import.meta.url));
    execFileSync(program!, ["floorplan", "render", plan, "-o", file], { stdio: "ignore" });
    const { page, complaints } = await watched(browser, /^file:|^data:/);
    await page.goto(`file://${file}`);
    await ready(page);
    await room(page, "Kitchen").click();
    await comes(/^Kitchen/, async () => plain(await foot(page).textContent()));
    await comes(/room Kitchen/, async () => (await page.locator(".source .row.lit").allTextContents()).join("\n"));
    await page.getByRole("tab", { name: "First" }).click();
    await page.locator(".sheets [data-id='room:UpperHall']").first().waitFor();
    assert.deepEqual(complaints, []);
    if (process.env["LINTEL_SHOT"]) await page.screenshot({ path: process.env["LINTEL_SHOT"] });
    rmSync(folder, { recursive: true });
  });
});

describe("plan in the official MCP Apps host", () => {
  async function planHosted(options: { resources: boolean; theme: "light" | "dark"; data?: unknown }) {
    const seen = await hosted(browser, "plan", { ...options, data: options.data ?? smallHouse() });
    await seen.frame.locator(".sheets svg").first().waitFor();
    return seen;
  }

  test("host: handshake, data by resources/read, size, choice told to the model, teardown", async () => {
    const { page, complaints, frame, told } = await planHosted({ resources: true, theme: "light" });
    await room(frame, "Kitchen").click();
    await comes(/^Kitchen/, async () => plain(await foot(frame).textContent()));
    const methods = (await told()).map(({ method }) => method);
    assert.ok(methods.includes("resources/read"));
    assert.ok(!methods.some((method) => method.startsWith("tools/call")));
    const context = (await told()).find(({ method }) => method === "context");
    assert.match(JSON.stringify(context?.params), /chosen room:Kitchen \(lines 9–11\)/);
    const sizes = (await told()).filter(({ method }) => method === "size").map(({ params }) => params);
    assert.deepEqual(sizes, [560], "one height, and it does not chase itself");
    assert.deepEqual(await page.evaluate(() => window.teardown()), {});
    assert.deepEqual(complaints(), []);
  });

  test("host: without resources the data comes through view_read, in pieces", async () => {
    const { complaints, frame, told } = await planHosted({ resources: false, theme: "light" });
    await comes(1, () => frame.locator(".sheets [data-id='room:Kitchen']").count());
    const reads = (await told()).filter(({ method }) => method === "tools/call view_read");
    assert.ok(reads.length > 1);
    assert.deepEqual(reads[1]?.params, { view: "v_test", part: "plan", offset: 4000 });
    assert.deepEqual(complaints(), []);
  });

  test("host: the theme is the host's, also when it changes; enlarging is asked for", async () => {
    const { page, complaints, frame, told } = await planHosted({ resources: true, theme: "dark" });
    const ground = () => frame.locator("html").evaluate((root) => getComputedStyle(root).backgroundColor);
    assert.equal(await ground(), "rgb(22, 24, 27)");
    await page.evaluate(() => window.setTheme("light"));
    await frame.locator("html[data-theme=light]").waitFor();
    assert.equal(await ground(), "rgb(255, 255, 255)");
    await frame.getByRole("button", { name: "Enlarge" }).click();
    await frame.getByRole("button", { name: "Shrink" }).waitFor();
    assert.ok((await told()).some(({ method, params }) => method === "mode" && params === "fullscreen"));
    assert.deepEqual(complaints(), []);
  });

  test("host: only the host is listened to, not another frame of its page", async () => {
    const { page, frame } = await planHosted({ resources: true, theme: "light" });
    await page.evaluate(async () => {
      const result = { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { structuredContent: {} } };
      const other = document.createElement("iframe");
      other.srcdoc = `<script>parent.frames[0].postMessage(${JSON.stringify(result)}, "*")</script>`;
      document.body.append(other);
      await new Promise((resolve) => other.addEventListener("load", resolve));
      window.setTheme("dark");
    });
    await frame.locator("html[data-theme=dark]").waitFor();
    assert.equal(await frame.getByRole("alert").count(), 0);
  });

  test("host: hostile drawings, labels and sources do nothing there either", async () => {
    const { page, complaints, frame } = await planHosted({ resources: true, theme: "light", data: hostileHouse() });
    await frame.locator(".sheets [data-id='room:Evil']").click({ position: { x: 20, y: 80 } });
    const hacked = await frame.locator("html").evaluate(() => (window as { hacked?: string }).hacked);
    assert.equal(hacked, undefined);
    assert.equal(await page.evaluate(() => (window as { hacked?: string }).hacked), undefined);
    assert.deepEqual(complaints(), []);
  });
});
