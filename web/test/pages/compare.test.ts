// SPDX-License-Identifier: Apache-2.0
// The comparison of two reports in a real Chromium, opened from a disk.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { closePages, comes, endAll, launch, openedFile, type Watched } from "../place.ts";
import { guidOf } from "../report_fixture.ts";

let browser: Browser;
before(async () => {
  browser = await launch();
});
afterEach(closePages);
after(() => {
  endAll();
  return browser.close();
});

const failures = (from: number, count: number, reason: string) =>
  Array.from({ length: count }, (_, index) => ({
    element: `Wall ${from + index}`,
    global_id: guidOf(from + index),
    entity: "IfcWall",
    storey: "Level 1",
    requirement: "FireRating in Pset_WallCommon must be given",
    reason,
  }));
const changes = (unknown = 0) => ({
  verdict: "2 new failures, 120 still failing, 3 fixed",
  title: "Fire safety",
  checked_before: "2026-11-09T10:00:00Z",
  checked_after: "2026-11-16T10:00:00Z",
  totals: { new: 2, still: 120, fixed: 3, unknown },
  notes: ["annex.ifc is not in the later report: nothing is known of it now"],
  specifications: [
    {
      model: "house.ifc",
      name: "Walls carry a fire rating",
      identifier: "FIRE-1",
      before: "fail",
      after: "fail",
      new: failures(1, 2, "It is missing"),
      still: failures(10, 120, "It is missing"),
      fixed: [],
      unknown: [],
    },
    {
      model: "house.ifc",
      name: "Doors <b>close</b>",
      before: "fail",
      after: "pass",
      new: [],
      still: [],
      fixed: [...failures(200, 2, "It was missing"), { reason: "Nothing was applicable" }],
      unknown: [],
    },
  ],
  left: 0,
});

describe("comparison as a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-web-"));
  after(() => rmSync(folder, { recursive: true }));
  const opened = (data: unknown, options = {}): Promise<Watched> =>
    openedFile(browser, folder, "compare", data, options);

  test("compare: says what changed, new failures first and open", async () => {
    const { page, complaints } = await opened(changes());
    await comes("Fire safety – 2 new failures, 120 still failing, 3 fixed", () => page.title());
    assert.equal(await page.locator(".verdict.fail").count(), 1);
    assert.deepEqual(await page.locator(".figures .big").allTextContents(), ["2", "0", "120", "3"]);
    assert.equal(await page.locator("details[open]").count(), 1);
    assert.equal(await page.locator("details[open] .turn.new tbody tr").count(), 2);
    assert.equal(await page.locator("details[open] .turn.still tbody tr").count(), 50);
    await page.getByRole("button", { name: /Show 70 more/ }).click();
    await comes("120", async () => String(await page.locator("details[open] .turn.still tbody tr").count()));
    await page.getByText("annex.ifc is not in the later report").waitFor();
    assert.deepEqual(complaints, []);
  });

  test("compare: one kind alone, hostile names stay text", async () => {
    const { page } = await opened(changes());
    await page.getByRole("button", { name: "Fixed", exact: true }).click();
    await comes("1", async () => String(await page.locator(".spec").count()));
    assert.equal(await page.locator(".spec .name").textContent(), "Doors <b>close</b>");
    await page.getByText("The specification itself").waitFor();
    await page.getByRole("button", { name: "Not known", exact: true }).click();
    await page.getByText("There is nothing of that kind.").waitFor();
  });

  test("compare: what is not known is not green, and other data say so", async () => {
    const { page } = await opened({ ...changes(4), totals: { new: 0, still: 0, fixed: 3, unknown: 4 } });
    await page.locator(".verdict.error").waitFor();
    const other = await opened({ nothing: true });
    await other.page.getByRole("alert").getByText("This is not a comparison of reports.").waitFor();
  });

  test("compare: a GlobalId and its button keep clear of the next column", async () => {
    const long = "The property LoadBearing of Pset_WallCommon is missing, and it must be one of several texts";
    const [first, ...rest] = changes().specifications;
    const data = { ...changes(), specifications: [{ ...first, new: failures(1, 2, long) }, ...rest] };
    const { page } = await opened(data, { viewport: { width: 1100, height: 800 } });
    const row = page.locator("details[open] .turn.new tbody tr").first();
    const button = await row.locator(".guid button").boundingBox();
    const next = await row.locator("td").last().boundingBox();
    assert.ok(button && next && button.x + button.width <= next.x);
  });

  test("compare: nothing is wider than a telephone", async () => {
    const { page } = await opened(changes(), { viewport: { width: 400, height: 800 } });
    await page.locator(".spec").first().waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 400);
  });
});
