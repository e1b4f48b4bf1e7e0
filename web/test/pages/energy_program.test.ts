// SPDX-License-Identifier: Apache-2.0
// The pages of EnergyPlus models with what the program and the real engine give.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { closePages, comes, endAll, launch, openedFile, pathOf, ready, startClient, watched } from "../place.ts";

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

// Clicks the middle of the picture.
async function pickMiddle(page: Page): Promise<void> {
  const box = (await page.locator(".stage canvas").boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

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
    await pickMiddle(warm.page);
    await comes(/Attic/, () => warm.page.locator(".chosen").textContent());
    if (shots) await warm.page.screenshot({ path: join(shots, "energy-values.png") });
    await warm.page.getByRole("combobox", { name: "Environment" }).selectOption("ANNUAL");
    await warm.page.getByRole("slider", { name: "Time" }).press("End");
    await comes(/-07-22 00:00/, () => warm.page.locator(".time output").textContent());

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
