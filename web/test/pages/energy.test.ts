// SPDX-License-Identifier: Apache-2.0
// The pages of EnergyPlus models in a real Chromium: from a disk, in a host, and with what the program gives.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { attack, building, office, simulated } from "../energy_fixture.ts";
import { closePages, comes, endAll, hosted, launch, openedFile, pathOf, ready, watched } from "../place.ts";

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

const geometry = (data: unknown, options = {}) => openedFile(browser, folder, "energy-geometry", data, options);
const schedules = (data: unknown, options = {}) => openedFile(browser, folder, "energy-schedules", data, options);
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const hacked = (page: Page) => page.evaluate(() => (window as { hacked?: unknown }).hacked);

// How many colours there are in a picture of the model, edges aside.
async function coloursIn(page: Page): Promise<number> {
  const shot = (await page.locator(".stage canvas").screenshot()).toString("base64");
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [image.width, image.height];
    const context = copy.getContext("2d")!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const counts: Record<string, number> = {};
    for (let i = 0; i < data.length; i += 40) {
      const key = [data[i]! >> 5, data[i + 1]! >> 5, data[i + 2]! >> 5].join(",");
      counts[key] = (counts[key] ?? 0) + 1;
    }
    return Object.values(counts).filter((count) => count > 100).length;
  }, shot);
}

