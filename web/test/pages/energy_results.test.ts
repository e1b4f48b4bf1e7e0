// SPDX-License-Identifier: Apache-2.0
// The pages of simulated EnergyPlus models in a real Chromium: reports, peak loads, run against run.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { attack, peaks, report, runs } from "../energy_fixture.ts";
import { closePages, comes, endAll, hosted, launch, openedFile } from "../place.ts";

let browser: Browser;
before(async () => {
  browser = await launch();
});
afterEach(closePages);
after(() => {
  endAll();
  return browser.close();
});
const folder = mkdtempSync(join(tmpdir(), "lintel-web-"));
after(() => rmSync(folder, { recursive: true }));

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const hacked = (page: Page) => page.evaluate(() => (window as { hacked?: unknown }).hacked);

describe("energy: the report of a run", () => {
  const opened = (data: unknown, options = {}) => openedFile(browser, folder, "energy-report", data, options);

  test("energy: contents, tables that are sorted, and rows that are found", async () => {
    const { page, complaints } = await opened(report(true));
    await page.getByText("the model was edited since this run").waitFor();
    await comes(/Small office.*RUN PERIOD 1.*Chicago.*EnergyPlus 25.2.0/, () => page.locator("h1").textContent());
    await comes(/Total site energy293.5.GJ/, () => page.locator(".figures").textContent());
    const first = () => page.locator("#table-0-0 tbody th").allTextContents();
    const order = ["Total Site Energy", "Net Site Energy", "Total Source Energy"];
    await comes(order, first);
    await comes("Total Energy GJ", () => page.locator("#table-0-0 thead th").nth(1).textContent());
    const head = page.locator("#table-0-0 thead button").nth(1);
    await head.click();
    await comes("descending", () => page.locator("#table-0-0 thead th").nth(1).getAttribute("aria-sort"));
    await head.press("Enter");
    await comes(["Net Site Energy", "Total Site Energy", "Total Source Energy"], first); // 9.5 before 293.5: by size
    await head.click();
    await comes(order, first);
    await page.getByRole("button", { name: "Envelope Summary" }).click();
    await comes(/Opaque Exterior/, () => page.locator(".report h3").textContent());
    await comes(200, () => page.locator(".report tbody tr").count());
    await page.getByRole("button", { name: "Show 250 more rows" }).click();
    await comes(450, () => page.locator(".report tbody tr").count());
    await page.keyboard.press("/");
    await page.keyboard.type("wall 44");
    await comes(/1 table with “wall 44”/, () => page.locator(".status").textContent());
    await comes(11, () => page.locator(".report tbody tr").count()); // WALL 44 and 440 to 449
    await comes("WALL 44", () => page.locator(".report mark").first().textContent());
    await page.keyboard.press("Escape");
    await comes(200, () => page.locator(".report tbody tr").count());
    assert.deepEqual(complaints, []);
  });

  test("energy: a table is copied as it is sorted", async () => {
    const { page, complaints } = await opened(report());
    await page.evaluate(() => {
      const seen = window as { copied?: string };
      document.execCommand = () => ((seen.copied = document.querySelector("textarea")!.value), true);
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    await page.locator("#table-0-0 thead button").nth(1).click();
    await page.locator("#table-0-0").getByRole("button", { name: "Copy" }).click();
    await comes("Copied", () => page.locator("#table-0-0 [role=status]").textContent());
    const copied = await page.evaluate(() => (window as { copied?: string }).copied);
    assert.equal(copied?.split("\n")[0], "\tTotal Energy [GJ]\tEnergy Per Total Building Area [MJ/m²]");
    assert.equal(copied?.split("\n")[1], "Total Site Energy\t293.50\t574.4");
    assert.deepEqual(complaints, []);
  });

  test("energy: hostile, foreign, empty and narrow reports; and one in a host", async () => {
    const hostile = await opened(report(false, () => attack));
    assert.equal(await hacked(hostile.page), undefined);
    const narrow = await opened(
      report(false, () => "Büro 研究室 مكتب ".repeat(20)),
      {
        viewport: { width: 360, height: 700 },
        colorScheme: "dark",
      },
    );
    await comes(0, () => overflow(narrow.page));
    await narrow.page.getByRole("button", { name: "Contents" }).click();
    await narrow.page.getByRole("button", { name: "Envelope Summary" }).click();
    await comes(/Opaque Exterior/, () => narrow.page.locator(".report h3").textContent());
    const none = await opened({});
    await none.page.getByText("This run has no tabular reports.").waitFor();
    for (const { complaints } of [hostile, narrow, none]) assert.deepEqual(complaints, []);
    const host = await hosted(browser, "energy-report", { resources: true, theme: "dark", data: report() });
    await comes(/Site and Source Energy/, () => host.frame.locator(".report h3").first().textContent());
    assert.deepEqual(host.complaints(), []);
  });
});

describe("energy: peak loads", () => {
  const opened = (data: unknown, options = {}) => openedFile(browser, folder, "energy-peaks", data, options);

  test("energy: what the peak consists of, by zone and when", async () => {
    const { page, complaints } = await opened(peaks());
    await comes(/Cooling 15.kW 29\.3.+W\/m²/, () => page.locator(".cooling h2").textContent());
    await comes(["Window", "Lights", "Infiltration", "All together"], async () =>
      (await page.locator(".waterfall th").allTextContents()).map((text) => text.trim()),
    );
    await comes(/14,000|14.kW/, () => page.locator(".waterfall .total").textContent());
    await comes(2, () => page.locator(".flags li").count());
    await page.getByRole("button", { name: "Zone 1" }).click();
    await comes(/3,000.W/, () => page.locator(".waterfall tr").first().textContent());
    await page.getByRole("button", { name: "Zone 2" }).click();
    await page.getByText("The parts of this zone’s peak are not known").waitFor();
    await page.getByRole("button", { name: "W/m²" }).click();
    await comes("Zone 3", () => page.locator(".zones tbody th").first().textContent());
    await page.getByRole("searchbox").fill("zone 2");
    await comes(1, () => page.locator(".zones tbody tr").count());
    assert.deepEqual(complaints, []);
  });

  test("energy: many, hostile, none and narrow peaks", async () => {
    const many = await opened(peaks(300));
    await comes(/100 more/, () => many.page.locator(".zones tfoot").textContent());
    const hostile = await opened(peaks(3, () => attack));
    assert.equal(await hacked(hostile.page), undefined);
    const none = await opened({});
    await comes(2, () => none.page.getByText(/No zone was sized for/).count());
    const narrow = await opened(
      peaks(3, () => "Büro 研究室 مكتب ".repeat(9)),
      {
        viewport: { width: 360, height: 700 },
        colorScheme: "dark",
      },
    );
    await comes(0, () => overflow(narrow.page));
    for (const { complaints } of [many, hostile, none, narrow]) assert.deepEqual(complaints, []);
  });
});

describe("energy: run against run", () => {
  const opened = (data: unknown, options = {}) => openedFile(browser, folder, "energy-runs", data, options);

  test("energy: figures, end uses, a series of both, and what differs", async () => {
    const { page, complaints } = await opened(runs());
    await comes(/Total site energy300.GJ240.GJ▼ −20 %/, () => page.locator(".figures tbody tr").first().textContent());
    await comes(/Heating10060▼ −40 %/, () => page.locator(".uses tr").first().textContent());
    await page.getByText("The runs had different weather files.").waitFor();
    const chart = page.locator(".chart svg");
    await comes(2, () => chart.locator("path.line").count());
    const all = await chart.locator("path.line").first().getAttribute("d");
    const box = (await chart.boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 80, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Show all" }).waitFor();
    assert.notEqual(await chart.locator("path.line").first().getAttribute("d"), all);
    await page.getByLabel("Series").selectOption("1");
    await page.locator(".chart .plot").focus();
    await page.keyboard.press("ArrowRight");
    await comes(/2017-01-01 02:00 · before 20.1.°C · after 21.1.°C/, () => page.locator("figcaption").textContent());
    await page.getByRole("button", { name: "Difference" }).click();
    await comes(1, () => chart.locator("path.line").count());
    await comes(["Total Site Energy", "WALL 9"], () => page.locator(".data tbody th").allTextContents());
    await page.getByLabel("Find a difference").fill("envelope");
    await comes(["WALL 9"], () => page.locator(".data tbody th").allTextContents());
    await comes(/not there/, () => page.locator(".data tbody tr").textContent());
    assert.deepEqual(complaints, []);
  });

  test("energy: hostile, nothing in common, narrow, and in a host", async () => {
    const hostile = await opened(runs(() => attack));
    assert.equal(await hacked(hostile.page), undefined);
    const none = await opened({});
    await none.page.getByText("The two runs report no series in common").waitFor();
    await none.page.getByText("Neither run has key figures").waitFor();
    const narrow = await opened(
      runs(() => "Büro 研究室 مكتب ".repeat(9)),
      {
        viewport: { width: 360, height: 700 },
        colorScheme: "dark",
      },
    );
    await comes(0, () => overflow(narrow.page));
    for (const { complaints } of [hostile, none, narrow]) assert.deepEqual(complaints, []);
    const host = await hosted(browser, "energy-runs", { resources: false, theme: "light", data: runs() });
    await comes(2, () => host.frame.locator("path.line").count());
    assert.deepEqual(host.complaints(), []);
  });
});
