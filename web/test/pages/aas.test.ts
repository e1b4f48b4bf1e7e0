// SPDX-License-Identifier: Apache-2.0
// The page of an Asset Administration Shell document in a real Chromium: from a disk, over HTTP, in a host.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  attack,
  emptyDocument,
  foreignDocument,
  hostileDocument,
  largeDocument,
  pumpDocument,
  smallDocument,
  uncheckedDocument,
} from "../aas_fixture.ts";
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
  startClient,
  watched,
  type Watched,
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

const opened = (document: unknown = pumpDocument(), options = {}): Promise<Watched> =>
  openedFile(browser, folder, "aas", document, options);
const rows = (page: Page) => page.locator(".row .name").allTextContents();
const row = (page: Page, name: string) => page.locator(".row", { has: page.getByText(name, { exact: true }) });
const chosen = (page: Page) => page.locator(".row.chosen .name").allTextContents();
const show = (page: Page, name: RegExp) => page.getByRole("tab", { name }).click();
const find = (page: Page, text: string) => page.getByRole("searchbox").fill(text);
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const hacked = (page: Page) => page.evaluate(() => (window as { hacked?: unknown }).hacked);

describe("aas: what the document is", () => {
  test("aas: the head tells file, asset, verdict and what waits", async () => {
    const { page, complaints } = await opened();
    await comes("pump.aasx – 1 error, 1 warning", () => page.title());
    await comes("AASX · metamodel 3.0 · 1 shell · 2 submodels · 28 elements · 1 concept description", () =>
      page.locator(".facts").textContent(),
    );
    await comes(/KX40_4711https:\/\/example.com\/p\/KX-40\/4711Instance/, () =>
      page.locator(".shells li").textContent(),
    );
    assert.deepEqual(await page.locator(".chip").allTextContents(), [
      "Structure and constraints1 error, 1 warning",
      "Templates1 of 2 submodels conform",
      "For approval2 changes wait",
    ]);
    assert.deepEqual(complaints, []);
  });

  test("aas: what was not checked is never green", async () => {
    for (const document of [uncheckedDocument(), emptyDocument()]) {
      const { page, complaints } = await opened(document);
      assert.equal(await page.locator(".chip.valid").count(), 0);
      await comes(/Not checked/, () => page.locator(".chip").first().textContent());
      await show(page, /^Findings/);
      await comes(/Not checked\. \S/, () => page.locator(".nothing").textContent());
      assert.equal(await page.locator(".status-mark.valid").count(), 0);
      assert.deepEqual(complaints, []);
    }
  });

  test("aas: a document of one property", async () => {
    const { page, complaints } = await opened(smallDocument());
    await comes(["Note", "Text"], () => rows(page));
    await show(page, /^Completeness/);
    await page.getByText("Not checked: no template is known for its semanticId").waitFor();
    await show(page, /^Findings/);
    await comes(/Nothing is wrong: structure and constraints of metamodel 3.0/, () =>
      page.locator(".nothing").textContent(),
    );
    assert.equal(await page.getByRole("tab", { name: /Nameplate|Changes/ }).count(), 0);
    assert.deepEqual(complaints, []);
  });
});

test("aas: what conforms and lacks values is not green", async () => {
  const document = pumpDocument();
  document.templates = { checked: 2, conforming: 2, errors: 0 };
  Object.assign(document.submodels[0]!, { status: "valid", errors: 0 });
  const { page } = await opened(document);
  await comes("Templates1 value missing", () => page.locator(".chip.warnings").textContent());
  await show(page, /^Completeness/);
  await comes(["Conforms to its template; 1 mandatory value to fill in", "Conforms to its template"], async () =>
    (await page.locator(".status-line").allTextContents()).map((text) => text.trim()),
  );
});

