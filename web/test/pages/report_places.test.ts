// SPDX-License-Identifier: Apache-2.0
// The report page over HTTP, in the official MCP Apps host, and from the program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { closePages, comes, endAll, hosted, launch, pageHtml, ready, serve, servedPolicy, watched } from "../place.ts";
import { failingReport, guidOf } from "../report_fixture.ts";

let browser: Browser;
before(async () => {
  browser = await launch();
});
afterEach(closePages);
after(() => {
  endAll();
  return browser.close();
});

describe("report over HTTP", () => {
  const routes = {
    "/ui/report": {
      type: "text/html; charset=utf-8",
      body: pageHtml("report"),
      headers: { "Content-Security-Policy": servedPolicy("report") },
    },
    "/view/v_test/report": { type: "application/json", body: JSON.stringify(failingReport()) },
  };

  test("http: the report is read from the server, under the strict policy, and nothing else", async () => {
    assert.doesNotMatch(servedPolicy("report"), /unsafe/);
    const url = await serve(routes);
    const { page, complaints } = await watched(browser, /\/ui\/report\?view=v_test$|\/view\/v_test\/report$/);
    await page.goto(`${url}/ui/report?view=v_test`);
    await ready(page);
    await comes(5, () => page.locator(".spec").count());
    await page.locator(".group", { hasText: "FireRating in" }).locator("summary").click();
    await comes(50, () => page.locator("tbody tr").count());
    assert.deepEqual(complaints, []);
  });
});

describe("report in the official MCP Apps host", () => {
  test("host: the report comes through the host, in its theme, without what a host does itself", async () => {
    const { complaints, frame, told } = await hosted(browser, "report", {
      resources: true,
      theme: "dark",
      data: failingReport(),
    });
    await frame.locator(".spec").nth(4).waitFor();
    assert.equal(
      await frame.locator("html").evaluate((root) => getComputedStyle(root).backgroundColor),
      "rgb(22, 24, 27)",
    );
    assert.deepEqual(await frame.getByRole("button", { name: /^(Print|Dark or light)$/ }).count(), 0);
    await frame.getByRole("searchbox").fill(guidOf(3));
    await comes("1 of 5 specifications, 2 matching failures", () => frame.locator(".said").textContent());
    assert.ok(
      (await told()).some(({ method, params }) => method === "resources/read" && /\/report$/.test(String(params))),
    );
    assert.ok((await told()).some(({ method }) => method === "size"));
    assert.deepEqual(complaints(), []);
  });
});

// ./dev names the program; the tests of a page alone can do without it.
const program = process.env["LINTEL_PROGRAM"];

describe("report from the program", () => {
  const skip = program ? false : "LINTEL_PROGRAM names no program";
  const folder = mkdtempSync(join(tmpdir(), "lintel-web-"));
  after(() => rmSync(folder, { recursive: true }));

  const rules = `<ids xmlns="http://standards.buildingsmart.org/IDS"><info><title>Doors &amp; &lt;walls&gt;</title></info><specifications>
<specification name="Walls are named" identifier="W-1" ifcVersion="IFC4"><applicability minOccurs="1" maxOccurs="unbounded">
<entity><name><simpleValue>IFCWALL</simpleValue></name></entity></applicability><requirements>
<attribute><name><simpleValue>Description</simpleValue></name></attribute></requirements></specification>
</specifications></ids>`;
  const name = "A'</script><script>window.hacked=1</script><!--";
  const model = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('','',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCWALL('2O2Fr$t4X7Zf8NOew30000',$,'${name.replaceAll("'", "''")}',$,$,$,$,$,$);
#2=IFCWALL('2O2Fr$t4X7Zf8NOew30001',$,'B','told',$,$,$,$,$);
ENDSEC;
END-ISO-10303-21;
`;
  function checked(): string {
    writeFileSync(join(folder, "rules.ids"), rules);
    writeFileSync(join(folder, "model.ifc"), model);
    const done = spawnSync(program!, ["ids", "check", "rules.ids", "model.ifc", "--report", "report.html"], {
      cwd: folder,
    });
    assert.equal(done.status, 1, String(done.stderr));
    return join(folder, "report.html");
  }

  test("program: a check of its own opens from the disk, element by element", { skip }, async () => {
    const file = checked();
    const { page, complaints } = await watched(browser, /^file:/);
    await page.goto(`file://${file}`);
    await ready(page);
    await comes("Doors & <walls> – failed", () => page.title());
    await comes("1 of 1 specification failed", () => page.locator(".verdict").textContent());
    await comes(name, () => page.locator("tbody tr bdi").first().textContent());
    await comes(["1 of 2 failed"], () => page.locator(".spec > summary > .counts").allTextContents());
    assert.equal(await page.evaluate(() => (window as { hacked?: unknown }).hacked), undefined);
    assert.deepEqual(complaints, []);
    if (process.env["LINTEL_SHOT_REPORT"]) await page.screenshot({ path: process.env["LINTEL_SHOT_REPORT"] });
  });

  test("program: without a script the same file tells the verdict and the failures", { skip }, async () => {
    const file = checked();
    const { page, complaints } = await watched(browser, /^file:/, { javaScriptEnabled: false });
    await page.goto(`file://${file}`);
    assert.equal(await page.title(), "Doors & <walls> – failed");
    const text = await page.locator(".plain").innerText();
    for (const words of ["1 of 1 specification failed", "Walls are named [W-1]", name, "2O2Fr$t4X7Zf8NOew30000"]) {
      assert.ok(text.includes(words), words);
    }
    assert.deepEqual(complaints, []);
    assert.ok(readFileSync(file).length < 70_000);
  });
});
