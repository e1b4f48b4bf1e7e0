// SPDX-License-Identifier: Apache-2.0
// The pages of EnergyPlus models in a real Chromium, from a disk and in a host: geometry and schedules.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { attack, building, office, simulated } from "../energy_fixture.ts";
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

// The picture as it is, to see that it changed.
const coloursOf = async (page: Page): Promise<string> =>
  (await page.locator(".stage canvas").screenshot()).toString("base64");

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
    const when = () => page.locator(".time output").textContent();
    const values = () => page.locator(".zones td.now").allTextContents();
    await page.getByText("Zone Mean Air Temperature").first().waitFor();
    await comes("2017-07-21 01:00", when); // where the program said it begins
    await comes(["20", "26"], values);
    const cool = await coloursOf(page);
    await page.getByRole("slider", { name: "Time" }).fill("44");
    await comes("2017-07-21 21:00", when);
    await comes(["25", "21"], values);
    await comes(true, async () => (await coloursOf(page)) !== cool);
    await page.getByRole("combobox", { name: "Environment" }).selectOption("WINTER");
    await comes("2017-12-21 01:00", when);
    await page.getByRole("button", { name: /^Highest/ }).click();
    await comes("2017-07-21 01:00", when);
    await comes(1, () => page.locator(".zones tr.on").count());
    await page.getByLabel("Highest colour").fill("30");
    await page.getByLabel("Highest colour").press("Enter");
    await comes("false", () => page.getByRole("button", { name: "Run", exact: true }).getAttribute("aria-pressed"));
    await page.getByRole("button", { name: "Now", exact: true }).click();
    await comes("26", () => page.getByLabel("Highest colour").inputValue());
    await page.getByLabel("Colour by").selectOption("zone");
    await comes(["Room 1", "Room 2"], () => page.locator(".legend .name").allTextContents());
    assert.deepEqual(complaints, []);
  });

  test("energy: time plays, stops, and the series is read", async () => {
    const { page, complaints } = await geometry(simulated(true));
    await page.getByText("the model was edited since this run").waitFor();
    await page.locator(".stage canvas").focus();
    await page.keyboard.press("p");
    await comes(/2017-07-21 0[4-9]:00/, () => page.locator(".time output").textContent());
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator(".chart .plot").focus();
    for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await comes(/2017-07-21 03:00 · mean of 2 zones 23.°C/, () => page.locator(".chart figcaption").textContent());
    await comes("2017-07-21 03:00", () => page.locator(".time output").textContent());
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
    const broken = building(1, 2, () => attack);
    broken["parts"]["surfaces-0"].points_mm = ["x", null, 1e300];
    const values = { ...simulated()["values"], variable: attack, places: [0, -1, 7, "x"], times: "%%%", parts: 9 };
    const hostile = await geometry({ ...broken, name: attack, values });
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

  for (const resources of [true, false]) {
    test(`energy: values in parts through a host ${resources ? "with" : "without"} resources`, async () => {
      const { page, frame, told, complaints } = await hosted(browser, "energy-geometry", {
        resources,
        theme: "light",
        data: simulated(),
      });
      await comes("2017-07-21 01:00", () => frame.locator(".time output").textContent());
      await comes(["20", "26"], () => frame.locator(".zones td.now").allTextContents());
      const asked = JSON.stringify(await told());
      for (const part of ["geometry", "surfaces-0", "values-0", "values-1"]) assert.ok(asked.includes(part), part);
      assert.deepEqual(complaints(), []);
      await page.close();
    });
  }

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
    const none = await schedules({ year: 2024, day_types: [], schedule_parts: 3 });
    await none.page.getByText("This model has no schedules that can be shown.").waitFor();
    const hostileYear = office(2);
    const broken = hostileYear["parts"]["schedules-0"].schedules[0];
    broken.name = attack;
    broken.days = ["x", -1, 99];
    const hostile = await schedules(hostileYear);
    assert.equal(await hacked(hostile.page), undefined);
    const narrow = await schedules(office(), { viewport: { width: 360, height: 700 }, colorScheme: "dark" });
    await comes(0, () => overflow(narrow.page));
    for (const { complaints } of [many, none, hostile, narrow]) assert.deepEqual(complaints, []);
  });
});
