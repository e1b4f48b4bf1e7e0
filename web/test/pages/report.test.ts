// SPDX-License-Identifier: Apache-2.0
// The report page in a real Chromium, opened from a disk.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { closePages, comes, endAll, launch, openedFile, type Watched } from "../place.ts";
import {
  failingReport,
  foreignReport,
  guidOf,
  hostileReport,
  neitherReport,
  passedReport,
  severalReports,
} from "../report_fixture.ts";

let browser: Browser;
before(async () => {
  browser = await launch();
});
afterEach(closePages);
after(() => {
  endAll();
  return browser.close();
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const titles = (page: Page) => page.locator(".spec .name").allTextContents();
const said = (page: Page) => page.locator(".said").textContent();
const group = (page: Page, text: string) => page.locator(".group", { hasText: text });
const find = (page: Page, text: string) => page.getByRole("searchbox").fill(text);

describe("report as a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-web-"));
  after(() => rmSync(folder, { recursive: true }));

  async function opened(report: unknown = failingReport(), options = {}): Promise<Watched> {
    return openedFile(browser, folder, "report", report, options);
  }

  test("report: says what was checked and how it ended, asks the network for nothing", async () => {
    const { page, complaints } = await opened();
    await comes("Handover requirements, Harbour Quarter block C – failed", () => page.title());
    await comes("3 of 5 specifications failed", () => page.locator(".verdict").textContent());
    await comes(/HQ-C_architecture.ifc · IFC4 · .* · checked 2026-11-15 10:30 UTC/, () =>
      page.locator(".facts").textContent(),
    );
    assert.deepEqual(await page.locator(".figures .big").allTextContents(), ["2", "6", "1,209", "212"]);
    assert.deepEqual((await titles(page)).slice(0, 3), [
      "Walls carry a fire rating",
      "The model has spaces",
      "No proxies",
    ]);
    assert.match((await page.locator("footer").textContent()) ?? "", /Author bim@example.com .* Lintel/);
    assert.deepEqual(complaints, []);
  });

  test("report: what was not checked is neither green nor among the passed", async () => {
    const { page, complaints } = await opened(neitherReport());
    await comes("Handover requirements, Harbour Quarter block C – could not be checked", () => page.title());
    assert.deepEqual(await page.locator(".figures .big").allTextContents(), ["1", "8", "1,492", "0", "1", "1"]);
    assert.deepEqual(
      await page.locator(".spec > summary .verdict-mark").evaluateAll((marks) => marks.map((each) => each.ariaLabel)),
      ["could not be checked", "passed with warnings", "not applicable"],
    );
    const colours = await page
      .locator(".spec > summary .verdict-mark .ground")
      .evaluateAll((grounds) => grounds.map((each) => getComputedStyle(each).fill));
    assert.equal(new Set([...colours, "rgb(26, 127, 55)"]).size, 4);
    await comes(/never closed/, () => page.locator(".why.error").textContent());
    await press(page, "Passed");
    assert.deepEqual(await titles(page), ["Doors are numbered"]);
    await press(page, "Not checked");
    assert.deepEqual(await titles(page), ["Names follow a pattern", "Lifts have a load"]);
    assert.deepEqual(complaints, []);
  });

  test("report: the first failure is open, lists grow when asked to", async () => {
    const { page } = await opened();
    await comes(1, () => page.locator(".spec[open]").count());
    const fire = group(page, "FireRating in");
    assert.equal(await fire.locator("tbody tr").count(), 0);
    await fire.locator("summary").click();
    await comes(50, () => fire.locator("tbody tr").count());
    await press(page, "Show 162 more of 162");
    await comes(212, () => fire.locator("tbody tr").count());
    await comes(0, () => page.getByRole("button", { name: /^Show/ }).count());
    await comes("#1007", () => fire.locator("tbody tr").nth(7).locator("bdi").first().textContent());
    await fire.locator("summary").first().click();
    await comes(0, () => fire.locator("tbody tr").count());
  });

  test("report: one reason is told once, several beside their elements", async () => {
    const { page } = await opened();
    await group(page, "FireRating in").locator("summary").click();
    await group(page, "LoadBearing in").locator("summary").click();
    await comes("The property LoadBearing of Pset_WallCommon is missing", () =>
      group(page, "LoadBearing in").locator(".why").textContent(),
    );
    await comes(["Element", "Storey", "GlobalId"], () => group(page, "LoadBearing in").locator("th").allTextContents());
    await comes(["Element", "Storey", "GlobalId", "What is wrong"], () =>
      group(page, "FireRating in").locator("th").allTextContents(),
    );
    await press(page, "Open all");
    await comes(5, () => page.locator(".spec[open]").count());
    await comes(/IFC2X3 – the model is IFC4/, () => page.locator(".spec").nth(1).textContent());
    await comes(/Nothing in the model is applicable/, () => page.locator(".spec").nth(1).locator(".why").textContent());
    await comes(2, () => page.locator(".spec").nth(2).locator("tbody tr").count());
    await press(page, "Open all");
    await comes(0, () => page.locator(".spec[open]").count());
  });

  test("report: filter by verdict, search by name, GlobalId and reason, from the keyboard", async () => {
    const { page } = await opened();
    await press(page, "Failed");
    await comes(3, () => page.locator(".spec").count());
    await comes("3 of 5 specifications", () => said(page));
    await press(page, "Passed");
    await comes(["Doors are numbered", "Doors say whether they are external"], () => titles(page));
    await press(page, "All");
    await page.keyboard.press("/");
    await page.keyboard.type(guidOf(3).toLowerCase());
    await comes("1 of 5 specifications, 2 matching failures", () => said(page));
    await comes(2, () => page.locator(".group[open] tbody tr").count());
    await page.keyboard.press("Escape");
    await comes("", () => said(page));
    await find(page, "door-2");
    await comes("1 of 5 specifications", () => said(page));
    await find(page, "f30 level cmu:7");
    await comes(/^1 of 5 specifications, \d+ matching failures$/, () => said(page));
    await find(page, "nobody has this");
    await page.getByText("Nothing matches.").waitFor();
  });

  test("report: a phrase in quotes, and filters by storey, type and class", async () => {
    const { page, complaints } = await opened();
    await find(page, "is missing loadbearing");
    await comes(/71 matching failures/, () => said(page));
    await find(page, '"is missing loadbearing"');
    await page.getByText("Nothing matches.").waitFor();
    await find(page, '"loadbearing of pset_wallcommon" "level 2"');
    await comes(/3[56] matching failures/, () => said(page));
    await find(page, "");
    assert.equal(await page.getByLabel("Type", { exact: true }).count(), 0); // all of one type: nothing to choose
    await page.getByLabel("Storey", { exact: true }).selectOption("Level 1");
    await comes(/matching failures/, () => said(page));
    const storeys = await page.locator(".group[open] tbody tr td:nth-child(2)").allTextContents();
    assert.deepEqual([...new Set(storeys)], ["Level 1"]);
    await press(page, "By element");
    await comes(/106 of 21[0-9] failing elements/, () => said(page));
    assert.deepEqual(complaints, []);
  });

  test("report: the GlobalIds of a requirement are copied as a list", async () => {
    const { page } = await opened(failingReport(), { permissions: ["clipboard-read", "clipboard-write"] });
    const list = group(page, "LoadBearing in Pset_WallCommon");
    await list.locator("summary").click();
    await list.getByRole("button", { name: "Copy 71 GlobalIds" }).click();
    await list.getByRole("button", { name: "Copied", exact: true }).waitFor();
  });

  test("report: why nothing applies, facet by facet", async () => {
    const report = structuredClone(failingReport());
    const narrowed = [
      { text: "IfcWall", left: 412, alone: 412 },
      { text: 'with IsExternal in Pset_WallCommon being "true"', left: 0, others: "398 have false, 14 lack it" },
    ];
    const nearMiss = "412 IfcWall, of them 0 with IsExternal in Pset_WallCommon; 398 have false, 14 lack it";
    Object.assign(report.models[0]!.specs[1]!, { nearMiss, narrowed });
    const { page } = await opened(report);
    await page.locator(".spec", { hasText: "The model has spaces" }).locator("> summary").click();
    await page.getByText(nearMiss).waitFor();
    const cells = await page.locator(".narrowed tbody td").allTextContents();
    assert.deepEqual(cells.slice(0, 3), ["IfcWall", "412", "412"]);
    assert.deepEqual(cells.slice(5, 8), ["0", "", "398 have false, 14 lack it"]);
  });

  test("report: by element, the worst first, with what is wrong and where that is asked", async () => {
    const { page } = await opened();
    await press(page, "By element");
    await comes("212 failing elements", () => said(page));
    await comes(100, () => page.locator(".element").count());
    await comes("3 failures", () => page.locator(".element .badge").first().textContent());
    await page.locator(".element summary").first().click();
    await comes(3, () => page.locator(".element li").count());
    await comes(/^The property FireRating .* missingWalls carry a fire rating › FireRating in/, () =>
      page.locator(".element li").first().textContent(),
    );
    await find(page, guidOf(4));
    await comes("1 of 212 failing elements", () => said(page));
  });

  test("report: a GlobalId is copied, and the page says so", async () => {
    const { page } = await opened(failingReport(), { permissions: ["clipboard-read", "clipboard-write"] });
    await press(page, "By element");
    await page.locator(".element summary").first().click();
    await page.getByRole("button", { name: `Copy ${guidOf(0)}` }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), guidOf(0));
    await page.getByText("Copy", { exact: true }).waitFor();
  });

  test("report: light and dark follow the system until somebody chooses", async () => {
    const { page } = await opened(passedReport(), { colorScheme: "dark" });
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    assert.equal(await ground(), "rgb(22, 24, 27)");
    await press(page, "Dark or light");
    await comes("rgb(255, 255, 255)", ground);
    await press(page, "Dark or light");
    await comes("rgb(22, 24, 27)", ground);
  });

  test("report: everything passed", async () => {
    const { page, complaints } = await opened(passedReport());
    await comes("All 6 specifications passed", () => page.locator(".verdict.pass").textContent());
    await comes(0, () => page.locator(".spec[open]").count());
    await press(page, "By element");
    await page.getByText("No element fails.").waitFor();
    assert.deepEqual(complaints, []);
  });

  test("report: several models have a table, and each its own specifications", async () => {
    const { page } = await opened(severalReports());
    await comes(11, () => page.locator(".spec").count());
    await page.getByRole("link", { name: "HQ-C_structure.ifc" }).click();
    await comes("HQ-C_structure.ifc", () => page.locator("section:target h2").textContent());
    await press(page, "Failed");
    await comes(["HQ-C_architecture.ifc"], () => page.locator("section h2").allTextContents());
  });

  test("report: on paper everything is open, without controls, and afterwards as before", async () => {
    const { page } = await opened(failingReport(2000, 900), { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    await comes(5, () => page.locator(".spec[open]").count());
    const fire = group(page, "FireRating in");
    await comes(300, () => fire.locator("tbody tr").count());
    await comes("and 600 more: see the spreadsheet", () => fire.locator(".rest").textContent());
    assert.equal(await page.locator(".tools:visible, .guid button:visible").count(), 0);
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).color), "rgb(26, 29, 33)");
    await page.emulateMedia({ media: "screen" });
    await comes(1, () => page.locator(".spec[open]").count());
    await comes(0, () => fire.locator("tbody tr").count());
  });

  test("report: what a printer gets is there before it begins", async () => {
    const { page } = await opened();
    const rows = await page.evaluate(() => {
      dispatchEvent(new Event("beforeprint"));
      const count = document.querySelectorAll("tbody tr").length;
      dispatchEvent(new Event("afterprint"));
      return count;
    });
    assert.equal(rows, 212 + 71 + 2);
    await comes(1, () => page.locator(".spec[open]").count());
  });

  test("report: hostile names stay text", async () => {
    const { page, complaints } = await opened(hostileReport());
    await press(page, "Open all");
    for (const summary of await page.locator(".group > summary").all()) await summary.click();
    await press(page, "By element");
    await page.locator(".element summary").first().click();
    await find(page, "</script>");
    await comes("12 failing elements", () => said(page));
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.evaluate(() => (window as { hacked?: string }).hacked), undefined);
    assert.deepEqual(complaints, []);
  });

  test("report: other scripts run their own way, and nothing is wider than a telephone", async () => {
    for (const report of [foreignReport(), hostileReport(), failingReport(), severalReports()]) {
      const { page, complaints } = await opened(report, { viewport: { width: 400, height: 800 } });
      await press(page, "Open all");
      await page.locator(".group > summary").first().click();
      await page.locator("tbody tr").first().waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.deepEqual(complaints, []);
    }
    const { page } = await opened(foreignReport());
    const direction = (selector: string) =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).direction);
    assert.equal(await direction("header .paragraphs"), "rtl");
    assert.equal(await direction(".facts"), "ltr");
  });

  test("report: twenty thousand failures of a hundred thousand stay quick", async () => {
    const report = failingReport(200_000, 15_000);
    report.left = 80_000;
    report.models[0]!.specs[0]!.requirements[0]!.failed = 95_000;
    const { page, complaints } = await opened(report);
    await group(page, "FireRating in").locator("summary").click();
    await comes(50, () => page.locator(".group[open] tbody tr").count());
    await comes("80,000 more failed and are not in this page: see the spreadsheet.", () =>
      page.locator(".group[open] .rest").textContent(),
    );
    assert.ok((await page.locator("*").count()) < 2500);
    const start = Date.now();
    await find(page, "cmu:14999");
    await comes("1 of 5 specifications, 1 matching failure", () => said(page));
    assert.ok(Date.now() - start < 5000, `${Date.now() - start} ms to search`);
    await press(page, "By element");
    await comes("1 of 15,000 failing elements; 80,000 more failures are not in this page: see the spreadsheet", () =>
      said(page),
    );
    assert.deepEqual(complaints, []);
  });

  test("report: thousands of specifications come in portions", async () => {
    const report = failingReport(200, 60);
    const [model] = report.models;
    const specs = Array.from({ length: 4000 }, (_, index) => ({ ...model!.specs[2]!, title: `Rule ${index}` }));
    const { page } = await opened({ ...report, models: [{ ...model, specs }] });
    await comes(1500, () => page.locator(".spec").count());
    assert.equal(await page.locator("tbody tr").count(), 2, "closed lists are not drawn");
    await press(page, "Show 200 more of 2,500");
    await comes(1700, () => page.locator(".spec").count());
    await find(page, "rule 3999");
    await comes(["Rule 3999"], () => titles(page));
  });

  test("report: nothing to check, and data that is not a report, say so", async () => {
    const none = { ...passedReport(), verdict: "There was nothing to check", models: [] };
    const { page, complaints } = await opened(none);
    await page.getByText("There are no specifications.").waitFor();
    await comes(/^0 models/, () => page.locator(".facts").textContent());
    assert.deepEqual(complaints, []);
    const other = await opened({ title: "x" });
    await other.page.getByRole("alert").getByText("This is not a report.").waitFor();
  });
});