describe("aas: the tree", () => {
  test("aas: badges sum up, errors and warnings apart", async () => {
    const { page } = await opened();
    await comes("2 errors, 2 changes waiting", () => row(page, "Nameplate").locator(".badges").getAttribute("title"));
    await comes("1 warning, 2 changes waiting", () =>
      row(page, "TechnicalData").locator(".badges").getAttribute("title"),
    );
    assert.equal(await row(page, "SerialNumber").locator(".count.error").count(), 0);
  });

  test("aas: an element with its value, meaning, rule and findings", async () => {
    const { page, complaints } = await opened();
    await row(page, "SerialNumber").click();
    const detail = page.locator(".detail");
    await comes("serial number", () => detail.locator("h2").textContent());
    await comes("4711-2026-0042", () => detail.locator(".big-value").textContent());
    await comes(/0112\/2\/\/\/61987#ABA951#009/, () => detail.textContent());
    await comes(/Template ruleserial number: SerialNumber, ZeroToOne/, () => detail.textContent());
    await comes(/JSON Pointer\/submodels\/0\/submodelElements\/7/, () => detail.textContent());
    await row(page, "ManufacturerName").click();
    await comes(["en", "de", "zh"], () => detail.locator(".texts dt").allTextContents());
    await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
    await comes("诺威泵业", () => row(page, "ManufacturerName").locator(".value").textContent());
    await page.getByRole("combobox", { name: "Language" }).selectOption("en");
    await row(page, "YearOfConstruction").click();
    await comes(2, () => detail.locator(".finding-list li.error").count());
    await comes(["twenty-six", "2026"], () => detail.locator(".side .long").allTextContents());
    if (process.env["LINTEL_SHOT_AAS"]) await page.screenshot({ path: process.env["LINTEL_SHOT_AAS"] });
    assert.deepEqual(complaints, []);
  });

  test("aas: search by name, value and semanticId", async () => {
    const { page } = await opened();
    await find(page, "ratedFL");
    await comes(/^2 matches$/, () => page.locator(".said").textContent());
    await comes(
      ["TechnicalData", "TechnicalPropertyAreas", "RatedFlow", "Concept descriptions", "RatedFlowConcept"],
      () => rows(page),
    );
    await find(page, "bristol");
    await comes(["Nameplate", "AddressInformation", "CityTown"], () => rows(page));
    await find(page, "61987#aba951");
    await comes(["Nameplate", "SerialNumber"], () => rows(page));
    await find(page, "nothing like it");
    await page.getByText("Nothing matches.").waitFor();
    await page.getByRole("searchbox").press("Escape");
    await comes(/Markings/, async () => (await rows(page)).join());
  });

  test("aas: all by keyboard", async () => {
    const { page } = await opened();
    await page.locator(".tree").focus();
    await page.keyboard.press("ArrowDown");
    await comes(["URIOfTheProduct"], () => chosen(page));
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await comes("true", () => row(page, "AddressInformation").getAttribute("aria-expanded"));
    await page.keyboard.press("ArrowRight");
    await comes(["Street"], () => chosen(page));
    await page.keyboard.press("ArrowLeft");
    await comes(["AddressInformation"], () => chosen(page));
    await page.keyboard.press("ArrowLeft");
    await comes("false", () => row(page, "AddressInformation").getAttribute("aria-expanded"));
    await page.keyboard.press("End");
    await comes(["Concept descriptions"], () => chosen(page));
    await page.keyboard.press("/");
    await comes(true, () => page.getByRole("searchbox").evaluate((field) => field === document.activeElement));
    await page.locator("#tab-structure").focus();
    await page.keyboard.press("ArrowRight");
    await comes("true", () => page.locator("#tab-nameplate").getAttribute("aria-selected"));
  });

  test("aas: 3,000 elements: few rows are there, search and jump are quick", async () => {
    const { page, complaints } = await opened(largeDocument());
    await page.getByRole("button", { name: "Open all" }).click();
    await comes(`${3061 * 28}px`, () => page.locator(".rows").evaluate((element) => element.style.height));
    assert.ok((await page.locator(".row").count()) < 60);
    await page.getByRole("button", { name: "Open all" }).click();
    await comes(["Order"], () => rows(page));
    const began = Date.now();
    await find(page, "value 2975");
    await comes(["Order", "Group59", "Item59_25"], () => rows(page));
    assert.ok(Date.now() - began < 2000);
    await show(page, /^Findings/);
    await page.getByRole("button", { name: "Order / Group57 / Item57_30" }).click();
    await comes(["Item57_30"], () => chosen(page));
    assert.ok(await page.locator(".row.chosen").isVisible());
    await comes("", () => page.getByRole("searchbox").inputValue());
    assert.deepEqual(complaints, []);
  });
});

describe("aas: the views", () => {
  test("aas: findings lead to their elements", async () => {
    const { page } = await opened();
    await show(page, /^Findings/);
    await comes(3, () => page.locator(".finding-list li").count());
    await page.getByRole("button", { name: "Warnings 1" }).click();
    await comes(1, () => page.locator(".finding-list li").count());
    await page.getByRole("button", { name: "TechnicalData / Datasheet" }).click();
    await comes(["Datasheet"], () => chosen(page));
  });

  test("aas: the nameplate has what a plate has", async () => {
    const { page, complaints } = await opened();
    await show(page, /^Nameplate/);
    const plate = page.getByRole("article", { name: "Digital nameplate" });
    await comes("Northwell Pumps Ltd", () => plate.locator(".maker").textContent());
    await comes("Chemical process pump KX-40", () => plate.locator(".designation").textContent());
    await comes("4711-2026-0042", () => plate.locator(".serial dd").textContent());
    await comes(["14 Harbour Road", "BS1 4QA Bristol", "GB", "+44 117 496 0000"], () =>
      plate.locator("address span").allTextContents(),
    );
    assert.equal(await plate.getByRole("img", { name: "CE" }).count(), 1);
    await comes(/II 2G Ex h IIC T4 Gb/, () => plate.locator(".markings").textContent());
    await page.getByRole("combobox", { name: "Language" }).selectOption("de");
    await comes("Northwell Pumpen", () => plate.locator(".maker").textContent());
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.getByRole("tablist").isVisible(), false);
    assert.ok(await plate.isVisible());
    assert.deepEqual(complaints, []);
  });

  test("aas: the passport has names, values and units", async () => {
    const { page } = await opened();
    await show(page, /^Passport/);
    const section = page.locator(".passport", { hasText: "Technical Data" });
    await comes(["rated flow", "62.5", "m³/h"], () =>
      section.locator("tr", { hasText: "rated flow" }).locator("th, td").allTextContents(),
    );
    assert.equal(await section.getByText("Material").count(), 0);
    await section.getByRole("button", { name: "rated head" }).click();
    await comes(["RatedHead"], () => chosen(page));
  });

  test("aas: completeness is a bar and a list of what to do", async () => {
    const { page } = await opened();
    await show(page, /^Completeness/);
    const card = page.locator(".card", { hasText: "Digital nameplate 3.0.1" });
    await comes(/86 % 6 of 7/, () => card.locator(".numbers").textContent());
    await comes(/1 rule of its template is broken/, () => card.textContent());
    await comes("1 optional element without a value", () => card.locator("summary").textContent());
    await card.getByRole("button", { name: "AddressInformation.Email.EmailAddress" }).click();
    await comes(["AddressInformation"], () => chosen(page));
  });

  test("aas: what waits stands beside what is there, and is decided elsewhere", async () => {
    const { page, complaints } = await opened();
    await show(page, /^Changes/);
    const first = page.locator(".change").first();
    await comes("lintel approvals show c17-k3m9x2qa", () => first.locator("code").textContent());
    await comes(/MEDIUM agent data-sheet reader for ada · 2026-11-16 10:30Z · 2 operations/, () => first.textContent());
    await comes(["4711-2026-0042", "4711-2026-0043"], () =>
      first.locator(".patch").nth(1).locator(".side .long").allTextContents(),
    );
    await comes(["2", "3"], () => first.locator(".patch").nth(1).locator("mark").allTextContents());
    const second = page.locator(".change").nth(1);
    await comes(["There nowFile Datasheet = /aasx/files/kx40.pdf", "Proposedremoved"], () =>
      second.locator(".patch").first().locator(".side").allTextContents(),
    );
    await comes("There nownothing", () => second.locator(".patch").nth(1).locator(".side").first().textContent());
    assert.equal(await page.getByRole("button", { name: /approve|reject|confirm/i }).count(), 0);
    const boxes = await first
      .locator(".side")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    assert.equal(boxes[0], boxes[1]);
    assert.deepEqual(complaints, []);
  });
});