// Clicks the middle of the picture.
async function pickMiddle(page: Page): Promise<void> {
  const box = (await page.locator(".stage canvas").boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

describe("energy: geometry", () => {
  test("energy: it is drawn, and a surface can be picked", async () => {
    const { page, complaints } = await geometry(building(2, 3));
    assert.ok((await coloursIn(page)) >= 3, "walls, roofs and ground have colours of their own");
    await pickMiddle(page);
    await comes(/Room \d/, () => page.locator(".chosen h3").textContent());
    await comes(/Area12.5 m²/, () => page.locator(".chosen dl").textContent());
    await page.getByRole("button", { name: "Show its zone" }).click();
    await comes(1, () => page.locator(".zones tr.on").count());
    assert.deepEqual(complaints, []);
  });

  test("energy: a zone is picked and isolated, kinds are hidden, heights cut", async () => {
    const { page, complaints } = await geometry(building(2, 3));
    const before = await coloursIn(page);
    await page.getByRole("button", { name: "Room 2 ×2" }).click();
    await page.getByRole("button", { name: "Isolate" }).click();
    await comes("true", () => page.getByRole("button", { name: "Isolate" }).getAttribute("aria-pressed"));
    await page.keyboard.press("Escape");
    for (const kind of ["wall", "floor", "roof", "window"]) await page.getByRole("checkbox", { name: kind }).uncheck();
    await comes(1, () => coloursIn(page));
    assert.ok(before > 1);
    for (const kind of ["wall", "floor", "roof", "window"]) await page.getByRole("checkbox", { name: kind }).check();
    await page.getByLabel("Height that is shown").fill("0.4");
    await comes(true, async () => (await coloursIn(page)) > 1);
    assert.deepEqual(complaints, []);
  });

  test("energy: colours by zone, and by a value over time", async () => {
    const { page, complaints } = await geometry(simulated());
    await page.getByText("Zone Mean Air Temperature").waitFor();
    await comes(/2023-07-21 00:00/, () => page.locator(".slider").textContent());
    await page.getByLabel("Time").fill("20");
    await comes(/2023-07-21 20:00/, () => page.locator(".slider").textContent());
    await page.getByRole("combobox").selectOption("zone");
    await comes(["Room 1", "Room 2"], () => page.locator(".legend .name").allTextContents());
    assert.deepEqual(complaints, []);
  });

  test("energy: the keyboard does it too", async () => {
    const { page, complaints } = await geometry(building(1, 1));
    await page.locator(".stage canvas").focus();
    for (const key of ["ArrowLeft", "ArrowUp", "Shift+ArrowRight", "+", "-", "f", "o", "i"])
      await page.keyboard.press(key);
    await comes("true", () => page.getByRole("button", { name: "Parallel" }).getAttribute("aria-pressed"));
    await page.getByRole("searchbox").fill("nowhere");
    await comes(0, () => page.locator(".zones tbody tr").count());
    assert.deepEqual(complaints, []);
  });

  test("energy: large, empty, hostile, foreign and narrow", async () => {
    const large = await geometry(building(40, 40));
    await comes("1600", () => large.page.locator(".zones-fold .note").first().textContent());
    await comes(/1100.more zones/, () => large.page.locator(".zones-fold").textContent());
    const empty = await geometry({});
    await empty.page.getByText("This model has no surfaces that can be drawn.").waitFor();
    const hostile = await geometry({ ...building(1, 2, () => attack), name: attack, points_mm: ["x", null, 1e300] });
    assert.equal(await hacked(hostile.page), undefined);
    const foreign = await geometry(
      building(1, 2, (i) => ["Büro 研究室 مكتب", "長い名前".repeat(40)][i]!),
      {
        viewport: { width: 360, height: 700 },
        colorScheme: "dark",
      },
    );
    await comes(0, () => overflow(foreign.page));
    for (const { complaints } of [large, empty, hostile, foreign]) assert.deepEqual(complaints, []);
  });

  test("energy: in the official host, and what is chosen is told", async () => {
    const { page, frame, told, complaints } = await hosted(browser, "energy-geometry", {
      resources: true,
      theme: "dark",
      data: building(1, 2),
    });
    await frame.getByRole("button", { name: "Room 1" }).click();
    await comes(/The user has chosen the zone \\"Room 1\\"/, async () => JSON.stringify(await told()));
    assert.deepEqual(complaints(), []);
    await page.close();
  });
});

describe("energy: schedules", () => {
  test("energy: a schedule is shown, and an hour read", async () => {
    const { page, complaints } = await schedules(office());
    await comes(["Occupancy 1", "Occupancy 2", "Setpoint"], () => page.locator(".list .name").allTextContents());
    await comes("Occupancy 1", () => page.locator(".detail h2").textContent());
    await page.locator(".map canvas").focus();
    for (const key of ["ArrowRight", ...Array<string>(9).fill("ArrowDown")]) await page.keyboard.press(key);
    await comes("2024-01-02 (Tuesday), 9:00 to 10:00: 1", () => page.locator("figcaption").textContent());
    await comes(/262 days.*Monday to Friday/, () => page.locator(".profiles li").first().textContent());
    await page.getByRole("button", { name: /Setpoint/ }).click();
    await page.getByText("Always 21 °C").waitFor();
    await page.getByText("its file is not there").waitFor();
    await page.getByRole("searchbox").fill("occ");
    await comes(2, () => page.locator(".list li").count());
    assert.deepEqual(complaints, []);
  });

  test("energy: many, none, hostile and narrow schedules", async () => {
    const many = await schedules(office(400));
    await comes(/100 more/, () => many.page.locator(".list > p").textContent());
    const none = await schedules({ year: 2024, day_types: [], schedules: [] });
    await none.page.getByText("This model has no schedules that can be shown.").waitFor();
    const hostileYear = office(2);
    hostileYear["schedules"][0].name = attack;
    hostileYear["schedules"][0].days = ["x", -1, 99];
    const hostile = await schedules(hostileYear);
    assert.equal(await hacked(hostile.page), undefined);
    const narrow = await schedules(office(), { viewport: { width: 360, height: 700 }, colorScheme: "dark" });
    await comes(0, () => overflow(narrow.page));
    for (const { complaints } of [many, none, hostile, narrow]) assert.deepEqual(complaints, []);
  });
});

// ./dev names the program and brings the models of EnergyPlus; the tests of a page alone can do without them.
const program = process.env["LINTEL_PROGRAM"];
const models = pathOf("../../.deps/energy/pyenergyplus/data/model/");
const shots = process.env["LINTEL_SHOT_ENERGY"];

describe("energy: from the program", () => {
  const skip = program && existsSync(models) ? false : "there is no program, or no models of EnergyPlus";

  async function written(model: string, ...options: string[]) {
    const file = join(folder, "written.html");
    const made = spawnSync(program!, ["energy", "view", models + model, file, "--overwrite", ...options]);
    assert.equal(made.status, 0, String(made.stderr));
    const seen = await watched(browser, /^file:|^data:/);
    await seen.page.goto(`file://${file}`);
    await ready(seen.page);
    return seen;
  }

  test("energy: a tower of 90 zones", { skip }, async () => {
    const { page, complaints } = await written("ASHRAE901_ApartmentHighRise_STD2019_Denver.idf");
    await comes(/90 zones, 600 surfaces/, () => page.locator("h1").textContent());
    await page.getByRole("combobox").selectOption("zone");
    await pickMiddle(page);
    await comes(/Apartment/, () => page.locator(".chosen").textContent());
    if (shots) await page.screenshot({ path: join(shots, "energy-geometry.png") });
    assert.deepEqual(complaints, []);
  });

  test("energy: the schedules of an office", { skip }, async () => {
    const { page, complaints } = await written(
      "RefBldgSmallOfficeNew2004_Chicago.idf",
      "--schedules",
      "--year",
      "2023",
    );
    await comes(22, () => page.locator(".list li").count());
    await page.getByRole("button", { name: /BLDG_LIGHT_SCH/ }).click();
    await comes(/Monday to Friday/, () => page.locator(".profiles").textContent());
    if (shots) await page.screenshot({ path: join(shots, "energy-schedules.png") });
    assert.deepEqual(complaints, []);
  });
});
