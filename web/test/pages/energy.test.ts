// SPDX-License-Identifier: Apache-2.0
// The pages of EnergyPlus models in a real Chromium: from a disk, in a host, and with what the program gives.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { attack, building, office, peaks, report, runs, simulated } from "../energy_fixture.ts";
import {
  closePages,
  comes,
  endAll,
  hosted,
  launch,
  openedFile,
  pathOf,
  ready,
  startClient,
  watched,
} from "../place.ts";

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

// ./dev names the program and brings the models of EnergyPlus; the tests of a page alone can do without them.
const program = process.env["LINTEL_PROGRAM"];
const models = pathOf("../../.deps/energy/pyenergyplus/data/model/");
const shots = process.env["LINTEL_SHOT_ENERGY"];

describe("energy: from the program", () => {
  const skip = program && existsSync(models) ? false : "there is no program, or no models of EnergyPlus";

  async function writtenPage(subject: string, ...options: string[]) {
    const file = join(folder, "written.html");
    const made = spawnSync(program!, ["energy", "view", subject, file, "--overwrite", ...options]);
    assert.equal(made.status, 0, String(made.stderr));
    const seen = await watched(browser, /^file:|^data:/);
    await seen.page.goto(`file://${file}`);
    await ready(seen.page);
    return seen;
  }
  const written = (model: string, ...options: string[]) => writtenPage(models + model, ...options);

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

  // Two days of July, once with half of the light; the engine takes a second for each.
  const weather = pathOf("../../.deps/energy/pyenergyplus/data/weather/USA_IL_Chicago-OHare.Intl.AP.725300_TMY3.epw");
  function office2(): { model: string; first: string; second: string } {
    const text = readFileSync(`${models}RefBldgSmallOfficeNew2004_Chicago.idf`, "utf8")
      .replace(/NO, +!- Run Simulation for Weather/, "YES, !- Run Simulation for Weather")
      .replace(/(RunPeriod,\s+Annual,.*\s+)1,(.*\s+)1,(.*\s+,.*\s+)12,(.*\s+)31,/, "$17,$220,$37,$421,")
      .replace(/HVACSizingSummary/, "AllSummary");
    const [model, other] = [join(folder, "office.idf"), join(folder, "dim.idf")];
    writeFileSync(model, text);
    writeFileSync(other, text.replaceAll("10.76,", "5.38,"));
    const [first, second] = [join(folder, "first"), join(folder, "second")];
    const environment = { ...process.env, XDG_STATE_HOME: join(folder, "state") };
    for (const [from, to] of [
      [model, first],
      [other, second],
    ]) {
      const run = spawnSync(program!, ["energy", "run", from!, "-w", weather, "-o", to!], { env: environment });
      assert.equal(run.status, 0, String(run.stderr) + String(run.stdout));
    }
    return { model, first, second };
  }

  test("energy: results of the real engine: coloured, reported, decomposed, compared", { skip }, async () => {
    const { model, first, second } = office2();
    const warm = await writtenPage(model, "--results", first, "--at", "2017-07-21T15");
    await comes("2017-07-21 15:00", () => warm.page.locator(".time output").textContent());
    await comes(/^2[34]/, () => warm.page.locator(".zones td.now").nth(1).textContent());
    await warm.page.getByRole("combobox", { name: "Environment" }).selectOption("ANNUAL");
    await warm.page.getByRole("slider", { name: "Time" }).press("End");
    await comes(/-07-22 00:00/, () => warm.page.locator(".time output").textContent());
    await pickMiddle(warm.page);
    await comes(/Attic/, () => warm.page.locator(".chosen").textContent());
    if (shots) await warm.page.screenshot({ path: join(shots, "energy-values.png") });

    const tables = await writtenPage(first, "--report");
    await comes(/Total site energy/, () => tables.page.locator(".figures").textContent());
    await tables.page.getByRole("searchbox").fill("core_zn");
    await comes(/\d+ tables with/, () => tables.page.locator(".status").textContent());

    const loads = await writtenPage(first, "--peaks");
    await comes(5, () => loads.page.locator(".cooling .zones tbody tr").count());
    await comes(/Lights.*W/, () => loads.page.locator(".cooling .waterfall").textContent());
    await loads.page.getByRole("button", { name: "CORE_ZN" }).first().click();
    await comes("CORE_ZN", () => loads.page.locator(".cooling h3 bdi").textContent());
    if (shots) await loads.page.screenshot({ path: join(shots, "energy-peaks.png") });

    const both = await writtenPage(first, "--against", second);
    await comes(/Interior Lighting.*▼/, () => both.page.locator(".uses").textContent());
    await comes(2, () => both.page.locator("path.line").count());
    if (shots) await both.page.screenshot({ path: join(shots, "energy-runs.png"), fullPage: false });
    for (const { complaints } of [warm, tables, loads, both]) assert.deepEqual(complaints, []);
  });

  test(
    "energy: through a client: parts behind the view, none of them large, stale after an edit",
    { skip },
    async () => {
      const own = mkdtempSync(join(folder, "client-"));
      const text = readFileSync(`${models}RefBldgSmallOfficeNew2004_Chicago.idf`, "utf8");
      writeFileSync(join(own, "office.idf"), text);
      const { call, request } = await startClient(program!, ["energy"], own);
      assert.equal((await call("load_model", { file_path: "office.idf" })).outcome, "committed");
      assert.equal((await call("run_simulation", { design_day: true })).state, "completed");
      const read = async (view: string, part: string): Promise<any> => {
        const answer = await request("resources/read", { uri: `lintel://view/${view}/${part}` });
        const given: string = answer["contents"][0].text;
        assert.ok(given.length < 96 * 1024, `${part}: ${given.length}`);
        return JSON.parse(given);
      };
      // What the client got, put together as a file has it.
      const whole = async (view: string, main: string, counts: Record<string, (page: any) => number>) => {
        const page = await read(view, main);
        page.parts = {};
        for (const [kind, count] of Object.entries(counts))
          for (let i = 0; i < count(page); i++) page.parts[`${kind}-${i}`] = await read(view, `${kind}-${i}`);
        return page;
      };
      const answer = await call("view_geometry", { color_by: "value", picture: false });
      assert.equal(answer.values.places, 6);
      assert.ok(JSON.stringify(answer).length < 4000, "the data is not in the model's text");
      const shown = await whole(answer.view, "geometry", {
        surfaces: (page) => page.surface_parts,
        values: (page) => page.values.parts,
      });
      const warm = await geometry(shown);
      await comes(6, () => warm.page.locator(".zones td.now").count());
      const written = await call("view_simulation_report", {});
      const book = await whole(written.view, "report", { tables: (page) => page.table_parts });
      assert.ok(Object.keys(book.parts).length > 1);
      const loads = await call("analyze_peak_loads", {});
      assert.equal(loads.page, "energy-peaks");
      assert.equal((await read(loads.view, "cooling-0")).zones.length, 5);
      const light = { object_type: "Lights", name: "Core_ZN_Lights", fields: { watts_per_floor_area: 5 } };
      assert.equal((await call("update_object", light)).outcome, "committed");
      const late = await call("view_geometry", { color_by: "value", picture: false });
      assert.equal(late.values.stale, true);
      assert.equal((await read(late.view, "geometry")).values.stale, true);
      assert.equal((await call("run_simulation", { design_day: true })).cached, false);
      const compared = await call("compare_runs", { report_name: "*", picture: false });
      const runsPage = await whole(compared.view, "runs", {
        series: (page) => page.series.length,
        differences: (page) => page.difference_parts,
      });
      const both = await openedFile(browser, folder, "energy-runs", runsPage);
      await comes(2, () => both.page.locator("path.line").count());
      for (const { complaints } of [warm, both]) assert.deepEqual(complaints, []);
    },
  );
});