describe("aas: texts of others", () => {
  for (const width of [1200, 390]) {
    test(`aas: no text breaks the page at ${width} px, and none is more than text`, async () => {
      for (const document of [foreignDocument(), hostileDocument(), pumpDocument()]) {
        const { page, complaints } = await opened(document, { viewport: { width, height: 760 } });
        for (const tab of await page.getByRole("tab").all()) {
          await tab.click();
          assert.equal(await overflow(page), 0, `${await tab.textContent()} is too wide`);
          assert.ok((await page.locator(".head").boundingBox())!.height < 420);
        }
        assert.equal(await hacked(page), undefined);
        assert.equal(await page.locator("img").count(), 0);
        assert.deepEqual(complaints, []);
      }
    });
  }

  test("aas: a value without end is there when asked for", async () => {
    const { page } = await opened(hostileDocument());
    await page.locator(".row").nth(1).click();
    const value = page.locator(".big-value .long");
    assert.ok((await value.textContent())!.length < 700);
    await value.getByRole("button", { name: /^Show all 10,/ }).click();
    await comes(true, async () => (await value.textContent())!.startsWith(`${attack}0123456789`));
    await comes(true, async () => (await value.textContent())!.length > 10_000);
    assert.equal(await overflow(page), 0);
  });

  test("aas: what is no document is told", async () => {
    const { page } = await opened({ nodes: 7 });
    await page.getByRole("alert").getByText("no document").waitFor();
  });
});

