// SPDX-License-Identifier: Apache-2.0
// The HTML report in Chromium, as a person uses it: report_page.mjs DIRECTORY [PICTURES]
// DIRECTORY holds what ids_make_reports wrote. Ends with 1 and says what was not as it should be.
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const web = createRequire(join(fileURLToPath(new URL("../../web/", import.meta.url)), "package.json"));
const { chromium } = web("playwright-core");
const directory = resolve(process.argv[2]);
const pictures = process.argv[3];
const problems = [];
const expect = (name, got, wanted) => {
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    problems.push(`${name}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
};

const path = [process.env.LINTEL_CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
  (name) => name && existsSync(name),
);
const browser = await chromium.launch({ executablePath: path ?? "chromium", args: ["--no-sandbox"] });

const open = async (name, scheme = "light", width = 1200, javaScriptEnabled = true) => {
  const page = await browser.newPage({ viewport: { width, height: 1000 }, colorScheme: scheme, javaScriptEnabled });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(`${name}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`${name}: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) problems.push(`${name}: asks for ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    problems.push(`${name}: a dialog opened`);
    dialog.dismiss();
  });
  await page.goto(pathToFileURL(join(directory, `${name}.html.html`)).href);
  return page;
};
const picture = async (page, name, fullPage = false) => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage });
};
const visible = (page, selector) => page.locator(`${selector}:visible`).count();
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const said = (page, part) =>
  page.waitForFunction((words) => document.querySelector(".said").textContent.includes(words), part);

// ---- a failing check
{
  const page = await open("failing");
  expect("specifications", await visible(page, ".spec"), 5);
  await picture(page, "failing_light", true);
  await page.click("text=FireRating in Pset_WallCommon must be");
  expect("rows at first", await visible(page, ".group[open] tbody tr"), 50);
  await page.click("text=/Show 162 more/");
  expect("rows after all were asked for", await visible(page, ".group[open] tbody tr"), 212);
  await picture(page, "failing_group");
  await press(page, "Failed");
  expect("failed", await visible(page, ".spec"), 3);
  await press(page, "Passed");
  expect("passed", await visible(page, ".spec"), 2);
  await press(page, "All");

  await page.keyboard.press("/");
  await page.keyboard.type("2O2Fr$t4X7Zf8NOew30003");
  await said(page, "matching");
  expect("search by GlobalId", await page.textContent(".said"), "1 of 5 specifications, 2 matching failures");
  await picture(page, "failing_search");
  await press(page, "By element");
  expect("one element", await visible(page, ".element"), 1);
  await page.click(".element summary");
  await page.waitForSelector(".element li");
  expect("its failures", await page.locator(".element li").count(), 2);
  await picture(page, "failing_element");
  await page.focus("input[type=search]");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelectorAll(".element").length === 100);
  expect("all elements", await page.textContent(".said"), "212 failing elements");
  await picture(page, "failing_elements");
  await press(page, "By specification");
  await page.click(".guid button >> nth=0");
  await page.waitForSelector("text=Copied");
  await press(page, "Dark or light");
  expect("theme", await page.getAttribute("html", "data-theme"), "dark");
  await picture(page, "failing_dark");
  await page.fill("input[type=search]", "nobody has this");
  await page.waitForSelector("text=Nothing matches.");
  if (pictures) await page.fill("input[type=search]", "");
  if (pictures) await page.waitForSelector("text=Nothing matches.", { state: "detached" });
  if (pictures) await page.pdf({ path: join(pictures, "failing_printed.pdf"), format: "A4" });
  await page.close();
}
// ---- the same without a script: the verdict and the first failures, as text
for (const name of ["failing", "nasty"]) {
  const page = await open(name, "light", 420, false);
  const text = await page.innerText(".plain");
  for (const words of ["3 of 5 specifications failed", "FireRating in Pset_WallCommon", "No proxies"])
    expect(`${name} without a script: ${words}`, text.includes(words), true);
  expect(`${name} without a script: the page itself`, await visible(page, ".page"), 0);
  await picture(page, `${name}_plain`);
  await page.close();
}
// ---- the others
for (const [name, specs] of [
  ["passed", 6],
  ["nasty", 5],
  ["capped", 5],
  ["several", 11],
  ["empty", 0],
  ["none", 1],
]) {
  const page = await open(name, name === "passed" ? "dark" : "light", name === "several" ? 420 : 1200);
  expect(`${name}: specifications`, await page.locator(".spec").count(), specs);
  await press(page, "By element");
  await picture(page, `${name}_elements`);
  await press(page, "By specification");
  await page.evaluate(() => document.querySelectorAll("details").forEach((node) => (node.open = true)));
  expect(
    `${name}: wider than the window`,
    await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
    false,
  );
  await picture(page, name, name !== "capped");
  await page.close();
}
await browser.close();
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "report_page: all as it should be" : `report_page: ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