describe("aas: elsewhere", () => {
  test("http: the document is read from the server, under the strict policy, and nothing else", async () => {
    assert.doesNotMatch(servedPolicy("aas"), /unsafe/);
    const url = await serve({
      "/ui/aas": {
        type: "text/html; charset=utf-8",
        body: pageHtml("aas"),
        headers: { "Content-Security-Policy": servedPolicy("aas") },
      },
      "/view/v_test/aas": { type: "application/json", body: JSON.stringify(pumpDocument()) },
    });
    const { page, complaints } = await watched(browser, /\/ui\/aas\?view=v_test$|\/view\/v_test\/aas$/);
    await page.goto(`${url}/ui/aas?view=v_test`);
    await ready(page);
    await comes(/SerialNumber/, async () => (await rows(page)).join());
    assert.deepEqual(complaints, []);
  });

  test("host: the document comes through the host, in its theme, and keeps its height", async () => {
    const { complaints, frame, told } = await hosted(browser, "aas", {
      resources: false,
      theme: "dark",
      data: pumpDocument(),
    });
    await frame.locator(".row").nth(4).waitFor();
    assert.equal(
      await frame.locator("html").evaluate((root) => getComputedStyle(root).backgroundColor),
      "rgb(22, 24, 27)",
    );
    assert.equal(await frame.getByRole("button", { name: /^(Print|Dark or light)$/ }).count(), 0);
    const sizes = async () => (await told()).filter(({ method }) => method === "size").length;
    await comes(true, async () => (await sizes()) > 0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.ok((await sizes()) < 8, "the page does not grow by growing");
    assert.deepEqual(complaints(), []);
  });
});

// ./dev names the program; the tests of a page alone can do without it.
const program = process.env["LINTEL_PROGRAM"];

describe("aas: from the program", () => {
  const skip = program ? false : "LINTEL_PROGRAM names no program";
  const property = (idShort: string, value: string) => ({
    modelType: "Property",
    idShort,
    valueType: "xs:string",
    value,
  });
  const environment = {
    submodels: [
      {
        modelType: "Submodel",
        id: `urn:plate:${attack.replaceAll(" ", "")}`,
        idShort: "Nameplate",
        semanticId: {
          type: "ExternalReference",
          keys: [{ type: "GlobalReference", value: "https://admin-shell.io/idta/nameplate/3/0/Nameplate" }],
        },
        submodelElements: [
          {
            modelType: "MultiLanguageProperty",
            idShort: "ManufacturerName",
            value: [{ language: "en", text: attack }],
          },
          property("SerialNumber", "A1"),
          property("Twice", "1"),
          property("Twice", "2"),
        ],
      },
    ],
  };

  test("program: lintel aas show writes the page as a file", { skip }, async () => {
    const own = mkdtempSync(join(folder, "program-"));
    writeFileSync(join(own, "pump.json"), JSON.stringify(environment));
    const done = spawnSync(program!, ["aas", "show", "pump.json", "-o", "pump.html"], { cwd: own });
    assert.equal(done.status, 0, String(done.stderr));
    const { page, complaints } = await watched(browser, /^file:/);
    await page.goto(`file://${join(own, "pump.html")}`);
    await ready(page);
    await comes(["Nameplate", "ManufacturerName", "SerialNumber", "Twice", "Twice"], () => rows(page));
    assert.equal(await page.getByRole("tab", { name: /Changes/ }).count(), 0);
    assert.equal(await hacked(page), undefined);
    assert.deepEqual(complaints, []);
    assert.notEqual(spawnSync(program!, ["aas", "show", "pump.json", "-o", "pump.html"], { cwd: own }).status, 0);
  });

  test("program: an open document, with a change that waits", { skip }, async () => {
    const own = mkdtempSync(join(folder, "program-"));
    writeFileSync(join(own, "pump.json"), JSON.stringify(environment));
    const { call, request } = await startClient(program!, ["aas"], own);
    assert.equal((await call("aas_document_open", { source: "pump.json", reason: "to look at it" })).success, true);
    const edit = { path: "Nameplate/SerialNumber", value: "B2", reason: "the data sheet says so" };
    const waiting = await call("aas_edit_property", edit);
    assert.equal(waiting.outcome, "waiting");
    const answer = await call("aas_query_structure", {});
    assert.equal(answer.page, "aas");
    const read = await request("resources/read", { uri: `lintel://view/${answer.view}/aas` });
    const { page, complaints } = await opened(JSON.parse(read["contents"][0].text));
    await comes(/^pump.json – \d errors?/, () => page.title());
    await row(page, "SerialNumber").click();
    await comes(["A1", "B2"], () => page.locator(".detail .side .long").allTextContents());
    await show(page, /^Changes/);
    await comes(`lintel approvals show ${waiting.approval.id}`, () => page.locator(".change code").textContent());
    await comes(/the data sheet says so/, () => page.locator(".change").textContent());
    await show(page, /^Nameplate/);
    await comes(attack, () => page.locator(".maker").textContent());
    await show(page, /^Findings/);
    await comes(/AASd-022/, () => page.locator(".finding-list").textContent());
    await show(page, /^Completeness/);
    await comes(/Digital nameplate 3.0.1/, () => page.locator(".card").textContent());
    assert.equal(await hacked(page), undefined);
    assert.deepEqual(complaints, []);
  });
});
